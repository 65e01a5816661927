package prompt

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

const (
	maxPutOff = 7   // words of a clause that puts something off: "retries tomorrow"
	maxSaid   = 600 // bytes of a prompt that does: a longer one describes
)

// PutsOff are the steps that a prompt puts off in its own words: "retries tomorrow", "the test can wait"; no question,
// no rule, and nothing that the user is to do himself.
func PutsOff(text string) (steps []string) {
	if len(text) > maxSaid || !has(words(text), "laters", "waits", "pauses", "shelves", "days") { // as most
		return nil
	}
	for _, s := range Sentences(ownWords(text)) {
		clauses := clausesOf(s)
		if slices.ContainsFunc(clauses, onlyWhen) { // "the message yes, tomorrow"
			clauses = []string{s}
		}
		for i, step := range clauses {
			puts := !asks(s) && putsOff(step)
			if i+1 < len(clauses) { // which may say until when, or why
				next := clauses[i+1]
				w := bareWords(next)
				until := begins(w, "untils")
				if until || has(w, "defers") {
					step = s[strings.Index(s, step) : strings.Index(s, next)+len(next)]
				}
				puts = puts && (!until || has(w, "processes") || has(words(step), "laters"))
			}
			if puts {
				steps = append(steps, strings.TrimSpace(step))
			}
		}
	}
	return steps
}

// putsOff says whether a clause of a prompt puts a step off.
func putsOff(clause string) bool {
	w, _ := consume(bareWords(clause), "courtesies")
	w = strings.TrimRight(w[:len(w)-phrasesOf("pleases").end(w)], " ,")
	what, put := putOff(w)
	what = strings.Trim(what, " ,")
	over := strings.ReplaceAll(what, " ,", "")
	over, _ = consume(over, "goesOn", "joints", "laters", "agrees", "buts", "others")
	_, drops := dropped(clause)
	slow := begins(w, "articles") && has(w, "postpones") && has(w, "laters")
	short := func(w string) bool { return len(w) > 1 && w == strings.ToUpper(w) && w != strings.ToLower(w) } // the CI
	names := strings.Join(named(what[start(what, "abouts"):]), "")
	return (put && len(strings.Fields(what)) < maxPutOff || slow && len(strings.Fields(w)) <= 3*maxPutOff) &&
		over != "" && !drops && !has(w, "goodbyes", "seconds", "thirds", "strong") && !standing(clause) &&
		(begins(what, "abouts") || !begins(what, "selves", "things")) &&
		(strings.ContainsFunc(names, unicode.IsLetter) || slices.ContainsFunc(strings.Fields(clause), short))
}

// Due reports whether a step says that it is put off to this day or the next one.
func Due(step string) bool { return has(words(step), "dues") }

// putOff is a clause without the words that put it off, and why; put says whether there are any.
func putOff(clause string) (what string, put bool) {
	first, why, _ := strings.Cut(clause, " , ")
	if begins(why, "untils") || has(why, "defers") || onlyWhen(why) {
		if what, put = putOff(first); put && what != "" {
			return what, true
		}
	}
	whole := clause
	if before, _, is := around(clause, "untils"); is && before != "" && has(clause[len(before):], "processes") {
		whole = before // "it has to wait until I asked"
	}
	parks, pause := start(whole, "parks", "puts"), phrasesOf("shelves").end(whole)
	if pause == 0 && !begins(whole, "keeps", "puts") && !has(whole, "wheres") { // "leave a print there for now"
		pause = phrasesOf("pauses").end(whole)
	}
	what = strings.TrimSpace(whole[start(whole, "laters", "waits"):])
	if parks > 0 && pause > 0 && parks+pause < len(whole) {
		what = strings.TrimSpace(whole[parks : len(whole)-pause])
	} else if what != whole {
		what = strings.TrimSpace(what[:len(what)-phrasesOf("doings").end(what)])
	}
	for n := 1; n > 0; what = strings.TrimSpace(what[:len(what)-n]) {
		when := strings.TrimSpace(what[:len(what)-phrasesOf("doings").end(what)])
		late := max(phrasesOf("laters").end(when), phrasesOf("waits").end(when))
		if late == 0 && has(what, "postpones", "modals") {
			late = phrasesOf("days").end(when)
		}
		if n = 0; late > 0 {
			n = len(what) - len(when) + late
		}
	}
	last := what[strings.LastIndexByte(what, ' ')+1:]
	if what == whole || begins(last, "links", "ways") || hasAnyPrefix(what, "s ", "的", "の") { // "next week's"
		return clause, false
	}
	what = strings.TrimSpace(what[start(what, "modals"):])
	what = what[:len(what)-max(phrasesOf("postpones").end(what), phrasesOf("modals").end(what))]
	return strings.TrimSpace(what), true
}

// named are the content words of what is put off, and numbers.
func named(what string) []string {
	return slices.DeleteFunc(counted(what), func(word string) bool {
		return begins(word, "laters", "waits", "rests", "fillers") && !unspaced(word)
	})
}

// Repeats reports whether one of the others names each thing that a step puts off: "paging and table later".
func Repeats(step string, others []string) bool {
	things := [][]string{nil}
	step, _, _ = strings.Cut(step, " (") // what explains it
	what, _ := putOff(bareWords(step))
	for word := range strings.FieldsSeq(looked(what)) {
		if begins(word, "joints") {
			things = append(things, nil)
		} else if len(named(word)) > 0 {
			things[len(things)-1] = append(things[len(things)-1], word)
		}
	}
	things = slices.DeleteFunc(things, func(words []string) bool { return len(words) == 0 })
	return len(things) > 0 && !slices.ContainsFunc(things, func(words []string) bool {
		of := StepOf(strings.Join(words, " "))
		all := func(other string) bool { return bits.OnesCount64(parse(other).held(of)) == len(of.counted) }
		return !slices.ContainsFunc(others, all)
	})
}

// onlyWhen says whether a clause says only when, and that is not now.
func onlyWhen(clause string) bool {
	rest, found := consume(bareWords(clause), "laters", "doings", "joints", "onlys", "buts")
	return found && rest == "" && has(words(clause), "laters")
}

// delays says whether a sentence puts off what was just spoken of: "tomorrow", "I want it, but Friday is early enough",
// "yes, but in a follow-up", "let's do that tomorrow".
func delays(s string) bool {
	for i, clause := range clausesOf(s) {
		w, _ := consume(bareWords(clause), "agrees", "joints", "courtesies", "buts")
		rest, _ := consume(w, "agrees", "courtesies", "things", "postpones", "laters", "joints", "onlys", "buts")
		switch {
		case asks(s), has(w, "goodbyes"):
			return false
		case onlyWhen(clause), i > 0 && has(w, "soons"), rest == "" && has(w, "laters"):
			return true
		case w != "" && !begins(w, "things", "selves"):
			return false
		}
	}
	return false
}

// Leaves reports whether a short prompt says goodbye: "gotta go, tmrw".
func Leaves(text string) bool { return has(bare(text), "goodbyes") }

// Unpicked are the items of a list in an answer that the reply leaves for later: it takes more than one by their
// numbers, says with which to begin, or puts off what it takes. Not what it refuses, nor an idea that it passes by.
func Unpicked(asked, answer, reply string) (left []string) {
	ordinal := len(reply) <= maxSaid && has(words(reply), places[:]...)
	if len(reply) > maxSaid || !ordinal && !strings.ContainsAny(reply, "0123456789") { // as most
		return nil
	}
	var keys, texts []string
	for line := range strings.Lines(head(answer)) {
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
	p := picks{map[string]bool{}, map[string]bool{}, map[string]bool{}, false}
	if len(keys) == 0 || !p.read(Sentences(said), keys) {
		return nil
	}
	n, ideas := len(p.taken), has(words(asked), "ideas")
	if n == 0 || n == 1 && !p.when && (ideas || !has(words(said), "startsWith", "laters", "waits")) {
		return nil
	}
	for i, key := range keys {
		leaves := p.taken[key] == p.when
		if !p.when && len(p.first) > 0 && n > 1 {
			leaves = !p.first[key] && (p.taken[key] || !ideas)
		}
		if leaves && !p.refused[key] && (p.taken[key] || !ideas) {
			left = append(left, texts[i])
		}
		delete(p.taken, key)
	}
	if len(p.taken) > 0 { // it named something else
		return nil
	}
	own := TurnOf(reply, nil, nil) // "a dry run is unnecessary"
	return realSteps(slices.DeleteFunc(left, func(s string) bool { return own.Done(StepOf(s)) }))
}

// picks are the numbers that a reply takes of a list, refuses, and begins with; when: it puts off what it takes.
type picks struct {
	taken, refused, first map[string]bool
	when                  bool
}

// read reads the sentences of a reply to a list of those keys; ok is false for a question, or if it refuses the rest.
func (p *picks) read(reply, keys []string) (ok bool) {
	for _, s := range reply {
		if begins(bareWords(s), "interrogatives") {
			return false
		}
		before := len(p.taken)
		for i, clause := range clausesOf(strings.ReplaceAll(s, ": ", " ")) { // "1: yes, 2: no"
			into, w := p.taken, placed(bare(clause), keys)
			of := i == 0 || len(p.taken) > before // not of "an SVG, not now though", "2 now, leave the rest, tomorrow"
			before = len(p.taken)
			if p.when = p.when || len(p.taken) > 0 && of && onlyWhen(clause); p.when {
				continue
			}
			all := strings.Fields(w)
			number := func(word string) bool { return strings.Trim(word, "0123456789") == "" }
			at := slices.IndexFunc(all, func(word string) bool { return begins(word, "skips") })
			unwished := unneeded(clause) || has(w, "nots") && has(w, "wishes") ||
				at > 0 && !slices.ContainsFunc(all[at:], number) // "4 we can skip"
			if unwished || begins(w, "skips", "bans", "refuses") || phrasesOf("refuses").end(w) > 0 {
				if into = p.refused; has(w, "rests") && !strings.ContainsAny(w, "0123456789") {
					return false
				}
			} else if has(w, "laters", "waits") && !has(w, "todays") {
				continue
			}
			one, several := "", 0
			for i, word := range all {
				if begins(word, "nots", "skips") { // "1 but not 2"
					into = p.refused
				}
				if number(word) && (unwished || chosen(strings.Join(all[i+1:], " "))) {
					into[word], one, several = true, word, several+1
				}
			}
			if several == 1 && p.taken[one] && has(w, "startsWith") {
				p.first[one] = true
			}
		}
	}
	return true
}

// chosen says whether a number or a place is a choice, by what comes behind it: "2 sessions" is not.
func chosen(rest string) bool {
	return rest == "" || unicode.IsDigit(rune(rest[0])) ||
		begins(rest, "joints", "needs", "copulas", "refuses", "todays", "selves", "agrees", "skips", "trails") ||
		begins(rest, "startsWith") && !has(rest, "whens") ||
		begins(rest, "hurries") || unspaced(rest) && begins(rest, "efforts")
}

// places are the lists of words for the first of some things, and so on.
var places = [...]string{"firsts", "seconds", "thirds", "fourths", "lastOnes", "firstTwo", "lastTwo"}

// placed are the words of a clause with the names of what they pick by its place: "the first two", "the third task".
func placed(w string, names []string) string {
	n := len(names)
	for i, at := range [...][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {n - 1, n}, {0, 2}, {n - 2, n}} {
		before, after, is := around(w, places[i])
		after = strings.TrimSpace(after[start(after, "options", "kinds"):])
		if is && chosen(after) && at[0] >= 0 && at[1] <= n {
			picked := strings.Join(names[at[0]:at[1]], " ")
			return strings.TrimSpace(placed(before, names) + " " + picked + " " + placed(after, names))
		}
	}
	return w
}

// takings are lists of the words beside the number of a step in a clause that only takes it.
var takings = []string{
	"fillers", "courtesies", "agrees", "pleases", "todays", "articles", "kinds", "options", "joints", "goesOn", "withs",
	"hurries", "efforts", "numberings", "wholes", "twos", "threes", "fours",
}

// A List is what an answer leaves, by [Left].
type List struct {
	Answer string
	Steps  []string
	Says   bool
	asks   bool // for an amount or a choice, to which a number replies
}

// ListOf is the list of an answer, taken out of it once.
func ListOf(answer string) func() List {
	return sync.OnceValue(func() List {
		steps, says := Left(answer)
		asks := has(words(Asked(answer)), "amounts") || len(steps) < 2 && len(menuOf(answer)) > 0
		return List{answer, steps, says, asks}
	})
}

// Picked is a prompt in the words of what it picks by its place in the last of those lists, and the steps of that list
// which a clause takes by place, number or count and says nothing else: "do 2 now".
func Picked(lists []func() List, text string) (said string, taken []string) {
	said = bare(text)
	counted := has(said, "wholes", "twos", "threes", "fours") || strings.ContainsAny(said, "0123456789")
	if len(text) > maxSaid || !counted && !has(said, places[:]...) || asks(row(text)) { // as most
		return text, nil
	}
	for _, list := range slices.Backward(lists[max(0, len(lists)-3):]) { // nobody picks of what is long past
		l := list()
		if l.asks {
			break
		} else if len(l.Steps) < 2 {
			continue
		}
		for _, clause := range clausesOf(strings.Join(Sentences(text), ",")) {
			taken = append(taken, takenOf(bareWords(clause), l.Answer, l.Steps)...)
		}
		if in := placed(said, l.Steps); in != said {
			text = in
		}
		break
	}
	return text, taken
}

// takenOf are the steps of an answer that a clause takes.
func takenOf(clause, answer string, steps []string) (taken []string) {
	var numbers []string
	for line := range strings.Lines(head(answer)) {
		if key, text := choiceOf(line); slices.Contains(steps, plain(text)) {
			numbers = append(numbers, key)
		}
	}
	for i := len(numbers); i < len(steps); i++ { // without numbers
		numbers = append(numbers, strconv.Itoa(i+1))
	}
	if counts(clause, len(steps)) && !has(clause, "nots", "refuses") {
		taken = slices.Clone(steps)
	}
	rest, _ := consume(placed(clause, numbers), takings...)
	for rest != "" {
		n := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		i := slices.Index(numbers, rest[:n])
		if i < 0 || has(clause, "nots", "refuses") {
			return nil
		}
		taken = append(taken, steps[i])
		rest, _ = consume(strings.TrimSpace(rest[n:]), append(takings, "mores")...)
	}
	return taken
}

// counts says whether words count as many as there are of a list: "both", "all three".
func counts(w string, of int) bool {
	return has(w, "wholes") || of > 1 && of < 5 && has(w, []string{"twos", "threes", "fours"}[of-2])
}

// NamesCode reports whether a text names what a step has in code first, and that is no plain word.
func NamesCode(text, step string) bool {
	_, rest, _ := strings.Cut(step, "`")
	name, _, closed := strings.Cut(rest, "`")
	return closed && name != strings.ToLower(name) && strings.Contains(words(text), words(name))
}
