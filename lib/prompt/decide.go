package prompt

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/each"
	"holdfast/lib/rank"
)

// Decided is the question that an answer ends with, and what the user said to it; ok is false if they settle nothing.
func Decided(answer, reply string) (question, said string, ok bool) {
	asked := Asked(answer)
	if menu := menuOf(answer); asked == "" && menu != nil && len(reply) <= maxReply && len(itemsOf(reply)) < 2 {
		pick, _ := picked(menu, "ok "+reply)
		last := Sentences(lastParagraph(answer))[:1]
		asked = each.First(append(strings.Split(answer, "\n"), last...), func(l string) bool {
			choices := has(words(l), "choices") || menu[0][:1] == "a" && !begins(bareWords(l), "selves") // "Two ways:"
			list := strings.HasSuffix(strings.TrimRight(l, "* \r"), ":") && choices
			return pick != "" && (list || l == last[0] && begins(bareWords(l), "advises")) // "I'd do 1"
		})
		if all := Sentences(asked); len(all) > 1 { // "The file is not kept there. Two choices:"
			asked = all[len(all)-1]
		}
	}
	if asked == "" {
		return "", "", false
	}
	reply = strings.Map(halfWidth, cmp.Or(ownWords(reply), reply))
	if question, said = byNumber(answer, reply); said != "" {
		return question, said, true
	}
	menu, whole := menuOf(answer), decides(stays(row(reply)))
	if whole == "" || grumbles(words(asked), whole) {
		return "", "", false
	} else if whichOne(asked) { // of what is left only comes first
		if _, says := Left(answer); says {
			return "", "", false
		}
	}
	for _, part := range readings(whole) {
		if question, said, ok = decided(answer, asked, part[0], menu); ok {
			if why, is := strings.CutPrefix(said, part[0]); is {
				said = cmp.Or(part[1], part[0]) + why
			}
			return question, said, true
		}
	}
	return "", "", false
}

// decided is Decided of one reading of the reply to a question and menu.
func decided(answer, question, said string, menu []string) (of, what string, ok bool) {
	agrees := begins(bareWords(said), "agrees") && // to "OK?", or "yes but tomorrow"
		(has(bareWords(said), "buts") || only(bareWords(question), "tags", "confirms", "agrees"))
	w, first := words(question), trimEnd(bareWords(append(allClauses(said), "")[0]), "todays")
	takes := first != "" && strings.Contains(w, " "+first+" ") && has(w, "ors") && // "a" to "a or b?"
		!(has(w, "offers") && (isOrder(first) || Concludes(first)))
	if said == "" || len(said) > maxReply || asks(said) || strings.HasPrefix(said, "/") || !takes &&
		(OnlyGoesOn(said) || Concludes(said)) || begins(bareWords(said), "counters", "reminders") &&
		!isPick(trimStart(bareWords(said), "efforts")) || cannotTell(said) != "" || (agrees || begins(bareWords(said),
		"refuses")) && saysGoodbye(said) || agrees && Delays(Sentences(said)[0]) {
		return "", "", false
	}
	of = strip(w, "offers", "commits", "concluding", "todays", "doings", "makes", "modals", "asksFirst")
	if has(w, "commits") && len(counted(of, "efforts", "wishes", "handles")) == 0 { // whether to do so now
		return "", "", false
	}
	other := has(w, "offers") && Redirects(said) && !Shares(said, of) // it asks about something else
	if other || onlyWhen(said) && !has(w, "whens", "days") {
		return "", "", false
	}
	pick, more := picked(menu, said)
	if menu == nil && pick < "a" && hasDigits(w) { // "5" to "3 or 5 of them?", "30" to "60 s?"
		pick = ""
	}
	why := ""
	later := pick == "" && (has(w, "offers") && PutOff(answer, said) != "" ||
		begins(bareWords(said), "refuses") && has(words(Sentences(said)[0]), "todays", "laters"))
	if later || !Settles(question, said) && pick < "a" {
		return "", "", false
	}
	if pick != "" {
		letter := strings.ToUpper(pick)
		for key := range strings.FieldsSeq(pick) {
			text := "" // of the last menu
			for _, line := range slices.Concat(menu, strings.Split(answer, "\n")) {
				if k, of := choiceOf(line); k == key {
					text = key + ": " + shortened(of, maxStep) + "; "
				}
			}
			if what += text; text == "" {
				what = ""
				break
			}
		}
		if what != "" {
			said = strings.TrimRight(what+more, "; ")
		} else if in := strings.Contains; pick < "a" || letter == "I" || !begins(bareWords(said), "settlesFor") &&
			!in(answer, "("+letter+")") && !in(answer, "("+pick+")") && !in(" "+said+" ", " "+letter+" ") {
			said = "" // no letter of an option
		}
	} else if _, why, _ = strings.Cut(row(lastParagraph(answer)), question); !takes && !replies(question, said) {
		said = ""
	}
	if said == "" {
		return "", "", false
	}
	if why = strings.TrimLeft(strings.ReplaceAll(why, "**", ""), " "); why != "" {
		said += " (" + shortened(why, maxStep) + ")"
	}
	if pick == "" {
		question = spelled(answer, question)
	}
	question = strings.TrimRight(strings.ReplaceAll(strings.TrimLeft(question, "-*>#0123456789. "), "**", ""), ":： ")
	return shortened(question, maxStep), said, true
}

// grumbles says whether a reply only complains or is content, leaves the choice to others, or first orders something
// else.
func grumbles(question, said string) bool {
	w := bareWords(append(Sentences(said), "")[0])
	first, more, _ := strings.Cut(w, " , ")
	no := begins(w, "refuses")
	told := strings.Count(w, " ") > 2 && !isOrder(first, "chooses", "settlesFor") && !has(first, "shoulds") // not "red"
	failing := told && has(first, "fails", "brokens") && !has(question, "fails", "brokens")
	return failing && !picksOne(firstWords(first, 1)) ||
		has(w, "youDids", "indifferents") || begins(w, "complaints") || no && begins(more, "complaints") ||
		begins(past(w, "agrees", "refuses"), "complaints") ||
		only(clauseless(w), "agrees", "contents", "greetings") && !has(question, "ors") ||
		has(w, "beforeAlls") && !has(question, "startsWith", "beforeAlls") && !has(w, "firsts") &&
			!no && !isPick(first) && (strings.Count(first, " ") > 1 || dense(w))
}

// Stated is what a reply says beside what it asks back.
func Stated(reply string) string {
	return strings.Join(each.Without(Sentences(reply), asks), " ")
}

// cannotTell is the clause at the beginning of a reply by which the user cannot tell yet, "" for none.
func cannotTell(reply string) (said string) {
	if len(reply) > maxReply {
		return ""
	}
	return clauseWith(append(Sentences(reply), "")[0], "defers")
}

// defers says whether words begin with that it is not known yet, not "I don't know much about it", "no idea how".
func defers(w string) bool {
	n := start(w, "defers")
	return n > 0 && !begins(strings.TrimSpace(w[n:]), "skills")
}

// Replies reports whether a prompt begins as the answer to the question that a text ends with.
func Replies(text, reply string) bool {
	return start(bareWords(reply), "chooses", "refuses") > 0 && Asked(text) != ""
}

// Settles reports whether an answer decides something: not what to do next, nor an offer that it does not refuse.
func Settles(question, answer string) bool {
	w := words(question)
	of := strings.TrimSpace(w)
	of = of[strings.LastIndexAny(of, ",")+1:]
	first := ends(of, "startsWith") || begins(of, "startsWith")
	order := (first || dense(of) && has(of, "startsWith")) && has(of, "interrogatives") // "which one first?"
	offer := isOffer(question) || begins(of, "selves") && !has(of, "opens", "interrogatives") && !has(w, "ors") &&
		(marked(question) || !begins(of, "advises"))
	takes := (refuses(answer) || limits(answer)) && !has(words(answer), "ownHands")
	return !has(w, "idle") && !order && (!offer || takes)
}

// isOffer says whether a question offers something, and nothing beside it: not "which would you like?".
func isOffer(question string) bool {
	w := bareWords(question)
	which := begins(w, "interrogatives") && (ends(w, "offers") || !has(w, "efforts") || whichOne(question))
	return has(w, "offers") && marked(question) && !has(w, "ors") && !which
}

// whichOne says whether a question asks for one of some: "which one should I build?".
func whichOne(question string) bool {
	w := bareWords(question)
	of := past(w, "interrogatives", "articles")
	return of != w && begins(of, "ones", "options")
}

// limits reports whether a reply agrees to an idea but for something: "yes, but half even for JPY".
func limits(reply string) bool {
	w := strings.ReplaceAll(bareWords(reply), " ,", "")
	more := past(w, "agrees")
	but := trimStart(more, "buts")
	return w != more && but != more && !has(but, "startsWith", "todays", "laters", "soons", "commits", "concluding") &&
		(slices.ContainsFunc(strings.Fields(but), isContentWord) || dense(but))
}

// refuses reports whether a reply turns an idea down and says more than that, or than what is first or that it is over.
func refuses(reply string) bool {
	w, first := bareWords(reply), append(Sentences(reply), "")[0]
	n := start(w, "refuses")
	more := w[n:]
	_, drops := dropped(first)
	if only(strings.ReplaceAll(w, " ,", ""), "refuses", "nots", "needs", "moots", "courtesies", "agrees", "pauses") ||
		has(words(first), "pauses") || saysGoodbye(reply) || begins(strings.TrimLeft(more, " ,"), "todays", "hurries") {
		return false
	}
	return drops || n > 0 &&
		(slices.ContainsFunc(strings.Fields(more), isContentWord) || dense(more) && utf8.RuneCountInString(more) > 4)
}

// replies reports whether words answer a question: they choose, are few, or repeat one of it.
func replies(question, reply string) bool {
	w, asked := bareWords(reply), parse(question)
	said := strings.Fields(w)
	if n := start(w, "chooses", "refuses"); n > 0 { // but for numbers of which nothing says what they are
		return n == len(w) || !hasDigits(w[n:]) || hasDigits(question) || slices.ContainsFunc(said, isContentWord)
	}
	_, drops := dropped(reply)
	first, _, _ := strings.Cut(w, " , ")
	number := strings.Trim(first, digits) == "" && first != "" && (hasDigits(question) || has(asked.words, "opens"))
	beside := only(w, "waitings", "hesitates") || begins(w, "besideAnswers", "explains", "tellings", "looks") ||
		Concludes(strip(w, "startsWith")) // "commit first"
	word := " " + firstWords(w, 1) + " "
	amount := hasDigits(question) && hasDigits(w) && strings.Contains(asked.words, word)                 // "ttl 30"
	acts := has(asked.words, "shoulds") && has(asked.words, "reports", "efforts") && !whichOne(question) // "revert it"
	beside = beside && !acts && !strings.ContainsAny(firstWords(reply, 1), "\"“«„")
	free := number || amount || len(said) <= maxFree && has(asked.words, "opens") && !beside ||
		has(w, "conditions") && !has(w, "reports")
	return drops || free || slices.ContainsFunc(said, func(w string) bool {
		return isContentWord(w) && asked.stems[rank.Root(w)] || unspaced(w) && strings.Contains(question, w)
	})
}
