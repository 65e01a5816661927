package line

import (
	"testing"
	"time"
)

func TestOwnersAreThoseWhoChangedAFileLast(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	sat := map[string][]*Sitting{
		"older": {{Date: at, Files: []string{"a", "b"}}}, "newer": {{Date: at.Add(time.Hour), Files: []string{"b"}}},
	}
	r := &Lines{sittingsOf: func() map[string][]*Sitting { return sat }}
	older, newer := &Line{Name: "older", among: r}, &Line{Name: "newer", among: r}
	dirty := owners(map[string]bool{"a": true, "b": true, "c": true}, []*Line{newer, older})
	if len(dirty[older]) != 1 || dirty[older][0] != "a" || len(dirty[newer]) != 1 || dirty[newer][0] != "b" {
		t.Errorf("owners: %v", dirty)
	}
}

// Outside of git nothing tells what is committed: how the last turn ended does, once others passed the line by.
func TestWithoutGitALineRestsOnceItsLastTurnIsOver(t *testing.T) {
	for body, want := range map[string]Status{
		"now: 'asked: write the intro; answered: It is written.'\nmetadata: {trigger: session-end}\n":                                     Resting,
		"now: 'answered: Das Menü steht.'\nmetadata: {trigger: session-end}\n":                                                            Resting,
		"now: 'asked: write the intro; answered: It is written. Shall I write the summary, too?'\nmetadata: {trigger: session-end}\n":     Open,
		"now: 'asked: écris la fiche; answered: Elle est écrite. Voulez-vous aussi les allergènes ?'\nmetadata: {trigger: session-end}\n": Open,
		"now: 'asked: write the intro'\nmetadata: {trigger: session-end}\n":                                                               Open,
		"now: 'asked: the plot; answered: [so far edited plot.py; no check ran since]'\nmetadata: {trigger: session-end}\n":               Open,
		"now: 'answered: It is written.'\nnext: [the map]\nmetadata: {trigger: session-end}\n":                                            Open,
		"now: 'answered: It is written.'\nblockers: [\"python3 plot.py failed\"]\nmetadata: {trigger: session-end}\n":                     Open,
		"now: 'answered: It is written.'\nmetadata: {trigger: auto}\n":                                                                    Open,
		"now: 'answered: It is written.'\nmetadata: {trigger: recovered}\n":                                                               Open,
		"now: 'answered: It is written.'\nmetadata: {trigger: session-end, files_changed: [report/a.md]}\n":                               Resting,
	} {
		s := newScene(t)
		s.put("auto", "chapters", 10, "s1", true, "goal: write the chapters\n"+body)
		l, err := s.Named(t.Context(), "chapters")
		later := &Sitting{Line: "figures", Files: []string{"a.svg"}, Began: l.Saved.Add(1), Date: l.Saved.Add(2)}
		l.among.sittingsOn = func() map[string][]*Sitting { return map[string][]*Sitting{"": {later, later}} }
		if l.Status() != Open {
			t.Errorf("%q: %v though only two sessions were elsewhere since", body, l.Status())
		}
		l.among.sittingsOn = func() map[string][]*Sitting { return map[string][]*Sitting{"": {later, later, later}} }
		if err != nil || l.Status() != want {
			t.Errorf("%q: %v, want %s, %v", body, l.Status(), want, err)
		}
	}
}

func TestABranchOfARelease(t *testing.T) {
	for branch, want := range map[string]bool{
		"release/1.x": true, "release/2.4": true, "releases/v3.1": true, "1.x": true, "v2.8.x": true,
		"release/2.4.0": false, "support/12345": false,
		"support/1.2": true, "feat/1.x-parser": false, "release/notes": false, "fix/12": false, "x": false, "stable": false,
	} {
		if ofRelease(branch) != want {
			t.Errorf("%s: %t", branch, !want)
		}
	}
}
