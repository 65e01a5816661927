package autosave

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// sitting is a session of random work on a line, in few words so that they meet.
func sitting(r *rand.Rand, n int, state line.State) Facts {
	pick := func(name string, of int) string { return fmt.Sprintf("%s%d", name, r.IntN(of)) }
	f := Facts{
		Session: Session{ID: fmt.Sprintf("s%d", n/2)}, State: state, Line: Choice{Name: "l", Line: &line.Line{}},
		Conversation: transcript.Conversation{Prompts: said(fmt.Sprintf("prompt %d. Always obey rule %d.", r.IntN(9), r.IntN(5)))},
		Work:         Work{Changed: []string{pick("file", 9), "file9"}},
	}
	c := &f.Conversation
	for range r.IntN(3) {
		c.Tasks = append(c.Tasks, transcript.Task{Subject: pick("step ", 6), Status: []string{"completed", "pending"}[r.IntN(2)]})
	}
	if r.IntN(2) == 0 {
		c.Failures = []transcript.Failure{{Command: pick("make ", 4), Output: pick("error ", 3)}}
	}
	if r.IntN(2) == 0 {
		c.Succeeded = []string{pick("make ", 4)}
		if r.IntN(3) == 0 {
			c.Checks = []transcript.Command{{Command: c.Succeeded[0]}}
		}
	}
	if r.IntN(3) == 0 {
		c.Answers = []transcript.Answer{{Question: pick("question ", 3), Answer: pick("answer ", 3)}}
	}
	return f
}

func written(r *rand.Rand) string {
	var b strings.Builder
	fmt.Fprintf(&b, "mode: checkpoint\nsession: l\nsession_id: w%d\ngoal: goal %d\nnow: now %d\n", r.IntN(3), r.IntN(3), r.IntN(9))
	for key, name := range map[string]string{"next": "step", "rules": "rule", "blockers": "make", "questions": "question", "worked": "way", "resolved": "step"} {
		if r.IntN(2) == 0 {
			continue
		}
		var all []string
		for range r.IntN(3) {
			text := fmt.Sprintf("%s %d", name, r.IntN(5))
			if key == "blockers" {
				text += " failed"
			}
			all = append(all, text)
		}
		fmt.Fprintf(&b, "%s: [%s]\n", key, strings.Join(all, ", "))
	}
	return b.String()
}

// known is what a state tells, without when it was said first and in what order
// what has none was found.
func known(t *testing.T, s line.State) map[string]string {
	t.Helper()
	texts := func(items []line.Item) string {
		all := line.Texts(items)
		slices.Sort(all)
		return strings.Join(all, "|")
	}
	open := line.Texts(s.Next)
	var done, checks []string
	for _, d := range s.Done {
		if !d.Counts() && !slices.Contains(open, d.Task) {
			done = append(done, d.Task)
		}
	}
	for _, c := range s.Checks {
		checks = append(checks, c.Command)
	}
	slices.Sort(done)
	slices.Sort(checks)
	sittings := slices.Sorted(slices.Values(s.Sessions))
	rest, err := json.Marshal([]any{s.Goal, s.Now, s.Since, s.Written, s.Branches, done, checks, s.Files, line.Texts(s.Prompts), sittings})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"rules": texts(s.Rules), "next": texts(s.Next), "blockers": texts(s.Blockers), "questions": texts(s.Questions),
		"decisions": texts(s.Decisions), "worked": texts(s.Worked), "failed": texts(s.Failed), "the rest": string(rest),
	}
}

// noStepIsLost wants each open step of a line in what a hook saves, or among the
// session's finished tasks.
func noStepIsLost(t *testing.T, f Facts, saved artifact.Artifact) {
	t.Helper()
	gone := append(saved.Lines("resolved"), saved.Lines("done_this_session")...)
	for _, step := range line.Texts(f.State.Next) {
		finished := slices.ContainsFunc(f.Conversation.Tasks, func(x transcript.Task) bool { return x.Subject == step && x.Status == "completed" })
		if !finished && (slices.Contains(gone, step) || !slices.Contains(saved.Lines("next"), step)) {
			t.Fatalf("the step %q is lost: done or resolved are %q", step, gone)
		}
	}
}

// Each automatic artifact holds the whole state of its line: where the ones
// before it are gone, nothing else is.
func TestPruningAutomaticArtifactsLosesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		var all, kept []artifact.Artifact
		n := 1 + r.IntN(9)
		for i := range n {
			at := now.Add(time.Duration(i) * time.Minute)
			name, text := "l", []byte(written(r))
			if i == n-1 || r.IntN(4) > 0 {
				f := sitting(r, i, fold(all, now))
				f.Date = at
				name, text = "auto", rendered(t, f.Document())
				noStepIsLost(t, f, artifact.Parse("auto", text))
			}
			a := artifact.Parse(fmt.Sprintf("%s/l/%s_%s_checkpoint.yaml", artifact.Dir, at.Format("2006-01-02_15-04"), name), text)
			if a.Broken != nil {
				t.Fatal(a.Broken)
			}
			all = append(all, a)
			if !a.Auto() || i == n-1 {
				kept = append(kept, a)
			}
		}
		before, after := known(t, fold(all, now)), known(t, fold(kept, now))
		for what, text := range before {
			if after[what] != text {
				t.Fatalf("%s was %s\nand is %s", what, text, after[what])
			}
		}
	}
}

func TestWhatIsNotInTheLedgerIsNotKeptAsThisMachines(t *testing.T) {
	s := newScene(t)
	ledger := filepath.Join(s.store.Machine.State(), "ledger")
	if err := os.MkdirAll(filepath.Dir(ledger), 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(id string) Result {
		t.Helper()
		path := s.log(id, now.Add(-time.Hour), now, "fix the gate", "w:"+filepath.Join(s.store.Root, "gate.go"))
		r, err := s.session(id, path).BeforeCompaction(t.Context())
		if err != nil || !r.Wrote {
			t.Fatal(r, err)
		}
		return r
	}
	own := func(r Result) bool {
		t.Helper()
		l, err := s.project().Named(t.Context(), r.Saved.Artifact().Session())
		if err != nil || l == nil {
			t.Fatal(l, err)
		}
		return l.Own && l.Path == r.Saved.Path
	}
	if r := run("recorded"); r.Warning != nil || !own(r) {
		t.Errorf("a save: %v, own %t", r.Warning, own(r))
	}
	if err := os.RemoveAll(ledger); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(ledger, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := run("unrecorded"); r.Warning == nil || own(r) {
		t.Errorf("a save without a ledger: %v, own %t", r.Warning, own(r))
	}
}

// fold is the state of a line by its artifacts, in any order.
func fold(artifacts []artifact.Artifact, now time.Time) (s line.State) {
	order := artifact.Order(now)
	artifacts = slices.Clone(artifacts)
	slices.SortFunc(artifacts, func(a, b artifact.Artifact) int {
		return order(a.Date.Unix(), a.Path, b.Date.Unix(), b.Path)
	})
	for _, a := range slices.Backward(artifacts) {
		s = s.With(a)
	}
	return s
}
