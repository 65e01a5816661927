package prompt

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/rank"
)

// A Step is something to do, parsed to be compared with what was said.
type Step struct {
	parsed
	counted []string // the content words, at most 64: sets of them are bits
	forms   []string // stems of those
	names   uint64   // which of those name a file
	quoted  uint64   // which are in quotation marks or code: they name the step
	name    uint64   // which are not only in what explains it
	brings  uint64   // which say no more than that something is to be there
	turns   uint64   // or that it is to be so
	verb    uint64   // which ask for what one of the lists by says, in a commit's subject the first of them, too
	by      []string
	thing   parsed // what those are done to
}

// StepOf parses a step.
func StepOf(text string) Step {
	text = fence.Head(text, maxTold)
	s := Step{parsed: parse(removal(text))}
	s.text, text = text, removal(text)
	spoken := words(unquoted(text))
	outside, in, _ := strings.Cut(text, " (") // what is in brackets explains it, or behind a comma or colon:
	_, more, _ := strings.Cut(in, ") ")
	outside += " " + more
	label, thing, is := cutColon(outside)
	n, named := phaseOf(bareWords(label)) // "Phase 4: settings page"
	leads := n >= 0 && named == "" || leadsWhen(label) || only(clauseless(label), "labels", "cautions")
	if is && leads && len(counted(thing)) > 0 {
		outside = thing
	}
	did, open, _ := strings.Cut(outside, ", ")
	if ends(bareWords(did), "stands") && ends(bareWords(open), "upNexts") { // "the base is there, the docs are next"
		outside = open
	}
	for i, clause := range clausesOf(outside) { // "a test of the year, there the days begin at 1"
		before, after, _ := strings.Cut(outside, clause)
		why := bareWords(clause)
		if only(why, "praises") { // "clock: good find, later"
			outside = before + after
			continue
		}
		aside := i > 0 && (pointsAt(clause) || unnoted(why) != why || onlyWhen(clause)) // "put it on the list"
		if aside || (begins(why, "wheres", "reasons") || has(why, "presently")) && len(counted(before)) > 1 {
			outside = before
			break
		}
	}
	if before, _, is := around(bareWords(outside), "reasons", "sos", "onceDones"); is && len(counted(before)) > 1 {
		outside = before
	}
	what, _ := undelayed(bareWords(outside))
	whole := what
	what = dateless(what)
	undated := what != whole
	what = looked(what)
	for _, list := range [...]string{"upNexts", "lefts", "yets", "hedges"} {
		what = trimEnd(what, list)
	}
	if of, open, is := around(what, "lacks"); is && of != "" && only(of, "selves", "haves", "buts") {
		what = strings.TrimSpace(open[len(firstWords(open, 1)):]) // "I haven't run the tests"
	}
	if asked := asking(what); begins(asked, "whenTold") { // "when we merge, also …"
		what = past(trimStart(asked, "whenTold"), "joints")
	}
	what = what[start(what, "ourNeeds"):]
	few := namedWords(text, what, spoken, undated)
	for _, w := range few {
		if form := rank.Root(w); len(s.counted) < 64 && !slices.Contains(s.forms, form) {
			s.counted, s.forms = append(s.counted, w), append(s.forms, form)
		}
	}
	files := filesIn(text)
	for i, code := range strings.Split(text, "`") { // of "`204 No Content`" the first word counts
		if _, more, _ := strings.Cut(code, " "); i%2 > 0 {
			files = append(files, strings.Fields(words(more))...)
		}
	}
	name, _ := explained(text)
	s.name = parse(name).held(s)
	for i, w := range s.counted {
		if slices.Contains(files, w) {
			s.names |= 1 << i
		} else if !strings.Contains(spoken, " "+w+" ") {
			s.quoted |= 1 << i
		} else if begins(w, "brings") {
			s.brings |= 1 << i
		} else if begins(strings.TrimLeft(w, "にをへ"), "turns") {
			s.turns |= 1 << i
		}
	}
	s.findVerb()
	return s
}

// leadsWhen says whether what is before a step's colon says when it is to be done: "after the release: the docs".
func leadsWhen(label string) bool { return begins(bareWords(label), "afters", "befores") }

// removal is a step that says what is there before it says to remove it, with the verb first: "the flag is still there;
// remove it".
func removal(text string) string {
	thing, order, _ := strings.Cut(text, "; ")
	verb, it, _ := strings.Cut(bareWords(order), " ")
	if begins(verb, "removes") && begins(it, "theys", "things", "refers") {
		return verb + " " + thing
	}
	return text
}

// dateless are the words of a step without its date, as it is done on any day: "the audit on the 18th", "la auditoría
// del 18".
func dateless(what string) string {
	if before, day, after := onDay(what); before != "" && after == "" && hasDigits(day) {
		return trimEnd(before, "dueOns", "copulas")
	}
	f := strings.Fields(what)
	if n := len(f); n > 2 && isNumber(f[n-1]) && begins(f[n-2], "ofs") && !isNumber(f[n-3]) {
		return strings.Join(f[:n-2], " ")
	}
	return what
}

// namedWords are the words of a step that count: content words of what is to be done, or else all that name it.
func namedWords(text, what, spoken string, undated bool) []string {
	few := counted(what, "shoulds", "bes", "formers", "yous")
	if fixed := counted(what, "shoulds", "bes", "formers", "yous", "fails", "brokens"); len(fixed) > 1 {
		few = fixed // of what fails it is told that something of it was done
	}
	if len(few) == 1 && len(spoken) < len(words(text)) { // "a `--dry-run` that counts"
		few = slices.DeleteFunc(strings.Fields(what), func(w string) bool {
			return len(counted(w)) == 0 && strings.Contains(spoken, " "+w+" ")
		})
	} else if len(few) == 0 { // "the CI"
		few = strings.Fields(what[start(what, "articles"):])
	}
	if undated && len(few) == 1 { // not "tests pass" of "the re-test"
		few = strings.Fields(trimStart(what, "articles"))
	}
	if before, _, is := strings.Cut(text, " `"); is && len(few) > 2 { // "the rule" of "remove the rule `P99High`"
		all := strings.Fields(bareWords(before))
		if n := len(all) - 1; n > 1 && begins(all[n-1], "articles", "formers") {
			few = each.Without(few, func(w string) bool { return w == all[n] })
		}
	}
	if ids := idsIn(text); len(ids) > 0 {
		return counted(strings.Join(ids, " "))
	}
	return few
}

// findVerb finds the words that ask for what a sentence says of its result by another verb: what the step begins with,
// or its last one.
func (s *Step) findVerb() {
	for _, kind := range [...][]string{
		{"makes", "mades"}, {"removes", "unmakes", "gones"}, {"turns", "currents"},
		{"documents", "documented"},
	} {
		lead := s.words[:start(s.words, kind[0])]
		for i, w := range s.counted {
			if strings.Contains(" "+lead+" ", " "+w+" ") || begins(w, kind[0]) && strings.HasSuffix(s.words, w) {
				s.verb |= 1 << i
			}
		}
		if lead != "" || s.verb != 0 {
			name, _, _ := around(past(strings.TrimSpace(s.words[len(lead):]), "leadIns"), "trailers")
			s.by, s.thing = kind, parse(name)
			return
		}
	}
}

// obeys says whether a clause of a prompt orders a step, by all its words or its number in a list, and an answer or a
// commit says that something was done, of the number that this was, and nothing of the step that it was not.
func (t Turn) obeys(step Step) bool {
	n, number := len(step.counted), point(step.text)
	if t.asks || t.failed || n == 0 || number == "" && (!t.Changes || bits.OnesCount64(t.asked.held(step)) < n) {
		return false // as most
	}
	orders := func(clause string) bool {
		x := parse(clause)
		whole := bits.OnesCount64(x.held(step)) == n && (n > 1 || step.isCalled(calls(clause)))
		return (number == "" && whole || number != "" && point(clause) == number) &&
			!has(x.beside(step), "laters", "days", "weekdays", "fails")
	}
	several := number == "" && len(allClauses(t.asked.text)) > 3 // of which another may be done
	did := func(x parsed) bool {
		of := !several || x.held(step) != 0 || len(ownName(x.text)) == 0
		return of && (x.commit && number == "" || point(x.text) == number && has(x.words, "dones", "finals", "landeds"))
	}
	return slices.ContainsFunc(t.said, did) && slices.ContainsFunc(t.ordered(step), orders) &&
		!t.putsOff(step) && !t.Leaves(step)
}

// point is the number by which words call an item of a list, "" for none: "point 7", not "the 3 tests".
func point(text string) string {
	name, _ := explained(text)
	w := bareWords(append(clausesOf(name), "")[0])
	rest := past(w, "articles", "kinds", "options", "numberings")
	n := firstWords(rest, 1)
	next := strings.TrimSpace(rest[len(n):])
	if !isNumber(n) || rest == w || next != "" && !begins(next, "articles", "dones", "finals", "copulas") {
		return ""
	}
	return n
}

// Leaves reports whether an answer says that a step is not done, by most of its words or no others, or the prompt that
// it is not to be done yet.
func (t Turn) Leaves(step Step) bool {
	asked := t.asked.held(step) != 0
	open := func(x parsed) bool {
		held, other := bits.OnesCount64(x.held(step)), counted(strip(x.words, "undones", "yets"))
		it := asked && len(other) == 0 && has(x.words, "yets")
		return 2*held > len(step.counted) || (held > 0 || it) && step.all(other)
	}
	not := func(clause string) bool {
		w := asking(bareWords(clause))
		it := asked && len(counted(strip(w, "nots", "yets", "undones"))) == 0 && has(w, "yets")
		return it || (begins(w, "nots") || has(w, "nots") && has(w, "yets")) && parse(w).held(step) != 0
	}
	return slices.ContainsFunc(t.open, open) ||
		has(t.asked.words, "nots") && slices.ContainsFunc(allClauses(t.asked.text), not)
}

// looked is a step without that somebody looks at it, "you look at the join", or asks of it: "what an empty row means".
func looked(step string) string {
	w := past(step, "courtesies", "laters", "yous")
	if thing := trimStart(w, "looks"); thing != w && len(named(thing)) > 0 {
		return thing
	} else if begins(step, "interrogatives") {
		return trimEnd(step, "signifies")
	}
	return step
}

// filesIn are the words of the names of files in a text.
func filesIn(text string) (all []string) {
	apart := func(r rune) bool { return unicode.IsSpace(r) || denseRune(r) || r > '\u2e80' && unicode.IsPunct(r) }
	for field := range strings.FieldsFuncSeq(text, apart) {
		if name := strings.Trim(field, ".,;:()`\"'*"); strings.Contains(name, ".") {
			all = append(all, strings.Fields(words(name))...)
		}
	}
	return all
}

// Asked is how many words of a step the prompt has, and whether it has all; none of one that it puts off itself.
func (t Turn) Asked(step Step) (n int, all bool) {
	if n = bits.OnesCount64(t.held(step)); n > 0 && t.putsOff(step) {
		return 0, false
	}
	return n, n == len(step.counted)
}

// held are the words of a step that the firm clauses of a prompt have.
func (t Turn) held(step Step) uint64 {
	if !step.pends() { // as most
		return t.asked.held(step)
	}
	return parse(strings.Join(t.firm(step), ", ")).held(step)
}

// firm are the clauses of a prompt that ask nothing, but those that say that what a step waits for is still to come, or
// what came.
func (t Turn) firm(step Step) []string {
	all, i := allClauses(strings.Join(t.orders, "\n")), 0
	if !step.pends() { // nor that it waits for somebody: "the error format waits for Tom"
		return each.Without(all, func(clause string) bool { return has(bareWords(clause), "awaits") })
	}
	return slices.DeleteFunc(all, func(clause string) bool {
		i++
		x, next := parse(clause), bareWords(append(all[i:], "")[0]) // "CI is back, still red"
		open := begins(next, "stillTo") && !begins(next, "untils", "ifs")
		return open || x.pending(step) || has(x.words, "cames", "answereds")
	})
}

// putsOff reports whether a prompt puts off a step, in whatever words, and no more of it: not "the export now, its docs
// later" of the export.
func (t Turn) putsOff(step Step) bool {
	return slices.ContainsFunc(PutsOff(t.asked.text), func(s string) bool {
		rest := strings.Replace(t.asked.text, s, "", 1)
		return s == step.text || step.isNamed(parse(s).held(step)) &&
			(rest == t.asked.text || !step.isNamed(parse(rest).held(step)))
	})
}

// AsksFor reports whether a prompt has what a step quotes, or its first two words, or half of all.
func (t Turn) AsksFor(step Step) bool {
	n, _ := t.Asked(step)
	return n > 1 && step.isNamed(t.held(step))
}

// Orders reports whether a prompt orders a step, and does not only ask about it: "how would you add it?".
func (t Turn) Orders(step Step) bool {
	n, _ := t.Asked(step)
	holds := func(clause string) bool { return parse(clause).held(step) != 0 }
	return n > 0 && step.isNamed(parse(strings.Join(t.firm(step), ", ")).held(step)) &&
		slices.ContainsFunc(t.ordered(step), holds)
}

// ordered are the firm clauses of a prompt, but those that want something else for a step, or before it: "make a plan
// for the export", "before the export, fix the total".
func (t Turn) ordered(step Step) []string {
	return each.Without(t.firm(step), func(clause string) (other bool) {
		all := strings.Fields(bareWords(clause))
		for i, w := range all {
			if slices.Contains(step.forms, rank.Root(w)) {
				leads := joined(strings.Join(all[:i], " "))
				lead := leads[len(leads)-1]
				_, what, _ := strings.Cut(asking(lead), " ") // behind the verb
				last := ""                                   // before the step and its articles
				for _, last = range slices.Backward(strings.Fields(lead)) {
					own := slices.Contains(step.forms, rank.Root(last))
					if !own && !strings.Contains(" "+step.words+" ", " "+last+" ") &&
						!begins(last, "articles", "refers") {
						break
					}
				}
				genitive := last != "" && unicode.Is(unicode.Cyrillic, []rune(last)[0]) // "план экспорта"
				apart := genitive && !has(lead, "prepositions") ||
					begins(last, "prepositions", "insides", "onWork", "withs", "links", "sos", "thats", "reasons")
				if other = isBan(lead) || has(lead, "befores", "looks", "tellings", "explains") ||
					apart && len(counted(what, "asksWhether")) > 0; !other { // not "add the missing export"
					break
				}
			}
		}
		return other
	})
}

// quotes says whether words are all that a step has in quotation marks.
func (s Step) quotes(held uint64) bool { return s.quoted != 0 && held&s.quoted == s.quoted }

// isNamed says whether such words of a step are all, what it quotes, or at least two: the first ones, or half.
func (s Step) isNamed(held uint64) bool {
	n := bits.OnesCount64(held)
	return n > 0 && n == len(s.counted) || n > 1 && (s.quotes(held) || held&3 == 3 || 2*n >= len(s.counted))
}

// takes says whether what a sentence says was made or removed is a step's thing, all of it, and in no plan: neither
// "added a note on the cache" nor "two of the icons are removed"; what was made may be its toggle, or have more to it.
func (t parsed) takes(step Step) bool {
	if !has(t.words, step.by...) || step.by[0] == "turns" || dense(t.words) { // as most
		return true
	}
	text := ""
	for i, part := range strings.Split(strings.ReplaceAll(t.text, "(", ", "), "`") {
		if i%2 == 0 || slices.ContainsFunc(strings.Fields(words(part)), step.thing.has) {
			text += part
		}
	}
	text = strip(strings.ReplaceAll(bareWords(text), " ,", " and"), "traces", "failedBefore")
	is := func(name string, more bool) bool {
		name, _, _ = around(past(name, "leadIns"), "trailers")
		of := slices.DeleteFunc(strings.Fields(name), func(w string) bool {
			return hasDigits(w) && !step.thing.has(w) || begins(w, "thingSides")
		})
		last := append([]string{""}, of...)[len(of)]
		whole := strings.Contains(step.thing.words, " ") && parse(name).all(counted(step.thing.words))
		return step.thing.has(last) || more && step.by[0] == "makes" && !begins(last, "sides") &&
			(whole || begins(last, "vessels") && slices.ContainsFunc(of, step.thing.has))
	}
	parts := append([]string{"ands"}, step.by...)
	for before, after, found := around(text, parts...); found; before, after, found = around(text, parts...) {
		verb := !begins(strings.TrimSpace(text[len(before):]), "ands")
		all := step.all(counted(before, "haves", "copulas", "alreadys")) && parse(before).held(step) != 0
		what, _, _ := around(after, "tails") // not what it does
		if verb && is(before, false) || !verb && all || is(what, verb) {
			where := trimEnd(parse(past(after, "leadIns")).beside(step), "lately", "days")
			return !ends(where, "plans") && !begins(where, "phases", "leads")
		}
		text = after
	}
	return false
}

// joined are the parts of words between "and", "then" and the like.
func joined(w string) (parts []string) {
	for more := true; more; {
		part := ""
		part, w, more = around(w, "joints", "thens")
		parts = append(parts, part)
	}
	return parts
}

// Outdates reports whether a newer step names each thing of one that has several, or lists more itself, maybe in fewer
// words: "the job, then README and the PR" is newer than "the job and the README section"; or says on which day a
// milestone is now.
func Outdates(newer, step string) bool {
	if Redates(newer, step) {
		return true
	}
	of, all := joined(bareWords(newer)), joined(bareWords(step))
	return (len(all) > 1 || len(of) > 2) && !slices.ContainsFunc(all, func(x string) bool {
		within := func(y string) bool { return Repeats(y, []string{x}) }
		return !Repeats(x, []string{newer}) && !slices.ContainsFunc(of, within)
	}) && (!StepOf(step).waits() || StepOf(newer).waits()) // not an answer on them
}

// named are the content words of what is put off, and numbers.
func named(what string) []string {
	return counted(what, "laters", "waits", "rests", "fillers", "sames")
}

// Repeats reports whether one of the others names each thing that a step puts off: "paging and table later".
func Repeats(step string, others []string) (all bool) {
	step, _ = besides(step)
	rest, _ := undelayed(bareWords(step))
	rest = cmp.Or(topicOf(rest), looked(rest))
	for _, thing := range joined(rest) {
		of := StepOf(strings.Join(named(thing), " "))
		names := func(other string) bool {
			said := parse(other)
			return !slices.ContainsFunc(of.counted, func(x string) bool { // "admin" shortens "Administration"
				return !said.has(x) && (len(x) < 4 || !strings.Contains(" "+said.words, " "+x))
			})
		}
		if len(of.counted) == 0 { // "good catch, but not now" names none
			continue
		} else if all = slices.ContainsFunc(others, names); !all {
			return false
		}
	}
	return all
}

// Translates reports whether all names in a step in a script without spaces, two or more, are in one of the others that
// is in none: in "Point the marts at events_daily" those of "把 marts 切换到 `events_daily`".
func Translates(step string, others []string) bool {
	names := strings.FieldsFunc(strings.ToLower(step), isGap)
	in := func(other string) bool { return !dense(other) && parse(other).all(names) }
	return dense(step) && len(names) > 1 && slices.ContainsFunc(others, in)
}

// Heads reports whether a text names no more than a step begins with: "the admin view", of "admin view for seasons".
func Heads(text, step string) bool {
	of, name := StepOf(step), parse(text)
	return len(of.counted) > 0 && name.has(of.counted[0]) && Repeats(text, []string{step})
}

// topicOf is the one thing that a clause names before it says that the user does it: "lo de staging lo pruebo yo".
func topicOf(w string) string {
	_, what, about := around(w, "abouts")
	if !about {
		what = w
	}
	what, _, is := around(trimStart(what, "articles"), "those", "yous", "myselves", "mines")
	if !is || !about && !has(w, "myselves") || has(what, "joints") {
		return ""
	}
	return strings.Join(named(what), " ")
}

// Reported reports whether a reply, which names nothing but who did it, only says that the one step was done that the
// answer before left, or all of them, of which this is one: "done", "Lena ran it, all fine", "all done".
func (s Step) Reported(reply string, left List) bool {
	first := append(Sentences(fence.Head(reply, maxSaid)), "")[0]
	with := func(step string) string { return step + " " + first }           // "Lena ran it", of what she was to run
	if len(left.Steps) == 0 || !Repeats(s.text, each.Of(left.Steps, with)) { // as most
		return false
	} else if s.replied(reply, left) {
		return true
	}
	all := bareWords(first)
	w := strip(asking(all), "succeeds", "contents", "confirmeds")
	who, _, _ := strings.Cut(w, " , ")
	names := counted(strip(who, "ticksOff", "alls", "everys", "wholes", "twos", "threes", "copulas", "alreadys"),
		"theys", "days", "fillers")
	verb := len(names) == 1 && len(s.forms) > 0 && rank.Root(names[0]) == s.forms[0] && names[0] != s.counted[0] &&
		hasEnding(names[0], "forms") // "restarted", of "restart the worker"
	n, done := len(left.Steps), verb || has(who, "ticksOff") && has(strip(all, "lauds"), "ticksOff")
	_, place, at := around(who, "insides", "onWork") // "done on dev", of what is to be on staging
	other := at && !has(place, "days", "weekdays") && !parse(s.text).all(strings.Fields(place)) ||
		has(who, "agains", "heres") // "it did it again", "we're done here"
	asked := asks(first) || begins(w, "yourOwns") || has(all, "asksIt")
	one := n == 1 || n == 2 && has(all, "twos") || n == 3 && has(all, "threes") || has(all, "wholes", "everys", "alls")
	return one && strings.Count(who, " ") < maxPutOff && done && !asked && !other && !isOrder(w) &&
		!has(w, "nots", "nevers", "undones", "buts", "onlys", "laters", "stillTo", "untils", "ifs", "whens") &&
		!has(w, "parts", "articles", "doubts") && !has(bareWords(fence.Head(reply, maxSaid)), "fails") &&
		(verb || len(names) == 0 || len(names) == 1 && has(who, "ticksOffBy"))
}
