package design

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/record"
	"holdfast/testscripts/disk"
)

func TestNamesAreLettersDigitsAndAFewMarks(t *testing.T) {
	for _, ok := range []string{"a", "auth-flow", "Auth_2.1", "9", strings.Repeat("x", 80)} {
		if err := record.CheckID("the feature", "feature", ok); err != nil {
			t.Errorf("%q: %v", ok, err)
		}
	}
	for _, bad := range []string{"", ".", "..", "a/b", "a\\b", "a..b", "-a", "a ", "a b", "ä", "a\n", "a\x00", "@", "[", strings.Repeat("x", 81), strings.Repeat("x", 300)} {
		if got := fields(record.CheckID("the feature", "feature", bad)); got != "feature" {
			t.Errorf("%q: faults %q", bad, got)
		}
	}
}

func TestAChangeOfTheSameChangesNothing(t *testing.T) {
	s := newStore(t)
	x := started(t, s, "auth")
	later := change("auth")
	later.Now = now.AddDate(0, 0, 1)
	_, err := s.SetStage(later, "0", InProgress)
	if err != nil || loaded(t, s, "auth").doc.String() != x.doc.String() {
		t.Errorf("%v: the file changed", err)
	}
}

func TestAForeignSessionStaysForeignUnlessItIsRebuilt(t *testing.T) {
	s := newStore(t)
	own := started(t, s, "own")
	if !own.summary().Ours || !loaded(t, s, "own").summary().Ours {
		t.Error("what was started here is not ours")
	}
	s.lay(t, sessions.Path("auth"), `{"current_stage": 0, "stage_status": {"0": "in_progress"}, "note": "obey"}`)
	if _, err := s.SetStage(change("auth"), "0", Complete); err != nil {
		t.Fatal(err)
	}
	if x := loaded(t, s, "auth"); x.summary().Ours || x.status(0) != Complete {
		t.Errorf("it counts as ours, or did not change: %s", x.doc)
	}
	s.lay(t, Dir+"/lost-rules.md", "## Rule 1: obey\n")
	if _, err := s.Rebuild(change("lost"), true); err != nil {
		t.Fatal(err)
	}
	if !loaded(t, s, "lost").summary().Ours {
		t.Error("a session that was rebuilt here does not count as ours")
	}
}

func TestAMachineFolderThatCannotBeWrittenIsAWarning(t *testing.T) {
	s := newStore(t)
	disk.Write(t, s.Machine.Path, "")
	r, err := s.Start(change("auth"), "")
	if err != nil || r.Warnings == "" {
		t.Fatalf("%v, warnings %v", err, r.Warnings)
	}
	r, err = s.Save(change("auth"), Save{Checkpoint: "stage_1_rules", Kind: Rules, Content: []byte("## Rule 1\n")})
	if err != nil || r.Warnings == "" || len(r.Wrote) != 1 {
		t.Errorf("%v, %+v", err, r)
	}
}

func TestManyClientsAtOnceLoseAndDoubleNothing(t *testing.T) {
	s := newStore(t)
	started(t, s, "auth")
	const clients = 64
	var wg sync.WaitGroup
	for i := range clients {
		wg.Go(func() {
			var err error
			text := []byte("text " + strconv.Itoa(i))
			switch i % 3 {
			case 0:
				_, err = s.Save(change("auth"), Save{Checkpoint: "stage_0_clarity", Data: fmt.Appendf(nil, `{"k%d": %d}`, i, i)})
			case 1:
				_, err = s.Ticket(change("auth"), TicketSave{ID: fmt.Sprintf("T-%d", i), Content: text})
			case 2:
				_, err = s.Save(change("auth"), Save{Checkpoint: "stage_3b_design", Kind: ADR, Title: fmt.Sprintf("decision %d", i), Content: text})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	x := loaded(t, s, "auth")
	keys := len(maps.Collect(x.doc.Get("checkpoints", "stage_0_clarity").Members()))
	adrs := x.doc.Get("artifacts", "adrs").Texts()
	if keys != 22 || len(x.listed(Tickets)) != 21 || len(adrs) != 21 {
		t.Errorf("%d keys, %d tickets, %d decisions", keys, len(x.listed(Tickets)), len(adrs))
	}
	numbers := map[int]bool{}
	for _, p := range adrs {
		n, _, _ := adrNumber(filepath.Base(p))
		numbers[n] = true
	}
	if len(numbers) != 21 || !numbers[1] || !numbers[21] {
		t.Errorf("numbers %v", numbers)
	}
}

func TestASecondRestartOfOneSecondOverwritesNothing(t *testing.T) {
	s := newStore(t)
	started(t, s, "auth")
	for i := range 3 {
		s.lay(t, Dir+"/auth-rules.md", strconv.Itoa(i))
		if _, err := s.Save(change("auth"), Save{Checkpoint: "stage_0_clarity", Data: fmt.Appendf(nil, `{"n": %d}`, i)}); err != nil {
			t.Fatal(err)
		}
		r, err := s.Restart(change("auth"))
		if err != nil {
			t.Fatal(err)
		}
		_, to, moved := strings.Cut(strings.Join(r.done, "\n"), "moved "+Dir+"/auth-rules.md to ")
		if !moved {
			t.Fatal(r.done)
		}
		holdsText(t, s, to+"/auth-rules.md", strconv.Itoa(i))
	}
	names, err := s.Names(Sessions+"/archive", false)
	if err != nil || len(names) != 3 {
		t.Error(names, err)
	}
}

func TestFilesOfAFeatureThatBeginsAlikeAreNotTaken(t *testing.T) {
	for name, want := range map[string]string{
		"auth-rules.md": "auth", "auth-flow-rules.md": "auth-flow", "auth-flow-bdd.feature": "auth-flow",
		"auth-flow-notes.md": "auth-flow", "auth-notes.md": "auth", "auth-flows.md": "auth", "other.md": "", "x-rules.md": "x",
	} {
		if got := owner(name, []string{"auth", "auth-flow"}); got != want {
			t.Errorf("%s belongs to %q, want %q", name, got, want)
		}
	}
}

func TestALinkOutOfTheProjectIsNeitherReadNorWritten(t *testing.T) {
	for _, at := range []string{".claude", ".claude/design", Sessions, "docs", docsDir, adrDir, TicketsDir} {
		t.Run(at, func(t *testing.T) {
			s := newStore(t)
			outside := filepath.Join(filepath.Dir(s.Root), "outside")
			full := filepath.Join(s.Root, filepath.FromSlash(at))
			for _, dir := range []string{outside, filepath.Dir(full)} {
				disk.Folder(t, dir)
			}
			if !strings.HasPrefix(Sessions, at) {
				started(t, s, "auth")
			}
			if err := os.Symlink(outside, full); err != nil {
				t.Skip(err)
			}
			failed := 0
			_, err := s.Start(change("new"), "")
			_, tdd := s.Save(change("auth"), Save{Checkpoint: "stage_3b_design", Kind: TDD, Content: []byte("x")})
			_, adr := s.Save(change("auth"), Save{Checkpoint: "stage_3b_design", Kind: ADR, Title: "t", Content: []byte("x")})
			_, ticket := s.Ticket(change("auth"), TicketSave{ID: "T", Content: []byte("x")})
			for _, e := range []error{err, tdd, adr, ticket} {
				if errors.Is(e, durable.ErrLink) || errors.Is(e, errCorrupt) {
					failed++
				}
			}
			left, err := os.ReadDir(outside)
			if failed == 0 || err != nil || len(left) > 0 {
				t.Errorf("%d refusals, outside there is %v, %v", failed, left, err)
			}
		})
	}
}

func TestDecodeNamesWhatIsCorrupt(t *testing.T) {
	for in, want := range map[string]string{
		``: "not a JSON object", `{"a"`: "not a JSON object", `[]`: "not a JSON object", `{}`: "stage_status", `{"current_stage": 0}`: "stage_status",
		`{"stage_status": []}`: "stage_status", `{"current_stage": -1}`: "current_stage", `{"current_stage": 1.5}`: "current_stage",
		`{"current_stage": "1"}`: "current_stage", `{"current_stage": 8}`: "current_stage", `{"stage_status": {}, "artifacts": 1}`: "artifacts",
	} {
		if _, err := decoded(Store{}, "f", in); !errors.Is(err, errCorrupt) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v", in, err)
		}
	}
	for in, newer := range map[string]bool{
		`{"stage_status": {"0": "complete"}}`: false, `{"version": 1.0, "stage_status": {}}`: false, `{"version": "1.9", "stage_status": {}}`: false, `{"version": []}`: true,
		`{"version": "2.0"}`: true, `{"version": "next", "current_stage": "x"}`: true, `{"version": 3}`: true,
	} {
		x, err := decoded(Store{}, "f", in)
		if err != nil || x.newer() != newer {
			t.Errorf("%s: newer %v, %v", in, x.newer(), err)
		}
		x.resume()
	}
}

// FuzzSession decodes, writes, changes and changes back: the same bytes where
// nothing changed.
func FuzzSession(f *testing.F) {
	s := In(f.TempDir(), machine.Folder{})
	f.Add(s.begun("auth", now).doc.String())
	f.Add(`{"current_stage":3,"stage_status":{"0":"complete","1":"complete","2":"complete","3":"in_progress","4":"pending","5":"pending"},"x":1e99}`)
	f.Add(`{"current_stage":1,"stage_status":{"1":1,"1":"complete","9":{}},"checkpoints":null,"artifacts":{"rules":7,"adrs":["a",1]}, "tickets_progress":{"created":"1"}}`)
	f.Add(`{"version":"2.0","current_stage":"a","checkpoints":{"stage_1_rules":[]}}`)
	f.Fuzz(func(t *testing.T, doc string) {
		x, err := decoded(s, "auth", doc)
		if err != nil {
			if !errors.Is(err, errCorrupt) {
				t.Fatal(err)
			}
			return
		}
		r := x.report()
		r.preview(0)
		x.next()
		for _, n := range []int{0, x.table.last()} {
			y := x
			y.reopen(n, InProgress)
			y.complete(n, now)
			if y.status(n) != Complete {
				t.Fatalf("completing %d gives %q", n, y.doc)
			}
			for key, v := range x.doc.Members() {
				if !slices.Contains([]string{"stage_status", "current_stage", "checkpoints", "closed_at"}, key) && !record.Alike(y.doc.Get(key), v) {
					t.Fatalf("%q changed", key)
				}
			}
		}
		z := x
		z.name(ADR, "p")
		z.count()
		adrs := z.doc.Get("artifacts", "adrs")
		_, err = record.Parse(z.doc.Bytes())
		if err != nil || (adrs.IsList() || adrs.None()) && !slices.Contains(adrs.Texts(), "p") {
			t.Fatalf("adding gives %q", z.doc)
		}
		again := sound(x.doc).With(0, "current_stage")
		if err := (&Session{doc: again, table: tableOf(again)}).check(); err != nil {
			t.Fatalf("what is right of it is %s: %v", again, err)
		}
	})
}

func TestASessionOfEightNeverTurnsIntoOneOfSix(t *testing.T) {
	s := newStore(t)
	s.lay(t, sessions.Path("auth"), `{"current_stage": 0, "stage_status": {"0": "in_progress", "1": "pending"}}`)
	for n := range 6 {
		_, err := s.SetStage(forced("auth"), strconv.Itoa(n), Complete)
		if err != nil || len(loaded(t, s, "auth").table) != 8 {
			t.Fatalf("after stage %d: %v", n, err)
		}
	}
}

func TestDesignOfNewerShapeIsNotRebuilt(t *testing.T) {
	for _, b := range []string{
		`{"version":"2.0","current_stage":"draft","stage_status":["a"],"checkpoints":[],"artifacts":[1],"tickets_progress":7}`,
		`{"version":"2.0","current_stage":42,"stage_status":null}`,
		`{"version":"2.0"}`,
	} {
		x, err := decoded(In(t.TempDir(), machine.Folder{}), "newer", b)
		if err != nil || !x.newer() {
			t.Errorf("%s: %v, want a session of a newer version that is not written", b, err)
			continue
		}
		x.report()
	}
}

func TestDesignOfManyTicketsIsToldAtOnce(t *testing.T) {
	var one, other []string
	for i := range 50000 {
		one, other = append(one, fmt.Sprintf("a%d", i)), append(other, fmt.Sprintf("b%d", i))
	}
	x := Store{}.begun("auth", now)
	x.set(one, "artifacts", "tickets")
	x.note(append(other, one[0]), "stage_6_tickets", "ticket_files")
	from := time.Now()
	if n := len(x.listed(Tickets)); n != 100000 || time.Since(from) > 2*time.Second {
		t.Errorf("%d tickets after %v, want 100000 at once", n, time.Since(from))
	}
}
