package legacy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/legacy"
	"holdfast/lib/yamldoc"
)

const (
	aHandoff    = ".handoff/2026-02-04-2310-app-7k2.md"
	aCheckpoint = ".checkpoint/2026-02-04-2310.md"
	aPlain      = "thoughts/shared/handoffs/auth/2026-02-04_23-10_tokens.yaml"
)

func TestACompleteTaskIsNotAFailedOne(t *testing.T) {
	for name, c := range map[string]struct{ text, outcome string }{
		"a suffix on the title":      {"## Completed This Session (2 of 2)\n- a\n", "SUCCEEDED"},
		"a dash on the title":        {"## Completed - second day\n- a\n", "SUCCEEDED"},
		"a sign before the title":    {"## ✅ Completed\n- a\n", "SUCCEEDED"},
		"capitals":                   {"## COMPLETED THIS SESSION:\n- a\n", "SUCCEEDED"},
		"nothing remains":            {"## Accomplished\n- a\n\n## Remaining\nNone.\n", "SUCCEEDED"},
		"no items remain":            {"## Accomplished\n- a\n\n## Remaining\n- None\n", "SUCCEEDED"},
		"all boxes are checked":      {"## Remaining\n- [x] a\n- [X] b\n", "SUCCEEDED"},
		"progress that is complete":  {"## In Progress\n- [x] x\n", "SUCCEEDED"},
		"progress that is not":       {"## In Progress\n- x, not done yet\n", "PARTIAL_PLUS"},
		"a step remains":             {"## Accomplished\n- a\n\n## Next Steps\n1. b\n", "PARTIAL_PLUS"},
		"an open box among the done": {"## Accomplished\n- [x] a\n- [ ] b\n", "PARTIAL_PLUS"},
		"an open box anywhere":       {"## Plan\n- [ ] b\n", "PARTIAL_PLUS"},
		"a box that is under way":    {"## Remaining\n- [→] b\n", "PARTIAL_PLUS"},
		"its own outcome":            {"**Outcome:** FAILED\n\n## Completed\n- a\n", "FAILED"},
		"its status":                 {"**Status:** blocked\n\n## Completed\n- a\n", "PARTIAL_MINUS"},
		"an unknown outcome":         {"**Outcome:** meh\n\n## Next\n- a\n", "PARTIAL_PLUS"},
		"its outcome over its boxes": {"**Outcome:** Succeeded\n\n## Next\n- a\n", "SUCCEEDED"},
	} {
		if got := read(t, aHandoff, c.text).Document.Text("outcome"); got != c.outcome {
			t.Errorf("%s: %s, want %s", name, got, c.outcome)
		}
	}
}

func TestListsKeepTheirShape(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"numbers":                 {"1. a\n2. b\n10. c\n", "a | b | c"},
		"numbers with brackets":   {"1) a\n2) b\n", "a | b"},
		"stars and pluses":        {"* a\n+ b\n", "a | b"},
		"an empty line between":   {"- a\n\n- b\n", "a | b"},
		"a sub-item":              {"- a\n  - b\n- c\n", "a\n  - b | c"},
		"a sub-item after a line": {"- a\n\n  - b\n\n- c\n", "a\n\n  - b | c"},
		"numbers below":           {"- a:\n    1. b\n    2. c\n", "a:\n    1. b\n    2. c"},
		"two levels":              {"1. a\n   - b\n     - c\n2. d\n", "a\n   - b\n     - c | d"},
		"tabs":                    {"- a\n\t- b\n- c\n", "a\n\t- b | c"},
		"a wrapped item":          {"- a\n  goes on\n- b\n", "a\n  goes on | b"},
		"a lazily wrapped item":   {"- a\ngoes on\n- b\n", "a\ngoes on | b"},
		"a code block below":      {"- a\n  ```\n  - not an item\n  ```\n- b\n", "a\n  ```\n  - not an item\n  ``` | b"},
		"an indented list":        {"  - a\n  - b\n", "a | b"},
		"bold is no star":         {"**a** b\n\n* c\n", "**a** b | c"},
		"a rule is no item":       {"- a\n\n---\n\n- b\n", "a | b"},
		"a link is no box":        {"- [a](b)\n", "[a](b)"},
		"a table":                 {"| Step | Who | When |\n|---|:-:|---|\n| a | b | c |\n| d | - | |\n", "a: b; c | d"},
		"a table without a head":  {"| a | b |\n| c | d |\n", "a: b | c: d"},
		"paragraphs":              {"One thing\nwrapped.\n\nAnother.\n", "One thing\nwrapped. | Another."},
		"carriage returns":        {"- a\r\n- b\r\n", "a | b"},
	} {
		l := read(t, aHandoff, "# Handoff\n\n## Next Up (soon)\n"+c.text)
		if got := strings.Join(at(l, "next"), " | "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestALeadToAListIsNoItem(t *testing.T) {
	l := read(t, aHandoff, "## Completed\nThese are done:\n\n- a\n- b\n")
	expect(t, l, map[string]string{"done_this_session": "a | b"})
	if got := section(t, l, "Lines that have no other place"); !strings.Contains(got, "These are done:") {
		t.Errorf("the lead: %q", got)
	}
}

func TestSubsectionsStayWithTheirSection(t *testing.T) {
	l := read(t, aHandoff, "## What Was Done\n### Server\n- a\n### Client (late)\n- b\n## Appendix\n### Figures\n12\n### Next Steps\n- c\n")
	expect(t, l, map[string]string{"done_this_session": "a | b", "next": "c"})
	if got := section(t, l, "Figures"); got != "12" {
		t.Errorf("figures: %q", got)
	}
}

func TestAPromptIsKeptAsItStands(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"between lines":     {"---\nGo on.\n\n- a\n  1. b\n---\n", "Go on.\n\n- a\n  1. b"},
		"with headings":     {"\n---\n# Go\n## On\n---\n\n", "# Go\n## On"},
		"in a code block":   {"```\nGo on.\n```\n", "Go on."},
		"bare":              {"Go on.\nNow.\n", "Go on.\nNow."},
		"not closed":        {"---\nGo on.\n", "---\nGo on."},
		"with a quoted end": {"> Go on.\n", "> Go on."},
	} {
		l := read(t, aHandoff, "## Continuation Prompt\n"+c.text)
		if got := l.Document.Text("continuation_prompt"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestLocalTimeIsNotStampedAsUTC(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip("no time zones here:", err)
	}
	for said, want := range map[string]string{
		"2026-01-10 08:15":               "2026-01-10T07:15:00Z",
		"2026-07-10 08:15":               "2026-07-10T06:15:00Z", // summer time
		"2026-07-10 00:30":               "2026-07-09T22:30:00Z",
		"2026-01-10 08:15:30":            "2026-01-10T07:15:30Z",
		"2026-01-10T08:15":               "2026-01-10T07:15:00Z",
		"2026-01-10 8:15 PM":             "2026-01-10T19:15:00Z",
		"January 10, 2026 8:15 PM":       "2026-01-10T19:15:00Z",
		"2026-01-10 08:15 (after lunch)": "2026-01-10T07:15:00Z",
		"2026-01-10 08:15 UTC":           "2026-01-10T08:15:00Z",
		"2026-01-10T08:15:00Z":           "2026-01-10T08:15:00Z",
		"2026-01-10T08:15:00+05:30":      "2026-01-10T02:45:00Z",
		"2026-01-10 08:15 -0600":         "2026-01-10T14:15:00Z",
		"2026-02-04":                     "2026-02-04T22:10:00Z", // the name tells the minute
		"2026-01-10":                     "2026-01-10",           // the name is of another day
		"yesterday":                      "2026-02-04T22:10:00Z",
		"0000-00-00":                     "2026-02-04T22:10:00Z",
		"":                               "2026-02-04T22:10:00Z",
	} {
		l := legacy.Read(aHandoff, []byte("**Date:** "+said+"\n\n**Goal:** g\n"), berlin)
		if got := l.Document.Text("date"); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
		if got := l.Document.Text("metadata.original_date"); said != "" && got != said {
			t.Errorf("%q: the original text is %q", said, got)
		}
	}
}

func TestSessionFoldersHoldNoTitleOfABead(t *testing.T) {
	const dir = "thoughts/shared/handoffs/"
	for folder, want := range map[string]string{
		"app-d6v - Review of the hooks-app-d6v": "app-d6v",
		"app-d6v – Review":                      "app-d6v-Review",
		"auth refactor (phase 2)":               "auth-refactor-phase-2",
		"auth-0c90d71c":                         "auth-0c90d71c",
		"Größe":                                 "Gr-e",
		"!!!":                                   "g",
		"general":                               "general",
		strings.Repeat("x", 150):                strings.Repeat("x", 100),
	} {
		l := read(t, dir+folder+"/2026-02-04_23-10_tokens.yaml", "goal: g\nnow: n\n")
		if got := l.Document.Text("session"); got != want {
			t.Errorf("%q: %q, want %q", folder, got, want)
		}
	}
}

func TestABeadIsTakenFromItsTitle(t *testing.T) {
	for said, want := range map[string]string{
		"app-7k2 - Rate limits": "app-7k2", "app-7k2: Rate limits": "app-7k2", "`app-7k2` (limits)": "app-7k2", "**app-7k2**": "app-7k2",
		"app-7k2 Rate limits": "app-7k2", "None": "none", "none": "none", "N/A": "none", "-": "none", "None - waiting": "none",
	} {
		if got := read(t, aHandoff, "**Primary Bead:** "+said+"\n").Document.Text("primary_bead"); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

func TestShapesOfYAMLThatTheSchemaDoesNotKnow(t *testing.T) {
	for name, c := range map[string]struct{ text, key, want string }{
		"next as a text":             {"next: a\n", "next", "a"},
		"next as a mapping":          {"next: {a: b, c: [d, e]}\n", "next", "a: b | c: d; e"},
		"next with mappings":         {"next:\n  - a: b\n  - [c, d]\n  - 3\n", "next", "a: b | [c, d] | 3"},
		"next with nothing":          {"next:\n  -\n  - ~\n  - ''\n", "next", ""},
		"decisions as texts":         {"decisions: [a - b, 'c: d']\n", "decisions", "a => b | c => d"},
		"decisions with one name":    {"decisions:\n  - a: b\n  - a: c\n", "decisions", "a => b | a (2) => c"},
		"decisions as a text":        {"decisions: none so far\n", "decisions", "decision 1 => none so far"},
		"decisions with deep values": {"decisions:\n  a: {b: c}\n  d: [e, f]\n  g: 2026-01-01\n", "decisions", "a => b: c | d => e; f | g => 2026-01-01"},
		"findings as a mapping":      {"findings: {a: 1}\n", "findings", "a => 1"},
		"done as texts":              {"done_this_session: [a, b]\n", "done_this_session", "a | b"},
		"done with one file":         {"done_this_session: [{task: a, files: b.go}]\n", "done_this_session", "a [b.go]"},
		"done with no task":          {"done_this_session: [{what: a}]\n", "done_this_session", "what: a"},
		"files as a list":            {"files: [a, b]\n", "files.modified", "a | b"},
		"files of another kind":      {"files: {renamed: [a]}\n", "files.renamed", "a"},
		"a goal in lines":            {"goal: |\n  a\n  b\n", "goal", "a\nb"},
		"a goal as a list":           {"goal: [a, b]\n", "goal", "a; b"},
		"git with a number":          {"git: {branch: 7, dirty: true}\n", "git.branch", "7"},
		"metadata as a text":         {"metadata: hello\n", "metadata.original_format", "handoff-yaml"},
		"a mode of its own":          {"mode: finalize\n", "mode", "finalize"},
		"nulls":                      {"goal: ~\nnow:\nblockers: ~\n", "goal", "tokens"},
	} {
		l := read(t, aPlain, c.text)
		got := l.Document.Text(c.key)
		if got == "" {
			got = strings.Join(at(l, c.key), " | ")
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestWhatIsWrongIsNamedAndNothingIsLost(t *testing.T) {
	for name, c := range map[string]struct{ rel, text, problem string }{
		"nothing":                   {aPlain, "", "empty"},
		"nothing in Markdown":       {aCheckpoint, "\n\n", "empty"},
		"no UTF-8":                  {aPlain, "goal: g\nnow: \xff word\n", "not valid UTF-8"},
		"an alias":                  {aPlain, "goal: &a g\nnow: *a\n", "line 2: "},
		"three documents":           {aPlain, "---\na: b\n---\nc: d\n---\ne: f\n", "more than two"},
		"a list":                    {aPlain, "- a\n- b\n", "not a mapping"},
		"text":                      {aPlain, "just: a: text\nwithout keys\n", "line 2: not a mapping"},
		"a key twice":               {aPlain, "goal: a\ngoal: b\n", "twice"},
		"front matter that is none": {aCheckpoint, "---\ngoal: a: b\nstatus: partial\n---\n\ntext\n", "line 2: read as text"},
		"an unknown outcome":        {aPlain, "outcome: MEH\n", "MEH"},
		"a date that is none":       {aPlain, "date: soon\n", "soon"},
	} {
		l := read(t, c.rel, strings.ToValidUTF8(c.text, "?"))
		if strings.Contains(c.text, "\xff") {
			l = legacy.Read(c.rel, []byte(c.text), east)
		}
		if !slices.ContainsFunc(l.Problems, func(p string) bool { return strings.Contains(p, c.problem) }) {
			t.Errorf("%s: %q does not name %q", name, l.Problems, c.problem)
		}
	}
}

func TestWhatNoReaderPlacesIsKeptLineByLine(t *testing.T) {
	l := read(t, aPlain, "# a remark before all\n---\nsession: s # beside\n---\n# between\ngoal: g\n# the end\n")
	b := l.Document.Render()
	for _, want := range []string{"a remark before all", "beside", "between", "the end"} {
		if !strings.Contains(string(b), want) {
			t.Errorf("lost %q", want)
		}
	}
}

func TestAHugeFileIsReadInBounds(t *testing.T) {
	var keys, lists strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&keys, "k%d: v\n", i)
		fmt.Fprintf(&lists, "  - {task: t%d, files: [f], more%d: x}\n", i, i)
	}
	// None of these may take time that grows with the square of its size; the
	// test's own time limit is what fails then.
	for name, text := range map[string]string{
		"keys":       keys.String(),
		"done":       keys.String() + "done_this_session:\n" + lists.String(),
		"metadata":   "metadata:\n  " + strings.ReplaceAll(keys.String(), "\n", "\n  ") + "\n",
		"one key":    strings.Repeat("k: v\n", 5_000),
		"broken":     "a: b: c\n" + keys.String(),
		"markers":    strings.Repeat("---\n", 10_000) + "a: b: c\n",
		"info":       strings.Repeat("```go\n", 10_000),
		"below":      strings.Repeat("### a\n", 10_000),
		"goals":      strings.Repeat("## Goal\nx\n", 5_000),
		"prompts":    strings.Repeat("## Resume Prompt\nx\n", 5_000),
		"decisions":  "## Decisions\n" + strings.Repeat("- a - b\n", 5_000),
		"no reasons": "## Decisions\n" + strings.Repeat("1. a\n", 10_000),
		"headings":   strings.Repeat("# a\n## b\n", 5_000),
		"fences":     strings.Repeat("```\n", 10_001),
		"tildes":     strings.Repeat("~~~~\n```\n", 5_000),
		"items":      strings.Repeat("  - a\n", 10_000),
		"deep":       strings.Repeat(" ", 1000) + strings.Repeat("- ", 12_000),
		"bars":       strings.Repeat("|", 50_000),
		"boxes":      strings.Repeat("[x] ", 12_000),
		"bold":       strings.Repeat("**a:** b\n", 8_000),
		"brackets":   strings.Repeat("(", 50_000),
	} {
		for _, rel := range []string{aHandoff, aPlain} {
			if l := legacy.Read(rel, []byte("## Next\n"+text), time.UTC); len(l.Problems) > 100 {
				t.Errorf("%s: %d problems", name, len(l.Problems))
			}
		}
	}
}

func TestWhatIsReadHasTheVersionOfToday(t *testing.T) {
	if yamldoc.Text(read(t, aPlain, "goal: g\n").Document.Front, "schema_version") != "1.0.0" {
		t.Error("no schema_version")
	}
}
