package prompt

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
)

// besides is a sentence without what explains something in brackets, or says which ticket it is ("a follow-up,
// HOOK-258", "file it as HOOK-258"), and where that was.
func besides(s string) (bare string, from int) {
	if from = strings.Index(s, " ("); from > 0 && strings.Contains(s[from:], ")") {
		return s[:from] + s[from+strings.IndexByte(s[from:], ')')+1:], from
	}
	for _, w := range strings.FieldsFunc(s, isGap) {
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

// isID says whether a word is the id of a ticket: "HOOK-258", not "UTF-8".
func isID(w string) bool {
	of, n, _ := strings.Cut(strings.Trim(w, ".()[]*`"), "-")
	return len(of) > 1 && n != "" && isNumber(n) && of == strings.ToUpper(of) && strings.Trim(of, digits) == of &&
		!phrasesOf("standards").is(strings.ToLower(of))
}

// isGap says whether a sign is none of an id, as all of Chinese and Japanese, which have no space around one.
func isGap(r rune) bool {
	return r >= utf8.RuneSelf || r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// Ticket is the first id of a ticket in a text, "" for none.
func Ticket(text string) string {
	return each.First(strings.FieldsFunc(text, isGap), isID)
}

// idsIn are the ids of tickets in a step that names nothing else, but in brackets or as their place: "PAY-3 (high) and
// PAY-5 in auth".
func idsIn(step string) (ids []string) {
	for step != "" {
		before, aside, _ := strings.Cut(step, " (")
		for _, f := range strings.Fields(before) {
			if w := bareWords(f); begins(w, "insides") {
				return ids
			} else if isID(strings.Trim(f, ",;")) {
				ids = append(ids, f)
			} else if !begins(w, "joints", "ands") {
				return nil
			}
		}
		_, step, _ = strings.Cut(aside, ")")
	}
	return ids
}

// OfTicket reports whether a branch is named after a ticket: "HOOK-258", "issue-12", "fix/214-x", "#12", not "phase-2".
func OfTicket(branch string) bool {
	w := bareWords(branch)
	_, n, _ := around(w, "ticketWords")
	return Ticket(branch) != "" || strings.Contains(branch, "#") || hasDigits(firstWords(n, 1)) ||
		slices.ContainsFunc(strings.Fields(w), func(x string) bool { return isNumber(x) && len(x) > 2 })
}

// NamesTicket reports whether a text, or a branch, has the id of a ticket in any case: "feature/hook-258-metrics".
func NamesTicket(text, id string) bool {
	return id != "" && strings.Contains(" "+bareWords(text)+" ", " "+bareWords(id)+" ")
}

// Deferred reports whether a step is left to a ticket that is not one of work with those names: "the metrics are a
// follow-up ticket", "i18n later, that's PROJ-88".
func Deferred(step, work string) bool {
	w, id := words(step), Ticket(step)
	if NamesTicket(work, id) || Due(step) {
		return false
	}
	bare, _ := besides(step)
	before, after, _ := strings.Cut(" "+bareWords(step)+" ", " "+bareWords(id)+" ")
	before, of := strings.TrimRight(before, " ,"), strings.ToLower(strings.TrimRight(id, digits+"-"))
	_, n, known := strings.Cut(" "+bareWords(work), " "+of+" ") // as the project's are called, no model
	known = known && isNumber(firstWords(n, 1)) || ends(before, "idsOf", "tickets") ||
		strings.Contains(step, putOffMark+id)
	first := ends(before, "afters", "untils", "waitsFor") || dense(w) && begins(after, "afters") // "after HOOK-200"
	return slices.ContainsFunc(clauseWords(bare), func(c string) bool {
		order := isOrder(asking(c), "jots")
		return ends(c, "tickets") && !has(c, "prs") && !order
	}) || id != "" && known && !first && !has(w, "days", "weekdays") &&
		(strings.Contains(step, putOffMark) || len(delayed(step)) > 0 || slices.ContainsFunc(Sentences(step), Delays))
}

// Defers reports whether a text does no more than to leave something to a ticket for later.
func Defers(text string) bool {
	does := func(s string) bool { return !has(words(s), "laters", "shelves") }
	return Ticket(text) != "" && !has(words(text), "days", "weekdays") && !slices.ContainsFunc(Sentences(text), does)
}

// putBy are the steps behind a lead that puts them off and names a ticket, or that name theirs, with that: "noted as
// PAY-3 for later: a mail" leaves "a mail (put off: PAY-3)".
func putBy(lead string, steps []string) []string {
	label, _, _ := cutColon(unlisted(lead))
	w, id := bareWords(label), Ticket(label)
	if !has(w, "laters", "shelves") || has(w, "days", "weekdays", "dues") {
		return steps
	}
	var all []string
	for _, s := range steps {
		parts := strings.Split(s, ", ")
		if slices.ContainsFunc(parts, func(part string) bool { return Ticket(part) == "" }) {
			parts = []string{s}
		}
		for _, part := range parts {
			if own := Ticket(part); own+id != "" {
				by := "later"
				if own == "" {
					by = id
				}
				part = strings.TrimRight(append(Sentences(part), part)[0], ".。 ") + putOffMark + by + ")"
			}
			all = append(all, part)
		}
	}
	return all
}
