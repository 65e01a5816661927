package transcript

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"holdfast/testscripts/disk"
)

func clock(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, day+s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestReadsTheRecordedTranscriptBackToItsCompaction(t *testing.T) {
	conv := mustRead(t, "testdata/auto-compaction.jsonl")
	want := Conversation{
		LastAnswer: "Finished.",
		Idle:       true,
		UsedShell:  true,
		Succeeded:  []string{"ls", "ls -la"}, // the first from before it, and still in the context
		Cwd:        "/home/dev/app",
		Branch:     "master",
		First:      clock(t, "00:25:22.446Z"),
		Last:       clock(t, "00:25:22.693Z"),
		Compacted:  true,
		Before:     Prompt{Answer: "Finished."},
		Ran:        []string{"+ls", "+ls -la"},
	}
	if !strings.Contains(conv.Summary, "STUB SUMMARY of the work so far.") {
		t.Errorf("the summary is %q", conv.Summary)
	}
	conv.Summary, conv.records = "", 0
	if !reflect.DeepEqual(conv, want) {
		t.Errorf("got  %+v\nwant %+v", conv, want)
	}
}

// The records between which attachments are missing form one conversation.
func TestReadsTheRecordedTranscriptBeforeItsCompaction(t *testing.T) {
	data := disk.Read(t, "testdata/auto-compaction.jsonl")
	cut := bytes.Index(data, []byte(`{"parentUuid":null,"logicalParentUuid"`))
	conv := mustRead(t, saveBytes(t, data[:cut]))
	wantPrompts(t, conv, "change a")
	wantFiles(t, conv, "/home/dev/app/src/a.go /home/dev/app/hello.txt /home/dev/app/d/new.txt")
	if !conv.UsedShell || conv.Compacted || conv.Cut || len(conv.Failures) != 0 {
		t.Errorf("got %+v", conv)
	}
	if !conv.Prompts[0].Time.Equal(clock(t, "00:25:21.993Z")) {
		t.Errorf("the prompt's time is %v", conv.Prompts[0].Time)
	}
}

func TestStopsAtTheLastCompactionOnly(t *testing.T) {
	summary := with(says("s", "boundary", "SUMMARY of it all"), `"isCompactSummary":true`)
	conv := readLines(t,
		says("a", "", "first"), boundary, says("b", "boundary", "second"), boundary, summary, says("c", "s", "third"))
	wantPrompts(t, conv, "third")
	if !conv.Compacted {
		t.Error("it does not say that a compaction ended it")
	}
}

func TestTakesNoWordsForACompaction(t *testing.T) {
	conv := readLines(t,
		says("a", "", "first"),
		strings.Replace(boundary, `"isSidechain":false`, `"isSidechain":true`, 1),
		says("b", "a", boundary),
		gives("c", "b", "x", boundary, boundary))
	wantPrompts(t, conv, "first | "+boundary)
	if conv.Compacted {
		t.Error("a quoted or a subagent's compaction ended the reading")
	}
}

func TestSinceLeavesOutOlderRecordsAndStops(t *testing.T) {
	path := save(t,
		at("09:59", says("a", "", "older")),
		at("10:01", says("c", "a", "newer")),
		at("10:00", says("b", "c", "at the time")),
		at("09:58", rec("attachment", "d", "c", `,"attachment":{"type":"queued_command","prompt":"typed early"}`)),
		at("10:02", says("e", "d", "newest")))
	conv := mustReadSince(t, path, clock(t, "10:00:00Z"))
	wantPrompts(t, conv, "newer | newest")
	if !conv.First.Equal(clock(t, "10:01:00Z")) || !conv.Last.Equal(clock(t, "10:02:00Z")) || conv.Cut {
		t.Errorf("got %+v", conv)
	}
}

func TestABoundOfBytesCutsTheReading(t *testing.T) {
	last := says("b", "a", "second")
	data := []byte(says("a", "", "first") + "\n" + last + "\n")
	conv, err := readEnd(data, len(last)+5)
	wantPrompts(t, conv, "second")
	if err != nil || !conv.Cut {
		t.Errorf("got %+v, %v", conv, err)
	}
	whole, err := readEnd(data, len(data))
	wantPrompts(t, whole, "first | second")
	if err != nil || whole.Cut {
		t.Errorf("a bound of just the file's size cut it, %v", err)
	}
}

func TestADeadlineCutsTheReading(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	conv, err := Read(ctx, save(t, says("a", "", "first")), time.Time{})
	if err != nil || !conv.Cut || len(conv.Prompts) != 0 {
		t.Errorf("got %+v, %v", conv, err)
	}
}

func TestTheNewestRecordTellsWhereTheSessionIs(t *testing.T) {
	conv := readLines(t,
		with(says("a", "", "x"), `"cwd":"/one","gitBranch":"main"`),
		with(says("b", "a", "y"), `"cwd":"/two\u00e9"`),
		strings.Replace(with(says("c", "b", "z"), `"cwd":"/subagent"`), `"isSidechain":false`, `"isSidechain":true`, 1))
	if conv.Cwd != "/twoé" || conv.Branch != "main" {
		t.Errorf("got %q, %q", conv.Cwd, conv.Branch)
	}
}

func TestAnEmptyFileIsAnEmptyConversation(t *testing.T) {
	for name, data := range map[string]string{"nothing": "", "line ends": "\n\r\n\n", "NUL bytes": "\x00\x00\n\x00"} {
		conv := mustRead(t, saveBytes(t, []byte(data)))
		if !reflect.DeepEqual(conv, Conversation{}) {
			t.Errorf("%s: got %+v", name, conv)
		}
	}
}

func TestRefusesWhatIsNoReadableFile(t *testing.T) {
	dir := t.TempDir()
	for name, path := range map[string]string{
		"empty": "", "missing": filepath.Join(dir, "none.jsonl"), "folder": dir,
	} {
		conv, err := Read(context.Background(), path, time.Time{})
		if err == nil || !strings.HasPrefix(err.Error(), `reading transcript "`+path) {
			t.Errorf("%s: the error is %v", name, err)
		}
		if !reflect.DeepEqual(conv, Conversation{}) {
			t.Errorf("%s: got %+v", name, conv)
		}
	}
}

func TestReadsThroughALink(t *testing.T) {
	path := save(t, says("a", "", "first"))
	link := filepath.Join(t.TempDir(), "link.jsonl")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	wantPrompts(t, mustRead(t, link), "first")
}

func TestAFileThatShrinksIsAnError(t *testing.T) {
	err := opened(save(t, says("a", "", "first")), func(file *os.File, _ int64) error {
		text, _, release, err := mapped(file, 1<<20)
		if err != nil {
			return err
		}
		defer release()
		_, err = read(text, false, time.Time{}, shortTail)
		return err
	})
	if err == nil {
		t.Error("no error")
	}
}

func TestAFileThatGrowsIsReadAsItWasWhenOpened(t *testing.T) {
	before := says("a", "", "first") + "\n"
	file, err := os.Open(saveBytes(t, []byte(before+says("b", "a", "second")+"\n")))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, cut, release, err := mapped(file, int64(len(before)))
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	conv, err := read(text, cut, time.Time{}, shortTail)
	if err != nil {
		t.Fatal(err)
	}
	wantPrompts(t, conv, "first")
}

func TestASessionIsNotAboutWhatItThrewAway(t *testing.T) {
	c := Conversation{Prompts: []Prompt{{Text: "forget about the holiday mode, i don't want it"}, {Text: "now add a monthly report of water"}}}
	if title, _ := c.Title(true); title != "add a monthly report of water" {
		t.Errorf("it is about %q", title)
	}
}
