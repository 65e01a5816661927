package legacy

import (
	"strings"

	"holdfast/lib/yamldoc"
)

const maxNesting = 8

// readLenient reads lines that are not YAML as a whole: key by key, then item
// by item, and what is not YAML even then as the text it is. first is the
// number of the first line in the file.
func (w *work) readLenient(lines []string, first int) {
	start := 0
	for start < len(lines)-1 && strings.TrimSpace(lines[start]) == "" {
		start++
	}
	front := lines[start] == "---"
	for i := start; i < len(lines); {
		if isDashes(lines[i]) && column(lines[i]) == 0 {
			front = front && i == start
			i++
			continue
		}
		end := keyEnd(lines, i, 0)
		key, rest, ok := cutKey(lines[i])
		switch {
		case ok && column(lines[i]) == 0:
			value := w.lenientValue(rest, lines[i+1:end], first+i, 0)
			w.readKey(key, value, front)
		case strings.TrimSpace(lines[i]) != "":
			if !strings.HasPrefix(lines[i], "#") {
				w.problem(first+i, "neither a key nor part of one")
			}
			w.section("", strings.Join(lines[i:end], "\n"))
		}
		i = end
	}
}

// keyEnd is the line after what belongs to the key at line i, which is in
// the given column: all that is indented more, and list items below it.
func keyEnd(lines []string, i, at int) int {
	for i++; i < len(lines); i++ {
		l := lines[i]
		if strings.TrimSpace(l) == "" || column(l) > at {
			continue
		}
		if column(l) < at || !strings.HasPrefix(l[indent(l):], "- ") {
			break
		}
	}
	return i
}

// cutKey takes "key: value" apart; the key has no white space around it.
func cutKey(line string) (key, rest string, ok bool) {
	line = strings.TrimSpace(line)
	if line == "" || strings.ContainsRune("#-\"'[{&*!|>%@`", rune(line[0])) {
		return "", "", false
	}
	if key, rest, ok = strings.Cut(line, ": "); !ok {
		key, ok = strings.CutSuffix(line, ":")
		rest = ""
	}
	return key, strings.TrimSpace(rest), ok && key != "" && len(key) <= 100
}

// lenientValue makes a value of what comes after a key, on its line and below.
func (w *work) lenientValue(rest string, below []string, line, depth int) *yamldoc.Node {
	lines := append([]string{rest}, below...)
	if rest == "" || strings.ContainsRune("|>[{\"'", rune(rest[0])) {
		return w.lenient(lines, line, depth)
	}
	documents, err := yamldoc.Parse([]byte(strings.Join(lines, "\n")))
	if err == nil && len(documents) == 1 && documents[0].Kind == yamldoc.Scalar {
		w.comments(documents[0])
		return documents[0]
	}
	if err == nil && len(documents) == 0 {
		return yamldoc.String("")
	}
	w.problem(line, "not valid YAML, taken as text: "+shorten(rest))
	return yamldoc.String(trimLines(strings.Join(lines, "\n")))
}

// lenient makes a value of lines: YAML where they are, otherwise a list or a
// mapping of what their parts are, otherwise text. line is the number of the
// first one in the file.
func (w *work) lenient(lines []string, line, depth int) *yamldoc.Node {
	whole := strings.Join(lines, "\n")
	documents, err := yamldoc.Parse([]byte(strings.Join(dedent(lines), "\n")))
	if err == nil && len(documents) == 1 {
		w.comments(documents[0])
		return documents[0]
	}
	if err == nil && len(documents) == 0 && strings.TrimSpace(whole) == "" {
		return yamldoc.String("")
	}
	at := 0
	for at < len(lines)-1 && strings.TrimSpace(lines[at]) == "" {
		at++
	}
	base := column(lines[at])
	_, _, isKey := cutKey(lines[at])
	switch {
	case depth >= maxNesting:
	case strings.HasPrefix(lines[at][indent(lines[at]):], "- "):
		return w.lenientList(lines, at, base, line, depth)
	case isKey && len(lines) > at+1:
		return w.lenientMap(lines, at, base, line, depth)
	}
	w.problem(line+at, "not valid YAML, taken as text: "+shorten(lines[at]))
	return yamldoc.String(trimLines(unquoted(whole)))
}

func (w *work) lenientList(lines []string, i, base, line, depth int) *yamldoc.Node {
	list := yamldoc.List()
	for i < len(lines) {
		end := i + 1
		for end < len(lines) && (strings.TrimSpace(lines[end]) == "" || column(lines[end]) > base) {
			end++
		}
		item := append([]string(nil), lines[i:end]...)
		n := indent(item[0])
		if strings.HasPrefix(item[0][n:], "- ") {
			item[0] = item[0][:n] + "  " + item[0][n+2:]
		}
		list.Content = append(list.Content, w.lenient(item, line+i, depth+1))
		i = end
	}
	return list
}

func (w *work) lenientMap(lines []string, i, base, line, depth int) *yamldoc.Node {
	m := yamldoc.Map()
	for i < len(lines) {
		end := keyEnd(lines, i, base)
		key, rest, ok := cutKey(lines[i])
		if !ok {
			key, rest = "", lines[i]
		}
		value := w.lenientValue(rest, lines[i+1:end], line+i, depth+1)
		m.Content = append(m.Content, yamldoc.String(key), value)
		i = end
	}
	return m
}

// unquoted takes quotes off a text that is quoted as a whole.
func unquoted(s string) string {
	s = strings.TrimSpace(s)
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

func shorten(s string) string {
	const most = 80
	if s = strings.TrimSpace(s); len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
