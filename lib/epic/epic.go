// Package epic keeps the checkpoints of orchestrators that work in waves over the issue tracker beads:
// temp/sdd-checkpoint-<epic>.json, one file an epic, which other tools write too.
//
// An epic's id is checked before it reaches a path, a prompt or a program's arguments. A
// corrupt file is named by all and set aside by the writer alone.
package epic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

const Dir = "temp" // below the project root

var (
	kind  = record.Kind{Dir: Dir, Prefix: "sdd-checkpoint-", Suffix: ".json"}
	flags = record.Kind{Dir: Dir, Prefix: "sdd-wave-active-", Suffix: ".flag"}
)

const (
	keyEpic     = "epic_id"
	keyWave     = "wave_completed"
	keyTier     = "budget_tier"
	keyReceipts = "wave_receipts"
	keyClosed   = "closed_issues"
)

func isTier() record.Type { return record.OneOf("max-20x", "max-5x", "pro/api") }

// first is a checkpoint before its first wave.
const first = `{"epic_id": "", "wave_completed": 0, "wave_receipts": [], "closed_issues": [],
	"epic_tokens": 0, "epic_tool_uses": 0}`

// keys are those of a checkpoint, beside which files hold others of later generations.
var keys = record.Keys{
	{Names: keyEpic, Type: record.IsText, Required: true}, {Names: keyWave, Type: record.IsCount, Required: true},
	{Names: "budget_tier timestamp", Type: record.IsText}, {Names: keyReceipts, Type: record.IsList},
	{Names: keyClosed, Type: record.AreTexts}, {Names: "epic_tokens epic_tool_uses epic_cost", Type: record.IsSum},
}

// sums are what the flags of waves add up.
var sums = []struct {
	flag, key string
	given     record.Type
}{
	{"tokens", "epic_tokens", record.IsCount},
	{"tool-uses", "epic_tool_uses", record.IsCount},
	{"cost", "epic_cost", record.IsSum},
}

// Store is the epics of one project.
type Store struct {
	record.Store
	Beads     beads.Tracker                                               // asked only where there is an epic
	Pages     []string                                                    // of checkpoint-recovery.md, absolute
	Untracked func(ctx context.Context, paths []string) ([]string, error) // that no checkout brought; or nil
}

// In is the store of the project at root, an absolute path.
func In(root string, folder machine.Folder) Store {
	return Store{Store: record.Store{Root: root, Machine: folder}}
}

// Path is where the checkpoint of an epic is, relative to the project root.
func Path(id string) string { return kind.Path(id) }

// A Checkpoint is the file of one epic.
type Checkpoint struct {
	ID      string    `json:"epic"`
	Path    string    `json:"path"` // relative to the project root
	Wave    int       `json:"wave_completed"`
	Next    int       `json:"next_wave"`         // the wave to go on with
	Tier    string    `json:"budget_tier"`       // "" where it is not known
	Broken  string    `json:"corrupt,omitempty"` // why it cannot be used, without anything out of it
	Written time.Time `json:"written,omitzero"`  // the file's time

	doc  record.Value
	file record.File
}

func (c *Checkpoint) use(v record.Value, file record.File) {
	c.doc, c.file = v, file
	c.Wave, _ = v.Get(keyWave).Whole(record.MaxNumber)
	c.Next, c.Tier = c.Wave+1, v.Get(keyTier).Text()
}

var errNone = errors.New("no checkpoint")

// Load reads the checkpoint of one epic. One that cannot be used is no error: it is Broken.
func (s Store) Load(id string) (Checkpoint, error) {
	c := Checkpoint{ID: id, Path: Path(id)}
	if err := record.CheckID("the epic's id", "epic", id); err != nil {
		return c, err
	}
	var file record.File
	info, err := s.Stat(c.Path)
	if err == nil {
		c.Written = info.ModTime().UTC()
		c.doc, file, err = s.Read(c.Path, record.MaxOwn, record.MaxForeign)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, cli.Missing("holdfast epic lists those that have one", "epic %q has %w", id, errNone)
	case err == nil:
		err = keys.Check(c.doc)
	case !errors.As(err, new(record.CorruptError)):
		return c, fmt.Errorf("reading the checkpoint of epic %q: %w", id, err)
	}
	if err == nil && c.doc.Get(keyEpic).Text() != id {
		err = errors.New("its epic_id differs from its file name")
	}
	if err != nil {
		c.Broken = err.Error()
		return c, nil
	}
	c.use(c.doc, file)
	return c, nil
}

// list are the epics with a checkpoint, the one written last first, and the flags, youngest first.
func (s Store) list(now time.Time) (ids []string, waves []Wave, err error) {
	entries, err := s.Entries(Dir)
	if errors.Is(err, durable.ErrLink) {
		// A link that leads to no epics is not worth a word at every start.
		found, _ := filepath.Glob(filepath.Join(s.Root, Dir, "sdd-*"))
		if len(found) == 0 {
			return nil, nil, nil
		}
	}
	if err != nil && !errors.Is(err, durable.ErrNotRegular) {
		return nil, nil, fmt.Errorf("looking for epics: %w", err)
	}
	files := each.If(entries, func(e fs.DirEntry) (fs.FileInfo, bool) {
		info, err := e.Info()
		return info, err == nil && strings.HasPrefix(e.Name(), "sdd-")
	})
	slices.SortFunc(files, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	for _, f := range files {
		since := f.ModTime().UTC()
		if id := kind.ID(f.Name()); id != "" {
			ids = append(ids, id)
		} else if id := flags.ID(f.Name()); id != "" && f.Mode().IsRegular() && len(waves) < 5 {
			w := Wave{Epic: id, Path: flags.Path(id), Since: since, Stale: now.Sub(since) >= 6*time.Hour}
			waves = append(waves, w)
		}
	}
	return ids, waves, nil
}

// IDs are the names of all epics that have a checkpoint.
func (s Store) IDs() ([]string, error) { return s.Store.IDs(kind) }

// load reads checkpoints; what cannot be read is the error beside the rest.
func (s Store) load(ids []string) (all []Checkpoint, err error) {
	all = []Checkpoint{}
	for _, id := range ids {
		if c, failed := s.Load(id); failed == nil {
			all = append(all, c)
		} else if !errors.Is(failed, errNone) { // else it was removed concurrently
			err = errors.Join(err, failed)
		}
	}
	return all, err
}

// A Wave is the flag of a wave that an orchestrator set off.
type Wave struct {
	Epic      string    `json:"-"`
	Path      string    `json:"path"` // of the flag, relative to the project root
	Since     time.Time `json:"since,omitzero"`
	Stale     bool      `json:"stale"` // so old that the wave was abandoned
	Completed int       `json:"-"`     // the wave that the epic's checkpoint says was completed last
	Ours      bool      `json:"-"`     // this machine wrote that checkpoint
}

// Waves returns the waves in flight and the stale flags, youngest first, at most five.
func (s Store) Waves(now time.Time) ([]Wave, error) {
	_, all, err := s.list(now)
	for i, w := range all {
		c, _ := s.Load(w.Epic) // of wave 0, and foreign, where it cannot be used
		all[i].Completed, all[i].Ours = c.Wave, c.file.Own
	}
	return all, err
}
