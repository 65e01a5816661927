package guard_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/hook"
	"holdfast/lib/task"
	"holdfast/testscripts/disk"
)

// working is a yard with task 1 in progress and checkpointed.
func working(t *testing.T) *yard {
	t.Helper()
	y := newYard(t)
	y.put("a.go", "a\n")
	y.task("1", "In Progress")
	y.watch(longAgo)
	y.wants("chk-1-1")
	return y
}

func (y *yard) edited(e hook.Edit) []string {
	y.t.Helper()
	y.report(e)
	y.g.Model = nil
	if err := y.g.After(y.t.Context()); err != nil {
		y.t.Fatal(err)
	}
	return told(y.g.Model)
}

// report makes the call one that wrote a file, with the payload of its client.
func (y *yard) report(e hook.Edit) {
	y.t.Helper()
	tool, before, kind := "Edit", "originalFile", "update"
	switch {
	case e.After != nil:
		tool, before = "NotebookEdit", "original_file"
	case e.Created:
		tool, kind = "Write", "create"
	}
	var patch []map[string]any
	for _, h := range e.Hunks {
		patch = append(patch, map[string]any{"oldStart": h.OldStart, "oldLines": h.OldLines, "newStart": h.NewStart, "newLines": h.NewLines, "lines": h.Lines})
	}
	b, err := json.Marshal(map[string]any{"tool_name": tool, "tool_response": map[string]any{
		"filePath": e.File, "type": kind, before: e.Before, "updated_file": e.After, "structuredPatch": patch,
	}})
	if err != nil {
		y.t.Fatal(err)
	}
	if y.g.Payload, err = hook.DecodePayload(b); err != nil {
		y.t.Fatal(err)
	}
}

func (y *yard) files() map[string]checkpoint.File {
	y.t.Helper()
	c, err := checkpoint.Store{Root: y.g.Root, Machine: y.g.Machine}.Load("chk-1-1")
	if err != nil || !c.Ours {
		y.t.Fatalf("%+v, %v", c, err)
	}
	files := map[string]checkpoint.File{}
	for _, f := range c.Files {
		files[f.Path] = f
	}
	return files
}

func utf16le(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

func utf16be(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.BigEndian.AppendUint16(b, u)
	}
	return string(b)
}

func hunk(oldStart, oldLines, newStart, newLines int, lines ...string) []hook.Hunk {
	return []hook.Hunk{{OldStart: oldStart, OldLines: oldLines, NewStart: newStart, NewLines: newLines, Lines: lines}}
}

func TestTheFirstEditOfAnotherFileAddsItsEarlierBytes(t *testing.T) {
	one := hunk(2, 1, 2, 1, "-two", "+2")
	tests := []struct {
		name, present, before string
		hunks                 []hook.Hunk
		want                  string
	}{
		{"plain", "one\n2\n", "one\ntwo\n", one, "one\ntwo\n"},
		{"no final line break", "one\n2", "one\ntwo", hunk(2, 1, 2, 1, "-two", `\ No newline at end of file`, "+2", `\ No newline at end of file`), "one\ntwo"},
		{"a final line break added", "one\n", "one", hunk(1, 1, 1, 1, "-one", `\ No newline at end of file`, "+one"), "one"},
		{"CRLF", "one\r\n2\r\n", "one\ntwo\n", one, "one\r\ntwo\r\n"},
		{"CRLF that the client tells as it is", "one\r\n2\r\n", "one\r\ntwo\r\n", one, "one\r\ntwo\r\n"},
		{"a byte-order mark", "\ufeffone\n2\n", "one\ntwo\n", one, "\ufeffone\ntwo\n"},
		{"a byte-order mark that the client tells", "\ufeffone\n2\n", "\ufeffone\ntwo\n", one, "\ufeffone\ntwo\n"},
		{"UTF-16", utf16le("\ufeffone\r\n2 \U0001F680\r\n"), "one\ntwo \U0001F680\n", hunk(2, 1, 2, 1, "-two \U0001F680", "+2 \U0001F680"), utf16le("\ufeffone\r\ntwo \U0001F680\r\n")},
		{"UTF-16, big end first", utf16be("\ufeffone\n2\n"), "one\ntwo\n", one, utf16be("\ufeffone\ntwo\n")},
		{"lines added and taken", "0\none\nthree\nfour\n4\n", "one\ntwo\nthree\nfour\n", append(hunk(1, 3, 1, 3, "+0", " one", "-two", " three"), hunk(5, 0, 5, 1, "+4")...), "one\ntwo\nthree\nfour\n"},
		{"tabs that the client shows as spaces", "\tone\n\t\t2\n", "\tone\n\t\ttwo\n", hunk(1, 2, 1, 2, "   one", "-    two", "+    2"), "\tone\n\t\ttwo\n"},
		{"nothing changed", "one\n", "one\n", nil, "one\n"},
		{"from empty", "one\n", "", hunk(1, 0, 1, 1, "+one"), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			y := working(t)
			y.put("b.txt", test.present)
			if err := os.Chmod(y.path("b.txt"), 0o600); err != nil {
				t.Fatal(err)
			}
			if lines := y.edited(hook.Edit{File: y.path("b.txt"), Before: &test.before, Hunks: test.hunks}); lines != nil {
				t.Fatalf("it says %q", lines)
			}
			f := y.files()["b.txt"]
			if !f.Existed || f.Mode != "0600" || y.read(f.BackupPath) != test.want {
				t.Errorf("%+v holds %q, want %q", f, y.read(f.BackupPath), test.want)
			}
			// Only the first edit counts.
			again := "something else"
			y.edited(hook.Edit{File: y.path("b.txt"), Before: &again})
			if got := y.read(f.BackupPath); got != test.want {
				t.Errorf("a later edit made it %q", got)
			}
		})
	}
}

func TestWhatIsNotCertainIsSaidOnceAndNotKept(t *testing.T) {
	one := hunk(2, 1, 2, 1, "-two", "+2")
	text := func(s string) *string { return &s }
	tests := []struct {
		name, present string
		before        *string
		hunks         []hook.Hunk
	}{
		{"the client does not say", "one\n2\n", nil, one},
		{"somebody else changed it too", "one!\n2\n", text("one\ntwo\n"), one},
		{"mixed line ends", "one\r\n2\n", text("one\ntwo\n"), one},
		{"the patch is another's", "one\n2\n", text("one\ntwo\n"), hunk(2, 1, 2, 1, "-zwei", "+2")},
		{"the patch lies elsewhere", "one\n2\n", text("one\ntwo\n"), hunk(9, 1, 9, 1, "-two", "+2")},
		{"a patch that makes no sense", "one\n2\n", text("one\ntwo\n"), hunk(-5, 1<<30, 0, -7, "", "?", "-")},
		{"bytes that are no text", "one\n2\n\xff", text("one\ntwo\n\ufffd"), one},
		{"half a UTF-16 unit", "\xff\xfea", text("a"), nil},
		{"nothing tells how its lines ended", "2", text("one\ntwo\n"), hunk(1, 2, 1, 1, "-one", "-two", "+2")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			y := working(t)
			y.put("b.txt", test.present)
			e := hook.Edit{File: y.path("b.txt"), Before: test.before, Hunks: test.hunks}
			if lines := y.edited(e); len(lines) != 1 || !strings.Contains(lines[0], "b.txt") || !strings.Contains(lines[0], "chk-1-1") {
				t.Errorf("it says %q", lines)
			}
			if len(y.failed()) != 1 {
				t.Errorf("failures: %v", y.failed())
			}
			// The text before a second edit is not what stood before the first.
			e.Before, e.Hunks = &test.present, nil
			if lines := y.edited(e); lines != nil || len(y.failed()) != 1 {
				t.Errorf("then it says %q, %v", lines, y.failed())
			}
			if f, ok := y.files()["b.txt"]; ok {
				t.Errorf("the checkpoint holds %+v", f)
			}
		})
	}
}

func TestWhatIsNoFileOrTooLargeIsSaidOnce(t *testing.T) {
	y := working(t)
	before := "x"
	y.put("big", strings.Repeat("x", checkpoint.MaxBackup+1))
	disk.Folder(t, y.path("folder"))
	for rel, why := range map[string]string{"big": "larger than 10 MB", "folder": "cannot be read", "gone": "cannot be read"} {
		e := hook.Edit{File: y.path(rel), Before: &before}
		if lines := y.edited(e); len(lines) != 1 || !strings.Contains(lines[0], why) {
			t.Errorf("%s: it says %q", rel, lines)
		}
		if lines := y.edited(e); lines != nil {
			t.Errorf("%s: then it says %q", rel, lines)
		}
	}
}

func TestAFileThatWasCreatedDidNotExist(t *testing.T) {
	y := working(t)
	y.put("new.go", "new\n")
	if lines := y.edited(hook.Edit{File: y.path("new.go"), Created: true}); lines != nil {
		t.Errorf("it says %q", lines)
	}
	if f, ok := y.files()["new.go"]; !ok || f.Existed || f.BackupPath != "" {
		t.Errorf("%+v", f)
	}
}

func TestANotebookIsKeptByItsWholeText(t *testing.T) {
	y := working(t)
	y.put("n.ipynb", "{\r\n 2\r\n}")
	before, after := "{\n 1\n}", "{\n 2\n}"
	y.edited(hook.Edit{File: y.path("n.ipynb"), Before: &before, After: &after})
	if f := y.files()["n.ipynb"]; y.read(f.BackupPath) != "{\r\n 1\r\n}" {
		t.Errorf("%+v", f)
	}
	y.put("m.ipynb", "{\n 3\n}")
	if lines := y.edited(hook.Edit{File: y.path("m.ipynb"), Before: &before, After: &after}); len(lines) != 1 {
		t.Errorf("it says %q", lines)
	}
}

func TestFilesThatAreNoneOfTheProjectsAreLeftOut(t *testing.T) {
	y := working(t)
	outside := filepath.Join(t.TempDir(), "x")
	before := "x"
	disk.Write(t, outside, before)
	n := len(y.files())
	for _, file := range []string{outside, y.path(".git/hooks/pre-commit"), y.path(".GIT/config"), y.path(task.PathOf("1")), y.path(checkpoint.Dir + "/chk-1-1/a.go"), "", "../x"} {
		if lines := y.edited(hook.Edit{File: file, Before: &before, Created: true}); lines != nil {
			t.Errorf("%q: it says %q", file, lines)
		}
	}
	if len(y.files()) != n || len(y.failed()) > 0 {
		t.Errorf("%v, %v", y.files(), y.failed())
	}
}

func TestEveryTaskInProgressGetsTheBytes(t *testing.T) {
	y := working(t)
	y.task("2", "In Progress")
	y.task("3", "Pending")
	y.watch(longAgo)
	y.wants("chk-1-1", "chk-2-1")
	y.put("b.txt", "2\n")
	before := "1\n"
	y.edited(hook.Edit{File: y.path("b.txt"), Before: &before, Hunks: hunk(1, 1, 1, 1, "-1", "+2")})
	for _, id := range []string{"chk-1-1", "chk-2-1"} {
		if got := y.read(checkpoint.Dir + "/" + id + "/b.txt"); got != before {
			t.Errorf("%s holds %q", id, got)
		}
	}
	y.task("1", "Finished")
	y.task("2", "Finished")
	y.watch(longAgo)
	y.put("c.txt", "2\n")
	y.edited(hook.Edit{File: y.path("c.txt"), Before: &before, Hunks: hunk(1, 1, 1, 1, "-1", "+2")})
	if _, ok := y.files()["c.txt"]; ok {
		t.Error("a finished task's checkpoint was added to")
	}
}

func TestACheckpointMadeAfterTheEditSaysSo(t *testing.T) {
	y := newYard(t)
	y.put("a.go", "2\n")
	y.task("1", "In Progress")
	y.watch(longAgo) // this edit's hook is the first to see the turn
	y.wants("chk-1-1")
	before := "1\n"
	e := hook.Edit{File: y.path("a.go"), Before: &before, Hunks: hunk(1, 1, 1, 1, "-1", "+2")}
	if lines := y.edited(e); len(lines) != 1 || !strings.Contains(lines[0], "made after this edit") {
		t.Errorf("it says %q", lines)
	}
	if lines := y.edited(e); lines != nil {
		t.Errorf("then it says %q", lines)
	}

	// Changed in the shell and edited back, long after the checkpoint.
	x := newYard(t)
	x.put("a.go", "2\n")
	x.task("1", "In Progress")
	x.watch(longAgo)
	x.wants("chk-1-1")
	time.Sleep(20 * time.Millisecond) // file systems count in ticks
	x.put("a.go", "2\n")
	e.File = x.path("a.go")
	if lines := x.edited(e); lines != nil {
		t.Errorf("of an edit long after the checkpoint it says %q", lines)
	}

	z := working(t)
	z.put("a.go", "2\n")
	before = "a\n"
	if lines := z.edited(hook.Edit{File: z.path("a.go"), Before: &before, Hunks: hunk(1, 1, 1, 1, "-a", "+2")}); lines != nil {
		t.Errorf("of an edit after the checkpoint it says %q", lines)
	}
}

func TestAHookThatCannotWaitForAnotherSaysSo(t *testing.T) {
	y := working(t)
	y.task("2", "In Progress")
	err := durable.File(statePath(y)+".lock").Locked(t.Context(), 0, func() error {
		impatient, cancel := context.WithCancel(t.Context())
		cancel()
		if err := y.g.After(impatient); err == nil {
			t.Error("no error")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	y.wants("chk-1-1")
	y.watch(yet)
	y.wants("chk-1-1", "chk-2-1")
}

func TestAnEditIsNotLookedAtWhileNoTaskIsInProgress(t *testing.T) {
	unheld := func(y *yard) {
		t.Helper()
		y.put("b.txt", "2\n")
		if lines := y.edited(hook.Edit{File: y.path("b.txt")}); lines != nil || len(y.failed()) > 0 {
			t.Errorf("it says %q, %v", lines, y.failed())
		}
	}
	y := newYard(t)
	unheld(y)
	y.task("1", "Pending")
	y.watch(yet)
	unheld(y)
	y = working(t)
	if err := os.RemoveAll(y.path(task.Dir)); err != nil {
		t.Fatal(err)
	}
	unheld(y)
}
