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
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
)

// The folders of checkpoints: the project's, or the machine folder's where that is not private. Paths
// in checkpoint.json name the project's in both.
func (s Store) inProject() durable.Place { return durable.In(s.Root, Dir) }
func (s Store) inMachine() durable.Place { return durable.In(s.folder(), "checkpoints") }

// homes are both, the one that no repository can write to first.
func (s Store) homes() []durable.Place { return []durable.Place{s.inMachine(), s.inProject()} }

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

// empty reports whether an error says that nothing is stored in a home: also where the machine folder
// cannot be reached, as in a sandbox.
func (s Store) empty(home durable.Place, err error) bool {
	return snapshot.Unreachable(err) || home == s.inMachine() && errors.Is(err, fs.ErrPermission)
}

// inDir is the path of a backup relative to the folder of the checkpoints.
func inDir(backup string) string { return strings.TrimPrefix(backup, Dir+"/") }

// Folder is where a checkpoint is: relative to the project, or absolute in the machine folder.
func (s Store) Folder(c Checkpoint) string {
	if c.home == s.inMachine() {
		return c.home.At(c.ID).Path()
	}
	return Dir + "/" + c.ID
}

// room makes the folder that new checkpoints go to; why says why that is not the project's.
func (s Store) room(ctx context.Context, tree durable.Place) (home durable.Place, why fence.Words, err error) {
	if why, err = s.Exposed(ctx); err != nil {
		return home, "", err
	}
	if why != "" {
		return s.inMachine(), why, durable.Make(filepath.Join(s.folder(), "checkpoints"), 0o700)
	}
	dir, ignore := tree.At(Dir), tree.At(Dir+"/"+ignoreName)
	err = cmp.Or(tree.At(path.Dir(Dir)).MkdirAll(0o755), dir.MkdirAll(0o700), dir.Chmod(0o700))
	if _, missing := ignore.Lstat(); err == nil && missing != nil {
		err = ignore.Replace([]byte(gitignore), 0o600)
	}
	return s.inProject(), "", err
}

// Exposed says why the project's folder does not take checkpoints, "" where it does.
func (s Store) Exposed(ctx context.Context) (why fence.Words, err error) {
	_, err = s.inProject().Names()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case snapshot.Unreachable(err):
		return Dir + " is a link or a file, or .claude is", nil
	case err != nil:
		return "", err
	}
	why = s.unprivate()
	if _, inGit := gitrepo.Find(s.Root); why != "" || !inGit || !s.Snapshots.Git.Installed() {
		return why, nil
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	tracked, err := s.Snapshots.Git.Tracks(ctx, s.Root, Dir)
	switch {
	case err != nil:
		why = "git did not answer whether it tracks files in " + Dir
	case tracked:
		why = "git tracks files in " + Dir
	}
	return why, nil
}

// unprivate says why the .gitignore of the folder does not keep checkpoints out of git.
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

// Cover puts the .gitignore of checkpoints back that a pull replaced with that of their folder.
func (s Store) Cover() error {
	if s.unprivate() == "" {
		return nil
	}
	dir, err := s.inProject().Folder()
	if err != nil {
		return nil // nothing of ours is there
	}
	defer dir.Close()
	given := s.given()
	names, err := dir.Names()
	for _, id := range names {
		// What came with a clone is not read: a hook waits for this.
		if task, n, ok := ParseID(id); !ok || n > given[task] {
			continue
		}
		own, readErr := dir.At(id + "/" + ignoreName).Read(maxIgnore)
		raw, rawErr := dir.At(id + "/" + fileName).Read(maxJSON)
		if readErr == nil && string(own) == gitignore || rawErr != nil || !s.Machine.Wrote(machine.Sum(raw)) {
			continue
		}
		err = errors.Join(err, dir.At(id+"/"+ignoreName).Replace([]byte(gitignore), 0o600))
	}
	return err
}

const (
	unfinished = ".unfinished-" // begins the mark of a safety checkpoint whose rollback has not ended
	maxIgnore  = 64 << 10
	gitignore  = "*\n" // keeps what is in its folder out of git, and itself
)

func (s Store) folder() string { return s.Machine.Project(project.Hash(s.Root)) }

// numbers holds a row for each number that was given, also where its checkpoint was pruned.
func (s Store) numbers() machine.Rows {
	return machine.Rows{Path: filepath.Join(s.folder(), "checkpoint-numbers"), Bound: 1 << 20}
}

func (s Store) lastNumber(taskID string, t *task.Task) (last int, err error) {
	entries, err := s.entries()
	ids := each.Of(entries, fs.DirEntry.Name)
	if t != nil {
		ids = append(ids, t.Checkpoints...)
	}
	last = s.given()[taskID]
	for _, id := range ids {
		// A higher one that the project says was used leaves no room for what this machine will give.
		if of, n, ok := ParseID(id); ok && of == taskID && n < 100_000_000 {
			last = max(last, n)
		}
	}
	return last, err
}

func (s Store) given() map[string]int {
	numbers := map[string]int{}
	_ = s.numbers().Each(func(row []byte) {
		if of, n, ok := ParseID(prefix + strings.Replace(string(row), "\t", "-", 1)); ok {
			numbers[of] = max(numbers[of], n)
		}
	})
	return numbers
}

// Mark notes that the rollback is about to begin which c keeps safe.
func (s Store) Mark(c Checkpoint) error { return c.home.At(unfinished+c.ID).Replace(nil, 0o600) }

// Unmark notes that it came to its end, or was settled otherwise.
func (s Store) Unmark(c Checkpoint) error { return c.home.At(unfinished + c.ID).Remove() }

// Unfinished are this machine's safety checkpoints that are marked, the oldest first.
func (s Store) Unfinished() (all []Checkpoint, err error) {
	entries, err := s.entries()
	for _, e := range entries {
		if id, ok := strings.CutPrefix(e.Name(), unfinished); ok {
			if c, err := s.Load(id); err == nil && c.Ours && c.Rollback != nil {
				all = append(all, c)
			}
		}
	}
	return each.Reversed(newestFirst(all)), err
}

// Exclusively runs do as the project's only rollback; to wait for another ends after wait: durable.ErrBusy.
func (s Store) Exclusively(ctx context.Context, wait time.Duration, do func(tree durable.Place) error) error {
	tree, err := durable.Open(s.Root)
	if err != nil {
		return err
	}
	defer tree.Close()
	home, _, err := s.room(ctx, tree)
	if err != nil {
		return err
	}
	return home.At(".rollback.lock").Locked(ctx, wait, func() error { return do(tree) })
}
