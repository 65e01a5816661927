package prompt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/each"
)

// Settled are a prompt's sentences that say what was decided: "we decided to use …", "the customer wants A, not B",
// "back to 5 after all", or until when a file is to be left alone.
func Settled(prompt string) []string {
	if !has(clauseless(prompt), "deciders", "wishers", "afterAlls", "handsOffs") { // as most
		return nil
	}
	return slices.DeleteFunc(Sentences(spoken(prompt)), func(s string) bool {
		all := clauseless(s)
		w := past(all, "courtesies", "agrees", "joints")
		decided := begins(w, "deciders") || dense(w) && ends(w, "deciders") ||
			begins(w, "wishers") && has(w, "nots", "nevers", "contrasts", "onlys", "insteads")
		back := has(all, "afterAlls") && slices.ContainsFunc(clausesOf(s), goesBack)
		kept := back || has(all, "handsOffs") && has(w, "tills") &&
			(len(filesIn(s)) > 0 || strings.Contains(s, "/"))
		return !decided && !kept || asks(s) || len(s) > maxReply || strings.HasSuffix(s, ":") ||
			!kept && has(w, "whens", "laters") || len(counted(strip(w, "deciders", "wishers"))) == 0
	})
}

// Chosen are the sentences of an answer that state a choice, and what it was not or why.
func Chosen(answer string) []string {
	if w := words(head(answer)); !has(w, "chose", "decisions") { // as most
		return nil
	}
	lines := slices.DeleteFunc(strings.Split(ownWords(answer), "\n"), heading)
	return each.If(Sentences(strings.Join(lines, "\n")), func(s string) (string, bool) {
		s = strings.TrimSpace(strings.ReplaceAll(s, "**", ""))
		n := utf8.RuneCountInString(s)
		told := n >= 25 && n <= maxStep && !asks(s) && !strings.HasSuffix(s, ":")
		label, rest, is := cutColon(s) // as in "Decision: …"
		is = is && isOne(bareWords(label), "decisions") && !begins(bareWords(rest), "undecided")
		before, _, chose := around(words(s), "chose")
		chose = chose && !has(before, "undecided") && has(words(s), "contrasts", "reasons")
		return s, told && (is || chose)
	})
}
