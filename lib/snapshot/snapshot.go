// Package snapshot keeps whole work trees in the machine folder: the bytes of the
// files as they are on the disk, their permissions, links as links. Nothing below
// the project's own .git is written, and nothing runs that is configured there.
//
// It is a store of objects, each a file named by the SHA-256 of its bytes: files,
// targets of links, folders (tree.go), and snapshots, which name the folder at the
// top and the list of what git ignored. An object is on the disk before it has its
// name, so one that is there is whole. Who needs a snapshot names it in its own
// record; Prune removes the objects of no snapshot that is named.
// The cache (worktree.go) makes the next snapshot cheap, and nothing depends on it.
//
// What is at a path, in a snapshot, a checkpoint or the work tree, is a [Content].
package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

const (
	// MaxFile is the size of a file in bytes above which a snapshot passes over it.
	MaxFile = 10 << 20
	// MaxPlainFiles and MaxPlainBytes bound a tree that is not a git work tree.
	MaxPlainFiles = 10_000
	MaxPlainBytes = 500 << 20

	// maxList bounds in bytes what is read of an object: a folder, a list of what git
	// ignored, a file.
	maxList = 256 << 20
)

var (
	// ErrTooLarge means that a tree that is not a git work tree is larger than a
	// snapshot takes.
	ErrTooLarge = errors.New("too large for a snapshot: over 10,000 files or 500 MB, and no git work tree")
	// ErrBusy means that another process holds the store for too long.
	ErrBusy = errors.New("another snapshot is being taken")
)

// A Store is the snapshots of one project.
type Store struct {
	Root    string // the project
	Dir     string // of the store; it need not exist
	Git     gitrepo.Git
	Private Private

	unsaved map[string][]byte // objects that are only compared
}

// Of is the store of the project at root; it touches nothing.
func Of(folder machine.Folder, root string, git gitrepo.Git) Store {
	private, _ := project.Rel(root, folder.Path)
	return Store{Root: root, Dir: filepath.Join(folder.Project(project.Hash(root)), "snapshots"), Git: git,
		Private: Private(private)}
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
	// Enter names the snapshot in the record of who needs it, before another process
	// can prune the store; it may be nil.
	Enter    func(Snapshot) error
	Progress func(done, of int) // files; it may be nil
}

// Take saves the work tree. It ends with ctx; what was written by then is not written
// again.
func (s Store) Take(ctx context.Context, t Taking) (taken Snapshot, err error) {
	err = s.locked(ctx, func() error {
		w, err := s.work(ctx)
		if err != nil {
			return err
		}
		if taken, err = s.save(ctx, w, t); err != nil || t.Enter == nil {
			return err
		}
		return t.Enter(taken)
	})
	if err != nil {
		return Snapshot{}, fmt.Errorf("taking a snapshot: %w", err)
	}
	return taken, nil
}

// locked runs do while no other process changes the store, which is there and
// clean by then.
func (s Store) locked(ctx context.Context, do func() error) error {
	if err := durable.Make(filepath.Dir(s.Dir), 0o700); err != nil {
		return err
	}
	began := false
	err := durable.File(s.Dir+".lock").Locked(ctx, func() error {
		began = true
		if err := durable.Make(filepath.Join(s.Dir, "objects"), 0o700); err != nil {
			return err
		}
		durable.File(s.Dir).Sweep()
		return do()
	})
	if !began && ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}

// Prune removes the objects of no snapshot that needed names, while none is taken: it
// returns how many bytes that frees. With dryRun it removes nothing.
func (s Store) Prune(ctx context.Context, dryRun bool, needed func() (ids []string, err error)) (freed int64,
	err error) {
	if _, err := os.Stat(s.Dir); err != nil {
		_, err := needed()
		return 0, err
	}
	err = s.locked(ctx, func() error {
		ids, err := needed()
		if err == nil {
			freed, err = s.free(ctx, ids, dryRun)
		}
		return err
	})
	return freed, err
}

// free removes the objects that none of the snapshots holds.
func (s Store) free(ctx context.Context, ids []string, dryRun bool) (freed int64, err error) {
	held := map[string]bool{}
	for _, id := range ids {
		if tree, ignored, err := s.parts(id); err == nil {
			held[id], held[ignored] = true, true
			s.mark(tree, held)
		}
	}
	objects, err := os.ReadDir(filepath.Join(s.Dir, "objects"))
	for _, o := range objects {
		if held[o.Name()] || err != nil {
			continue
		}
		if err = ctx.Err(); err != nil {
			break
		}
		info, infoErr := o.Info()
		if !dryRun {
			err = s.object(o.Name()).RemoveDerived()
		}
		if infoErr == nil && err == nil {
			freed += info.Size()
		}
	}
	return freed, err
}

// Has reports whether the store holds a snapshot.
func (s Store) Has(id string) bool {
	tree, _, err := s.parts(id)
	if err == nil {
		_, err = s.object(tree).Lstat()
	}
	return err == nil
}

// read returns an object of ours, which is as it was written, and bounded.
func (s Store) read(sum string) ([]byte, error) {
	if b, ok := s.unsaved[sum]; ok {
		return b, nil
	}
	b, err := durable.Read(s.object(sum).Path(), maxList)
	if err == nil && machine.Sum(b) != sum {
		err = errors.New("damaged")
	}
	if err != nil {
		return nil, fmt.Errorf("reading object %q of the snapshots: %w", sum, err)
	}
	return b, nil
}

// parts are the tree of a snapshot, and the list of what git ignored.
func (s Store) parts(id string) (tree, ignored string, err error) {
	var b []byte
	if machine.IsSum(id) {
		b, err = s.read(id)
	}
	tree, ignored, _ = strings.Cut(strings.TrimSuffix(string(b), "\n"), "\n")
	if err == nil && (!machine.IsSum(tree) || !machine.IsSum(ignored)) {
		err = fmt.Errorf("object %q is no snapshot: %w", id, fs.ErrInvalid)
	}
	return tree, ignored, err
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
