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
	"errors"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/beads"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

const (
	Dir        = "temp" // below the project root
	archiveDir = "temp/archive"
	prefix     = "sdd-checkpoint-"
	suffix     = ".json"
	flagPrefix = "sdd-wave-active-"
	flagSuffix = ".flag"
	maxFile    = 4 << 20
	maxWave    = 1_000_000
	// staleAfter is the age from which on a wave's flag was abandoned.
	staleAfter = 6 * time.Hour
	maxFlags   = 5
)

// Tiers are the budget tiers that a wave may name.
var Tiers = []string{"max-20x", "max-5x", "pro/api"}

// The keys that a wave changes.
const (
	keyEpic      = "epic_id"
	keyWave      = "wave_completed"
	keyTier      = "budget_tier"
	keyReceipts  = "wave_receipts"
	keyClosed    = "closed_issues"
	keyTokens    = "epic_tokens"
	keyToolUses  = "epic_tool_uses"
	keyCost      = "epic_cost"
	keyTimestamp = "timestamp"
)

// keys are those of a checkpoint. Files hold others, which later generations
// added; they are kept as they are.
var keys = record.Keys{
	{Name: keyEpic, Type: record.IsText, Required: true},
	{Name: keyWave, Type: record.IsCount, Required: true, First: "0"},
	{Name: keyReceipts, Type: record.IsList, First: "[]"},
	{Name: keyClosed, Type: record.AreTexts, First: "[]"},
	{Name: keyTokens, Type: record.IsSum, First: "0", Title: "tokens"},
	{Name: keyToolUses, Type: record.IsSum, First: "0", Title: "tool uses"},
	{Name: keyTier, Type: record.IsText},
	{Name: keyCost, Type: record.IsSum, Title: "cost"},
	{Name: keyTimestamp, Type: record.IsText},
}

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

func (s Store) records() record.Store { return record.Store{Root: s.Root, Machine: s.Machine} }

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
func Path(id string) string { return Dir + "/" + prefix + id + suffix }

// FlagPath is where the flag of an epic's wave in flight is, relative to the
// project root.
func FlagPath(id string) string { return Dir + "/" + flagPrefix + id + flagSuffix }

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
	Written time.Time `json:"written,omitzero"` // the file's time

	doc    record.Value
	file   machine.File
	folded bool // Broken, and whole but for the letter case of its id
}

// parse reads a checkpoint. The error says what is wrong without quoting it.
func parse(b []byte) (record.Value, error) {
	if len(b) > maxFile {
		return record.Value{}, errors.New("it is too large")
	}
	v, err := record.ParseObject(b)
	if err != nil {
		return v, err
	}
	return v, check(v)
}

func check(v record.Value) error {
	if _, ok := v.Get(keyWave).Whole(maxWave); !ok {
		return errors.New(keyWave + " is not an integer")
	}
	return keys.Check(v)
}

// use takes over a document that can be used.
func (c *Checkpoint) use(v record.Value, file machine.File) {
	c.doc, c.file = v, file
	c.Wave, _ = v.Get(keyWave).Whole(maxWave)
	c.Next, c.Tier = c.Wave+1, v.Get(keyTier).Text()
}

// Ours reports whether this machine wrote the file as it is.
func (c Checkpoint) Ours() bool { return c.file.Own }

// timestamp is when the checkpoint says that it was made, zero where it does
// not.
func (c Checkpoint) timestamp() time.Time {
	t, err := time.Parse(time.RFC3339, c.doc.Get(keyTimestamp).Text())
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

// Receipts are the waves' receipts, oldest first, Closed the ids of the issues
// that are closed, in the file's order.
func (c Checkpoint) Receipts() []string { return c.says(keyReceipts) }
func (c Checkpoint) Closed() []string   { return c.says(keyClosed) }

func (c Checkpoint) says(key string) []string {
	all := []string{}
	for _, item := range c.doc.Get(key).Items() {
		all = append(all, item.Says())
	}
	return all
}

// A Wave is the flag of a wave that an orchestrator set off.
type Wave struct {
	Epic  string    `json:"-"`
	Path  string    `json:"path"` // of the flag, relative to the project root
	Since time.Time `json:"since"`
	Stale bool      `json:"stale"` // so old that the wave was abandoned
	// Completed is the wave that the epic's checkpoint says was completed last;
	// Known says that there is a checkpoint to say so.
	Completed int  `json:"-"`
	Known     bool `json:"-"`
	Ours      bool `json:"-"` // this machine wrote that checkpoint
}

// Waves returns the waves in flight and the stale flags, youngest first, at most
// five.
func (s Store) Waves(now time.Time) ([]Wave, error) {
	l, err := s.list()
	if err != nil {
		return nil, err
	}
	waves := l.waves(now)
	for i, w := range waves {
		if c, err := s.Load(w.Epic); err == nil && c.Broken == "" {
			waves[i].Completed, waves[i].Known, waves[i].Ours = c.Wave, true, c.Ours()
		}
	}
	return waves, nil
}
