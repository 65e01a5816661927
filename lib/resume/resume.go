// Package resume is the interface that every store shares with the recovery
// brief: what is resumable in a store, and what the store needs to judge it.
package resume

import (
	"context"
	"slices"
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

// Continues reports whether the session goes on with its own conversation and line.
func (q Query) Continues() bool {
	return q.Source == "compact" || q.Source == "resume" || q.Source == "fork"
}

// A Detail is a group of lines of an entry, such as its open steps. Values are
// as they are in the file; the brief neutralises them.
type Detail struct {
	Name  string   `json:"name"`
	About string   `json:"about,omitempty"` // how old, and the like
	Lines []string `json:"lines"`
}

// An Entry is one thing that can be resumed.
type Entry struct {
	Kind     string        `json:"kind"`            // epic, line, design, run, task; lines, which are counted
	ID       string        `json:"id"`              // its name among its kind
	Path     string        `json:"path"`            // the file, relative to the project root
	Saved    time.Time     `json:"saved,omitzero"`  // when its state was saved
	State    string        `json:"state"`           // what it is, such as checkpoint or handoff
	Fit      string        `json:"fit"`             // whether it still fits, in a few words
	Ours     bool          `json:"ours"`            // this machine wrote the file as it is
	Pointer  bool          `json:"pointer"`         // it is shown in one line, without details
	Quiet    bool          `json:"-"`               // the user's row does not mention it
	By       string        `json:"by,omitempty"`    // who brought a file that is not ours, "" where unknown
	Details  []Detail      `json:"details"`         // most urgent first
	Count    int           `json:"count,omitempty"` // it represents so many of what State names
	Over     bool          `json:"over,omitempty"`  // it is not open: it is told as what was done last
	Open     int           `json:"open,omitempty"`  // how many of what is counted are open
	Announce fence.Context `json:"-"`               // put before the fence; only an epic has one
}

// Add adds a group of lines, none where all are empty.
func (e *Entry) Add(name string, lines ...string) {
	if lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" }); len(lines) > 0 {
		e.Details = append(e.Details, Detail{Name: name, Lines: lines})
	}
}

// A Store offers what is resumable, most urgent first. An error does not
// spoil what other stores offer. Stores may be asked at the same time.
type Store interface {
	Resume(ctx context.Context, q Query) ([]Entry, error)
}
