package prompt

import (
	"slices"
	"strings"
	"testing"
)

// aGoal is that of one prompt.
func aGoal(text string) string { return Goal(slices.Values([]string{text})) }

func TestAGoalIsTheWishBehindALongReportOfWork(t *testing.T) {
	const en = " The sources are in services/billing/core and the notes on it are in docs/billing/overview.md." +
		" Most of it came from the old invoicing branch and from the scripts that the accounting people sent us in spring."
	const more = " services/billing/core, docs/billing/overview.md, services/billing/legacy/import, docs/billing/history.md," +
		" services/billing/mail/templates, services/billing/jobs/nightly, docs/billing/accounts/spring.md."
	for text, want := range map[string]string{
		"So we finished the billing service last week." + en + "\nNow I want a page that lists open invoices.": "a page",
		"I made a small importer for the bank files." + en + " I need you to write its manual in plain words.": "its manual",
		"Last month I've added the mail templates." + en + " Finally we want a preview of each in the admin.":  "a preview",
		"Wir haben den Import gebaut." + more + " Jetzt brauchen wir eine Seite für offene Rechnungen.":        "offene",
		"Nous avons développé le module de facturation." + more + " Il nous faut une page pour les impayés.":   "impayés",
		"Мы написали модуль счетов." + more + " Теперь нам нужна страница неоплаченных счетов.":                "страница",
	} {
		if got := aGoal(text); !strings.Contains(got, want) || strings.Contains(got, "billing/") {
			t.Errorf("%q has the goal %q", text, got)
		}
	}
	for _, text := range []string{
		"So we finished the billing service." + " Now I want a page that lists open invoices.",        // it has room
		"We added the cache, and the import fails since." + en + " I want you to find out why.",       // what is wrong
		"The import takes an hour for ten files." + en + " I need it to be done in a minute.",         // no report
		"Add a page that lists open invoices." + en + " I want it to look like the one of customers.", // an order
		"We developed the importer." + en + " It was liked by all of them.",                           // no wish
		"I made a small importer for the bank files." + en + " I want it to be faster.",               // which it says of what
		"I made an importer, could you look at why it is slow?" + en + " I want a fast one for them.", // a question
	} {
		if got := aGoal(text); !strings.Contains(got, firstWords(strings.TrimPrefix(text, "So "), 3)) {
			t.Errorf("%q has the goal %q", text, got)
		}
	}
}

func TestACondensedPromptBeginsAtItsWish(t *testing.T) {
	const more = " services/billing/core, docs/billing/overview.md, services/billing/legacy/import, docs/billing/history.md," +
		" services/billing/mail/templates, services/billing/jobs/nightly, docs/billing/accounts/spring.md."
	for text, want := range map[string]string{
		"We built the billing service." + more + " Now I want a page of open invoices. It is for Mia.": "I want a page of open invoices. It is for Mia.",
		"Add a page of open invoices." + more + " I want it to be sorted.":                             "Add a page of open invoices." + more + " I want it to be sorted.",
		"The import fails." + more + " I need to know why.":                                            "The import fails." + more + " I need to know why.",
		"We built the billing service." + more + " I want it to be prettier.":                          "We built the billing service." + more + " I want it to be prettier.",
		"We built the billing service. Now I want a page.":                                             "We built the billing service. Now I want a page.",
	} {
		if got := Condensed(text); strings.TrimPrefix(got, "Now ") != want {
			t.Errorf("%q is condensed to %q", text, got)
		}
	}
}

func TestAGoalIsWithoutWhatIsOverAndWhatIsOnlyToBeSeen(t *testing.T) {
	for text, want := range map[string]string{
		"PR 88 is merged and deployed since yesterday, no hangs. clean up: remove the old progress table": "clean up: remove the old progress table",
		"213 works. new feature: users should be able to save several addresses":                          "new feature: users should be able to save several addresses",
		"the login page is done. now build the settings page":                                             "build the settings page",
		"La PR est mergée. Maintenant supprime l'ancienne table.":                                         "supprime l'ancienne table.",
		"We need a dark mode. Look at how the theme is built first. No code yet, just a plan.":            "We need a dark mode.",
		"Der Export hängt seit Freitag. Schau bitte nach warum, noch nichts ändern.":                      "Der Export hängt seit Freitag.",
		"the login is done. make it faster":                                                               "the login is done. make it faster",
		"the parser is done but it fails on tabs. write a test for that":                                  "the parser is done but it fails on tabs. write a test for that",
	} {
		if got := aGoal(text); got != want {
			t.Errorf("%q has the goal %q", text, got)
		}
	}
}
