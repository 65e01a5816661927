// Package fault is how an input says what is wrong with it: every fault at
// once, each with its field, what was found and what is allowed.
package fault

import (
	"fmt"
	"strings"

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

// InvalidError is the error for an input with faults.
type InvalidError struct {
	What   string // what is invalid, such as "the artifact"
	Faults []Fault
	Hint   string // the next thing to type, may be empty
	Cause  error  // says it in place of What, may be nil
}

// Invalid is the error for an input with one fault.
func Invalid(what, field, found, allowed string) error {
	return &InvalidError{What: what, Faults: []Fault{{field, found, allowed}}}
}

func (e *InvalidError) Unwrap() error { return e.Cause }

func (e *InvalidError) Error() string {
	if e.Cause != nil {
		return e.Cause.Error()
	}
	var fields []string
	for _, f := range e.Faults {
		fields = append(fields, f.Field)
	}
	return e.What + " is not valid: " + strings.Join(fields, ", ")
}

// MissingError is the error for what does not exist under the name that was given.
type MissingError struct {
	Cause      error
	Candidates []string // the names that do exist
	Name       string   // what was given, "" where nothing is likely meant
	Known      []string // the names among which the one that was meant is looked for
	Hint       string   // the next thing to type, may be empty
}

func (e *MissingError) Error() string { return e.Cause.Error() }

func (e *MissingError) Unwrap() error { return e.Cause }

// A RefusedError is the error for what would lose work or trust what is foreign, unless
// somebody insists.
type RefusedError struct {
	Cause      error
	Hint       string   // what to type to insist
	Candidates []string // what is in the way
}

// Refuse is a RefusedError with the cause that format makes.
func Refuse(hint, format string, a ...any) error {
	return &RefusedError{Cause: fmt.Errorf(format, a...), Hint: hint}
}

func (e *RefusedError) Error() string { return e.Cause.Error() }

func (e *RefusedError) Unwrap() error { return e.Cause }

// Shorten makes what was found fit a line.
func Shorten(s string) string { return fence.Short(strings.Join(strings.Fields(s), " "), 60) }
