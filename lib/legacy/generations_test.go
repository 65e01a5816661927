package legacy_test

import (
	"slices"
	"strings"
	"testing"

	"holdfast/lib/legacy"
)

func TestACheckpointInMarkdown(t *testing.T) {
	l := fixture(t, "checkpoint.md", ".checkpoint/2026-02-03-0930.md")
	expect(t, l, map[string]string{
		"mode":              "checkpoint",
		"date":              "2026-02-03T04:00:00Z",
		"outcome":           "PARTIAL_PLUS",
		"primary_bead":      "none",
		"session":           "move-the-mail-queue-to-postgres-so-that-a-restart-loses-noth",
		"goal":              "Move the mail queue to Postgres\nso that a restart loses nothing",
		"now":               "next: Load test of 10k mails",
		"done_this_session": "Drew the table `mail_jobs` | Wrote the worker\n  - takes 20 jobs at a time\n  - [ ] gives up after 5 tries | Index on `due_at`",
		"next":              "Load test of 10k mails | Retry with back-off",
		"decisions":         "SKIP LOCKED => Two workers never take one job; app-12 | Keep `a|b` order => Fairness",
		"findings":          "Advisory locks leak when the pool recycles a connection",
		"files.modified":    "db/004_mail.sql - New table | mail/worker.go - Loop rewritten | mail/redis.go - Deleted",
		"questions":         "Who owns the staging database?",
		"blockers":          "No rights on the replica",
		"related_beads":     "",
		"continuation_prompt": "Continue with the mail queue.\n\n## Not a heading of the file\n" +
			"1. Add the retry\n2. Measure",
		"metadata.original_date":   "2026-02-03 09:30",
		"metadata.original_format": "checkpoint",
		"metadata.migrated_from":   ".checkpoint/2026-02-03-0930.md",
	})
	if got := section(t, l, "Lines that have no other place"); !strings.Contains(got, "None active.") {
		t.Errorf("active beads: %q", got)
	}
	if l.Generation != legacy.Checkpoint || l.Empty || len(l.Problems) > 0 {
		t.Errorf("generation %s, empty %t, %q", l.Generation, l.Empty, l.Problems)
	}
}

func TestAHandoffInMarkdown(t *testing.T) {
	l := fixture(t, "handoff.md", ".handoff/2026-02-04-2310-app-7k2.md")
	expect(t, l, map[string]string{
		"mode":                "handoff",
		"date":                "2026-02-04T17:40:00Z",
		"outcome":             "PARTIAL_PLUS",
		"primary_bead":        "app-7k2",
		"session":             "app-7k2",
		"goal":                "Rate limits for the public API (phase 2)",
		"now":                 "app-7k2: docs",
		"done_this_session":   "Token bucket in memory | Fixed three bugs:\n   - clock went backwards\n   - zero burst\n   1. off by one | Wrote 14 tests",
		"next":                "**Docs** - describe the headers | Dashboards",
		"related_beads":       "app-7k1 | app-6zz",
		"decisions":           "Buckets per key => per address hurts offices | decision 2 => No distributed state yet",
		"files.modified":      "api/limit.go (120→80 lines) | api/limit_test.go",
		"continuation_prompt": "Go on with the docs of the rate limits.",
	})
	if got := section(t, l, "Odds and Ends"); !strings.Contains(got, "# not a heading\nmake dash") || !strings.HasPrefix(got, "Grafana") {
		t.Errorf("the free section: %q", got)
	}
	if got := section(t, l, "Lines that have no other place"); !strings.Contains(got, "| app-6zz | Old limiter | closed | removed 300 lines |") {
		t.Errorf("the table's further columns: %q", got)
	}
}

func TestYAMLWithoutASchema(t *testing.T) {
	l := fixture(t, "plain.yaml", "thoughts/shared/handoffs/billing/2026-02-05_14-00_two-currencies.yaml")
	expect(t, l, map[string]string{
		"mode":              "handoff",
		"date":              "2026-02-05T08:30:00Z",
		"outcome":           "PARTIAL_MINUS",
		"primary_bead":      "b-19",
		"session":           "billing",
		"goal":              "Invoices in two currencies # asked for by sales",
		"now":               "Rounding of cents is undecided",
		"done_this_session": "Split amounts table [db/amounts.sql] | Wrote a converter",
		"questions":         "Half up or half even?",
		"decisions":         "store_minor_units => integers only | rates => from the central bank | decision 3 => no cache yet",
		"findings":          "one plain finding | another",
		"failed":            "{what: floats, why: drift}",
		"next":              "Decide rounding",
		"files.created":     "db/amounts.sql",
		"files.modified":    "billing/convert.go (built)",
		"git.branch":        "feat/currency",
		"retrospective":     "mood => good | hours => 6",

		"metadata.git_branch":    "feat/currency",
		"metadata.original_date": "2026-02-05",
	})
	if got := section(t, l, "Lines that have no other place"); !strings.Contains(got, "pr_ready: maybe") {
		t.Errorf("what fits no key: %q", got)
	}
	b := l.Document.Render()
	for _, want := range []string{
		"problem: Drift\n    solution: use integers", "problem: Everything in cents\n    solution: Everything in cents",
		"- decision: Minor units everywhere", "- path: docs/rounding.md", "commit: 1a2b3c4", "status: blocked",
	} {
		if !strings.Contains(string(b), want) {
			t.Errorf("the document lacks %q:\n%s", want, b)
		}
	}
	if len(l.Problems) != 2 {
		t.Errorf("problems %q", l.Problems)
	}
}

func TestYAMLThatIsNoneIsReadLineByLine(t *testing.T) {
	l := fixture(t, "broken.yaml", "thoughts/shared/handoffs/search/2026-02-06_08-00_shards.yaml")
	expect(t, l, map[string]string{
		"mode":              "handoff",
		"date":              "2026-02-06T02:30:00Z",
		"outcome":           "PARTIAL_PLUS",
		"session":           "search",
		"goal":              "Faster search: under 100 ms",
		"now":               "Index built",
		"done_this_session": "Built the index: 3 shards [search/index.go] | Measured",
		"next":              "run: make bench: compare | Quoted: fine",
		"decisions":         "shards => three: one per zone | engine => own",
		"notes":             "free text\n  indented\n",
		"worked":            "small batches",
	})
	for _, line := range []string{"line 7: ", "line 10: ", "line 15: ", "line 18: "} {
		if !slices.ContainsFunc(l.Problems, func(p string) bool { return strings.HasPrefix(p, line) }) {
			t.Errorf("%s is not named: %q", line, l.Problems)
		}
	}
}

func TestAnEventWithAGoal(t *testing.T) {
	l := fixture(t, "event.md", "thoughts/shared/handoffs/events/2026-02-07T10-00-00.000Z_0a1b2c3d.md")
	expect(t, l, map[string]string{
		"mode":              "handoff",
		"date":              "2026-02-07T10:00:00Z",
		"outcome":           "SUCCEEDED",
		"primary_bead":      "app-7k2",
		"session":           "app-7k2",
		"session_id":        "0a1b2c3d",
		"now":               "Done: limiter; open: docs",
		"done_this_session": "Limiter",
		"worked":            "fake clocks",
		"failed":            "sleeping in tests",
		"findings":          "surprising => buckets",

		"metadata.migrated_from": "thoughts/shared/handoffs/events/2026-02-07T10-00-00.000Z_0a1b2c3d.md",
	})
	if l.Empty {
		t.Error("it counts as empty")
	}
}

func TestAnEventWithoutAGoalIsEmpty(t *testing.T) {
	l := read(t, "thoughts/shared/handoffs/auth/events/2026-02-07T10-00-00.000Z_0a1b2c3d.md",
		"---\nts: 2026-02-07T10:00:00.000Z\nagent: 0a1b2c3d\nbranch: main\ntype: session_end\nreason: clear\n---\n\n## Session End\nUpdated: 2026-02-07T10:00:00.000Z\n")
	if !l.Empty {
		t.Error("it counts as worth an artifact")
	}
	expect(t, l, map[string]string{"date": "2026-02-07T10:00:00Z", "metadata.git_branch": "main", "session": "auth"})
}

func TestALedger(t *testing.T) {
	l := fixture(t, "ledger.md", "thoughts/ledgers/CONTINUITY_CLAUDE-auth-refactor.md")
	expect(t, l, map[string]string{
		"mode":              "checkpoint",
		"date":              "2026-02-08T12:00:00Z",
		"outcome":           "PARTIAL_PLUS",
		"session":           "auth-refactor",
		"goal":              "Replace sessions by tokens. Done when the old table is gone.",
		"now":               "Phase 3: switch reads",
		"done_this_session": "Phase 1: schema | Phase 2: dual write",
		"next":              "Phase 4: drop the table | Phase 5: clean up",
		"questions":         "UNCONFIRMED: are there readers outside?",
	})
	if got := section(t, l, "Constraints"); got != "- no downtime" {
		t.Errorf("constraints: %q", got)
	}
	section(t, l, "Working Set")
}

func TestCurrentIsALedgerOfItsFolder(t *testing.T) {
	l := read(t, "thoughts/shared/handoffs/queue/current.md", "# Work Stream: queue\n\n## Ledger\n**Updated:** 2026-02-08T07:32:00Z\n"+
		"**Goal:** Drain the queue\n**Branch:** feat/queue\n**Test:** make test\n\n### Now\n[x] All drained\n\n### This Session\n- [x] Found the leak\n\n---\n\n## Notes\nfree\n")
	expect(t, l, map[string]string{
		"goal": "Drain the queue", "now": "All drained", "outcome": "SUCCEEDED", "session": "queue", "test": "make test",
		"done_this_session": "Found the leak", "metadata.git_branch": "feat/queue", "date": "2026-02-08T07:32:00Z",
	})
}

func TestATaskHandoff(t *testing.T) {
	l := fixture(t, "task.md", "thoughts/shared/handoffs/importer/task-02-importer.md")
	expect(t, l, map[string]string{
		"mode":              "handoff",
		"outcome":           "SUCCEEDED",
		"primary_bead":      "none",
		"session":           "importer",
		"done_this_session": "Parser with limits | Dry run",
		"files.modified":    "import/csv.go:10-80 - the parser",
		"date":              "",
	})
	section(t, l, "Issues Encountered")
}

func TestAnAutoHandoffTakesItsTimeFromItsName(t *testing.T) {
	for _, ext := range []string{".yaml", ".md"} {
		l := read(t, "thoughts/shared/handoffs/auth/auto-handoff-2026-02-09T06-05-04"+ext, "---\ntype: auto-handoff\nstatus: partial\n---\n\ngoal: Tokens\n")
		expect(t, l, map[string]string{"mode": "handoff", "date": "2026-02-09T06:05:04Z", "outcome": "PARTIAL_PLUS", "goal": "Tokens"})
		if l.Generation != legacy.Task {
			t.Errorf("generation %s", l.Generation)
		}
	}
}
