package prompt

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
)

const (
	maxPutOff = 7   // words of a clause that puts something off: "retries tomorrow"
	maxSaid   = 600 // bytes of a prompt that does: a longer one describes
)

// PutsOff are the steps that a prompt puts off in its own words: "retries tomorrow", "the test can wait". What the
// user does himself then is none, nor a question.
func PutsOff(text string) (steps []string) {
	if len(text) > maxSaid || !has(words(text), "laters", "waits") { // as most
		return nil
	}
	for _, s := range Sentences(ownWords(text)) {
		clauses := clausesOf(s)
		if slices.ContainsFunc(clauses, onlyWhen) { // "the message yes, tomorrow"
			clauses = []string{s}
		}
		for _, clause := range clauses {
			w, _ := consume(bareWords(clause), "courtesies")
			what := strings.Trim(putOff(w), " ,")
			over, _ := consume(what, "goesOn", "joints", "laters")
			_, drops := dropped(clause)
			n, slow := len(strings.Fields(w)), begins(w, "articles") && has(w, "postpones") && has(w, "laters")
			put := (what != w || has(w, "waits")) && n <= maxPutOff || slow && n <= 3*maxPutOff
			meant := over != "" && !asks(s) && !drops && !has(w, "goodbyes")
			if put && meant && len(named(what)) > 0 && !begins(what, "selves", "things") {
				steps = append(steps, strings.TrimSpace(clause))
			}
		}
	}
	return steps
}

// putOff is a clause without the words at its beginning or end that put it off.
func putOff(clause string) string {
	what := strings.TrimSpace(clause[phrasesOf("laters").start(clause):])
	return strings.TrimSpace(what[:len(what)-max(phrasesOf("laters").end(what), phrasesOf("waits").end(what))])
}

// named are the words of what is put off that mean something.
func named(what string) []string {
	return slices.DeleteFunc(strings.Fields(what), func(word string) bool {
		counts := says(word) || strings.ContainsFunc(word, unicode.IsDigit)
		return (!counts || begins(word, "laters", "waits", "rests", "fillers")) && !unspaced(word)
	})
}

// Repeats reports whether each thing that a step put off names is in one of the others: "paging and table later".
func Repeats(step string, others []string) bool {
	things := [][]string{nil}
	for word := range strings.FieldsSeq(putOff(bareWords(step))) {
		if begins(word, "joints") {
			things = append(things, nil)
		} else if len(named(word)) > 0 {
			things[len(things)-1] = append(things[len(things)-1], word)
		}
	}
	things = slices.DeleteFunc(things, func(words []string) bool { return len(words) == 0 })
	return len(things) > 0 && !slices.ContainsFunc(things, func(words []string) bool {
		of := StepOf(strings.Join(words, " "))
		all := func(other string) bool { return bits.OnesCount64(tell(other).held(of)) == len(of.counted) }
		return !slices.ContainsFunc(others, all)
	})
}

// onlyWhen says whether a clause tells only when, and that it is not now.
func onlyWhen(clause string) bool {
	rest, found := consume(bareWords(clause), "laters", "joints", "onlys")
	return found && rest == "" && has(words(clause), "laters")
}

// delays says whether a sentence puts off what was just spoken of: "tomorrow", "I want it, but Friday is early enough".
func delays(s string) bool {
	rest, _ := consume(bareWords(s), "agrees", "joints", "courtesies")
	when := func(clause string) bool { return onlyWhen(clause) || has(words(clause), "soons") }
	return !asks(s) && !has(rest, "goodbyes") && (onlyWhen(rest) ||
		begins(rest, "things", "selves") && slices.ContainsFunc(clausesOf(s), when))
}

// Leaves reports whether a short prompt says goodbye: "gotta go, tmrw".
func Leaves(text string) bool { return has(bare(text), "goodbyes") }

// Unpicked are the items of a numbered list in an answer that the reply leaves for later: it takes
// more than one by their numbers, or says with which to begin. What it refuses is none.
func Unpicked(answer, reply string) (left []string) {
	if len(reply) > maxSaid || !strings.ContainsAny(reply, "0123456789") { // as most
		return nil
	}
	said := ownWords(reply)
	picked, refused, when := map[string]bool{}, map[string]bool{}, false // what is picked is put off
	for _, s := range Sentences(said) {
		if begins(bareWords(s), "interrogatives") {
			return nil
		}
		if when = when || len(picked) > 0 && onlyWhen(s); when {
			continue
		}
		for clause := range strings.SplitSeq(strings.ReplaceAll(s, ": ", " "), ",") { // "1: yes, 2: no"
			into, w := picked, bare(clause)
			unwished := unneeded(clause) || has(w, "nots") && has(w, "wishes")
			if unwished || begins(w, "skips", "bans", "refuses") || phrasesOf("refuses").end(w) > 0 {
				if into = refused; has(w, "rests") {
					return nil
				}
			} else if has(w, "laters", "waits") && !has(w, "todays") {
				continue
			}
			all := strings.Fields(w)
			for i, word := range all {
				if begins(word, "nots") { // "1 but not 2"
					into = refused
				}
				rest := strings.Join(all[i+1:], " ") // "2 sessions" are no choice
				alone := rest == "" || unicode.IsDigit(rune(rest[0])) ||
					begins(rest, "joints", "needs", "copulas", "refuses", "todays", "selves", "agrees") ||
					begins(rest, "startsWith") && !has(rest, "whens")
				if strings.Trim(word, "0123456789") == "" && alone {
					into[word] = true
				}
			}
		}
	}
	if n := len(picked); n == 0 || n == 1 && !has(words(said), "startsWith", "laters", "waits") {
		return nil
	}
	began := false
	for line := range strings.Lines(head(answer)) {
		key, text := choiceOf(line)
		switch {
		case key == "" || !unicode.IsDigit(rune(key[0])):
		case key == "1" && began: // another list
			return nil
		case picked[key] == when && !refused[key]:
			left = append(left, plain(text))
		}
		delete(picked, key)
		began = began || key == "1"
	}
	if len(picked) > 0 { // it named something else
		return nil
	}
	return realSteps(left)
}
