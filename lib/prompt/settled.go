package prompt

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

// Settled are a prompt's sentences that say what was decided: "we decided to use …", "the customer wants A, not B",
// "back to 5 after all", or until when a file is to be left alone.
func Settled(prompt string) []string {
	if !has(clauseless(prompt), "deciders", "wishers", "afterAlls", "handsOffs", "takers", "reasons", "always", "itIs",
		"concludes", "agrees", "grants", "bans", "thenDos", "isOuts", "staysIns", "finalOnes", "staysWiths",
		"decisions", "nots") {
		return nil
	}
	said := Sentences(spoken(prompt))
	for i, s := range said { // "decision: flag. default old, …"
		lead, what, is := cutColon(s)
		if is && !strings.Contains(strings.TrimSpace(what), " ") && len(prompt) <= maxReply &&
			only(bareWords(lead), "decisions", "agrees", "joints") {
			said = append(said[:i:i], strings.Join(said[i:], " "))
			break
		}
	}
	return slices.DeleteFunc(said, func(s string) bool {
		all := clauseless(s)
		w := asking(all)
		decided := begins(w, "deciders") || dense(w) && ends(w, "deciders") ||
			begins(w, "wishers") && has(w, "nots", "nevers", "contrasts", "onlys", "insteads")
		back := has(all, "afterAlls") && slices.ContainsFunc(clausesOf(s), goesBack)
		lead, what, named := cutColon(s) // "final decision: …"
		named = named && strings.Contains(strings.TrimSpace(what), " ") && has(bareWords(lead), "decisions") &&
			only(asking(bareWords(lead)), "decisions", "agrees", "joints")
		kept := back || named || takes(s) || argued(s) || found(s) || designs(prompt, s) ||
			prefers(s) ||
			has(all, "handsOffs") && has(w, "tills") && !has(all, "forNows") &&
				(len(filesIn(s)) > 0 || strings.Contains(s, "/"))
		return !decided && !kept || asks(s) || len(s) > maxReply || strings.HasSuffix(s, ":") ||
			!kept && has(strip(w, "holidays"), "whens", "laters") || len(counted(strip(w, "deciders", "wishers"))) == 0
	})
}

// prefers says whether a sentence takes one of two things that are called alike: "by event date, not ingest date".
func prefers(s string) bool {
	w := strings.ReplaceAll(bareWords(s), " ,", "")
	what, other, is := around(w, "contrasts", "nots")
	all, rest := strings.Fields(what), strings.Fields(other)
	alike := func(word string) bool {
		return !begins(word, "articles", "fillers") && !hasDigits(word) &&
			slices.Contains(all[max(0, len(all)-len(rest)):], word)
	}
	return is && len(all) > 1 && len(all) < 8 && len(rest) > 1 && len(rest) < 4 && slices.ContainsFunc(rest, alike) &&
		!has(w, "copulas", "reports", "todays", "laters", "yets", "once", "maybes", "doubts", "phases", "options",
			"fails", "brokens", "onWeekdays") && !has(what, "selves") &&
		!begins(what, "things", "executes")
}

// Resolves reports whether a prompt says in so many words that something was decided: "we decided to use …".
func Resolves(text string) bool {
	return slices.ContainsFunc(Settled(text), func(s string) bool { return has(clauseless(s), "deciders") })
}

// found says whether a sentence decides by a result: "mixup hurts, drop it", "no gain, label smoothing is out", "ema
// stays in", "final model is c_ema seed 1", "we stay with cosine".
func found(s string) bool {
	all, clauses := clauseless(s), clauseWords(s)
	about := func(list string, cut func(w string, lists ...string) string) bool { // a thing that it is said of
		return slices.ContainsFunc(clauses, func(c string) bool {
			c = past(c, "courtesies", "agrees", "joints", "concludes", "articles")
			rest := cut(c, list)
			thing := trimStart(rest, "copulas")
			return rest != c && thing != "" && strings.Count(thing, " ") < 5 &&
				!begins(thing, "things", "selves", "nots", "reports", "interrogatives")
		})
	}
	then := slices.ContainsFunc(clauses, func(c string) bool { return only(c, "thenDos") })
	return has(all, "thenDos", "isOuts", "staysIns", "finalOnes", "staysWiths") && // as few
		(then && (about("findings", trimEnd) || about("findings", trimStart)) ||
			about("staysWiths", trimStart) || about("staysWiths", trimEnd) ||
			hasDigits(all) && about("finalOnes", trimStart) ||
			!has(all, "sentOuts") && (about("staysIns", trimEnd) || !hasDigits(all) && about("isOuts", trimEnd))) &&
		!has(all, "once", "todays", "laters", "pauses", "yets", "doubts", "maybes", "onces", "surfaces")
}

// argued says whether a sentence ends an argument: "so the table it is", "keyset pagination then, no offset", "agreed,
// no parquet", "must be UTC, support confirmed", "no label for the url, the cardinality would explode".
func argued(s string) bool {
	clauses, agreed := append(clauseWords(s), "", ""), false
	for clauses[1] != "" && only(clauses[0], "agrees", "concludes") { // "agreed, …"
		clauses, agreed = clauses[1:], agreed || !only(clauses[0], "agrees") || only(clauses[0], "consents")
	}
	first, next, why := clauses[0], clauses[1], strings.Join(clauses[1:], " ")
	rest := trimStart(first, "agrees")
	what := trimStart(rest, "concludes")
	then := trimEnd(what, "concludes")
	so, thing := agreed || what != first, trimEnd(what, "itIs")
	bans := func(w string) bool {
		ban := trimStart(w, "bans", "withouts", "nots")
		return ban != w && ban != "" && strings.Count(ban, " ") < 4 &&
			!has(ban, "unbanned", "harmless", "reports", "todays", "yets", "happens", "cames")
	}
	would := !has(why, "guesses") && (has(why, "woulds") ||
		slices.ContainsFunc(strings.Fields(why), func(f string) bool { return hasEnding(f, "wouldEnds") }))
	told := has(first, "reports", "todays") || begins(what, "interrogatives", "things", "weWait", "weWaitFor")
	ban := bans(what) && (agreed || what != rest && strings.Count(what, " ") < 3) || bans(first) && would
	takes := begins(what, "takers", "verdicts") || dense(what) && has(what, "verdicts") ||
		bans(next) && !isOrder(then, "handles", "yous")
	return !told && strings.Count(first, " ") < 9 && (ban || (so || then != what) && takes ||
		thing != what && len(counted(thing)) > 0 || has(first, "mustBes") && has(why, "grants"))
}

// designs says whether a sentence of a prompt says what the program that is built always does: what it answers, or
// something of one thing behind its name and other sentences: "webhook: they only send an id. never trust the body".
func designs(prompt, s string) bool {
	w := bareWords(s)
	if len(prompt) > 2*maxSaid || !has(w, "always") ||
		has(w, "works", "texts", "codes", "scopes", "strong", "tools", "limits") {
		return false
	}
	label, rest, is := cutColon(prompt)
	first := append(Sentences(rest), "")[0]
	verb, what, _ := around(w, "always")
	short := !strings.Contains(verb, " ") && len(strings.Fields(label)) == 1
	what = strings.TrimSpace(verb + " " + what) // "vertrau nie dem body"
	return has(w, "httpCodes") && has(w, "returnings") ||
		is && short && has(what, "articles") && !strings.Contains(first, s) && !strings.Contains(prompt, "\n") &&
			!has(bareWords(label), "minds", "rulings", "works", "texts", "codes", "labels", "tools", "publishes") &&
			(begins(what, "returnings") || !isOrder(what, "handles", "publishes"))
}

// takes says whether a sentence takes or keeps a thing, and why or how much of it: "we take Redis, because …", "lr
// stays 3e-4, since …"; not "take the other file, because …". Of what has a name it need not: "let's go with Postgres".
func takes(s string) bool {
	if settlesOn(s) {
		return true
	}
	what, reason, why := around(asking(clauseless(s)), "reasons")
	if dense(what + reason) {
		return why && has(what+reason, "takers")
	}
	n, mine, why := start(what, "takers", "backTos"), begins(what, "takers"), why && reason != ""
	if who, value, stays := around(what, "remainings"); n == 0 {
		return stays && why && hasDigits(value) && strings.Count(who, " ") < 4
	}
	verb, thing := what[:n], strings.TrimSpace(what[n:])
	first := firstWords(thing, 1)
	goesOn := first == "me" || strings.HasSuffix(verb, "keep") && strings.HasSuffix(first, "ing") ||
		begins(what, "goesOn") && has(thing, "phases", "abouts") // "seguimos con el paso 3"
	return len(counted(thing)) > 0 && !goesOn && !begins(thing, "things") && !has(what, "looks") &&
		(hasDigits(thing) && (mine || why) || why && (mine || !begins(thing, "articles", "pointers")))
}

// settlesOn says whether a sentence says to take a thing that it names: "let's go with Postgres", "wir nehmen `zod`".
func settlesOn(s string) bool {
	w := bareWords(append(clausesOf(s), "")[0])
	thing := trimStart(w, "settlesOn")
	for thing == w && start(w, "agrees", "joints", "concludes", "fillers") > 0 { // "ok then let's go with …"
		w = trimStart(w, "agrees", "joints", "concludes", "fillers")
		thing = trimStart(w, "settlesOn")
	}
	if thing == w && dense(w) { // "Tailwindでいきます"
		thing = trimEnd(w, "settlesOn")
	}
	if thing == w || thing == "" {
		return false // as most
	}
	fields, next := strings.Fields(s), bareWords(append(clausesOf(s), "", "")[1])
	named := has(thing, "tools", "contrasts") || begins(next, "bans") ||
		slices.ContainsFunc(fields[min(1, len(fields)-1):], func(f string) bool {
			return f[0] == '`' || strings.IndexFunc(f, unicode.IsUpper) == 0 || dense(w) && f != strings.ToLower(f)
		})
	other := has(thing, "tos", "days", "onWeekdays") || strings.Contains(thing+" ", " s ") // "Ana to the meeting"
	return named && !other && Ticket(s) == "" && strings.Count(thing, " ") < 8 &&
		!begins(thing, "things", "pointers", "articles", "looks") &&
		!has(w, "todays", "startsWith", "laters", "attempts", "options", "refers", "doubts", "maybes") &&
		!has(clauseless(s), "doubts", "maybes", "hesitates")
}

// decides is a reply without what the user says behind it that he asks somebody: "in recall yes. the other i ask Ana".
func decides(reply string) string {
	all := Sentences(reply)
	for n := len(all) - 1; n > 0 && has(words(all[n]), "defers") && !hasDigits(all[n]); n-- {
		reply = strings.TrimRight(strings.TrimSuffix(reply, all[n]), ". ")
	}
	return reply
}

// Scolds reports whether a prompt tells what was done wrong in the turn before: "you changed ALL configs, undo that".
func Scolds(text string) bool { return has(words(text), "youDids") }

// Vague reports whether what was said takes an option, to a question that says little of what it is about: "Which?".
func Vague(question, said string) bool {
	key, _ := choiceOf(said)
	return key != "" && len(strings.Fields(question)) < 6 && len(question) < maxTag
}

// Topic is the heading that is nearest to the end of an answer, and no question: "Decision 2: which cache".
func Topic(answer string) string {
	for _, line := range slices.Backward(strings.Split(head(answer), "\n")) {
		if line = row(line); heading(line) && !strings.ContainsAny(line, "?？") {
			return Unmarked(line)
		}
	}
	return ""
}

// Chosen are the sentences of an answer that state a choice, and what it was not or why.
func Chosen(answer string) []string {
	if w := words(head(answer)); !has(w, "chose", "decisions", "nots") { // as most
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

// replied says whether a clause of a reply says of the number of a step in a list that it is done, or no more than no:
// "1 I did already, 2 no"; or of the one thing in it that its value is fine: "5 minutes is fine".
func (s Step) replied(reply string, left List) bool {
	n := slices.Index(left.Steps, s.text)
	return n >= 0 && slices.ContainsFunc(Sentences(fence.Head(reply, maxSaid)), func(said string) bool {
		return !asks(said) && slices.ContainsFunc(clauseWords(said), func(w string) bool {
			number, rest, _ := strings.Cut(w, " ")
			done := has(rest, "ticksOff") && only(rest, "ticksOff", "selves", "alreadys", "copulas")
			what, more, fine := around(w, "succeeds", "lets")
			fine = fine && more == "" && hasDigits(what) && len(left.Steps) == 1 && !isOrder(s.words)
			return number == left.names()[n] && (done || only(rest, "refuses")) || fine && s.all(counted(what))
		})
	})
}

// fulfils says whether a prompt says that what the user had to do, or to try another day, works: "brevo works", of "you
// need to create an account at Brevo", "android ok too".
func (t Turn) fulfils(step Step) bool {
	works := func(c string) bool {
		clause := bareWords(c)
		what, _, is := around(clause, "succeeds")
		if short := trimEnd(clause, "toos"); !is {
			what = trimEnd(short, "agrees")
			is = what != short
		}
		did := past(clause, "selves", "joints")
		if !is && begins(did, "dones", "ticksOffBy") { // "ran the migration on the pi"
			what, is = did[start(did, "dones", "ticksOffBy"):], true
		}
		return is && len(counted(what)) > 0 && step.all(counted(what))
	}
	bare := len(named(strip(step.words, "days", "weekdays", "joints", "sos"))) == 1 // "tomorrow android"
	later := has(step.words, "laters", "days", "weekdays") && (bare || has(step.words, "trials"))
	return (later || has(step.words, "yourDuties")) && !t.asks && slices.ContainsFunc(allClauses(t.asked.text), works)
}

// alone says whether a word is no more than the verb of a step: "uploaded", of "upload the PDF".
func (t parsed) alone(step Step) bool {
	return !dense(t.words) && !strings.Contains(t.words, " ") && !begins(t.words, "fixings") &&
		strings.HasPrefix(step.words, step.counted[0]+" ")
}
