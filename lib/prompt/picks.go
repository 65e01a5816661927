package prompt

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

// Unpicked are the items of an answer's list, or if it has none of the one that was asked about, that a reply leaves
// for later, since it takes or begins with others.
func Unpicked(asked, answer, reply string) (left []string) {
	ordinal := len(reply) <= maxSaid && has(words(reply), places[:]...)
	if len(reply) > maxDescribed || !ordinal && !hasDigits(reply) { // as most
		return nil
	}
	own, rest := ownList(reply)
	if hasDigits(rest) {
		answer, reply = own, rest
	}
	if len(reply) > maxSaid {
		return nil
	}
	var keys, texts []string
	numbered := func(text string) bool {
		return slices.ContainsFunc(strings.Split(head(text), "\n"), func(line string) bool {
			key, _ := choiceOf(line)
			return key != ""
		})
	}
	list := head(answer)
	if !numbered(answer) && numbered(asked) {
		list = head(asked)
	}
	for line := range strings.Lines(list) {
		key, text := choiceOf(line)
		if ordinal && key == "" && listed(line) {
			key, text = strconv.Itoa(len(keys)+1), unlisted(line)
		}
		if key == "1" && slices.Contains(keys, key) { // another list
			return nil
		} else if key != "" && unicode.IsDigit(rune(key[0])) {
			keys, texts = append(keys, key), append(texts, plain(text))
		}
	}
	said := ownWords(reply)
	taken, refused, first, when := picks(each.Of(Sentences(said), spelledOut), keys)
	n, ideas, late := len(taken), has(words(asked), "ideas"), has(words(said), "laters", "waits")
	if n == 0 || n == 1 && !when && (ideas || !late && !has(words(said), "startsWith")) ||
		answer == own && len(first) > 0 && !late { // of his own list "2 first" puts off none
		return nil
	}
	if when || len(first) == 0 {
		first = taken
	}
	for i, key := range keys {
		if first[key] == when && !refused[key] && (taken[key] || !ideas) {
			left = append(left, texts[i])
		}
		delete(taken, key)
	}
	if len(taken) > 0 { // it named something else
		return nil
	}
	turn := TurnOf(reply, nil, nil) // "a dry run is unnecessary"
	return realSteps(slices.DeleteFunc(left, func(s string) bool { return turn.Done(StepOf(s)) }))
}

// Remaining are what a text says is left by numbers alone, in the words of the last of the answers with a list of
// these, else as it says it: "stop here. left are 4, 6 and 9".
func Remaining(text string, answers []string) []string {
	for _, s := range Sentences(ownWords(fence.Head(text, maxSaid))) {
		apart := func(r rune) bool { return !unicode.IsDigit(r) && !unicode.IsLetter(r) }
		numbers := strings.FieldsFunc(strip(clauseless(s), "overs", "ands", "onlys", "agrees", "fillers"), apart)
		count := len(numbers) == 1 && !strings.Contains(s, "#") && !(has(words(s), "onlys") && has(words(s), "copulas"))
		if len(numbers) == 0 || count || !has(words(s), "overs") || asks(s) || !isNumber(strings.Join(numbers, "")) {
			continue
		}
		for _, answer := range slices.Backward(answers) {
			named := map[string]string{}
			for line := range strings.Lines(head(answer)) {
				key, item := choiceOf(line)
				named[key] = plain(item)
			}
			if all := each.Some(numbers, func(n string) string { return named[n] }); len(all) == len(numbers) {
				return all
			}
		}
		return []string{strings.TrimRight(s, ". ")}
	}
	return nil
}

// Rest is a step of numbers without those of which an answer tells, but not that they are open; "" where none is left.
func Rest(step string, answers []string) (rest string) {
	open := func(s string) bool { return asks(s) || has(words(s), "undones") }
	said := words(strings.Join(each.Without(Sentences(strings.Join(answers, "\n")), open), "; "))
	rest = strings.Join(each.Without(strings.Fields(step), func(w string) bool {
		n := strings.Trim(w, ",.")
		return n != "" && isNumber(n) && strings.Contains(said, " "+n+" ")
	}), " ")
	return each.First([]string{rest}, func(s string) bool { return s != row(step) && len(Remaining(s, nil)) > 0 })
}

// picks are the numbers that the sentences of a reply take of a list of those keys, refuse, and begin with, none if it
// asks or refuses the rest; when: it puts off what it takes.
func picks(reply, keys []string) (taken, refused, first map[string]bool, when bool) {
	taken, refused, first = map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, s := range reply {
		if begins(bareWords(s), "interrogatives") {
			return nil, nil, nil, false
		}
		before := len(taken)
		for i, clause := range clausesOf(strings.ReplaceAll(s, ": ", " ")) { // "1: yes, 2: no"
			into, w := taken, placed(bare(clause), keys)
			of := i == 0 || len(taken) > before // not of "an SVG, not now though", "2 now, leave the rest, tomorrow"
			before = len(taken)
			all := strings.Fields(w)
			other := slices.ContainsFunc(all, func(n string) bool { return !taken[n] && slices.Contains(keys, n) })
			if when = when || len(taken) > 0 && of && !other && onlyWhen(clause); when { // not "3 not now"
				continue
			} else if i > 0 && onlyWhen(clause) { // "3 no, not now"
				clear(refused)
			}
			at := slices.IndexFunc(all, func(word string) bool { return begins(word, "skips") })
			unwished := unneeded(clause) || has(w, "nots") && has(w, "wishes") ||
				at > 0 && !slices.ContainsFunc(all[at:], isNumber) // "4 we can skip"
			if unwished || begins(w, "skips", "bans", "refuses") || ends(w, "refuses") {
				if into = refused; has(w, "rests") && !hasDigits(w) {
					return nil, nil, nil, false
				}
			} else if has(w, "laters", "waits") && !has(strip(w, "laters"), "todays") {
				continue
			}
			one, several := "", 0
			for i, word := range all {
				if begins(word, "nots", "skips") { // "1 but not 2"
					into = refused
				}
				rest := strings.Join(all[i+1:], " ") // "only 1 and 3 for now"
				if isNumber(word) && (unwished || begins(w, "onlys") && begins(rest, "pauses") || chosen(rest)) {
					into[word], one, several = true, word, several+1
				}
			}
			if several == 1 && taken[one] && has(w, "startsWith") {
				first[one] = true
			}
		}
	}
	return taken, refused, first, when
}

// places are the lists of words for the first of some things, and so on.
var places = [...]string{"firsts", "seconds", "thirds", "fourths", "lastOnes", "firstTwo", "lastTwo"}

// placed are the words of a clause with the names of what they pick by its place: "the first two", "the third task".
func placed(w string, names []string) string {
	n := len(names)
	for i, at := range [...][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {n - 1, n}, {0, 2}, {n - 2, n}} {
		before, after, is := around(w, places[i])
		after = trimStart(after, "options", "kinds")
		if is && chosen(after) && at[0] >= 0 && at[1] <= n {
			picked := strings.Join(names[at[0]:at[1]], " ")
			return strings.TrimSpace(placed(before, names) + " " + picked + " " + placed(after, names))
		}
	}
	return w
}

// A List is what an answer leaves, by [Left].
type List struct {
	Answer string
	Steps  []string
	Says   bool
	asks   bool // for an amount or a choice, to which a number replies
}

// Part is the part of the work that a list is of, "" for all: of "left for step 2: …", not "left for the merge".
func (l List) Part() string {
	for line := range strings.Lines(head(l.Answer)) {
		w, _ := leadOf(line)
		lead, part, is := around(w, "towards", "onWork")
		if is && isOne(lead, "leads") &&
			!has(part, "branchWords", "ships", "completes", "laters", "days", "weekdays", "yous", "selves") &&
			(dense(part) || len(counted(part, "ourSides")) > 0) {
			return part
		}
	}
	return ""
}

// ListOf is the list of an answer, taken out of it once.
func ListOf(answer string) func() List {
	return sync.OnceValue(func() List {
		steps, says := Left(answer)
		asks := has(words(Asked(answer)), "amounts") || len(steps) < 2 && len(menuOf(answer)) > 0
		return List{answer, steps, says, asks}
	})
}

// AsksLeft reports whether a prompt asks what is left: "still to do on the api?", "what is open".
func AsksLeft(text string) bool {
	return len(text) <= maxSaid && slices.ContainsFunc(Sentences(text), func(s string) bool {
		w := asking(bareWords(s))
		whatIs := begins(w, "statuses", "waitsForWhat", "unmergeds")
		before, of, is := around(w, "inLeads", "statuses", "waitsForWhat", "unmergeds")
		whole := past(of) == "" || dense(w) ||
			begins(of, "towards", "onWork", "laters", "days", "ofs", "withs", "nears", "untils", "yets", "agos",
				"nights", "overalls")
		return is && whole && strings.Count(before, " ") < 2 && (whatIs || asks(s))
	})
}

// AsksUnmerged reports whether a prompt that asks what is left means work that is not merged, or failed workers.
func AsksUnmerged(text string) bool {
	return slices.ContainsFunc(Sentences(text), func(s string) bool { return has(bareWords(s), "unmergeds") })
}

// AsksWhatWasLeft reports whether a prompt asks what is, or was, left of earlier work.
func AsksWhatWasLeft(text string) bool {
	return AsksLeft(text) || len(text) <= maxSaid && slices.ContainsFunc(Sentences(text), func(s string) bool {
		return asks(s) && has(bareWords(s), "wereLeft")
	})
}

// AsksBack reports whether a prompt asks what was said, decided or planned before.
func AsksBack(text string) bool {
	back := func(c string) bool { return begins(past(bareWords(c), "joints", "courtesies"), "askBack") }
	return slices.ContainsFunc(allClauses(text), back)
}

// Answering is an answer, to a prompt that asks what is left with a lead to that where it has none of its own, and
// counts what there is: "Three things: a, b and c", or lists it: "From what I can see:"; not what is done, nor under
// the name of one: "2 done: …", "w4: …".
func Answering(asked, answer string) string {
	if !AsksLeft(asked) || len(answer) > maxTold || Asked(answer) != "" || AsksUnmerged(asked) { // as most
		return answer
	} else if _, says := Left(answer); says {
		return answer
	}
	lines := strings.Split(strings.TrimSpace(answer), "\n")
	for i, line := range lines[:len(lines)-1] {
		below := strings.Join(lines[i+1:], "\n")
		lead := strings.TrimRight(strings.TrimSpace(line), "*_")
		if strings.TrimRight(lead, ":：") != lead && listed(strings.TrimSpace(below)) {
			if has(bareWords(lead), "dones", "finals", "landeds") {
				continue
			}
			return "Left:\n" + below
		}
	}
	label, things, _ := cutColon(each.First(Sentences(answer), func(s string) bool { // but for "2 done: a and b"
		label, _, is := cutColon(s)
		w := bareWords(label)
		return !is || !has(w, "dones", "finals", "landeds") || has(w, "nots", "undones", "untils", "thens")
	}))
	w := bareWords(label)
	number := func(word string) bool { return isNumber(word) || dense(word) && hasDigits(word) }
	if things == "" || !has(w, "someThings") && !slices.ContainsFunc(strings.Fields(w), number) {
		return answer
	}
	return "Left: " + strings.Trim(things, " .。")
}

// things are those of a list behind commas, two with articles, or more in few words each; or the one that there is.
func things(s string) []string {
	all := strings.Split(strings.ReplaceAll(s, "、", ", "), ", ")
	for i := len(all) - 1; i > 0; i-- { // "staging (you, tonight)" is one
		if part := all[i]; strings.Count(part, ")") > strings.Count(part, "(") {
			all[i-1], all = all[i-1]+", "+part, slices.Delete(all, i, i+1)
		}
	}
	fields := strings.Fields(s)
	article := func(i int) bool { return begins(bareWords(strings.Join(fields[i:], " ")), "articles") }
	and := func(w string) bool { return phrasesOf("ands").is(strings.ToLower(w)) }
	if i := slices.IndexFunc(fields, and); len(all) == 1 && i > 1 && i+2 < len(fields) && article(0) && article(i+1) {
		return []string{strings.Join(fields[:i], " "), strings.Join(fields[i+1:], " ")} // "the a and the b"
	}
	w, next := bareWords(all[0]), bareWords(append(all, " ")[1])
	if n := start(w, "reruns"); n > 0 && !dense(s) && len(named(w[n:])) == 1 && !strings.Contains(next, " ") {
		return []string{s}
	}
	last := all[len(all)-1]
	joined := has(words(last), "joints")
	all = each.Of(all, func(part string) string { return without(part, "joints") })
	if slices.ContainsFunc(all, func(part string) bool {
		bare, _ := besides(part)
		w, closes := bareWords(bare), strings.HasSuffix(last, part)
		end := joined && closes
		many := len(all) > 2 && (end || len(strings.Fields(w)) <= maxLead) && len(called(w)) > 0
		tells := has(w, "copulas", "undones") || strings.Count(part, "(") != strings.Count(part, ")") ||
			begins(w, "insides", "ways", "nears", "afters", "reasons", "wheres", "buts", "theys", "things")
		order := !closes && isOrder(w) && !has(words(last), "refers", "things", "thats") // "run the job, and a test"
		return !(joined && (order || begins(w, "articles"))) &&
			!(closes && many && begins(w, "interrogatives")) && (!many || tells)
	}) {
		return []string{s}
	}
	return all
}

// PutsOff reports whether a reply puts off what a list leaves, or what it picks of that, or says that it is needed: "2
// and 3 tomorrow", "the rest on monday", "we go on tomorrow", "both are needed before the release".
func (l List) PutsOff(reply string) bool {
	said, _ := Picked([]func() List{func() List { return l }}, reply)
	return len(l.Steps) > 0 && len(reply) <= maxSaid && slices.ContainsFunc(Sentences(said), func(s string) bool {
		return !asks(s) && slices.ContainsFunc(allClauses(s), func(c string) bool {
			w := asking(bareWords(c))
			of := said != reply || begins(w, "others", "goesOn") || has(firstWords(w, 2), "rests")
			return of && has(w, "laters", "waits", "days", "weekdays") || Delays(c) || l.needs(c)
		})
	})
}

// needs says whether a clause says of what a list leaves that it is needed before something, or to be kept in a list.
func (l List) needs(clause string) bool {
	w := bareWords(clause)
	names := func(step string) bool { return Shares(clause, step) }
	of := has(w, "twos", "threes", "fours", "theys", "refers") || slices.ContainsFunc(l.Steps, names)
	return of && (has(w, "needs", "shoulds") && has(w, "befores", "untils") && !has(w, "nots") || has(w, "todoLists"))
}

// Picked is a prompt in the words of what it picks by place in the last list, and the steps which a clause only takes;
// "the other one" is the only one of these that names one of the files, which changed.
func Picked(lists []func() List, text string, files ...string) (said string, taken []string) {
	recent := lists[max(0, len(lists)-3):] // nobody picks of what is long past
	i := len(recent) - 1
	for i >= 0 && !recent[i]().asks && len(recent[i]().Steps) < 2 {
		i--
	}
	if len(text) > maxSaid || i < 0 || recent[i]().asks { // as most
		return text, nil
	}
	said = bare(text)
	counted := has(said, "wholes", "twos", "threes", "fours", "otherOnes") || hasDigits(said)
	if !counted && !has(said, places[:]...) || asks(row(text)) {
		return text, nil
	}
	l := recent[i]()
	if all := itemsOf(text); len(all) > 1 && firstWords(bareWords(text), 1) == all[0][0] { // "1. 96h. 2. as now"
		for _, item := range all {
			w, n := bareWords(item[1]), slices.Index(l.names(), item[0])
			if n >= 0 && !asks(item[1]) && !Delays(item[1]) && !has(w, "nots", "laters", "waits") {
				taken = append(taken, l.Steps[n])
			}
		}
		return text, taken
	}
	apart := func(s string) string { // "do 1 but drop 2"
		before, after, is := around(spelledOut(s), "buts")
		if !is {
			return before
		}
		return before + ", " + after
	}
	names, clauses := l.names(), clausesOf(strings.Join(each.Of(Sentences(text), apart), ","))
	for i, clause := range clauses {
		w := bareWords(clause)
		taken = append(taken, l.takenOf(w, names)...)
		if has(w, "otherOnes") && only(w, "takings", "otherOnes") {
			step := func(s string) (string, bool) { return s, (Turn{Files: files}).touches(StepOf(s)) }
			if all := each.If(l.Steps, step); len(all) == 1 {
				taken = all
			}
		}
		var all []string // a clause for each number
		fields := strings.Fields(strip(w, "joints", "numberings"))
		for at, number := range fields {
			before := strings.TrimRight(strings.Join(each.Without(fields[:at], isNumber), " "), " 和と")
			after := strings.TrimLeft(strings.Join(each.Without(fields[at+1:], isNumber), " "), " 和と")
			if n := slices.Index(names, number); n >= 0 && !picksOf(before, l.Steps[n], after) {
				all = nil
				break
			} else if n >= 0 {
				all = append(all, strings.TrimSpace(trimEnd(before, "definites")+" "+l.Steps[n]+" "+after))
			}
		}
		if len(all) > 0 && (has(w, "laters", "days", "waits") || len(Dropped(all[0], true)) > 0) { // "3 isn't worth it"
			clauses[i] = strings.Join(all, ", ")
			text = row(strings.Join(clauses, ", "))
		}
	}
	if said = bare(text); placed(said, l.Steps) != said {
		text = placed(said, l.Steps)
	}
	return text, taken
}

// picksOf says whether a number picks a step, by what is before and behind it in a clause that puts off or drops it: no
// more than small words, not "drop 2 columns", "sprint 2 is for later", "tomorrow at 2".
func picksOf(before, step, after string) bool {
	what, after := trimEnd(before, "definites"), strings.TrimLeft(after, "はをがも")
	small := !ends(what, "articles") && past(what, "beforePicks") == ""
	_, drops := dropped(before + " " + step + " " + after)
	word := !strings.Contains(after, " ") && !dense(after)
	return drops && (before == "" || after == "" || small && len(named(firstWords(after, 1))) == 0) ||
		small && (after == "" || chosen(after) || before == "" && word || begins(after, "afterPicks"))
}

// names are the numbers of the steps of a list, counted where it has none.
func (l List) names() (numbers []string) {
	for line := range strings.Lines(head(l.Answer)) {
		if key, text := choiceOf(line); slices.Contains(l.Steps, plain(text)) {
			numbers = append(numbers, key)
		}
	}
	for i := len(numbers); i < len(l.Steps); i++ {
		n, _ := phaseOf(bareWords(l.Steps[i])) // "- Phase 3: the login"
		if n < 0 {
			n = i + 1
		}
		numbers = append(numbers, strconv.Itoa(n))
	}
	return numbers
}

// spelledOut is a sentence, or its words with all numbers of a range: "1-3", "1 to 3".
func spelledOut(s string) string {
	fields := strings.Fields(words(strings.NewReplacer("-", " to ", "–", " to ").Replace(s)))
	for i := range max(0, len(fields)-2) {
		first, _ := strconv.Atoi(fields[i])
		last, _ := strconv.Atoi(fields[i+2])
		if first > 0 && last <= maxSteps && begins(fields[i+1], "tos") && chosen(strings.Join(fields[i+3:], " ")) {
			for fields[i+1] = ""; first+1 < last; last-- {
				fields[i+1] = strconv.Itoa(last-1) + " " + fields[i+1]
			}
			return strings.Join(fields, " ")
		}
	}
	return s
}

// takenOf are the steps of a list, by these numbers, that a clause takes.
func (l List) takenOf(clause string, numbers []string) (taken []string) {
	if counts(clause, len(l.Steps)) && !has(clause, "nots", "refuses") {
		taken = slices.Clone(l.Steps)
	}
	rest := past(placed(clause, numbers), "takings")
	for rest != "" && (taken == nil || !begins(rest, "parks")) { // "1 and leave the docs for friday"
		n := len(rest) - len(strings.TrimLeft(rest, digits))
		i := slices.Index(numbers, rest[:n])
		if i < 0 || has(clause, "nots", "refuses") {
			return nil
		}
		taken = append(taken, l.Steps[i])
		rest = strings.TrimSpace(rest[n:])
		if between, where, is := around(rest, "onWork"); is && !strings.ContainsAny(where, " "+digits) &&
			past(between, "takings", "mores") == "" { // "1 right now on main"
			break
		}
		rest = past(rest, "takings", "mores")
	}
	return taken
}

// Takes reports whether a prompt picks a step of a list by its place, or has a clause that names it and no other.
func (t Turn) Takes(list []Step, n int) bool {
	if t.First {
		told := List{Steps: each.Of(list, func(s Step) string { return s.text })}
		_, t.Picks = Picked([]func() List{func() List { return told }}, t.asked.text, t.Files...)
	}
	names := func(s Step) bool {
		return slices.ContainsFunc(each.Of(t.ordered(s), calls), func(all []string) bool {
			undone := func(c string) bool { return has(words(c), "undones") && parse(c).all(all) }
			open := func(x parsed) bool { return slices.ContainsFunc(clausesOf(x.text), undone) }
			other := each.Without(all, hasDigits) // "stop after 60s" of "stop after a minute"
			if len(other) > 0 && len(other) < len(all) && len(s.counted) > 1 && s.counted[0] == other[0] {
				all = other
			}
			return s.isCalled(all) && !slices.ContainsFunc(t.open, open)
		})
	}
	return slices.Contains(t.Picks, list[n].text) && !t.failed ||
		names(list[n]) && !t.putsOff(list[n]) && !slices.ContainsFunc(slices.Delete(slices.Clone(list), n, n+1), names)
}

// resumes says whether a prompt goes on with a step that the one before took, and an answer has its name.
func (t Turn) resumes(list []Step, n int) bool {
	named := func(clause string) bool {
		all := calls(clause)
		return list[n].isCalled(all) && slices.ContainsFunc(t.said, func(x parsed) bool { return x.all(all) })
	}
	asks := t.Before == nil || t.asks || t.Before.asks
	return !asks && t.Before.Takes(list, n) && slices.ContainsFunc(t.Before.ordered(list[n]), named)
}

// counts says whether words count as many as there are of a list: "both", "all three".
func counts(w string, of int) bool {
	return has(w, "wholes") || of > 1 && of < 5 && has(w, []string{"twos", "threes", "fours"}[of-2])
}
