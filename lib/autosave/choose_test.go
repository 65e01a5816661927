package autosave

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// facts are those of a session of the project, with its lines.
func (s scene) facts(f Facts) Facts {
	s.t.Helper()
	lines, err := f.Project.Lines(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	f.lines = lines
	return f
}

func TestAPromptNamesAForeignLineByItsNameAndTheNewestByTheirGoal(t *testing.T) {
	s := newScene(t)
	file := s.file(artifact.Dir+"/hers-1/2026-01-01_00-01_t_handoff.yaml", now)
	text := "---\nschema_version: \"1.0.0\"\nmode: handoff\ndate: \"2026-01-01T00:01:00Z\"\nsession: hers-1\noutcome: PARTIAL_PLUS\n" +
		"primary_bead: none\nsession_id: a\n---\n\ngoal: move the billing export to the queue\nnow: n\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, prompt := range []string{"please look at hers-1", "let us move the billing export to the queue"} {
		f := Facts{Session: s.session("new", ""), Work: Work{Branch: "main"}}
		f.Conversation.Prompts = []transcript.Prompt{{Text: prompt, Time: now}}
		c := s.facts(f).choose()
		if c.Follows != "hers-1" || c.Goal != "move the billing export to the queue" || !strings.HasSuffix(c.Name, "-"+hashed("new")) {
			t.Errorf("%q: %+v", prompt, c)
		}
	}
}

func TestALineThatThisSessionCouldNotRecordKeepsItsName(t *testing.T) {
	const id = "0c90d71c-1111"
	for session, same := range map[string]bool{id: true, "a": false, "": false} {
		s := newScene(t)
		file := s.file(artifact.Dir+"/add-a-store-0c90/2026-01-01_00-01_auto_checkpoint.yaml", now)
		text := "---\nschema_version: \"1.0.0\"\nmode: checkpoint\ndate: \"2026-01-01T00:01:00Z\"\nsession: add-a-store-0c90\n" +
			"outcome: PARTIAL_PLUS\nsession_id: \"" + session + "\"\n---\n\ngoal: g\nnow: n\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if c := s.facts(Facts{Session: s.session(id, "")}).begin("", "Add a store", nil); (c.Name == "add-a-store-0c90") != same {
			t.Errorf("saved by %q: %q", session, c.Name)
		}
	}
}

func TestALineIsLeftBeforeThePromptInWhoseTurnItsBranchIs(t *testing.T) {
	at := func(minute int) time.Time { return now.Add(time.Duration(minute) * time.Minute) }
	never, before := time.Time{}, func(minute int) time.Time { return at(minute).Add(-1) }
	for name, c := range map[string]struct {
		branches []string // of a change each, a minute after its prompt
		last     string   // the line it was saved to last
		until    int      // and the minute of that
		want     time.Time
	}{
		"it left it":                     {[]string{"a", "a", "b", "b"}, "a", 0, before(30)},
		"after its last save":            {[]string{"b", "b"}, "a", 5, before(10)},
		"for two":                        {[]string{"a", "b", "c"}, "a", 0, before(20)},
		"it was the second":              {[]string{"b", "a", "c"}, "a", 0, before(30)},
		"it is there":                    {[]string{"a", "a"}, "a", 0, never},
		"it came back":                   {[]string{"a", "b", "a"}, "b", 25, never},
		"it only talked":                 {nil, "a", 5, never},
		"it only talked since elsewhere": {nil, "b", 5, at(5)},
		"it was saved elsewhere":         {[]string{"b"}, "b", 5, at(5)},
		"it was saved elsewhere since":   {[]string{"a", "b", "b"}, "b", 25, at(25)},
		"nothing is known of its saves":  {nil, "", 0, never},
	} {
		l := line.Line{Name: "a", Head: line.Head{Branches: []string{"a"}}}
		f := Facts{Line: Choice{Line: &l}}
		if f.last.Until = at(c.until); c.last != "" {
			f.last.Newest = artifact.Dir + "/" + c.last + "/x.yaml"
			f.last.Notes.Saved = []string{f.last.Newest}
		}
		for i, branch := range c.branches {
			minute := 10 * (i + 1)
			f.Conversation.Prompts = append(f.Conversation.Prompts, transcript.Prompt{Time: at(minute)})
			span := transcript.Span{From: at(minute + 1), To: at(minute + 2)}
			f.Work.made = append(f.Work.made, transcript.Change{Span: span, Branch: branch})
		}
		if got := f.Left(); !got.Equal(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestANewLineIsNamedAfterItsBeadElseItsBranchElseItsTitle(t *testing.T) {
	s := newScene(t)
	for name, text := range map[string]string{
		"HEAD": "ref: refs/heads/main\n", "refs/heads/main": strings.Repeat("a", 40) + "\n", "objects/x": "",
	} {
		if err := os.WriteFile(s.file(filepath.Join(".git", name), now), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	long := strings.Repeat("very-", 12) + "long"
	add := beads.Issue{ID: "hf-2", Title: "Add the store!"}
	cut := beads.Issue{ID: "hf-4", Title: "a title that is cut somewhere-else and more"}
	for want, c := range map[string]struct {
		id, branch, title, bead string
		working                 beads.Issue
		agent                   bool
	}{
		"hf-1":      {id: "0c90d71c-1111", branch: "feat/auth", bead: "hf-1"},
		"feat-auth": {id: "0c90d71c-1111", branch: "feat/auth"},
		"very-very-very-very-very-very-very-" + hashed(long): {id: "0c90d71c-1111", branch: long},
		"add-the-store-of-0c90":                              {id: "0c90d71c-1111", title: "Add the store of sessions", branch: "main"},
		"fug-eine-ubersicht-hinzu-0c90":                      {id: "0c90d71c-1111", title: "Füg eine Übersicht hinzu"},
		"work-" + hashed("../x"):                             {id: "../x"},
		"hf-2-add-the-store":                                 {id: "s", working: add},
		"hf-3-said":                                          {id: "s", title: "Said", working: add, bead: "hf-3"},
		"work-" + hashed("s"):                                {id: "s", agent: true, working: beads.Issue{ID: "hf-2"}},
		"hf-4-a-title-that-is-cut-somewhere-else":            {id: "s", working: cut},
	} {
		f := Facts{Session: s.session(c.id, ""), Agent: c.agent, Work: Work{Branch: c.branch}}
		if c.working.ID != "" {
			f.Working = []beads.Issue{c.working}
		}
		got := s.facts(f).name(c.bead, c.title, c.id)
		if got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
		if len(got) > MaxName {
			t.Errorf("%q is too long", got)
		}
	}
}
