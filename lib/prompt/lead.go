package prompt

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

// afterLead is what follows the words that introduce what is left; of an item only up to a colon.
func afterLead(line string, item bool) (rest string, is bool) {
	line = strings.TrimSpace(line)
	w, after := leadOf(line)
	of, _, _ := around(w, "towards")
	if before, when, is := strings.Cut(w, " , "); is && begins(when, "untils", "afters") { // "left, once it is in: …"
		of = unplaced(before)
	}
	among, code := !listed(line), strings.HasPrefix(strings.TrimLeft(unlisted(line), "*"), "`")
	on, _, _ := around(w, "onWork") // "left on gift cards: the admin page"
	placed := isOne(on, "leads") && after != "" && !begins(on, "nexts", "laters", "misses")
	lead := isOne(w, "leads") || isOne(of, "leads") || isOne(unplaced(w), "leads") || placed || isNextWork(w) ||
		isOne(opened(w, "remains", "stays", "leads"), "leads") // "on this branch remain"
	in := lead && !code || begins(w, "inLeads") || among && (has(w, "inLeads") && !begins(w, "whens") || handsAway(w))
	if in && !has(w, "usages") { // "next steps to try it:"
		return strings.Trim(after, " *_"), true
	}
	at := max(0, strings.IndexAny(fence.Head(line, maxColon), "—–")) // "**Next** — the parser", not "Open — a button"
	if w := bareWords(line[:at]); among && (begins(w, "nexts") || !isOne(w, "buttons")) &&
		(isOne(w, "leads") || isOne(w, "handovers")) && line[0] != '#' { // behind which a title may stand
		return afterLead(strings.TrimRight(line[:at], " ")+":"+line[at+len("—"):], item)
	}
	if bare := unbracketed(line); among && bare != line {
		return afterLead(bare, item)
	}
	rest, is = remaining(line)
	return rest, is && !item
}

// isNextWork says whether a label names what is to be done next: "next file to check", "prossimo file da analizzare".
func isNextWork(w string) bool {
	before := strings.TrimSpace(w[:strings.LastIndexByte(w, ' ')+1])
	first := begins(w, "firsts") && ends(w, "makes") // "the first thing to write"
	return (first || begins(trimStart(w, "articles"), "nextOnes")) && strings.Count(w, " ") > 2 && ends(before, "toDo")
}

// unbracketed is a line without the brackets in its label, "Next up (phase 2): …", if they do not say that it is done.
func unbracketed(line string) string {
	label, after, colon := cutColon(line)
	before, aside, _ := strings.Cut(strings.ReplaceAll(strings.ReplaceAll(label, "（", " ("), "）", ")"), " (")
	closed := strings.LastIndexByte(aside, ')')
	button := phrasesOf("buttons").is(bareWords(unlisted(strings.TrimLeft(before, "# ")))) // "#### 1. Open (a session)"
	open := has(words(aside), "undones") || !has(words(aside), "dones", "finals", "amountUnits")
	if closed < 0 || !open || !colon && (button || !heading(line)) {
		return line
	}
	return before + aside[closed+1:] + ": " + strings.TrimSpace(after)
}

// underLead are lines of which each one that says, among other words, that the list below it is left is a plain lead:
// "Two fixes to do:", "These are in the plan, but I haven't written them yet:"; and none that tells changes that stay.
func underLead(lines []string) []string {
	made := func(line string) bool { return has(words(line), "dones", "mades", "gones", "takenOuts") }
	for i, line := range lines {
		s := strings.TrimRight(strings.TrimSpace(line), "*_ ")
		title := heading(strings.TrimSpace(line))
		below := cmp.Or(each.Of(lines[i+1:min(i+3, len(lines))], strings.TrimSpace)...)
		if strings.TrimRight(s, ":：") == s && !title || listed(s) || strings.HasPrefix(s, ">") || !listed(below) {
			continue
		}
		all := Sentences(s)
		last := append([]string{""}, all...)[len(all)] // "It is in. Two fixes to do:"
		w := strings.TrimRight(bareWords(unbracketed("# "+last)), " ,")
		short, _, _ := around(w, "froms")
		toDo := ends(w, "toDos") && !has(w, "interrogatives") && !begins(w, "whens", "towards") ||
			begins(w, "whats") && has(strip(w, "nextOnes"), "inLeads") || // in more words than a lead has
			begins(short, "asides") && !begins(short, "copulas", "formers", "asWas") && isOne(short, "leads") ||
			has(w, "undecideds", "yourParts") ||
			(begins(past(w, "articles"), "sequences") || dense(w) && has(w, "sequences")) &&
				hasAnyPrefix(below, "1", "**1")
		_, leads := afterLead(line, false)
		switch beside := func(x string) bool { return !listed(x) && has(words(x), "edits") && made(x) }; {
		case (toDo || leads) && has(w, "edits") && (made(below) || slices.ContainsFunc(lines, beside)):
			lines[i] = "**Changes:**"
		case leads || has(w, "usages") || begins(w, "supposes") || strings.TrimRight(below, "?？") != below:
		case toDo || len(lacking([]string{last})) > 0:
			lines[i] = "**Left:**"
		}
	}
	return lines
}

// HandsBack reports whether a sentence leaves something to the user, for which the work waits: "once you confirm, I go
// on with batch 2", "you have to run it yourself", "tell me when it is there".
func HandsBack(s string) bool {
	w := bareWords(unquoted(s))
	return has(w, "onceYous", "tellMes", "yourTurns", "byYourself", "awaits") && // as few
		!begins(w, "supposes", "usages", "nothings", "programs", "nots") && !has(w, "wants") &&
		(has(w, "onceYous") && has(w, "thenIs") || has(w, "tellMes") && has(w, "onceDone") || has(w, "yourTurns") ||
			has(w, "yourDuties") && has(w, "byYourself") ||
			has(w, "awaits") && has(w, "yourOwns") && len(counted(w)) > maxName)
}

// Confirms reports whether a reply says that something is as it should be, and orders nothing: "great, it is centred".
func Confirms(reply string) bool {
	w := bareWords(reply)
	return len(reply) <= maxBare && begins(w, "agrees", "contents", "confirmeds") &&
		!asks(reply) && !has(w, "buts", "nots") && !slices.ContainsFunc(allClauses(reply), wants)
}

// leading is afterLead of a text that is a part of a line: most are none by their beginning.
func leading(text string) (rest string, is bool) {
	near := strings.SplitN(fence.Head(text, maxColon), "; ", 3)
	if _, is = afterLead(strings.Join(near[:min(2, len(near))], "; ")+" …", false); is {
		return afterLead(text, false)
	}
	return "", false
}

// leadOf are the few words of a heading, or of a line up to its colon, and what is behind them; "" for more.
func leadOf(line string) (w, after string) {
	s := strings.TrimLeft(unlisted(strings.Trim(strings.TrimLeft(line, "#"), " ")), leadMarks)
	before, after, colon := cutColon(s)
	if len(after) <= maxStep && marked(after) { // "a. Shall I go on?", not "a or b. Which?"
		all, is := sentences(after), func(s string) bool { return asks(s) && !begins(bareWords(s), "interrogatives") }
		after = strings.Join(all[:cmp.Or(until(all, is), len(all))], " ")
	}
	if !colon && !heading(line) || asks(after) {
		return "", ""
	}
	w = bareWords(fence.Head(before, maxColon))
	of, aside, _ := around(w, "befores")
	switch _, more, is := strings.Cut(" "+aside, " , "); {
	case is && of == "": // "from what we said, what is missing:"
		of = more
	case is && (has(more, "dones") || begins(bareWords(more), "selves") || len(strings.Fields(more)) < 2):
		// "next, as agreed, I changed:"
		of = ""
	}
	if w = cmp.Or(strings.TrimRight(of, " ,"), w); len(strings.Fields(w)) > maxLead || utf8.RuneCountInString(w) > 60 {
		return "", ""
	}
	return w, after
}

// remaining is what the sentence that begins a text says is left: "What is left is the load test", "Next I would".
func remaining(text string) (rest string, says bool) {
	unmarked := func(s string) string { return strings.TrimLeft(s, leadMarks) }
	all := sentences(unlisted(fence.Head(text, 4*maxStep)))
	s := cmp.Or(each.Of(all, unmarked)...)
	if s == "" || asks(s) {
		return "", false
	}
	if at := slices.Index(all, s) + 1; at > 0 && at < len(all) { // "What was left was the flag. Removed it."
		w := bareWords(all[at])
		if begins(w, "dones") && len(strings.Fields(w)) <= maxName && !strings.Contains(all[at], ":") {
			return "", false
		}
	}
	s = strings.TrimRight(s, ". ")
	w := opened(bareWords(fence.Head(s, maxColon)), "remains", "stays")
	n, m := start(w, "remains"), start(w, "stays")
	for rest = w; n == 0 && m == 0 && rest != ""; n = start(rest, "remains") {
		_, rest, _ = strings.Cut(rest, " , ")
	}
	w = cmp.Or(rest, w)
	id := func(s string) bool { return Ticket(firstWords(s, 1)) != "" } // "what is left is PAY-3"
	named := m > 0 && m < len(s) && (hasAnyPrefix(s[m:], " **", " `") || id(strings.TrimSpace(s[m:])))
	what := past(strings.TrimSpace(w[m:]), "onlys")
	if n == 0 && m > 0 && (named || begins(what, "articles") || hasEnding(firstWords(what, 1), "infinitives")) {
		n = len(w) - len(what)
	}
	clauses := strings.Split(w, " , ")
	if i := slices.IndexFunc(clauses, nextForThat); i >= 0 { // "nothing has run, so the next real step is …"
		w = trimStart(strings.Join(clauses[i:], " , "), "sos")
	}
	of, is := copied(w)
	is = trimStart(is, "onlys") // "is purely the name"
	verb, object, _ := strings.Cut(is, " ")
	thing := begins(is, "pointers", "toDo") || begins(object, "pointers") && hasEnding(verb, "infinitives")
	next, _, _ := around(of, "befores") // "next up per the plan is step 2"
	subject := phrasesOf("nexts").is(strings.TrimRight(strip(next, "reals"), " ,")) || isNextWork(of) ||
		begins(of, "whatIsLeft") || begins(of, "articles") && ends(of, "stillLefts") &&
		!begins(is, "dones") && !hasEnding(firstWords(is, 1), "passives")
	if is != "" && subject && !begins(is, "nots") || thing && isLeft(of) {
		n = len(w) - len(is)
	}
	if what := lastOne(s); what != "" && n == 0 {
		return what, true
	}
	if n == 0 && isChore(w) && !listed(text) {
		if label, what, _ := cutColon(s); only(bareWords(label), "cautions", "articles") {
			s = strings.Trim(what, "* ")
		}
		return strings.TrimRight(s, "。"), true
	}
	right := func(s string) bool { return begins(bareWords(s), "rightIs") }
	if n == 0 || begins(w, "leftIs") && (has(w, "rightIs") || slices.ContainsFunc(all, right)) { // "left is the menu"
		return "", false
	}
	low, lead := strings.ReplaceAll(strings.ToLower(s), "'", " "), strings.TrimSpace(w[:n])
	_, after, found := strings.Cut(low, lead)
	if !found && n == len(w)-len(is) { // signs are before the "is"
		_, after, found = strings.Cut(low, lead[strings.LastIndexByte(lead, ' '):]+" ")
	}
	if !found || len(low) != len(s) {
		return "", false
	}
	rest = strings.TrimLeft(s[len(s)-len(after):], " :：*_")
	of = strings.TrimLeft(strings.ReplaceAll(rest, "%", " percent"), digits+"., ")
	amount := hasDigits(firstWords(rest, 1)) && begins(bareWords(of), "amountUnits") // "3 GB of RAM"
	kept := begins(bareWords(rest), "sameAgain", "asWas") || hasEnding(firstWords(bareWords(rest), 1), "instrumentals")
	return rest, !amount && !kept && (strings.Contains(rest, " ") || unspaced(rest) || id(rest))
}

// lastOne is what a sentence says is all that is left: "only the docs are left", "the docs are the only thing left".
func lastOne(s string) string {
	s = without(s, "joints", "thens", "nows", "sos")
	w := bareWords(s)
	n, m := start(w, "onlys"), end(w, "lastOnesLeft")
	if n > 0 && begins(strings.TrimSpace(w[n:]), "articles", "phases") { // no amounts
		m = max(m, end(w, "isLefts"))
	}
	low := strings.ReplaceAll(strings.ToLower(s), "'", " ")
	if m == 0 || n+m >= len(w) || len(low) != len(s) || !strings.HasSuffix(low, w[len(w)-m:]) || has(w, "nots", "ifs") {
		return ""
	}
	return strings.Trim(s[n:len(s)-m], " ,")
}

// OnlyLeft are the things of which a prompt says that nothing else is left: "commit, then only the docs are left".
func OnlyLeft(text string) []string {
	if len(text) > maxSaid || !has(words(text), "isLefts", "lastOnesLeft") {
		return nil // as most
	}
	return each.If(allClauses(text), func(c string) (string, bool) {
		thing := lastOne(strings.Trim(c, " .。!！"))
		return thing, thing != "" && !asks(c)
	})
}

// nextForThat says whether a clause draws from that before it what is next: "so the next step is the run".
func nextForThat(c string) bool {
	return begins(c, "sos") && begins(past(trimStart(c, "sos"), "articles", "reals"), "nextOnes")
}

// opened are words without what something is left for, or of, before one of the lists: "to close the branch, only the
// docs", "do que combinamos restam o aviso e a conta".
func opened(w string, lists ...string) string {
	if begins(w, "topics", "towards", "reasons", "nears", "froms", "asTos", "onWork") && !begins(w, "agrees") {
		of, _, is := around(w, lists...)
		work := begins(w, "froms") || has(of, "branchWords", "ships", "completes") || begins(w, "asTos") &&
			strings.Count(of, " ") < 3 && begins(strings.TrimSpace(w[len(of):]), "remains", "onlys")
		if is && work && len(strings.Fields(of)) <= maxLead {
			return strings.TrimLeft(w[len(of):], " ,")
		}
	}
	return w
}

// isLeft says whether the subject of a sentence is what is left: "the only thing left of the upgrade".
func isLeft(of string) bool {
	what, _, told := strings.Cut(of, " , ") // "das Einzige, was vom Umbau fehlt"
	return has(of, "lasts") && !has(of, "formers") && (isOne(of, "leads") || isOne(unplaced(of, "froms"), "leads") ||
		told && only(what, "asides") && ends(strings.TrimRight(of, " ,"), "leads"))
}

// unplaced are words without those at their end for the work that they are of: "left on this branch".
func unplaced(w string, but ...string) string {
	if n := start(w, "plans"); n > 0 && unspaced(w) { // 計画の残り
		return strings.TrimLeft(w[n:], "のから里中 ")
	}
	lead, among, _ := around(w, "ofs", "insides")
	plan, whose, _ := around(among, "plans") // "the migration plan", "the plan of Tom"
	if begins(strings.TrimSpace(w[len(lead):]), but...) || has(among, "branchWords", "ships", "completes") ||
		plan != among && (whose == "" || begins(whose, "ofs")) && !begins(w, "copulas") {
		return strings.TrimRight(lead, " ,")
	}
	return w
}

// copied are the words of a clause before and behind its first "is".
func copied(w string) (of, what string) {
	if of, what, is := around(w, "presents"); is {
		return of, what
	}
	return "", w
}

// Adds reports whether a list is one step for a day, or before work ships, beside what was left: "Before the merge: X".
func (l List) Adds() bool {
	return len(l.Steps) == 1 && !has(words(l.Answer), "elses", "finished") &&
		slices.ContainsFunc(Sentences(l.Answer), func(s string) bool {
			lead, _, is := cutColon(strings.TrimLeft(s, leadMarks+"#"))
			w := bareWords(lead)
			ships := begins(w, "nears") && only(w, "nears", "ships", "articles")
			day := past(w, "towards", "laters", "days", "weekdays", "articles") == "" &&
				has(w, "laters", "days", "weekdays")
			return is && (day || ships) && !has(w, "thens")
		})
}

// LeftOf is the part of the work of which a prompt asks what is left, "" for all: "what's left of the backfill".
func LeftOf(text string) string {
	s := each.First(Sentences(fence.Head(text, maxSaid)), AsksLeft)
	_, of, _ := around(asking(bareWords(s)), "inLeads", "statuses")
	part := trimStart(of, "ofs", "withs", "onWork")
	if part != of && len(counted(part, "laters", "days")) > 0 && !phrasesOf("overalls").is(part) {
		return part
	}
	return ""
}
