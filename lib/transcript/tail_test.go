package transcript

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// writeBig writes a file of a beginning, so many letters, and an end.
func writeBig(t *testing.T, before string, size int, after string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "big.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	w.WriteString(before)
	for range size / 1024 {
		w.WriteString(strings.Repeat("x", 1024))
	}
	w.WriteString(after)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatIsBeforeALineLongerThanTheTailIsRead(t *testing.T) {
	path := writeBig(t, says("a", "", "start")+"\n"+`{"type":"user","uuid":"b","message":"`, longTail+(1<<20), `"}`+"\n")
	conv := mustRead(t, path)
	wantPrompts(t, conv, "start")
	if conv.Cut {
		t.Errorf("got %+v", conv)
	}
}

func TestAPromptOfManyMegabytesIsRead(t *testing.T) {
	path := writeBig(t, says("a", "", "start")+"\n"+`{"type":"user","uuid":"b","parentUuid":"a","message":{"content":"never retry `, shortTail+(1<<20), ` twice"}}`+"\n")
	conv := mustRead(t, path)
	if len(conv.Prompts) != 2 || !strings.HasPrefix(conv.Prompts[1].Text, "never retry") || !strings.HasSuffix(conv.Prompts[1].Text, "twice") {
		t.Errorf("%d prompts, cut %v", len(conv.Prompts), conv.Cut)
	}
}

func TestAFileThatIsOneTornLineOf100MBHoldsNothing(t *testing.T) {
	conv := mustRead(t, writeBig(t, `{"type":"user","message":"`, 100<<20, ""))
	if len(conv.Prompts) != 0 {
		t.Errorf("got %+v", conv)
	}
}

// A sparse file stands for one that a crash filled with NUL bytes.
func TestAFileOf1GBIsReadFromItsEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("1 GB")
	}
	path := save(t, says("a", "", "start"))
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt([]byte("\n"+says("b", "a", "next")+"\n"), 1<<30); err != nil {
		t.Skip(err)
	}
	conv := mustRead(t, path)
	wantPrompts(t, conv, "next")
	if !conv.Cut {
		t.Error("a gigabyte was looked at")
	}
}

// Results that carry pictures fill the tail: more of it is read.
func TestATailOfFewRecordsIsReadFurther(t *testing.T) {
	big := strings.Repeat("x", 1<<20)
	lines := []string{says("a", "", "the first")}
	for i := range 12 {
		up := "a"
		if i > 0 {
			up = fmt.Sprint("b", i-1)
		}
		lines = append(lines, with(says(fmt.Sprint("b", i), up, fmt.Sprint("prompt ", i)), `"more":"`+big+`"`))
	}
	conv := mustRead(t, save(t, lines...))
	if len(conv.Prompts) != 13 || conv.Cut {
		t.Errorf("%d prompts, cut %v", len(conv.Prompts), conv.Cut)
	}
}

func TestRecordsThatStayedInTheContextCount(t *testing.T) {
	prepared := func(metadata string) string {
		return with(boundary, `"compactMetadata":{"trigger":"auto","precomputed":true,`+metadata+`}`)
	}
	lines := func(metadata string) []string {
		return []string{
			says("a", "", "summed up"), answers("b", "a", "done"), says("c", "b", "kept"), answers("d", "c", "also kept"),
			prepared(metadata), with(says("s", "boundary", "the summary"), `"isCompactSummary":true`), says("e", "s", "new"),
		}
	}
	wantPrompts(t, readLines(t, lines(`"preservedMessages":{"uuids":["c","d"]}`)...), "kept | new")
	wantPrompts(t, readLines(t, lines(`"preservedSegment":{"headUuid":"c","tailUuid":"d"}`)...), "kept | new")
	wantPrompts(t, readLines(t, lines(`"preservedMessages":{"uuids":[]}`)...), "new")
	wantPrompts(t, readLines(t, lines(`"preservedMessages":7,"preservedSegment":"x"`)...), "new")
}

func TestTitlesAreTheNewestOfEachKind(t *testing.T) {
	conv := readLines(t,
		`{"type":"custom-title","customTitle":"early"}`, says("a", "", "old"), boundary,
		with(says("b", "", "x"), `"teamName":"crew","agentName":"tester"`),
		`{"type":"ai-title","aiTitle":"first"}`, `{"type":"ai-title","aiTitle":"second"}`,
		`{"type":"summary","summary":"sum","leafUuid":"b"}`, `{"type":"pr-link","prNumber":7,"prUrl":"https://example.com/pull/7"}`)
	if (conv.Titles != Titles{Custom: "early", Client: "second", Summary: "sum"}) || conv.PullRequest != "https://example.com/pull/7" {
		t.Errorf("titles are %+v, %q", conv.Titles, conv.PullRequest)
	}
	if conv.Team != "crew" {
		t.Errorf("the team is %q", conv.Team)
	}
}

func TestAFileThatIsCutWhileItIsLookedAtIsAnError(t *testing.T) {
	path := writeBig(t, says("a", "", "start")+"\n", 1<<20, "")
	err := opened(path, func(file *os.File, size int64) error {
		text, _, release, err := mapped(file, size)
		if err != nil {
			return err
		}
		defer release()
		if err := os.Truncate(path, 10); err != nil {
			return err
		}
		if strings.Count(text, "x") == 0 {
			t.Error("nothing was there")
		}
		return nil
	})
	if runtime.GOOS != "windows" && !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the error is %v", err)
	}
}
