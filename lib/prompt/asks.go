package prompt

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxBare is the longest prompt, in bytes, that may say no more than go on,
// hello, or the name of a branch.
const maxBare = 160

// OnlyGoesOn reports whether a prompt asks for nothing but to go on: "go on",
// "continue where we left off", "weiter", "продолжай", "继续".
func OnlyGoesOn(text string) bool {
	rest, found := consume(bare(text), phrasesOf("goesOn"))
	return found && rest == ""
}

// Resumes reports whether a prompt asks to go on with something that it names: "go on
// with the rounding", "weiter mit dem Export".
func Resumes(text string) bool {
	rest, found := consume(bare(text), phrasesOf("goesOn"))
	return found && prefix(rest, phrasesOf("withs")) > 0
}

// Asks reports whether a prompt asks for something of its own: it is not empty,
// no greeting or thanks, no bare request to go on, no switch of branch, and none of
// our own slash commands.
func Asks(text string) bool {
	s := bare(text)
	if IsOurs(strings.TrimSpace(text)) {
		return false
	}
	if s == "" {
		return len(text) > maxBare
	}
	rest, _ := consume(s, phrasesOf("goesOn")+"|"+phrasesOf("greetings"))
	return rest != "" && !switchesBranch(text)
}

// Concludes reports whether a prompt only ends finished work: "thanks, push it",
// "perfect, commit and push".
func Concludes(text string) bool {
	s := bare(text)
	if s == "" {
		return false
	}
	rest, _ := consume(s, phrasesOf("goesOn")+"|"+phrasesOf("greetings")+"|"+phrasesOf("concluding"))
	return rest == ""
}

// ours are our slash commands that save, show or take back work. What comes after
// them is about that, and no work by itself.
var ours = []string{recovers, "checkpoint", "handoff", "finalize", "rollback", "task-checkpoint"}

const recovers = "recover"

// Recovers reports whether the slash command of that name is the one that continues
// earlier work.
func Recovers(name string) bool { return strings.TrimPrefix(name, "holdfast:") == recovers }

// IsOurs reports whether a text is one of our slash commands.
func IsOurs(text string) bool {
	name, ok := strings.CutPrefix(text, "/")
	if i := strings.IndexFunc(name, unicode.IsSpace); i >= 0 {
		name = name[:i]
	}
	return ok && slices.Contains(ours, strings.TrimPrefix(name, "holdfast:"))
}

// bare is a short text's words without clauses, "" for a longer one.
func bare(text string) string {
	if text = strings.TrimSpace(unpictured(text)); len(text) > maxBare {
		return ""
	}
	var kept []string
	for _, w := range strings.Fields(words(text)) {
		if w != "," && !slices.Contains(polite, w) {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return row(words(text))
	}
	return strings.Join(kept, " ")
}

// polite are words that may be in the middle of a request.
var polite = []string{"please", "bitte", "mal", "doch", "jetzt", "пожалуйста"}

// consume takes phrases and fillers off the beginning of s until none fits, the
// longest first. found says that one of the phrases was among them.
func consume(s, phrases string) (rest string, found bool) {
	for s != "" {
		phrase, filler := prefix(s, phrases), prefix(s, phrasesOf("fillers"))
		switch {
		case phrase == 0 && filler == 0:
			return s, found
		case phrase >= filler:
			found = true
		}
		s = strings.TrimSpace(s[max(phrase, filler):])
	}
	return "", found
}

// prefix is the length of the longest of the phrases that s begins with, whole
// words only.
func prefix(s, phrases string) int {
	longest := 0
	for p := range strings.SplitSeq(phrases, "|") {
		if s == "" || p == "" || p[0] > ' ' && p[0] != s[0] {
			continue // most are told by one byte
		}
		if p = strings.TrimSpace(p); len(p) <= longest || !strings.HasPrefix(s, p) {
			continue
		}
		if len(s) == len(p) || s[len(p)] == ' ' || unspaced(p) {
			longest = len(p)
		}
	}
	return longest
}

// switchesBranch reports whether a text asks for a branch and for nothing else:
// "switch to main", "work on feat/login", "check out the phase 12 branch".
func switchesBranch(text string) bool {
	s := strings.ToLower(row(strings.TrimRight(strings.TrimSpace(text), ".!")))
	if len(s) > maxBare || strings.ContainsAny(s, ",;?") {
		return false
	}
	s = strings.NewReplacer("'", " ", "’", " ").Replace(s)
	lead := phrasesOf("fillers") + "|let s|ok|okay|yes|hi|hey"
	for n := prefix(s, lead); n > 0; n = prefix(s, lead) {
		s = strings.TrimSpace(s[n:])
	}
	n := prefix(s, phrasesOf("switches"))
	if n == 0 {
		return strings.HasSuffix(strings.TrimRight(s, "して"), "切り替え") && holds(" "+s+" ", "ブランチ")
	}
	verb, s := s[:n], strings.TrimSpace(s[n:])
	named := holds(" "+s+" ", phrasesOf("branchWords"))
	for n := prefix(s, phrasesOf("articles")); n > 0; n = prefix(s, phrasesOf("articles")) {
		s = strings.TrimSpace(s[n:])
	}
	left := strings.Fields(s)
	if holds(" "+s+" ", "and|then|und|et|y|e|и") {
		return false
	}
	switch {
	case named:
		return len(left) <= 5
	case verb == "use" || verb == "change" || verb == "switch" || verb == "cambia" || verb == "check":
		return false // of a branch only where the word is said
	}
	return len(left) == 1 && utf8.RuneCountInString(left[0]) < 80
}
