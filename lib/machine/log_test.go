package machine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holdfast/lib/machine"
	"holdfast/testscripts/disk"
)

var day = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func logFailure(t *testing.T, f machine.Folder, at time.Time, message string) {
	t.Helper()
	if err := f.LogFailure(machine.Failure{Time: at, Program: "pre-compact", Message: message}); err != nil {
		t.Fatal(err)
	}
}

func failures(t *testing.T, f machine.Folder, since time.Time) []machine.Failure {
	t.Helper()
	all, err := f.Failures(since)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func logSize(t *testing.T, f machine.Folder) (size int64) {
	t.Helper()
	for _, name := range []string{"log", "log.1"} {
		if info, err := os.Stat(filepath.Join(f.State(), name)); err == nil {
			size += info.Size()
		}
	}
	return size
}

func TestTheLogReturnsWhatWasLoggedAfterATime(t *testing.T) {
	f := newFolder(t)
	if all := failures(t, f, time.Time{}); len(all) != 0 {
		t.Errorf("no log holds %v", all)
	}
	for i, message := range []string{"first", "second\twith a tab", "third"} {
		logFailure(t, f, day.Add(time.Duration(i)*time.Millisecond).In(time.FixedZone("", 3600)), message)
	}
	all := failures(t, f, day)
	if len(all) != 2 {
		t.Fatalf("%d failures after the first, want 2", len(all))
	}
	want := machine.Failure{Time: day.Add(time.Millisecond), Program: "pre-compact", Message: "second with a tab"}
	if got := all[0]; !got.Time.Equal(want.Time) || got.Program != want.Program || got.Message != want.Message {
		t.Errorf("%+v, want %+v", got, want)
	}
	b, err := os.ReadFile(filepath.Join(f.State(), "log"))
	if err != nil || !strings.HasPrefix(string(b), "2026-11-21T09:00:00Z\tpre-compact\t\tfirst\n") {
		t.Errorf("the log holds %q, %v", b, err)
	}
	if info, err := os.Stat(filepath.Join(f.State(), "log")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestAFailureIsOneLineOf500BytesWithoutControlCharacters(t *testing.T) {
	for name, message := range map[string]string{
		"line breaks":    "a\nb\r\nc\x00d\x1b[31me\x7ff",
		"a long one":     strings.Repeat("ä", 400),
		"invalid UTF-8":  "a\xff\xfeb",
		"a forged line":  "x\n2026-11-21T09:00:00Z\tpost-tool\tforged",
		"nothing at all": "",
	} {
		t.Run(name, func(t *testing.T) {
			f := newFolder(t)
			logFailure(t, f, day, message)
			logFailure(t, f, day, "next")
			all := failures(t, f, time.Time{})
			if len(all) != 2 || all[0].Program != "pre-compact" || all[1].Message != "next" {
				t.Fatalf("read back as %+v", all)
			}
			got := all[0].Message
			if len(got) > 500 || !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Errorf("the message is %q", got)
			}
			if name == "a long one" && len(got) < 490 {
				t.Errorf("only %d bytes are left", len(got))
			}
		})
	}
}

func TestLinesThatDoNotParseArePassedOver(t *testing.T) {
	f := newFolder(t)
	disk.Write(t, filepath.Join(f.State(), "log"), "\x00\x00\n\nrubbish\nnot a time\tx\ty\n2026-11-21T09:00:00Z\tonly two\n"+
		"2026-11-21T09:00:00Z\tpost-tool\t/app\ta\tb\n2026-11-21T09:00:01Z\tpost")
	all := failures(t, f, time.Time{})
	if len(all) != 1 || all[0].Program != "post-tool" || all[0].Project != "/app" || all[0].Message != "a\tb" {
		t.Errorf("read %+v", all)
	}
}

func TestALineCutShortDoesNotSwallowTheNextFailure(t *testing.T) {
	f := newFolder(t)
	disk.Write(t, filepath.Join(f.State(), "log"), "2026-11-21T08:00:00Z\tpost-tool\tthe disk is fu")
	logFailure(t, f, day, "after the crash")
	all := failures(t, f, day.Add(-time.Minute))
	if len(all) != 1 || all[0].Message != "after the crash" {
		t.Errorf("read %+v", all)
	}
}

func TestTheLogIsBoundedAndKeepsTheNewest(t *testing.T) {
	f := newFolder(t)
	full := strings.Repeat("2026-11-20T09:00:00Z\tpost-tool\t\t"+strings.Repeat("x", 490)+"\n", 260)
	for round := range 3 {
		disk.Write(t, filepath.Join(f.State(), "log"), full)
		for i := range 3 {
			logFailure(t, f, day.Add(time.Duration(10*round+i)*time.Second), fmt.Sprintf("%d/%d", round, i))
		}
		if size := logSize(t, f); size > 2*(128<<10)+1024 {
			t.Errorf("the log takes %d bytes", size)
		}
		all := failures(t, f, time.Time{})
		if n := len(all); n < 260 || all[n-1].Message != fmt.Sprintf("%d/2", round) || all[n-3].Message != fmt.Sprintf("%d/0", round) {
			t.Errorf("round %d: %d lines are left, the last is %q", round, n, all[n-1].Message)
		}
	}
}

func TestManyWritersLoseNoFailureWhileTheLogTurnsOver(t *testing.T) {
	f := newFolder(t)
	// 64 times 4 lines of 500 bytes after 100 KiB: the log turns over once.
	disk.Write(t, filepath.Join(f.State(), "log"), strings.Repeat("2026-11-20T09:00:00Z\tpost-tool\told\n", (100<<10)/35))
	inParallel(many, func(i int) {
		for j := range 4 {
			e := machine.Failure{Time: day, Program: "post-tool", Message: fmt.Sprintf("%d/%d %s", i, j, strings.Repeat("x", 480))}
			if err := f.LogFailure(e); err != nil {
				t.Error(err)
			}
		}
	})
	seen := map[string]int{}
	for _, e := range failures(t, f, day.Add(-time.Second)) {
		name, _, _ := strings.Cut(e.Message, " ")
		seen[name]++
	}
	for i := range many {
		for j := range 4 {
			if n := seen[fmt.Sprintf("%d/%d", i, j)]; n != 1 {
				t.Errorf("failure %d/%d is there %d times", i, j, n)
			}
		}
	}
	if size := logSize(t, f); size > 400<<10 {
		t.Errorf("the log takes %d bytes", size)
	}
}

func TestALogThatIsNoFileIsSaidAndDoesNotBlock(t *testing.T) {
	f := newFolder(t)
	disk.Folder(t, filepath.Join(f.State(), "log"))
	if err := f.LogFailure(machine.Failure{Time: day}); err == nil {
		t.Error("a folder was written as the log")
	}
	if _, err := f.Failures(time.Time{}); err == nil {
		t.Error("a folder was read as the log")
	}
}

func TestShownRemembersToTheNanosecond(t *testing.T) {
	f := newFolder(t)
	if !f.Shown("0123").IsZero() {
		t.Error("something was shown before anything was")
	}
	at := day.Add(123456789)
	if err := f.MarkShown("0123", at); err != nil {
		t.Fatal(err)
	}
	if !f.Shown("0123").Equal(at) {
		t.Errorf("%v, want %v", f.Shown("0123"), at)
	}
	logFailure(t, f, at, "shown")
	logFailure(t, f, at.Add(1), "new")
	if all := failures(t, f, f.Shown("0123")); len(all) != 1 || all[0].Message != "new" {
		t.Errorf("not shown yet: %+v", all)
	}
	for _, rubbish := range []string{"", "yesterday", strings.Repeat("9", 200)} {
		disk.Write(t, filepath.Join(f.Project("0123"), "failures.shown"), rubbish)
		if !f.Shown("0123").IsZero() {
			t.Errorf("%q is read as a time", rubbish)
		}
	}
}
