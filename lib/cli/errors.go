package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/redact"
)

// Exit codes, the same for every command.
const (
	OK       = 0                 // done
	Failed   = fault.CodeFailed  // input or output failed, or an internal fault
	Usage    = 2                 // the command line is wrong
	Invalid  = fault.CodeInvalid // invalid input, or a state that forbids it
	NotFound = fault.CodeMissing // not found, or ambiguous
	Refused  = fault.CodeRefused // would lose work, or someone else was faster

	Interrupted = 130 // by Ctrl-C or a signal to end, as shells count it
)

// An Error ends a command with an exit code of its own, any other error with Failed.
type Error = fault.Error

// Fail is an error with an exit code; hint is the next thing to type.
func Fail(code int, hint, format string, values ...any) *Error {
	return fault.Fail(code, hint, format, values...)
}

// Missing is the error for what there is not.
func Missing(hint, format string, values ...any) *Error {
	return Fail(NotFound, hint, format, values...)
}

// Ambiguous is the error for a name that means several things.
func Ambiguous(name, things string, candidates []string) *Error {
	e := Missing("name one of them", "%q means %d %s", name, len(candidates), things)
	e.Candidates = candidates
	return e
}

// Unknown is the usage error about a word that is not one of the known.
func Unknown(what, word string, known []string, hint string) error {
	return Fail(Usage, hint, "unknown %s %q%s", what, word, Meant(word, known))
}

// Meant ends an error about an unknown word: it names the one that was likely meant, if any.
func Meant(word string, known []string) string {
	near := nearest(word, known)
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", near)
}

func (inv *Invocation) fail(err error) int {
	e, message := Error{Code: Failed}, said(err.Error())
	if own, ok := errors.AsType[*Error](err); ok {
		e = *own
	}
	if inv.Ctx != nil && inv.Ctx.Err() != nil {
		e.Code, message = Interrupted, strings.ReplaceAll(message, context.Canceled.Error(), "interrupted")
	}
	if e.Silent {
		return e.Code
	}
	inv.tell("error: ", message)
	rows := each.Of(e.Faults, func(f fault.Fault) string {
		f.Field, f.Found = said(f.Field), said(f.Found)
		return f.String()
	})
	rows = append(rows, each.Of(e.Candidates, func(c string) string { return fence.Shown(redact.Text(c)) })...)
	for _, row := range each.Head(rows, maxListed) {
		fmt.Fprintf(inv.Stderr, "  %s\n", row)
	}
	if more := len(rows) - maxListed; more > 0 {
		fmt.Fprintf(inv.Stderr, "  and %d more, which --json lists\n", more)
	}
	if e.Hint != "" {
		inv.tell("hint: ", e.Hint)
	}
	if !inv.printed {
		inv.PrintJSON(map[string]any{"error": struct {
			Code       int           `json:"code"`
			Message    string        `json:"message"`
			Faults     []fault.Fault `json:"faults"`
			Candidates []string      `json:"candidates"`
		}{e.Code, message, e.Faults, e.Candidates}})
	}
	return e.Code
}

const maxListed = 64 // faults or candidates that a person is shown

// nearest is the word that a mistyped one most likely meant, or "": two letters apart at
// most, of a short word one; else the only one that begins with it.
func nearest(mistyped string, words []string) string {
	if len(mistyped) < 3 {
		return ""
	}
	others := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == mistyped })
	for apart := 1; apart <= min(len(mistyped)/5, 1)+1; apart++ {
		if w := each.First(others, func(w string) bool { return near(mistyped, w, apart) }); w != "" {
			return w
		}
	}
	begun := slices.DeleteFunc(others, func(w string) bool { return !strings.HasPrefix(w, mistyped) })
	if len(begun) == 1 {
		return begun[0]
	}
	return ""
}

// near reports whether so many inserted, removed, changed or swapped letters make b of a.
func near(a, b string, apart int) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if apart == 0 || a == "" || b == "" {
		return len(a)+len(b) <= apart
	}
	swapped := len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0]
	return near(a[1:], b, apart-1) || near(a, b[1:], apart-1) || near(a[1:], b[1:], apart-1) ||
		swapped && near(a[2:], b[2:], apart-1)
}
