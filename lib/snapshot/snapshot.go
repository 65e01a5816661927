// Package snapshot keeps whole work trees in the machine folder: the bytes of the
// files as they are on the disk, their permissions, links as links. Nothing below
// the project's own .git is written, and nothing runs that is configured there.
//
// It is a store of objects, each a file named by the SHA-256 of its bytes: files,
// targets of links, folders (tree.go), and snapshots, which name the folder at the
// top and the list of what git ignored. An object is on the disk before it has its
// name, so one that is there is whole. The folder kept holds a file for each
// snapshot that somebody needs; Prune removes the objects that none of them holds.
// The cache (cache.go) makes the next snapshot cheap, and nothing depends on it.
package snapshot

import (
	"cmp"
	"context"
	"encoding/json"
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
	"holdfast/lib/platform"
	"holdfast/lib/project"
)

const (
	// MaxFile is the size of a file in bytes above which a snapshot passes over it.
	MaxFile = 10 << 20
	// MaxPlainFiles and MaxPlainBytes bound a tree that is not a git work tree.
	MaxPlainFiles = 10_000
	MaxPlainBytes = 500 << 20

	// maxList bounds the list of a folder, and of what git ignored, in bytes.
	maxList = 256 << 20
	maxKept = 4 << 10
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
}

// Of is the store of the project at root; it touches nothing.
func Of(folder machine.Folder, root string, git gitrepo.Git) Store {
	return Store{Root: root, Dir: filepath.Join(folder.Project(project.Hash(root)), "snapshots"), Git: git,
		Private: PrivateIn(root, folder)}
}

func (s Store) object(sum string) string { return filepath.Join(s.Dir, "objects", sum) }
func (s Store) keptAs(id string) string  { return filepath.Join(s.Dir, "kept", id) }

// A Snapshot is one saved work tree.
type Snapshot struct {
	ID      string   // of equal ones, before which git ignored the same, equal
	Tree    string   // the same for all of equal files
	Skipped []string // files over MaxFile and unreadable ones, sorted
}

// A Kept says why a snapshot is in the store.
type Kept struct {
	Snapshot string    `json:"snapshot"`
	Time     time.Time `json:"time"`
}

// A Taking says how a snapshot is taken.
type Taking struct {
	ID   string    // that it is kept under, "" for its own
	Time time.Time // now
	// Enter records the snapshot before another process can change the store; it may
	// be nil.
	Enter    func(Snapshot) error
	Progress func(done, of int) // files; it may be nil
}

// Take saves the work tree and keeps it. It ends with ctx; what was written by
// then is not written again.
func (s Store) Take(ctx context.Context, t Taking) (taken Snapshot, err error) {
	err = s.locked(ctx, func() error {
		w, err := s.work(ctx)
		if err != nil {
			return err
		}
		if taken, err = s.save(ctx, w, t); err != nil {
			return err
		}
		err = s.keep(cmp.Or(t.ID, taken.ID), Kept{taken.ID, t.Time.UTC().Truncate(time.Second)})
		if err != nil || t.Enter == nil {
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
		if err := durable.In(s.Dir, "kept").Prepare(0o700); err != nil {
			return err
		}
		return do()
	})
	if !began && ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}

// keep enters who needs a snapshot, unless that is known.
func (s Store) keep(id string, k Kept) error {
	if _, err := os.Lstat(s.keptAs(id)); err == nil {
		return nil
	}
	b, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return durable.File(s.keptAs(id)).Replace(b, 0o600)
}

// Kept are the snapshots that are kept, by the ids of those who need them.
func (s Store) Kept() (map[string]Kept, error) {
	all := map[string]Kept{}
	entries, err := os.ReadDir(filepath.Join(s.Dir, "kept"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("listing the snapshots: %w", err)
	}
	for _, e := range entries {
		var k Kept
		b, err := durable.Read(s.keptAs(e.Name()), maxKept)
		if err == nil && !durable.Temp(e.Name()) && json.Unmarshal(b, &k) == nil {
			all[e.Name()] = k
		}
	}
	return all, nil
}

// Prune gives up the snapshots that which names of those that are kept, while none
// is taken, and frees what no other holds: it returns how many bytes. With dryRun it
// only says what it would free.
func (s Store) Prune(ctx context.Context, dryRun bool,
	which func(kept map[string]Kept) (ids []string, err error)) (freed int64, err error) {
	if _, err := os.Stat(s.Dir); err != nil {
		_, err := which(nil)
		return 0, err
	}
	err = s.locked(ctx, func() error {
		kept, err := s.Kept()
		if err != nil {
			return err
		}
		ids, err := which(kept)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, known := kept[id]; !known {
				continue
			}
			delete(kept, id)
			if dryRun {
				continue
			}
			if err := durable.File(s.keptAs(id)).Remove(); err != nil {
				return err
			}
		}
		freed, err = s.free(ctx, kept, dryRun)
		return err
	})
	return freed, err
}

// free removes the objects that none of the kept snapshots holds.
func (s Store) free(ctx context.Context, kept map[string]Kept, dryRun bool) (freed int64, err error) {
	held := map[string]bool{}
	for _, k := range kept {
		if tree, ignored, err := s.parts(k.Snapshot); err == nil {
			held[k.Snapshot], held[ignored] = true, true
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
			err = durable.File(s.object(o.Name())).RemoveDerived()
		}
		if infoErr == nil && err == nil {
			freed += info.Size()
		}
	}
	if !dryRun && err == nil { // earlier builds kept them in a git repository
		err = durable.File(s.Dir + ".git").RemoveAll()
	}
	return freed, err
}

// Has reports whether the store holds a snapshot.
func (s Store) Has(id string) bool {
	tree, _, err := s.parts(id)
	if err == nil {
		_, err = os.Lstat(s.object(tree))
	}
	return err == nil
}

// Source is the bytes of an object.
func (s Store) Source(sum string) Source {
	return Saved(sum, func() (*os.File, error) {
		if !machine.IsSum(sum) {
			return nil, fmt.Errorf("%q is no id of an object: %w", sum, fs.ErrInvalid)
		}
		f, _, err := platform.OpenRegularNoFollow(s.object(sum))
		return f, err
	})
}

// read returns an object of ours, which is bounded.
func (s Store) read(sum string) ([]byte, error) {
	b, err := s.Source(sum).Bytes(context.Background(), maxList)
	if err != nil {
		return nil, fmt.Errorf("reading object %q of the snapshots: %w", sum, err)
	}
	return b, nil
}

// parts are the tree of a snapshot, and the list of what git ignored.
func (s Store) parts(id string) (tree, ignored string, err error) {
	b, err := s.read(id)
	if err != nil {
		return "", "", err
	}
	tree, ignored, _ = strings.Cut(strings.TrimSuffix(string(b), "\n"), "\n")
	if !machine.IsSum(tree) || !machine.IsSum(ignored) {
		return "", "", fmt.Errorf("object %q is no snapshot: %w", id, fs.ErrInvalid)
	}
	return tree, ignored, nil
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
