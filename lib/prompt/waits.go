package prompt

import (
	"strings"
)

// awaited is what a sentence says waits for somebody, a day or a case, "" for nothing: "the client sends it, we wait",
// "don't tag yet, I do it after his ok", "no captcha, later if there is spam"; behind what it only notes, that too.
func awaited(before, s string) string {
	w, clauses := clauseless(s), clauseWords(s)
	if len(clauses) == 0 || strings.Count(w, " ") > 3*maxPutOff || asks(s) || standing(s) {
		return ""
	}
	first, last := clauses[0], past(clauses[len(clauses)-1], "joints")
	wait, when, two := past(w, "joints", "courtesies"), past(last, "modals"), len(clauses) > 1
	do := past(trimStart(wait, "events", "merging"), "joints") // "when we merge also put it in the changelog"
	not := has(first, "nots", "bans", "nevers")
	_, who, is := around(w, "ifs", "untils")
	switch {
	case before != s && onlyWhen(s) && has(w, "maybes") && has(words(before), "wantings", "hedges"),
		before != s && only(w, "notNows") && has(w, "memos", "jots") && has(w, "laters") && len(named(before)) > 0:
		return before + " " + s
	case do != wait && (has(do, "papers") || begins(wait, "events")) &&
		(begins(do, "putsDown") || ends(do, "putsDown") || dense(do) && has(do, "putsDown")),
		two && only(last, "weWait"), begins(wait, "weWait") && has(wait, "peoples") && !hasDigits(w),
		begins(wait, "weWaitFor") && !hasDigits(w),
		two && not && (begins(when, "laters") || ends(when, "laters")) && has(when, "ifs"),
		(not && has(first, "yets") || has(first, "waits")) && has(first, "handIns") && !begins(first, "articles") &&
			two && !has(strip(first, "handIns"), "copulas", "dones") && !begins(last, "orders", "efforts", "makes"),
		is && has(w, "sayOks") && !begins(who, "things") && (begins(wait, "handIns") || has(w, "closeds")),
		has(w, "restores") && (has(w, "months") && hasDigits(w) || has(w, "days", "laters")):
		return strings.TrimRight(s, " .。")
	}
	return ""
}
