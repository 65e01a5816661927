// Package resume is the interface that every store shares with the recovery
// brief: what is resumable in a store, and what the store needs to judge it.
package resume

import (
	"context"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
)

// A Query says who asks.
type Query struct {
	Now       time.Time
	SessionID string // the Claude Code session that starts, may be empty
	Source    string // startup, resume, clear, compact or fork
	Branch    string // the work tree's branch, "" where unknown
	Commit    string // the work tree's commit, "" where unknown
	Past      gitrepo.Past
}

// Continues reports whether the session goes on with its own conversation, so
// that its own line comes before anything newer.
func (q Query) Continues() bool {
	return q.Source == "compact" || q.Source == "resume" || q.Source == "fork"
}

// A Detail is a group of lines of an entry, such as its open steps. Values are
// as they are in the file; the brief neutralises them.
type Detail struct {
	Name  string   `json:"name"`
	About string   `json:"about,omitempty"` // how old, and the like
	Lines []string `json:"lines"`
	// Broken are the lines as they were written, with their line breaks, nil where
	// nothing depends on those.
	Broken []string `json:"-"`
}

// An Entry is one thing that can be resumed.
type Entry struct {
	Kind  string    `json:"kind"`  // epic, line, design, run, task; lines for some that are only counted
	ID    string    `json:"id"`    // its name among its kind
	Path  string    `json:"path"`  // the file, relative to the project root
	Saved time.Time `json:"saved"` // when its state was saved
	State string    `json:"state"` // what it is, such as checkpoint or handoff
	Fit   string    `json:"fit"`   // whether it still fits, in a few words
	// Ours says that this machine wrote the file as it is.
	Ours bool `json:"ours"`
	// Pointer says that it is shown in one line, without details.
	Pointer bool `json:"pointer"`
	// Quiet says that the user's row does not mention it.
	Quiet bool `json:"-"`
	// By is who brought a file that is not ours, "" where unknown.
	By      string   `json:"by,omitempty"`
	Details []Detail `json:"details"` // most urgent first
	// Count says that the entry represents so many of what State names.
	Count int `json:"count,omitempty"`
	// Over says that it is not open: it is told as what was done last.
	Over bool `json:"over,omitempty"`
	// Open is how many of what is counted are open.
	Open int `json:"open,omitempty"`
	// Announce is put before the fence; only an epic has one.
	Announce fence.Context `json:"-"`
}

// A Store offers what is resumable, most urgent first. An error does not
// spoil what other stores offer. Stores may be asked at the same time.
type Store interface {
	Resume(ctx context.Context, q Query) ([]Entry, error)
}
