package prompt

import (
	"slices"
	"strings"
	"unicode"

	"holdfast/lib/each"
)

// turned is a Russian sentence from the clause on that is a rule in the order of words in which others are read: "and
// the keys into the repo do not put ever"; "" where none is.
func turned(s string) string {
	ruled := func(clause string) bool { return len(Rules(fronted(clause))) > 0 }
	clause := each.First(clausesOf(s), ruled)
	if clause == "" || asks(s) {
		return ""
	}
	return without(strings.TrimSpace(s[strings.Index(s, clause):]), "joints", "agrees")
}

// fronted is a Russian clause with its order or ban, and the word that says that this lasts, before what it is about;
// "" for one that begins so, or that tells what something does: "the sensor never answers".
func fronted(clause string) string {
	if !cyrillic(clause) || begins(bareWords(clause), "ifs", "interrogatives") {
		return "" // as most
	}
	all := strings.Fields(strings.Trim(without(strings.TrimSpace(clause), "joints", "agrees"), " .!"))
	low := each.Of(all, strings.ToLower)
	directs := func(i int) bool {
		return i >= 0 && i < len(low) && hasEnding(low[i], "directed") && !hasEnding(low[i], "undirected")
	}
	at, not := slices.IndexFunc(low, phrasesOf("lastingly").is), slices.Index(low, "не")
	first := []int{at}
	switch {
	case not >= 0 && directs(not+1):
		first = append(first, not, not+1)
	case not >= 0 || at < 0:
		return ""
	case directs(at + 1):
		first = append(first, at+1)
	case directs(at - 1):
		first = append(first, at-1)
	case at < len(low)-1 || !has(low[at], "nevers") || !has(bareWords(clause), "insides"):
		return ""
	}
	var lead, rest []string
	for _, i := range first {
		lead = append(lead, append([]string{""}, all...)[i+1])
	}
	for i, w := range all {
		if !slices.Contains(first, i) {
			rest = append(rest, w)
		}
	}
	if turned := strings.TrimSpace(strings.Join(append(lead, rest...), " ")); turned != strings.Join(all, " ") {
		return turned
	}
	return ""
}

// cyrillic says whether a text holds letters of that script.
func cyrillic(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r >= '\u0400' && unicode.Is(unicode.Cyrillic, r) })
}
