package line

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
)

// a scene is a project with its machine folder.
type scene struct {
	t *testing.T
	Project
}

func newScene(t *testing.T) scene {
	t.Helper()
	dir := t.TempDir()
	root := filepath.Join(dir, "app")
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	p := In(artifact.Of(root, machine.Folder{Path: filepath.Join(dir, "holdfast")}), now)
	return scene{t, p}
}

// put writes an artifact of a line as somebody left it, own or foreign.
func (s scene) put(kind, name string, minute int, session string, own bool, more string) string {
	s.t.Helper()
	title, mode := "t", kind
	if kind == "auto" {
		title, mode = "auto", artifact.Checkpoint
	}
	when := at(minute)
	rel := fmt.Sprintf("%s/%s/%s_%s_%s.yaml", artifact.Dir, name, when.Format("2006-01-02_15-04"), title, mode)
	text := fmt.Sprintf("---\nschema_version: \"1.0.0\"\nmode: %s\ndate: %q\nsession: %s\noutcome: PARTIAL_PLUS\nprimary_bead: none\nsession_id: %s\n---\n\n%s",
		mode, when.Format(time.RFC3339), name, session, more)
	file := filepath.Join(s.Store.Root, filepath.FromSlash(rel))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
	if own {
		if err := s.Store.Machine.Own([]byte(text)); err != nil {
			s.t.Fatal(err)
		}
	}
	return rel
}

func (s scene) lines() *Lines {
	s.t.Helper()
	all, err := s.Lines(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func namesOf(lines []*Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.Name)
	}
	return strings.Join(out, "|")
}

const body = "goal: g\nnow: n\n"

func TestLinesAreToldApartByWhoWroteThem(t *testing.T) {
	s := newScene(t)
	s.put("auto", "own-old", 1, "a", true, body+"metadata: {branches: [main]}\n")
	s.put("handoff", "own-new", 5, "b", true, "goal: the written one\nnow: n\nnext: [x]\n")
	s.put("auto", "own-new", 7, "b", true, body)
	s.put("finalize", "own-new", 8, "z", false, "goal: theirs\nnow: n\nnext: []\n")
	s.put("finalize", "closed", 3, "c", true, body)
	s.put("handoff", "theirs", 9, "d", false, "goal: hers\nnow: n\n")
	all := s.lines()
	want(t, "own", namesOf(all.Own), "own-new|closed|own-old")
	want(t, "foreign", namesOf(all.Foreign), "theirs")
	l := all.Own[0]
	if !l.Open() || !l.Written || l.Goal != "the written one" || !strings.HasSuffix(l.Foreign, "_finalize.yaml") || !l.Saved.Equal(at(7)) {
		t.Errorf("%+v", l)
	}
	if st := l.State(); st.Closed || st.Goal != "the written one" || texts(st.Next) != "x" || st.Artifacts != 2 {
		t.Errorf("%+v", st)
	}
	if got := l.Artifacts(false); len(got) != 1 || got[0].Goal() != "theirs" {
		t.Errorf("%+v", got)
	}
	if !all.Own[1].Closed || all.Foreign[0].Own || all.Foreign[0].Open() {
		t.Error("closed or foreign lines are open")
	}
	if l, err := s.Named(context.Background(), "own-old"); err != nil || l == nil || !slices.Equal(l.Branches, []string{"main"}) {
		t.Errorf("%+v %v", l, err)
	}
	if l, _ := s.Named(context.Background(), "nothing"); l != nil {
		t.Error("a line that is not there is found")
	}
}

func TestAFolderIsALineAndWhatIsBesideThemOneForEachSession(t *testing.T) {
	s := newScene(t)
	s.put("auto", "today", 5, "eeeeeeee-1", true, body)
	s.put("auto", "today", 6, "ffffffff-1", true, body)
	for i, name := range []string{"loose-a", "loose-b"} {
		file := filepath.Join(s.Store.Root, filepath.FromSlash(s.put("auto", name, i, name, true, body)))
		dir := filepath.Dir(file)
		if err := os.Rename(file, filepath.Join(filepath.Dir(dir), filepath.Base(file))); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
	}
	want(t, "lines", namesOf(s.lines().Own), "today|loose-b|loose-a")
	if l, err := s.Named(context.Background(), "loose-a"); err != nil || l == nil || l.State().Artifacts != 1 {
		t.Errorf("%+v %v", l, err)
	}
}

func TestTheBranchOfALine(t *testing.T) {
	dir := t.TempDir()
	write := func(rel, text string) {
		t.Helper()
		file := filepath.Join(dir, ".git", filepath.FromSlash(rel))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	id := strings.Repeat("a", 40) + "\n"
	write("objects/x", "")
	write("HEAD", "ref: refs/heads/main\n")
	write("refs/heads/main", id)
	write("refs/heads/other", id)
	repo, ok := gitrepo.At(dir)
	if !ok {
		t.Fatal("it is no repository")
	}
	p := In(artifact.Of(repo.Top, machine.Folder{}), at(0))
	for branches, fits := range map[string]bool{"": true, "main": true, "other": false, "gone": true, "other main": true, "gone other": false} {
		l := Line{Head: Head{Branches: strings.Fields(branches)}, among: &Lines{Project: p}}
		if l.Here(nil) != fits {
			t.Errorf("%q: %t", branches, !fits)
		}
	}
	write("HEAD", id)
	detached, holds := &Lines{Project: In(p.Store, at(0))}, func(commit string) bool { return commit == "abc" }
	if l := (&Line{Head: Head{Branches: []string{"x"}, Commit: "abc"}, among: detached}); !l.Here(holds) {
		t.Error("an ancestor's line is not here")
	}
	if l := (&Line{Head: Head{Branches: []string{"x"}, Commit: "def"}, among: detached}); l.Here(holds) {
		t.Error("the line of an unrelated commit is here")
	}
	outside := &Lines{Project: In(artifact.Of(t.TempDir(), machine.Folder{}), at(0))}
	if l := (&Line{Head: Head{Branches: []string{"x"}}, among: outside}); !l.Here(nil) {
		t.Error("without git a line is not here")
	}
}

func TestWhatIsKeptStandsInForAFileThatIsGone(t *testing.T) {
	s := newScene(t)
	s.register = filepath.Join(s.Store.Kept(), "copies")
	s.put("auto", "l", 5, "a", true, "goal: kept\nnow: n\nnext: [step]\nmetadata: {branches: [main]}\n")
	if st := s.lines().Own[0].State(); st.Artifacts != 1 {
		t.Errorf("the file folds to %+v", st)
	}
	if err := os.RemoveAll(filepath.Join(s.Store.Root, "thoughts")); err != nil {
		t.Fatal(err)
	}
	all := s.lines()
	if namesOf(all.Own) != "l" || all.Own[0].State().Goal != "kept" || texts(all.Own[0].State().Next) != "step" || !all.Own[0].Outside {
		t.Errorf("%+v", all)
	}
	if b, err := os.ReadFile(all.Own[0].File()); err != nil || !strings.Contains(string(b), "goal: kept") {
		t.Errorf("%s %v", b, err)
	}

	// Another worktree of the repository sees it as elsewhere; where this one is gone
	// it is that one's.
	other := scene{t, s.Project}
	other.Store = artifact.Of(filepath.Join(filepath.Dir(s.Store.Root), "side"), s.Store.Machine)
	if err := os.MkdirAll(other.Store.Root, 0o755); err != nil {
		t.Fatal(err)
	}
	if seen := other.lines(); len(seen.Own) != 0 || len(seen.Elsewhere) != 1 || seen.Elsewhere[0].Name != "l" || seen.Elsewhere[0].Worktree != s.Store.Root {
		t.Errorf("%+v", seen)
	}
	if err := os.RemoveAll(s.Store.Root); err != nil {
		t.Fatal(err)
	}
	if seen := other.lines(); namesOf(seen.Own) != "l" || len(seen.Elsewhere) != 0 || texts(seen.Own[0].State().Next) != "step" {
		t.Errorf("%+v", seen)
	}
	// Also where it has a file of the same name, of the same minute.
	third := scene{t, s.Project}
	third.Store = artifact.Of(filepath.Join(filepath.Dir(s.Store.Root), "third"), s.Store.Machine)
	third.put("auto", "l", 5, "b", true, "goal: kept\nnow: n\nnext: [own]\nmetadata: {branches: [main]}\n")
	if seen := third.lines(); namesOf(seen.Own) != "l" || seen.Own[0].State().Artifacts != 2 {
		t.Errorf("%+v", seen)
	}
}
