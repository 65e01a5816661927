package line

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// made is an artifact of a line as a file holds it. Its kind is auto, or the
// mode that a person chose.
func made(kind string, at time.Time, session, body string) artifact.Artifact {
	title, mode := "t", kind
	if kind == "auto" {
		title, mode = "auto", artifact.Checkpoint
	}
	rel := fmt.Sprintf("%s/l/%s_%s_%s.yaml", artifact.Dir, at.Format("2006-01-02_15-04"), title, mode)
	front := fmt.Sprintf("---\nschema_version: \"1.0.0\"\nmode: %s\ndate: %q\nsession: l\noutcome: PARTIAL_PLUS\nsession_id: %s\nprimary_bead: none\n---\n",
		mode, at.Format(time.RFC3339), session)
	return artifact.Parse(rel, []byte(front+body))
}

func at(minutes int) time.Time { return now.Add(time.Duration(minutes-1000) * time.Minute) }

func texts(items []Item) string { return strings.Join(Texts(items), "|") }

func want(t *testing.T, what, got, wanted string) {
	t.Helper()
	if got != wanted {
		t.Errorf("%s: %q, want %q", what, got, wanted)
	}
}

func TestAHookAddsToWhatAPersonWroteAndTakesNothingAway(t *testing.T) {
	written := made("handoff", at(1), "a", `goal: migrate billing to cents
now: schema done
next: [write the backfill, drop the old column]
rules: [never use float64 for money]
decisions: {cents: integers are exact}
failed: ["big.Rat: ten times slower"]
worked: [golden files]
questions: ["which currency first?"]
`)
	auto := made("auto", at(2), "b", `goal: migrate billing to cents
now: "asked: go on"
next: [fix the flaky test]
blockers: ["go test ./billing failed\nexpected 3"]
checks: [{command: go build ./..., when: "2026-11-20T10:00:00Z"}]
metadata: {prompts: [go on], git_branch: main, branches: [main, cents]}
`)
	s := Fold([]artifact.Artifact{auto, written}, now)
	want(t, "goal", s.Goal, "migrate billing to cents")
	want(t, "now", s.Now, "schema done")
	want(t, "since", s.Since, "asked: go on")
	want(t, "next", texts(s.Next), "fix the flaky test|write the backfill|drop the old column") // the newest list first
	want(t, "rules", texts(s.Rules), "never use float64 for money")
	want(t, "decisions", texts(s.Decisions), "cents: integers are exact")
	want(t, "failed", texts(s.Failed), "big.Rat: ten times slower")
	want(t, "worked", texts(s.Worked), "golden files")
	want(t, "questions", texts(s.Questions), "which currency first?")
	want(t, "prompts", texts(s.Prompts), "go on")
	want(t, "branches", strings.Join(s.Branches, "|"), "main|cents")
	if !s.Written || s.Closed || s.Artifacts != 2 || !slices.Equal(s.Sessions, []string{"a", "b"}) || s.Plan.Sessions != 1 || !s.Plan.At.Equal(at(1)) {
		t.Errorf("%+v", s)
	}

	// The same command succeeds, steps are done, a question is settled.
	later := made("auto", at(3), "b", `goal: g
now: "asked: finish"
done_this_session: [{task: Write the backfill}, {task: changed 1 file, files: [a.go]}]
checks: [{command: go test ./billing}, {command: go build ./...}]
resolved: ["Which currency first?"]
`)
	s = Fold([]artifact.Artifact{later, auto, written}, now)
	want(t, "blockers", texts(s.Blockers), "")
	want(t, "next", texts(s.Next), "fix the flaky test|drop the old column")
	want(t, "questions", texts(s.Questions), "")
	want(t, "since", s.Since, "asked: finish")
	if len(s.Checks) != 2 || s.Checks[0].Command != "go test ./billing" && s.Checks[1].Command != "go test ./billing" {
		t.Errorf("checks are %+v", s.Checks)
	}

	// A person writes again: what they list counts, what they empty is empty,
	// what they leave out stays.
	again := made("checkpoint", at(4), "c", "goal: migrate billing\nnow: all in cents\nnext: [release]\nquestions: []\nresolved: [cents, golden files]\n")
	s = Fold([]artifact.Artifact{again, later, auto, written}, now)
	want(t, "goal", s.Goal, "migrate billing")
	want(t, "now", s.Now, "all in cents")
	want(t, "since", s.Since, "")
	want(t, "next", texts(s.Next), "release")
	want(t, "rules", texts(s.Rules), "never use float64 for money")
	want(t, "decisions", texts(s.Decisions), "")
	want(t, "worked", texts(s.Worked), "")
}

func TestAFinalizeClosesAndAHookReopensNothing(t *testing.T) {
	open := made("auto", at(1), "a", "goal: g\nnow: n\n")
	closing := made("finalize", at(2), "a", "goal: g\nnow: done\n")
	after := made("auto", at(3), "a", "goal: g\nnow: pushed\n")
	if s := Fold([]artifact.Artifact{open, closing, after}, now); !s.Closed {
		t.Errorf("%+v", s)
	}
	if s := Fold([]artifact.Artifact{open, closing, after, made("checkpoint", at(4), "b", "goal: g\nnow: n\n")}, now); s.Closed {
		t.Error("a person's checkpoint does not reopen it")
	}
}

func TestWhereTheWrittenArtifactIsGoneItsWordsStay(t *testing.T) {
	s := Fold([]artifact.Artifact{made("auto", at(2), "b", "goal: g\nnow: the written one\nsince: the hook's\nnext: [one]\n")}, now)
	want(t, "now", s.Now, "the written one")
	want(t, "since", s.Since, "the hook's")
	if !s.Written {
		t.Error("it does not count as written")
	}
}

func TestWhatClaimsToBeFromTheFutureRanksLast(t *testing.T) {
	future := made("checkpoint", now.Add(72*time.Hour), "x", "goal: from the future\nnow: then\nnext: [wait]\nrules: [be early]\n")
	s := Fold([]artifact.Artifact{future, made("checkpoint", at(1), "a", "goal: g\nnow: n\nnext: [step]\n")}, now)
	want(t, "goal", s.Goal, "g")
	want(t, "next", texts(s.Next), "step")
	want(t, "rules", texts(s.Rules), "be early")
}

func TestABrokenArtifactKeepsWhatWasBefore(t *testing.T) {
	broken := made("checkpoint", at(2), "a", "goal: [\nnow: \"x\n  - : {\n")
	s := Fold([]artifact.Artifact{broken, made("checkpoint", at(1), "a", "goal: g\nnow: n\nrules: [r]\nnext: [step]\n")}, now)
	if broken.Broken == nil || s.Now == "" || texts(s.Next) != "step" || texts(s.Rules) != "r" {
		t.Errorf("%v, %+v", broken.Broken, s)
	}
}

func TestDecisionsOfEveryShapeFold(t *testing.T) {
	s := Fold([]artifact.Artifact{
		made("checkpoint", at(1), "a", "goal: g\nnow: n\ndecisions: {db: postgres, ui: none}\n"),
		made("checkpoint", at(2), "a", "goal: g\nnow: n\ndecisions: [{db: sqlite}, plain words]\n"),
	}, now)
	want(t, "decisions", texts(s.Decisions), "db: sqlite|ui: none|plain words")
}

func TestALineWithoutArtifactsIsEmpty(t *testing.T) {
	if s := Fold(nil, now); s.Artifacts != 0 || s.Goal != "" {
		t.Errorf("%+v", s)
	}
}

// random is an artifact of random facts, made of few words so that they meet.
func random(r *rand.Rand, minute int) artifact.Artifact {
	kind := []string{"auto", "auto", "auto", "checkpoint", "handoff", "finalize"}[r.IntN(6)]
	return made(kind, at(minute), fmt.Sprint("s", r.IntN(3)), randomBody(r))
}

func randomBody(r *rand.Rand) string {
	var b strings.Builder
	fmt.Fprintf(&b, "goal: g%d\nnow: n%d\n", r.IntN(9), r.IntN(9))
	for _, name := range []string{"next", "questions", "blockers", "rules", "worked", "failed", "resolved"} {
		if n := r.IntN(6); n < 4 {
			var words []string
			for range n {
				words = append(words, fmt.Sprintf("%s-%d", name[:1], r.IntN(5)))
			}
			if name == "resolved" {
				words = []string{fmt.Sprintf("%s-%d", []string{"n", "r", "w", "f", "q"}[r.IntN(5)], r.IntN(5))}
			}
			fmt.Fprintf(&b, "%s: [%s]\n", name, strings.Join(words, ", "))
		}
	}
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "decisions: {d%d: v%d}\n", r.IntN(4), r.IntN(4))
	}
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "done_this_session: [{task: n-%d}]\n", r.IntN(5))
	}
	return b.String()
}

func TestTheOrderOfReadingDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var all []artifact.Artifact
		for i := range 1 + r.IntN(8) {
			all = append(all, random(r, i*3))
		}
		first := Fold(all, now)
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if again := Fold(all, now); !reflect.DeepEqual(first, again) {
			t.Fatalf("%+v\n%+v", first, again)
		}
	}
}

// An automatic artifact takes away no decision, rule, failed or worked thing
// and no step that it does not record as done or resolved.
func TestAnAutomaticArtifactNeverTakesAFactAway(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		var all []artifact.Artifact
		for i := range 1 + r.IntN(6) {
			all = append(all, random(r, i*3))
		}
		auto := made("auto", at(r.IntN(25)), "s9", randomBody(r))
		said := map[string]bool{}
		for _, text := range auto.Lines("resolved") {
			said[text] = true
		}
		for _, d := range doneOf(auto) {
			said[d.Task] = true
		}
		before, after := Fold(all, now), Fold(append(slices.Clone(all), auto), now)
		for name, lists := range map[string][2][]Item{
			"decisions": {before.Decisions, after.Decisions}, "rules": {before.Rules, after.Rules}, "failed": {before.Failed, after.Failed},
			"worked": {before.Worked, after.Worked}, "next": {before.Next, after.Next},
		} {
			for _, fact := range lists[0] {
				kept := slices.ContainsFunc(lists[1], func(i Item) bool {
					return i.Name == fact.Name && (i.Name != "" || i.Text == fact.Text)
				})
				if !kept && !said[fact.Text] && !said[fact.Name] {
					t.Fatalf("%s lost %q to\n%+v", name, fact, auto.Document.Lines(name))
				}
			}
		}
	}
}

// Fold is the state of a line by its artifacts, in any order.
func Fold(artifacts []artifact.Artifact, now time.Time) (s State) {
	artifacts = slices.Clone(artifacts)
	order := artifact.Order(now)
	slices.SortFunc(artifacts, func(a, b artifact.Artifact) int { return order(a.Date.Unix(), a.Path, b.Date.Unix(), b.Path) })
	for _, a := range slices.Backward(artifacts) {
		s = s.With(a)
	}
	return s
}

func TestAutomaticStepsAreAsOldAsTheyWereSaidFirst(t *testing.T) {
	step := func(hour int, steps ...string) artifact.Artifact {
		return made("auto", at(hour), "s1", "next: ["+strings.Join(steps, ", ")+"]\n")
	}
	for name, c := range map[string]struct {
		then []string
		hour int
	}{"again": {[]string{"the expiry"}, 1}, "a new one": {[]string{"the mail", "the docs"}, 5}} {
		if got := Fold([]artifact.Artifact{step(1, "the mail", "the expiry"), step(5, c.then...)}, now).Plan.At; !got.Equal(at(c.hour)) {
			t.Errorf("%s: set down at %s", name, got)
		}
	}
}

func TestWhatAPersonSaysOfTwoOptionsIsTwoBlockers(t *testing.T) {
	s := Fold([]artifact.Artifact{made("handoff", at(1), "a", `goal: g
now: n
blockers: [the build hangs with --race, the build hangs with --msan]
`)}, now)
	want(t, "blockers", texts(s.Blockers), "the build hangs with --race|the build hangs with --msan")
}

func TestOnlyWhatThePersonPutOffIsKept(t *testing.T) {
	list := State{Prompts: []Item{{Text: "tom wants: 1) tests 2) docs 3) a retry on 5xx. do 1 and 2, 3 not now"}}}.PutOff(time.Time{})
	if !list(Item{Text: "a retry on 5xx"}) || list(Item{Text: "tests"}) {
		t.Error("what a prompt leaves of its own list is put off, and no more")
	}
	off := State{Prompts: []Item{{Text: "nah, tomorrow"}}}.PutOff(time.Time{})
	if !off(Item{Text: "write the mail (put off: tomorrow)"}) {
		t.Error("an offer that was put off is not known")
	}
	if off(Item{Text: "write the mail (tomorrow)"}) {
		t.Error("a step of the model's list is taken for one that the person put off")
	}
}

func TestTheNewestListOfStepsComesFirst(t *testing.T) {
	lists := []string{"[a, b, c]", "[d, b]", "[Б, 文, c]", "[]"}
	for n, want := range []string{"a|b|c", "d|b|a|c", "Б|文|c|d|b|a", "Б|文|c|d|b|a"} {
		var all []artifact.Artifact
		for i, list := range lists[:n+1] {
			all = append([]artifact.Artifact{made("auto", at(i), "s", "goal: g\nnow: n\nnext: "+list+"\n")}, all...)
		}
		s := Fold(all, now)
		if got := texts(s.Next); got != want {
			t.Errorf("next: %q, want %q", got, want)
		}
		for _, step := range s.Next {
			if step.Text == "b" && !step.At.Equal(at(0)) {
				t.Errorf("a step that is told again is of %v", step.At)
			}
		}
	}
}

func TestWhatIsUsedAgainIsKeptByItsKindInItsLastForm(t *testing.T) {
	first := made("auto", at(1), "a", `goal: g
now: n
commands: [{command: ssh root@host uptime, times: 4, when: "2026-11-19T10:00:00Z"}, {command: gh pr view 7, times: 2}]
read: [docs/api.md, lib/a.go]
sittings: [{date: "2026-11-19T10:00:00Z", title: the first, session_id: a}]
metadata: {team: crew, pull_request: "7"}
`)
	second := made("auto", at(2), "b", `goal: g
now: n
commands: [{command: ssh root@host uptime -p, times: 1, when: "2026-11-20T10:00:00Z", failed: true}]
read: [lib/b.go]
sittings: [{date: "2026-11-20T10:00:00Z", title: the second, files: [lib/a.go], commits: [add it], session_id: b}]
metadata: {files_changed: [lib/a.go]}
`)
	again := made("auto", at(3), "b", `goal: g
now: n
sittings: [{date: "2026-11-20T11:00:00Z", title: the second goes on, session_id: b}]
`)
	s := Fold([]artifact.Artifact{again, first, second}, now)
	want(t, "read", strings.Join(s.Read, "|"), "lib/b.go|docs/api.md")
	want(t, "team", s.Team+" "+s.PullRequest, "crew 7")
	if len(s.Commands) != 2 || s.Commands[0].Command != "ssh root@host uptime -p" || s.Commands[0].Times != 4 || !s.Commands[0].Failed {
		t.Errorf("commands are %+v", s.Commands)
	}
	if len(s.LastSittings) != 2 || s.LastSittings[1].Title != "the second goes on" {
		t.Errorf("sittings are %+v", s.LastSittings)
	}
}

func TestACommandThatSucceededSinceAsACheckIsNotToldAsFailed(t *testing.T) {
	const failed = `goal: g
now: n
commands: [{command: cd app && flutter analyze, when: "2026-11-19T10:00:00Z", failed: true}]
`
	for when, left := range map[string]int{"2026-11-19T11:00:00Z": 0, "2026-11-19T09:00:00Z": 1} {
		check := made("auto", at(2), "b", "goal: g\nnow: n\nchecks: [{command: cd app && flutter analyze, when: \""+when+"\"}]\n")
		if s := Fold([]artifact.Artifact{made("auto", at(1), "a", failed), check}, now); len(s.Commands) != left {
			t.Errorf("after a check of %s commands are %+v", when, s.Commands)
		}
	}
}

func TestPromptsAreKeptWholeAsFarAsThereIsRoom(t *testing.T) {
	var all []artifact.Artifact
	for i := range 30 {
		words := fmt.Sprintf("prompt %02d %s", i, strings.Repeat("x", 3900))
		all = append(all, made("auto", at(i), "a", "goal: g\nnow: n\nmetadata: {prompts: ["+words+"]}\n"))
	}
	s := Fold(all, now)
	size := 0
	for _, p := range s.Prompts {
		size += len(p.Text)
	}
	last := s.Prompts[len(s.Prompts)-1].Text
	if size > maxPromptBytes || size < maxPromptBytes-4000 || !strings.HasPrefix(last, "prompt 29") {
		t.Errorf("%d prompts of %d bytes, the last %.20q", len(s.Prompts), size, last)
	}
}

// What the user put off in the last days ends by its name, not by a list that is of the work.
func TestAHandoffEndsNothingThatWasPutOff(t *testing.T) {
	const bug, docs = "the picker breaks, that's a bug, remember that one for later", "the docs tomorrow"
	next := "next: ['" + strings.ReplaceAll(bug, "'", "''") + "', " + docs + ", the old page]\n"
	said := "metadata: {prompts: ['" + strings.ReplaceAll(bug, "'", "''") + "', " + docs + "]}\n"
	hand := func(minute int, hands string) string {
		before := made("auto", at(minute), "a", "goal: g\nnow: n\n"+next+said)
		a := made("handoff", at(3), "b", "goal: g\nnow: n\nnext: ["+hands+"]\n")
		return texts(Fold([]artifact.Artifact{before, a}, now).Next)
	}
	want(t, "next", hand(1, "the mail"), "the mail|"+bug+"|"+docs)
	want(t, "next that names it", hand(1, "write the docs"), "write the docs|"+bug)
	want(t, "next after a week", hand(-7*24*60, "the mail"), "the mail")
}
