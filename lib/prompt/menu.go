package prompt

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

// readings are a reply, and, if it takes nothing back, parts of its first sentences that may decide alone, each with
// what is told of it: what takes a thing ("as it is small I think I'd go with B"), the first one, and its first clause.
func readings(reply string) (all [][2]string) {
	const few = 5
	var free [][2]string
	all = append(all, [2]string{reply, reply}, [2]string{Stated(reply), Stated(reply)})
	sentences, clauses := Sentences(fence.Head(reply, maxSaid)), append(allClauses(fence.Head(reply, maxSaid)), "", "")
	back := begins(bareWords(sentences[len(sentences)-1]), "ors") || Redirects(reply) ||
		begins(bareWords(clauses[1]), "ors", "refuses", "hesitates")
	if back || len(itemsOf(reply)) > 1 || len(clauses) > 3 && isPick(clauses[0]) && isPick(clauses[1]) {
		return all[:1]
	}
	short := len(reply) <= maxReply && cannotTell(reply) == "" && !Delays(reply)
	for i, s := range sentences[:min(len(sentences), few)] {
		fields := strings.Fields(s)
		for n := range fields[:min(len(fields), maxClauses)] {
			part := strings.Join(fields[n:], " ")
			first := append(clausesOf(part), "")[0]
			w := past(bareWords(first), "agrees")
			takes := begins(w, "settlesFor") || n == 0 && (begins(w, "chooses", "options") && !begins(w, "refuses") ||
				w != "" && picksOne(trimEnd(w, "pickeds")))
			if part := [2]string{part, part}; takes {
				all = append(all, part, [2]string{first, Stated(part[0])})
			} else if yes := begins(bareWords(first), "agrees", "refuses"); i+n == 0 && short && !yes &&
				!isOrder(w, "stops", "turns", "looks") {
				free = append(free, part, [2]string{first, Stated(part[0])})
			} else if i+n == 0 && !short && !asks(s) && begins(bareWords(first), "chooses") { // of a long one
				free = append(free, part)
			}
		}
	}
	return append(all, free...)
}

// halfWidth is the sign of a choice for a full-width one: "（ｂ）".
func halfWidth(r rune) rune {
	if r == '（' || r == '）' || r > '．' && r < '｛' && unicode.In(r, unicode.L, unicode.N) {
		return r - 'ａ' + 'a'
	}
	return r
}

// picked is what of a menu a reply takes: what all of it says, or a letter, or a key of the menu, that its first
// clause does ("B, please", "the second one, and commit"); and what more it says.
func picked(menu []string, reply string) (pick, more string) {
	if choice := optionless(reply); picksOne(choice) {
		return bareWords(choice), ""
	}
	keys := each.Of(menu, func(choice string) string { key, _, _ := strings.Cut(choice, ": "); return key })
	reply = cmp.Or(without(reply, "fillers", "joints"), reply) // "hm, the first"
	clauses := clausesOf(Sentences(reply)[0])
	isKey := func(w string) bool { return slices.Contains(keys, w) }
	for len(clauses) > 1 && (begins(past(bareWords(clauses[0])), "throws", "skips") ||
		only(bareWords(clauses[0]), "agrees", "contents") ||
		!slices.ContainsFunc(strings.Fields(bareWords(clauses[0])), isKey) && (isKey(bareWords(clauses[1])) ||
			begins(bareWords(clauses[0]), "options") && menu != nil)) { // "drop the first, do b", "option A: the queue"
		_, rest, _ := strings.Cut(row(reply), clauses[0]) // behind a mark of a list, too
		reply = strings.TrimLeft(rest, clauseMarks+" ")
		clauses = clausesOf(append(Sentences(reply), "")[0])
	}
	first := append(clauses, "")[0]
	w := past(placed(bareWords(first), keys), "agrees", "chooses", "options", "courtesies",
		"attempts", "efforts", "settlesFor")
	if w = strings.Trim(w[:len(w)-end(w, "pleases", "pickeds", "agrees")], " ,"); !picksOne(w) {
		w = trimStart(w, "articles")
	}
	key, rest, _ := strings.Cut(w, " ")
	tail := trimStart(rest, "todays", "forNows")
	if past(tail) == "" || begins(tail, "reasons") || strings.HasPrefix(tail, "so ") && !begins(tail, "yets") {
		what, _, _ := around(tail, "buts") // "3 for now, so that it stops", "1 because it is short but cap it"
		rest = strings.TrimSpace(tail[len(what):])
	}
	if word := strings.TrimRight(key, digits); phrasesOf("options").is(word) { // "option1"
		key = key[len(word):]
	}
	some := each.Without(strings.Fields(w), func(w string) bool { return !isKey(w) && begins(w, "ands", "articles") })
	if len(some) > 1 && !slices.ContainsFunc(some, func(w string) bool { return !isKey(w) }) { // "A & C"
		w = strings.Join(some, " ")
	} else if isKey(key) && !has(rest, "nots", "fails", "brokens", "reports", "ors") && (rest == "" ||
		has(rest, "betters") && !has(rest, "buts") || strings.Contains(strings.ToLower(first), key+")")) {
		// "(c) is the simplest route"
		w = key
	} else if isKey(key) && begins(rest, "buts", "withs", "withouts") && !has(rest, "nots", "laters", "ors") {
		_, rest, _ = strings.Cut(first, strings.TrimSpace(key)) // "1 but with ten seconds"
		w, reply = key, first+", "+strings.TrimSpace(rest)+strings.TrimPrefix(row(reply), first)
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
	if !picksOne(w) || w < "a" && !isKey(firstWords(w, 1)) || has(bareWords(first), "nots") || others {
		return "", ""
	} else if Commits(more) || !Asks(more) || len(PutsOff(more)) > 0 {
		more = ""
	}
	return w, more
}

// menuOf is the last menu of an answer, near the question that it ends with, and no single offer.
func menuOf(answer string) (menu []string) {
	const near = 5
	after := 0 // sentences since the menu
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
	if len(menu) < 2 { // "(1) as it is, (2) fix it first"
		after, menu = 0, each.If(itemsOf(lastParagraph(answer)), func(i [2]string) (string, bool) {
			is := !asks(i[1]) && strings.Contains(strings.ToLower(answer), i[0]+") ")
			return i[0] + ": " + strings.Trim(i[1], clauseMarks+". "), is
		})
	}
	if len(menu) < 2 || after > near || isOffer(Asked(answer)) {
		return nil
	}
	return menu
}

// itemsOf are the number or letter, and the text, of what a text counts, also within a line: "1. yes 2. Postgres".
func itemsOf(text string) (all [][2]string) {
	for f := range strings.FieldsSeq(text) {
		key, last, before := strings.ToLower(strings.Trim(f, "().:*")), len(all)-1, rune(0)
		if last >= 0 {
			before, _ = utf8.DecodeRuneInString(all[last][0])
		}
		counts := key != "" && strings.ContainsAny(f[len(f)-1:], ".):*")
		switch {
		case counts && strings.Contains("1aа", key) && (key == "1" || !unicode.IsDigit(before)):
			all = [][2]string{{key}}
		case counts && (key == string(before+1) || last < 0 && isNumber(key)):
			all = append(all, [2]string{key})
		case last >= 0:
			all[last][1] += " " + f
		}
	}
	return all
}

// byNumber are the questions of an answer that a reply answers by their numbers, and what it says to them.
func byNumber(answer, reply string) (question, said string) {
	asked, all := map[string]string{}, itemsOf(reply)
	if len(all) == 0 || firstWords(past(bareWords(reply), "numberLeads"), 1) != all[0][0] {
		return "", ""
	}
	for _, i := range itemsOf(answer) {
		asked[i[0]] = strings.ReplaceAll(each.First(Sentences(i[1]), asks), "**", "")
	}
	for _, i := range all {
		q, what := asked[i[0]], strings.TrimRight(row(i[1]), ". ")
		if q == "" || len(asked) < 2 || asks(what) || cannotTell(what) != "" || grumbles(words(q), what) {
			continue
		}
		if question = cmp.Or(question, shortened(q, maxStep)); said != "" {
			said += "; " + shortened(q, maxStep/3) + " "
		}
		said += shortened(what, maxStep/2)
	}
	return question, said
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
			(number || len(k) < 4 && bareWords(k) == strings.ToLower(k) && !dense(k) && !hasDigits(k) && picksOne(k)) {
			return strings.ToLower(k), rest
		}
	}
	return "", ""
}

// ownList is the list that a reply holds in its sentences or rows, an item a line, and what is behind it, which may
// pick of that: "she wants: 1) tests 2) docs 3) a page. do 1 and 2", also of a mail with wishes that are questions.
func ownList(reply string) (list, rest string) {
	rest = strings.Join(each.Of(strings.Split(reply, "\n"), func(line string) string {
		if key, item := choiceOf(strings.Trim(line, "> \"«“„?")); hasDigits(key) {
			return key + ") " + item
		}
		return line
	}), ". ")
	for n := 1; ; n++ {
		before, after, is := strings.Cut(" "+rest, " "+strconv.Itoa(n)+") ")
		if !is && n > 2 {
			last, rest, _ := strings.Cut(rest, ". ")
			return list + last, rest
		} else if !is {
			return "", ""
		} else if rest = after; n > 1 {
			list += strings.Trim(before, " .") + "\n"
		}
		list += strconv.Itoa(n) + ") "
	}
}

// chosen says whether a number or a place is a choice, by what comes behind it: "2 sessions" is not.
func chosen(rest string) bool {
	return rest == "" || unicode.IsDigit(rune(rest[0])) || phrasesOf("goesOn").is(rest) || begins(rest, "choosings") ||
		begins(rest, "startsWith") && !has(rest, "whens") || unspaced(rest) && begins(rest, "efforts", "startsWith")
}
