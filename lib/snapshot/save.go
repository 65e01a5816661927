package snapshot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

// portion is how many files are saved at first, and most how many at once later on:
// what one portion saved stays where the next has no time left.
const (
	portion = 500
	most    = 4000
)

// A writer adds objects to the store.
type writer struct {
	store Store

	mu     sync.Mutex
	have   map[string]bool // the objects that are there, or on their way
	staged *durable.StagedDir
}

func (s Store) writer() (*writer, error) {
	names, err := os.ReadDir(filepath.Join(s.Dir, "objects"))
	w := &writer{store: s, have: make(map[string]bool, len(names))}
	for _, n := range names {
		w.have[n.Name()] = true
	}
	return w, err
}

// put adds an object, which is there once flush was called.
func (w *writer) put(b []byte) (sum string, err error) {
	sum = machine.Sum(b)
	w.mu.Lock()
	known := w.have[sum]
	w.have[sum] = true
	if !known && w.staged == nil {
		w.staged, err = w.stage()
	}
	staged := w.staged
	w.mu.Unlock()
	if known || err != nil {
		return sum, err
	}
	return sum, staged.Copy(sum, bytes.NewReader(b))
}

func (w *writer) stage() (*durable.StagedDir, error) {
	tree, err := durable.OpenTree(w.store.Dir)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	return durable.Stage(tree, "new")
}

func (w *writer) flush() error {
	staged := w.staged
	if w.staged = nil; staged == nil {
		return nil
	}
	return staged.Spread("objects")
}

func (w *writer) discard() {
	if w.staged != nil {
		w.staged.Discard()
	}
}

// save writes what the store does not hold of a work tree.
func (s Store) save(ctx context.Context, w work, t Taking) (taken Snapshot, err error) {
	to, err := s.writer()
	if err != nil {
		return taken, err
	}
	defer to.discard()
	var due []*seen
	for i := range w.files {
		if f := &w.files[i]; f.Sum == "" || f.Kind != Repository && !to.have[f.Sum] {
			due = append(due, f)
		}
	}
	changed := len(due) > 0 || w.known != len(w.files)
	size, total := most, len(w.files)
	if t.Progress != nil || len(due) > total/2 {
		size = portion
	}
	for done := 0; done < len(due) && err == nil; size = min(2*size, most) {
		part := due[done:min(done+size, len(due))]
		if err = errors.Join(s.readAll(ctx, part, to.put), ctx.Err()); err != nil {
			break
		}
		if done += len(part); done < len(due) {
			err = to.flush()
		}
		if t.Progress != nil {
			t.Progress(total-len(due)+done, total)
		}
	}
	if err == nil {
		taken, err = s.finish(&w, to)
	}
	if changed {
		err = errors.Join(err, s.remember(w.files, to.have, t.Time))
	}
	return taken, err
}

// finish adds the folders and the snapshot itself.
func (s Store) finish(w *work, to *writer) (taken Snapshot, err error) {
	w.drop()
	taken.Skipped = w.skipped
	if taken.Tree, err = plant(w.entries(), "", to.put); err != nil {
		return taken, err
	}
	ignored, err := to.put([]byte(strings.Join(w.ignored, "\x00")))
	if err == nil {
		taken.ID, err = to.put([]byte(taken.Tree + "\n" + ignored + "\n"))
	}
	if err == nil {
		err = to.flush()
	}
	return taken, err
}

// present is the tree of the work tree as it is now; its folders are unsaved.
func (s Store) present(ctx context.Context) (tree string, err error) {
	w, err := s.work(ctx)
	if err != nil {
		return "", err
	}
	var due []*seen
	for i := range w.files {
		if w.files[i].Sum == "" {
			due = append(due, &w.files[i])
		}
	}
	sum := func(b []byte) (string, error) { return machine.Sum(b), nil }
	if err := errors.Join(s.readAll(ctx, due, sum), ctx.Err()); err != nil {
		return "", err
	}
	w.drop()
	return plant(w.entries(), "", func(b []byte) (string, error) {
		sum := machine.Sum(b)
		s.unsaved[sum] = b
		return sum, nil
	})
}

// Tree is the tree that a snapshot of now would have.
func (s Store) Tree(ctx context.Context) (string, error) {
	s.unsaved = map[string][]byte{}
	return s.present(ctx)
}

// drop leaves out the files that could not be read.
func (w *work) drop() {
	w.files = slices.DeleteFunc(w.files, func(f seen) bool {
		if f.Sum == unreadable {
			w.skipped = append(w.skipped, f.Path)
		}
		return f.Sum == unreadable || f.Sum == ""
	})
	slices.Sort(w.skipped)
}

// unreadable stands for the sum of a file that this user may not read.
const unreadable = "-"

// readAll reads files, several at a time, and fills in their sums. One that is gone
// or became something else concurrently is left without.
func (s Store) readAll(ctx context.Context, files []*seen, put func([]byte) (string, error)) error {
	tree, err := durable.OpenTree(s.Root)
	if err != nil {
		return err
	}
	defer tree.Close()
	parts := (len(files) + run - 1) / run
	failures := make([]error, parts)
	parallel.Each(runtime.NumCPU(), parts, func(part int) {
		reach := durable.Reach{In: tree}
		defer reach.Close()
		for _, f := range files[part*run : min(part*run+run, len(files))] {
			if ctx.Err() != nil || failures[part] != nil {
				return
			}
			b, err := f.read(&reach)
			switch {
			case errors.Is(err, fs.ErrPermission):
				f.Sum = unreadable
			case err == nil:
				f.Sum, failures[part] = put(b)
			default:
				f.Sum = ""
			}
		}
	})
	return errors.Join(failures...)
}

// read reads a file or the target of a link, through no link.
func (f *seen) read(reach *durable.Reach) ([]byte, error) {
	dir, name, err := reach.At(f.Path)
	if err != nil {
		return nil, err
	}
	if f.Kind == Link {
		target, err := dir.Readlink(name)
		return []byte(target), err
	}
	file, info, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b := make([]byte, 0, info.Size()+1)
	from := bytes.NewBuffer(b)
	if _, err := from.ReadFrom(io.LimitReader(file, MaxFile+1)); err != nil || from.Len() > MaxFile {
		return nil, errors.Join(err, fs.ErrInvalid)
	}
	f.Mode, f.Size, f.stat = info.Mode().Perm(), int64(from.Len()), statOf(info)
	return from.Bytes(), nil
}

// The cache holds for each file its sum, and what a change of the file changes, as
// git's index does: one that changed right before it was read, or while it was, is
// not in it, since a later change in the same moment could not be told.

// A cached is a file as the cache knows it.
type cached seen

const (
	maxCache = 1 << 30
	// moment is how coarse the times of a file system are that has parts of
	// seconds, and longMoment of others.
	moment     = 100 * time.Millisecond
	longMoment = 2 * time.Second
)

func (s Store) cacheFile() string { return filepath.Join(s.Dir, "cache") }

// statOf is what a change of a file changes.
func statOf(info fs.FileInfo) string {
	id, _ := platform.IdentityOf(info)
	b := strconv.AppendInt(nil, info.ModTime().UnixNano(), 36)
	b = strconv.AppendInt(append(b, '.'), id.Changed, 36)
	b = strconv.AppendUint(append(b, '.'), id.Inode, 36)
	b = strconv.AppendInt(append(b, '.'), info.Size(), 36)
	b = strconv.AppendUint(append(b, '.'), uint64(info.Mode()), 36)
	return string(b)
}

// settled reports whether a file was last changed long enough before a time.
func settled(stat string, now time.Time) bool {
	var last int64
	for _, part := range strings.SplitN(stat, ".", 3)[:2] {
		at, _ := strconv.ParseInt(part, 36, 64)
		last = max(last, at)
	}
	wait := moment
	if last%int64(time.Second) == 0 {
		wait = longMoment
	}
	return now.Sub(time.Unix(0, last)) > wait
}

// cached reads the cache; one that is damaged knows fewer files.
func (s Store) cached() map[string]cached {
	b, _ := durable.Read(s.cacheFile(), maxCache)
	known := make(map[string]cached, bytes.Count(b, []byte{0}))
	for line := range strings.SplitSeq(string(b), "\x00") {
		stat, rest, _ := strings.Cut(line, " ")
		if e, ok := parseEntry(rest); ok {
			known[e.Path] = cached{e, stat}
		}
	}
	return known
}

// remember writes the cache: of files whose objects are there.
func (s Store) remember(files []seen, have map[string]bool, now time.Time) error {
	var b []byte
	for _, f := range files {
		if f.stat != "" && have[f.Sum] && settled(f.stat, now) {
			b = append(append(b, f.stat...), ' ')
			b = f.line(b)
		}
	}
	if err := durable.File(s.cacheFile()).ReplaceDerived(b, 0o600); err != nil {
		return fmt.Errorf("keeping the cache: %w", err)
	}
	return nil
}
