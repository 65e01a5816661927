//go:build !windows

package epic

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"holdfast/lib/beads"
	"holdfast/lib/machine"
	"holdfast/lib/resume"
)

// tracked gives the store a tracker made of a shell script.
func (s Store) tracked(t *testing.T, script string) Store {
	t.Helper()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "bd"), []byte("#!/bin/sh\n"+script), 0o755))
	s.Beads = beads.Tracker{Root: s.Root, Path: dir, Env: []string{"PATH=/bin:/usr/bin"}}
	return s
}

// untracked is a git that tracks nothing but the files of the epics named.
type untracked []string

func (u untracked) of(_ context.Context, paths []string) ([]string, error) {
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool {
		return slices.ContainsFunc(u, func(id string) bool { return p == Path(id) })
	}), nil
}

func (s Store) entries(t *testing.T) []resume.Entry {
	t.Helper()
	s.Untracked = untracked{}.of
	all, err := s.Resume(context.Background(), resume.Query{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func told(e resume.Entry) string {
	s := e.Kind + " " + e.ID + " " + e.Path + " " + e.State + ", " + e.Fit
	for _, d := range e.Details {
		s += "; " + d.Name + ": " + strings.Join(d.Lines, " | ")
	}
	return s
}

func simple(id string) string {
	return `{"epic_id":"` + id + `","wave_completed":1,"wave_receipts":["secret words"],"budget_tier":"pro/api"}`
}

func TestWithoutAnEpicTheTrackerIsNotAsked(t *testing.T) {
	s := newStore(t).tracked(t, "touch asked\n")
	s.file(t, "e-1-report.md", "x", 0)
	s.file(t, "sdd-wave-active-e-1.flag", "", 7*time.Hour)
	if e := s.entries(t); len(e) != 0 {
		t.Errorf("%+v", e)
	}
	if _, err := os.Stat(filepath.Join(s.Root, "asked")); err == nil {
		t.Error("bd ran")
	}
}

func TestTheMostRecentlyWrittenIsAnnouncedAndTheOthersNamed(t *testing.T) {
	s := newStore(t)
	s.file(t, "sdd-checkpoint-e-1.json", simple("e-1"), time.Hour)
	s.file(t, "sdd-checkpoint-e-2.json", simple("e-2"), time.Minute)
	s.file(t, "sdd-checkpoint-e-3.json", simple("e-9"), time.Second)
	s.file(t, "sdd-checkpoint-<b>.json", simple("<b>"), 0)
	long := strings.Repeat("e", maxAnnounced+1)
	s.file(t, "sdd-checkpoint-"+long+".json", simple(long), time.Second)
	e := slices.DeleteFunc(s.entries(t), func(x resume.Entry) bool { return x.ID == long && x.Announce.String() == "" })
	if len(e) != 3 {
		t.Fatalf("%+v", e)
	}
	if e[0].ID != "e-2" || e[0].Announce.String() == "" || e[0].Pointer || e[0].Ours || e[0].State != "wave 1 completed" || e[0].Fit != "wave 2 is next" {
		t.Errorf("%+v", e[0])
	}
	if strings.Contains(told(e[0]), "secret words") || !strings.Contains(told(e[0]), "pro/api") {
		t.Errorf("of a stranger's file is told: %s", told(e[0]))
	}
	if e[1].ID != "e-3" || e[1].State != "corrupt" || !e[1].Pointer || e[2].ID != "e-1" || !e[2].Pointer {
		t.Errorf("%+v", e[1:])
	}
	for _, x := range e[1:] {
		if x.Announce.String() != "" || strings.Contains(told(x), "<b>") {
			t.Errorf("%s", told(x))
		}
	}
	must(t, s.Machine.Record(machine.Sum([]byte(simple("e-2")))))
	if e := s.entries(t); !e[0].Ours || !strings.Contains(told(e[0]), "secret words") {
		t.Errorf("its own: %s", told(e[0]))
	}
}

func TestOfManyEpicsSomeAreNamedAndTheRestCounted(t *testing.T) {
	s := newStore(t)
	for i := range 30 {
		id := fmt.Sprintf("e-%d", i)
		s.file(t, "sdd-checkpoint-"+id+".json", simple(id), time.Duration(i)*time.Minute)
	}
	for source, c := range map[string]struct {
		n   int
		fit string
	}{"startup": {10, "21 more epics, which holdfast epic lists"}, "compact": {10, "21 more epics, which holdfast epic lists"}} {
		s.Untracked = untracked{}.of
		e, err := s.Resume(context.Background(), resume.Query{Now: now, Source: source})
		if err != nil || len(e) != c.n {
			t.Fatalf("%s: %d entries, %v", source, len(e), err)
		}
		if e[0].ID != "e-0" || e[0].Announce.String() == "" || e[1].ID != "e-1" || e[len(e)-1].Fit != c.fit {
			t.Errorf("%s: %+v", source, e)
		}
	}
	if all, more, err := s.all(4); err != nil || len(all) != 4 || more != 26 {
		t.Errorf("%d, %d, %v", len(all), more, err)
	}
}

func TestAnEpicWhoseIssuesAreAllClosedIsNotAnnounced(t *testing.T) {
	const closed = `echo '[{"id":"e.1","status":"closed"},{"id":"e.2","status":"closed"}]'` + "\n"
	for name, c := range map[string]struct {
		script    string
		announced bool
	}{
		"closed":           {`[ "$*" = "list --parent e-1 --all --limit 0 --json" ] || exit 1` + "\n" + closed, false},
		"one is open":      {`echo '[{"id":"e.1","status":"closed"},{"id":"e.2","status":"open"}]'`, true},
		"an empty list":    {`echo '[]'`, true},
		"null":             {`echo null`, true},
		"an error":         {`echo '{"error":"no issues"}'; exit 1`, true},
		"closed, but fail": {closed + "exit 1\n", true},
		"rubbish":          {`echo Hello`, true},
		"nameless":         {`echo '[{"status":"closed"}]'`, true},
		"a flood":          {`exec yes '[{"id":"e.1","status":"closed"},'`, true},
	} {
		s := newStore(t).tracked(t, c.script)
		s.file(t, "sdd-checkpoint-e-1.json", simple("e-1"), 0)
		e := s.entries(t)
		if len(e) != 1 || (e[0].Announce.String() != "") != c.announced {
			t.Errorf("%s: %+v", name, e)
			continue
		}
		if !c.announced && (!e[0].Pointer || e[0].Fit != "closed") {
			t.Errorf("%s: %+v", name, e[0])
		}
	}
}

func TestTheNextOpenEpicIsAnnouncedWhereTheNewestIsDone(t *testing.T) {
	s := newStore(t).tracked(t, `[ "$3" = e-2 ] && echo '[{"id":"e.1","status":"closed"}]' || echo '[{"id":"e.1","status":"in_progress"},{"id":"e.2","status":"<b>"}]'`)
	s.file(t, "sdd-checkpoint-e-1.json", simple("e-1"), time.Hour)
	s.file(t, "sdd-checkpoint-e-2.json", simple("e-2"), time.Minute)
	e := s.entries(t)
	if len(e) != 2 || e[0].ID != "e-1" || e[0].Announce.String() == "" || e[1].Announce.String() != "" || e[1].Fit != "closed" {
		t.Fatalf("%+v", e)
	}
	if got := told(e[0]); !strings.Contains(got, "open issues: e.1 in_progress | e.2 name#") {
		t.Errorf("%s", got)
	}
}

func TestAHangingTrackerIsKilledWithItsGroupAtTheEndOfItsTime(t *testing.T) {
	s := newStore(t).tracked(t, "sleep 61 & echo $! > child; wait\n")
	s.file(t, "sdd-checkpoint-e-1.json", simple("e-1"), time.Hour)
	s.file(t, "sdd-checkpoint-e-2.json", simple("e-2"), time.Minute)
	e := s.entries(t)
	if len(e) != 2 || e[0].ID != "e-2" || e[0].Announce.String() == "" {
		t.Fatalf("%+v", e)
	}
	// A killed child stays visible, as a zombie, until it is reaped.
	const gone = `child=$(cat child); for i in 1 2 3 4 5 6 7 8 9; do case $(ps -o stat= -p $child) in ''|Z*) exit 0;; esac; sleep 0.1; done; exit 1`
	cmd := exec.Command("sh", "-c", gone)
	cmd.Dir = s.Root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("its child lives: %v %s", err, out)
	}
}

func TestAPipeInACheckpointsPlaceIsCorrupt(t *testing.T) {
	s := newStore(t)
	if err := syscall.Mkfifo(filepath.Join(s.Root, "temp", "sdd-checkpoint-e-1.json"), 0o600); err != nil {
		t.Skip(err)
	}
	if e := s.entries(t); len(e) != 1 || e[0].State != "corrupt" || e[0].Fit != "it is not a file" {
		t.Errorf("%+v", e)
	}
	if m := s.merge1(t, Report{Wave: 1}); m.Warnings == "" || !m.Changed {
		t.Errorf("%+v", m)
	}
}

func TestInterruptedIsWhatIsInProgressWhileNothingIsReady(t *testing.T) {
	const issues = `[{"id":"e-1.1","status":"in_progress"},{"id":"e-1.2","status":"closed"},{"id":"e-1.3","status":"open"}]`
	for name, c := range map[string]struct{ ready, want string }{
		"nothing is ready":       {"[]", "e-1.1"},
		"one is ready":           {`[{"id":"e-1.3","status":"open"}]`, ""},
		"one of another epic is": {`[{"id":"e-12.3","status":"open"}]`, "e-1.1"},
		"one below is":           {`[{"id":"e-1.3.1","status":"open"}]`, ""},
	} {
		s := newStore(t).tracked(t, `[ "$1" = ready ] && echo '`+c.ready+`' || echo '`+issues+`'`)
		d := Shown{Checkpoint: Checkpoint{ID: "e-1"}}
		if err := d.ask(context.Background(), s.Beads); err != nil {
			t.Fatal(name, err)
		}
		if got := strings.Join(d.Interrupted, " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	d := Shown{Checkpoint: Checkpoint{ID: "e-1"}}
	if err := d.ask(context.Background(), newStore(t).Beads); err == nil || err.Error() != "bd is not installed" {
		t.Errorf("without bd: %v", err)
	}
	for script, want := range map[string]string{"exit 3": "asking beads", "echo '[]'": "lists no issue", ":": "printed no list"} {
		if err := d.ask(context.Background(), newStore(t).tracked(t, script).Beads); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", script, err)
		}
	}
}

func TestAnEpicThatACloneMayHaveBroughtIsNamedOnly(t *testing.T) {
	s := newStore(t).tracked(t, "exit 1\n")
	s.file(t, "sdd-checkpoint-e-1.json", simple("e-1"), time.Hour)
	s.file(t, "sdd-checkpoint-e-2.json", simple("e-2"), time.Minute)
	for _, c := range []struct {
		git       untracked
		announced string
	}{{untracked{}, "e-2"}, {untracked{"e-2"}, "e-1"}, {untracked{"e-1", "e-2"}, ""}, {nil, ""}} {
		s.Untracked = nil
		if c.git != nil {
			s.Untracked = c.git.of
		}
		all, err := s.Resume(t.Context(), resume.Query{Now: now})
		if err != nil || len(all) != 2 {
			t.Fatalf("%+v, %v", all, err)
		}
		for _, e := range all {
			if (e.Announce.String() != "") != (e.ID == c.announced) || e.Pointer == (e.ID == c.announced) {
				t.Errorf("with %v: %+v", c.git, e)
			}
		}
	}
}
