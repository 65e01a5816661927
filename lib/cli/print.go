package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/redact"
)

// A Report is the result of a command in one shape: a person reads what Print
// writes, and with --json it is encoded as it is.
type Report interface{ Print(inv *Invocation) }

// Report writes the result of the command, unless it failed.
func (inv *Invocation) Report(r Report, failed error) error {
	if failed != nil {
		return failed
	}
	r.Print(inv)
	return inv.PrintJSON(r)
}

// PrintJSON writes v as the one JSON document of the command, with --json.
func (inv *Invocation) PrintJSON(v any) error {
	if !inv.JSON {
		return nil
	}
	enc := json.NewEncoder(inv.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(listed(reflect.ValueOf(v)).Interface()); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	inv.printed = true
	return nil
}

// listed is a copy of a value in which a list that is nil is empty, so that it is encoded as [] and not as null.
func listed(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return v
		} else if v.Kind() == reflect.Interface {
			return listed(v.Elem())
		}
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(listed(v.Elem()))
		return to
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 { // bytes, or JSON as it stands
			return v
		}
		all := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			all.Index(i).Set(listed(v.Index(i)))
		}
		return all
	case reflect.Map:
		all := reflect.MakeMap(v.Type())
		for key, value := range v.Seq2() {
			all.SetMapIndex(key, listed(value))
		}
		return all
	case reflect.Struct:
		to := reflect.New(v.Type()).Elem()
		to.Set(v)
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if tag := f.Tag.Get("json"); f.IsExported() && tag != "-" && !strings.HasSuffix(tag, ",omitzero") {
				to.Field(i).Set(listed(v.Field(i)))
			}
		}
		return to
	}
	return v
}

// Warn says what went wrong and changes no exit code, nothing of a nil.
func (inv *Invocation) Warn(errs ...error) {
	for _, err := range errs {
		if err != nil {
			inv.Warnf("%v", err)
		}
	}
}

// Warnf says something that changes no exit code.
func (inv *Invocation) Warnf(format string, a ...any) {
	inv.tell("warning: ", fmt.Sprintf(format, a...))
}

// tell writes a line to standard error, behind the name of the program that was started.
func (inv *Invocation) tell(kind, text string) {
	name, _, _ := strings.Cut(inv.program.Name, " ")
	fmt.Fprintf(inv.Stderr, "%s: %s%s\n", name, kind, inv.Typed(said(text)))
}

// said is one line without secrets, which a mistyped flag or a path may hold.
func said(s string) string { return OneLine(redact.Text(s)) }

// OneLine makes line breaks spaces, and escapes what cannot be seen or draws.
func OneLine(s string) string {
	return fence.Screen(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(s))
}

// Styled is text with colour codes of ours, which Printf passes on.
type Styled string

// Printf writes what a person reads, nothing with --json. Each value is one line in which
// what controls a terminal is escaped: none draws, or forges a line.
func (inv *Invocation) Printf(format string, a ...any) {
	if !inv.JSON {
		// Where the programs are installed may have a "%" in its name.
		percent := func() string { return strings.ReplaceAll(inv.Holdfast(), "%", "%%") }
		fmt.Fprintf(inv.Stdout, typed(format, percent), shown(a)...)
	}
}

// Rows prints a row each of texts that are not empty, behind lead, which is ours.
func (inv *Invocation) Rows(lead string, texts ...string) {
	for _, t := range texts {
		if t != "" {
			inv.Printf(lead+"%s\n", t)
		}
	}
}

// Counted prints a row that tells how many of something there are, where there are any.
func (inv *Invocation) Counted(format string, n int, noun string) {
	if n > 0 {
		inv.Printf(format, fence.Count(n, noun))
	}
}

func shown(values []any) []any {
	return each.Of(values, func(v any) any {
		switch v := v.(type) {
		case error:
			return OneLine(v.Error())
		case Styled, bool, int, int64, uint64, float64, rune, time.Duration, nil:
			return v
		}
		return fence.Shown(fmt.Sprint(v))
	})
}

// PrintText writes text of several lines, without what controls a terminal.
func (inv *Invocation) PrintText(s string) {
	if !inv.JSON {
		io.WriteString(inv.Stdout, fence.Screen(s))
	}
}

// OnTerminal reports whether standard output is a terminal, and a person reads.
func (inv *Invocation) OnTerminal() bool { return inv.Terminal(inv.out) }

// Paint gives a value a style, where colours are shown.
func (inv *Invocation) Paint(style Style, s string) Styled { return inv.Styled(style, fence.Shown(s)) }

// Styled is Paint of text that draws nothing by itself.
func (inv *Invocation) Styled(style Style, s string) Styled {
	kind := inv.Getenv("TERM")
	known := kind != "" && kind != "dumb" || runtime.GOOS == "windows"
	if style == "" || !known || !inv.OnTerminal() || inv.Getenv("NO_COLOR") != "" {
		return Styled(s)
	}
	return Styled("\x1b[" + string(style) + "m" + s + "\x1b[0m")
}

func (inv *Invocation) columns(stream any) int {
	wide, _ := inv.Size(stream)
	told, _ := strconv.Atoi(inv.Getenv("COLUMNS"))
	return cmp.Or(max(wide, 0), max(told, 0), 80)
}

// Progress draws a line such as "migrating: 3 of 7 files" on the terminal of standard error,
// from the second second on; elsewhere it is nil.
func (inv *Invocation) Progress(doing, of string) func(done, total int) {
	if !inv.Terminal(inv.Stderr) {
		return nil
	}
	began, drawn, widest := inv.Now(), time.Time{}, 0
	return func(done, total int) {
		now := inv.Now()
		if now.Sub(began) < time.Second {
			return
		}
		if done == total && !drawn.IsZero() {
			fmt.Fprintf(inv.Stderr, "\r%*s\r", widest, "")
			drawn = time.Time{}
		} else if done < total && now.Sub(drawn) >= 200*time.Millisecond {
			text := fitted(fmt.Sprintf("%s: %d of %d %s", doing, done, total, of), inv.columns(inv.Stderr)-1)
			widest = max(widest, uniseg.StringWidth(text))
			fmt.Fprintf(inv.Stderr, "\r%s", text)
			drawn = now
		}
	}
}
