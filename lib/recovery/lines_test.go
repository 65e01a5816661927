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
	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
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
	return scene{t, artifact.Of(root, machine.Folder{Path: filepath.Join(dir, "holdfast")})}
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
	if err := s.store.Machine.Own([]byte(text)); err != nil {
		s.t.Fatal(err)
	}
}

func (s scene) lines() Lines {
	p := line.In(s.store, now)
	p.CheckedOut = func() gitrepo.Head { return gitrepo.Head{Branch: "main"} }
	return Lines{Project: p}
}

// offered is what is told, each entry in a word: "name" in full, "name-" as what
// was done last, "(name)" in a row, "3 what" counted.
func (s scene) offered(l Lines, source, session string) string {
	s.t.Helper()
	entries, err := l.Resume(context.Background(), resume.Query{Now: now, Source: source, SessionID: session})
	if err != nil {
		s.t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		switch {
		case e.Kind == kindProject:
		case e.Count > 0:
			out = append(out, e.State)
		case e.Pointer:
			out = append(out, "("+e.ID+")")
		case e.Over:
			out = append(out, e.ID+"-")
		default:
			out = append(out, e.ID)
		}
	}
	return strings.Join(out, " ")
}

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

func TestOneLineIsToldInFullWrittenOnesWithDetailsOthersInARow(t *testing.T) {
	s := newScene(t)
	s.put("checkpoint", "plan", 20*24*time.Hour, "p", onMain)
	for i := range 5 {
		s.put("auto", fmt.Sprintf("small%d", i), time.Duration(i+1)*time.Hour, fmt.Sprintf("s%d", i), onMain)
	}
	want(t, "startup", s.offered(s.lines(), "startup", "new"), "small0 (small1) (small2) (small3) plan 1 open")
	want(t, "compact", s.offered(s.lines(), "compact", "s3"), "small3 5 open")
	all := s.lines()
	all.All = true
	want(t, "all", s.offered(all, "startup", "new"), "small0 (small1) (small2) (small3) (small4) plan")
}

func TestWhereNothingIsOpenTheLastWorkIsTold(t *testing.T) {
	s := newScene(t)
	s.put("finalize", "shut", 2*time.Hour, "d", onMain)
	s.put("finalize", "before", 20*time.Hour, "e", onMain)
	want(t, "startup", s.offered(s.lines(), "startup", "new"), "shut- 1 closed")
}

func TestASessionThatGoesOnFindsItsOwnLineFirst(t *testing.T) {
	s := newScene(t)
	s.put("auto", "mine", 5*time.Hour, "me", onSide)
	s.put("checkpoint", "newer", time.Hour, "other", onMain)
	for _, source := range []string{"compact", "resume", "fork"} {
		others := "newer"
		if source == "compact" {
			others = "1 open"
		}
		want(t, source, s.offered(s.lines(), source, "me"), "mine "+others)
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

func TestARowNamesThePullRequestOfOpenWork(t *testing.T) {
	s := newScene(t)
	s.put("auto", "new", time.Hour, "a", onMain)
	s.put("auto", "reviewed", 2*time.Hour, "b", strings.Replace(onSide, "metadata: {", "metadata: {pull_request: \"42\", ", 1))
	entries, err := s.lines().Resume(context.Background(), resume.Query{Now: now, Source: "startup", SessionID: "new"})
	if err != nil {
		t.Fatal(err)
	}
	if told := compose(t, entries, request("startup")).Context.String(); !strings.Contains(told, "; goal: g; pull request: #42; left: s\n") ||
		strings.Count(told, "pull request") != 1 {
		t.Errorf("told is %s", told)
	}
}

func TestWhatWasOnlyTalkedAboutRanksBehindWork(t *testing.T) {
	s := newScene(t)
	s.put("auto", "talk", time.Hour, "a", "goal: talk\nnow: n\n")
	s.put("auto", "work", 2*time.Hour, "b", "goal: work\nnow: n\nmetadata: {files_changed: [intro.md]}\n")
	s.put("auto", "older", 3*time.Hour, "c", "goal: older\nnow: n\nnext: [ask Ana]\n")
	want(t, "startup", s.offered(s.lines(), "startup", "new"), "work (older) (talk)")
}

func TestStaleClosedAndAgentsLinesAreNotTold(t *testing.T) {
	s := newScene(t)
	s.put("checkpoint", "stale", 31*24*time.Hour, "a", onMain)
	s.put("auto", "agents", time.Hour, "agent", strings.Replace(onMain, "metadata: {", "metadata: {only_for: agent, ", 1))
	s.put("checkpoint", "open", 3*time.Hour, "b", onMain)
	s.put("finalize", "closed", 4*time.Hour, "c", onMain)
	want(t, "closed before", s.offered(s.lines(), "startup", "new"), "open 1 stale, 1 closed")
	s.put("finalize", "shut", 2*time.Hour, "d", onMain)
	want(t, "closed since", s.offered(s.lines(), "startup", "new"), "open 1 stale, 2 closed")
	want(t, "the agent's own", s.offered(s.lines(), "compact", "agent"), "agents 1 open, 1 stale, 2 closed")
}

func TestFewLinesOfOtherBranchesAreARowEach(t *testing.T) {
	s := newScene(t)
	s.put("checkpoint", "here", 20*time.Hour, "a", onMain)
	for i := range 13 {
		s.put("checkpoint", fmt.Sprintf("side%02d", i), time.Duration(i+1)*time.Hour, "s", onSide)
	}
	want(t, "startup", s.offered(s.lines(), "startup", "new"), "here (side00) (side01) (side02) 10 open")
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

// Git does not say how far the work of a line that rests is, nor what was decided: the newest first.
func TestOfALineThatRestsTheStateAndTheDecisionsAreTold(t *testing.T) {
	s := newScene(t)
	s.put("auto", "old", 8*24*time.Hour, "s", "goal: g\nnow: n\ndecisions: {db: postgres, ui: web}\nmetadata: {git_branch: main}\n")
	entries, err := s.lines().Resume(context.Background(), resume.Query{Now: now, Source: "startup", SessionID: "new"})
	if err != nil || len(entries) == 0 {
		t.Fatal(entries, err)
	}
	told := each.Of(entries[0].Details, func(d resume.Detail) string { return d.Name + ": " + strings.Join(d.Lines, "|") })
	want(t, entries[0].State, strings.Join(told, "; "), "goal: g; now: n; decisions: ui: web|db: postgres")
}

func TestHowTheLastWorkEndedIsToldBesideOlderOpenWork(t *testing.T) {
	s := newScene(t)
	s.put("auto", "open", 20*24*time.Hour, "a", onMain)
	s.put("auto", "last", 8*24*time.Hour, "b", "goal: g\nnow: the mean is 0.62\ndecisions: {db: postgres}\nmetadata: {git_branch: main}\n")
	entries, err := s.lines().Resume(context.Background(), resume.Query{Now: now, Source: "startup", SessionID: "new"})
	if err != nil || len(entries) < 2 {
		t.Fatal(entries, err)
	}
	told := each.Of(entries[1].Details, func(d resume.Detail) string { return d.Name + ": " + strings.Join(d.Lines, "|") })
	want(t, entries[1].ID, strings.Join(told, "; "), "goal: g; now: the mean is 0.62; decisions: db: postgres")
}
