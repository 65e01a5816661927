package prompt

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/each"
)

// choice is the part of a reply that chooses, where it asks something behind that, or says much more: "I prefer 1. But
// why …?"
func choice(reply string) string {
	all := append(Sentences(reply), "")
	first := past(bareWords(all[0]), "efforts")
	if !begins(first, "chooses", "options") || begins(first, "refuses") && !OnlyPicks(all[0]) || asks(all[0]) {
		return reply
	} else if last := all[len(all)-2]; asks(reply) {
		if isOrder(bareWords(all[0])) && !OnlyPicks(all[0]) || has(words(last), "ors", "hesitates") {
			return reply // "use the profiler first. what does it say?", "I prefer 1. Or rather 2?"
		}
		reply = Stated(reply)
	}
	if len(reply) > maxReply {
		reply = all[0]
	}
	return reply
}

// picked is what of a menu a reply takes: what all of it says, or a letter, or a key of the menu, that its first
// clause does ("B, please", "the second one, and commit"); and what more it says.
func picked(menu []string, reply string) (pick, more string) {
	if choice := optionless(reply); picksOne(choice) {
		return strings.ToLower(strings.Trim(choice, " .)(")), ""
	}
	keys := each.Of(menu, func(choice string) string { key, _, _ := strings.Cut(choice, ": "); return key })
	reply = cmp.Or(without(reply, "fillers", "joints"), reply) // "hm, the first"
	clauses := clausesOf(Sentences(reply)[0])
	for len(clauses) > 1 && begins(past(bareWords(clauses[0])), "throws", "skips") { // "drop the first, do b"
		reply = strings.TrimLeft(strings.TrimPrefix(row(reply), clauses[0]), clauseMarks+" ")
		clauses = clausesOf(Sentences(reply)[0])
	}
	first := clauses[0]
	w := past(placed(bareWords(first), keys), "agrees", "chooses", "options", "courtesies",
		"attempts", "efforts")
	if w = strings.Trim(w[:len(w)-end(w, "pleases", "pickeds")], " ,"); !picksOne(w) {
		w = trimStart(w, "articles")
	}
	more = strings.TrimLeft(strings.TrimPrefix(row(reply), first), clauseMarks+" .")
	core := slices.DeleteFunc(strings.Fields(w), func(w string) bool { return begins(w, "articles", "links", "ways") })
	named := each.If(menu, func(choice string) (string, bool) { // "local, and commit"
		key, text, _ := strings.Cut(choice, ": ")
		of := counted(w)
		return key, len(of) > 0 && len(core) <= maxName && parse(text).all(of)
	})
	if len(named) == 1 && !picksOne(w) && !begins(bareWords(without(more, "joints")), "nots", "refuses") {
		w = named[0]
	}
	if key, text := choiceOf(reply); key != "" && key < "a" && !hasDigits(text) {
		w, more = key, text // "2. The other one locks too much"
	}
	others := more != "" && picksOne(more) // "1, 3 and 4"
	if !picksOne(w) || w < "a" && !slices.Contains(keys, w) || has(bareWords(first), "nots") || others {
		return "", ""
	} else if Commits(more) || !Asks(more) || len(PutsOff(more)) > 0 {
		more = ""
	}
	return w, more
}

// menuOf is the last menu of an answer, near the question that it ends with, and no single offer.
func menuOf(answer string) (menu []string) {
	const near = 5
	w, after := words(Asked(answer)), 0 // sentences since the menu
	for line := range strings.Lines(head(answer)) {
		key, text := choiceOf(line)
		if key == "" {
			after += len(Sentences(line))
			continue
		}
		if strings.Contains("1aа", key) { // another menu
			menu = nil
		}
		menu, after = append(menu, key+": "+strings.TrimRight(text, ".;,")), 0
	}
	if len(menu) < 2 || after > near || has(w, "offers") && !has(w, "ors") {
		return nil
	}
	return menu
}

// optionless is a choice from a menu without the word that says that it is one.
func optionless(reply string) string {
	return cmp.Or(strings.TrimSpace(reply[min(start(strings.ToLower(reply), "options"), len(reply)):]), reply)
}

// OnlyPicks reports whether a prompt is only a choice from a menu: "option 2", "ja, nimm b".
func OnlyPicks(text string) bool {
	rest, found := consume(bare(text), "agrees", "chooses", "options", "articles")
	return (found || rest != "") && picksOne(rest) && !strings.Contains(text, "#")
}

// choiceOf is a line of a menu taken apart, its key a number or a letter; "" for any other.
func choiceOf(line string) (key, text string) {
	cells := strings.Split(line, "|")
	if len(cells) > 3 { // in a table, of which numbers may count anything
		line = strings.TrimSpace(cells[1]) + ". " + cells[2]
	}
	s := optionless(strings.TrimLeft(row(unbold(line)), "-*•+(# "))
	for _, mark := range [...]string{". ", ") ", ": ", " – ", " — ", " - ", "：", "）", "、"} {
		k, rest, ok := strings.Cut(s, mark)
		number := len(k) < 3 && strings.Trim(k, digits) == ""
		if ok && k != "" && !asks(rest) && (len(cells) < 4 || k > "9") &&
			(number || utf8.RuneCountInString(k) == 1 && !unspaced(k) && picksOne(k)) {
			return strings.ToLower(k), rest
		}
	}
	return "", ""
}
