package prompt

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/fence"
)

// ownWords is a text without what was pasted into it: blocks, diffs, markup, outputs and logs.
func ownWords(text string) string {
	var kept []string
	pasted, gap := false, false
	isDiff := strings.Contains(text, "\n@@ ") || strings.Contains(text, "\n+ ") || strings.HasPrefix(text, "+ ")
	for _, line := range unfenced(unpictured(unpasted(head(text)))) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "":
			gap = pasted
			kept = append(kept, "")
		case quoted(trimmed) || isDiff && hasAnyPrefix(trimmed, "+", "-", "@@"):
		case output(trimmed):
			pasted, gap = true, false
		case pasted && !(gap && speaks(line)):
			gap = false
		case code(trimmed):
		default:
			pasted, gap = false, false
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// spoken is ownWords without quotations of several sentences, which somebody else said.
func spoken(text string) string {
	pieces := strings.Split(ownWords(text), `"`)
	for i := 1; len(pieces)%2 == 1 && i < len(pieces); i += 2 {
		if len(Sentences(pieces[i])) > 1 {
			pieces[i] = "x"
		}
	}
	return strings.Join(pieces, `"`)
}

// Looked is what of a prompt is looked at, though more is kept: of a long one the beginning and the end of the user's
// own words, else the beginning, by whose form it was pasted.
func Looked(text string) string {
	if len(text) <= maxRuled || isMarkup(unpasted(text)) {
		return fence.Head(text, maxRuled)
	}
	return fence.Ends(cmp.Or(ownWords(text), fence.Head(text, maxRuled/4)), maxRuled)
}

// Condensed is a prompt that has of what was pasted only the row that says what went wrong.
func Condensed(text string) string {
	own := ownWords(text)
	if wrong, _ := failing(text); wrong != "" && !strings.Contains(own, wrong) {
		return strings.TrimSpace(own + "\n" + wrong)
	}
	return cmp.Or(strings.TrimSpace(unpasted(text)), text)
}

// failing is the last row of an output that says what went wrong, and the function that its stack trace names.
func failing(text string) (wrong, where string) {
	before, after := "", ""
	for line := range strings.Lines(head(text)) {
		s := strings.TrimLeft(row(line), "`~>|+❯⎿●│ ")
		kind, _, found := strings.Cut(strings.ToLower(s), ": ")
		faulty := func(fault string) bool { return strings.Contains(kind, fault) }
		if _, in, ok := strings.Cut(s, ", in "); ok && strings.HasPrefix(s, "File \"") {
			before = in
		} else if at, ok := strings.CutPrefix(s, "at "); ok && after == "" {
			after, _, _ = strings.Cut(firstWords(at, 1), "(")
		} else if found && strings.Count(kind, " ") < 5 && output(s) && contains(phrasesOf("faults").all, faulty) {
			wrong, after = s, ""
		}
	}
	return wrong, cmp.Or(after, before)
}

// unfenced are the lines of a text that are in no code block: one ends at marks that are as many as those it begins
// with, or more, and nothing else.
func unfenced(text string) (lines []string) {
	open := ""
	for line := range strings.Lines(text) {
		s := strings.TrimSpace(line)
		switch mark := fenceMark(s); {
		case open == "" && mark == "":
			lines = append(lines, line)
		case open == "":
			open = mark
		case mark == s && strings.HasPrefix(mark, open):
			open = ""
		}
	}
	return lines
}

// unpictured is a text without the labels of its pictures: [Image], [Image #2].
func unpictured(text string) string {
	pieces := strings.Split(text, "[Image")
	for i, p := range pieces[1:] {
		number, rest, closed := strings.Cut(p, "]")
		if !closed || strings.Trim(number, " #0123456789") != "" {
			rest = "[Image" + p
		}
		pieces[i+1] = strings.TrimLeft(rest, " ")
	}
	return strings.Join(pieces, "")
}

const pasteTag = "pasted_content" // begins and ends what was pasted, as the client marks it

// unpasted is a text without the blocks that the client marks as pasted, nested and open ones too: each ends at its own
// id, which what is pasted does not know. So are elements of a name with a hyphen, such as reminders, that end.
func unpasted(text string) string {
	if !strings.Contains(text, "<") { // as most
		return text
	}
	var own strings.Builder
	pieces, last := strings.Split("/>"+text, "<"), map[string]int{} // where each tag is last
	for i, p := range pieces {
		tag, _, _ := strings.Cut(p, ">")
		last[tag] = i
	}
	end, depth := "/", 0 // of the block that is open
	for i, p := range pieces {
		tag, behind, _ := strings.Cut(p, ">")
		name, _, _ := strings.Cut(tag, " ")
		begins := last["/"+name] > i && strings.ContainsAny(name, "-_")
		if strings.HasPrefix(tag, pasteTag+" id=") {
			name, begins = tag, true
		}
		switch {
		case tag == end, depth == 0 && strings.HasPrefix(tag, "/"+pasteTag):
			if depth = max(0, depth-1); depth == 0 {
				own.WriteString(behind)
			}
		case "/"+name == end && depth > 0, depth == 0 && begins:
			end, depth = "/"+name, depth+1
		case depth == 0:
			own.WriteString("<" + p)
		}
	}
	return own.String()
}

// speaks says whether a line after pasted output is the user's own again.
func speaks(line string) bool {
	trimmed := strings.TrimSpace(line)
	first, _ := utf8.DecodeRuneInString(line)
	key, _, _ := strings.Cut(trimmed, ":")
	output := unicode.IsSpace(first) || unlisted(line) != trimmed || key != trimmed && strings.Count(key, " ") < 2
	return !output && (unicode.IsLetter(first) && !unicode.IsUpper(first) || strings.Contains(line, "?") ||
		has(words(line), "voices"))
}

// fenceMark is the mark of three signs or more that begins or ends a code block, "" for none.
func fenceMark(line string) string {
	rest := strings.TrimLeft(line, line[:min(len(line), 1)])
	if mark := line[:len(line)-len(rest)]; hasAnyPrefix(mark, "```", "~~~") && !strings.Contains(rest, mark[:3]) {
		return mark
	}
	return ""
}

// quoted says whether a line is marked as not the writer's own.
func quoted(line string) bool {
	r, _ := utf8.DecodeRuneInString(line)
	return strings.ContainsRune(">|<{❯⎿●✗✓│├└┌╭╰", r) || strings.HasPrefix(line, "[{")
}

// output says whether a line looks like the output of a program.
func output(line string) bool {
	low := strings.ToLower(line)
	first, rest, _ := strings.Cut(low, " ")
	name, at, _ := strings.Cut(first, ":") // as compilers print a place: "a/b.go:12:3:"
	place := strings.TrimLeft(at, "0123456789") != at && strings.HasSuffix(at, ":") && strings.ContainsAny(name, "./\\")
	time := strings.TrimLeft(low, "[(") // 2026-11-21 …, 10:15:02 …
	time = time[:min(len(time), 8)]
	signs := strings.Count(time, "-") + strings.Count(time, "/") + strings.Count(time, ":")
	stamped := len(time) == 8 && signs < 3 && strings.Trim(time, "0123456789-/:") == ""
	begins := func(start string) bool { return strings.HasPrefix(low, start) }
	spoken := func(mark string) bool { return begins(mark + " ") }
	switch {
	case contains(phrasesOf("outputs").all, begins), hasAnyPrefix(low, "$ ", "% ", "ok  \t"), stamped, place:
		return true
	case contains(phrasesOf("spokenMarks").all, spoken) && strings.ContainsAny(rest, ":/[]0123456789"):
		return !strings.HasSuffix(rest, "?") && !general(line) // "commit subjects under 50 chars"
	}
	return contains(phrasesOf("outputParts").all, func(part string) bool {
		before, _, ok := strings.Cut(low, part)
		// "I get error: X when I save" is a sentence of the user's.
		return ok && strings.Count(before, " ") < 3 && !has(words(before), "owners")
	})
}

// code says whether a line ends like a program's text, or has more signs than letters.
func code(line string) bool {
	ends := func(end string) bool { return strings.HasSuffix(line, end) }
	if strings.Trim(line, "})]") == "" || slices.ContainsFunc([]string{"{", "};", ");", "})", "->", "=>"}, ends) {
		return true
	}
	letters := 0
	for _, r := range line {
		if unicode.IsLetter(r) || unicode.IsSpace(r) {
			letters++
		}
	}
	return letters*2 < utf8.RuneCountInString(line) && !strings.HasPrefix(line, "/")
}
