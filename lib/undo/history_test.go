package undo

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"holdfast/lib/fault"
	"holdfast/lib/machine"
)

// A session of undos is written as words: "p=x" is a prompt of session s before
// which the work tree is x, "q=x" one of session t, "-" in place of the tree one
// without a snapshot. "u2" undoes two prompts from a terminal, "su" one as the
// model of session s, "sv" shows that model the plan of one, "sy" is its agreement
// to that plan, "b1" takes the first undo back, "sb1" as that model. "r3" rolls back to
// prompt-3 by its name.
// After an undo the tree is what it went back to.
type player struct {
	t      *testing.T
	lines  []Line
	undos  []Move
	places map[string]string // the tree before each undo
	tree   string
}

func (p *player) play(word string) {
	h := fold(p.lines)
	session := ""
	if len(word) > 1 && word[0] == 's' {
		session, word = "s", word[1:]
	}
	switch name, tree, prompt := strings.Cut(word, "="); {
	case prompt:
		pr := Prompt{N: h.last + 1, Time: time.Unix(int64(h.last), 0), Session: map[string]string{"p": "s", "q": "t"}[name], Tree: tree, Snapshot: "commit of " + tree}
		if tree == "-" {
			pr.Tree, pr.Snapshot, pr.LeftOut = "", "", TooSlow
		}
		p.tree = tree
		p.lines = append(p.lines, Line{Prompt: &pr})
	case word[0] == 'u':
		n := 1
		fmt.Sscanf(word, "u%d", &n)
		target, err := h.Target(session, h.Turn(session), n)
		if err != nil {
			p.t.Fatalf("%s: %v", word, err)
		}
		m := Move{Files: []string{"a"}, Safety: fmt.Sprint("chk-", len(p.undos)+1), To: target.N, Turn: h.Turn(session), Tree: strings.TrimPrefix(target.Snapshot, "commit of ")}
		p.moved(m)
	case word[0] == 'r':
		n := 0
		fmt.Sscanf(word, "r%d", &n)
		p.moved(Move{Files: []string{"a"}, Safety: fmt.Sprint("chk-", len(p.undos)+1), To: n, Turn: h.Turn(session), Tree: h.Find(n).Tree})
	case word[0] == 'v':
		target, err := h.Target(session, h.Turn(session), 1)
		if err != nil {
			p.t.Fatalf("%s: %v", word, err)
		}
		p.lines = append(p.lines, Line{Shown: &Shown{Plan: "plan", To: target.N, Turn: h.Turn(session)}})
	case word[0] == 'y':
		target := h.Planned("plan")
		if target == nil {
			p.t.Fatalf("%s: the plan is not known", word)
		}
		p.moved(Move{Files: []string{"a"}, Safety: fmt.Sprint("chk-", len(p.undos)+1), To: target.N, Turn: h.Turn(session), Tree: target.Tree})
	case word[0] == 'b':
		n := 1
		fmt.Sscanf(word, "b%d", &n)
		taken := p.undos[n-1]
		p.moved(Move{Files: []string{"a"}, Safety: fmt.Sprint("chk-", len(p.undos)+1), Back: taken.Safety, Turn: h.Turn(session), Tree: p.places[taken.Safety]})
	}
}

func (p *player) moved(m Move) {
	p.places[m.Safety] = p.tree
	p.tree = m.Tree
	p.undos = append(p.undos, m)
	p.lines = append(p.lines, Line{Move: &m})
}

func TestAnUndoGoesOnFromTheLastOne(t *testing.T) {
	for _, c := range []struct{ words, terminal, model string }{
		// What the next undo goes back to: the prompt, and the tree.
		{"p=a p=b p=c", "prompt-3 c", "prompt-2 b"},
		{"p=a p=b p=c u1", "prompt-2 b", "prompt-2 b"},
		{"p=a p=b p=c u1 u1", "prompt-1 a", "prompt-1 a"},
		{"p=a p=b p=c u2", "prompt-1 a", "prompt-1 a"},
		{"p=a p=b p=c u3", "nothing", "nothing"},
		// Until the next prompt, whose own work counts, and then what led there.
		{"p=a p=b p=c u1 p=c", "prompt-4 c", "prompt-2 b"},
		{"p=a p=b p=c u1 p=c p=d", "prompt-5 d", "prompt-4 c"},
		{"p=a p=b p=c u2 p=b p=e u2", "prompt-1 a", "prompt-1 a"},
		// The model undoes in the turn of a prompt that asks for it; the next one
		// that asks goes on.
		{"p=a p=b p=c p=d su", "prompt-2 b", "prompt-2 b"},
		{"p=a p=b p=c p=d su p=c", "prompt-5 c", "prompt-2 b"},
		{"p=a p=b p=c p=d su p=c su p=b su", "nothing", "nothing"},
		{"p=a p=b p=c p=d su p=c su p=b", "prompt-6 b", "prompt-1 a"},
		// It went on working after its undo, in the same turn.
		{"p=a p=b p=c su p=x", "prompt-4 x", "prompt-2 b"},
		{"p=a p=b p=c su q=x", "prompt-4 x", "prompt-1 a"},
		{"p=a p=b p=c su p=x u2", "prompt-1 a", "prompt-1 a"},
		{"p=a p=b p=c su p=x r3", "prompt-2 b", "prompt-2 b"},
		{"p=a p=b p=c su p=x r3 p=y", "prompt-5 y", "prompt-2 b"},
		{"p=a p=b p=c p=d su p=c sb1 p=x", "prompt-6 x", "prompt-4 d"},
		{"p=a p=b p=c p=d su p=c sb1 p=x u2", "prompt-3 c", "prompt-3 c"},
		// A plan is shown in one turn and agreed to in the next, or not; a turn that
		// only showed one does not count.
		{"p=a p=b p=c p=d sv p=d", "prompt-5 d", "prompt-3 c"},
		{"p=a p=b p=c p=d sv p=d sy", "prompt-2 b", "prompt-2 b"},
		{"p=a p=b p=c p=d sv p=d sy p=c sv p=c sy", "prompt-1 a", "prompt-1 a"},
		{"p=a p=b p=c p=d sv p=d p=d sy", "prompt-2 b", "prompt-2 b"},
		{"p=a p=b p=c p=d sv p=e", "prompt-5 e", "prompt-4 d"},
		{"p=a p=b p=c p=d sv q=d p=d", "prompt-6 d", "prompt-3 c"},
		// To take an undo back leads where it started.
		{"p=a p=b p=c u1 b1", "prompt-3 c", "prompt-2 b"},
		{"p=a p=b p=c u1 u1 b2", "prompt-2 b", "prompt-2 b"},
		{"p=a p=b p=c u1 u1 b2 b1", "prompt-3 c", "prompt-2 b"},
		{"p=a p=b p=c p=d su p=c sb1 p=d", "prompt-6 d", "prompt-3 c"},
		{"p=a p=b p=c u1 b1 b2", "prompt-2 b", "prompt-2 b"},
		// Of the model, its own session's; of a terminal, the project's.
		{"p=a q=b p=c q=d", "prompt-4 d", "prompt-1 a"},
		{"q=a", "prompt-1 a", "nothing"},
		// Prompts are counted, not snapshots.
		{"p=a p=a p=a", "prompt-3 a", "prompt-2 a"},
		{"p=a p=-", "missing prompt-2, nearest prompt-1", "prompt-1 a"},
		{"p=a p=- p=c", "prompt-3 c", "missing prompt-2, nearest prompt-1"},
		{"p=- p=b", "prompt-2 b", "missing prompt-1, nearest "},
	} {
		p := &player{t: t, places: map[string]string{}}
		for _, word := range strings.Fields(c.words) {
			p.play(word)
		}
		h := fold(p.lines)
		if got := targetOf(&h, ""); got != c.terminal {
			t.Errorf("%s: undo goes back to %q, want %q", c.words, got, c.terminal)
		}
		if got := targetOf(&h, "s"); got != c.model {
			t.Errorf("%s: the model's undo goes back to %q, want %q", c.words, got, c.model)
		}
	}
}

// What is agreed to is what was shown, also where that is the rest of a turn.
func TestAPlanIsOfTheSnapshotThatWasShown(t *testing.T) {
	for _, words := range []string{"p=a p=b p=c p=d su p=x", "p=a p=b p=c p=d", "p=a p=b p=c u1 p=e"} {
		p := &player{t: t, places: map[string]string{}}
		for _, word := range strings.Fields(words) {
			p.play(word)
		}
		h := fold(p.lines)
		shown, err := h.Target("s", h.Turn("s"), 1)
		if err != nil {
			t.Fatal(err)
		}
		p.play("sv")
		h = fold(p.lines)
		if planned := h.Planned("plan"); planned == nil || planned.Snapshot != shown.Snapshot {
			t.Errorf("%s: agreed to %+v, shown %+v", words, planned, shown)
		}
	}
}

func targetOf(h *History, session string) string {
	target, err := h.Target(session, h.Turn(session), 1)
	var missing *fault.Error
	switch {
	case errors.As(err, &missing) && missing.Code == fault.CodeInvalid:
		name, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "not possible: "), " ")
		_, hint, _ := strings.Cut(missing.Hint, "rollback ")
		nearest, _, _ := strings.Cut(hint, " ")
		return fmt.Sprintf("missing %s, nearest %s", name, nearest)
	case fault.CodeOf(err) == fault.CodeMissing:
		return "nothing"
	}
	return target.Name() + " " + strings.TrimPrefix(target.Snapshot, "commit of ")
}

func TestThePositionIsMarkedUntilTheNextPrompt(t *testing.T) {
	p := &player{t: t, places: map[string]string{}}
	for _, step := range []struct {
		word     string
		position int
	}{{"p=a", 0}, {"p=b", 0}, {"p=c", 0}, {"u1", 3}, {"u1", 2}, {"b2", 3}, {"b1", 0}, {"u2", 2}, {"p=b", 0}} {
		p.play(step.word)
		if h := fold(p.lines); h.Position != step.position {
			t.Errorf("after %s the position is %d, want %d", step.word, h.Position, step.position)
		}
	}
}

func TestPromptsWhoseWorkWasTakenBackAreKnown(t *testing.T) {
	for words, want := range map[string]string{
		"p=a p=b p=c":             "",
		"p=a p=b p=c u2":          "3",
		"p=a p=b p=c u2 p=b":      "2 3",
		"p=a p=b p=c u2 b1":       "",
		"p=a p=b p=c p=d su":      "",
		"p=a p=b p=c p=d su p=c":  "3",
		"p=a p=b p=c sv p=c sy":   "",
		"p=a p=b p=c su p=x":      "2",
		"p=a p=b p=c su p=x u2":   "4",
		"p=a p=b p=c u1 u1 b2 b1": "",
	} {
		p := &player{t: t, places: map[string]string{}}
		for _, word := range strings.Fields(words) {
			p.play(word)
		}
		h := fold(p.lines)
		var got []string
		for _, prompt := range h.Prompts {
			if h.Undone(prompt) {
				got = append(got, fmt.Sprint(prompt.N))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: undone are %q, want %q", words, got, want)
		}
	}
}

func TestPromptsSinceOneAreThoseOfAllSessions(t *testing.T) {
	p := &player{t: t, places: map[string]string{}}
	for _, word := range strings.Fields("p=a q=b p=c") {
		p.play(word)
	}
	h := fold(p.lines)
	for n, want := range map[int]int{3: 0, 2: 1, 1: 2, 0: 3} {
		if got := h.Since(n); len(got) != want {
			t.Errorf("since prompt-%d: %v", n, got)
		}
	}
}

func TestASnapshotThatCannotBeStoppedIsNotWaitedFor(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	err := inTime(context.Background(), time.Nanosecond, func(context.Context) error {
		<-stop
		return nil
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	err = inTime(context.Background(), time.Minute, func(context.Context) error { panic("fault") })
	if err == nil || !strings.HasPrefix(err.Error(), "internal fault: fault") {
		t.Errorf("got %v", err)
	}
}

func TestWhatWasTakenBackIsKnownBySessionAndFile(t *testing.T) {
	for words, want := range map[string]string{
		"p=a q=b p=c":             "",
		"p=a q=b p=c u1":          "prompt-3",
		"p=a q=b p=c u2":          "prompt-2 prompt-3",
		"p=a q=b p=c u2 p=b":      "prompt-2 prompt-3",
		"p=a q=b p=c u1 u1":       "prompt-3; prompt-2",
		"p=a q=b p=c u2 b1":       "",
		"p=a p=b p=c su p=x":      "prompt-2",
		"p=a q=b p=c u1 p=c u2":   "prompt-3; prompt-2 prompt-4",
		"p=a q=b p=c u1 u1 b2 b1": "",
	} {
		p := &player{t: t, places: map[string]string{}}
		for _, word := range strings.Fields(words) {
			p.play(word)
		}
		h := fold(p.lines)
		var got []string
		for _, m := range h.moves {
			var names []string
			for _, e := range h.Prompts {
				if e.taken == m && !e.Asks {
					names = append(names, e.Name())
				}
			}
			if len(names) > 0 {
				got = append(got, strings.Join(names, " "))
			}
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: taken back are %q, want %q", words, got, want)
		}
	}
}

func TestFilesThatWerePutBackAreKnownUntilTheyAreBroughtBack(t *testing.T) {
	s := Store{Root: t.TempDir(), Machine: machine.Folder{Path: t.TempDir()}}
	at := func(n int64) time.Time { return time.Unix(n, 0).UTC() }
	for _, step := range []struct {
		move Move
		want map[string]time.Time
	}{
		{Move{Safety: "chk-1", Part: true, Time: at(1), Files: []string{"x", "y"}}, map[string]time.Time{"x": at(1), "y": at(1)}},
		{Move{Safety: "chk-2", Part: true, Time: at(2), Files: []string{"y"}}, map[string]time.Time{"x": at(1), "y": at(2)}},
		{Move{Safety: "chk-3", Part: true, Time: at(3), Back: "chk-2", Files: []string{"y"}}, map[string]time.Time{"x": at(1), "y": at(1)}},
	} {
		if err := s.Enter(Line{Move: &step.move}); err != nil {
			t.Fatal(err)
		}
		if got := s.PutBack(); !maps.Equal(got, step.want) {
			t.Errorf("after %s: %v, want %v", step.move.Safety, got, step.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("{\"prompt\":{\"n\":1,\"tree\":\"a\"}}\n\n{\"move\":{\"safety\":\"chk-1-1\",\"to\":1}}\n{\"pro"))
	f.Add([]byte("{\"prompt\":{\"n\":1,\"tree\":\"a\"}}\n{\"shown\":{\"plan\":\"p\",\"to\":1,\"turn\":1}}\n{\"prompt\":{\"n\":2,\"tree\":\"a\"}}"))
	f.Add([]byte(`{"move":{"turn":1,"back":"x"}}` + "\n" + `{"prompt":{"n":-1}}` + "\n" + `{"pruned":"2026-01-01T00:00:00Z","last":9}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		h := fold(parse(b))
		for n := range 3 {
			_, _ = h.Target("s", h.Turn("s"), n)
		}
		for i, p := range h.Prompts {
			if i > 0 && p.N <= h.Prompts[i-1].N {
				t.Errorf("prompts %d and %d", h.Prompts[i-1].N, p.N)
			}
		}
	})
}
