package prompt

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

const (
	maxReply = 200 // bytes of a prompt that answers a question of the model
	maxFree  = 5   // words of a reply that settles an open question
	maxTag   = 32  // bytes of the tag of a sentence

	putOffMark = " (put off: "
)

// marked says whether a sentence ends in a question mark, asks whether it is a question: not an order with a tag.
func marked(s string) bool {
	s = strings.TrimRight(s, "*_)\"! ")
	return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？")
}

func asks(s string) bool { return marked(s) && untagged(s) == s }

// untagged is a sentence without the tag behind what it says, and does not ask itself: "use tabs, ok?".
func untagged(s string) string {
	for i := max(0, len(s)-maxTag); i < len(s) && marked(s); i++ {
		what := strings.TrimRight(s[:i], clauseMarks+" ¿-(")
		if len(what) == i && !dense(s[i:]) || !utf8.RuneStart(s[i]) {
			continue
		}
		tag := strings.Trim(words(s[i:]), " ,")
		if !only(tag, "tags", "confirms", "agrees") { // as most
			continue
		}
		parted, w := strings.ContainsAny(s[len(what):i], clauseMarks+"-("), bareWords(without(what, "joints", "agrees"))
		asks := w == "" || !parted && strings.Count(w, " ") < 2 && !dense(w) || // "tests ok?"
			ends(w, "ors") || begins(w, "interrogatives", "asksFirst")
		tells := begins(w, "yous", "things", "theys") || has(w, "copulas", "customs") // "we use tabs, right?"
		is := only(tag, "tags") || !tells && (parted || !dense(tag)) && only(tag, "confirms") ||
			!tells && parted && only(tag, "agrees")
		if is && !asks {
			return what
		}
	}
	return s
}

// Questions reports whether a prompt asks a question, also without its mark.
func Questions(text string) bool {
	w := asking(clauseless(text))
	what := past(w, "announces")
	return asks(row(text)) || begins(what, "interrogatives") || what != w && begins(what, "asksFirst")
}

// Wonders reports whether a prompt only asks what is, was or does something, and for no work.
func Wonders(text string) bool {
	return !slices.ContainsFunc(Sentences(ownWords(text)), func(s string) bool {
		w := past(bareWords(s), "greetings", "agrees")
		return w != "" && !begins(w, "interrogatives")
	})
}

// PutOff is what an answer offers at its end, or its question or last sentence, and what the user said who cannot tell
// yet, or puts it off; of an offer only when.
func PutOff(answer, reply string) string {
	if !has(words(fence.Head(reply, maxReply)), "delays", "delaysMore", "defers", "soons", "todays", "holdsUntil",
		"days", "weekdays") {
		return "" // as most
	} else if held := heldUntil(answer, reply); held != "" {
		return held
	}
	all, unknown := withoutNext(Sentences(ownWords(fence.Head(reply, maxReply)))), defers(cannotTell(reply))
	asks := func(s string) bool { // "good idea. I'll ask him", "yes. the other one I ask Tom"
		return s != all[0] && defers(past(bareWords(s), "otherOnes"))
	}
	n := slices.IndexFunc(all, func(s string) bool { return unknown || Delays(s) || asks(s) })
	i := slices.IndexFunc(all, pointsAt)
	if n < 0 && i < 0 || begins(bareWords(reply), "refuses") && has(words(reply), "ownHands") {
		return ""
	}
	about := Asked(answer)
	if i == 0 || i > 0 && !Names(all[i-1]) {
		steps, few := ListOf(answer)().Steps, 3
		if len(steps) == 1 && (Shares(about, steps[0]) || len(counted(without(about, "offers"))) < few) {
			return steps[0] // the one that is left
		}
	}
	if n < 0 || len(reply) > maxSaid || n > 1 && len(reply) > maxReply || len(rowOf(all[n])) > 0 {
		return ""
	}
	before, w := behind(all, n), bareWords(all[n])
	said := asking(bareWords(before))
	answers := n > 0 && len(named(said)) > 0 && replies(about, before) || !has(w, "laters", "soons", "defers")
	if !unknown && answers && has(words(about), "opens", "days", "weekdays", "whichDays") && !begins(w, "otherOnes") {
		return ""
	}
	broken := has(words(before), "brokens") && !has(words(before), "dones") // "it crashes. fix later"
	own := n > 0 && asks(all[n]) && Questions(before) && !begins(said, "didYous")
	noted := has(w, "memos") && !begins(bareWords(before), "agrees") // "not now, just remember it"
	that := has(w, "things") || broken && pointsAt(all[n]) || noted
	if own || n > 0 && that && Names(before) && len(Dropped(before, true)) == 0 { // "yes. that later"
		about = before
		if first := clausesOf(all[n])[0]; pointsAt(first) && !noted { // "that later, now do the page"
			all[n] = first
		}
	} else if offer := cmp.Or(offerIn(answer, about, reply), ahead(answer)); offer != "" && !unknown && !asks(all[n]) {
		return shortened(offer, maxStep*2/3) + Until(all[n])
	} else if offers := lastOffer(answer); about == "" && offers != "" &&
		(has(words(reply), "inquires", "iAsks") || n == 0 && Delays(all[n]) && begins(bareWords(offers), "advises")) {
		about = offers
	} else if duty := lastDuty(answer); about == "" && duty != "" && !unknown && Delays(all[n]) {
		return shortened(duty, maxStep*2/3) + Until(all[n])
	} else if due := lastSentence(answer); about == "" && len(all) == 1 && Delays(all[n]) &&
		has(words(due), "shoulds", "obliges") && !marked(due) { // "it has to go into v2, too" – "yes, later"
		about = due
	} else if about == "" && !unknown && (asks(all[n]) || pointsAt(all[n]) && !has(w, "myselves") ||
		has(w, "buts") && !begins(w, "those")) {
		about = lastSentence(answer)
		for _, s := range Sentences(ownWords(answer)) { // "The page has no heading. It isn't in the plan."
			it := has(w, "memos", "jots") && begins(bareWords(about), "things", "theys")
			if it && strings.HasSuffix(answer, s+" "+about) {
				about = s
			}
		}
	}
	// Of several steps "finish tomorrow" means all, which their list says.
	listed := n == i && len(ListOf(answer)().Steps) > 1
	if about == "" || listed || only(bareWords(about), "dones", "finals", "landeds", "joints") { // "Done, committed."
		return ""
	}
	return shortened(about, maxStep/2) + " " + shortened(all[n], maxStep/3)
}

// lastSentence is the last one of an answer's own words, "" for none.
func lastSentence(answer string) string {
	all := append([]string{""}, Sentences(ownWords(answer))...)
	return all[len(all)-1]
}

// lastDuty is the last sentence of an answer that says what the user has to do, "" for none.
func lastDuty(answer string) string {
	return each.First(each.Reversed(Sentences(ownWords(answer))), func(s string) bool {
		return has(words(s), "yourDuties") && !asks(s) && !marked(s)
	})
}

// heldUntil is what an answer asks, or says is to be done, with the reply that holds it until something happens: "wait
// until they have shipped", "only after the demo".
func heldUntil(answer, reply string) string {
	said := append(Sentences(reply), "")[0]
	w := bareWords(said)
	if start(w, "holdsUntil") == 0 { // "not before the demo"
		w = trimStart(trimStart(w, "agrees", "refuses", "courtesies"), "buts", "joints")
	}
	n := start(w, "holdsUntil")
	if n == 0 || n == len(w) || asks(said) || len(reply) > maxReply || dense(w) && !has(w, "thenOnly") {
		return "" // as most
	}
	about := cmp.Or(Asked(answer), lastOffer(answer))
	if about == "" || begins(bareWords(about), "interrogatives") {
		return ""
	}
	if offer := offerIn(answer, about, reply); offer != "" {
		return shortened(offer, maxStep*2/3) + putOffMark + strings.TrimRight(shortened(said, maxStep/3), ". ") + ")"
	}
	return shortened(spelled(answer, about), maxStep/2) + " " + shortened(said, maxStep/3)
}

// spelled is a question of an answer, behind the sentence before it where it is short and points at that: "Do you have
// one?".
func spelled(answer, question string) string {
	all := Sentences(ownWords(lastParagraph(answer)))
	i := slices.Index(all, question)
	w := bareWords(question)
	short := utf8.RuneCountInString(question) <= 8 || !dense(w) && strings.Count(w, " ") < 5 &&
		has(w, "refers", "things", "ones", "theys")
	if i < 1 || !short || asks(all[i-1]) {
		return question
	}
	return all[i-1] + " " + question
}

// Taken is the work that an answer offers at its end and a reply only agrees to, "" for none.
func Taken(answer, reply string) (work string) {
	if OnlyGoesOn(reply) && !has(bare(reply), "agains", "nexts") {
		work = offerIn(answer, Asked(answer), reply)
	}
	return work
}

// lastOffer is the sentence by which an answer's last paragraph offers or advises something without a question, behind
// the one that it points at: "`.ignore` leaves the fonts out. I can remove that line."
func lastOffer(answer string) string {
	all := Sentences(ownWords(lastParagraph(answer)))
	i := slices.IndexFunc(all, func(s string) bool {
		does, could := consume(bareWords(s), "couldDo")
		return could && !begins(does, "unscoped", "confirms") || begins(bareWords(s), "proffers", "advises")
	})
	if i > 0 && has(bareWords(all[i]), "refers", "things", "thats") {
		return all[i-1] + " " + all[i]
	} else if i < 0 {
		return ""
	}
	return all[i]
}

// ahead is what an answer says at its end that is next, behind which it only asks whether to go on; "" for nothing.
func ahead(answer string) string {
	last := lastSentence(answer)
	if clauses := clausesOf(last); marked(last) && len(clauses) > 1 && begins(bareWords(last), "nexts") {
		return strings.TrimRight(last[:strings.LastIndex(last, clauses[len(clauses)-1])], clauseMarks+" ")
	}
	return ""
}

// Until is what is behind an offer that a reply puts off: to when, as far as it says that.
func Until(reply string) string {
	if _, ticket := besides(reply); ticket > 0 {
		return putOffMark + strings.Trim(reply, " .") + ")"
	}
	w := unnoted(bareWords(reply))
	of, rest, _ := around(w, "laters", "days", "weekdays")
	if begins(strings.TrimLeft(rest, " ,"), "maybes") { // "not now, maybe in spring"
		rest = ""
	}
	return putOffMark + strings.ReplaceAll(cmp.Or(strings.TrimSpace(w[len(of):len(w)-len(rest)]), w), " ,", ",") + ")"
}

// Behind is a step with what puts it off behind it: "Phase 4: the docs (phase 4 only after the release)"; of an offer
// that names it only until when.
func Behind(step, said string) string {
	when := " (" + strings.TrimRight(said, ".。") + ")"
	if at := strings.LastIndex(said, putOffMark); at >= 0 {
		when = said[at:]
	}
	return strings.TrimSuffix(step, when) + when
}

// offerIn is the work that an answer offers at its end, behind what "it" is, or the sentence before where all of the
// question is "Should I?"; "" for nothing.
func offerIn(answer, q, reply string) string {
	all := append([]string{"", ""}, Sentences(ownWords(answer))...)
	n := len(all) - 1
	for q != "" && n > 1 && !strings.HasPrefix(q, all[n]) {
		n--
	}
	if w := bareWords(all[n-1]); n > 3 && has(w, "undones", "asWas") && only(w, "untouchings") {
		all[n-1] = all[n-2] // "I haven't touched it"
	}
	w := bareWords(all[n])
	says := q == "" && (begins(w, "proffers") || ends(w, "proffers"))
	only := strip(bareWords(q), "todays", "aparts", "laters", "offers", "refers", "efforts", "doings", "ors", "fillers")
	either := has(words(q), "ors") && has(words(q), "todays") && len(counted(only)) == 0 // "Now or separately?"
	if offer := offered(answer, reply); offer != "" || !says && !either && !has(words(q), "offers") {
		return offer
	}
	const marks = "¿?？.!。 *_,，"
	offer := without(strings.Trim(all[n], marks), "courtesies", "offers", "proffers", "reminds")
	w = bareWords(offer)
	if n := end(w, "besides"); strings.HasSuffix(strings.ToLower(offer), w[len(w)-n:]) { // "as well?"
		offer = strings.TrimRight(offer[:len(offer)-n], marks)
	}
	before := strings.TrimRight(cmp.Or(strings.Join(ListOf(all[n-1])().Steps, "; "), all[n-1]), marks)
	if w = words(before); strings.HasSuffix(before, ":") || has(w, "dones", "passes", "landeds") && !has(w, "undones") {
		before = ""
	}
	thing := strip(bareWords(offer), "efforts", "goesOn") // none in "fix it"
	if either && before != "" || len(counted(thing, "refers")) == 0 && !strings.Contains(offer, "`") {
		return before
	} else if before != "" && has(firstWords(bareWords(offer), 3), "refers") {
		parts, end := strings.Split(before, "`"), 2 // "`a` in `b.go` is slow"
		for end+2 < len(parts) && start(bareWords(parts[end]), "links", "insides") == len(bareWords(parts[end])) {
			end += 2
		}
		if before += ": "; parts[0] == "" && len(parts) > 2 {
			before = strings.Join(parts[:end], "`") + "`: "
		}
	} else {
		before = ""
	}
	return before + offer
}

// offered is the option of the menu that an answer ends with of which a reply has most words, else the first.
func offered(answer, reply string) (option string) {
	answer, best := strings.TrimRight(head(answer), "? \n"), -1
	if key, _ := choiceOf(answer[strings.LastIndexByte(answer, '\n')+1:]); key == "" {
		return ""
	}
	for _, choice := range menuOf(answer) {
		_, step, _ := strings.Cut(choice, ": ")
		step = strings.TrimRight(step[:len(step)-end(step, "ors")], " ,;")
		if n := bits.OnesCount64(parse(reply).held(StepOf(step))); n > best {
			option, best = step, n
		}
	}
	return option
}

// Asked is the question about the work that an answer ends with, beside its menu; "" for none.
func Asked(answer string) string { return asked(head(answer), 5) }

// asked is Asked of the last paragraph, or of that many before it which say what is left.
func asked(answer string, before int) (question string) {
	end, _ := choiceOf(answer[strings.LastIndexByte(strings.TrimSpace(answer), '\n')+1:])
	if end == "" && !strings.ContainsAny(answer, "?？") && !slices.ContainsFunc(Sentences(lastParagraph(answer)), bids) {
		return "" // as most
	}
	lines := strings.Split(answer, "\n")
	for i, line := range slices.Backward(lines) {
		if key, _ := choiceOf(line); key == "" && row(line) != "" {
			answer = strings.Join(lines[:i+1], "\n")
			if strings.HasSuffix(line, ":") && end > "1" && has(words(line), "choices", "offers") {
				question = strings.TrimRight(row(line), ":*") // "Would you like me to:", above a menu
			}
			break
		}
	}
	last := lastParagraph(answer)
	sentences := each.Without(Sentences(last), func(s string) bool { // "own key? (it must be)"
		return strings.HasPrefix(s, "(") && strings.HasSuffix(strings.TrimRight(s, "."), ")")
	})
	for i, s := range sentences {
		more := marked(s) && i > 0 && marked(sentences[i-1]) && len(question) < maxStep
		if more && !has(words(question), "idle") {
			question += " " + s
		} else if marked(s) || bids(s) { // "I take the table, ok?"
			question = s
		}
	}
	rest, is := strings.CutSuffix(strings.TrimSpace(answer), last)
	if rest = strings.TrimSpace(rest); question == "" && is && rest != "" && before > 0 {
		steps, left := Left(last) // which is often said behind it, as more is behind a menu
		if key, _ := choiceOf(rest[strings.LastIndexByte(rest, '\n')+1:]); left || len(steps) > 0 || key != "" {
			return asked(rest, before-1)
		}
	}
	// One that asks no more than what to do next, not whether to go on with some work, is none.
	_, of, is := around(bareWords(question), "idle")
	if is && !(has(words(question), "offers") && begins(of, "withs")) {
		return ""
	}
	return question
}

// bids says whether a sentence asks for a choice, or to approve, without a question mark: "tell me which".
func bids(s string) bool {
	c := clauseWords(s)
	for c = c[max(0, len(c)-maxClauses):]; len(c) > 0 && !marked(s); c = c[1:] {
		w := past(strings.TrimSpace(strings.Join(c, " ")), "pleases", "joints")
		rest := trimStart(w, "bids")
		if dense(w) {
			rest = strip(w, "bids")
		}
		if rest != w && !has(rest, "cases") || begins(w, "knowIfs") && has(w, "suits") {
			return true
		}
	}
	return false
}

// KeepAsked is a text, of one longer than so many characters the beginning, and the question and menu it ends with.
func KeepAsked(text string, most int) string {
	asked, menu := Asked(text), menuOf(text)
	if stands := strings.Join(HandedIn(text), " "); asked == "" && !strings.Contains(fence.Head(text, most/2), stands) {
		asked = stands
	}
	asked = shortened(asked, most/2)
	limit := most
	if len(menu) > 0 { // which less room would lose later
		limit = most * 2 / 3
	}
	if asked == "" || utf8.RuneCountInString(text) <= limit {
		return text
	}
	if at := strings.LastIndex(text, between); at >= 0 && !strings.Contains(text, "\n") { // shortened before
		asked = text[at+len(between):]
	} else if len(menu) > 0 {
		room := (most*2/3 - utf8.RuneCountInString(asked)) / len(menu)
		for _, choice := range menu {
			asked += " " + shortened(choice, room) + ";"
		}
	}
	asked = shortened(strings.TrimSuffix(asked, ";"), most*2/3)
	return atWord(text, most-utf8.RuneCountInString(between+asked)) + between + asked
}

// isContentWord reports whether a word means something: two texts do not share it by chance.
func isContentWord(w string) bool { return utf8.RuneCountInString(w) > 3 && !begins(w, "common") }
