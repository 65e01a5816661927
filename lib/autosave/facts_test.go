package autosave

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/fence"
	"holdfast/lib/line"
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

func TestNothingToSaveIsNoPromptNoChangeAndNoOpenWork(t *testing.T) {
	if !(Facts{Session: Session{ID: "s"}, Conversation: transcript.Conversation{LastAnswer: "hi", UsedShell: true}, Work: Work{Branch: "main", dirty: []string{"b.go"}}}).Empty() {
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

func TestTheGoalIsFoundInItsOrder(t *testing.T) {
	f := Facts{Line: Choice{Goal: "of the line it follows"}, Conversation: transcript.Conversation{Prompts: said("do the first thing", "last")}, Work: Work{Branch: "b"}}
	want(t, "goal", f.Document().Text("goal"), "of the line it follows")
	f.State.Goal = "of the line"
	want(t, "goal", f.Document().Text("goal"), "of the line")
	f.State.Goal, f.Line.Goal = "", ""
	want(t, "goal", f.Document().Text("goal"), "do the first thing")
	f.Conversation.Plan = "the plan of it"
	want(t, "goal", f.Document().Text("goal"), "the plan of it")
	f.Conversation = transcript.Conversation{Prompts: said(" \n ")}
	want(t, "goal", f.Document().Text("goal"), "b")
	f = Facts{Work: Work{Changed: []string{"a"}}}
	if d := f.Document(); d.Text("goal") == "" || d.Text("now") == "" {
		t.Errorf("goal %q, now %q", d.Text("goal"), d.Text("now"))
	}
}

func TestTheBeadThatASessionTookIsSeen(t *testing.T) {
	for command, bead := range map[string]string{
		"bd update hf-1 --status in_progress": "hf-1", "bd update --status=in_progress hf-2 --json": "hf-2", "cd x && bd update hf-3 --claim": "hf-3",
		"bd start hf-4": "hf-4", "bd update hf-1 --status closed": "", "bd show hf-1": "", "echo bd update": "", "": "",
	} {
		want(t, command, tookBead([]string{"bd list", command}), bead)
	}
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
		text := Result{Saved: artifact.Saved{Path: strings.Repeat("p", 500), Document: d}, Facts: Facts{lines: &line.Lines{}}}.Summary().String()
		if n := fence.Units(text); n > 1000 || !utf8.ValidString(text) {
			t.Errorf("%s: %d units", name, n)
		}
	}
}

func TestTheSummaryNamesPathGoalRulesStepsAndDecisions(t *testing.T) {
	d, err := artifact.FromBody([]byte("primary_bead: hf-1\nsession_id: s-1\ngoal: \"the <goal>\\n\\e[31m\"\nnext: [one, two]\nrules: [old rule, new rule]\ndecisions: {db: postgres}\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := Result{Saved: artifact.Saved{Path: "thoughts/shared/handoffs/s/f.yaml", Document: d}, Facts: Facts{lines: &line.Lines{}}}
	if !strings.Contains(r.Summary().String(), "- issue: hf-1") {
		t.Errorf("a person's bead is not told: %q", r.Summary())
	}
	r.Facts.Working = []beads.Issue{{ID: "hf-1"}} // it may be the tracker's word alone
	text := r.Summary().String()
	if !strings.HasPrefix(text, "Holdfast saved thoughts/shared/handoffs/s/f.yaml\n") {
		t.Errorf("it begins %q", text)
	}
	for _, part := range []string{"goal", "s-1", "open step: one", "two", "db: postgres", "- project rule: new rule\n- project rule: old rule"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %q", part, text)
		}
	}
	for _, part := range []string{"<goal>", "\x1b", "hf-1"} {
		if strings.Contains(text, part) {
			t.Errorf("%q is told: %q", part, text)
		}
	}
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
	want(t, "now", f.Document().Text("now"), "asked: fix the rounding of totals; answered: They are rounded in the tables too.")
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

func TestWhatWasSaidIsTakenApartOnceForAllSteps(t *testing.T) {
	const text = "The module reads key=value pairs and a token from config.go, then it was added to the list. "
	at := now.Add(-time.Hour)
	saving := func(steps int) float64 {
		var f Facts
		for i := range maxTurns {
			f.Conversation.Prompts = append(f.Conversation.Prompts, transcript.Prompt{
				Text: "explain the next part", Answer: strings.Repeat(text, 40), Time: at.Add(time.Duration(i) * time.Minute),
			})
		}
		for i := range steps {
			step := fmt.Sprintf("write the regression test number %d of the exported totals", i)
			f.State.Next = append(f.State.Next, line.Item{Text: step, At: at.Add(-time.Hour)})
		}
		return testing.AllocsPerRun(1, func() { f.adds() })
	}
	if one, many := saving(1), saving(12); many > one*1.2 {
		t.Errorf("%.0f allocations for one step, %.0f for twelve", one, many)
	}
}

func TestAKnownStepThatIsPutOffStays(t *testing.T) {
	f := Facts{Session: Session{Date: now, Trigger: SessionEnd}, Work: Work{Changed: []string{"export.go"}}}
	f.State.Goal = "the export"
	f.State.Next = []line.Item{{Text: "retries", At: now.AddDate(0, 0, -1)}, {Text: "a flag for rows", At: now.AddDate(0, 0, -1)}}
	f.Conversation = transcript.Conversation{Prompts: said("go on with the export", "commit it. retries tomorrow"), LastAnswer: "Committed."}
	_, settled := f.next(nil, leftWork{}, f.talk())
	want(t, "settled", strings.Join(settled, "|"), "")
	f.Conversation.LastAnswer = "Committed.\n\nStill open:\n- the docs"
	_, settled = f.next(nil, f.left(f.talk()), f.talk())
	want(t, "settled by a list", strings.Join(settled, "|"), "a flag for rows")
}

func TestThePromptAfterASavePutsOffWork(t *testing.T) {
	f := Facts{Session: Session{Date: now, since: now.Add(-time.Hour)}}
	f.Conversation = transcript.Conversation{Prompts: said("fine, commit it. retries tomorrow"), LastAnswer: "Committed."}
	want(t, "after a save", strings.Join(f.putsOff(f.talk()), "|"), "retries tomorrow")
	f.since = time.Time{}
	want(t, "at first", strings.Join(f.putsOff(f.talk()), "|"), "")
}

func TestABlockerQuotesWhatFailed(t *testing.T) {
	for output, want := range map[string]string{
		" ✓ tests/a.test.ts (2 tests)\n   × folds lines 4ms\n     → expected 'x' to be 'y'\n\n Test Files  1 failed | 3 passed (4)\n   Duration  300ms":                                                           "× folds lines 4ms|→ expected 'x' to be 'y'",
		"ok  \tx/a\t0.1s\n--- FAIL: TestSum (0.00s)\n    sum_test.go:12: got 3\nFAIL\nFAIL\tx/b\t0.2s\nok  \tx/c\t0.1s":                                                                                           "--- FAIL: TestSum (0.00s)|sum_test.go:12: got 3|FAIL",
		"   Compiling x\nerror[E0382]: borrow of moved value\n  --> src/main.rs:4:5\nwarning: unused":                                                                                                             "error[E0382]: borrow of moved value|--> src/main.rs:4:5",
		"Exit code 1\none\ntwo\nServing at 127.0.0.1:80 since 10:00:00\nfour":                                                                                                                                     "two|Serving at 127.0.0.1:80 since 10:00:00|four",
		"=== FAILURES ===\n___ test_mondays ___\n>   assert out == 1\nE   assert 2 == 1\ntests/test_week.py:9: AssertionError\nFAILED tests/test_week.py::test_mondays - assert 2 == 1\n=== 1 failed in 0.1s ===": "FAILED tests/test_week.py::test_mondays - assert 2 == 1|>   assert out == 1|E   assert 2 == 1",
		"FAILURE: Build failed with an exception.\n* What went wrong:\nCould not resolve all files.\n> Could not GET 'https://repo.example/a.pom'.\n* Try:\nBUILD FAILED in 1s":                                   "Could not resolve all files.|> Could not GET 'https://repo.example/a.pom'.",
	} {
		if got := strings.Join(saidLines(output), "|"); got != want {
			t.Errorf("%q is said as %q, want %q", output, got, want)
		}
	}
}
