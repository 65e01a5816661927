package autosave

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holdfast/lib/artifact"
	"holdfast/lib/fence"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

var now = time.Date(2026, 11, 21, 9, 30, 15, 0, time.UTC)

const secret = "ghp_" + "x7Kq2mV9rT4wY8bN3cJ6hL1pD5sF0gZaQeRu"

func said(texts ...string) []transcript.Prompt {
	var all []transcript.Prompt
	for _, s := range texts {
		all = append(all, transcript.Prompt{Text: s})
	}
	return all
}

// earlier is an artifact as the session's last one.
func earlier(t *testing.T, text string) artifact.Artifact {
	t.Helper()
	a := artifact.Parse(artifact.Dir+"/folder/2026-11-21_09-00_auto_checkpoint.yaml", []byte(text))
	if a.Broken != nil {
		t.Fatal(a.Broken)
	}
	return a
}

// list is the lines at a dotted path of the body's mappings.
func list(d artifact.Document, keys ...string) []string {
	n := d.Body
	for _, k := range keys {
		n = yamldoc.Get(n, k)
	}
	var all []string
	if n != nil {
		for _, c := range n.Content {
			all = append(all, c.Value)
		}
	}
	return all
}

func want(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %q, want %q", what, got, want)
	}
}

func TestADocumentHoldsWhatTheSessionLeft(t *testing.T) {
	f := Facts{
		SessionID: "0c90d71c-1111-4222-8333-444455556666", Trigger: "auto", Instructions: "keep\nthe ids", Transcript: "/t.jsonl", Date: now.In(time.FixedZone("", 3600)),
		Conversation: transcript.Conversation{
			Prompts: said("add\nredis sessions", "now tests"), LastAnswer: "Tests pass.",
			Tasks:    []transcript.Task{{ID: "1", Subject: "store", Status: "completed"}, {ID: "2", Subject: "tests", Status: "in_progress"}, {ID: "3", Subject: "docs", Status: "pending"}, {ID: "4", Subject: "dropped", Status: "deleted"}},
			Failures: []transcript.Failure{{Command: "make test", Output: "FAIL a\n\nFAIL b\n"}},
			Answers:  []transcript.Answer{{Question: "Which store?", Answer: "redis"}, {Question: "", Answer: "x"}},
		},
		Work: Work{Branch: "feat/auth", Commit: "abc", Dirty: true, Known: true, Worktree: "side", Changed: []string{"a.go", "b.go"}},
	}
	d := f.Document()
	for key, w := range map[string]string{
		"mode": "checkpoint", "date": "2026-11-21T09:30:15Z", "session": "feat-auth-0c90d71c", "primary_bead": "",
		"session_id": "0c90d71c-1111-4222-8333-444455556666", "goal": "add redis sessions", "now": "asked: now tests; answered: Tests pass.",
		"metadata.git_branch": "feat/auth", "metadata.git_commit": "abc", "metadata.git_dirty": "true", "metadata.worktree": "side",
		"metadata.trigger": "auto", "metadata.transcript_path": "/t.jsonl", "metadata.custom_instructions": "keep the ids",
	} {
		want(t, key, d.Text(key), w)
	}
	want(t, "next", strings.Join(list(d, "next"), "|"), "tests|docs")
	want(t, "blockers", strings.Join(list(d, "blockers"), "|"), "make test failed\nFAIL a\nFAIL b")
	want(t, "decisions", strings.Join(list(d, "decisions"), "|"), "Which store?|redis")
	want(t, "prompts", strings.Join(list(d, "metadata", "prompts"), "|"), "add\nredis sessions|now tests")
	want(t, "files_changed", strings.Join(list(d, "metadata", "files_changed"), "|"), "a.go|b.go")
	var done []string
	for _, n := range yamldoc.Get(d.Body, "done_this_session").Content {
		done = append(done, yamldoc.Text(n, "task"))
	}
	want(t, "done", strings.Join(done, "|"), "store|changed 2 files")
	if n := len(yamldoc.Get(yamldoc.Get(d.Body, "metadata"), "tasks").Content); n != 3 {
		t.Errorf("%d tasks are kept, want all but the deleted one", n)
	}
	yamldoc.Set(d.Front, "schema_version", yamldoc.String("1.0.0"))
	yamldoc.Set(d.Front, "outcome", yamldoc.String("PARTIAL_PLUS"))
	if faults := d.Validate(); len(faults) != 0 {
		t.Errorf("faults %v", faults)
	}
}

func TestNothingToSaveIsNoPromptNoChangeAndNoOpenWork(t *testing.T) {
	if !(Facts{SessionID: "s", Conversation: transcript.Conversation{LastAnswer: "hi", UsedShell: true}, Work: Work{Branch: "main", Dirty: true}}).Empty() {
		t.Error("nothing is something")
	}
	for name, f := range map[string]Facts{
		"a prompt":     {Conversation: transcript.Conversation{Prompts: said("x")}},
		"a change":     {Work: Work{Changed: []string{"a"}}},
		"an open task": {Conversation: transcript.Conversation{Tasks: []transcript.Task{{ID: "1", Subject: "a", Status: "pending"}}}},
	} {
		if f.Empty() {
			t.Errorf("%s is nothing", name)
		}
	}
}

func TestGoalNextDecisionsAndBeadAreCarriedFromTheLastArtifact(t *testing.T) {
	a := earlier(t, "mode: checkpoint\nsession: my line\nprimary_bead: hf-1\ngoal: the old goal\nnow: n\nnext: [step one, step two]\ndecisions: {db: postgres, ui: none}\n")
	f := Facts{Earlier: a, HasEarlier: true, SessionID: "s", Goal: "of the task", Bead: Bead{"hf-9", "other"}, Conversation: transcript.Conversation{
		Prompts: said("something new"), Answers: []transcript.Answer{{Question: "ui", Answer: "web"}, {Question: "new", Answer: "yes"}}}}
	d := f.Document()
	want(t, "goal", d.Text("goal"), "the old goal")
	want(t, "session", d.Text("session"), "my line")
	want(t, "bead", d.Text("primary_bead"), "hf-1")
	want(t, "next", strings.Join(list(d, "next"), "|"), "step one|step two")
	want(t, "decisions", strings.Join(list(d, "decisions"), "|"), "db|postgres|ui|web|new|yes")
	want(t, "the last artifact's decisions", strings.Join(a.Lines("decisions"), "|"), "db: postgres|ui: none")

	f.Earlier = earlier(t, "mode: finalize\nsession: my line\nprimary_bead: hf-1\ngoal: the old goal\nnow: n\nnext: [step one]\ndecisions: {db: postgres}\n")
	d = f.Document()
	want(t, "goal after a finalized one", d.Text("goal"), "of the task")
	want(t, "next after a finalized one", strings.Join(list(d, "next"), "|"), "")
	want(t, "decisions after a finalized one", strings.Join(list(d, "decisions"), "|"), "ui|web|new|yes")
}

func TestTheGoalIsFoundInItsOrder(t *testing.T) {
	f := Facts{Goal: "of the epic", Conversation: transcript.Conversation{Prompts: said("first", "last")}, Work: Work{Branch: "b"}}
	want(t, "goal", f.Document().Text("goal"), "of the epic")
	f.Goal = ""
	want(t, "goal", f.Document().Text("goal"), "first")
	f.Conversation.Prompts = said(" \n ")
	want(t, "goal", f.Document().Text("goal"), "work on branch b")
	f = Facts{Work: Work{Changed: []string{"a"}}}
	if d := f.Document(); d.Text("goal") == "" || d.Text("now") == "" || !artifact.SafeName(d.Text("session")) {
		t.Errorf("goal %q, now %q, session %q", d.Text("goal"), d.Text("now"), d.Text("session"))
	}
}

func TestTheSessionFolderIsTheBeadsElseTheBranchs(t *testing.T) {
	f := Facts{SessionID: "0c90d71c-1111", Work: Work{Branch: "feat/auth"}, Bead: Bead{"hf-1", "Add: the store!"}}
	want(t, "with a bead", f.Document().Text("session"), "hf-1-add-the-store")
	want(t, "its bead", f.Document().Text("primary_bead"), "hf-1")
	f.Bead = Bead{}
	want(t, "with a branch", f.Document().Text("session"), "feat-auth-0c90d71c")
	f.Work.Branch = ""
	want(t, "with neither", f.Document().Text("session"), "work-0c90d71c")
	f.SessionID = "../x"
	want(t, "with a hostile id", f.Document().Text("session"), "work-x")
	f.Earlier, f.HasEarlier = earlier(t, "session: ../../etc\ngoal: g\n"), true
	want(t, "after a hostile name", f.Document().Text("session"), "work-x")
}

func TestTasksAreTheLastArtifactsOverlaidWithWhatWasDoneSince(t *testing.T) {
	a := earlier(t, `{mode: checkpoint, goal: g, metadata: {tasks: [
		{id: '1', subject: one, status: pending}, {id: '2', subject: two, status: in_progress},
		{id: '3', subject: three, status: completed}, {id: '4', subject: four, status: pending}, rubbish]}}`)
	f := Facts{Earlier: a, HasEarlier: true, Conversation: transcript.Conversation{Tasks: []transcript.Task{
		{ID: "2", Status: "completed"}, {ID: "1", Subject: "one, renamed", Status: "in_progress"}, {ID: "5", Subject: "five", Status: "pending"},
		{Subject: "no id", Status: "pending"}, {ID: "4", Status: "deleted"}, {ID: "9", Status: "pending"},
	}}}
	d := f.Document()
	want(t, "next", strings.Join(list(d, "next"), "|"), "one, renamed|five|no id")
	want(t, "done", yamldoc.Text(yamldoc.Get(d.Body, "done_this_session").Content[0], "task"), "two")
	if n := len(yamldoc.Get(d.Body, "done_this_session").Content); n != 1 {
		t.Errorf("%d are done: what was finished earlier was told there", n)
	}
	if strings.Contains(fmt.Sprint(list(d, "next")), "three") {
		t.Error("a finished task is open")
	}
}

func TestBlockersAreTheLastThreeWithThreeLinesOf200Characters(t *testing.T) {
	var failures []transcript.Failure
	for i := range 5 {
		failures = append(failures, transcript.Failure{Command: fmt.Sprintf("cmd %d %s", i, strings.Repeat("ä", 300)), Output: "\n \n" + strings.Repeat(strings.Repeat("ö", 400)+"\n", 6)})
	}
	d := Facts{Conversation: transcript.Conversation{Failures: failures}}.Document()
	blockers := list(d, "blockers")
	if len(blockers) != 3 || !strings.HasPrefix(blockers[0], "cmd 2 ") || !strings.HasPrefix(blockers[2], "cmd 4 ") {
		t.Fatalf("%d blockers", len(blockers))
	}
	for _, b := range blockers {
		lines := strings.Split(b, "\n")
		if len(lines) != 4 {
			t.Errorf("%d lines, want the command and three", len(lines))
		}
		for _, l := range lines[1:] {
			if n := utf8.RuneCountInString(l); n > 200 || n < 190 {
				t.Errorf("a line of %d characters", n)
			}
		}
	}
}

func TestSecretsAreTakenOutBeforeAnythingIsCut(t *testing.T) {
	// Wherever the cut falls, no part of the secret may be left.
	for pad := 150; pad < 520; pad += 7 {
		text := strings.Repeat("x", pad) + " " + secret + " tail"
		f := Facts{
			Goal: text, Instructions: text, Date: now, SessionID: "s",
			Conversation: transcript.Conversation{
				Prompts: said(text), LastAnswer: text, Failures: []transcript.Failure{{Command: text, Output: text}},
				Answers: []transcript.Answer{{Question: text, Answer: text}}, Tasks: []transcript.Task{{ID: "1", Subject: text, Status: "pending"}, {ID: "2", Subject: text, Status: "completed"}},
			},
		}
		b, err := f.Document().Render()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), secret[:8]) {
			t.Fatalf("with %d characters before it, a part of the secret is left:\n%s", pad, b)
		}
	}
}

func TestPromptsAreTheNewestTenTrimmed(t *testing.T) {
	var texts []string
	for i := range 15 {
		texts = append(texts, fmt.Sprintf("\n  %d \x1b[31m%s\n", i, strings.Repeat("é", 600)))
	}
	texts = append(texts, "  \n")
	prompts := list(Facts{Conversation: transcript.Conversation{Prompts: said(texts...)}}.Document(), "metadata", "prompts")
	if len(prompts) > 10 || len(prompts) < 9 || !strings.HasPrefix(prompts[0], "6 ") || !strings.HasPrefix(prompts[len(prompts)-1], "14 ") {
		t.Errorf("%d prompts, the first is %.10q", len(prompts), prompts[0])
	}
	for _, p := range prompts {
		if utf8.RuneCountInString(p) > 500 || strings.Contains(p, "\x1b") || p != strings.TrimSpace(p) {
			t.Errorf("a prompt is %q", p)
		}
	}
}

func TestManyChangedFilesAreBounded(t *testing.T) {
	var files []string
	for i := range 1000 {
		files = append(files, fmt.Sprintf("f%d", i))
	}
	d := Facts{Work: Work{Changed: files}}.Document()
	done := yamldoc.Get(d.Body, "done_this_session").Content[0]
	if n := len(list(d, "metadata", "files_changed")); n != 200 || len(yamldoc.Get(done, "files").Content) != 20 {
		t.Errorf("%d files in metadata", n)
	}
	want(t, "done", yamldoc.Text(done, "task"), "changed 1000 files")
}

func TestCompleteAddsWhatACallerNeedNotSayAndChangesNothing(t *testing.T) {
	f := Facts{SessionID: "s-1", Bead: Bead{"hf-1", "Store"}, Work: Work{Branch: "main", Commit: "abc"}}
	d := artifact.NewDocument()
	f.Complete(d)
	for key, w := range map[string]string{"session": "hf-1-store", "primary_bead": "hf-1", "session_id": "s-1", "metadata.git_branch": "main", "metadata.git_commit": "abc", "goal": ""} {
		want(t, key, d.Text(key), w)
	}
	d, err := artifact.FromBody([]byte("session: mine\nprimary_bead: none\nsession_id: s-2\nmetadata: {git_branch: theirs, x: y}\n"))
	if err != nil {
		t.Fatal(err)
	}
	f.Complete(d)
	for key, w := range map[string]string{"session": "mine", "primary_bead": "none", "session_id": "s-2", "metadata.git_branch": "theirs", "metadata.git_commit": "abc", "metadata.x": "y"} {
		want(t, key, d.Text(key), w)
	}
	d = artifact.NewDocument()
	Facts{}.Complete(d)
	if len(d.Body.Content) != 0 {
		t.Error("an empty metadata was added")
	}
	d, _ = artifact.FromBody([]byte("metadata: text\n"))
	f.Complete(d)
	want(t, "a wrong metadata", d.Text("metadata"), "text")
}

func TestTheSummaryHasAtMost1000UnitsWhateverItHolds(t *testing.T) {
	long := strings.Repeat("\U0001F680", 400)
	var many []string
	for i := range 100 {
		many = append(many, fmt.Sprintf("%d %s", i, long))
	}
	for name, d := range map[string]artifact.Document{
		"nothing": artifact.NewDocument(),
		"all of it": func() artifact.Document {
			d := artifact.NewDocument()
			yamldoc.Set(d.Front, "primary_bead", yamldoc.String(long))
			yamldoc.Set(d.Body, "goal", yamldoc.String(long))
			yamldoc.Set(d.Body, "next", yamldoc.Strings(many))
			yamldoc.Set(d.Body, "decisions", yamldoc.Strings(many))
			return d
		}(),
	} {
		text := Result{Saved: artifact.Saved{Path: strings.Repeat("p", 500), Document: d}}.Summary()
		if n := fence.Units(text); n > 1000 || !utf8.ValidString(text) {
			t.Errorf("%s: %d units", name, n)
		}
	}
}

func TestTheSummaryNamesPathIdsGoalStepsAndDecisions(t *testing.T) {
	d, err := artifact.FromBody([]byte("primary_bead: hf-1\ngoal: \"the <goal>\\n\\e[31m\"\nnext: [one, two]\ndecisions: {db: postgres}\n"))
	if err != nil {
		t.Fatal(err)
	}
	text := Result{Saved: artifact.Saved{Path: "thoughts/shared/handoffs/s/f.yaml", Document: d}}.Summary()
	for _, part := range []string{"thoughts/shared/handoffs/s/f.yaml", "hf-1", "goal", "one", "two", "db: postgres"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %q", part, text)
		}
	}
	if strings.Contains(text, "<goal>") || strings.Contains(text, "\x1b") {
		t.Errorf("it is not neutralised: %q", text)
	}
	yamldoc.Set(d.Front, "primary_bead", yamldoc.String("none"))
	if strings.Contains(Result{Saved: artifact.Saved{Document: d}}.Summary(), "none") {
		t.Error("a bead called none is told")
	}
}

func TestOpenDesignsAreNextAndThoseOfAnEarlierArtifactAreNotCarriedOn(t *testing.T) {
	a := earlier(t, "{mode: checkpoint, goal: g, next: ['/design auth --resume: at stage 1', write docs]}")
	f := Facts{Designs: []string{DesignLead + "auth --resume: at stage 2"}, Earlier: a, HasEarlier: true}
	d := f.Document()
	want(t, "next", strings.Join(list(d, "next"), "|"), "/design auth --resume: at stage 2|write docs")
	want(t, "designs", strings.Join(list(d, "metadata", "designs"), "|"), "/design auth --resume: at stage 2")
	f.Designs = nil
	want(t, "next without", strings.Join(list(f.Document(), "next"), "|"), "write docs")
}
