package prompt

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ownWords is a text without what was pasted into it: fenced and quoted blocks,
// diffs, markup, output of commands, stack traces and logs. Lines are as they
// were.
func ownWords(text string) string {
	var kept []string
	fenced, pasted, gap := "", false, false
	isDiff := strings.Contains(text, "\n@@ ") || strings.Contains(text, "\n+ ") || strings.HasPrefix(text, "+ ")
	for line := range strings.Lines(unpictured(unpasted(head(text)))) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(line)
		if mark := fenceMark(trimmed); mark != "" && (fenced == "" || fenced == mark) {
			if fenced == "" {
				fenced = mark
			} else {
				fenced = ""
			}
			continue
		}
		switch {
		case fenced != "":
			continue
		case trimmed == "":
			gap = pasted
			kept = append(kept, "")
			continue
		case quoted(trimmed) || isDiff && (trimmed[0] == '+' || strings.HasPrefix(trimmed, "@@")):
			continue
		case output(trimmed):
			pasted, gap = true, false
			continue
		case pasted && !(gap && speaks(line)):
			gap = false
			continue
		case code(line):
			continue
		}
		pasted, gap = false, false
		kept = append(kept, line)
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// unpictured is a text without the labels that stand for its pictures: [Image],
// [Image #2].
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

// pasteTag begins and ends what was pasted, as the client marks it; the end may
// repeat the name of the beginning.
const pasteTag = "pasted_content"

// unpasted is a text without what the client marks as pasted, blocks inside of each
// other and blocks that do not end included.
func unpasted(text string) string {
	var own strings.Builder
	for depth := 0; ; {
		opens, closes := strings.Index(text, "<"+pasteTag), strings.Index(text, "</"+pasteTag)
		at := max(opens, closes)
		if opens >= 0 && closes >= 0 {
			at = min(opens, closes)
		}
		before, rest, ended := text, "", false
		if at >= 0 {
			before = text[:at]
			_, rest, ended = strings.Cut(text[at:], ">")
		}
		if depth == 0 {
			own.WriteString(before)
		}
		switch {
		case !ended:
			return own.String()
		case at == opens:
			depth++
		case depth > 0:
			depth--
		}
		text = rest
	}
}

// speaks says whether a line after pasted output is the user's again: not
// indented, no item of a list, no "key: value", and in a person's voice.
func speaks(line string) bool {
	trimmed := strings.TrimSpace(line)
	first, _ := utf8.DecodeRuneInString(line)
	key, _, _ := strings.Cut(trimmed, ":")
	if unicode.IsSpace(first) || unlisted(line) != trimmed || key != trimmed && strings.Count(key, " ") < 2 {
		return false
	}
	return unicode.IsLower(first) || unicode.IsLetter(first) && !unicode.IsUpper(first) ||
		strings.Contains(line, "?") || holds(words(line), phrasesOf("voices"))
}

func fenceMark(line string) string {
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, mark) && strings.Count(line, mark) == 1 {
			return mark
		}
	}
	return ""
}

// quoted says whether a line is marked as not the writer's own.
func quoted(line string) bool {
	r, _ := utf8.DecodeRuneInString(line)
	return strings.ContainsRune(">|<{❯⎿●✗✓│├└┌╭╰", r) || strings.HasPrefix(line, "[{")
}

// outputMarks begin lines that programs print; outputParts are found in them.
const (
	outputMarks = `error:|error |fatal:|panic:|warning:|traceback (most|exception|caused by|at |file "|goroutine |` +
		`npm err!|npm error|fail |fail:|--- fail|=== run|ok  	|[error|[warn|[info|[debug|error[|err:|` +
		`exit code|undefined:|$ |% |# github|uncaught |unhandled |segmentation fault|` +
		`operation stopped by|stop says:|running [|caused by|thread '|note: run with|diff --git|index |` +
		`commit |author: |date: `
	outputParts = `error: |fatal: |panic: |exception: |: undefined|traceback (`
)

// output says whether a line looks like the output of a program.
func output(line string) bool {
	low := strings.ToLower(line)
	for mark := range strings.SplitSeq(outputMarks, "|") {
		if rest, ok := strings.CutPrefix(low, mark); ok && machineLike(mark, rest) {
			return true
		}
	}
	if stamped(low) || placed(low) {
		return true
	}
	for part := range strings.SplitSeq(outputParts, "|") {
		// "I get error: X when I save" is a sentence of the user's.
		i := strings.Index(low, part)
		if i >= 0 && strings.Count(low[:i], " ") < 3 && !holds(words(low[:i]), "i|we|get|this|fix|the|my|it") {
			return true
		}
	}
	return false
}

// machineLike says whether what follows a mark that is also a plain word looks
// like a program's.
func machineLike(mark, rest string) bool {
	switch mark {
	case "at ":
		return strings.ContainsAny(rest, "(:/") && !strings.Contains(rest, ", ")
	case "error ", "fail ", "exception", "index ", "commit ", "author: ", "date: ":
		return strings.ContainsAny(rest, ":/[]0123456789") && !strings.HasSuffix(rest, "?")
	}
	return true
}

// stamped says whether a line begins with a time: 2026-11-21 …, 10:15:02 ….
func stamped(s string) bool {
	s = strings.TrimLeft(s, "[(")
	if len(s) < 8 {
		return false
	}
	digits := 0
	for i := range 8 {
		if s[i] >= '0' && s[i] <= '9' {
			digits++
		} else if !strings.ContainsRune("-/:", rune(s[i])) {
			return false
		}
	}
	return digits >= 6
}

// placed says whether a line begins with a place in a file, as compilers print:
// "a/b.go:12:3: …" or "a.c:7: …".
func placed(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	name, at, ok := strings.Cut(first, ":")
	numbered := at != "" && at[0] >= '0' && at[0] <= '9'
	return ok && numbered && strings.HasSuffix(first, ":") && strings.ContainsAny(name, "./\\")
}

// code says whether a line is indented or ends like a program's text.
func code(line string) bool {
	trimmed := strings.TrimSpace(line)
	for _, end := range []string{"{", "};", ");", "})", "->", "=>"} {
		if strings.HasSuffix(trimmed, end) {
			return true
		}
	}
	if trimmed == "}" || trimmed == ")" || trimmed == "]" {
		return true
	}
	letters := 0
	for _, r := range trimmed {
		if unicode.IsLetter(r) || unicode.IsSpace(r) {
			letters++
		}
	}
	return letters*2 < utf8.RuneCountInString(trimmed) && !strings.HasPrefix(trimmed, "/")
}
