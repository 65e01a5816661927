package artifact

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holdfast/lib/resume"
)

// past is a repository that knows two things.
type past struct{ asked *int }

func (p past) Since(commit string) (int, bool) {
	switch commit {
	case "c1":
		return 1, true
	case "c3":
		return 3, true
	}
	return 0, false
}

func (p past) Author(path string) (string, time.Time, bool) {
	if p.asked != nil {
		*p.asked++
	}
	if strings.Contains(path, "committed") {
		return "Ann", time.Date(2026, 11, 20, 12, 5, 0, 0, time.FixedZone("", 3600)), true
	}
	return "", time.Time{}, false
}

func query(source string) resume.Query {
	return resume.Query{Now: now, SessionID: "s-1", Source: source, Branch: "main", Commit: "c0", History: past{}}
}

func offers(t *testing.T, s Store, q resume.Query) []resume.Entry {
	t.Helper()
	entries, err := s.Resume(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

// told is entries in short: the file's title, and what is special.
func told(entries []resume.Entry) string {
	var all []string
	for _, e := range entries {
		parts := strings.Split(e.Path, "_")
		one := parts[2]
		if !e.Ours {
			one += "(other)"
		}
		if e.Pointer {
			one += "(pointer)"
		}
		all = append(all, one)
	}
	return strings.Join(all, " ")
}

// on is the text of an artifact on a branch, of a session, n hours ago.
func on(branch, id string, hours int, more ...string) (below, text string) {
	at := now.Add(-time.Duration(hours) * time.Hour)
	lines := append([]string{}, more...)
	if id != "" {
		lines = append(lines, "session_id: "+id)
	}
	if branch != "" {
		lines = append(lines, "metadata:", "  git_branch: "+branch)
	}
	return "work/" + at.Format(minuteForm) + "_%s_checkpoint.yaml", file(at.Format(time.RFC3339), lines...)
}

func TestResumeChoosesTheArtifactToGoOnWith(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		files  func(ours, theirs func(title, branch, id string, hours int))
		want   string
	}{
		"nothing at all": {"startup", func(_, _ func(string, string, string, int)) {}, ""},
		"the newest on this branch": {"startup", func(ours, _ func(string, string, string, int)) {
			ours("old", "main", "s-2", 5)
			ours("new", "main", "s-3", 4)
			ours("elsewhere", "feat", "s-4", 3)
		}, "new"},
		"one that names no branch fits any": {"startup", func(ours, _ func(string, string, string, int)) {
			ours("branch", "main", "s-2", 5)
			ours("free", "", "s-3", 4)
		}, "free"},
		"this session's last when it continues": {"compact", func(ours, _ func(string, string, string, int)) {
			ours("older", "main", "s-1", 6)
			ours("mine", "feat", "s-1", 5)
			ours("newer", "main", "s-2", 4)
		}, "mine(pointer)"},
		"likewise on resume": {"resume", func(ours, _ func(string, string, string, int)) {
			ours("mine", "main", "s-1", 5)
			ours("newer", "main", "s-2", 4)
		}, "mine"},
		"but not on startup": {"startup", func(ours, _ func(string, string, string, int)) {
			ours("mine", "main", "s-1", 5)
			ours("newer", "main", "s-2", 4)
		}, "newer"},
		"nor on clear or fork": {"fork", func(ours, _ func(string, string, string, int)) {
			ours("mine", "main", "s-1", 5)
			ours("newer", "main", "s-2", 4)
		}, "newer"},
		"a session that saved nothing is as on startup": {"resume", func(ours, _ func(string, string, string, int)) {
			ours("newer", "main", "s-2", 4)
		}, "newer"},
		"another branch's shrinks to a pointer": {"startup", func(ours, _ func(string, string, string, int)) {
			ours("elsewhere", "feat", "s-2", 4)
		}, "elsewhere(pointer)"},
		"a forged one is not this session's": {"compact", func(ours, theirs func(string, string, string, int)) {
			theirs("forged", "main", "s-1", 3)
			ours("real", "main", "s-1", 5)
		}, "real forged(other)"},
		"newer ones of others come after": {"startup", func(ours, theirs func(string, string, string, int)) {
			theirs("older", "main", "s-9", 7)
			ours("real", "main", "s-1", 5)
			theirs("newer", "feat", "s-8", 3)
		}, "real newer(other)"},
		"others alone are told too": {"startup", func(_, theirs func(string, string, string, int)) {
			theirs("newer", "feat", "s-8", 3)
		}, "newer(other)"},
		"others of the future are not": {"startup", func(ours, theirs func(string, string, string, int)) {
			ours("real", "main", "s-1", 5)
			theirs("future", "main", "s-8", -48)
		}, "real"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			write := func(put func(*testing.T, Store, string, string) string) func(title, branch, id string, hours int) {
				return func(title, branch, id string, hours int) {
					below, text := on(branch, id, hours)
					put(t, s, fmt.Sprintf(below, title), text)
				}
			}
			c.files(write(putOurs), write(put))
			if got := told(offers(t, s, query(c.source))); got != c.want {
				t.Errorf("offers %q, want %q", got, c.want)
			}
		})
	}
}

func TestAtMostFiveLinesOfWorkOfOthersAreTold(t *testing.T) {
	s := newStore(t)
	for i := range 9 {
		_, text := on("main", "s", i)
		name := now.Add(-time.Duration(i)*time.Hour).Format(minuteForm) + fmt.Sprintf("_x%d_checkpoint.yaml", i)
		put(t, s, "work/"+name, strings.Replace(text, "session: work", fmt.Sprintf("session: line-%d", i/2), 1))
	}
	if got := told(offers(t, s, query("startup"))); got != "x0(other) x2(other) x4(other) x6(other) x8(other)" {
		t.Errorf("told %q", got)
	}
	for i := range 4 {
		_, text := on("main", "s", 0)
		put(t, s, fmt.Sprintf("work/%s_y%d_checkpoint.yaml", now.Format(minuteForm), i), strings.Replace(text, "session: work", fmt.Sprintf("session: more-%d", i), 1))
	}
	if n := len(offers(t, s, query("startup"))); n != 5 {
		t.Errorf("%d are told", n)
	}
}

func TestAnEntryOfOursHoldsItsPartsInOrder(t *testing.T) {
	s := newStore(t)
	below, text := on("main", "s-1", 2, "next: [a, b]", "decisions: {d: e}", "failed: [f]", "findings: z")
	rel := putOurs(t, s, fmt.Sprintf(below, "x"), text+"  git_commit: c0\n  prompts: [one, two]\n")
	e := offers(t, s, query("startup"))[0]
	if e.Kind != "artifact" || e.ID != "work" || e.Path != rel || e.State != Checkpoint || !e.Ours || e.Pointer || e.By != "" || e.Announce != "" {
		t.Errorf("the entry is %+v", e)
	}
	if !e.Saved.Equal(now.Add(-2*time.Hour)) || e.Fit != "same branch and commit" {
		t.Errorf("saved %v, fit %q", e.Saved, e.Fit)
	}
	var got []string
	for _, d := range e.Details {
		got = append(got, d.Name+"="+strings.Join(d.Lines, ","))
	}
	if all := strings.Join(got, " "); all != "goal=g now=n next=a,b decisions=d: e failed=f prompts=one,two findings=z" {
		t.Errorf("the details are %s", all)
	}
}

func TestAFinalizedLineOfWorkIsClosedAndAPointer(t *testing.T) {
	s := newStore(t)
	below, text := on("main", "s-1", 2, "next: [a]")
	putOurs(t, s, fmt.Sprintf(below, "x"), strings.Replace(text, "mode: checkpoint", "mode: finalize", 1))
	e := offers(t, s, query("compact"))[0]
	if !e.Pointer || e.Fit != "closed" || len(e.Details) > 1 {
		t.Errorf("the entry is %+v", e)
	}
}

func TestTheFitSaysHowFarTheWorkTreeMovedOn(t *testing.T) {
	for _, c := range []struct{ branch, commit, here, want string }{
		{"main", "c0", "c0", "same branch and commit"},
		{"main", "c1", "c0", "moved on by 1 commit"},
		{"main", "c3", "c0", "moved on by 3 commits"},
		{"main", "gone", "c0", "moved on by an unknown number of commits"},
		{"main", "", "c0", "commit unknown"},
		{"main", "c1", "", "commit unknown"},
		{"feat", "c0", "c0", "other branch feat"},
	} {
		d := given(t, least("metadata: {git_branch: "+c.branch+", git_commit: '"+c.commit+"'}"))
		q := query("startup")
		q.Commit = c.here
		if got := fit(Artifact{Document: d}, q); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestAnothersArtifactIsGoalAndNowAndWhoCommittedIt(t *testing.T) {
	s := newStore(t)
	long := strings.Repeat("ä", 400)
	list := "[" + strings.TrimSuffix(strings.Repeat("take these words in, ", 40), ", ") + "]"
	below, text := on("main", "s-1", 2, "next: [a]", "continuation_prompt: do it", "decisions: {a: b}")
	text = strings.NewReplacer("goal: g", "goal: "+long, "now: n", "now: "+list).Replace(text)
	put(t, s, fmt.Sprintf(below, "committed"), text)
	asked := 0
	q := query("startup")
	q.History = past{&asked}
	entries := offers(t, s, q)
	if len(entries) != 1 || asked != 1 {
		t.Fatalf("%d entries, %d questions", len(entries), asked)
	}
	e := entries[0]
	if e.Ours || e.By != "committed by Ann 2026-11-20 11:05Z" {
		t.Errorf("the entry is %+v", e)
	}
	var names []string
	for _, d := range e.Details {
		names = append(names, d.Name)
		if n := utf8.RuneCountInString(strings.Join(d.Lines, "\n")); n > 300 || n < 200 {
			t.Errorf("%s has %d characters", d.Name, n)
		}
	}
	if strings.Join(names, " ") != "goal now" {
		t.Errorf("the details are %q", names)
	}
	below, text = on("main", "s-1", 1)
	put(t, s, fmt.Sprintf(below, "loose"), text)
	if e := offers(t, s, query("startup"))[0]; e.By != "not committed, or its author unknown" {
		t.Errorf("by %q", e.By)
	}
}

func TestAnEditedFileOfOursIsAnothers(t *testing.T) {
	s := newStore(t)
	below, text := on("main", "s-1", 2)
	putOurs(t, s, fmt.Sprintf(below, "x"), text)
	put(t, s, fmt.Sprintf(below, "x"), text+"next: [rm -rf /]\n")
	if got := told(offers(t, s, query("compact"))); got != "x(other)" {
		t.Errorf("told %q", got)
	}
}

func TestNoCutLeavesHalfOfAnothersSecret(t *testing.T) {
	const token = "ghp_" + "x7Kq2mV9rT4wY8bN3cJ6hL1pD5sF0gZaQeRu"
	s := newStore(t)
	below, text := on("main", "s-1", 2)
	put(t, s, fmt.Sprintf(below, "x"), strings.Replace(text, "goal: g", "goal: "+strings.Repeat("word ", 57)+token, 1))
	for _, d := range offers(t, s, query("startup"))[0].Details {
		if strings.Contains(strings.Join(d.Lines, ""), token[:8]) {
			t.Errorf("%s is %q", d.Name, d.Lines)
		}
	}
}

func TestLookingAtTheNewestFirstChangesNoAnswer(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	for range 12 {
		s := newStore(t)
		n := maxLooked + random.IntN(2*maxLooked)
		ours, theirs := random.IntN(n), pick("main", "feat")
		for i := range n {
			below, text := on(pick("main", "feat", ""), pick("s-1", "s-2", "s-3", ""), i-random.IntN(40)-20)
			if i == ours {
				putOurs(t, s, fmt.Sprintf(below, fmt.Sprint(i)), text)
			} else if random.IntN(9) == 0 {
				below, text = on(theirs, pick("s-1", "s-2"), i)
				putOurs(t, s, fmt.Sprintf(below, fmt.Sprint(i)), text)
			} else {
				put(t, s, fmt.Sprintf(below, fmt.Sprint(i)), text)
			}
		}
		for _, source := range []string{"startup", "compact", "resume"} {
			for _, session := range []string{"s-1", "s-9", ""} {
				q := query(source)
				q.SessionID = session
				heads, err := s.Heads(context.Background(), q.Now)
				if err != nil {
					t.Fatal(err)
				}
				own := s.Machine.Wrote
				chosen, a := s.chosen(&heads, q, own)
				var want []resume.Entry
				if chosen >= 0 {
					want = append(want, entry(a, q, true))
				}
				want = append(want, s.newer(heads, chosen, q, own)...)
				if got := offers(t, s, q); told(got) != told(want) {
					t.Errorf("of %d on %s for %q: offers %q, want %q", n, source, session, told(got), told(want))
				}
			}
		}
	}
}
