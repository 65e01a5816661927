package prompt

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxSteps = 12
	maxStep  = 300
	// maxLead is how many words introduce what is left; a longer line is a sentence.
	maxLead = 7
)

// Left is what an answer of the model says is left to do: the steps in their
// order. says is false where it says nothing of that; where it says that nothing
// is left, there are no steps.
func Left(answer string) (steps []string, says bool) {
	inList, fenced, gap := false, "", false
	for line := range strings.Lines(head(answer)) {
		line = strings.TrimRight(line, " \t\r\n")
		trimmed := strings.TrimSpace(line)
		if mark := fenceMark(trimmed); mark != "" && (fenced == "" || fenced == mark) {
			fenced = strings.TrimPrefix(mark, fenced)
			continue
		}
		if fenced != "" {
			continue
		}
		if trimmed == "" {
			gap = true
			continue
		}
		rest, begins := afterLead(trimmed)
		if !begins && !listed(line) {
			rest, begins = leadWithin(trimmed)
		}
		switch {
		case begins && holds(words(trimmed), phrasesOf("finished")):
			steps, says, inList = nil, true, false
		case begins:
			if !says || rest != "" || len(steps) == 0 {
				steps, says = nil, true // the last list of an answer counts
			}
			inList, gap = true, false
			steps = append(steps, inline(rest)...)
		case inList && listed(line):
			if !indented(line) || len(steps) == 0 {
				steps = append(steps, plain(unlisted(line)))
			}
			gap = false
		case inList && !gap && len(steps) > 0 && indented(line):
			// the rest of an item
		case inList && len(steps) == 0 && !heading(trimmed):
			steps = append(steps, plain(trimmed))
			inList = false
		default:
			inList = false
		}
	}
	if !says && holds(words(lastParagraph(answer)), phrasesOf("finished")) {
		return nil, true
	}
	return realSteps(steps), says
}

// afterLead is what follows the words that introduce what is left, on the same line.
func afterLead(line string) (rest string, is bool) {
	s := strings.Trim(strings.TrimLeft(line, "#"), " ")
	s = strings.TrimLeft(unlisted(s), "*_ ✅⏳🔜➡️👉📋🚧▶→")
	before, after, colon := cutColon(s)
	if !colon {
		if !heading(line) {
			return "", false
		}
		before = s
	}
	w := strings.TrimSpace(words(before))
	if n := len(strings.Fields(w)); n == 0 || n > maxLead || utf8.RuneCountInString(w) > 60 {
		return "", false
	}
	if !isOne(w, phrasesOf("leads")) && !holds(" "+w+" ", phrasesOf("inLeads")) {
		return "", false
	}
	return strings.Trim(after, " *_"), true
}

// leadWithin is what follows such words where a line has other sentences before them.
func leadWithin(line string) (rest string, is bool) {
	for from := 0; ; {
		i := strings.Index(line[from:], ". ")
		if i < 0 {
			return "", false
		}
		from += i + len(". ")
		if _, _, colon := cutColon(line[from:]); !colon {
			return "", false
		}
		if rest, is = afterLead(line[from:]); is {
			return rest, true
		}
	}
}

// isOne says whether the words, but for some small ones, are one of the phrases.
func isOne(w, phrases string) bool {
	var kept []string
	for _, word := range strings.Fields(w) {
		switch word {
		case "what", "s", "is", "are", "the", "and", "still", "things", "items", "tasks", "steps", "work",
			"noch", "ist", "es", "encore", "aún", "todavía", "ainda", "ancora", "ещё", "еще", ",":
		default:
			kept = append(kept, word)
		}
	}
	key := strings.Join(kept, " ")
	for p := range strings.SplitSeq(phrases, "|") {
		if p = strings.TrimSpace(p); p != "" && (p == key || p == w) {
			return true
		}
	}
	return false
}

// cutColon cuts a line at its first colon that ends a word.
func cutColon(s string) (before, after string, ok bool) {
	for i, r := range s {
		end := i + utf8.RuneLen(r)
		if r == '：' || r == ':' && (end == len(s) || strings.IndexByte(" *_", s[end]) >= 0) {
			return s[:i], s[end:], true
		}
	}
	return s, "", false
}

// inline are the steps that stand on one line: "1. a 2. b", "a; b", or one.
func inline(s string) []string {
	if s = strings.TrimSpace(s); s == "" {
		return nil
	}
	var steps []string
	if strings.HasPrefix(s, "1. ") || strings.HasPrefix(s, "1) ") || strings.HasPrefix(s, "(1) ") {
		from := 0
		for n := 1; from < len(s) && n <= maxSteps; n++ {
			next := len(s)
			for _, mark := range []string{". ", ") "} {
				if i := strings.Index(s[from:], " "+string(rune('0'+(n+1)%10))+mark); i > 0 && n < 9 {
					next = min(next, from+i+1)
				}
			}
			steps = append(steps, plain(unlisted(strings.TrimPrefix(s[from:next], "("))))
			from = next
		}
		return steps
	}
	for part := range strings.SplitSeq(strings.ReplaceAll(s, "；", "; "), "; ") {
		steps = append(steps, plain(part))
	}
	return steps
}

// plain is a step without the marks of its format.
func plain(s string) string {
	s = strings.TrimSpace(s)
	for _, box := range []string{"[ ]", "☐", "⬜"} {
		s = strings.TrimSpace(strings.TrimPrefix(s, box))
	}
	return shortened(row(strings.ReplaceAll(s, "**", "")), maxStep)
}

// real are steps without those that are done, and without those that say that
// nothing is left.
func realSteps(steps []string) []string {
	var kept []string
	for _, s := range steps {
		w := strings.TrimSpace(words(s))
		done := slices.ContainsFunc([]string{"[x]", "[X]", "✅", "~~"}, func(mark string) bool {
			return strings.HasPrefix(s, mark)
		})
		asks := strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？")
		none := w == "" || isOne(strings.TrimSuffix(w, " ,"), phrasesOf("nothing"))
		if !none && !done && !asks && len(kept) < maxSteps {
			kept = append(kept, s)
		}
	}
	return kept
}

func listed(line string) bool { return unlisted(line) != strings.TrimSpace(line) }

func indented(line string) bool {
	return strings.HasPrefix(line, "   ") || strings.HasPrefix(line, "\t")
}

// heading says whether a line is one: marked as such, or all of it bold.
func heading(line string) bool {
	s := strings.TrimRight(line, ": ")
	bold := strings.HasPrefix(s, "**") && strings.HasSuffix(s, "**") && strings.Count(s, "**") == 2
	return bold || strings.HasPrefix(line, "#")
}

func lastParagraph(s string) string {
	s = strings.TrimSpace(head(s))
	return s[strings.LastIndex(s, "\n\n")+1:]
}

// SaysDone reports whether a text, such as the message of a commit, says that a
// step is done: it holds nearly all words of the step that mean something.
func SaysDone(text, step string) bool {
	found, all := shared(text, step)
	return all > 1 && found*4 >= all*3
}

// AnswersDone reports whether an answer says in one sentence that a step is done: with
// all words of the step that mean something.
func AnswersDone(answer, step string) bool {
	return slices.ContainsFunc(Sentences(answer), func(s string) bool {
		w := words(s)
		if strings.HasSuffix(s, "?") || !dones().in(w) || undones().in(w) {
			return false
		}
		found, all := shared(s, step)
		return all > 0 && found == all
	})
}

// shared is how many of the words of a step that mean something a text holds.
func shared(text, step string) (found, all int) {
	said := map[string]bool{}
	for _, w := range strings.Fields(words(text)) {
		said[stem(w)] = true
	}
	for _, w := range strings.Fields(words(step)) {
		if utf8.RuneCountInString(w) < 4 && !strings.ContainsFunc(w, unicode.IsDigit) && !unspaced(w) {
			continue
		}
		if all++; said[stem(w)] || unspaced(w) && strings.Contains(text, w) {
			found++
		}
	}
	return found, all
}

// stem is a word without the ending that its form gives it, roughly.
func stem(w string) string {
	for _, end := range []string{"ing", "ed", "es", "s", "en", "e"} {
		if rest, ok := strings.CutSuffix(w, end); ok && utf8.RuneCountInString(rest) >= 3 {
			return rest
		}
	}
	return w
}
