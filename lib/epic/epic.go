// Package epic keeps the checkpoints of orchestrators that work in waves over
// the issue tracker beads: temp/sdd-checkpoint-<epic>.json, one file an epic,
// which other tools write too. Whatever a file holds beyond what is known here
// stays in it, with its order and the text of its numbers.
//
// An epic's id is checked before it reaches a path, a prompt or a program's
// arguments. A file that is no checkpoint is named as corrupt by all and set
// aside by the writer alone. Writers take turns by a lock on temp, and a file is
// replaced whole, so a reader or a crash meets the old or the new.
package epic

import (
	"path"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/beads"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
)

const (
	dir        = "temp" // below the project root
	archiveDir = "temp/archive"
	prefix     = "sdd-checkpoint-"
	suffix     = ".json"
	flagPrefix = "sdd-wave-active-"
	flagSuffix = ".flag"
	maxFile    = 4 << 20
	maxWave    = 1_000_000
)

// Corrupted is the line that orchestrators know for a checkpoint that cannot be
// used.
const Corrupted = "Checkpoint corrupted — falling back to beads. Which budget tier?"

// Store is the epics of one project.
type Store struct {
	Root    string // the project root, absolute
	Machine machine.Folder
	Beads   beads.Tracker // asked only where there is an epic
	Pages   []string      // where checkpoint-recovery.md may be, absolute
}

// isID reports whether s may be an epic's or an issue's id: [A-Za-z0-9._-], at
// most 64 bytes, without ".." and with neither "." nor "-" at its beginning, so
// that it is no flag, no hidden file and leads nowhere.
func isID(s string) bool {
	return beads.IsID(s) && !strings.Contains(s, "..")
}

// idForm is what isID takes, in words.
const idForm = "letters, digits and . _ -, at most 64, not beginning with . or -, without .."

// checkID returns a *fault.InvalidError for what is no id.
func checkID(s string) error {
	if isID(s) {
		return nil
	}
	return &fault.InvalidError{What: "the epic's id", Faults: []fault.Fault{{
		Field: "epic", Found: strconv.QuoteToASCII(fault.Shorten(s)), Allowed: idForm,
	}}}
}

// Path is where the checkpoint of an epic is, relative to the project root.
func Path(id string) string { return path.Join(dir, prefix+id+suffix) }

// FlagPath is where the flag of an epic's wave in flight is, relative to the
// project root.
func FlagPath(id string) string { return path.Join(dir, flagPrefix+id+flagSuffix) }

// announcement is the text that tells a session of an epic's checkpoint, in the
// words that orchestrators look for. tier says that one is stored.
func announcement(id string, tier bool) fence.Context {
	var keep fence.Words
	if tier {
		keep = "Do NOT re-ask budget tier. "
	}
	return fence.Stated(fence.Say("<sdd-checkpoint-recovery>SDD checkpoint found for epic %s. Read %s to resume orchestration. "+
		"%sSee checkpoint-recovery.md for recovery logic.</sdd-checkpoint-recovery>", id, fence.Data{Text: Path(id)}, keep))
}

// A Checkpoint is the file of one epic.
type Checkpoint struct {
	ID   string `json:"epic"`
	Path string `json:"path"` // relative to the project root
	Wave int    `json:"wave_completed"`
	Next int    `json:"next_wave"`   // the wave to go on with
	Tier string `json:"budget_tier"` // "" where it is not known
	// Broken is why it cannot be used, in words without anything out of the
	// file; "" where it can.
	Broken  string    `json:"corrupt,omitempty"`
	Written time.Time `json:"-"` // the file's time
	Document

	file   machine.File
	folded bool // Broken, and whole but for the letter case of its id
}

// use takes over a document that can be used.
func (c *Checkpoint) use(d Document, file machine.File) {
	c.Document, c.file = d, file
	c.Wave, c.Next, c.Tier = d.Wave(), d.Wave()+1, d.Tier()
}

// Ours reports whether this machine wrote the file as it is.
func (c Checkpoint) Ours() bool { return c.file.Own }
