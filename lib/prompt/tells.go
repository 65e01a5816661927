package prompt

import (
	"math/bits"
	"slices"
	"strings"

	"holdfast/lib/each"
)

// told are the clauses of a prompt in which the user tells what was run or done: "ran the backfill, all good". None
// tells that if it asks, or says that something is not so or went wrong, nor one before it where it is about "it".
func told(text string) (all []parsed) {
	if len(text) > maxSaid || !has(words(text), "rans") { // as most
		return nil
	}
	for _, s := range Sentences(text) {
		clauses := each.Of(clausesOf(s), parse)
		wrong := slices.ContainsFunc(clauses, func(c parsed) bool { // but "no errors"
			return has(c.words, "fails", "undones") && !(has(c.words, "fails") && begins(c.words, "nots", "withouts"))
		})
		w, _ := consume(bareWords(s), "greetings", "agrees")
		if wrong && begins(w, "things") {
			return nil
		} else if !wrong && !marked(s) && !begins(w, "interrogatives", "topics") {
			all = append(all, slices.DeleteFunc(clauses, func(c parsed) bool { return !has(c.words, "rans") })...)
		}
	}
	return all
}

// Tells reports whether the prompt of a turn tells that the user did a step of a list, and means no other one by that.
func (t Turn) Tells(list []Step, n int) bool {
	return slices.ContainsFunc(t.tells, func(x parsed) bool {
		own, others := x.tells(list[n]), slices.Delete(slices.Clone(list), n, n+1)
		return own > 0 && !slices.ContainsFunc(others, func(s Step) bool { return x.tells(s) >= own })
	})
}

// tells is how many words of a step a clause has that tells of it: all but its verb, or, of one that is to run
// something, what makes up half of the clause ("i ran the backfill"), and nothing of another place.
func (t parsed) tells(s Step) int {
	held := t.held(s)
	own, all, last := bits.OnesCount64(held), 0, ""
	verb, _ := consume(strings.ReplaceAll(s.words, " ,", ""), "yous", "courtesies", "laters")
	runs := begins(verb, "runs") || phrasesOf("runs").end(verb) > 0 || dense(verb) && has(verb, "runs")
	if missing := (1<<len(s.counted) - 1) &^ (held | s.brings | s.turns); !runs && (missing != 0 || t.aside(s)) {
		return 0
	}
	before, after, _ := around(t.words, "rans")
	for w := range strings.FieldsSeq(before + " " + after) {
		counts := len(ownName(w)) > 0 && !begins(w, "rans", "pasts", "yous", "common")
		place := begins(last, "insides", "links", "tos") && !begins(last, "articles")
		if counts && !s.has(w) && (place || before == "" && all == 0) {
			return 0
		} else if last = w; counts {
			all++
		}
	}
	return map[bool]int{true: own}[!runs || 2*own >= all]
}
