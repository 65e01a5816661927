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

// The folders that checkpoints are stored in: the project's own, or the machine
// folder's for a project whose own is not private. Paths in checkpoint.json name the
// project's in both.
func (s Store) inProject() durable.Place { return durable.In(s.Root, Dir) }
func (s Store) inMachine() durable.Place { return durable.In(s.folder(), "checkpoints") }

// homes are both, the one that no repository can write to first: of two
// checkpoints of one id it holds this machine's.
func (s Store) homes() []durable.Place { return []durable.Place{s.inMachine(), s.inProject()} }

// entries lists the folders of the checkpoints.
func (s Store) entries() (all []fs.DirEntry, err error) {
	for _, home := range s.homes() {
		entries, err := home.ReadDir()
		if err != nil && !s.empty(home, err) {
			return nil, fmt.Errorf("listing the checkpoints: %w", err)
		}
		all = append(all, entries...)
	}
	return all, nil
}

// empty reports whether an error says that nothing is stored in a home: it is
// missing, not a folder, or the machine folder's that cannot be reached, as in a
// sandbox.
func (s Store) empty(home durable.Place, err error) bool {
	return errors.Is(err, fs.ErrNotExist) || noFolder(err) || errors.Is(err, syscall.ENOTDIR) ||
		home == s.inMachine() && errors.Is(err, fs.ErrPermission)
}

// noFolder reports whether an error says that a link or a file is in the place of a
// folder.
func noFolder(err error) bool {
	return errors.Is(err, durable.ErrLink) || errors.Is(err, durable.ErrNotRegular)
}

// inDir is a path in [Dir], which the files of a checkpoint are named by,
// relative to the folder of the checkpoints.
func inDir(backup string) string { return strings.TrimPrefix(backup, Dir+"/") }

// Folder is where a checkpoint is stored: relative to the project, or absolute
// in the machine folder.
func (s Store) Folder(c Checkpoint) string {
	if c.home == s.inMachine() {
		return filepath.Join(s.folder(), "checkpoints", c.ID)
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
func (s Store) room(ctx context.Context, tree durable.Place) (home durable.Place, why fence.Words, err error) {
	if why, err = s.Exposed(ctx); err != nil {
		return home, "", err
	}
	if why == "" {
		return s.inProject(), "", s.prepare(tree)
	}
	return s.inMachine(), why, s.Machine.Ensure(filepath.Join(s.folder(), "checkpoints"))
}

// Exposed says why the project's folder of checkpoints does not take them: git might
// take in what is there, or it is not a folder. "" where it does.
func (s Store) Exposed(ctx context.Context) (why fence.Words, err error) {
	_, err = s.inProject().Names()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case noFolder(err):
		return Dir + " is a link or a file, or .claude is", nil
	case err != nil:
		return "", err
	}
	if why := s.unprivate(); why != "" {
		return why, nil
	}
	if _, inGit := gitrepo.Find(s.Root); !inGit || !s.Snapshots.Git.Installed() {
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
	ignored, err := s.inProject().At(ignoreName).Read(maxIgnore)
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
	dir, err := s.inProject().Folder()
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
