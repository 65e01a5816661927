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
	"strings"
	"time"

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
	sessions    = record.Kind{Dir: Sessions, Suffix: ".session.json", IsID: record.IsID}
	ticketFiles = record.Kind{Dir: TicketsDir, Suffix: ".md", IsID: record.IsID}
)

// A Store is the design sessions of one project.
type Store struct{ record.Store }

// In is the store of the project at root, an absolute path.
func In(root string, folder machine.Folder) Store {
	return Store{record.Store{Root: root, Machine: folder}}
}

// Features are the names of the sessions of the project, sorted.
func (s Store) Features() ([]string, error) { return s.IDs(sessions) }

// none is the error for a feature without a session; more is appended to it.
func (s Store) none(feature, more string) error {
	features, _ := s.Features()
	return &fault.MissingError{
		Cause: fmt.Errorf("%w %q%s", errNone, feature, more), Candidates: features,
		Hint: fence.Typed("holdfast design %s start", feature),
	}
}

// stamp is a time in the name of what is archived.
func stamp(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// outside is the error for what a flag names outside the project: a file or a path.
func outside(what, flag, path, kind string) error {
	return fault.Invalid(what, flag, quoted(path), "a "+kind+" in the project")
}

// quoted is what was found, shortened and in quotes.
func quoted(found string) string { return strconv.Quote(fault.Shorten(found)) }

// commas are words or numbers as a person reads them.
func commas[T any](all []T) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(all), "[]"), " ", ", ")
}
