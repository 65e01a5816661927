package epic

import (
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
)

// ErrLinked means that the folder temp is a link, which may lead anywhere.
var ErrLinked = errors.New("it is a link")

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
	if err := s.checkFolder(dir); err != nil {
		return c, err
	}
	info, err := os.Lstat(filepath.Join(s.Root, filepath.FromSlash(c.Path)))
	if errors.Is(err, fs.ErrNotExist) {
		return c, &fault.MissingError{Cause: noneError(id), Hint: "holdfast epic lists those that have one"}
	}
	if err != nil {
		return c, fmt.Errorf("reading the checkpoint of epic %q: %w", id, err)
	}
	c.Written = info.ModTime()
	file, err := s.Machine.ReadFile(s.Root, c.Path, maxFile)
	switch {
	case errors.Is(err, durable.ErrLink):
		c.Broken = "it is a link"
	case errors.Is(err, durable.ErrNotRegular):
		c.Broken = "it is not a file"
	case errors.Is(err, durable.ErrTooLarge):
		c.Broken = "it is too large"
	case err != nil:
		return c, fmt.Errorf("reading the checkpoint of epic %q: %w", id, err)
	default:
		c.file = file
		d, err := parse(file.Bytes)
		switch {
		case err != nil:
			c.Broken = err.Error()
		case d.Epic() != id:
			c.Document, c.Broken = d, "its epic_id differs from its file name"
			c.folded = strings.EqualFold(d.Epic(), id)
		default:
			c.use(d, file)
		}
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
		Cause: fmt.Errorf("%q contains the checkpoint of epic %q, not of %q", c.Path, c.Epic(), c.ID),
		Hint:  "type the epic's id as the file has it, or move the file away",
	}
}

// checkFolder refuses a folder of the project that is a link. One that is
// missing is fine.
func (s Store) checkFolder(rel string) error {
	info, err := os.Lstat(filepath.Join(s.Root, filepath.FromSlash(rel)))
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("opening %q: %w", rel, ErrLinked)
	}
	return nil
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
	folder := filepath.Join(s.Root, dir)
	linked := s.checkFolder(dir)
	entries, err := os.ReadDir(folder)
	if err != nil {
		if info, statErr := os.Stat(folder); statErr != nil || !info.IsDir() {
			return l, nil // no folder, no epics
		}
		return l, fmt.Errorf("looking for epics: %w", err)
	}
	for _, e := range entries {
		id, flag, ok := idOf(e.Name())
		if !ok {
			continue
		}
		info, err := e.Info()
		switch {
		case err != nil: // removed concurrently
		case linked != nil:
			return l, fmt.Errorf("looking for epics: %w", linked)
		case !isID(id) && !flag:
			l.odd++
		case !isID(id):
		case flag:
			l.flags = append(l.flags, named{id, info.ModTime(), info.Mode()})
		default:
			l.checkpoints = append(l.checkpoints, named{id, info.ModTime(), info.Mode()})
		}
	}
	newest := func(a, b named) int {
		if c := b.written.Compare(a.written); c != 0 {
			return c
		}
		return strings.Compare(a.id, b.id)
	}
	slices.SortFunc(l.checkpoints, newest)
	slices.SortFunc(l.flags, newest)
	return l, nil
}

// idOf takes the id out of the name of a checkpoint or of a flag.
func idOf(name string) (id string, flag, ok bool) {
	if rest, is := strings.CutPrefix(name, prefix); is {
		id, ok = strings.CutSuffix(rest, suffix)
		return id, false, ok
	}
	if rest, is := strings.CutPrefix(name, flagPrefix); is {
		id, ok = strings.CutSuffix(rest, flagSuffix)
		return id, true, ok
	}
	return "", false, false
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
		if c := b.Written.Compare(a.Written); c != 0 {
			return c
		}
		return b.Timestamp().Compare(a.Timestamp())
	})
	return all, more, errors.Join(failed...)
}
