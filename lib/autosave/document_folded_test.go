package autosave

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
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

// What people say is read back from the file as it was saved, whatever YAML makes of
// its characters.
func TestSavedWordsAreReadBackToTheSameText(t *testing.T) {
	pieces := []string{
		"a", "word", " ", "  ", "\n", "\n\n", "\t", "---", "...", "- ", "? ", ": ", " #", "#", "'", `"`, "|", ">", "|-\n  ", "{", "}", "[", "]", "&x", "*x", "!t", "%", "@", "`",
		"null", "~", "true", "0x1f", "1e3", "2026-01-01", "\\", `\n`, "\r\n", "\r", "é", "语。", "🧹", "\u202e", "\u2028", "\u0085", "\ufeff", "\x00", "\x1b[31m", "\x07", "\ufffd", "<b>", "```\n", "key: value\n",
		strings.Repeat("long ", 60), strings.Repeat("x", 300),
	}
	random := rand.New(rand.NewPCG(7, 11))
	for range 400 {
		var f Facts
		var want []string
		for range 1 + random.IntN(4) {
			var b strings.Builder
			for range 1 + random.IntN(30) {
				b.WriteString(pieces[random.IntN(len(pieces))])
			}
			f.Conversation.Prompts = append(f.Conversation.Prompts, transcript.Prompt{Text: b.String()})
			if text := prompt.Whole(redacted(b.String())); text != "" {
				want = append(slices.DeleteFunc(want, func(w string) bool { return w == text }), text)
			}
		}
		f.Conversation.LastAnswer = pieces[random.IntN(len(pieces))]
		f.ID, f.Line.Name = "s", "line"
		d := f.Document()
		b := d.Render()
		read := artifact.Parse("thoughts/shared/handoffs/line/2026-01-01_00-00_auto_checkpoint.yaml", b)
		if read.Broken != nil {
			t.Fatalf("%v in\n%s", read.Broken, b)
		}
		if got := line.Texts(fold([]artifact.Artifact{read}, now).Prompts); !slices.Equal(got, want) {
			t.Fatalf("read %q\nwant %q\nin\n%s", got, want, b)
		}
		if again := read.Text("now"); again != d.Text("now") {
			t.Fatalf("now is %q, was %q", again, d.Text("now"))
		}
	}
}

// filled gives each field of a value something to say.
func filled(v reflect.Value, name string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("a " + strings.ToLower(name))
	case reflect.Int:
		v.SetInt(3)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		filled(v.Index(0), name)
	case reflect.Struct:
		if v.CanAddr() && v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(now))
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				filled(v.Field(i), name+" "+v.Type().Field(i).Name)
			}
		}
	}
}

// Each automatic artifact carries the whole state of its line: what is not written into it is lost with the artifacts before it.
func TestAnAutomaticArtifactCarriesAllFieldsOfAState(t *testing.T) {
	var f Facts
	filled(reflect.ValueOf(&f.State).Elem(), "")
	f.State.More = []line.More{{Name: "findings", Lines: []string{"a: b"}}}
	f.ID, f.Line.Name = "s", "line"
	a := artifact.Parse("thoughts/shared/handoffs/line/2026-01-01_00-00_auto_checkpoint.yaml", f.Document().Render())
	got := reflect.ValueOf(line.State{}.With(a))
	// What a written artifact says, and what is of the newest session alone.
	others := []string{"Closed", "Outcome", "Wrote", "Branch", "Commit", "Clean", "OnlyFor", "Recovered", "Ended", "Tasks"}
	for _, field := range reflect.VisibleFields(got.Type()) {
		if got.FieldByIndex(field.Index).IsZero() && !slices.Contains(others, field.Name) {
			t.Errorf("State.%s is lost: Document and With are to write and read it", field.Name)
		}
	}
}

// A later save keeps what a file is to be looked at for apart from its path, as the handoff has it.
func TestAPathAndItsNoteStayApart(t *testing.T) {
	files := "files_to_review:\n" +
		"  - path: app/services/x.rb\n    note: \"the mail goes out from here: see deliver\"\n" +
		"  - path: docs/Büro – Pläne.md\n    note: noch nicht gelesen\n" +
		"  - path: tests/a - b.py\n"
	state := fold([]artifact.Artifact{earlier(t, "mode: handoff\nsession: l\nprimary_bead: none\ngoal: g\nnow: n\n"+files)}, now)
	f := Facts{State: state, Line: Choice{Name: "l", Line: &line.Line{}}, Session: Session{ID: "s"}}
	saved := string(rendered(t, f.Document()))
	for _, row := range strings.Split(strings.TrimSpace(files), "\n") {
		if row = strings.ReplaceAll(strings.TrimLeft(row, " -"), `"`, ""); !strings.Contains(strings.ReplaceAll(saved, `"`, ""), row) {
			t.Errorf("no row %q in\n%s", row, saved)
		}
	}
}
