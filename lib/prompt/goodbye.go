package prompt

import (
	"slices"
	"strings"
)

// saysGoodbye reports whether a short prompt says goodbye: "gotta go, tmrw".
func saysGoodbye(text string) bool {
	return bare(text) != "" && slices.ContainsFunc(allClauses(unquoted(text)), leaves)
}

// Parts reports whether a prompt says no more than goodbye, and what is to be done later: not "stop here, I have to go.
// the mail goes to Ana only".
func Parts(text string) (over bool) {
	for _, s := range Sentences(unquoted(text)) {
		off := len(text) <= maxSaid && (Delays(s) || len(delayed(s)) > 0)
		parts := off || slices.ContainsFunc(allClauses(s), leaves)
		if over = over || parts; !parts && Asks(s) && !Concludes(s) {
			return false
		}
	}
	return over
}

// leaves says whether a clause is a goodbye, with no more than to whom, until when or where to: "gotta run", "bye
// team", "have to go to the dentist", not "gotta run the tests", "ciao is no greeting for a mail".
func leaves(clause string) bool {
	w := clauseless(clause)
	before, on, is := around(w, "goodbyes", "departs")
	if !is || past(before, "beforeLeaving") != "" { // as most
		return false
	}
	on = past(on, "afterLeaving")
	apart, goes := strings.Count(on, " "), begins(strings.TrimSpace(w[len(before):]), "goodbyes")
	return on == "" || goes && !dense(on) && !hasDigits(on) && !begins(on, "withs", "copulas", "nots") &&
		(apart == 0 || apart < 3 && begins(on, "tos", "towards") && !begins(on, "ways"))
}

// stays is a reply without the goodbyes that end it, and a commit: "no, spaces. bye, push it"; "no, bye" is whole.
func stays(reply string) string {
	for n, last := range slices.Backward(allClauses(reply)) {
		if n > 0 && (leaves(last) || Concludes(last) && saysGoodbye(reply)) { // the whole only where it has to be
			rest := strings.TrimRight(strings.TrimSuffix(reply, last), clauseMarks+".!。！ ")
			if !only(bareWords(rest), "refuses") {
				reply = rest
			}
		}
	}
	return reply
}
