package prompt

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/fence"
)

const (
	maxSteps = 12
	maxStep  = 300
	// maxLead is how many words introduce what is left; a longer line is a sentence.
	maxLead = 7
	// maxAfter is how many words may follow what says that something is still missing.
	maxAfter = 4
	// maxColon is how far into a line the colon after them is looked for, in bytes.
	maxColon = 300
)

// Left is what an answer of the model says is left to do: the steps in their
// order. says is false where it lists nothing as left: the steps, if any, are what its
// sentences mention. Where it says that nothing is left, there are no steps.
func Left(answer string) (steps []string, says bool) {
	inList, gap := false, false
	for line := range unfenced(head(answer)) {
		line = strings.TrimRight(line, " \t\r\n")
		if line == "" {
			gap = true
			continue
		}
		rest, begins := afterLead(line)
		item := listed(line)
		if !begins && !item {
			rest, begins = leadWithin(line)
		}
		switch {
		case begins && phrasesOf("finished").in(words(line)):
			steps, says, inList = nil, true, false
		case begins:
			if !says || rest != "" || len(steps) == 0 {
				steps, says = nil, true // the last list of an answer counts
			}
			inList = true
			steps = append(steps, inline(rest)...)
		case inList && item:
			if !indented(line) || len(steps) == 0 {
				steps = append(steps, plain(unlisted(line)))
			}
		case inList && !gap && len(steps) > 0 && indented(line): // the rest of an item
		default:
			if inList && len(steps) == 0 && !heading(strings.TrimSpace(line)) {
				steps = append(steps, plain(line))
			}
			inList = false
		}
		gap = false
	}
	if !says && phrasesOf("finished").in(words(lastParagraph(answer))) {
		return nil, true
	}
	for line := range unfenced(head(answer)) {
		for _, s := range Sentences(line) {
			step := plain(mentioned(s))
			known := func(told string) bool { return strings.Contains(told, step) || strings.Contains(step, told) }
			if step != "" && (!says || len(steps) > 0) && !slices.ContainsFunc(steps, known) {
				steps = append(steps, step)
			}
		}
	}
	return realSteps(steps), says
}

// mentioned is what a sentence says is not done yet: "the link is still missing", "I have
// not run the tests yet", "I did not get to the docs".
func mentioned(s string) string {
	w, low := bareWords(s), strings.ReplaceAll(strings.ToLower(s), "'", " ")
	if utf8.RuneCountInString(s) > maxStep || len(low) != len(s) || asks(s) {
		return ""
	}
	if n := phrasesOf("lacks").start(w); n > 0 {
		_, rest, _ := strings.Cut(low, w[:n])
		return s[len(s)-len(rest):]
	}
	switch {
	case phrasesOf("topics").start(w) > 0:
		return ""
	case phrasesOf("unbegun").in(w) && phrasesOf("yets").in(w) && !phrasesOf("vague").in(w):
		return s
	case phrasesOf("undecided").in(firstWords(w, 1)):
		return ""
	}
	if !phrasesOf("stillOpen").in(w) { // as most do not
		return ""
	}
	for _, phrase := range phrasesOf("stillOpen").all {
		before, after, is := strings.Cut(" "+w+" ", " "+phrase+" ")
		if unspaced(phrase) {
			before, after, is = strings.Cut(w, phrase)
		}
		named := strings.Fields(before)
		if !is || len(named) < 2 && !unspaced(w) || strings.Count(after, " ") > maxAfter ||
			phrasesOf("relatives").in(strings.Join(named[max(0, len(named)-2):], " ")) {
			continue
		}
		at := strings.LastIndex(low, phrase)
		if after != "" || unspaced(phrase) || at < 0 {
			return s
		}
		what := strings.TrimSpace(s[:at])
		if last := strings.LastIndexByte(what, ' ') + 1; phrasesOf("beings").start(strings.ToLower(what[last:])) > 0 {
			what = strings.TrimSpace(what[:last])
		}
		return what
	}
	return ""
}

// afterLead is what follows the words that introduce what is left, on the same line.
func afterLead(line string) (rest string, is bool) {
	line = strings.TrimSpace(line)
	s := strings.TrimLeft(unlisted(strings.Trim(strings.TrimLeft(line, "#"), " ")), "*_ ✅⏳🔜➡️👉📋🚧▶→")
	before, after, colon := cutColon(s)
	if !colon && (len(s) > maxColon || !heading(line)) {
		return afterBeing(s)
	}
	w := bareWords(before)
	if n := len(strings.Fields(w)); n == 0 || n > maxLead || utf8.RuneCountInString(w) > 60 || asks(after) {
		return "", false
	}
	return strings.Trim(after, " *_"), isOne(w, "leads") || phrasesOf("inLeads").in(w)
}

// afterBeing is what a sentence says is left: "what remains is the index".
func afterBeing(s string) (rest string, is bool) {
	for first := range sentences(fence.Head(s, maxColon)) {
		s = first
		break
	}
	for i := range s {
		if i > 0 && s[i-1] != ' ' && !unspaced(s[i:]) || i == 0 {
			continue
		}
		before, n := bareWords(s[:i]), phrasesOf("beings").start(strings.ToLower(s[i:]))
		if len(strings.Fields(before)) > maxLead || utf8.RuneCountInString(before) > maxColon/10 {
			break
		}
		if n == 0 || !isOne(before, "leads") && !phrasesOf("inLeads").in(before) {
			continue
		}
		rest = strings.TrimSpace(s[i+n:])
		if w := bareWords(rest); (strings.Contains(w, " ") || dense(w)) && start(w, "dones", "undones") == 0 {
			return rest, true
		}
	}
	return "", false
}

// leadWithin is what follows such words where a line has other sentences before them.
func leadWithin(line string) (rest string, is bool) {
	for _, line, more := strings.Cut(line, ". "); more && !is; _, line, more = strings.Cut(line, ". ") {
		rest, is = afterLead(line)
	}
	return rest, is
}

// isOne says whether the words, but for some small ones, are one of the phrases.
func isOne(w, name string) bool {
	said := slices.DeleteFunc(strings.Fields(w), func(word string) bool {
		return word == "," || phrasesOf("asides").start(word) > 0
	})
	all := phrasesOf(name).all
	return slices.Contains(all, w) || slices.Contains(all, strings.Join(said, " "))
}

// cutColon cuts a line at its first colon that ends a word, near its beginning.
func cutColon(s string) (before, after string, ok bool) {
	for i, r := range fence.Head(s, maxColon) {
		end := i + utf8.RuneLen(r)
		if r == '：' || r == ':' && (end == len(s) || strings.IndexByte(" *_", s[end]) >= 0) {
			return s[:i], s[end:], true
		}
	}
	return s, "", false
}

// inline are the steps that stand on one line: "1. a 2. b", "a; b", or one.
func inline(s string) (steps []string) {
	if s = strings.TrimSpace(s); s == "" {
		return nil
	}
	if !hasAnyPrefix(s, "1. ", "1) ", "(1) ") {
		steps = strings.Split(strings.ReplaceAll(s, "；", "; "), "; ")
	} else {
		for word := range strings.FieldsSeq(fence.Head(s, maxRuled)) {
			number, next := strings.TrimPrefix(word, "("), strconv.Itoa(len(steps)+1)
			if number == next+"." || number == next+")" {
				steps = append(steps, "")
				continue
			}
			steps[len(steps)-1] += word + " "
		}
	}
	for i, step := range steps {
		steps[i] = plain(step)
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

// realSteps are steps without those that are done, and without those that say that
// nothing is left.
func realSteps(steps []string) []string {
	kept := slices.DeleteFunc(steps, func(s string) bool {
		w := strings.TrimSuffix(bareWords(s), " ,")
		named, _, _ := strings.Cut(s, " (")
		opens := strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：") // it introduces what follows
		none := !strings.ContainsFunc(named, unicode.IsLetter) || isOne(w, "nothing")
		return none || opens || asks(s) || hasAnyPrefix(s, "[x]", "[X]", "✅", "~~")
	})
	return kept[:min(len(kept), maxSteps)]
}

func hasAnyPrefix(s string, marks ...string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(s, mark) })
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
