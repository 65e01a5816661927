package transcript

import (
	"testing"
	"time"
)

func TestAQuestionAsideIsNotWhatASessionIsAbout(t *testing.T) {
	const work, begun = "the year view is red in CI, repair it on a branch", "what did Mirko merge yesterday?"
	at := func(minute int) time.Time { return time.Date(2026, 3, 2, 9, minute, 0, 0, time.UTC) }
	for _, c := range []struct{ first, answer, second, want string }{
		{begun, "Two things: #42 and a rate limit.", work, work},
		{"was hat mirko gestern noch gemerged?", "Zwei Dinge.", "die jahresansicht ist rot, bring das in ordnung",
			"die jahresansicht ist rot, bring das in ordnung"},
		{begun, "Two things: #42, which broke the year view, and a rate limit.", work, begun}, // what came of it
		{"how would you page the list of orders?", "With a cursor, or by offset.", "go with the cursor please",
			"how would you page the list of orders?"},
		{"page the list of orders", "By offset?", "no, take created_at instead of it", "page the list of orders"},
		{begun, "Two things.", "ok do it", begun},
	} {
		conv := Conversation{Prompts: []Prompt{{Text: c.first, Answer: c.answer, Time: at(1)}, {Text: c.second, Time: at(5)}},
			Changes: []Change{{Span: Span{at(6), at(7)}}}}
		if got, _ := conv.Title(true); got != c.want {
			t.Errorf("%q and %q: it is about %q", c.first, c.second, got)
		}
	}
}

func TestATitleOfTwoWordsNamesASession(t *testing.T) {
	prompts := []Prompt{{Text: "what did Mirko merge yesterday?"}}
	for title, want := range map[string]string{"Jahresansicht reparieren": "Jahresansicht reparieren", "Fix lint": prompts[0].Text} {
		if got, _ := (Conversation{Prompts: prompts, Titles: Titles{Client: title}}).Title(true); got != want {
			t.Errorf("%q: it is about %q", title, got)
		}
	}
}

func TestWhatIsThrownAwayInPartIsNoNewBeginning(t *testing.T) {
	const two = "two things: 1) forbid console.log by a lint rule 2) the invoice mail shows $ for orders in GBP, fix that"
	const water = "build a holiday mode that keeps the water at half"
	for _, c := range []struct{ first, second, want string }{
		{two, "scrap the lint thing, takes forever on my machine. no hook either. commit the mail fix only", two},
		{"le mail de remboursement en français et en anglais, avec le montant", "laisse tomber l'anglais, que le français. je continue lundi, ne commite pas",
			"le mail de remboursement en français et en anglais, avec le montant"},
		{two, "lass das mit dem lint, dauert ewig bei mir. nur den mail fix committen", two},
		{water, "scrap the holiday mode, build a calendar of absences instead", "scrap the holiday mode, build a calendar of absences instead"},
		{water, "throw that away, build a calendar of absences instead", "throw that away, build a calendar of absences instead"},
	} {
		got, _ := Conversation{Prompts: []Prompt{{Text: c.first, Answer: "Done."}, {Text: c.second, Answer: "Done."}}}.Title(true)
		if got != c.want {
			t.Errorf("%q and %q: it is about %q", c.first, c.second, got)
		}
	}
}
