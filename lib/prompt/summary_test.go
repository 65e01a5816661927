package prompt

import (
	"slices"
	"strings"
	"testing"
)

func TestASectionOfTheClientsSummaryEndsWhereTheNextBegins(t *testing.T) {
	for name, c := range map[string]struct{ summary, intent, pending, failed string }{
		"plain":                {"1. Primary Request and Intent:\n   Refund lines.\n2. Key Technical Concepts:\n   - python\n4. Errors and fixes:\n   - a: b\n5. Problem Solving:\n   done\n7. Pending Tasks:\n   - docs\n8. Current Work:\n   x", "Refund lines.", "docs", "a: b"},
		"text beside headings": {"1. Primary Request and Intent: Refund lines.\n2. Key Technical Concepts: python\n3. Files and Code Sections: refund.py\n4. Errors and fixes:\n- a: b\n5. Problem Solving: done\n6. All user messages: refund lines\n7. Pending Tasks:\n- docs\n8. Current Work: x", "Refund lines.", "docs", "a: b"},
		"bold headings":        {"**1. Primary Request and Intent:** Refund lines.\n**2. Key Technical Concepts:** python\n**4. Errors and fixes:**\n- a: b\n**5. Problem Solving:** done", "Refund lines.", "", "a: b"},
		"marked headings":      {"## Primary Request and Intent\nRefund lines.\n## Key Technical Concepts: python\n## Pending Tasks\n1. docs\n2. index: link it\n### Current Work\nx", "Refund lines.", "docs|index: link it", ""},
		"nothing went wrong":   {"4. Errors and fixes:\n- No errors encountered so far (still in progress)\n- a: b\n7. Pending Tasks:\n- No pending tasks", "", "", "a: b"},
		"what went wrong":      {"4. Errors and fixes:\n- No error was shown on a failed save: now a toast\n7. Pending Tasks:\n- Show no error on an empty form", "", "Show no error on an empty form", "No error was shown on a failed save: now a toast"},
		"a numbered list":      {"4. Errors and fixes:\n1. **A**: b\n2. **C**: d\n3. e: f\n4. g: h\n5. **I**: j\n5. Problem Solving: k\n7. Pending Tasks:\n1. docs\n2. index: link it", "", "docs|index: link it", "A: b|C: d|e: f|g: h|I: j"},
	} {
		pending, _, failed := Summed(c.summary)
		if got := []string{Intent(c.summary), strings.Join(pending, "|"), strings.Join(failed, "|")}; !slices.Equal(got, []string{c.intent, c.pending, c.failed}) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// The intent is the work, not that somebody asks for it.
func TestTheIntentIsTheWork(t *testing.T) {
	for said, want := range map[string]string{
		"The user asked to wire the refund lines into the totals.":   "wire the refund lines into the totals.",
		"- User initially asked to understand the lock of the store": "understand the lock of the store",
		"The user reported a bug where totals are off by one.":       "a bug where totals are off by one.",
		"The user's table of rights gets a column for the team.":     "The user's table of rights gets a column for the team.",
		"The users asked to see totals get a page for it.":           "The users asked to see totals get a page for it.",
		"Refund lines.": "Refund lines.",
	} {
		if got := Intent("1. Primary Request and Intent:\n   " + said + "\n2. Key Technical Concepts:\n   - python"); got != want {
			t.Errorf("%q is %q", said, got)
		}
	}
}

func TestASummaryOfARowASectionNamesNoFilesInItsIntent(t *testing.T) {
	summary := "1. Primary Request and Intent: Refund lines.\n2. Files: refund.py\n3. Errors: a: b\n4. Pending Tasks:\n- docs"
	if pending, _, _ := Summed(summary); Intent(summary) != "Refund lines." || len(pending) != 1 {
		t.Errorf("%q, %q", Intent(summary), pending)
	}
}
