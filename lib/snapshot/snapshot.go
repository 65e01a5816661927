// Package snapshot keeps whole work trees in the machine folder: the bytes of the
// files as they are on the disk, their permissions, links as links. Nothing below
// the project's own .git is written, and nothing runs that is configured there.
//
// It is a store of objects, each a file named by the SHA-256 of its bytes: files, targets of links,
// trees (tree.go), and snapshots, which name a tree and the list of what git ignored. An object is on
// the disk before it has its name. Who needs a snapshot names it in its own record; Prune removes the
// objects of no snapshot that is named. The cache (worktree.go) makes the next snapshot cheap.
//
// What is at a path, in a snapshot, a checkpoint or the work tree, is a [Content].
package snapshot

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

const (
	MaxFile = 10 << 20 // the size of a file in bytes above which a snapshot passes over it
	// MaxPlainFiles and MaxPlainBytes bound a tree that is not a git work tree.
	MaxPlainFiles = 10_000
	MaxPlainBytes = 500 << 20
)

// ErrTooLarge means that a tree without git is larger than a snapshot takes.
var ErrTooLarge = errors.New("too large for a snapshot: over 10,000 files or 500 MB, and no git work tree")

// A Store is the snapshots of one project.
type Store struct {
	Root string // the project
	Dir  string // of the store; it need not exist
	Git  gitrepo.Git

	private string // the machine folder where it is inside the project, relative to that
}

// Of is the store of the project at root; it touches nothing.
func Of(folder machine.Folder, root string, git gitrepo.Git) Store {
	private, _ := project.Rel(root, folder.Path)
	return Store{Root: root, Dir: filepath.Join(folder.Project(project.Hash(root)), "snapshots"), Git: git,
		private: private}
}

func (s Store) object(sum string) durable.Place {
	return durable.File(filepath.Join(s.Dir, "objects", sum))
}

// A Snapshot is one saved work tree.
type Snapshot struct {
	ID      string   // of equal ones, before which git ignored the same, equal
	Tree    string   // the same for all of equal files
	Skipped []string // files over MaxFile and unreadable ones, sorted
}

// A Taking says how a snapshot is taken.
type Taking struct {
	Time time.Time // now
	// Enter names the snapshot in the record of who needs it, before it can be pruned; it may be nil.
	Enter    func(Snapshot) error
	Progress func(done, of int) // files; it may be nil
}

// Take saves the work tree. It ends with ctx; what was written by then is not written again.
func (s Store) Take(ctx context.Context, t Taking) (taken Snapshot, err error) {
	err = s.locked(ctx, func() (err error) {
		if taken, err = s.save(ctx, t); err != nil || t.Enter == nil {
			return err
		}
		return t.Enter(taken)
	})
	if err != nil {
		return Snapshot{}, fmt.Errorf("taking a snapshot: %w", err)
	}
	return taken, nil
}

func (s Store) save(ctx context.Context, t Taking) (taken Snapshot, err error) {
	names, err := os.ReadDir(filepath.Join(s.Dir, "objects"))
	if err != nil {
		return taken, err
	}
	to := &writer{dir: s.Dir, have: each.Set(each.Of(names, fs.DirEntry.Name))}
	defer func() {
		if to.staged != nil {
			to.staged.Discard()
		}
	}()
	w, err := s.scan(ctx, to, t)
	if err != nil {
		return taken, err
	}
	taken.Skipped, taken.Tree = w.skipped, plant(w.files, to.put)
	ignored := to.put([]byte(strings.Join(w.ignored, "\x00")))
	taken.ID = to.put([]byte(taken.Tree + "\n" + ignored + "\n"))
	return taken, to.flush()
}

// A writer adds objects to the store, which are there once flush was called; the zero one adds none.
type writer struct {
	dir string

	mu     sync.Mutex
	have   map[string]bool // the objects that are there, or on their way
	staged *durable.StagedDir
	err    error // the first, which flush returns
}

func (w *writer) put(b []byte) (sum string) {
	sum = machine.Sum(b)
	if to := w.place(sum); to != nil {
		err := to.Copy(sum, bytes.NewReader(b))
		w.mu.Lock()
		w.err = cmp.Or(w.err, err)
		w.mu.Unlock()
	}
	return sum
}

// place is where a new object goes, nil for one that is there.
func (w *writer) place(sum string) *durable.StagedDir {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.have == nil || w.have[sum] || w.err != nil {
		return nil
	}
	if w.have[sum] = true; w.staged == nil {
		w.staged, w.err = durable.Stage(durable.In(w.dir, "."), "new")
	}
	return w.staged
}

func (w *writer) flush() error {
	if w.err == nil && w.staged != nil {
		w.err = w.staged.Spread("objects")
		w.staged = nil
	}
	return w.err
}

// Tree is the tree that a snapshot of now would have.
func (s Store) Tree(ctx context.Context) (string, error) {
	now, err := s.present(ctx)
	if err != nil {
		return "", err
	}
	return plant(now, machine.Sum), nil
}

func (s Store) locked(ctx context.Context, do func() error) error {
	return durable.Own(s.Dir+".lock").Locked(ctx, 0, func() error {
		if err := durable.Make(filepath.Join(s.Dir, "objects"), 0o700); err != nil {
			return err
		}
		durable.File(s.Dir).Sweep()
		return do()
	})
}

// Prune removes the objects of no snapshot that needed names, while none is taken, and returns how many
// bytes that frees. With dryRun it removes nothing.
func (s Store) Prune(ctx context.Context, dryRun bool, needed func() (ids []string, err error)) (freed int64,
	err error) {
	if _, err := os.Stat(s.Dir); err != nil {
		_, err := needed()
		return 0, err
	}
	err = s.locked(ctx, func() error {
		ids, err := needed()
		if err != nil {
			return err
		}
		held := s.objects(ids)
		objects, err := os.ReadDir(filepath.Join(s.Dir, "objects"))
		for _, o := range objects {
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
			if held[o.Name()] {
				continue
			}
			info, infoErr := o.Info()
			if !dryRun {
				err = s.object(o.Name()).Derived().Remove()
			}
			if infoErr == nil && err == nil {
				freed += info.Size()
			}
		}
		return err
	})
	return freed, err
}

// Has reports whether the store holds a snapshot.
func (s Store) Has(id string) bool {
	_, _, _, err := s.parts(id)
	return err == nil
}

// read returns an object of ours, which is as it was written, and bounded.
func (s Store) read(sum string) ([]byte, error) {
	b, err := durable.Read(s.object(sum).Path(), 256<<20)
	if err == nil && machine.Sum(b) != sum {
		err = errors.New("damaged")
	}
	if err != nil {
		return nil, fmt.Errorf("reading object %q of the snapshots: %w", sum, err)
	}
	return b, nil
}

// parts are the objects that a snapshot names: its tree, the list of what git ignored, and
// the lists of its tree. There are none where there is an error.
func (s Store) parts(id string) (tree, ignored string, lists []string, err error) {
	var b, listed []byte
	if machine.IsSum(id) {
		b, err = s.read(id)
	}
	tree, ignored, _ = strings.Cut(strings.TrimSuffix(string(b), "\n"), "\n")
	if err == nil && machine.IsSum(tree) {
		listed, err = s.read(tree)
	}
	lists = strings.Fields(string(listed))
	odd := func(sum string) bool { return !machine.IsSum(sum) }
	if err == nil && slices.ContainsFunc(append([]string{id, tree, ignored}, lists...), odd) {
		err = fmt.Errorf("object %q is no snapshot: %w", id, fs.ErrInvalid)
	}
	if err != nil {
		return "", "", nil, err
	}
	return tree, ignored, lists, nil
}

// Size is how many bytes the store takes on the disk.
func (s Store) Size() (size int64) {
	_ = filepath.WalkDir(s.Dir, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			if info, err := entry.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil
	})
	return size
}
