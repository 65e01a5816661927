package artifact

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/fault"
)

const whole = `schema_version: "1.0.0"
mode: handoff
date: "2026-01-13T15:30:00Z"
session: a b (c)
outcome: FAILED
primary_bead: none
session_id: s
agent_id: a
root_span_id: r
turn_span_id: t
goal: g
now: n
done_this_session: [{task: t, files: [a, b], note: more}]
next: [a]
blockers: [a]
questions: []
decisions: {a: b}
findings: text
worked: [a]
failed: [a]
test: make test
git: {branch: b, commit: c, remote: r, pr_ready: true}
files: {created: [a], modified: [b], deleted: [c]}
related_beads: [a]
files_to_review: [{path: a, note: b}]
continuation_prompt: go on
final_solutions: [{problem: p, solution: s, rationale: r}]
final_decisions: [{decision: d, rationale: r, alternatives_considered: [a], why_this: w}]
artifacts_produced: [{path: a, note: b}]
metadata: {anything: {goes: [1, null, true]}}
a_key_of_ones_own: {x: [1]}
`

func TestAWholeDocumentHasNoFaults(t *testing.T) {
	if faults := given(t, whole).Validate(); len(faults) != 0 {
		t.Errorf("faults %v", faults)
	}
	if a := Parse(Dir+"/a/2026-01-13_15-30_x_handoff.yaml", []byte("---\n"+whole)); a.Broken != nil || len(a.Faults) != 0 {
		t.Errorf("as a file: %v, %v", a.Broken, a.Faults)
	}
}

// TestEachShapeRefusesTheOthers replaces one line of a whole document.
func TestEachShapeRefusesTheOthers(t *testing.T) {
	for line, want := range map[string]string{
		"schema_version: 1.0":                          "schema_version",
		"schema_version: \"1.0\"":                      "schema_version",
		"mode: [handoff]":                              "mode",
		"mode: Handoff":                                "mode",
		"date: 2026-13-01":                             "date",
		"date: \"soon\"":                               "date",
		"date: {}":                                     "date",
		"session: a/b":                                 "session",
		"session: .hidden":                             "session",
		"session: \"a\\tb\"":                           "session",
		"outcome: succeeded":                           "outcome",
		"primary_bead: null":                           "primary_bead",
		"primary_bead: '  '":                           "primary_bead",
		"session_id: 12":                               "session_id",
		"goal: \"\"":                                   "goal",
		"goal: [g]":                                    "goal",
		"now: true":                                    "now",
		"done_this_session: text":                      "done_this_session",
		"done_this_session: [text]":                    "done_this_session[0]",
		"done_this_session: [{files: []}]":             "done_this_session[0].task",
		"done_this_session: [{task: a}, {task: ''}]":   "done_this_session[1].task",
		"done_this_session: [{task: a, files: [[b]]}]": "done_this_session[0].files[0]",
		"next: {a: b}":                                 "next",
		"next: text":                                   "next",
		"next: [a, 1, {b: c}]":                         "next[1] next[2]",
		"decisions: [a]":                               "decisions",
		"decisions: {a: [b], c: 1}":                    "decisions.a decisions.c",
		"decisions: {? [a] : b}":                       "decisions",
		"decisions: {" + strings.Repeat("a", 1001) + ": b}": "decisions." + strings.Repeat("a", 59) + "…",
		"findings: 1":                     "findings",
		"findings: [[a]]":                 "findings[0]",
		"findings: {a: {}}":               "findings.a",
		"git: main":                       "git",
		"git: {pr_ready: \"true\"}":       "git.pr_ready",
		"git: {branch: [a]}":              "git.branch",
		"files: [a]":                      "files",
		"files: {created: a}":             "files.created",
		"files_to_review: [{note: b}]":    "files_to_review[0].path",
		"final_solutions: [a]":            "final_solutions[0]",
		"final_solutions: [{problem: p}]": "final_solutions[0].solution",
		"final_decisions: [{decision: d, why_this: [a]}]": "final_decisions[0].why_this",
		"final_decisions: [{alternatives_considered: 1}]": "final_decisions[0].decision final_decisions[0].alternatives_considered",
		"metadata: [a]":                              "metadata",
		"metadata: {a: 1, a: 2}":                     "metadata.a",
		"git: {branch: a, branch: b}":                "git.branch",
		"a_key_of_ones_own: 1\na_key_of_ones_own: 2": "a_key_of_ones_own",
	} {
		key, _, _ := strings.Cut(line, ":")
		var b strings.Builder
		for l := range strings.Lines(whole) {
			if strings.HasPrefix(l, key+":") {
				l = line + "\n"
			}
			b.WriteString(l)
		}
		d, err := split1(t, b.String())
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		var got []string
		for _, f := range d.Validate() {
			got = append(got, f.Field)
			if f.Found == "" || f.Allowed == "" {
				t.Errorf("%s: the fault is %+v", line, f)
			}
		}
		if all := strings.Join(got, " "); all != want {
			t.Errorf("%s: faults in %q, want %q", line, all, want)
		}
	}
}

func split1(t *testing.T, text string) (Document, error) {
	t.Helper()
	a := Parse("x", []byte(text))
	return a.Document, a.Broken
}

func TestOnlyACheckpointNeedsNoBead(t *testing.T) {
	const text = "schema_version: \"1.0.0\"\ndate: \"2026-01-13\"\nsession: s\noutcome: FAILED\ngoal: g\nnow: n\n"
	for mode, want := range map[string]string{Checkpoint: "", Handoff: "primary_bead", Finalize: "primary_bead"} {
		var got []string
		for _, f := range given(t, text+"mode: "+mode+"\n").Validate() {
			got = append(got, f.Field)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: faults in %q, want %q", mode, got, want)
		}
	}
}

func TestAFaultSaysWhatWasFoundAndWhatIsAllowed(t *testing.T) {
	faults := given(t, "mode: done\noutcome: 7\nnext: text\ngit: null\ngoal: '"+strings.Repeat("x", 100)+"'\n").Validate()
	found := map[string]fault.Fault{}
	for _, f := range faults {
		found[f.Field] = f
	}
	for field, want := range map[string][2]string{
		"mode":           {`"done"`, "checkpoint, handoff, finalize"},
		"outcome":        {"7 (int)", "SUCCEEDED, PARTIAL_PLUS, PARTIAL_MINUS, FAILED"},
		"next":           {`"text"`, "a list of strings"},
		"git":            {"null", "a mapping {branch, commit, remote, pr_ready}"},
		"now":            {"nothing", "a non-empty string"},
		"schema_version": {"nothing", "1.0.0"},
	} {
		if f := found[field]; f.Found != want[0] || f.Allowed != want[1] {
			t.Errorf("%s: found %q, allowed %q, want %q", field, f.Found, f.Allowed, want)
		}
	}
}

func TestParseDateTakesISO8601AndNothingElse(t *testing.T) {
	for text, want := range map[string]string{
		"2026-01-13":                          "2026-01-13T00:00:00Z",
		"2026-01-13T15:30:00Z":                "2026-01-13T15:30:00Z",
		"2026-01-13T15:30:00+02:00":           "2026-01-13T13:30:00Z",
		"2026-01-13T15:30:00.123456789-05:00": "2026-01-13T20:30:00.123456789Z",
		"2026-01-13T15:30:00":                 "2026-01-13T15:30:00Z",
		"2026-01-13T15:30Z":                   "2026-01-13T15:30:00Z",
		"2026-01-13T15:30":                    "2026-01-13T15:30:00Z",
		"2026-01-13 15:30":                    "2026-01-13T15:30:00Z",
		"2026-01-13 15:30:00":                 "2026-01-13T15:30:00Z",
		"2026-01-13 15:30:00+01:00":           "2026-01-13T14:30:00Z",
		"2024-02-29":                          "2024-02-29T00:00:00Z",
		"0001-01-01":                          "0001-01-01T00:00:00Z",
		"9999-12-31T23:59:59Z":                "9999-12-31T23:59:59Z",
		"":                                    "",
		"2026-02-29":                          "",
		"2026-1-3":                            "",
		"13.01.2026":                          "",
		"2026-01-13T25:00:00Z":                "",
		"0000-01-01":                          "",
		"0001-01-01T00:00:00+01:00":           "",
		"9999-12-31T23:59:59-01:00":           "",
		"10000-01-01":                         "",
		"2026-01-13T15:30:00Z ":               "",
		"now":                                 "",
	} {
		got, ok := ParseDate(text)
		if ok != (want != "") || ok && got.Format(time.RFC3339Nano) != want {
			t.Errorf("%q is %v, %t, want %q", text, got, ok, want)
		}
		if ok && got.Location() != time.UTC {
			t.Errorf("%q is not in UTC", text)
		}
	}
}

func TestFromBodyPutsFrontMatterKeysWhereTheyBelong(t *testing.T) {
	for name, text := range map[string]string{
		"one document":        "goal: g\nmode: handoff\nnow: n\noutcome: FAILED\n",
		"two documents":       "---\nmode: handoff\noutcome: FAILED\n---\ngoal: g\nnow: n\n",
		"two, all mixed up":   "goal: g\noutcome: FAILED\n---\nmode: handoff\nnow: n\n",
		"with empty ones too": "---\n---\nmode: handoff\noutcome: FAILED\n---\ngoal: g\nnow: n\n---\n",
	} {
		d := given(t, text)
		for key, want := range map[string]string{"mode": Handoff, "outcome": "FAILED", "goal": "g", "now": "n"} {
			if got := d.Text(key); got != want {
				t.Errorf("%s: %s is %q", name, key, got)
			}
		}
		if len(d.Front.Content) != 4 || len(d.Body.Content) != 4 {
			t.Errorf("%s: %d and %d nodes", name, len(d.Front.Content), len(d.Body.Content))
		}
	}
	if d := given(t, ""); len(d.Front.Content)+len(d.Body.Content) != 0 {
		t.Error("nothing is not an empty document")
	}
}

func TestFromBodyRefusesWhatIsNoMapping(t *testing.T) {
	for name, text := range map[string]string{
		"no YAML":         "a: [b",
		"a list":          "- a\n",
		"a text":          "just words",
		"three documents": "a: 1\n---\nb: 2\n---\nc: 3\n",
		"invalid UTF-8":   "a: \xff\n",
	} {
		_, err := FromBody([]byte(text))
		if got := faultsOf(t, err); got != "body" {
			t.Errorf("%s: faults in %q", name, got)
		}
	}
}

func TestAKeyGivenTwiceIsAFaultEvenAcrossDocuments(t *testing.T) {
	s := newStore(t)
	_, err := s.Save(given(t, least()+"---\ngoal: other\nsession: other\n"), Options{Now: now})
	if got := faultsOf(t, err); got != "session goal" {
		t.Errorf("faults in %q", got)
	}
}
