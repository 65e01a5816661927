package legacy

import (
	"maps"
	"slices"
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
	known := maps.Clone(have)
	var rest, marks []string
	lines := strings.Split(text, "\n")
	if isYAML(w.rel) { // comments last: they may name keys that are there
		isComment := func(l string) int { return strings.Count(strings.TrimLeft(l, " \t")[:1], "#") }
		lines = slices.DeleteFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "" })
		slices.SortStableFunc(lines, func(a, b string) int { return isComment(a) - isComment(b) })
	}
	for _, line := range lines {
		n, _ := marker(line)
		box, content := checkbox(line[n:])
		words(line[:n]+" "+string(box), func(s string) {
			if known[s] == 0 {
				known[s] = 1
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
		w.keep(restHeading, strings.Join(rest, "\n"))
	}
	if len(marks) > 0 {
		w.keep("Marks and numbers of list items", strings.Join(marks, " "))
	}
	w.finish()
}
