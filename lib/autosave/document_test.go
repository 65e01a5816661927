package autosave

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

func TestADocumentHoldsWhatTheSessionLeft(t *testing.T) {
	f := Facts{
		Session: Session{
			ID: "0c90d71c-1111-4222-8333-444455556666", Trigger: "auto", Instructions: "keep\nthe ids", Transcript: "/t.jsonl",
			Date: now.In(time.FixedZone("", 3600)),
		},
		Conversation: transcript.Conversation{
			Prompts: said("add\nredis sessions", "now tests"), LastAnswer: "Tests pass.",
			Tasks:    []transcript.Task{{ID: "1", Subject: "store", Status: "completed"}, {ID: "2", Subject: "tests", Status: "in_progress"}, {ID: "3", Subject: "docs", Status: "pending"}, {ID: "4", Subject: "dropped", Status: "deleted"}},
			Failures: []transcript.Failure{{Command: "make test", Output: "FAIL a\n\nFAIL b\n"}},
			Answers:  []transcript.Answer{{Question: "Which store?", Answer: "redis"}, {Question: "", Answer: "x"}},
		},
		Line: Choice{Name: "feat-auth-0c90d71c"},
		Work: Work{Branch: "feat/auth", Commit: "abc", dirty: []string{"b.go"}, Known: true, Worktree: "side", Changed: []string{"a.go", "b.go"}},
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
	want(t, "next", strings.Join(list(d, "next"), "|"), "docs")
	want(t, "blockers", strings.Join(list(d, "blockers"), "|"), "make test failed\nFAIL a\nFAIL b")
	want(t, "decisions", strings.Join(list(d, "decisions"), "|"), "Which store?|redis")
	want(t, "prompts", strings.Join(list(d, "metadata", "prompts"), "|"), "add\nredis sessions|now tests")
	want(t, "files_changed", strings.Join(list(d, "metadata", "files_changed"), "|"), "b.go|a.go")
	var done []string
	for _, n := range yamldoc.Get(d.Body, "done_this_session").Content {
		done = append(done, yamldoc.Text(n, "task"))
	}
	want(t, "done", strings.Join(done, "|"), "store|tests|changed 2 files")
	if n := len(yamldoc.Get(yamldoc.Get(d.Body, "metadata"), "tasks").Content); n != 3 {
		t.Errorf("%d tasks are kept, want all but the deleted one", n)
	}
	yamldoc.Set(d.Front, "schema_version", yamldoc.String("1.0.0"))
	yamldoc.Set(d.Front, "outcome", yamldoc.String("PARTIAL_PLUS"))
	if faults := d.Validate(); len(faults) != 0 {
		t.Errorf("faults %v", faults)
	}
}

func TestWhatIsKnownOfTheLineIsCarriedOn(t *testing.T) {
	state := fold([]artifact.Artifact{earlier(t, `mode: checkpoint
session: my line
primary_bead: hf-1
goal: the old goal
now: n
next: [step one, step two]
rules: [never use float64]
questions: ["which one?"]
worked: [golden files]
failed: [mocks]
findings: [a fact]
files_to_review: [{path: a.go, note: first}]
blockers: ["make test failed\nexit 2", "make lint failed", no access]
checks: [{command: go build ./...}, {command: make old}]
decisions: {db: postgres, ui: none}
metadata: {branches: [main], follows: before}
`)}, now)
	f := Facts{
		State: state, Line: Choice{Name: "my line", Line: &line.Line{}}, Session: Session{ID: "s"}, Work: Work{On: []string{"feat"}},
		Conversation: transcript.Conversation{
			Prompts: said("something new. Always run the linter."), Answers: []transcript.Answer{{Question: "ui", Answer: "web"}, {Question: "new", Answer: "yes"}},
			Succeeded: []string{"make test"}, Checks: []transcript.Command{{Command: "make new"}}, Failures: []transcript.Failure{{Command: "make lint", Output: "unused x"}},
			Tasks: []transcript.Task{{ID: "1", Subject: "Step one", Status: "completed"}, {ID: "2", Subject: "step three", Status: "pending"}},
		},
	}
	d := f.Document()
	for key, w := range map[string]string{"goal": "the old goal", "session": "my line", "primary_bead": "hf-1", "metadata.follows": "before"} {
		want(t, key, d.Text(key), w)
	}
	for key, w := range map[string]string{
		"next": "step three|step two", "rules": "never use float64|Always run the linter.", "questions": "which one?", "worked": "golden files", "failed": "mocks",
		"findings": "a fact", "files_to_review": "a.go: first", "decisions": "db: postgres|ui: web|new: yes", "resolved": "step one|make test failed",
		"blockers": "no access|make lint failed\nunused x",
	} {
		want(t, key, strings.Join(d.Lines(key), "|"), w)
	}
	want(t, "branches", strings.Join(list(d, "metadata", "branches"), "|"), "main|feat")
	if n := len(yamldoc.Get(d.Body, "checks").Content); n != 3 {
		t.Errorf("%d checks", n)
	}
	if a := state.Decisions; len(a) != 2 || a[1].Text != "none" {
		t.Errorf("the state was changed: %+v", a)
	}

	// What folds from it is what was known, and what is new.
	again := fold([]artifact.Artifact{artifact.Parse(artifact.Dir+"/my line/2026-11-21_09-30_auto_checkpoint.yaml", rendered(t, d))}, now)
	want(t, "next again", strings.Join(line.Texts(again.Next), "|"), "step three|step two")
	want(t, "rules again", strings.Join(line.Texts(again.Rules), "|"), "never use float64|Always run the linter.")

	// In a line that a person wrote to, what the hook saw stands beside it.
	f.State.Written = true
	d = f.Document()
	want(t, "now", d.Text("now"), "n")
	want(t, "since", d.Text("since"), "asked: something new. Always run the linter.")
}

func rendered(t *testing.T, d artifact.Document) []byte {
	t.Helper()
	b := d.Render()
	return b
}

func TestTasksAreTheLastArtifactsOverlaidWithWhatWasDoneSince(t *testing.T) {
	a := earlier(t, `{mode: checkpoint, goal: g, metadata: {tasks: [
		{id: '1', subject: one, status: pending}, {id: '2', subject: two, status: in_progress},
		{id: '3', subject: three, status: completed}, {id: '4', subject: four, status: pending}, rubbish]}}`)
	f := Facts{Earlier: artifact.LastSave{Path: a.Path, Artifact: a}, Conversation: transcript.Conversation{Tasks: []transcript.Task{
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
			Session: Session{ID: "s", Instructions: text, Date: now},
			Conversation: transcript.Conversation{
				Prompts: said(text, "Never "+text), Checks: []transcript.Command{{Command: text}}, LastAnswer: text, Failures: []transcript.Failure{{Command: text, Output: text}},
				Answers: []transcript.Answer{{Question: text, Answer: text}}, Tasks: []transcript.Task{{ID: "1", Subject: text, Status: "pending"}, {ID: "2", Subject: text, Status: "completed"}},
			},
		}
		b := f.Document().Render()
		if strings.Contains(string(b), secret[:8]) {
			t.Fatalf("with %d characters before it, a part of the secret is left:\n%s", pad, b)
		}
	}
}

func TestPromptsAreWhole(t *testing.T) {
	var texts []string
	for i := range 60 {
		texts = append(texts, fmt.Sprintf("\n  %d \x1b[31m%s\nsecond line\n", i, strings.Repeat("é", 600)))
	}
	texts = append(texts, "  \n")
	prompts := list(Facts{Conversation: transcript.Conversation{Prompts: said(texts...)}}.Document(), "metadata", "prompts")
	if n := len(prompts); n < 50 || !strings.HasPrefix(prompts[n-1], "59 ") {
		t.Fatalf("%d prompts", n)
	}
	size := 0
	for i, p := range prompts {
		size += len(p)
		if want := fmt.Sprintf("%d  [31m%s\nsecond line", 60-len(prompts)+i, strings.Repeat("é", 600)); p != want {
			t.Errorf("a prompt is %q", p)
		}
	}
	if size > 64<<10 {
		t.Errorf("prompts of %d bytes", size)
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
	f := Facts{Session: Session{ID: "s-1", Asked: &Asked{}}, Line: Choice{Name: "hf-1-store", Bead: "hf-1"}, Work: Work{Branch: "main", Commit: "abc"}}
	d := artifact.NewDocument()
	f.Complete(d)
	for key, w := range map[string]string{
		"session": "hf-1-store", "primary_bead": "hf-1", "session_id": "s-1", "metadata.git_branch": "main", "metadata.git_commit": "abc", "goal": "", "metadata.line": "",
	} {
		want(t, key, d.Text(key), w)
	}
	want(t, "branches", strings.Join(artifact.Artifact{Document: d}.Branches(), "|"), "main")
	f.State = line.State{Head: line.Head{Goal: "the goal"}, Now: "the now", Since: "later"}
	d, err := artifact.FromBody([]byte("goal: corrected\nsession: mine\nprimary_bead: none\nsession_id: s-2\nmetadata: {git_branch: theirs, x: y}\n"))
	if err != nil {
		t.Fatal(err)
	}
	f.Complete(d)
	for key, w := range map[string]string{
		"session": "mine", "primary_bead": "none", "session_id": "s-2", "metadata.git_branch": "theirs", "metadata.git_commit": "abc", "metadata.x": "y",
		"metadata.line": "", "goal": "corrected", "now": "the now", "since": "later",
	} {
		want(t, key, d.Text(key), w)
	}
	d, _ = artifact.FromBody([]byte("metadata: text\n"))
	f.Complete(d)
	want(t, "a wrong metadata", d.Text("metadata"), "text")
}

func TestAnArtifactNamesTheNewestSessionsOfItsLine(t *testing.T) {
	f := Facts{Session: Session{ID: "now"}, Conversation: transcript.Conversation{Prompts: said("paint it")}}
	var ids []string
	for i := range 2 * maxSessions {
		ids = append(ids, "s"+strconv.Itoa(i))
	}
	f.State.Sessions = append(ids, "now")
	got := list(f.Document(), "metadata", "sessions")
	if len(got) != maxSessions || got[0] != "s"+strconv.Itoa(maxSessions) || got[maxSessions-1] != "s"+strconv.Itoa(2*maxSessions-1) {
		t.Errorf("%d sessions are named: %v", len(got), got)
	}
}

func TestNowIsNotThatTheWorkWasCommitted(t *testing.T) {
	talk := said("fix the rounding of totals", "commit", "push it")
	talk[0].Answer, talk[1].Answer = "Totals are rounded half to even now.", "Committed."
	f := Facts{Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Pushed."}}
	want(t, "now", f.Document().Text("now"), "asked: fix the rounding of totals; answered: Totals are rounded half to even now.")
	talk[0].Answer = "Totals are rounded.\n\nStill open:\n- test negative totals\n- update the docs"
	d := f.Document()
	want(t, "now", d.Text("now"), "Totals are rounded")
	want(t, "next", strings.Join(d.Lines("next"), "|"), "test negative totals|update the docs")
	f.Conversation.Commits = []transcript.Commit{{Subject: "docs: update the docs on totals", Time: now.Add(time.Hour)}}
	for i := range talk {
		talk[i].Time = now.Add(time.Duration(i) * time.Minute)
	}
	want(t, "next, after a commit", strings.Join(f.Document().Lines("next"), "|"), "test negative totals")
	talk[2].Text, f.Conversation.LastAnswer = "and test negative totals", "Nothing is left to do: all done."
	want(t, "next, all done", strings.Join(f.Document().Lines("next"), "|"), "")

	// In a few words of any spelling at which a commit was made and nothing changed.
	talk[2].Text, f.Conversation.LastAnswer = "comit and hpush it", "Pushed."
	talk[0].Answer, talk[1].Answer = "Totals are rounded half to even now.", ""
	f.Conversation.Commits[0].Time = talk[2].Time.Add(time.Second)
	want(t, "now", f.Document().Text("now"), "asked: fix the rounding of totals; answered: Totals are rounded half to even now.")
	f.Conversation.Changes = []transcript.Change{{Span: transcript.Span{From: talk[2].Time.Add(time.Millisecond)}}}
	want(t, "now", f.Document().Text("now"), "asked: comit and hpush it; answered: Pushed.")

	// What only goes on is work, and what is thrown away leaves no step.
	talk[2].Text, f.Conversation.LastAnswer, f.Conversation.Changes = "go on", "They are rounded in the tables too.", nil
	want(t, "now", f.Document().Text("now"), "asked: fix the rounding of totals (go on); answered: They are rounded in the tables too.")
	talk[0].Answer, talk[2].Text = "Totals are rounded. Next I would round the tables.", "forget it, throw that away"
	want(t, "next, thrown away", strings.Join(f.Document().Lines("next"), "|"), "")

	// An answer to a question is more than that.
	talk[2].Text, f.Conversation.LastAnswer = "push it", "Pushed."
	talk[0].Answer, talk[1].Text, talk[1].Answer = "Totals are rounded.\n\nIn the tables too, or only there?", "in the tables too. commit it", "Done."
	f.Conversation.Commits[0].Time = talk[1].Time.Add(time.Second)
	want(t, "now", f.Document().Text("now"), "asked: in the tables too. commit it; answered: Done.")
}

func TestWhatAUserPutOffOutlivesTheListsOfSomeDays(t *testing.T) {
	f := Facts{Session: Session{Date: now}}
	f.Conversation = transcript.Conversation{Prompts: said("log each row"), LastAnswer: "Rows are logged.\n\nStill open:\n- a flag for it"}
	f.State.Goal, f.State.Next = "the export", []line.Item{{Text: "retries tomorrow", At: now.AddDate(0, 0, -10)}}
	for days, want := range map[int]string{0: "a flag for it|retries tomorrow", 2: "a flag for it|retries tomorrow", 4: "a flag for it"} {
		f.State.Prompts = []line.Item{{Text: "commit it. retries tomorrow", At: now.AddDate(0, 0, -days)}}
		if got := strings.Join(f.Document().Lines("next"), "|"); got != want {
			t.Errorf("after %d days next is %q, want %q", days, got, want)
		}
	}
}

// A person who only agreed to the work in its goal may take it over; what the work is about may not.
func TestWhoAgreesInAGoalMayTakeTheWorkOver(t *testing.T) {
	for goal, want := range map[string]bool{
		"yuki agrees with the split. rerun all on the clean one": true, "Yuki ist einverstanden. Starte alle neu": true,
		"split the data as yuki says": false, "rerun all on the clean split. ask yuki first": false,
	} {
		if got := prompt.HandsOver([]string{"/handoff ema for yuki"}, withoutSubjects(goal)); got != want {
			t.Errorf("%q: handed over %t", goal, got)
		}
	}
}
