// Package pictures draws what a terminal showed as an SVG that plays: each
// command is typed, then its output appears. Where motion is not wanted, and at
// the end, all of it is there.
package pictures

import (
	"bytes"
	"fmt"
	"html"
	"strings"
)

const (
	// Columns is how wide the terminal is.
	Columns = 92

	lineHeight = 19.0
	charWidth  = 8.43 // of the font at 14 px, as browsers measure it
	top        = 46.0
	left       = 18.0
)

// A Recording is what a terminal showed, command by command.
type Recording struct {
	rows  []row
	steps int
}

type row struct {
	step   int
	prompt bool
	spans  []span
}

type span struct{ class, text string }

// Add adds a command and the bytes that it wrote to the terminal.
func (r *Recording) Add(command, shown string) {
	r.steps++
	if len(r.rows) > 0 {
		r.rows = append(r.rows, row{step: r.steps})
	}
	r.rows = append(r.rows, row{step: r.steps, prompt: true, spans: []span{{"p", "$ "}, {"c", command}}})
	shown = strings.TrimRight(strings.ReplaceAll(shown, "\r\n", "\n"), "\n")
	class := ""
	for line := range strings.SplitSeq(shown, "\n") {
		var spans []span
		spans, class = split(line, class)
		for _, part := range wrap(spans) {
			r.rows = append(r.rows, row{step: r.steps, spans: part})
		}
	}
}

// wrap breaks a line where the terminal ends.
func wrap(spans []span) [][]span {
	lines, used := [][]span{nil}, 0
	for _, s := range spans {
		for rest := []rune(s.text); len(rest) > 0; {
			if used == Columns {
				lines, used = append(lines, nil), 0
			}
			n := min(len(rest), Columns-used)
			last := &lines[len(lines)-1]
			*last = append(*last, span{s.class, string(rest[:n])})
			rest, used = rest[n:], used+n
		}
	}
	return lines
}

// classes are the SGR attributes that the programs use.
var classes = map[string]string{"": "", "0": "", "1": "b", "2": "d", "31": "r", "32": "g", "33": "y", "36": "a"}

// split cuts a line into spans of one look. class is how the line before ended.
func split(line, class string) ([]span, string) {
	var spans []span
	for {
		text, rest, found := strings.Cut(line, "\x1b[")
		if text != "" {
			spans = append(spans, span{class, text})
		}
		if !found {
			return spans, class
		}
		code, after, _ := strings.Cut(rest, "m")
		class, line = classes[code], after
	}
}

// SVG draws the recording.
func (r *Recording) SVG() []byte {
	var b bytes.Buffer
	width, height := left*2+charWidth*Columns, top+lineHeight*float64(len(r.rows))+12
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-label="holdfast in a terminal">`+"\n", width, height, width, height)
	b.WriteString("<style>\n" +
		"text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#d5ddda;white-space:pre}\n" +
		".p{fill:#5fb59b}.c{fill:#fff;font-weight:600}.b{font-weight:600}.d{fill:#8a9893}.r{fill:#f08a7b}.g{fill:#7fd18b}.y{fill:#e3c46d}.a{fill:#76c7d6}\n" +
		"@keyframes show{from{opacity:0}to{opacity:1}}\n@media (prefers-reduced-motion:no-preference){g{opacity:0;animation:show .3s forwards}\n")
	for step := 1; step <= r.steps; step++ {
		fmt.Fprintf(&b, ".s%dp{animation-delay:%.1fs}.s%do{animation-delay:%.1fs}\n", step, float64(step-1)*3+0.4, step, float64(step-1)*3+1.4)
	}
	b.WriteString("}\n</style>\n")
	fmt.Fprintf(&b, `<rect width="%.0f" height="%.0f" rx="10" fill="#0f1513"/>`+"\n", width, height)
	b.WriteString(`<circle cx="22" cy="20" r="6" fill="#e0675a"/><circle cx="42" cy="20" r="6" fill="#dfb54a"/><circle cx="62" cy="20" r="6" fill="#5fae5b"/>` + "\n")
	open := ""
	for i, line := range r.rows {
		group := fmt.Sprintf("s%do", line.step)
		if line.prompt {
			group = fmt.Sprintf("s%dp", line.step)
		}
		if group != open {
			if open != "" {
				b.WriteString("</g>\n")
			}
			fmt.Fprintf(&b, "<g class=%q>\n", group)
			open = group
		}
		if len(line.spans) > 0 {
			line.draw(&b, top+lineHeight*float64(i)+8)
		}
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

func (l row) draw(b *bytes.Buffer, y float64) {
	fmt.Fprintf(b, `<text x="%.0f" y="%.0f" xml:space="preserve">`, left, y)
	for _, s := range l.spans {
		if s.class == "" {
			b.WriteString(html.EscapeString(s.text))
			continue
		}
		fmt.Fprintf(b, `<tspan class=%q>%s</tspan>`, s.class, html.EscapeString(s.text))
	}
	b.WriteString("</text>\n")
}
