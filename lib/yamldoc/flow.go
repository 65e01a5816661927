package yamldoc

import "strings"

// flow writes a list or mapping in brackets as it is; where a text of it holds
// " #" or what YAML refuses, with that text in quotes. Brackets that more text
// follows belong to a text.
func (w *written) flow(prefix, text string, v value) {
	lines, rest := 1, ""
	if end := flowEnd(text); end > 0 {
		rest = text[end:]
	} else {
		lines, rest = w.until(text, v.parent, flowEnd)
	}
	switch {
	case lines == 0 && v.item || lines > 0 && (v.item && v.shape.Text || !isTail(rest)):
		w.text(prefix, text, v)
		return
	case lines == 0:
		w.strange()
		w.emit(prefix + text) // it is refused
		return
	}
	whole := text
	for i := w.at + 1; i < w.at+lines; i++ {
		whole += "\n" + w.line(i).text
	}
	whole = whole[:len(whole)-len(rest)]
	if documents, err := Parse([]byte(whole)); err == nil && len(documents) == 1 && !hidesText(whole) {
		w.emit(prefix + text)
		w.keep(lines - 1)
		return
	}
	if fixed, ok := quoteFlow(whole, 0); ok {
		w.emit(prefix + fixed + rest)
		w.drop(lines - 1)
		return
	}
	w.emit(prefix + text)
	w.keep(lines - 1)
}

// flowEnd is the length of the flow collection that s begins with, 0 where it is
// not closed.
func flowEnd(s string) int {
	end, depth := 0, 0
	walkFlow(s, func(i int) bool {
		switch s[i] {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				end = i + 1
			}
		}
		return end == 0
	})
	return end
}

// walkFlow calls each with the place of every byte of s that is not in quotes,
// until it returns false. A quote counts only where a text begins.
func walkFlow(s string, each func(i int) bool) {
	begins := true
	for i := 0; i < len(s); i++ {
		if begins && (s[i] == '"' || s[i] == '\'') {
			if n := quoteEnd(s[i:]); n > 0 {
				i += n - 1
				begins = false
				continue
			}
		}
		if !each(i) {
			return
		}
		begins = strings.IndexByte("[{,: \n", s[i]) >= 0 && (begins || s[i] != ' ')
	}
}

// hidesText reports whether a flow collection holds a "#" that YAML takes for a
// comment although it follows a text.
func hidesText(s string) bool {
	hides := false
	walkFlow(s, func(i int) bool {
		hides = s[i] == '#' && i > 0 && (s[i-1] == ' ' || s[i-1] == '\t' || s[i-1] == '\n') && !startsComment(s, i)
		return !hides
	})
	return hides
}

// startsComment reports whether the "#" at i begins a comment: after a comma,
// a bracket or a line's end, with a space behind it.
func startsComment(s string, i int) bool {
	before := strings.TrimRight(s[:i], " \t")
	return isComment(s[i:]) && (before == "" || strings.IndexByte(",[{\n", before[len(before)-1]) >= 0)
}

// quoteFlow is a flow collection with its texts in quotes where they need them.
func quoteFlow(s string, depth int) (string, bool) {
	if depth > maxDepth {
		return "", false
	}
	var out []string
	for _, part := range splitFlow(s[1 : len(s)-1]) {
		if part = withoutComments(part); part == "" {
			continue
		}
		key := ""
		if s[0] == '{' {
			k, _, text, ok := splitKey(part)
			if !ok {
				return "", false
			}
			key, part = k+": ", text
		}
		text, ok := quotePart(part, depth)
		if !ok {
			return "", false
		}
		out = append(out, key+text)
	}
	return s[:1] + strings.Join(out, ", ") + s[len(s)-1:], true
}

func quotePart(s string, depth int) (string, bool) {
	switch {
	case s == "":
		return s, true
	case (s[0] == '"' || s[0] == '\'') && quoteEnd(s) == len(s):
		return s, true
	case (s[0] == '[' || s[0] == '{') && flowEnd(s) == len(s):
		return quoteFlow(s, depth+1)
	case isPlain([]string{s}) && !strings.ContainsAny(s, ",[]{}"):
		return s, true
	}
	return quote(s), true
}

// splitFlow splits at the commas of the outermost collection.
func splitFlow(s string) []string {
	var parts []string
	from, depth := 0, 0
	walkFlow(s, func(i int) bool {
		switch s[i] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, s[from:i])
				from = i + 1
			}
		}
		return true
	})
	return append(parts, s[from:])
}

// withoutComments is a part on one line, without the comments around it.
func withoutComments(s string) string {
	var kept []string
	for l := range strings.Lines(s) {
		if l = strings.TrimSpace(l); l != "" && !isComment(l) {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, " ")
}
