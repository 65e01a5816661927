package checkpoint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
)

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

// Withdraw moves this machine's checkpoints out of the project's folder where its
// .gitignore is not ours, as after a pull that replaced it: each has one of its
// own, and the pull may have replaced that too. It returns how many it moved.
// Nothing moves while a rollback is under way or was cut short.
func (s Store) Withdraw(ctx context.Context) (moved int, err error) {
	if s.unprivate() == "" {
		return 0, nil
	}
	numbers := s.remembered()
	dir, err := s.inProject().open()
	if err != nil || len(numbers) == 0 {
		return 0, nil // there is nothing of ours
	}
	defer dir.Close()
	names, err := dir.Names(".")
	if err != nil || slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, unfinished) }) {
		return 0, err
	}
	var left error
	for _, id := range names {
		if task, n, ok := ParseID(id); !ok || n > numbers[task] {
			continue
		}
		if ctx.Err() != nil {
			return moved, ctx.Err()
		}
		raw, err := dir.Read(id+"/"+fileName, maxJSON)
		if err != nil || !s.Machine.Wrote(machine.Sum(raw)) {
			continue
		}
		if moved == 0 {
			s.Sweep()
		}
		failed := s.moveOut(dir, id, raw)
		if errors.Is(failed, fs.ErrExist) {
			continue // another process is moving it
		}
		if failed != nil {
			left = errors.Join(left, fmt.Errorf("moving checkpoint %q to the machine folder: %w", id, failed))
			continue
		}
		moved++
	}
	return moved, left
}

// moveOut moves one checkpoint: it is whole in the machine folder before it goes
// from the project, its checkpoint.json last.
func (s Store) moveOut(dir *durable.Tree, id string, raw []byte) error {
	c, err := Parse(id, raw)
	if err != nil {
		return err
	}
	sizes := map[string]int64{}
	for _, f := range c.Files {
		if f.BackupPath != "" && f.Size != nil && inFolder(id, f.BackupPath) {
			sizes[inDir(f.BackupPath)] = *f.Size
		}
	}
	backups := slices.Sorted(maps.Keys(sizes))
	if err := s.copyOut(dir, id, raw, backups, sizes); err != nil {
		return err
	}
	var left error
	for _, name := range append(backups, id+"/"+fileName) {
		left = errors.Join(left, dir.Remove(name))
	}
	if own, err := dir.Read(id+"/"+ignoreName, maxIgnore); err == nil && string(own) == gitignore {
		left = errors.Join(left, dir.Remove(id+"/"+ignoreName))
	}
	for _, name := range slices.Backward(backups) {
		for at := path.Dir(name); at != "."; at = path.Dir(at) {
			_ = dir.RemoveEmpty(at) // not empty: something else is in it
		}
	}
	_ = dir.RemoveEmpty(id)
	return left
}

// copyOut makes the checkpoint in the machine folder, unless it is there.
func (s Store) copyOut(dir *durable.Tree, id string, raw []byte, backups []string, sizes map[string]int64) error {
	home := s.inMachine()
	if err := s.Machine.Ensure(home.path()); err != nil {
		return err
	}
	folder, err := home.open()
	if err != nil {
		return err
	}
	defer folder.Close()
	if there, err := folder.Read(id+"/"+fileName, maxJSON); err == nil && bytes.Equal(there, raw) {
		return nil // the last try was cut short
	}
	staged, err := durable.Stage(folder, id)
	if err != nil {
		return err
	}
	for _, name := range backups {
		from, info, err := dir.Open(name)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, durable.ErrLink) || errors.Is(err, durable.ErrNotRegular) {
			continue // it is damaged
		}
		if err == nil {
			if info.Size() == sizes[name] {
				err = staged.Copy(strings.TrimPrefix(name, id+"/"), from)
			}
			from.Close()
		}
		if err != nil {
			staged.Discard()
			return err
		}
	}
	if err := writeOwn(staged, raw); err != nil {
		staged.Discard()
		return err
	}
	return staged.Publish()
}
