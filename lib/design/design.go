// Package design keeps design sessions: how far a feature's design is, stage by
// stage, so that it outlives the context that it was begun in. What a command
// shows of it has one shape, printed for a person and encoded with --json.
//
// A session is one JSON file, .claude/design/sessions/<feature>.session.json,
// which is written under a lock: keys and stages that this package does not know
// stay as they are, and a file of a newer major version is read and never written.
// A file that is not a session is named as corrupt by whatever reads it; only
// Rebuild sets it aside.
//
// Documents and tickets are beside it in the project. Their content is stored
// as given; what this machine did not write is replaced only on demand. Nothing
// is read or written through a link.
package design

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// Folders and suffixes, relative to the project root.
const (
	Dir        = ".claude/design"
	Sessions   = Dir + "/sessions"
	TicketsDir = ".claude/tickets"
	docsDir    = "docs/design"
	adrDir     = "docs/adr"
	suffix     = ".session.json"
	archive    = "archive"
)

// Version is the version of the sessions that we write.
const Version = "1.0"

const (
	maxName    = 64
	maxSession = 1 << 20 // bytes of a session file
	maxContent = 1 << 20 // bytes of a document that is looked into
	stampForm  = "20060102T150405Z"
)

// ErrCorrupt is the cause where a session file is not a session.
var ErrCorrupt = errors.New("the session file is corrupt")

// ErrNone is the cause where a feature has no session.
var ErrNone = errors.New("no design session")

// A Store is the design sessions of one project.
type Store struct {
	Root    string // the project root, absolute
	Machine machine.Folder
}

func (s Store) records() record.Store { return record.Store{Root: s.Root, Machine: s.Machine} }

// checkName reports whether a feature or a ticket may have this name; field is
// what a fault calls it.
func checkName(field, name string) error {
	if okName(name) {
		return nil
	}
	found := quoted(name)
	if len(name) > maxName {
		found = fmt.Sprintf("%d bytes, %s", len(name), found)
	}
	return invalid("the "+field, field, found,
		fmt.Sprintf("letters, digits, \".\", \"_\" and \"-\", at most %d, a letter or digit first and last, no \"..\"", maxName))
}

// invalid is the error for an input with one fault.
func invalid(what, field, found, allowed string) error {
	return &fault.InvalidError{What: what, Faults: []fault.Fault{{Field: field, Found: found, Allowed: allowed}}}
}

// Outside is the error for what a flag names outside the project: a file or a path.
func Outside(what, flag, path, kind string) error {
	return invalid(what, flag, quoted(path), "a "+kind+" in the project")
}

// quoted is what was found, shortened and in quotes.
func quoted(found string) string { return strconv.Quote(fault.Shorten(found)) }

func okName(name string) bool {
	if name == "" || len(name) > maxName {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i] | 0x20
		alnum := c >= 'a' && c <= 'z' || name[i] >= '0' && name[i] <= '9'
		edge := i == 0 || i == len(name)-1
		mark := name[i] == '.' || name[i] == '_' || name[i] == '-'
		if !alnum && (edge || !mark) || name[i] == '.' && name[i+1] == '.' {
			return false
		}
	}
	return true
}

// path is where the session of a feature is.
func path(feature string) string { return Sessions + "/" + feature + suffix }

func stamp(t time.Time) string { return t.UTC().Format(stampForm) }
