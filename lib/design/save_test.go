package design

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/record"
	"holdfast/lib/resume"
)

func TestDataIsCheckedKeyByKey(t *testing.T) {
	s := newStore(t)
	started(t, s, "auth")
	for data, want := range map[string]string{
		`[]`: "data", `null`: "data", `x`: "data", ``: "data", `"s"`: "data", `{} {}`: "data",
		`{"was_clear": 1, "questions_asked": {}, "user_answers": []}`: "data.questions_asked data.user_answers data.was_clear",
		`{"rules_count": -1}`:            "data.rules_count",
		`{"rules_count": 1.5}`:           "data.rules_count",
		`{"reason": 1, "skipped": "no"}`: "data.skipped data.reason",
		`{"rules_file": "../x"}`:         "data.rules_file",
		`{"complexity": "hard"}`:         "data.complexity",
	} {
		before := loaded(t, s, "auth").doc.String()
		if _, err := s.Save(change("auth"), Save{Checkpoint: "stage_1_rules", Data: []byte(data)}); fields(err) != want {
			t.Errorf("%s: faults %q", data, fields(err))
		}
		if loaded(t, s, "auth").doc.String() != before {
			t.Errorf("%s: something was written", data)
		}
	}
	mustSave(t, s, "auth", Save{Checkpoint: "stage_1_rules", Data: []byte(`{"rules_count": null, "mine.*": {"a": [1.0]}, "reason": "<&>"}`)})
	x := loaded(t, s, "auth")
	if got := x.doc.Get("checkpoints", "stage_1_rules", "mine.*").String(); got != `{"a": [1.0]}` {
		t.Errorf("an unknown key is %s", got)
	}
	if !strings.Contains(x.doc.String(), `"<&>"`) {
		t.Error("text was escaped")
	}
}

func TestCountsComeFromTheDocumentUnlessTheyAreGiven(t *testing.T) {
	s := newStore(t)
	started(t, s, "auth")
	rules := []byte("## Rule 1\n## Rule 2\n")
	mustSave(t, s, "auth", Save{Checkpoint: "stage_1_rules", Kind: Rules, Content: rules})
	if n, _ := loaded(t, s, "auth").at("stage_1_rules", "rules_count").Whole(99); n != 2 {
		t.Errorf("%d rules", n)
	}
	mustSave(t, s, "auth", Save{Checkpoint: "stage_1_rules", Kind: Rules, Data: []byte(`{"rules_count": 5}`)})
	if n, _ := loaded(t, s, "auth").at("stage_1_rules", "rules_count").Whole(99); n != 5 {
		t.Errorf("%d rules", n)
	}
}

func TestWhatWasNotSavedHereIsReplacedByForceAlone(t *testing.T) {
	s := newStore(t)
	started(t, s, "auth")
	v := Save{Checkpoint: "stage_1_rules", Kind: Rules, Content: []byte("## Rule 1: one")}
	mustSave(t, s, "auth", v)
	v.Content = []byte("## Rule 1: two")
	mustSave(t, s, "auth", v) // our own may be replaced
	s.lay(t, Dir+"/auth-rules.md", "by hand")
	v.Content = []byte("## Rule 1: three")
	if _, err := s.Save(change("auth"), v); !refused(err) {
		t.Errorf("error %v", err)
	}
	holdsText(t, s, Dir+"/auth-rules.md", "by hand")
	if _, err := s.Save(forced("auth"), v); err != nil {
		t.Fatal(err)
	}
	holdsText(t, s, Dir+"/auth-rules.md", "## Rule 1: three")
}

func TestADocumentGoesOnlyWhereDocumentsMayStand(t *testing.T) {
	for rel, want := range map[string]bool{
		"docs/a.md": true, "a/b.feature": true, Dir + "/x.md": true, TicketsDir + "/x.md": true, "README.md": true,
		".claude/x.md": false, ".claude/skills/x/SKILL.md": false, ".github/x.md": false, "CLAUDE.md": false, "sub/claude.MD": false, "a.json": false, "a": false,
		Dir + "/.hidden.md": false, "docs/.x/a.md": false,
	} {
		if mayHold(rel) != want {
			t.Errorf("%s: %v", rel, !want)
		}
	}
	for rel, want := range map[string]bool{"a/b": true, "": false, ".": false, "../a": false, "/a": false, "a/../b": false, ".git/a": false, "a/.GIT/b": false, "a\\b": false} {
		if record.IsLocal(rel) != want {
			t.Errorf("record.IsLocal(%q) is %v", rel, !want)
		}
	}
}

func TestADecisionIsNamedByItsTitle(t *testing.T) {
	for title, want := range map[string]string{
		"ADR 7: Use Redis!": "use-redis", "ADR-0007 Use Redis": "use-redis", "0007. Use Redis": "use-redis", "Use 2 stores": "use-2-stores",
		"ADR": "", "": "", "Ünïcode only é": "n-code-only", "Add a cache": "add-a-cache",
	} {
		if got := slugOf(decision(title)); got != want {
			t.Errorf("%q gives %q, want %q", title, got, want)
		}
	}
	if got := slugOf(strings.Repeat("long ", 40)); len(got) > 60 || strings.HasSuffix(got, "-") {
		t.Errorf("%q", got)
	}
}

func TestAComplexFeatureNeedsContractsAgain(t *testing.T) {
	s := newStore(t)
	started(t, s, "auth")
	save := func(v Save) *Session {
		v.Complete = true
		if _, err := s.Save(forced("auth"), v); err != nil {
			t.Fatal(err)
		}
		return loaded(t, s, "auth")
	}
	simple := func(c string) {
		save(Save{Checkpoint: "stage_2_analysis", Data: []byte(`{"complexity": "` + c + `"}`)})
	}
	three := func() *Session {
		return save(Save{Checkpoint: "stage_3b_design", Kind: TDD, Content: []byte("x")})
	}
	simple("simple")
	if x := three(); x.status(4) != Complete || !x.at("stage_4_contracts", "skipped").True() {
		t.Errorf("not skipped: %s", x.doc)
	}
	if _, err := s.SetStage(change("auth"), "2", InProgress); err != nil {
		t.Fatal(err)
	}
	simple("complex")
	x := three()
	if x.current() != 4 || x.status(4) != InProgress || x.at("stage_4_contracts", "skipped").True() {
		t.Errorf("skipped still: %s", x.doc)
	}
	if _, err := s.SetStage(change("auth"), "4", Complete); !strings.Contains(fields(err), "artifacts.contracts") {
		t.Errorf("faults %q", fields(err))
	}
}

func TestOpenDesignsAreOfferedTheLatestFirst(t *testing.T) {
	s := newStore(t)
	for i, f := range []string{"old", "new", "stale"} {
		at := now.Add(time.Duration(i) * time.Hour)
		if f == "stale" {
			at = now.Add(-40 * 24 * time.Hour)
		}
		if _, err := s.Start(given{Feature: f, Now: at}, "docs/p.md"); err != nil {
			t.Fatal(err)
		}
	}
	s.lay(t, sessions.Path("broken"), "{")
	s.lay(t, sessions.Path("theirs"), `{"current_stage": 1, "updated_at": "2026-01-13T15:00:00Z", "prd_source": "evil", "stage_status": {"0": "complete", "1": "in_progress"}}`)
	entries, err := s.Resume(context.Background(), resume.Query{Now: now.Add(2 * time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.ID+" "+e.State+", "+e.Fit)
		if e.ID == "theirs" && (e.Ours || len(e.Details) > 0) {
			t.Errorf("a stranger's: %+v", e)
		}
	}
	want := []string{"new stage 0 of 7, open at Clarification", "old stage 0 of 7, open at Clarification", "theirs stage 1 of 7, open at Business Rules",
		"stale stage 0 of 7, open at Clarification", "broken corrupt, can be rebuilt"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
