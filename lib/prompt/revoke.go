package prompt

import (
	"slices"
	"strings"

	"holdfast/lib/fence"
	"holdfast/lib/rank"
)

// TakesBack are the sentences of a prompt that may take back a rule: "you can … again".
func TakesBack(text string) (all []string) {
	text = fence.Head(text, maxRuled)
	w := clauseless(text)
	if !eases(w) && !has(w, "forgets") || PlanTitle(text) != "" || isMarkup(text) { // as most
		return nil
	}
	for _, s := range Sentences(ownWords(text)) {
		if w := clauseless(unquoted(s)); !asks(s) && (eases(w) || begins(w, "forgets")) {
			all = append(all, s)
		}
	}
	return all[:min(len(all), maxTakenBack)]
}

// eases reports whether words say that something need not be any more, or may be again.
func eases(w string) bool {
	return has(w, "lifts") || has(w, "permits") && has(w, "agains", "strong")
}

// Revokes are the rules that a sentence which takes back one is about: those that share most words with it,
// or the only one that shares one. It is a rule itself, but where it only says to forget them.
func Revokes(sentence string, rules []string) (gone []string, rule string) {
	said, own, best := parse(sentence), content(sentence), 1
	for _, r := range rules {
		of, shares := content(r), 0
		for _, w := range of {
			if said.stems[rank.Stem(w)] || dense(w) && 2*len(unshared(w, said.words)) <= len(w) {
				shares++
			}
		}
		if strings.Contains(sentence, r) || shares < best || shares*2 <= min(len(of), len(own)) {
			continue
		}
		if shares > best {
			gone = nil
		}
		best, gone = shares, append(gone, r)
	}
	if len(gone) == 0 || best == 1 && len(gone) > 1 {
		return nil, ""
	}
	if !begins(clauseless(sentence), "forgets") {
		rule = atWord(sentence, maxRule)
	}
	return gone, rule
}

// clauseless are the words of a sentence without what parts its clauses.
func clauseless(s string) string { return strings.ReplaceAll(bareWords(s), " ,", "") }

// content are the words of a rule that tell what it is about.
func content(rule string) []string {
	return slices.DeleteFunc(counted(rule), func(w string) bool {
		return start(w, "directing", "triggers", "permits", "agains", "forgetting") == len(w)
	})
}
