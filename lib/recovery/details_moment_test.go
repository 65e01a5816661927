package recovery

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/resume"
)

// After a compaction no order of an earlier day is quoted, as "don't push yet" of Monday, but this session's are.
func TestAnOrderOfAnEarlierDayIsNotQuoted(t *testing.T) {
	at := func(hours int) time.Time { return now.Add(time.Duration(hours-40) * time.Hour) }
	const yet, key = "commit what we have, but don't push yet. The docs come later today.", "the key of the table is the customer, because of the audit"
	s := line.State{LastSittings: []line.Sitting{{Session: "a", Date: at(2)}}, Prompts: []line.Item{
		{Text: yet, At: at(1)}, {Text: key, At: at(1)}, {Text: "commit it, no push yet", At: at(30)},
	}}
	var told string
	for _, d := range details(s, resume.Query{Source: "compact", SessionID: "b"}, nil) {
		told += strings.Join(d.Lines, "\n") + "\n"
	}
	if strings.Contains(told, yet) || !strings.Contains(told, key) || !strings.Contains(told, "no push yet") {
		t.Errorf("told is %q", told)
	}
}

func TestTheWaitOfAPullRequestIsNotCutOff(t *testing.T) {
	text := "asked: push it; answered: Pushed, and all four comments are answered one by one. The metrics are a ticket. " +
		"The PR now waits for Marek's second review."
	got := (&item{Detail: resume.Detail{Name: "now", Lines: []string{text}}}).cut(0, 140)
	if !strings.HasSuffix(got, " … The PR now waits for Marek's second review.") {
		t.Errorf("now is %q", got)
	}
}
