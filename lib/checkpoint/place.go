package checkpoint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
)

// A place is a folder that checkpoints are stored in: the project's own, or
// the machine folder's for a project whose own is not private. Paths in
// checkpoint.json name the project's in both.
type place struct {
	base string // absolute
	rel  string // in base, with "/"
}

func (s Store) inProject() place { return place{s.Root, Dir} }
func (s Store) inMachine() place { return place{s.folder(), "checkpoints"} }

// places are both, the one that no repository can write to first: of two
// checkpoints of one id it holds this machine's.
func (s Store) places() []place { return []place{s.inMachine(), s.inProject()} }

// open opens the folder, to which no link in base leads.
func (p place) open() (durable.Place, error) { return durable.In(p.base, p.rel).Folder() }

// entries lists the folders of the checkpoints.
func (s Store) entries() (all []fs.DirEntry, err error) {
	for _, p := range s.places() {
		dir, err := p.open()
		if p.empty(err) {
			continue
		}
		var entries []fs.DirEntry
		if err == nil {
			entries, err = dir.ReadDir()
			dir.Close()
		}
		if err != nil {
			return nil, fmt.Errorf("listing the checkpoints: %w", err)
		}
		all = append(all, entries...)
	}
	return all, nil
}

// empty reports whether an error says that nothing is stored there: it is
// missing, a project's that is not a folder, or a machine folder that cannot be
// reached, as in a sandbox.
func (p place) empty(err error) bool {
	if p.rel == Dir {
		return errors.Is(err, fs.ErrNotExist) || noFolder(err)
	}
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, fs.ErrPermission)
}

// noFolder reports whether an error says that a link or a file is in the place of a
// folder.
func noFolder(err error) bool {
	return errors.Is(err, durable.ErrLink) || errors.Is(err, durable.ErrNotRegular)
}

// at is the place of a path in the folder.
func (p place) at(rel string) durable.Place { return durable.In(p.base, p.rel+"/"+rel) }

func (p place) path() string { return filepath.Join(p.base, filepath.FromSlash(p.rel)) }

// inDir is a path in [Dir], which the files of a checkpoint are named by,
// relative to the folder of the checkpoints.
func inDir(backup string) string { return strings.TrimPrefix(backup, Dir+"/") }

// Folder is where a checkpoint is stored: relative to the project, or absolute
// in the machine folder.
func (s Store) Folder(c Checkpoint) string {
	if c.home == s.inMachine() {
		return filepath.Join(c.home.path(), c.ID)
	}
	return Dir + "/" + c.ID
}

// gitignore keeps what is in its folder out of git, and itself.
const gitignore = "*\n"

const maxIgnore = 64 << 10

// trackedTime bounds the question to git whether it tracks checkpoints.
const trackedTime = 2 * time.Second

// room makes the folder that new checkpoints go to, for the user alone and
// out of git. why says why that is not the project's.
func (s Store) room(ctx context.Context, tree durable.Place) (p place, why fence.Words, err error) {
	if why, err = s.Exposed(ctx); err != nil {
		return p, "", err
	}
	if why == "" {
		return s.inProject(), "", s.prepare(tree)
	}
	p = s.inMachine()
	return p, why, s.Machine.Ensure(p.path())
}

// Exposed says why the project's folder of checkpoints does not take them: git might
// take in what is there, or it is not a folder. "" where it does.
func (s Store) Exposed(ctx context.Context) (why fence.Words, err error) {
	dir, err := s.inProject().open()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case noFolder(err):
		return Dir + " is a link or a file, or .claude is", nil
	case err != nil:
		return "", err
	}
	defer dir.Close()
	if why := s.unprivate(); why != "" {
		return why, nil
	}
	if _, inGit := gitrepo.Find(s.Root); !inGit || s.Snapshots == nil {
		return "", nil
	}
	ctx, cancel := context.WithTimeout(ctx, trackedTime)
	defer cancel()
	tracked, err := s.Snapshots.Git.Tracks(ctx, s.Root, Dir)
	if err != nil {
		return "git did not answer whether it tracks files in " + Dir, nil
	}
	if tracked {
		return "git tracks files in " + Dir, nil
	}
	return "", nil
}

// prepare makes the project's folder of checkpoints.
func (s Store) prepare(tree durable.Place) error {
	err := cmp.Or(tree.At(path.Dir(Dir)).MkdirAll(0o755), tree.At(Dir).MkdirAll(0o700), tree.At(Dir).Chmod(0o700))
	if err != nil {
		return err
	}
	if _, err := tree.At(Dir + "/.gitignore").Lstat(); err == nil {
		return nil
	}
	return tree.At(Dir+"/.gitignore").Put(strings.NewReader(gitignore), 0o600)
}

// unprivate says why the project's folder of checkpoints does not keep them out
// of git by its .gitignore, "" where it does or will.
func (s Store) unprivate() fence.Words {
	ignored, err := durable.In(s.Root, Dir+"/"+ignoreName).Read(maxIgnore)
	switch {
	case err == nil && strings.TrimSpace(string(ignored)) != strings.TrimSpace(gitignore):
		return Dir + "/.gitignore is not Holdfast's"
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return Dir + "/.gitignore cannot be read"
	}
	return ""
}

// Cover puts the .gitignore of this machine's checkpoints back where a pull
// replaced it together with that of the folder they are in.
func (s Store) Cover() error {
	if s.unprivate() == "" {
		return nil
	}
	dir, err := s.inProject().open()
	if err != nil {
		return nil // nothing of ours is there
	}
	defer dir.Close()
	numbers := s.remembered()
	names, err := dir.Names()
	for _, id := range names {
		if task, n, ok := ParseID(id); !ok || n > numbers[task] {
			continue
		}
		own, readErr := dir.At(id + "/" + ignoreName).Read(maxIgnore)
		raw, rawErr := dir.At(id + "/" + fileName).Read(maxJSON)
		if readErr == nil && string(own) == gitignore || rawErr != nil || !s.Machine.Wrote(machine.Sum(raw)) {
			continue
		}
		err = errors.Join(err, dir.At(id+"/"+ignoreName).Put(strings.NewReader(gitignore), 0o600))
	}
	return err
}
