// Package prompt reads what prompts and answers say: what a line of work is for, which
// sentences are standing rules, what is left to do, and what of a long prompt to keep.
//
// All functions are pure and work on text that is already redacted, so that no
// cut can hide a secret. Nothing is paraphrased: every result is found in the text,
// white space and stutter apart. The phrase tables (phrases.txt) are in nine languages.
//
// A sentence is looked at as its words (words, bareWords, clauseless), and these are asked for the phrases of lists:
// has, begins, ends, only (nothing else but fillers) and isOne (all of it); around is what is before and behind one,
// and trimStart, trimEnd, past, strip and without take them away. "As most" and "as few" say how often a condition
// holds that ends a function early. A name is another one with a capital: asks finds a question, Asks an order.
package prompt

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/fence"
)

const (
	MaxGoal      = 200      // characters of the longest goal
	maxRule      = 300      // and of the longest rule
	maxRead      = 64 << 10 // bytes of one text that are looked at
	maxRuled     = 16 << 10 // and of a prompt that may hold rules
	maxClauses   = 16       // commas of a sentence that lays one: a table has more
	maxTakenBack = 12       // sentences of a prompt that may take back a rule
	maxBare      = 160      // bytes of a prompt that may only say go on, hello, or a branch
)

// row is s on one line, each run of white space one space.
func row(s string) string { return strings.Join(strings.Fields(s), " ") }

// head is what of a text is looked at.
func head(s string) string { return fence.Head(s, maxRead) }

// Sentences are the sentences of a text, each on one row without its list marker.
func Sentences(text string) []string {
	var all []string
	for line := range strings.Lines(head(text)) {
		all = append(all, sentences(unlisted(line))...)
	}
	return all
}

// outer are the sentences of an answer, of a long one the first and the last.
func outer(answer string) []string {
	if len(answer) <= 2*maxTold {
		return Sentences(answer)
	}
	first, last := Sentences(fence.Head(answer, maxTold)), Sentences(answer[len(answer)-maxTold:])
	return slices.Concat(first[:max(0, len(first)-1)], last[min(len(last), 1):]) // without what is cut
}

// sentences are those of a line, each on one row.
func sentences(line string) (all []string) {
	from := 0
	for i, r := range line {
		end := i + utf8.RuneLen(r)
		next := end
		switch {
		case i < from || r == utf8.RuneError || r >= 'a' && r <= 'z':
			continue
		case strings.HasPrefix(line[i:], between):
			end, next = i, i+len(between)
		case strings.ContainsRune("。！？", r):
		case r == '?' && spaceAt(strings.TrimLeft(line[end:], "*_"), 0): // bold or not
			end = len(line) - len(strings.TrimLeft(line[end:], "*_"))
			next = end
		case strings.ContainsRune(".!", r) && spaceAt(line, end) && !abbreviated(line[from:end], line[end:]):
		default:
			continue
		}
		all, from = append(all, row(line[from:end])), next
	}
	return slices.DeleteFunc(append(all, row(line[from:])), func(s string) bool { return s == "" })
}

func spaceAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return i == len(s) || unicode.IsSpace(r)
}

// abbreviated says whether the full stop at the end of s ends an abbreviation, a number or the day of a date; one of
// honorifics, which may be other words, is written and goes before a name: "40 ms. never join it".
func abbreviated(s, after string) bool {
	written := s[strings.LastIndexAny(s, " \t(")+1:]
	last := strings.ToLower(written)
	day := hasDigits(last) && isNumber(strings.ReplaceAll(last[:len(last)-1], ".", ""))
	goesOn := strings.ContainsFunc(fence.Head(after, 2), unicode.IsLower) // "am 16. gelöscht"
	on := goesOn && ends(bareWords(s[:len(s)-len(written)]), "onlyDates")
	return day && (on || begins(bareWords(fence.Head(after, maxPhrase)), "months")) ||
		strings.Trim(s, " \t0123456789") == "." || phrasesOf("abbreviations").is(last) ||
		strings.LastIndexFunc(written, unicode.IsUpper) == 0 && phrasesOf("honorifics").is(last) &&
			strings.IndexFunc(strings.TrimSpace(after), unicode.IsUpper) == 0
}

// unquoted is a sentence without what is in quotation marks or code, an identifier in one word: "Date.today".
func unquoted(s string) string {
	for _, q := range [][2]string{{"`", "`"}, {`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}} {
		done := []byte(nil) // of a long text may be many
		for {
			before, rest, _ := strings.Cut(s, q[0])
			_, after, closed := strings.Cut(rest, q[1])
			if !closed {
				break
			}
			done, s = append(append(done, before...), " x "...), after
		}
		s = string(done) + s
	}
	for _, id := range strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' || r > unicode.MaxASCII }) {
		if of, _, is := around(bareWords(id), "once", "todays", "yets"); is && (of != "" || strings.Contains(id, "_")) {
			s = strings.ReplaceAll(s, id, strings.NewReplacer(".", "", "_", "", ":", "", "/", "").Replace(id))
		}
	}
	return s
}

// unlisted is a line without the marker of a list's item: "- ", "* ", "• ", "3. " or "3) ".
func unlisted(line string) string {
	s := strings.TrimSpace(line)
	mark, rest, _ := strings.Cut(s, " ")
	number := strings.TrimRight(mark, ".)")
	numbered := number != "" && len(number) < 4 && strings.Trim(number, digits) == ""
	if len(mark) < len(s) && (numbered && len(mark) == len(number)+1 || strings.Contains("-*•+", mark)) {
		return strings.TrimSpace(rest)
	}
	return s
}

// shortened is atWord of s, with an ellipsis where something was cut.
func shortened(s string, most int) string {
	if utf8.RuneCountInString(s) > most {
		return atWord(s, most-1) + "…"
	}
	return s
}

// atWord is the beginning of s, of at most so many characters, up to the end of a word if one ends in its second half.
func atWord(s string, most int) string {
	runes := []rune(s)
	most = max(0, most)
	if len(runes) <= most {
		return s
	}
	kept := string(runes[:most])
	if space := strings.LastIndexByte(kept, ' '); space > len(kept)/2 && !unicode.IsSpace(runes[most]) {
		kept = kept[:space]
	}
	return strings.TrimRightFunc(kept, unicode.IsSpace)
}
