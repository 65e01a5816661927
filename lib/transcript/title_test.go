package transcript

import (
	"context"
	"strings"
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
		{begun, "Two things: #42, which broke the year view, and a rate limit.", work, work},
		{"can you tell me again how the check works that finds an open session and stops the prompt", "It reads the state.",
			"let both sessions write a checkpoint, and show the first prompt of each", "let both sessions write a checkpoint, and show the first prompt of each"},
		{"erklär mir noch mal, wie die Sperre funktioniert", "Sie liest den Zustand.",
			"lass beide Sitzungen schreiben und zeig den ersten Prompt von jeder", "lass beide Sitzungen schreiben und zeig den ersten Prompt von jeder"},
		{"need to confirm a few things: do we show the whole transcript, or a part?", "All of it.",
			"the prompts that we show should only be those of the checkpoint", "the prompts that we show should only be those of the checkpoint"},
		{"can you give me a summary of the branch for the pull request?", "It adds a flag.", "we should write a tick before the row of the new branch",
			"we should write a tick before the row of the new branch"},
		{"what is missing for a release?", "1. Prune old trips\n2. A unit file\n3. Count the trips", "ok do 1 and 3. the other one tomorrow, i think",
			"what is missing for a release?"},
		{"our git status is broken, why?", "An old index.", "ok and for now can we note that in the readme?", "our git status is broken, why?"},
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

// Where the order behind a question only gives a rule, and merges, the next order is what a session is about.
func TestAnOrderBehindARuleIsWhatASessionIsAbout(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 3, 2, 9, minute, 0, 0, time.UTC) }
	for _, c := range [][4]string{
		{"was haben die worker gestern abend gemacht?", "w4 mergen. vor jedem merge läuft make check, immer, auch wenn der worker sagt ok",
			"die logrotation soll 14 tage behalten, gzip nach einem", "die logrotation soll 14 tage behalten, gzip nach einem"},
		{"what did the workers do last night?", "merge w4. always run make check before a merge, even if the worker says ok",
			"keep the logs for 14 days and pack them after one", "keep the logs for 14 days and pack them after one"},
		{"what did the workers do last night?", "merge w4. always run make check before a merge, even if the worker says ok",
			"how long do we keep the logs?", "what did the workers do last night?"},
		{"which limit did we settle on?", "30 is too long when one hangs. lets say 25, and only two at once",
			"the third one has to wait", "30 is too long when one hangs. lets say 25, and only two at once"},
	} {
		conv := Conversation{Changes: []Change{{Span: Span{at(1).Add(time.Second), at(2)}}}}
		for i, text := range c[:3] {
			conv.Prompts = append(conv.Prompts, Prompt{Text: text, Answer: "Done.", Time: at(i)})
		}
		if got, _ := conv.Title(true); got != c[3] {
			t.Errorf("%q: it is about %q", c[:3], got)
		}
	}
}

func TestASummaryOfAnotherSessionIsNoTitleOfThisOne(t *testing.T) {
	sum := func(text, leaf string) string {
		return `{"type":"summary","summary":"` + text + `","leafUuid":"` + leaf + `"}`
	}
	first, last := at("09:00", says("a", "", "add the store")), at("09:01", answers("b", "a", "Done."))
	long := says("a2", "a", strings.Repeat("x", shortTail))
	for _, c := range []struct {
		title string
		lines []string
	}{
		{"", []string{sum("Another", "z"), first, last}},
		{"", []string{first, sum("Another", "z"), last, sum("Yet another", "y")}},
		{"", []string{first, last, sum("Of no record", "")}},
		{"", []string{first, sum("Of a helper", "h"), with(says("h", "", "look"), `"isSidechain":true`), last}},
		{"Its own", []string{first, last, sum("Its own", "b")}},
		{"Its own", []string{first, last, sum("Its own", "b"), sum("Another", "z")}},
		{"The newer", []string{first, sum("Its own", "a"), sum("Another", "z"), last, sum("The newer", "b")}},
		{"", []string{first, long, at("09:02", says("c", "a2", "and test it")), sum("Of what was not read", "a")}},
		{"Its own", []string{first, long, at("09:02", says("c", "a2", "and test it")), sum("Its own", "c")}},
	} {
		path := save(t, c.lines...)
		text := strings.Join(c.lines, "\n") + "\n"
		if conv, err := read(text, false, time.Time{}, shortTail); err != nil || conv.Titles.Summary != c.title {
			t.Errorf("%.300q: the title is %q, want %q", c.lines, conv.Titles.Summary, c.title)
		}
		var o Outline
		if err := o.Read(context.Background(), path); len(c.lines) < 4 && (err != nil || o.Title() != c.title) {
			t.Errorf("%.300q: the outline's title is %q, want %q", c.lines, o.Title(), c.title)
		}
	}
	late := day + "09:00:30.000Z"
	since, _ := time.Parse(time.RFC3339, late)
	conv, err := Read(context.Background(), save(t, first, last, sum("Its own", "a")), since)
	if err != nil || conv.Titles.Summary != "Its own" {
		t.Errorf("since a save the title is %q", conv.Titles.Summary)
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

// A session that bare slash commands began is named after the last one before its first change and what it wrote, or
// read, not after a piece of an answer or a reply to that; after the argument, and work that is ordered before.
func TestASlashCommandNamesASession(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 3, 2, 9, minute, 0, 0, time.UTC) }
	const story, answer = "docs/1-2-design-tokens-and-fonts.md", "Story 1.2 is complete. Ready for review!"
	for _, c := range []struct {
		prompts []string
		files   []string
		want    string
	}{
		{[]string{"/dev-story"}, []string{"status.yaml", story, "src/a.ts"}, "/dev-story for 1-2-design-tokens-and-fonts.md"},
		{[]string{"/dev-story", "y", "not the dark theme, lets skip it"}, []string{story}, "/dev-story for 1-2-design-tokens-and-fonts.md"},
		{[]string{"/help", "/create-epics", "lets exit party mode"}, []string{"out/epics.md"}, "/create-epics for epics.md"},
		{[]string{"/dev-story @docs/plan.md"}, []string{story}, "/dev-story @docs/plan.md for 1-2-design-tokens-and-fonts.md"},
		{[]string{"/help", "i think we could merge the two plans of the page of metrics into one"}, []string{story},
			"i think we could merge the two plans of the page of metrics into one"},
		{[]string{"/review"}, nil, "/review for reading-list.md"},
		{[]string{"/review the export of invoices for leaks"}, []string{story}, "/review the export of invoices for leaks"},
		{[]string{"/help", "add a gallery of six photos to the start page"}, []string{"a.html"}, "add a gallery of six photos to the start page"},
		{[]string{"add a gallery of six photos to the start page", "/review"}, []string{"a.html"}, "add a gallery of six photos to the start page"},
		{[]string{"/checkpoint", "add a gallery of six photos to the start page"}, []string{"a.html"}, "add a gallery of six photos to the start page"},
	} {
		conv := Conversation{Files: c.files, Read: []string{"reading-list.md"}}
		for i, p := range c.prompts {
			conv.Prompts = append(conv.Prompts, Prompt{Text: p, Answer: answer, Time: at(i)})
		}
		if len(c.files) > 0 {
			conv.Changes = []Change{{Span: Span{at(20), at(21)}}}
		}
		if got, named := conv.Title(true); got != c.want || !named {
			t.Errorf("%q: it is about %q", c.prompts, got)
		}
	}
}
