package prompt

import (
	"slices"
	"strings"
)

// Leaves reports whether a short prompt says goodbye: "gotta go, tmrw".
func Leaves(text string) bool {
	return bare(text) != "" && slices.ContainsFunc(allClauses(unquoted(text)), leaves)
}

// leaves says whether a clause is a goodbye, not what a message says: "gotta run", not "gotta run the tests".
func leaves(clause string) bool {
	w := bareWords(clause)
	before, on, is := around(trimEnd(w, "departs"), "goodbyes")
	return (is && !begins(on, "withs") || end(w, "departs") > 0) && past(before, "courtesies", "agrees", "refuses",
		"greetings", "selves", "buts", "things", "efforts", "haves") == ""
}

// stays is a reply without the goodbyes that end it, and a commit: "no, spaces. bye, push it"; "no, bye" is whole.
func stays(reply string) string {
	for n, last := range slices.Backward(allClauses(reply)) {
		rest := strings.TrimRight(strings.TrimSuffix(reply, last), clauseMarks+".!。！ ")
		if n > 0 && (leaves(last) || Leaves(reply) && Concludes(last)) && !only(bareWords(rest), "refuses") {
			reply = rest
		}
	}
	return reply
}
