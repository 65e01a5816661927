package legacy

import "strings"

// section is a heading of a Markdown file with the lines below it, up to the
// next heading of any level.
type section struct {
	level   int // 0 before the first heading
	heading string
	lines   []string
}

// sections splits Markdown at its headings. A heading inside a fenced block,
// or inside a prompt between two lines "---", is text.
func sections(lines []string) []section {
	all := []section{{}}
	p := newPage(lines)
	for i := 0; i < len(lines); {
		level, heading := headingOf(lines[i])
		at := &all[len(all)-1]
		if level == 0 {
			at.lines = append(at.lines, lines[i:p.ends[i]]...)
			i = p.ends[i]
			continue
		}
		all = append(all, section{level: level, heading: heading})
		i++
		if to, _ := meaning(heading); to == toPrompt {
			end := promptEnd(lines, i)
			all[len(all)-1].lines = append([]string(nil), lines[i:end]...)
			i = end
		}
	}
	return all
}

// headingOf is the level and text of a heading line, level 0 for any other.
func headingOf(line string) (int, string) {
	n := 0
	for n < len(line) && line[n] == '#' {
		n++
	}
	if n == 0 || n > 6 || n == len(line) || line[n] != ' ' && line[n] != '\t' {
		return 0, ""
	}
	text := strings.TrimSpace(line[n:])
	if trimmed := strings.TrimRight(text, "#"); strings.HasSuffix(trimmed, " ") {
		text = strings.TrimSpace(trimmed)
	}
	if text == "" {
		return 0, ""
	}
	return n, text
}

// promptEnd is the line after the second "---" of a prompt whose first is the
// next line that is not empty; i where there are no two.
func promptEnd(lines []string, i int) int {
	seen := 0
	for j := i; j < len(lines); j++ {
		switch {
		case isDashes(lines[j]):
			if seen++; seen == 2 {
				return j + 1
			}
		case seen == 0 && strings.TrimSpace(lines[j]) != "":
			return i
		}
	}
	return i
}

func isDashes(line string) bool {
	s := strings.TrimSpace(line)
	return len(s) >= 3 && strings.Trim(s, "-") == ""
}

// isRule reports whether a line only divides.
func isRule(line string) bool {
	s := strings.ReplaceAll(strings.TrimSpace(line), " ", "")
	if len(s) < 3 || s[0] != '-' && s[0] != '*' && s[0] != '_' && s[0] != '=' {
		return false
	}
	return strings.Trim(s, s[:1]) == ""
}

// keyLine takes a line "**Name:** value" or "**Name**: value" apart.
func keyLine(line string) (name, value string, ok bool) {
	s := strings.TrimSpace(line)
	rest, bold := strings.CutPrefix(s, "**")
	if !bold {
		return "", "", false
	}
	name, value, ok = strings.Cut(rest, "**")
	if !ok {
		return "", "", false
	}
	if short, colon := strings.CutSuffix(name, ":"); colon {
		name = short
	} else if value, ok = strings.CutPrefix(value, ":"); !ok {
		return "", "", false
	}
	name = strings.TrimSpace(name)
	return name, strings.TrimSpace(value), name != "" && len(name) <= 60
}

// plainKeyLine is keyLine for a line "Name: value" with a name that is known.
func plainKeyLine(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, ":")
	if !ok || strings.TrimSpace(value) == "" || name != strings.TrimLeft(name, " \t") {
		return "", "", false
	}
	switch canonical(name) {
	case "date", "goal", "active bead", "primary bead", "bead", "status", "outcome", "session", "branch", "updated", "last updated", "agent", "task", "timestamp":
		return name, strings.TrimSpace(value), true
	}
	return "", "", false
}
