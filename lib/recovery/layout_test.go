package recovery

import (
	"strings"
	"testing"

	"holdfast/lib/fence"
	"holdfast/lib/resume"
)

// What was decided or answered is told even where the question alone would take the row.
func TestAQuestionThatIsCutKeepsItsAnswer(t *testing.T) {
	question := strings.Repeat("should we wait: or not ", 8) + "in the end"
	for _, c := range []struct{ name, text, begins, ends string }{
		{"decisions", question + "?: wait until the end", "should we wait: or not", "…: wait until the end"},
		{"decisions", "cache: " + strings.Repeat("because it is exact ", 9), "cache: because", "…"},
		{"decisions", "cents: exact", "cents: exact", "exact"},
		{"now", "asked: " + question + "; answered: it waits until the end, as asked", "asked: should", "… answered: it waits until the end, as asked"},
		{"now", "asked: go; answered: " + question, "asked: go; answered: should we wait", "…"},
		{"now", "asked: " + question, "asked: should we wait", "…"},
		{"now", "asked: can we wait? or " + question, "asked: can we wait? or should", "…"},
		{"now", "answered: " + question + ". Is it to wait?", "answered: should we", " … Is it to wait?"},
		{"next", question + "?: wait until the end", "should we wait", "…"},
	} {
		got := (&item{Detail: resume.Detail{Name: c.name, Lines: []string{c.text}}}).cut(0, 70)
		if !strings.HasPrefix(got, c.begins) || !strings.HasSuffix(got, c.ends) || fence.Units(got) > 70 {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
