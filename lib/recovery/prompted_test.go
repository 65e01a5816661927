package recovery

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/history"
	"holdfast/lib/rank"
	"holdfast/lib/resume"
)

// A first prompt is compared with lines and with sessions that the history alone knows.
func TestAPromptIsAnsweredByALineOrByASessionOnce(t *testing.T) {
	s := newScene(t)
	for name, goal := range map[string]string{"gate": "fix the hinges of the garden gate", "well": "a longer rope for the well"} {
		s.put("checkpoint", name, time.Hour, name+"-session", strings.Replace(onMain, "goal: g", "goal: "+goal, 1))
	}
	past := func(id, title, file string) history.Abstract {
		words := rank.Pack([]rank.Passage{{Text: title, Weight: 2}, {Text: file}})
		return history.Abstract{ID: id, Ended: now.Add(-90 * 24 * time.Hour), Goal: title, Changed: file, Words: words}
	}
	sessions := []history.Abstract{
		past("taxes123-0000", "add the reduced tax rate to the invoices", "lib/invoice/tax.py"),
		past("gate-session", "fix the hinges of the garden gate", "yard/gate.txt"),
		past("shed5678-0000", "paint the shed", "yard/shed.txt"),
		past("rope9012-0000", "a new rope for the well in the yard", "yard/well.txt"),
	}
	for _, c := range []struct{ prompt, told, answered string }{
		{"why is the reduced tax rate of the invoices rounded?", "", " taxes123-0000"},
		{"why is the reduced tax rate of the invoices rounded?", "taxes123-0000", " "},
		{"the hinges of the garden gate creak", "", "gate "},
		{"the hinges of the garden gate creak", "gate", " "},
		{"round the reduced rate in lib/invoice/tax.py", "", " taxes123-0000"},
		{"round the reduced rate in src/other/tax.ts", "", " "},
		{"the rope of the well is too short", "", "well rope9012-0000"},
		{"draw a map of the harbour with its lighthouses", "", " "},
		{"go on with the gate", "", "gate "},
		{"go on with the map", "", " "},
	} {
		a, err := s.lines().Answer(context.Background(), resume.Query{Now: now, SessionID: "new"},
			Prompted{Text: c.prompt, Notes: artifact.Notes{Answered: strings.Fields(c.told)}, Past: func() []history.Abstract { return sessions }})
		if err != nil {
			t.Fatal(err)
		}
		want(t, c.prompt, strings.Join(a.Lines, " ")+" "+strings.Join(a.Sessions, " "), c.answered)
		if told := a.Context.String(); strings.Contains(c.answered, "taxes") && !strings.Contains(told, "session taxes123: ended 90 days ago; goal: add the reduced tax rate to the invoices\n  files: lib/invoice/tax.py\n") {
			t.Errorf("%s", told)
		}
	}
}

// To a question for what was said before, a line is told whose words others have, too.
func TestAQuestionForWhatWasPlannedNeedsNoRareWord(t *testing.T) {
	s := newScene(t)
	for name, goal := range map[string]string{"a": "release with the new checker", "b": "docs of the checker", "c": "a script for the release", "d": "colours of the checker", "e": "mail the release"} {
		s.put("checkpoint", name, time.Hour, name+"-session", strings.Replace(onMain, "goal: g", "goal: "+goal, 1))
	}
	for text, told := range map[string]string{"what was planned for the checker after the release?": "a", "put the checker into the release": ""} {
		a, err := s.lines().Answer(context.Background(), resume.Query{Now: now, SessionID: "new"},
			Prompted{Text: text, Past: func() []history.Abstract { return nil }})
		if err != nil {
			t.Fatal(err)
		}
		want(t, text, strings.Join(a.Lines, " "), told)
	}
}

// At a first prompt a line that rests, after more than ten others, is told only for a rare name of the prompt, and to a
// question; of several that fit equally the newest two are.
func TestAPromptIsAnsweredByOldLinesOnlyForTheirNames(t *testing.T) {
	s := newScene(t)
	auto := func(name, goal string, hours int, files string) {
		body := "goal: " + goal + "\nnow: n\nsittings:\n  - {date: \"2026-01-01\", title: " + goal + ", session_id: " + name +
			", files: [" + files + "]}\nmetadata: {git_branch: main, branches: [main], files_changed: [" + files + "]}\n"
		s.put("auto", name, time.Duration(hours)*time.Hour+8*24*time.Hour, name, body)
	}
	auto("yard", "fix the hinges of the garden gate, of GateHinge", 40, "a.go")
	for i := range 12 {
		auto(fmt.Sprint("errand", i), fmt.Sprint("errand number ", i), 20-i, fmt.Sprintf("src/job%d.go", i))
	}
	for i, name := range []string{"pump", "hose", "tank"} {
		auto(name, "water the greenhouse beds at dawn", 4-i, "src/"+name+".go")
	}
	for prompt, told := range map[string]string{
		"paint the hinges of the garden gate":                 "",
		"why do the hinges of the garden gate creak?":         "yard",
		"paint the hinges of the garden gate, not GateHinge":  "yard",
		"paint the \"hinges of the garden gate\" white":       "yard",
		"paint the hinges of the garden gate with `job3` now": "",
		"water the greenhouse beds at dawn and dusk":          "tank hose",
		"water the greenhouse beds by the river":              "tank hose",
		"water the horses":                                    "",
	} {
		a, err := s.lines().Answer(context.Background(), resume.Query{Now: now, SessionID: "new"},
			Prompted{Text: prompt, Past: func() []history.Abstract { return nil }})
		if err != nil {
			t.Fatal(err)
		}
		want(t, prompt, strings.Join(a.Lines, " "), told)
	}
}
