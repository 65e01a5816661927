package legacy

import (
	"strings"
	"unicode"

	"holdfast/lib/yamldoc"
)

// restHeading is the heading of the lines that no reader could place.
const restHeading = "Lines that have no other place"

// words calls each for every word of s: a run of letters, digits, marks and
// underscores.
func words(s string, each func(string)) {
	for _, f := range strings.FieldsFunc(s, func(r rune) bool {
		return !(unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_')
	}) {
		each(f)
	}
}

// count adds the words of a node's keys and values.
func count(n *yamldoc.Node, in map[string]int) {
	if n == nil {
		return
	}
	if n.Kind == yamldoc.Scalar {
		words(n.Value, func(s string) { in[s]++ })
	}
	for _, c := range n.Content {
		count(c, in)
	}
}

// keepTheRest looks for every word of the original in the document, as often
// as it is in the original, and keeps the lines whose words are not all
// there. So nothing that a reader overlooks is lost. The number of a list item
// and the sign in its box need only be somewhere.
func (w *work) keepTheRest(text string) {
	w.finish()
	have := map[string]int{}
	count(w.front, have)
	count(w.body, have)
	known := map[string]bool{}
	for s := range have {
		known[s] = true
	}
	var rest, marks []string
	for line := range strings.SplitSeq(text, "\n") {
		mark, content := listMark(line)
		words(mark, func(s string) {
			if !known[s] {
				known[s] = true
				marks = append(marks, s)
			}
		})
		short := false
		words(content, func(s string) {
			have[s]--
			short = short || have[s] < 0
		})
		if short {
			rest = append(rest, strings.TrimRight(line, " \t"))
		}
	}
	if len(rest) > 0 {
		w.section(restHeading, strings.Join(rest, "\n"))
	}
	if len(marks) > 0 {
		w.section("Marks and numbers of list items", strings.Join(marks, " "))
	}
	w.finish()
}

// listMark takes the number and the box off a list item.
func listMark(line string) (mark, rest string) {
	rest = line
	if n, ok := marker(line); ok {
		mark, rest = line[:n], line[n:]
	}
	if box, after := checkbox(rest); box != 0 {
		mark, rest = mark+" "+string(box), after
	}
	return mark, rest
}

// ordinal takes the number off a numbered list item.
func ordinal(line string) (number, rest string, ok bool) {
	s := strings.TrimLeft(line, " \t")
	n := 0
	for n < len(s) && n < 9 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n == 0 || n+1 >= len(s) || s[n] != '.' && s[n] != ')' || s[n+1] != ' ' && s[n+1] != '\t' {
		return "", line, false
	}
	return s[:n], s[n+2:], true
}
