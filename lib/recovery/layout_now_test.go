package recovery

import (
	"strings"
	"testing"

	"holdfast/lib/resume"
)

func TestTheWaitOfAPullRequestIsNotCutOff(t *testing.T) {
	text := "asked: push it; answered: Pushed, and all four comments are answered one by one. The metrics are a ticket. " +
		"The PR now waits for Marek's second review."
	got := (&item{Detail: resume.Detail{Name: "now", Lines: []string{text}}}).cut(0, 140)
	if !strings.HasSuffix(got, " … The PR now waits for Marek's second review.") {
		t.Errorf("now is %q", got)
	}
}
