package machine_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"holdfast/lib/machine"
	"holdfast/testscripts/disk"
)

const many = 64

func newFolder(t *testing.T) machine.Folder {
	t.Helper()
	return machine.Folder{Path: filepath.Join(t.TempDir(), "holdfast")}
}

func inParallel(n int, do func(i int)) {
	var done sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		done.Add(1)
		go func() {
			defer done.Done()
			<-start
			do(i)
		}()
	}
	close(start)
	done.Wait()
}

func TestSumIsTheSHA256InLowerCaseHex(t *testing.T) {
	const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if got := machine.Sum(nil); got != empty {
		t.Errorf("the sum of nothing is %q", got)
	}
}

func TestTheLedgerHoldsWhatWasRecordedAndNothingElse(t *testing.T) {
	f := newFolder(t)
	mine, other := machine.Sum([]byte("mine")), machine.Sum([]byte("other"))
	if f.Wrote(mine) {
		t.Error("an empty ledger holds a sum")
	}
	for range 2 {
		if err := f.Record(mine); err != nil {
			t.Fatal(err)
		}
	}
	if !f.Wrote(mine) || f.Wrote(other) {
		t.Errorf("mine %t, other %t", f.Wrote(mine), f.Wrote(other))
	}
	if f.Wrote(strings.ToUpper(mine)) || f.Wrote("") || f.Wrote(mine[:63]) || f.Wrote(mine+"0") {
		t.Error("what is no sum of ours counts as ours")
	}
	shard := filepath.Join(f.State(), "ledger", mine[:2])
	b := disk.Read(t, shard)
	if n := strings.Count(string(b), mine); n != 1 {
		t.Errorf("recorded twice, the sum stands there %d times", n)
	}
	for path, mode := range map[string]fs.FileMode{f.Path: 0o700, f.State(): 0o700, shard: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%q: mode %v, %v, want %o", filepath.Base(path), info.Mode(), err, mode)
		}
	}
}

func TestAWrongSumIsRefusedAndTouchesNothing(t *testing.T) {
	good := machine.Sum([]byte("good"))
	for _, sum := range []string{
		"", "ab", good[:63], good + "0", strings.ToUpper(good), strings.Repeat("g", 64),
		".." + strings.Repeat("/", 62), strings.Repeat("\n", 64), "a/" + good[2:], good[:62] + "\n\n",
	} {
		f := newFolder(t)
		if err := f.Record(sum); err == nil {
			t.Errorf("%q was recorded", sum)
		}
		if entries, _ := os.ReadDir(filepath.Join(f.State(), "ledger")); len(entries) != 0 {
			t.Errorf("%q left %v", sum, entries)
		}
		if f.Wrote(sum) {
			t.Errorf("%q is in the ledger", sum)
		}
	}
}

func TestARecordCutShortSpoilsOnlyItself(t *testing.T) {
	sum := machine.Sum([]byte("whole"))
	before := sum[:2] + strings.Repeat("1", 62)
	for name, torn := range map[string]string{
		"in the middle of its sum": "\n" + before + "\n\n" + before[:30],
		"after its first byte":     "\n" + before + "\n\n",
		"before its last byte":     "\n" + before,
		"with half of the own sum": "\n" + before + "\n\n" + sum[:40],
		"with bytes of a crash":    "\n" + before + "\n\x00\x00\x00\x00",
	} {
		t.Run(name, func(t *testing.T) {
			f := newFolder(t)
			disk.Write(t, filepath.Join(f.State(), "ledger", sum[:2]), torn)
			if f.Wrote(sum) {
				t.Error("a torn record counts")
			}
			if err := f.Record(sum); err != nil {
				t.Fatal(err)
			}
			if !f.Wrote(sum) || !f.Wrote(before) {
				t.Errorf("new %t, before %t", f.Wrote(sum), f.Wrote(before))
			}
		})
	}
}

func TestASumInsideALongerLineIsNoRecord(t *testing.T) {
	f := newFolder(t)
	sum := machine.Sum([]byte("x"))
	disk.Write(t, filepath.Join(f.State(), "ledger", sum[:2]), "\nff"+sum+"\n"+sum+"ff\n")
	if f.Wrote(sum) {
		t.Error("a part of a line counts as a record")
	}
}

func TestManyWritersLoseNoRecord(t *testing.T) {
	f := newFolder(t)
	inParallel(many, func(i int) {
		for j := range 3 {
			if err := f.Record(machine.Sum(fmt.Append(nil, i%50, " ", j))); err != nil {
				t.Error(err)
			}
		}
	})
	for i := range 50 {
		for j := range 3 {
			if !f.Wrote(machine.Sum(fmt.Append(nil, i, " ", j))) {
				t.Errorf("record %d %d is lost", i, j)
			}
		}
	}
}

func TestALedgerThatCannotBeUsedHoldsNothingAndSaysSo(t *testing.T) {
	f := newFolder(t)
	sum := machine.Sum(nil)
	disk.Folder(t, filepath.Join(f.State(), "ledger", sum[:2]))
	if f.Wrote(sum) || f.Record(sum) == nil {
		t.Error("a folder passes for a part of the ledger")
	}
	g := newFolder(t)
	disk.Write(t, g.Path, "a file in the way")
	if g.Wrote(sum) || g.Record(sum) == nil || g.Writable() == nil {
		t.Error("a file passes for the machine folder")
	}
	if err := g.LogFailure(machine.Failure{}); err == nil {
		t.Error("a file passes for the log's folder")
	}
	if err := g.MarkShown("0123", day); err == nil {
		t.Error("a file passes for the folder of the mark")
	}
}

func TestWritableLeavesNothing(t *testing.T) {
	f := newFolder(t)
	for range 2 {
		if err := f.Writable(); err != nil {
			t.Fatal(err)
		}
	}
	if entries, err := os.ReadDir(f.State()); err != nil || len(entries) != 0 {
		t.Errorf("left %v, %v", entries, err)
	}
	if os.Geteuid() == 0 {
		return // whom no permission holds
	}
	if err := os.Chmod(f.State(), 0o500); err != nil {
		t.Fatal(err)
	}
	if f.Writable() == nil {
		t.Error("a folder that cannot be written passes for writable")
	}
}

func TestALedgerAnswersSeveralGoroutinesAtOnce(t *testing.T) {
	f := newFolder(t)
	var sums []string
	for i := range 100 {
		sums = append(sums, machine.Sum([]byte{byte(i)}))
		if err := f.Record(sums[i]); err != nil {
			t.Fatal(err)
		}
	}
	l := f.Ledger()
	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			for _, s := range sums {
				if l.Empty() || !l.Wrote(s) {
					t.Errorf("the ledger does not hold %q", s)
				}
			}
		})
	}
	asking.Wait()
}

func TestWhatWasForgottenLaterIsNotBroughtBackByAnEarlierTime(t *testing.T) {
	f, late := newFolder(t), time.Date(2026, 11, 29, 12, 0, 0, 5, time.UTC)
	for _, at := range []time.Time{late.Add(-time.Hour), late, late.Add(-time.Minute), {}} {
		if err := f.Forget(at, "one"); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Forget(late, "two", "three"); err != nil {
		t.Fatal(err)
	}
	until, whole := f.Forgotten()
	for id, all := range map[string]bool{"one": true, "two": false, "three": false} {
		if mark := machine.Mark(id); !until[mark].Equal(late) || whole[mark] != all {
			t.Errorf("%q is forgotten up to %v, whole %v", id, until[mark], whole[mark])
		}
	}
	if mark := machine.Mark("four"); !until[mark].IsZero() || whole[mark] {
		t.Error("a session that nobody forgot is forgotten")
	}
}
