package line

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func asJSON(t *testing.T, s State) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(":null", ":[]").Replace(string(b))
}

// The state that is kept is the one that is folded, whatever comes and goes.
func TestWhatIsKeptOfALineIsWhatFolds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, many := range []int{12, 72} {
		s := newScene(t)
		var autos []string
		for i := range many {
			kind := []string{"auto", "checkpoint", "handoff"}[r.IntN(3)]
			minute := i * 2
			if r.IntN(10) == 0 {
				minute = 900 - i // one that is dated back or ahead of the others
			}
			rel := s.put(kind, "l", minute, fmt.Sprint("s", r.IntN(3)), true, randomBody(r)+"findings: [f"+fmt.Sprint(i)+"]\nfiles_to_review: [{path: a.go, note: n}]\nmetadata: {line: l}\n")
			if kind == "auto" {
				autos = append(autos, rel)
			}
			if many < longLine && len(autos) > 3 { // of a long line it would be kept
				if err := os.Remove(filepath.Join(s.Store.Root, filepath.FromSlash(autos[0]))); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
				autos = autos[1:]
			}
			if i%5 == 0 || i > 66 {
				l := s.lines().Own[0]
				want(t, fmt.Sprintf("the state after %d of %d", i, many), asJSON(t, l.State()), asJSON(t, Fold(l.Artifacts(true), s.Now)))
				want(t, "asked again", asJSON(t, l.State()), asJSON(t, Fold(l.Artifacts(true), s.Now)))
			}
		}
		for _, m := range s.lines().Own[0].State().More {
			if m.Node() == nil || m.Name == "files_to_review" && len(m.Node().Content) != 1 {
				t.Errorf("%s is %+v", m.Name, m.Node())
			}
		}
	}
}

func TestADamagedCacheCostsAFoldingAndNothingElse(t *testing.T) {
	s := newScene(t)
	s.put("checkpoint", "l", 1, "a", true, "goal: g\nnow: n\nnext: [one]\n")
	file := s.lines().Own[0].project.cache().file
	first := asJSON(t, s.lines().Own[0].State())
	whole, err := os.ReadFile(file)
	if err != nil || len(whole) == 0 {
		t.Fatal("nothing is kept", err)
	}
	for _, text := range []string{"", string(whole[:len(whole)/2]), string(whole) + "\n" + string(whole[:40]), strings.ReplaceAll(string(whole), `"Own"`, `"own?"`), strings.Repeat("x", 1000)} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		want(t, "the state", asJSON(t, s.lines().Own[0].State()), first)
	}
}

func TestALongLineForgetsNothingOfAnAutomaticArtifactThatIsPruned(t *testing.T) {
	s := newScene(t)
	for i := range longLine + 10 {
		s.put("checkpoint", "l", i*2, "a", true, "goal: g\nnow: n\n")
	}
	auto := s.put("auto", "l", 900, "b", true, "goal: g\nnow: n\nrules: [be brief]\nnext: [one]\n")
	s.lines().Own[0].State()
	s.put("auto", "l", 902, "b", true, "goal: g\nnow: n\nrules: [be brief]\nnext: [one]\n")
	if err := os.Remove(filepath.Join(s.Store.Root, filepath.FromSlash(auto))); err != nil {
		t.Fatal(err)
	}
	if st := s.lines().Own[0].State(); texts(st.Rules) != "be brief" || texts(st.Next) != "one" {
		t.Errorf("%+v", st)
	}
}

// A line's newest save may be there as a copy only; its other artifacts are not
// read again for that.
func TestACopyIsFoldedOntoWhatIsKept(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "line", 1, "a", true, "goal: g\nnow: n\nnext: [written step]\n")
	auto := s.put("auto", "line", 5, "a", true, "goal: g\nnow: later\nnext: [written step, added]\nmetadata: {line: line}\n")
	s.keep(auto)
	whole := s.lines().Own[0].State()
	if err := os.Remove(filepath.Join(s.Store.Root, filepath.FromSlash(auto))); err != nil {
		t.Fatal(err)
	}
	l := s.lines().Own[0]
	if got := l.State(); asJSON(t, got) != asJSON(t, whole) || l.InProject() || texts(got.Next) != "written step|added" {
		t.Errorf("%+v\nwant %+v", got, whole)
	}
	kept := l.project.cache().file
	before, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s.lines().Own[0].State()
	}
	if after, err := os.ReadFile(kept); err != nil || !bytes.Equal(before, after) {
		t.Errorf("it was folded again: %d bytes, then %d, %v", len(before), len(after), err)
	}
}
