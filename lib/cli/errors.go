package cli

import (
	"errors"
	"fmt"

	"holdfast/lib/fault"
)

// Exit codes, the same for every command.
const (
	OK       = 0 // done
	Failed   = 1 // input or output failed, or an internal fault
	Usage    = 2 // the command line is wrong
	Invalid  = 3 // invalid input, or a state that forbids it
	NotFound = 4 // not found, or ambiguous
	Refused  = 5 // would lose work, or someone else was faster

	Interrupted = 130 // by Ctrl-C or a signal to end, as shells count it
)

// An Error ends a command with an exit code of its own. Any other error ends
// it with Failed.
type Error struct {
	Code       int
	Message    string        // lower case, no full stop
	Hint       string        // the next thing to type, may be empty
	Faults     []fault.Fault // for Invalid
	Candidates []string      // for an ambiguous name
	Cause      error         // appended to the message, may be nil
	// Shown says that the result is printed already and tells it all: with
	// --json the error is not a second document.
	Shown bool
	// Silent says that another program has printed the error.
	Silent bool
}

func (e *Error) Error() string {
	if e.Cause != nil {
		return e.Message + ": " + e.Cause.Error()
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Cause }

// Missing is the error for what there is not; hint is the next thing to type.
func Missing(hint, format string, values ...any) *Error {
	return &Error{Code: NotFound, Message: fmt.Sprintf(format, values...), Hint: hint}
}

// usageError is an error about the command line.
func usageError(message, hint string) *Error {
	return &Error{Code: Usage, Message: message, Hint: hint}
}

// Unknown is the usage error about a word that is not one of the known, such as
// a command; it names the one that was likely meant. hint is the next command
// to type.
func Unknown(what, word string, known []string, hint string) *Error {
	return usageError(fmt.Sprintf("unknown %s %q%s", what, word, Meant(word, known)), hint)
}

// Meant ends an error about a word that is not among the known: it names the one
// that was likely meant, if any.
func Meant(word string, known []string) string {
	near := nearest(word, known)
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", near)
}

// asError gives any error its exit code.
func asError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	var invalid *fault.InvalidError
	if errors.As(err, &invalid) {
		return &Error{Code: Invalid, Faults: invalid.Faults, Hint: invalid.Hint}
	}
	var missing *fault.MissingError
	if errors.As(err, &missing) {
		return &Error{Code: NotFound, Candidates: missing.Candidates, Hint: missing.Hint}
	}
	var refusal *fault.RefusedError
	if errors.As(err, &refusal) {
		return &Error{Code: Refused, Hint: refusal.Hint}
	}
	return &Error{Code: Failed}
}
