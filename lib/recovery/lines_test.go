package recovery

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/resume"
)

// A scene is a project whose lines are offered.
type scene struct {
	t     *testing.T
	store artifact.Store
}

func newScene(t *testing.T) scene {
	t.Helper()
	dir := t.TempDir()
	root := filepath.Join(dir, "app")
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	return scene{t, artifact.Store{Root: root, Machine: machine.Folder{Path: filepath.Join(dir, "holdfast")}}}
}

// put writes an own artifact so long before now: of mode auto, or one that a
// person chose.
func (s scene) put(mode, name string, age time.Duration, session, body string) {
	s.t.Helper()
	title, m := "t", mode
	if mode == "auto" {
		title, m = "auto", artifact.Checkpoint
	}
	when := now.Add(-age)
	file := filepath.Join(s.store.Root, artifact.Dir, name, fmt.Sprintf("%s_%s_%s.yaml", when.Format("2006-01-02_15-04"), title, m))
	text := fmt.Sprintf("---\nschema_version: \"1.0.0\"\nmode: %s\ndate: %q\nsession: %s\noutcome: PARTIAL_PLUS\nprimary_bead: none\nsession_id: %s\n---\n\n%s",
		m, when.Format(time.RFC3339), name, session, body)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
	if err := s.store.Record([]byte(text)); err != nil {
		s.t.Fatal(err)
	}
}

func (s scene) lines() Lines {
	return Lines{Project: line.Project{Store: s.store, Now: now, Repository: s.store.Root}, Checkout: line.Checkout{Branch: "main"}}
}

// offered is what is told, each entry in a word: "name" in full, "name-" with
// goal and now, "(name)" in a row, "3 what" counted.
func (s scene) offered(l Lines, source, session string) string {
	s.t.Helper()
	entries, err := l.Resume(context.Background(), resume.Query{Now: now, Source: source, SessionID: session, History: silent{}})
	if err != nil {
		s.t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		switch {
		case e.Count > 0:
			word, _, _ := strings.Cut(e.State, ",")
			out = append(out, fmt.Sprintf("%d %s", e.Count, word))
		case e.Pointer:
			out = append(out, "("+e.ID+")")
		case len(e.Details) <= 2 && e.State == "automatic":
			out = append(out, e.ID+"-")
		default:
			out = append(out, e.ID)
		}
	}
	return strings.Join(out, " ")
}

type silent struct{}

func (silent) Since(string) (int, bool)                  { return 0, false }
func (silent) Holds(string) bool                         { return false }
func (silent) Authors([]string) map[string]resume.Author { return nil }
func (silent) Untracked([]string) ([]string, error)      { return nil, nil }

func want(t *testing.T, what, got, wanted string) {
	t.Helper()
	if got != wanted {
		t.Errorf("%s: %q, want %q", what, got, wanted)
	}
}

const (
	onMain = "goal: g\nnow: n\nnext: [s]\nmetadata: {git_branch: main, branches: [main]}\n"
	onSide = "goal: g\nnow: n\nnext: [s]\nmetadata: {git_branch: side, branches: [side]}\n"
)

func TestAutomaticLinesFadeAndWrittenOnesStay(t *testing.T) {
	s := newScene(t)
	s.put("checkpoint", "plan", 20*24*time.Hour, "p", onMain)
	for i := range 9 {
		s.put("auto", fmt.Sprintf("small%d", i), time.Duration(i+1)*time.Hour, fmt.Sprintf("s%d", i), onMain)
	}
	s.put("auto", "yesterday", 60*time.Hour, "y", onMain)
	want(t, "startup", s.offered(s.lines(), "startup", "new"), "small0 small1- small2- small3- plan 6 with automatic saves only")
	all := s.lines()
	all.All = true
	want(t, "all", s.offered(all, "startup", "new"), "small0 small1- small2- small3- (small4) (small5) (small6) (small7) (small8) (yesterday) plan")
}

func TestASessionThatGoesOnFindsItsOwnLineFirst(t *testing.T) {
	s := newScene(t)
	s.put("auto", "mine", 5*time.Hour, "me", onSide)
	s.put("checkpoint", "newer", time.Hour, "other", onMain)
	for _, source := range []string{"compact", "resume", "fork"} {
		want(t, source, s.offered(s.lines(), source, "me"), "mine newer")
	}
	want(t, "startup", s.offered(s.lines(), "startup", "me"), "newer (mine)")
}

func TestALineThatAnotherSessionWorksOnRanksLast(t *testing.T) {
	s := newScene(t)
	s.put("checkpoint", "busy", time.Hour, "running", onMain)
	s.put("checkpoint", "free", 2*time.Hour, "ended", onMain)
	l := s.lines()
	config := s.t.TempDir()
	l.Transcript = filepath.Join(config, "projects", "app", "new.jsonl")
	if err := os.Mkdir(filepath.Join(config, "sessions"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config, "sessions", fmt.Sprintf("%d.json", os.Getpid())), []byte(`{"sessionId":"running"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	want(t, "startup", s.offered(l, "startup", "new"), "free busy")
}

func TestTheFollowedLineIsToldInFull(t *testing.T) {
	s := newScene(t)
	s.put("auto", "before", 90*time.Hour, "a", onMain)
	s.put("auto", "between", 80*time.Hour, "b", onMain)
	s.put("auto", "after", time.Hour, "c", strings.Replace(onMain, "metadata: {", "metadata: {follows: before, ", 1))
	want(t, "startup", s.offered(s.lines(), "startup", "new"), "after before 1 with automatic saves only")
}

func TestStaleClosedAndAgentsLinesAreNotTold(t *testing.T) {
	s := newScene(t)
	s.put("checkpoint", "stale", 31*24*time.Hour, "a", onMain)
	s.put("auto", "agents", time.Hour, "agent", strings.Replace(onMain, "metadata: {", "metadata: {only_for: agent, ", 1))
	s.put("checkpoint", "open", 3*time.Hour, "b", onMain)
	s.put("finalize", "closed", 4*time.Hour, "c", onMain)
	want(t, "closed before", s.offered(s.lines(), "startup", "new"), "open 1 stale")
	s.put("finalize", "shut", 2*time.Hour, "d", onMain)
	want(t, "closed since", s.offered(s.lines(), "startup", "new"), "open (shut) 1 stale")
	want(t, "the agent's own", s.offered(s.lines(), "compact", "agent"), "agents open 1 stale")
}

func TestLinesOfOtherBranchesAreARowEach(t *testing.T) {
	s := newScene(t)
	s.put("checkpoint", "here", 20*time.Hour, "a", onMain)
	for i := range 13 {
		s.put("checkpoint", fmt.Sprintf("side%02d", i), time.Duration(i+1)*time.Hour, "s", onSide)
	}
	got := s.offered(s.lines(), "startup", "new")
	if !strings.HasPrefix(got, "here (side00) (side01)") || !strings.HasSuffix(got, "(side09) 3 of other branches") {
		t.Errorf("offered %q", got)
	}
}

func TestOneLineIsToldByItsName(t *testing.T) {
	s := newScene(t)
	s.put("checkpoint", "one", time.Hour, "a", onSide)
	s.put("checkpoint", "two", time.Hour, "b", onMain)
	l := s.lines()
	l.Named = "one"
	want(t, "one", s.offered(l, "", ""), "one")
	l.Named = "none"
	want(t, "none", s.offered(l, "", ""), "")
}
