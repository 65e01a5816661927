package workflow

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
)

// Wherever a state is cut, the next step finds what the checkpoints hold, the
// cut bytes lie beside it, and the run goes on as if nothing had been.
func TestAStateCutAnywhereIsMadeAnewOfItsCheckpoints(t *testing.T) {
	s := store(t)
	r := begun(t, s, "main")
	put(t, s, "made.md", "made\n")
	ctx := context.Background()
	c := Change{Now: at, Artefacts: []string{"made.md"}}
	if err := c.Merge(`{"n": 1.10, "big": 123456789012345678901, "s": "\ud83d\ude00"}`); err != nil {
		t.Fatal(err)
	}
	must(s.Step(ctx, r.ID, 1, c))(t)
	must(s.Begin(ctx, r.ID, 2, Change{Now: at}))(t)
	whole := must(os.ReadFile(s.full(r.place.rel, stateFile)))(t)
	history := must(os.ReadFile(s.full(r.place.rel, historyFile)))(t)
	want, _ := s.read(r.place)
	for cut := 0; cut < len(whole)-2; cut += 23 {
		put(t, s, r.Path+"/"+stateFile, string(whole[:cut]))
		put(t, s, r.Path+"/"+historyFile, string(history))
		saved, err := s.Begin(ctx, r.ID, 2, Change{Now: at})
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		got, _ := s.read(r.place)
		if got.broken != nil || !saved.Changed || len(saved.Warnings) != 1 || saved.Ours {
			t.Fatalf("cut at %d: %+v, %+v", cut, got, saved)
		}
		if got.ID != want.ID || got.Next != 2 || !slices.Equal(got.done, want.done) || got.Checkpoint != want.Checkpoint {
			t.Errorf("cut at %d: %+v, want %+v", cut, got, want)
		}
		for _, key := range []string{"session_variables", "artefacts_produced"} {
			if a, b := got.state.Get(key).String(), want.state.Get(key).String(); a != b {
				t.Errorf("cut at %d: %s is %s, want %s", cut, key, a, b)
			}
		}
		if now := must(os.ReadFile(s.full(r.place.rel, historyFile)))(t); !strings.HasPrefix(string(now), string(history)) {
			t.Errorf("cut at %d: the history lost a checkpoint", cut)
		}
		name := saved.Warnings[0].Error()
		name = strings.Trim(name[strings.LastIndexByte(name, ' ')+1:], `"`)
		if kept := must(textAt(s, name))(t); kept != string(whole[:cut]) {
			t.Errorf("cut at %d: %q is kept", cut, kept)
		}
	}
}

func textAt(s Store, rel string) (string, error) {
	b, err := os.ReadFile(s.Root + "/" + rel)
	return string(b), err
}
