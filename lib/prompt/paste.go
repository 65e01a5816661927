package prompt

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// ownWords is a text without what was pasted into it: fenced and quoted blocks,
// diffs, markup, output of commands, stack traces and logs. Lines are as they
// were.
func ownWords(text string) string {
	var kept []string
	pasted, gap := false, false
	isDiff := strings.Contains(text, "\n@@ ") || strings.Contains(text, "\n+ ") || strings.HasPrefix(text, "+ ")
	for line := range unfenced(unpictured(unpasted(head(text)))) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "":
			gap = pasted
			kept = append(kept, "")
		case quoted(trimmed) || isDiff && hasAnyPrefix(trimmed, "+", "@@"):
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

// unfenced are the lines of a text that are in no code block.
func unfenced(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		fence := ""
		for line := range strings.Lines(text) {
			if mark := fenceMark(strings.TrimSpace(line)); mark != "" && (fence == "" || fence == mark) {
				fence = strings.TrimPrefix(mark, fence)
			} else if fence == "" && !yield(line) {
				return
			}
		}
	}
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
	return unicode.IsLetter(first) && !unicode.IsUpper(first) || strings.Contains(line, "?") ||
		phrasesOf("voices").in(words(line))
}

func fenceMark(line string) string {
	if mark := line[:min(len(line), 3)]; (mark == "```" || mark == "~~~") && strings.Count(line, mark) == 1 {
		return mark
	}
	return ""
}

// quoted says whether a line is marked as not the writer's own.
func quoted(line string) bool {
	r, _ := utf8.DecodeRuneInString(line)
	return strings.ContainsRune(">|<{❯⎿●✗✓│├└┌╭╰", r) || strings.HasPrefix(line, "[{")
}

// Of a line that a program printed: outputLine is its beginning, outputWords are found
// after two words at most.
var (
	outputLine = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^(?:` + strings.Join([]string{
			`(?:error|fatal|panic|warning|fail|err|undefined|npm error|caused by|note: run with):`,
			`npm err!|exit code|--- fail|=== run|ok  \t|\[(?:error|warn|info|debug)|running \[`,
			`operation stopped by|stop says:|traceback \(most|goroutine |thread '|file "|segmentation fault`,
			`uncaught |unhandled |diff --git|[$%] |# github`,
			`(?:error |fail |exception|index |commit |author: |date: ).*[\[\]:/\d](?:.*[^?])?$`, // else a person's
			`at (?:[^,]|,\S)*[(:/](?:[^,]|,\S)*$`,                                               // in a stack
			`[\[(]*(?:\d{2,4}[-/:]\d\d[-/:]\d|\d{8})`,                                           // a time
			`[^\s:]*[./\\][^\s:]*:\d\S*:(?:\s|$)`,                                               // a place in a file
		}, "|") + `)`)
	})
	outputWords = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^(\S* ?\S* ?\S*?)(?:(?:error|fatal|panic|exception): |: undefined|traceback \()`)
	})
)

// output says whether a line looks like the output of a program. "I get error: X when I
// save" is a sentence of the user's.
func output(line string) bool {
	told := outputWords().FindStringSubmatch(line)
	return outputLine().MatchString(line) || told != nil && !phrasesOf("owners").in(words(told[1]))
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
