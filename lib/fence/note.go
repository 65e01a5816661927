package fence

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"holdfast/lib/each"
)

// Words are words of our own source. An untyped constant is one; the house rules let nothing else be converted to it.
type Words string

// A ReasonError is an error in words of our own source.
type ReasonError Words

func (r ReasonError) Error() string { return string(r) }

// A Command is what can be typed, word by word.
type Command []string

func (c Command) String() string { return strings.Join(each.Of(c, typable), " ") }

// Data is a value that is shown as it is, in one line: one that this machine
// saved, or one that is in a fence by its nature. Max is in UTF-16 units.
type Data struct {
	Text string
	Max  int
}

// A Note is one fact, in words of ours with values in them. For a person its values are shown as they are, in one line
// each; for a model a string that is not plain is shown as a hash, and of an error only what kind it is.
type Note struct {
	format Words
	values []any
}

// Say makes a note. Values are numbers, strings and errors out of a project,
// and Data, Command, ReasonError, Words and Note.
func Say(format Words, values ...any) Note { return Note{format, values} }

// String is the note for a person.
func (n Note) String() string { return n.text(false) }

// Told is the note for a model.
func (n Note) Told() string { return n.text(true) }

func (n Note) text(forModel bool) string {
	shown := func(v any) any {
		switch v := v.(type) {
		case string:
			if forModel {
				return Name(v)
			}
			return Line(v, 0)
		case Data:
			return Line(v.Text, v.Max)
		case Note:
			return v.text(forModel)
		case error:
			if forModel {
				return kindOf(v)
			}
			return Line(v.Error(), 0)
		}
		return v // a Command prints itself
	}
	return fmt.Sprintf(string(n.format), each.Of(n.values, shown)...)
}

// Name is a name out of a project as a model is shown it: as it is if it is [A-Za-z0-9._/-]{1,80}, so that it can be no
// sentence; else the beginning of its SHA-256.
func Name(s string) string {
	if IsName(s) {
		return s
	}
	sum := sha256.Sum256([]byte(s))
	return "name#" + hex.EncodeToString(sum[:4])
}

// IsName reports whether a model is shown s as it is.
func IsName(s string) bool {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-"
	return s != "" && len(s) <= 80 && strings.Trim(s, plain) == ""
}

// kindOf is what a model is shown of an error: words of ours or of the system.
func kindOf(err error) string {
	if reason, ok := errors.AsType[ReasonError](err); ok {
		return reason.Error()
	}
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	for _, known := range []error{fs.ErrNotExist, fs.ErrExist, fs.ErrPermission, context.DeadlineExceeded} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return "an error that is in the log"
}

// Context is what a hook puts before a model, or prints for the client. It can
// be made in this package only: of words of ours, and of fenced text.
type Context struct{ text string }

func (c Context) String() string { return c.text }

// Then joins two parts, a line each.
func (c Context) Then(next Context) Context {
	if c.text == "" || next.text == "" {
		return Context{c.text + next.text}
	}
	return Context{c.text + "\n" + next.text}
}

// Fenced puts notes into a fence, a line each.
func Fenced(title Words, notes []Note) Context { return Wrap(title, Stated(notes...).text) }

// Stated are notes outside a fence, a line each: for words of ours, and for what this machine itself saved.
func Stated(notes ...Note) Context { return Context{strings.Join(each.Of(notes, Note.Told), "\n")} }
