// Package fault is how an input says what is wrong with it: every fault at
// once, each with its field, what was found and what is allowed.
package fault

import (
	"errors"
	"fmt"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

// A Fault is one thing wrong with an input.
type Fault struct {
	Field   string `json:"field"`   // dotted path of the key
	Found   string `json:"found"`   // the current value, shortened; Nothing for none
	Allowed string `json:"allowed"` // the values that are valid
}

// Nothing is found where a field is missing.
const Nothing = "nothing"

// String is the fault as one line.
func (f Fault) String() string {
	if f.Found == Nothing {
		return f.Field + " is missing; allowed: " + f.Allowed
	}
	return f.Field + ": found " + f.Found + "; allowed: " + f.Allowed
}

// What an Error means: the exit code of the command that it ends.
const (
	CodeFailed  = 1
	CodeInvalid = 3 // invalid input, or a state that forbids it
	CodeMissing = 4 // not found, or ambiguous
	CodeRefused = 5 // would lose work or trust what is foreign, unless somebody insists
)

// An Error says what to do about it.
type Error struct {
	Code       int
	Cause      error    // lower case, no full stop
	Hint       string   // the next thing to type, may be empty
	Faults     []Fault  // of an input
	Candidates []string // the names that do exist, or what is in the way
	Silent     bool     // another program has printed the error
}

func (e *Error) Error() string { return e.Cause.Error() }

func (e *Error) Unwrap() error { return e.Cause }

// CodeOf is the code of the Error that err is or wraps, CodeFailed of any other.
func CodeOf(err error) int {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return CodeFailed
}

// Of is the error for an input with faults.
func Of(what string, faults ...Fault) *Error {
	fields := each.Of(faults, func(f Fault) string { return f.Field })
	e := Fail(CodeInvalid, "", "%s is not valid: %s", what, strings.Join(fields, ", "))
	e.Faults = faults
	return e
}

// Invalid is the error for an input with one fault.
func Invalid(what, field, found, allowed string) error { return Of(what, Fault{field, found, allowed}) }

// Fail is an error with a code; hint is the next thing to type.
func Fail(code int, hint, format string, values ...any) *Error {
	return &Error{Code: code, Cause: fmt.Errorf(format, values...), Hint: hint}
}

// Refuse is the error for what was refused; hint is what to type to insist.
func Refuse(hint, format string, values ...any) error {
	return Fail(CodeRefused, hint, format, values...)
}

// Shorten makes what was found fit a line.
func Shorten(s string) string { return fence.Short(strings.Join(strings.Fields(s), " "), 60) }
