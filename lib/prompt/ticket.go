package prompt

import "strings"

// besides is a sentence without what explains something in brackets, or says which ticket it is ("a follow-up,
// HOOK-258", "file it as HOOK-258"), and where that was.
func besides(s string) (bare string, from int) {
	if from = strings.Index(s, " ("); from > 0 && strings.Contains(s[from:], ")") {
		return s[:from] + s[from+strings.IndexByte(s[from:], ')')+1:], from
	}
	for _, w := range strings.Fields(s) {
		if at := strings.Index(s, w); at > 0 && isID(strings.TrimRight(w, clauseMarks)) {
			before := strings.TrimSpace(s[:at])
			lead := strings.TrimRight(before, clauseMarks)
			if lead == before {
				lead = strings.TrimRight(lead[:max(0, len(lead)-end(bareWords(lead), "idLeads"))], clauseMarks+" ")
			}
			if lead != "" && len(lead) < len(before) {
				return lead + s[at+len(strings.TrimRight(w, clauseMarks+" .")):], len(lead)
			}
		}
	}
	return s, 0
}

// isID says whether a word is the id of a ticket: "HOOK-258".
func isID(w string) bool {
	of, n, _ := strings.Cut(strings.Trim(w, ".()[]*`"), "-")
	return len(of) > 1 && n != "" && isNumber(n) && of == strings.ToUpper(of) && strings.Trim(of, digits) == of
}
