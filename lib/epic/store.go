package epic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// A noneError is the id of an epic without a checkpoint, and fs.ErrNotExist.
type noneError string

func (e noneError) Error() string { return fmt.Sprintf("epic %q has no checkpoint", string(e)) }

func (noneError) Is(target error) bool { return target == fs.ErrNotExist }

// Load reads the checkpoint of one epic, whose id must be one; a *fault.MissingError
// of fs.ErrNotExist where it has none. One that cannot be used is no error: it is Broken.
func (s Store) Load(id string) (Checkpoint, error) {
	c := Checkpoint{ID: id, Path: Path(id)}
	if !isID(id) {
		return c, fmt.Errorf("reading the checkpoint of an epic: no id: %w", fs.ErrInvalid)
	}
	info, err := s.records().Stat(c.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, &fault.MissingError{Cause: noneError(id), Hint: "holdfast epic lists those that have one"}
	}
	if err != nil {
		return c, fmt.Errorf("reading the checkpoint of epic %q: %w", id, err)
	}
	c.Written = info.ModTime()
	v, file, err := s.records().Read(c.Path, maxFile)
	var corrupt record.CorruptError
	switch {
	case errors.As(err, &corrupt):
		c.Broken = corrupt.Error()
	case err != nil:
		return c, fmt.Errorf("reading the checkpoint of epic %q: %w", id, err)
	case check(v) != nil:
		c.Broken = check(v).Error()
	case v.Get(keyEpic).Text() != id:
		c.doc, c.Broken = v, "its epic_id differs from its file name"
		c.folded = strings.EqualFold(v.Get(keyEpic).Text(), id)
	default:
		c.use(v, file)
	}
	return c, nil
}

// otherCase refuses to set aside what is the checkpoint of an epic whose id
// differs in letter case alone: where the file system knows no case, that file
// is the other epic's, and whole.
func (c Checkpoint) otherCase() error {
	if !c.folded {
		return nil
	}
	return &fault.RefusedError{
		Cause: fmt.Errorf("%q contains the checkpoint of epic %q, not of %q", c.Path, c.doc.Get(keyEpic).Text(), c.ID),
		Hint:  "type the epic's id as the file has it, or move the file away",
	}
}

// A listing is what of epics is in temp.
type listing struct {
	checkpoints []named // most recently written first
	flags       []named // youngest first
	odd         int     // checkpoints whose names hold no id
}

type named struct {
	id      string
	written time.Time
	mode    fs.FileMode
}

// list looks at the names in temp and reads no file.
func (s Store) list() (listing, error) {
	var l listing
	entries, err := s.records().Entries(Dir)
	if errors.Is(err, durable.ErrLink) {
		// A link that leads to no epics is not worth a word at every start.
		found, _ := os.ReadDir(filepath.Join(s.Root, Dir))
		if !slices.ContainsFunc(found, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), "sdd-") }) {
			return l, nil
		}
	}
	if err != nil && !errors.Is(err, durable.ErrNotRegular) {
		return l, fmt.Errorf("looking for epics: %w", err)
	}
	for _, e := range entries {
		id, ok := between(e.Name(), prefix, suffix)
		list := &l.checkpoints
		if !ok {
			id, ok = between(e.Name(), flagPrefix, flagSuffix)
			list = &l.flags
		}
		if !ok {
			continue
		}
		info, err := e.Info()
		switch {
		case err != nil: // removed concurrently
		case isID(id):
			*list = append(*list, named{id, info.ModTime(), info.Mode()})
		case list == &l.checkpoints:
			l.odd++
		}
	}
	newest := func(a, b named) int { return cmp.Or(b.written.Compare(a.written), strings.Compare(a.id, b.id)) }
	slices.SortFunc(l.checkpoints, newest)
	slices.SortFunc(l.flags, newest)
	return l, nil
}

func between(name, begin, end string) (string, bool) {
	rest, begins := strings.CutPrefix(name, begin)
	id, ends := strings.CutSuffix(rest, end)
	return id, begins && ends
}

func (l listing) waves(now time.Time) []Wave {
	var waves []Wave
	for _, f := range l.flags {
		if f.mode.IsRegular() && len(waves) < maxFlags {
			waves = append(waves, Wave{Epic: f.id, Path: FlagPath(f.id), Since: f.written, Stale: now.Sub(f.written) >= staleAfter})
		}
	}
	return waves
}

// IDs are the names of all epics that have a checkpoint, for a shell's
// completion.
func (s Store) IDs() []string {
	l, _ := s.list() // what cannot be read is not offered
	var ids []string
	for _, c := range l.checkpoints {
		ids = append(ids, c.id)
	}
	return ids
}

// List reads the checkpoints, most recently written first, at most so many
// (0: all). Of files written in one moment the younger timestamp comes
// first. more is how many it did not read; what cannot be read is passed over
// and is the error beside the rest.
func (s Store) List(ctx context.Context, most int) (all []Checkpoint, more int, err error) {
	l, err := s.list()
	if err != nil {
		return nil, 0, err
	}
	return s.load(ctx, l, most)
}

func (s Store) load(ctx context.Context, l listing, most int) (all []Checkpoint, more int, err error) {
	var failed []error
	for i, n := range l.checkpoints {
		if most > 0 && i == most || ctx.Err() != nil {
			more = len(l.checkpoints) - i
			break
		}
		c, err := s.Load(n.id)
		switch {
		case err == nil:
			all = append(all, c)
		case !errors.Is(err, fs.ErrNotExist): // else it was removed concurrently
			failed = append(failed, err)
		}
	}
	slices.SortStableFunc(all, func(a, b Checkpoint) int {
		return cmp.Or(b.Written.Compare(a.Written), b.timestamp().Compare(a.timestamp()))
	})
	return all, more, errors.Join(failed...)
}

// Archived is what Close did.
type Archived struct {
	ID   string `json:"epic"`
	Path string `json:"path"` // where the checkpoint is now, relative to the project root
	// Why is set where the checkpoint was corrupt: it was set aside.
	Why string `json:"-"`
}

// Close moves the checkpoint of an epic to temp/archive, where nothing is
// overwritten; fs.ErrNotExist where it has none. A corrupt one is set aside
// beside its place.
func (s Store) Close(ctx context.Context, id string, now time.Time) (Archived, error) {
	a := Archived{ID: id}
	if err := checkID(id); err != nil {
		return a, err
	}
	if _, err := s.Load(id); err != nil {
		return a, err // there may be no folder for the lock
	}
	err := machine.InTurn(ctx, s.Root, Dir, 1, func() error {
		c, err := s.Load(id)
		if err == nil {
			err = c.otherCase()
		}
		if err != nil {
			return err
		}
		file := durable.In(s.Root, c.Path)
		if c.Broken != "" {
			a.Why = c.Broken
			a.Path, err = file.SetAside(now)
			return err
		}
		if a.Path, err = s.records().Keep(archiveDir, prefix+id, suffix, c.file.Bytes); err != nil {
			return err
		}
		return file.Remove()
	})
	return a, err
}
