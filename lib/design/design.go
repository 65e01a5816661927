// Package design keeps design sessions: how far a feature's design is, stage by
// stage, so that it outlives the context that it was begun in.
//
// A Session is one JSON file with the documents and tickets beside it. All that is said
// of a stage follows from those (view), whether it is shown, told to a new session, or
// decides if the stage may complete. An edit is one command that changes a session, under
// a lock: documents are written first and the session last.
//
// A session of a newer major version is read and never written. One that is corrupt is
// named by whatever reads it; only rebuild sets it aside. What this machine did not write
// is replaced only on demand.
package design

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// Folders, relative to the project root.
const (
	Dir        = ".claude/design"
	Sessions   = Dir + "/sessions"
	TicketsDir = ".claude/tickets"
	docsDir    = "docs/design"
	adrDir     = "docs/adr"
	archiveDir = Dir + "/archive"
)

const (
	version    = "1.0"   // of the sessions that we write
	maxSession = 1 << 20 // bytes of a session file
	maxContent = 1 << 20 // bytes of a document that is looked into
	maxTickets = 10000
	maxCount   = 1e6 // of rules, alternatives or scenarios
)

var (
	errCorrupt = errors.New("the session file is corrupt")
	errNone    = errors.New("no design session")
)

// A session is a file a feature, and a ticket one an id.
var (
	sessions    = record.Kind{Dir: Sessions, Suffix: ".session.json"}
	ticketFiles = record.Kind{Dir: TicketsDir, Suffix: ".md"}
)

// A Store is the design sessions of one project.
type Store struct {
	record.Store
	typed func(string) string // has a command in the form that works where it is read, nil for any
}

// In is the store of the project at root, an absolute path.
func In(root string, folder machine.Folder) Store {
	return Store{Store: record.Store{Root: root, Machine: folder}}
}

// Features are the names of the sessions of the project, sorted.
func (s Store) Features() ([]string, error) { return s.IDs(sessions) }

func (s Store) command(form fence.Words, values ...string) string {
	text := fence.Typed("holdfast design "+form, values...)
	if s.typed != nil {
		text = s.typed(text)
	}
	return text
}

func quoted(found string) string { return strconv.Quote(fault.Shorten(found)) }

func commas[T any](all []T) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(all), "[]"), " ", ", ")
}
