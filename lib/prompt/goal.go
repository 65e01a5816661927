package prompt

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Goal is what a line is for: the plan or first prompt that names it, else that asks at all, else what was pasted.
func Goal(prompts iter.Seq[string]) string {
	weak, pasted, hurry := "", "", false
	for p := range prompts {
		p = written(p)
		g := weakName(p)
		hurry = hurry || shouted(p)
		if g != "" && (PlanOf(p) != "" || Names(g) && !ruled(g) && !(hurry && Questions(p))) {
			return g
		}
		if weak = cmp.Or(weak, g); weak == "" && pasted == "" {
			pasted = firstLine(p)
		}
	}
	return cmp.Or(weak, pasted)
}

// written is a prompt of which all was pasted, as if it was typed, if the user wrote it elsewhere: it begins so.
func written(text string) string {
	_, inside, _ := strings.Cut(text, ">")
	inside, _, marked := strings.Cut(strings.TrimSpace(inside), "</"+pasteTag)
	first, _, _ := strings.Cut(inside, "\n")
	if marked && row(unpasted(head(text))) == "" && !output(first) && (speaks(first) || wants(first)) {
		return inside
	}
	return text
}

// shouted says whether a prompt only asks something behind a deadline: "paper deadline today!! what was the best?"
func shouted(text string) bool {
	lead, rest, is := strings.Cut(ownWords(text), "! ")
	return is && has(bareWords(lead), "todays", "days", "weekdays", "laters") && !wants(lead) && Wonders(rest)
}

// ruled says whether the first sentence of a goal that names something is a rule, and no order is behind it.
func ruled(goal string) bool {
	rest := Sentences(goal)
	rest = rest[until(rest, Names):]
	return len(rest) > 0 && 2*len(strings.Join(Rules(rest[0]), "")) > len(rest[0]) &&
		!slices.ContainsFunc(rest[1:], wants)
}

// Names reports whether a title names work: it asks for something, in three words or more.
func Names(title string) bool {
	// A question may only ask what the model can do.
	able := strings.HasSuffix(title, "?") && begins(strings.ToLower(title), "abilities")
	if able || isMarkup(title) || !Asks(title) || Concludes(title) || isPick(title) {
		return false
	}
	words, clauses, with := len(strings.Fields(title)), clausesOf(title), GoesOnWith(title)
	last := len(clauses) - 1
	proceeds := last > 0 && OnlyGoesOn(clauses[last]) && words-len(strings.Fields(clauses[last])) <= 3
	points := ends(with, "ones") || begins(with, "whats") && !strings.Contains(title, ": ")
	if proceeds || points || last > 0 && isPick(clauses[0]) {
		return false // "it is ok, lets proceed", "B, without jitter", "go on with what you left"
	}
	builds := has(title, "builds") && !has(title, "refuses", "interrogatives", "laters", "yous", "modals")
	if rest := past(title, "builds", "hurries", "wholes", "twos", "threes", "mores", "theys"); dense(title) &&
		strings.TrimFunc(rest, func(r rune) bool { return slight(r) || !unicode.IsLetter(r) }) == "" {
		return false // 再改改, 先修1
	}
	n := utf8.RuneCountInString(title)
	return words > 2 || dense(title) && (n >= 6 || n > 2 && builds)
}

// IsTitle reports whether a title names work, one of a word or two by the thing that it is about, unlike "Fix lint".
func IsTitle(title string) bool {
	if Names(title) || len(strings.Fields(title)) > 2 || !Asks(title) || Concludes(title) || dense(title) {
		w := bareWords(title)
		return Names(title) || isDenseName(title) && denseCore(w) == w && !has(w, "untitled")
	}
	named := counted(title, "anything")
	single := !strings.Contains(bareWords(title), " ")
	return slices.ContainsFunc(named, func(w string) bool {
		return strings.ContainsFunc(w, unicode.IsLetter) && (!single || utf8.RuneCountInString(w) > 9)
	})
}

// weakName is what a prompt asks for, in however few words.
func weakName(text string) string {
	if title := Heading(PlanOf(text)); title != "" {
		return title
	}
	text = strings.TrimSpace(unpasted(head(text)))
	command := strings.HasPrefix(text, "/")
	asked := asking(bare(text))
	switch {
	case command && !strings.ContainsFunc(text, unicode.IsSpace), // the name alone tells little
		isMarkup(text), !Asks(text), Concludes(text), tidies(text), returns(text),
		len(Sentences(text)) == 1 && begins(asked, "commits"):
		return ""
	case command:
		return shortened(row(text), MaxGoal)
	}
	g := fromFirstAsk(Sentences(ownWords(text)))
	lead, rest, _ := cutColon(g)
	during := begins(bareWords(lead), "whiles") && strings.Count(lead, " ") != 1 && strings.Count(lead, " ") < maxLead
	if (during || only(clauseless(lead), "chats", "courtesies", "greetings", "joints")) && rest != "" {
		g = strings.TrimSpace(rest) // "quick one: can you sort it?", "while he reviews: the docs"
	}
	rest = without(g, "courtesies", "hesitates")
	before := g[:len(g)-len(rest)]
	refuses := !dense(before) && has(words(before), "refuses") // "no precommit hook"; "no, drop the hook" is an order
	if Names(rest) && (!refuses || strings.ContainsAny(before, clauseMarks+".!")) {
		g = rest
	}
	if wrong, where := failing(text); wrong != "" && begins(bareWords(g), "pointing") {
		if strings.ContainsFunc(where, isWordRune) && where[0] != '<' {
			wrong += " in " + where
		}
		return shortened(wrong, MaxGoal)
	}
	if !picksOne(g) {
		return strings.TrimRight(g, ":： ") // before what was pasted
	}
	return ""
}

// returns says whether a prompt only asks what is left, or was said, behind what it tells: "PR 4 is in. what's left?"
func returns(text string) bool {
	all := allClauses(head(text))
	last := len(all) - 1
	return last > 0 && (AsksLeft(all[last]) || only(bare(all[last]), "statuses") || AsksBack(all[last])) &&
		!slices.ContainsFunc(all[:last], wants) && !FindsWrong(strings.Join(all[:last], ", "))
}

// Work is a title without the words by which the user comes to it: "I think we should update the header".
func Work(title string) string {
	if work := without(title, "courtesies", "leadsTo"); Names(work) {
		return work
	}
	return title
}

// idles says whether a sentence of a prompt throws away or puts off, and asks for nothing but to end work.
func idles(s string) bool {
	thrown, off := false, false
	some := len(s) <= maxSaid && has(words(s), "discards", "drops", "relents", "waits", "shelves", "stops")
	return some && !slices.ContainsFunc(ordersOf(s), func(clause string) bool {
		w := asking(bareWords(clause))
		rest := past(w, "discards", "waits", "laters", "goesOn", "concluding", "greetings", "joints", "stops")
		whole := bareWords(clause)
		back := has(whole, "relents") && only(whole, "relents", "refuses", "courtesies", "agrees")
		thrown = thrown || back || begins(w, "discards", "drops") || ends(w, "discards")
		waits := has(w, "waits", "shelves") && (rest == "" || putsOff(clause)) || off && pointsAt(clause)
		off = off || thrown || waits || has(w, "stops")
		ends := rest == "" || back || begins(w, "drops") || dense(w) && ends(strings.Trim(w, "了吧"), "concluding")
		return !waits && !ends && (!thrown || isOrder(rest) || has(w, "needs", "wishes") && !unneeded(clause))
	}) && off
}

// isPick says whether a clause is only a choice from a menu: "then B".
func isPick(clause string) bool {
	rest := trimEnd(past(bareWords(clause), "agrees", "chooses", "options", "articles"), "agrees", "pleases")
	return rest != "" && picksOne(rest) // "option 2 of course"
}

// picksOne says whether a text is a choice from a menu: letters or numbers.
func picksOne(text string) bool {
	return !slices.ContainsFunc(strings.Fields(words(text)), func(w string) bool {
		n := utf8.RuneCountInString(w)
		return n > 2 && w != "iii" || n == 2 && strings.Trim(w, digits) != "" && w != "ii" && w != "iv" || unspaced(w)
	})
}

// isMarkup says whether a text is a tag or a document, not a person's words.
func isMarkup(text string) bool {
	s := strings.TrimSpace(text)
	return s == "" || strings.HasPrefix(s, "<") || strings.HasPrefix(s, "{")
}

// Unmarked is an answer without the marks of headings and bold text, and pictures before it.
func Unmarked(text string) string {
	rows := strings.Split(unbold(text), "\n")
	for i, row := range rows {
		if heading := strings.TrimLeft(row, "#"); strings.HasPrefix(heading, " ") {
			rows[i] = strings.TrimSpace(heading)
		}
	}
	return strings.TrimLeftFunc(strings.Join(rows, "\n"), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/@`\"'([<$“„«「『", r)
	})
}

// unbold is a text without the marks of what is bold; "2**i" is code.
func unbold(text string) string {
	const inCode = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_()"
	pieces := strings.Split(text, "**")
	for i, next := range pieces[1:] {
		last := pieces[i]
		if last != "" && next != "" && strings.IndexByte(inCode, last[len(last)-1]) >= 0 &&
			strings.IndexByte(inCode, next[0]) >= 0 {
			pieces[i] += "**"
		}
	}
	return strings.Join(pieces, "")
}

// firstLine is the first line of what was pasted, or the name of a slash command.
func firstLine(text string) string {
	marked := strings.HasPrefix(strings.TrimSpace(text), "<"+pasteTag)
	if marked {
		_, text, _ = strings.Cut(text, ">")
	}
	if !marked && isMarkup(text) || !Asks(text) {
		return ""
	}
	for _, s := range Sentences(text) {
		s = strings.TrimLeft(s, "#`~>|+❯⎿●│ ")
		if worded(s) && !picksOne(s) && !output(s) { // what a program printed names no work
			return shortened(s, MaxGoal)
		}
	}
	return ""
}

// worded says whether a sentence asks for something in words.
func worded(s string) bool {
	return !isMarkup(s) && Asks(s) && strings.ContainsFunc(s, isWordRune) && !idles(s) && !has(words(s), "objections")
}

func isWordRune(r rune) bool { return r > utf8.RuneSelf || r|0x20 >= 'a' && r|0x20 <= 'z' }

// fromFirstAsk is the sentences from the first that asks for something on, as many as a goal holds; not from one that
// only leads to more ("verify this and fix it:", "Bug 1:"), praises what was done, or puts off what was spoken of.
func fromFirstAsk(sentences []string) (goal string) {
	rest := sentences[until(sentences, worded):]
	for i, s := range rest[:min(len(rest), maxNear)] { // "ok set it, let's see. next: the search is slow"
		label, work, _ := cutColon(s)
		before := counted(strings.Join(rest[:i], " "), "anything")
		if Names(work) && only(bareWords(label), "nextOnes") && len(before) < 2 {
			rest = append([]string{strings.TrimSpace(work)}, rest[i+1:]...)
			break
		}
	}
	leads := func(s string) bool {
		w, lead := bareWords(s), strings.TrimRight(s, ":：*_ ")
		praises := strings.Count(w, " ") < 8 && !strings.Contains(s, ":") && (begins(w, "lauds") || ends(w, "lauds"))
		empty := lead != strings.TrimRight(s, "*_ ") &&
			len(counted(strings.TrimRight(lead, digits), "anything", "looks")) == 0
		return praises && !slices.ContainsFunc(allClauses(s), wants) || Delays(s) || empty
	}
	role := func(s string) bool { return givesRole(s) && Names(rest[1]) } // "Act as an expert. Explain the cart"
	for len(rest) > 1 && (worded(rest[1]) && (leads(rest[0]) || overBefore(rest[0], rest[1])) || role(rest[0])) {
		rest = rest[1:]
	}
	for i, s := range rest {
		if i > 0 && (utf8.RuneCountInString(goal)+1+utf8.RuneCountInString(s) > MaxGoal || idles(s) || OnlyLooks(s)) {
			if n := i + until(rest[i:], wishes); n < len(rest) && recounts(rest[:i]) { // "we built it. … I want a page"
				wish := fromFirstAsk(rest[n:])
				if has(firstWords(bareWords(rest[n]), 8), "refers", "things", "sames") { // "I want it to be faster"
					return shortened(rest[0]+" "+wish, MaxGoal)
				}
				return wish
			}
			break
		}
		goal = strings.TrimSpace(goal + " " + s)
	}
	return shortened(goal, MaxGoal)
}

// overBefore says whether a sentence only says that something is done, and the next one orders something by name: "213
// works. remove the old table", not "make it faster".
func overBefore(s, next string) bool {
	w := words(s)
	wrong := func(c string) bool { return FindsWrong(c) && !begins(bareWords(c), "refuses") } // not "no hangs"
	short := strings.Count(w, " ") < 5                                                        // with those around it
	state := has(w, "dones", "landeds", "lands") && (short || has(w, "copulas", "haves", "nows"))
	return state && !has(w, "iOrWe") && !wants(s) && !asks(s) && !slices.ContainsFunc(clausesOf(s), wrong) &&
		wants(next) && Names(next) && !has(firstWords(bareWords(next), 4), "refers", "things", "theys", "those")
}

// wishes says whether a sentence begins with what the user wants, and names it: "now I want a second page".
func wishes(s string) bool { return has(firstWords(bareWords(s), 4), "ourNeeds") && Names(s) }

// recounts says whether sentences tell what the user did before, find nothing wrong, and ask for nothing.
func recounts(told []string) bool {
	lead, all := firstWords(bareWords(told[0]), 8), strings.Join(told, " ")
	return has(lead, "iOrWe") && has(lead, "workedOns") && !has(words(all), "ourNeeds") && !FindsWrong(all) &&
		!slices.ContainsFunc(told, asks)
}

// PlanOf is the plan on which the client starts by a prompt, "" for none.
func PlanOf(text string) string {
	plan, is := strings.CutPrefix(strings.TrimSpace(text), "Implement the following plan:") // the client's words
	if !is {
		return ""
	}
	return plan
}

// Heading is the first heading of a plan, else its first line of words, without "Plan:".
func Heading(plan string) string {
	first := ""
	for line := range strings.Lines(head(plan)) {
		s := strings.TrimSpace(line)
		title := row(strings.Trim(strings.TrimLeft(s, "#"), "*_ "))
		title = strings.TrimSpace(title[start(strings.ToLower(title), "planLeads"):])
		switch {
		case fenceMark(s) != "", !strings.ContainsFunc(title, isWordRune):
		case strings.HasPrefix(s, "#"):
			return shortened(title, MaxGoal)
		default:
			first = cmp.Or(first, title)
		}
	}
	return shortened(first, MaxGoal)
}
