package cli

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"holdfast/lib/fence"
)

// Styled is text with colour codes of ours, which Printf passes on.
type Styled string

// Printf writes to standard output what a person reads; nothing with --json.
// Strings and errors among the values are one line each, with what controls a
// terminal escaped: no value draws, or forges a line.
func (inv *Invocation) Printf(format string, a ...any) {
	if !inv.JSON {
		fmt.Fprintf(inv.Stdout, inv.Typed(format), shown(a)...)
	}
}

func shown(values []any) []any {
	safe := make([]any, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case string:
			safe[i] = fence.Shown(v)
		case error:
			safe[i] = OneLine(v.Error())
		case []byte:
			safe[i] = fence.Shown(string(v))
		case Styled:
			safe[i] = string(v)
		case bool, int, int64, uint64, float64, rune, time.Duration, nil:
			safe[i] = v
		case fmt.Stringer:
			safe[i] = fence.Shown(v.String())
		default:
			safe[i] = fence.Shown(fmt.Sprint(v))
		}
	}
	return safe
}

// PrintText writes text of several lines, out of a file for instance, as it is
// but for what controls a terminal; nothing with --json.
func (inv *Invocation) PrintText(s string) {
	if !inv.JSON {
		inv.write(fence.Screen(s))
	}
}

// PrintAlways writes a result that is the same document with --json.
func (inv *Invocation) PrintAlways(s string) { inv.write(s) }

// write writes what is safe already.
func (inv *Invocation) write(s string) { io.WriteString(inv.Stdout, s) }

// Paint gives a value a style, where colours are shown.
func (inv *Invocation) Paint(style Style, s string) Styled { return inv.styled(style, fence.Shown(s)) }

func (inv *Invocation) styled(style Style, s string) Styled {
	if style == Plain || !inv.Colour() {
		return Styled(s)
	}
	return Styled("\x1b[" + string(style) + "m" + s + "\x1b[0m")
}

// Fitted is a line as the terminal has room for it; elsewhere nothing is cut.
func (inv *Invocation) Fitted(s string) string {
	if s = fence.Shown(s); inv.OnTerminal() {
		s = Clip(s, inv.columns(inv.stdout()))
	}
	return s
}

// columns is how wide the terminal of a stream is.
func (inv *Invocation) columns(stream any) int {
	const usual = 80
	if inv.Width != nil {
		if n := inv.Width(stream); n > 0 {
			return n
		}
	}
	if n, err := strconv.Atoi(inv.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	return usual
}
