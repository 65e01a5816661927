package line

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/artifact"
)

// folder is the folder of a line.
func (s scene) folder(name string) string {
	return filepath.Join(s.Store.Root, filepath.FromSlash(artifact.Dir), name)
}

// trusted gives the folder of a line a time that is trusted.
func (s scene) trusted(name string, hours int) {
	s.t.Helper()
	at := s.Now.Add(-time.Duration(hours) * time.Hour)
	if err := os.Chtimes(s.folder(name), at, at); err != nil {
		s.t.Fatal(err)
	}
}

// all is what is known of all lines, and their states.
func (s scene) all() string {
	s.t.Helper()
	found := s.lines()
	var b strings.Builder
	for _, l := range append(found.Own, found.Foreign...) {
		name, path := l.Name, ""
		slices.Sort(l.Branches)
		sittings := slices.Sorted(slices.Values(l.Sittings.All()))
		if l.Foreign != nil {
			path = l.Foreign.Path
		}
		fmt.Fprintln(&b, name, l.Saved, l.Path, l.Goal, l.Commit, l.Own, l.Closed, l.Written, l.Wrote, l.Branches, sittings, l.Beads, l.OnlyFor, path, l.Foreigns, l.InProject())
		fmt.Fprintln(&b, asJSON(s.t, l.State()))
	}
	return b.String()
}

// rebuilt is all where nothing is kept.
func (s scene) rebuilt() string {
	s.t.Helper()
	if err := os.RemoveAll(s.Store.Kept()); err != nil {
		s.t.Fatal(err)
	}
	return s.all()
}

// fromKept fails where a line is not known from what is kept, or is where it must not be.
func (s scene) fromKept(is bool, name string) {
	s.t.Helper()
	for _, l := range s.lines().Own {
		if l.Name == name && (l.entries == nil) != is {
			s.t.Errorf("line %s is known from what is kept: %t", name, !is)
		}
	}
}

func TestWhatAnotherReleaseKeptIsReadOnceMore(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "written", 1, "a", true, "goal: g\nnow: n\n")
	s.trusted("written", 1)
	first := s.all()
	s.fromKept(true, "written")
	states := filepath.Join(s.Store.Kept(), "states")
	b, err := os.ReadFile(states)
	if err != nil {
		t.Fatal(err)
	}
	other := strings.ReplaceAll(string(b), "\n"+layout, "\n0")
	if other == string(b) {
		t.Fatal("no row names its layout")
	}
	if err := os.WriteFile(states, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	s.fromKept(false, "written")
	want(t, "read once more", s.all(), first)
}

func TestALineThatIsKeptIsTheOneThatWasRead(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "written", 1, "a", true, "goal: g\nnow: n\nnext: [one]\ndecisions: {x: y}\nmetadata: {git_branch: main}\n")
	s.put("auto", "written", 5, "b", true, "goal: g\nnow: later\nrules: [be brief]\nmetadata: {line: written, branches: [feature]}\n")
	s.put("finalize", "closed", 2, "c", true, "goal: done\nnow: n\n")
	s.put("auto", "agent", 3, "d", true, "goal: g\nnow: n\nmetadata: {only_for: d}\n")
	s.put("handoff", "mixed", 1, "a", true, "goal: ours\nnow: n\n")
	s.put("handoff", "mixed", 4, "e", false, "goal: theirs\nnow: n\n")
	s.put("handoff", "theirs", 1, "e", false, "goal: theirs\nnow: n\n")
	for _, name := range []string{"written", "closed", "agent", "mixed", "theirs"} {
		s.trusted(name, 1)
	}
	first := s.all()
	s.fromKept(true, "written")
	s.fromKept(true, "closed")
	s.fromKept(true, "agent")
	s.fromKept(false, "mixed")
	want(t, "from what is kept", s.all(), first)
	want(t, "read again", s.rebuilt(), first)
	s.all()
	s.put("handoff", "written", 9, "e", false, "goal: theirs\nnow: n\n") // a pull
	s.trusted("written", 2)
	if now := s.all(); !strings.Contains(now, "theirs") {
		t.Errorf("what was added is not seen: %s", now)
	}
	s.fromKept(false, "written")
}

// extend saves an automatic artifact into a line, and takes it into what is kept.
func (s scene) extend(name string, minute int, session, more string, remove ...string) string {
	s.t.Helper()
	lines := s.lines()
	rel := s.put("auto", name, minute, session, true, more)
	for _, r := range remove {
		if err := os.Remove(filepath.Join(s.Store.Root, filepath.FromSlash(r))); err != nil {
			s.t.Fatal(err)
		}
	}
	a, err := s.Store.Load(rel)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := lines.Extend(a, func() ([]string, error) { return remove, nil }); err != nil {
		s.t.Fatal(err)
	}
	return rel
}

func TestASaveExtendsWhatIsKept(t *testing.T) {
	s := newScene(t)
	autos := []string{s.extend("l", 1, "a", "goal: g\nnow: n\nrules: [be brief]\nmetadata: {line: l, branches: [main]}\n")}
	s.fromKept(true, "l")
	kept := s.all()
	want(t, "a line that begins", s.rebuilt(), kept)
	s.put("handoff", "l", 3, "b", true, "goal: asked\nnow: n\nnext: [one]\nmetadata: {line: l}\n")
	s.trusted("l", 1)
	s.all()
	branches := "main"
	for i := range 4 {
		branches += fmt.Sprint(", b", i) // as saves do, it holds all of the line
		rel := s.extend("l", 5+i, fmt.Sprint("c", i%2), fmt.Sprintf("goal: asked\nnow: at %d\nnext: [one, two]\nrules: [be brief]\nmetadata: {line: l, branches: [%s], sessions: [a, b]}\n", i, branches))
		autos = append(autos, rel)
		s.fromKept(true, "l")
		kept := s.all()
		want(t, fmt.Sprint("after save ", i), s.rebuilt(), kept)
		s.trusted("l", 1)
		s.all()
	}
	s.extend("l", 20, "a", "goal: asked\nnow: last\nmetadata: {line: l, branches: ["+branches+"], sessions: [a, b, c0, c1]}\n", autos[0], autos[1])
	s.fromKept(true, "l")
	kept = s.all()
	want(t, "after a removal", s.rebuilt(), kept)
}

func TestWhatOthersAddInTheMomentOfASaveIsSeen(t *testing.T) {
	s := newScene(t)
	s.extend("l", 1, "a", "goal: g\nnow: n\n")
	s.fromKept(true, "l")
	info, err := os.Lstat(s.folder("l"))
	if err != nil {
		t.Fatal(err)
	}
	s.put("handoff", "l", 5, "b", true, "goal: other\nnow: n\n")
	if err := os.Chtimes(s.folder("l"), info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	s.fromKept(false, "l")
	if now := s.all(); !strings.Contains(now, "other") {
		t.Errorf("it is not seen: %s", now)
	}
}

func TestALineIsCountedOnceAfterASave(t *testing.T) {
	s := newScene(t)
	s.extend("l", 1, "a", "goal: g\nnow: n\n")
	settled := func() bool {
		t.Helper()
		s.fromKept(true, "l")
		h := s.answer(t.Context(), nil).cache().rowOf("l").head
		ours, clean := gjson.GetBytes(h, "Ours"), gjson.GetBytes(h, "Clean")
		if !ours.Exists() || ours.Bool() == clean.Bool() {
			t.Errorf("kept: %s", h)
		}
		return !ours.Bool()
	}
	if settled() {
		t.Error("settled in the moment of the save")
	}
	first := s.all()
	s.Now = time.Now().Add(time.Minute)
	for range 2 {
		if !settled() {
			t.Error("not settled a minute later")
		}
	}
	s.put("handoff", "l", 5, "b", true, "goal: other\nnow: n\n")
	s.fromKept(false, "l")
	if now := s.all(); now == first || !strings.Contains(now, "other") {
		t.Errorf("what was added since is not seen: %s", now)
	}
}

func TestASaveThatIsDatedBackDoesNotExtend(t *testing.T) {
	s := newScene(t)
	s.extend("l", 10, "a", "goal: new\nnow: n\n")
	s.extend("l", 5, "b", "goal: old\nnow: n\n")
	s.fromKept(false, "l")
	kept := s.all()
	want(t, "read again", s.rebuilt(), kept)
}

func TestAFolderIsCleanOnceItWasCountedWithoutTempFiles(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "l", 1, "a", true, "goal: g\nnow: n\nmetadata: {line: l}\n")
	clean := func(is bool) {
		t.Helper()
		for _, p := range []Project{s.Project, s.LookAhead("b"), s.LookAhead("new")} {
			found, err := p.Lines(t.Context())
			if err != nil || len(found.Own) != 1 || found.Own[0].Clean != is {
				t.Errorf("%+v, %v: want it clean: %t", found.Own, err, is)
			}
		}
	}
	s.trusted("l", 1)
	s.all()
	clean(false)
	rel := s.extend("l", 5, "b", "goal: g\nnow: n\nmetadata: {line: l}\n")
	if err := os.WriteFile(filepath.Join(s.Store.Kept(), "sessions"), []byte("b\t"+rel+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	clean(true)
	info, err := os.Lstat(s.folder("l"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.folder("l"), ".holdfast-1-00.tmp"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(s.folder("l"), info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	clean(false)
}
