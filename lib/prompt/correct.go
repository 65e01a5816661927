package prompt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/each"
)

// Corrected is the first sentence of a reply that says what is to be otherwise than it was, and how it is not to be:
// "it should reject them, not accept", "no, not per user, per team", "404 was right after all".
func Corrected(reply string) (said, wrong string) {
	if !strings.ContainsAny(reply, clauseMarks) && !has(words(reply), "swaps", "replaces", "rights") { // as most
		return "", ""
	}
	for _, s := range Sentences(spoken(reply)) {
		w, so := bareWords(s), ""
		clauses, own := strings.Split(w, " , "), strings.Split(bareWords(unquoted(s)), " , ")
		lead, _, says := cutColon(s)
		if len(own) < min(3, len(clauses)) || says && has(words(lead), "answereds") && !has(words(lead), "selves") {
			continue // of somebody else
		}
		refused := len(clauses) > 2 && only(clauses[0], "refuses", "agrees", "waitings")
		if refused {
			clauses = clauses[1:]
		}
		if wrong, so, _ = around(w, "swaps"); so == "" {
			wrong = ""
		}
		last, asked := clauses[len(clauses)-1], bareWords(without(s, "courtesies", "joints", "agrees", "refuses"))
		instead, not, is := around(asked, "replaces")
		if brief := len(reply) <= maxSaid; brief && is && strings.Count(instead, " ") < 3 && len(clauses) == 2 &&
			only(clauses[0]+" hmm", "refuses", "agrees", "waitings", "courtesies", "hesitates") {
			wrong, so = not, instead // "hm, 410 instead of 403"
		} else if n := start(instead, "chooses", "reverts"); is && n > 0 && n < len(instead) &&
			len(strings.Fields(s)) <= 2*maxPutOff && !begins(not, "pointers", "articles") {
			w, wrong, so = instead[n:]+" "+not, not, instead // "let's go with sqlite instead of postgres"
		} else if n := end(last, "rights"); brief && n > 0 && strings.Count(last, " ") < 8 {
			w, wrong, so = "", last[:len(last)-n], last
		}
		for i := 1; i < len(clauses) && wrong == ""; i++ {
			first, next := clauses[i-1], clauses[i]
			not, denied := start(first, "denies"), start(next, "denies")
			but, after := start(next, "sonderns", "shoulds", "insists"), start(next, "buts")
			alike := firstWords(first[not:], 1) == firstWords(next[after:], 1)
			switch {
			case not > 0 && not < len(first) && (but > 0 || refused || alike) && denied == 0:
				wrong, so = first[not:], next[but:]
			case not == 0 && denied > 0 && !begins(next[denied:], "whens", "todays") &&
				(refused || begins(first, "insists", "reverts", "wishers", "wishesOf", "deciders") ||
					has(first, "shoulds")):
				wrong, so = next[denied:], first
			}
		}
		wrong = strings.Trim(wrong, " ,")
		if len(content(wrong)) > 0 && so != "" && len(s) <= maxReply && !asks(s) && !begins(wrong, "things") &&
			!has(w, "once", "todays", "laters", "yets", "reports", "goesOn", "whens", "commits", "calming") &&
			!strings.HasSuffix(s, ":") { // no lead to a list
			return s, wrong
		}
	}
	return "", ""
}

// Revised is a goal with the numbers that prompts correct: "below 12ms" after "it has to be below 10, not 12".
func Revised(goal string, prompts []string) string {
	for _, p := range prompts {
		said, wrong := Corrected(p)
		before, _, _ := strings.Cut(said, wrong)
		old, right, fields := numbersIn(wrong), numbersIn(before), strings.Fields(goal)
		i := slices.IndexFunc(fields, func(w string) bool { return len(old) == 1 && slices.Equal(numbersIn(w), old) })
		if i >= 0 && len(right) == 1 && !strings.Contains(goal, said) &&
			Shares(said, strings.Join(fields[max(0, i-4):i], " ")) { // what is counted
			fields[i] = strings.Replace(fields[i], old[0], right[0], 1)
			goal = strings.Join(fields, " ")
		}
	}
	return goal
}

// numbersIn are the numbers that words begin with: 12 in "12ms", none in "v2" or "p99".
func numbersIn(text string) []string {
	return each.If(strings.Fields(text), func(w string) (string, bool) {
		n := len(w) - len(strings.TrimLeft(w, digits+"."))
		return strings.TrimRight(w[:n], "."), hasDigits(w[:n])
	})
}

// Reverses is the sentence of a short reply that chooses something else than what was decided just before, and whether
// it says so by itself: "hm no, rather a file", "back to the list after all", or "no wait, the list" of what could be
// chosen; not "wait, a typo", "no, tests first".
func Reverses(reply, menu string) (said string, back bool) {
	if len(reply) > maxReply || asks(row(reply)) {
		return "", false
	}
	turned, refused, wavers := false, false, false
	for _, s := range Sentences(spoken(reply)) {
		for _, c := range clauseWords(s) {
			rest := past(c, "refuses", "waverings", "agrees", "courtesies", "joints")
			lead := c[:len(c)-len(rest)]
			refused, wavers = refused || has(lead, "refuses"), wavers || has(lead, "waverings")
			turned = turned || refused || wavers || begins(rest, "unsays") || has(c, "afterAlls") && has(c, "nots")
			verb, _, takes := around(c, "takers")
			takes = takes && len(verb) <= len(lead) || refused && begins(rest, "backTos") && !has(lead, "dontDos")
			other := begins(rest, "rathers") || dense(c) && has(c, "rathers") || ends(rest, "inPlaces") ||
				wavers && takes || refused && ends(rest, "betters") || has(lead, "meants") && begins(rest, "articles")
			thing := past(strip(rest, "rathers", "inPlaces", "betters"), "takers", "backTos", "articles")
			other = other || refused && wavers && len(content(thing)) > 0 && Holds(menu, thing)
			key := c[strings.LastIndexByte(c, ' ')+1:] // "hm, actually a"
			picks := turned && len(key) < 4 && (c == key || only(strings.TrimSuffix(c, key), "refuses", "waverings",
				"courtesies", "rathers", "options")) &&
				slices.ContainsFunc(menuOf(menu), func(m string) bool { return strings.HasPrefix(m, key+": ") })
			short := strings.Count(thing, " ") < 4 && !begins(thing, "ordering", "startsWith", "things", "forSpans") &&
				thing != "" && !has(rest, "nots", "unsays", "laters", "todays", "reports") && !has(thing, "copulas")
			if back = goesBack(rest); back || picks || turned && other && short {
				return s, back
			}
		}
	}
	return "", false
}

// Holds reports whether a text has all words that mean something of another.
func Holds(text, words string) bool { return parse(text).all(content(words)) }

// Redirects reports whether a reply says that what was done is to be otherwise, and how: "no, not like that, round up".
func Redirects(reply string) bool {
	before, so, is := around(bareWords(strings.Join(Sentences(reply), ", ")), "notSos")
	before = past(strings.ReplaceAll(before, " ,", ""), "refuses", "agrees", "courtesies", "joints", "greetings")
	so, more := strings.CutPrefix(so, ", ") // not "nicht so wichtig"
	so = past(so, "courtesies", "joints", "buts", "laters", "goodbyes")
	return is && more && before == "" && len(reply) <= maxReply && !asks(row(reply)) &&
		(strings.Contains(so, " ") && len(counted(so)) > 0 || dense(so) && utf8.RuneCountInString(so) > 4)
}

// Contests reports whether a prompt says that what was done is to be otherwise, did not work or was not asked for.
func Contests(text string) bool {
	said, _ := Corrected(text)
	return said != "" || Redirects(text) || has(bareWords(text), "objections", "redresses")
}

// FindsWrong reports whether an answer tells of something that fails.
func FindsWrong(answer string) bool { return has(words(Told(answer)), "fails", "brokens") }

// OnlyFails reports whether a title says no more of what fails than a pronoun: "it doesn't start: Error: …".
func OnlyFails(title string) bool {
	return slices.ContainsFunc(each.Of(allClauses(title), bareWords), func(c string) bool {
		return begins(c, "things", "theys") && has(c, "fails", "brokens", "nots") && !has(c, "shoulds")
	})
}

// goesBack says whether a clause takes something in the end, or goes back to it: what says that is at its beginning or
// end, or behind the verb.
func goesBack(clause string) bool {
	w := bareWords(clause)
	before, after, is := around(w, "afterAlls")
	before, after = past(before, "courtesies", "agrees", "joints", "buts"), past(after)
	verb := start(strings.TrimSpace(before+" "+after), "backTos")
	if after = trimStart(after, "pleases"); !is || has(w, "brokens", "fails") {
		return false
	} else if dense(w) {
		return begins(after, "backTos") || ends(after, "backTos")
	}
	again := begins(after, "agains") && hasDigits(after) // "doch wieder 5"
	return (verb > 0 || again) && (before == "" || after == "" || verb == len(before) || begins(after, "aims"))
}

// About are the sentences of a prompt that decide something, one that only says what an argument ends in with that
// before it, no order, or else what was asked before: "they want to see the history. so the table it is"; without, only
// one with a value.
func About(prompt, asked string, decided []string) []string {
	all := Sentences(spoken(prompt))
	return each.If(decided, func(s string) (string, bool) {
		says := each.Without(clauseWords(s), func(c string) bool { return only(c, "agrees", "concludes") })
		leans := len(says) == 1 &&
			(begins(trimStart(says[0], "agrees"), "concludes") || ends(says[0], "itIs", "concludes"))
		of := asked
		if n := slices.Index(all, s); n > 0 && !isOrder(asking(bareWords(all[n-1]))) {
			of = all[n-1]
		}
		if !leans || of == "" && hasDigits(s) { // a value says enough: "ok so 1e-3 it is"
			return s, true
		}
		return shortened(of, maxStep/2) + " " + s, of != ""
	})
}
