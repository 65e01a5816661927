package prompt

import (
	"slices"
	"strings"
	"unicode"
)

const (
	maxPutOff = 7   // words of a clause that puts something off: "retries tomorrow"
	maxSaid   = 600 // bytes of a prompt that does: a longer one describes
)

// PutsOff are the steps that a prompt puts off in its own words: "retries tomorrow", "the test can
// wait". What the user does himself then is none, nor a question.
func PutsOff(text string) (steps []string) {
	if len(text) > maxSaid || !has(words(text), "laters", "waits") { // as most
		return nil
	}
	for _, s := range Sentences(ownWords(text)) {
		for _, clause := range clausesOf(s) {
			w, _ := consume(bareWords(clause), "courtesies")
			what := putOff(w)
			over, _ := consume(what, "goesOn")
			_, drops := dropped(clause)
			short := len(strings.Fields(w)) <= maxPutOff && !asks(s) && !drops
			named := len(named(what)) > 0 && (what != w || has(w, "waits"))
			if short && named && over != "" && !begins(what, "selves", "things") && !has(w, "goodbyes") {
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
		return (!says(word) || begins(word, "laters", "waits", "rests", "fillers")) && !unspaced(word)
	})
}

// Repeats reports whether a step that was put off names only what the other ones do: "paging later".
func Repeats(step string, others []string) bool {
	return !slices.ContainsFunc(named(putOff(bareWords(step))), func(word string) bool {
		return !slices.ContainsFunc(others, func(o string) bool { return tell(o).held(StepOf(word)) != 0 })
	})
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
	picked, refused := map[string]bool{}, map[string]bool{}
	for _, s := range Sentences(said) {
		if begins(bareWords(s), "interrogatives") {
			return nil
		}
		for _, clause := range clausesOf(s) {
			into, w := picked, bare(clause)
			if unneeded(clause) || begins(w, "skips", "bans", "refuses") || phrasesOf("refuses").end(w) > 0 {
				if into = refused; has(w, "rests") {
					return nil
				}
			} else if has(w, "laters", "waits") {
				continue
			}
			all := strings.Fields(w)
			for i, word := range all {
				if begins(word, "nots") { // "1 but not 2"
					into = refused
				}
				rest := strings.Join(all[i+1:], " ") // "2 sessions" are no choice
				alone := rest == "" || unicode.IsDigit(rune(rest[0])) ||
					begins(rest, "joints", "startsWith", "needs", "copulas", "refuses")
				if strings.Trim(word, "0123456789") == "" && alone {
					into[word] = true
				}
			}
		}
	}
	some := len(picked) > 1 || len(picked) > 0 && has(words(said), "startsWith", "laters", "waits")
	if len(said) > maxReply || !some {
		return nil
	}
	began := false
	for line := range strings.Lines(head(answer)) {
		key, text := choiceOf(line)
		switch {
		case key == "" || !unicode.IsDigit(rune(key[0])):
		case key == "1" && began: // another list
			return nil
		case picked[key]:
			delete(picked, key)
		case !refused[key]:
			left = append(left, plain(text))
		}
		began = began || key == "1"
	}
	if len(picked) > 0 { // it named something else
		return nil
	}
	return realSteps(left)
}
