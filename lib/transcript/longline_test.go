package transcript

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// small is a bound above which a line of the tests counts as too long.
var small = Limits{Line: 256 << 10}

func TestABranchGoesOnThroughAnOverLongLine(t *testing.T) {
	big := strings.Repeat(`text \"uuid\":\"no\" `, 30_000)
	usage := `,"usage":{"uuid":"no","type":"no"}`
	for name, long := range map[string]string{
		"its names stand at the start": rec("user", "long", "b", `,"message":{"text":"`+big+`"}`),
		"its names stand at the end": `{"parentUuid":"b","isSidechain":false,"message":{"content":[{"type":"text","text":"` + big + `"}]` + usage + `},` +
			`"type":"assistant","uuid":"long","userType":"external"}`,
		"all of its names stand at the end": `{"message":{"text":"` + big + `"},"parentUuid":"b","isSidechain":false,"type":"user","uuid":"long"}`,
		"its parent is not found":           `{"type":"user","uuid":"long","message":{"text":"` + big + `"},"parentUuid":"b","x":"` + big + `"}`,
		"its name is not found":             `{"type":"user","message":{"text":"` + big + `"},"uuid":"long","x":"` + big + `"}`,
		"nothing of it is found":            `{"type":"user","x":"` + big + `","uuid":"long","y":"` + big + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			path := save(t, says("a", "", "start"), answers("b", "a", "ok"),
				says("dead", "b", "wrong way"), answers("dead2", "dead", "hm"), answers("dead3", "b", "hm"),
				says("b2", "b", "right way"), strings.Replace(long, `"b"`, `"b2"`, 1), says("c", "long", "next"))
			conv := mustReadWithin(t, path, time.Time{}, small)
			wantPrompts(t, conv, "start | right way | next")
			if conv.Skipped != 1 || conv.Cut {
				t.Errorf("got %+v", conv)
			}
		})
	}
}

// A long paste keeps what was said before and after it, and pictures do not cost
// the words beside them.
func TestWhatTheUserSaysInAnOverLongLineIsRead(t *testing.T) {
	log := strings.Repeat(`connection reset \\ by \"peer\"\n`, 30_000)
	picture := `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + strings.Repeat("QUJD", 150_000) + `"}}`
	said := func(s string) string { return `{"type":"text","text":"` + s + `"}` }
	tool := `{"type":"tool_result","tool_use_id":"t","content":[` + said(strings.Repeat("x ", 200_000)) + `,` + said("printed") + `]}`
	for name, c := range map[string]struct {
		content, more string
		want          []string
	}{
		"around a paste":    {`"why is it\n` + log + `never retry \u00e9 twice"`, "", []string{"why is it\nconnection", "never retry é twice"}},
		"after one word":    {`"` + strings.Repeat("x", 600_000) + ` never retry"`, "", []string{"never retry"}},
		"before a picture":  {`[` + said("make it so") + `,` + picture + `]`, "", []string{"make it so"}},
		"after a picture":   {`[` + picture + `,` + said("make it so") + `]`, "", []string{"make it so"}},
		"on both sides":     {`[` + said("first") + `,` + picture + `,` + said("second") + `]`, "", []string{"first\nsecond"}},
		"only a picture":    {`[` + picture + `]`, "", []string{"[Image]"}},
		"a tool printed it": {`[` + tool + `]`, "", nil},
		"the client did":    {`"as ` + log + ` is"`, `,"isMeta":true`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			line := `{"parentUuid":"a","isSidechain":false,"type":"user","message":{"role":"user","content":` + c.content + `},"uuid":"long"` + c.more + `,"timestamp":"2026-01-01T10:00:00Z"}`
			conv := mustReadWithin(t, save(t, says("a", "", "start"), line, says("c", "long", "next")), time.Time{}, small)
			if c.want == nil {
				wantPrompts(t, conv, "start | next")
				return
			}
			if len(conv.Prompts) != 3 {
				t.Fatalf("%d prompts, want 3", len(conv.Prompts))
			}
			got := conv.Prompts[1]
			for _, w := range c.want {
				if !strings.Contains(got.Text, w) {
					t.Errorf("no %q in a prompt of %d bytes", w, len(got.Text))
				}
			}
			if len(got.Text) > maxText || strings.Contains(got.Text, "\uFFFD") || got.Time.IsZero() {
				t.Errorf("%d bytes, at %v", len(got.Text), got.Time)
			}
		})
	}
}

func TestAnOverLongLineWithoutAParentIsNoRoot(t *testing.T) {
	path := save(t, says("a", "", "start"),
		`{"type":"user","uuid":"long","message":{"text":"`+strings.Repeat("x", small.Line)+`"},"x":[]}`)
	wantPrompts(t, mustReadWithin(t, path, time.Time{}, small), "start")
}

func TestOverLongLinesWithoutParentsAreNoSiblings(t *testing.T) {
	long := `{"type":"user","uuid":"long%s","message":{"text":"` + strings.Repeat("x", small.Line) + `"},"x":[]}`
	path := save(t, says("a", "", "start"),
		fmt.Sprintf(long, "1"), says("b", "long1", "middle"), fmt.Sprintf(long, "2"), says("c", "long2", "next"))
	wantPrompts(t, mustReadWithin(t, path, time.Time{}, small), "start | middle | next")
}

func TestAnOverLongSidechainIsNoLeaf(t *testing.T) {
	big := strings.Repeat("x", small.Line)
	path := save(t, says("a", "", "start"),
		`{"parentUuid":"a","message":{"text":"`+big+`"},"type":"user","uuid":"s","isSidechain":true}`)
	wantPrompts(t, mustReadWithin(t, path, time.Time{}, small), "start")
}

func TestAFileWrittenByAnOverLongLineCounts(t *testing.T) {
	big := strings.Repeat("x", small.Line)
	path := save(t, says("a", "", "start"),
		gives("b", "a", "x", "ok", `{"type":"create","filePath":"/w","content":"`+big+`"}`),
		gives("c", "b", "y", "ok", `{"filePath":"/e","oldString":"a","originalFile":"`+big+`"}`),
		gives("d", "c", "z", "ok", `{"type":"text","file":{"filePath":"/read","content":"`+big+`"}}`),
		gives("e", "d", "z", "ok", `{"type":"create","staged":true,"filePath":"/staged","content":"`+big+`"}`),
		gives("dead", "a", "z", "ok", `{"type":"create","filePath":"/dead","content":"`+big+`"}`),
		says("f", "e", "next"))
	conv := mustReadWithin(t, path, time.Time{}, small)
	wantFiles(t, conv, "/w /e")
	wantPrompts(t, conv, "start | next")
}

func TestAnOverLongCompactionEndsTheReading(t *testing.T) {
	path := save(t, says("a", "", "start"),
		with(boundary, `"x":"`+strings.Repeat("x", small.Line)+`"`), says("b", "boundary", "next"))
	conv := mustReadWithin(t, path, time.Time{}, small)
	wantPrompts(t, conv, "next")
	if !conv.Compacted {
		t.Error("the compaction was not seen")
	}
}

// writeBig makes a file of head, a line of size bytes, and tail.
func writeBig(t *testing.T, head, start string, size int, end, tail string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "big.jsonl")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	w.WriteString(head + start)
	block := strings.Repeat(`abc\ndef`, 1<<13)
	for n := 0; n < size; n += len(block) {
		w.WriteString(block)
	}
	w.WriteString(end + tail)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return path
}

const hundredMB = 100 << 20

func TestALineOf100MBIsPassedOver(t *testing.T) {
	path := writeBig(t, says("a", "", "start")+"\n",
		`{"parentUuid":"a","isSidechain":false,"type":"user","uuid":"b","toolUseResult":{"filePath":"/w","newString":"`, hundredMB,
		`"},"timestamp":"`+day+`10:00:00Z"}`, "\n"+says("c", "b", "next")+"\n")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	conv := mustRead(t, path)
	runtime.ReadMemStats(&after)
	wantPrompts(t, conv, "start | next")
	wantFiles(t, conv, "/w")
	if conv.Skipped != 1 || conv.Cut || !conv.Last.Equal(clock(t, "10:00:00Z")) {
		t.Errorf("got %+v", conv)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
		t.Errorf("it took %d bytes of memory", used)
	}
}

func TestAFileThatIsOneTornLineOf100MBHoldsNothing(t *testing.T) {
	conv := mustRead(t, writeBig(t, "", `{"type":"user","message":"`, hundredMB, "", ""))
	if conv.Skipped != 1 || conv.Cut || len(conv.Prompts) != 0 {
		t.Errorf("got %+v", conv)
	}
}

func TestALineTooLongToRunThroughCutsTheReading(t *testing.T) {
	if testing.Short() {
		t.Skip("130 MB")
	}
	path := writeBig(t, says("a", "", "start")+"\n", `{"x":"`, 130<<20, `"}`, "\n"+says("c", "", "next")+"\n")
	conv := mustReadWithin(t, path, time.Time{}, Limits{Bytes: 1 << 20, Line: 64 << 10})
	wantPrompts(t, conv, "next")
	if !conv.Cut {
		t.Error("the reading went on")
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

func TestATranscriptOfManyLinesIsReadWithinItsBound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "many.jsonl")
	var b strings.Builder
	up := ""
	for i := 0; b.Len() < 3<<20; i++ {
		name := fmt.Sprintf("u%d", i)
		b.WriteString(says(name, up, fmt.Sprintf("prompt %d %s", i, strings.Repeat("x", i%5000))) + "\n")
		up = name
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	all := mustRead(t, path)
	if all.Cut || all.Skipped != 0 || !strings.HasPrefix(all.Prompts[0].Text, "prompt 0") {
		t.Errorf("cut %v, skipped %d", all.Cut, all.Skipped)
	}
	for i, p := range all.Prompts {
		if want := fmt.Sprintf("prompt %d ", i); !strings.HasPrefix(p.Text+" ", want) {
			t.Fatalf("prompt %d is %.20q", i, p.Text)
		}
	}
	cut := mustReadWithin(t, path, time.Time{}, Limits{Bytes: 1 << 20})
	if !cut.Cut || len(cut.Prompts) == 0 || len(cut.Prompts) >= len(all.Prompts) {
		t.Errorf("cut %v, %d prompts", cut.Cut, len(cut.Prompts))
	}
}
