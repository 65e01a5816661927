package line

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/beads"
	"holdfast/lib/gitrepo"
	"holdfast/lib/transcript"
)

// settle makes the folder of a line older than the time in which it is not
// trusted.
func (s scene) settle(name string) {
	s.t.Helper()
	dir, err := s.Store.Folder()
	if err != nil {
		s.t.Fatal(err)
	}
	long := now.Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(dir, name), long, long); err != nil {
		s.t.Fatal(err)
	}
}

func TestAForeignLineIsKnownByItsNamesUntilItIsRead(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "hers", 3, "a", false, "goal: earlier\nnow: n\n")
	newest := s.put("handoff", "hers", 9, "b", false, "goal: hers\nnow: n\nmetadata: {branches: [side]}\n")
	s.settle("hers")
	for range 2 {
		l := s.lines().Foreign[0]
		if l.Own || l.Path != newest || !l.Saved.Equal(at(9)) || l.Goal != "" {
			t.Errorf("%+v", l)
		}
		if a, ok := l.NewestForeign(); !ok || a.Goal() != "hers" || l.Goal != "hers" || l.Branches[0] != "side" {
			t.Errorf("%+v, %t", l, ok)
		}
		if got := l.Artifacts(false); len(got) != 2 || got[0].Goal() != "hers" {
			t.Errorf("%+v", got)
		}
	}
}

func TestOneOwnFileMakesTheWholeFolderAnOwnLine(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "mixed", 9, "a", false, "goal: theirs\nnow: n\n")
	s.settle("mixed")
	want(t, "foreign", namesOf(s.lines().Foreign), "mixed")
	s.put("handoff", "mixed", 5, "b", true, "goal: ours\nnow: n\n")
	all := s.lines()
	want(t, "foreign", namesOf(all.Foreign), "")
	if l := all.Own[0]; l.Goal != "ours" || l.Foreign == "" || l.State().Goal != "ours" {
		t.Errorf("%+v", l)
	}
	if l, err := s.Named(context.Background(), "mixed"); err != nil || l == nil || !l.Own {
		t.Errorf("%+v, %v", l, err)
	}
}

func TestAPromptNamesAForeignLineByItsNameAndTheNewestByTheirGoal(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "hers-1", 1, "a", false, "goal: move the billing export to the queue\nnow: n\n")
	for _, prompt := range []string{"please look at hers-1", "let us move the billing export to the queue"} {
		all := s.lines()
		c := all.Choose(Question{
			SessionID: "new", Prompts: []transcript.Prompt{{Text: prompt, Time: now}}, Branch: "main",
		})
		if c.Follows != "hers-1" || c.Goal != "move the billing export to the queue" || !strings.HasSuffix(c.Name, "-"+hashed("new")) {
			t.Errorf("%q: %+v", prompt, c)
		}
	}
}

func TestANewLineIsNamedAfterItsBeadElseItsBranchElseItsTitle(t *testing.T) {
	s := newScene(t)
	all := s.lines()
	all.Sittings() // which are read at the side
	all.Repo, all.trunk = gitrepo.Repo{Top: "/"}, func() string { return "main" }
	long := strings.Repeat("very-", 12) + "long"
	for want, c := range map[string]struct {
		q    Question
		bead string
	}{
		"hf-1":      {Question{SessionID: "0c90d71c-1111", Branch: "feat/auth"}, "hf-1"},
		"feat-auth": {Question{SessionID: "0c90d71c-1111", Branch: "feat/auth"}, ""},
		"very-very-very-very-very-very-very-" + hashed(long): {Question{SessionID: "0c90d71c-1111", Branch: long}, ""},
		"add-the-store-of-0c90":                              {Question{SessionID: "0c90d71c-1111", Title: "Add the store of sessions", Branch: "main"}, ""},
		"fug-eine-ubersicht-hinzu-0c90":                      {Question{SessionID: "0c90d71c-1111", Title: "Füg eine Übersicht hinzu"}, ""},
		"work-" + hashed("../x"):                             {Question{SessionID: "../x"}, ""},
		"hf-2-add-the-store":                                 {Question{SessionID: "s", Working: []beads.Issue{{ID: "hf-2", Title: "Add the store!"}}}, ""},
		"hf-3-said":                                          {Question{SessionID: "s", Title: "Said", Working: []beads.Issue{{ID: "hf-2", Title: "Add the store!"}}}, "hf-3"},
		"work-" + hashed("s"):                                {Question{SessionID: "s", Agent: true, Working: []beads.Issue{{ID: "hf-2"}}}, ""},
		"hf-4-a-title-that-is-cut-somewhere-else":            {Question{SessionID: "s", Working: []beads.Issue{{ID: "hf-4", Title: "a title that is cut somewhere-else and more"}}}, ""},
	} {
		got := all.name(c.q, c.bead)
		if got != want {
			t.Errorf("%+v of %q: %q, want %q", c.q, c.bead, got, want)
		}
		if len(got) > MaxName {
			t.Errorf("%q is too long", got)
		}
	}
}
