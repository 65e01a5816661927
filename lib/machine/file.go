package machine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
)

const (
	// turnTime is how long a writer of a project's records waits for others.
	turnTime = 60 * time.Second
	// maxTries is how often a change is made where another program writes the record at
	// the same time.
	maxTries = 10
)

// InTurn runs do while no other process of ours writes records in dir, a folder
// below root. Where another program changed what do read before it was written
// (durable.ErrChanged), do runs again, some times; then that is a
// *fault.RefusedError.
func InTurn(ctx context.Context, root, dir string, do func() error) error {
	ctx, cancel := context.WithTimeout(ctx, turnTime)
	defer cancel()
	return durable.In(root, dir).LockedFolder(ctx, func() (err error) {
		var refused *fault.RefusedError
		for range maxTries {
			if err = ctx.Err(); err == nil {
				err = do()
			}
			if !errors.Is(err, durable.ErrChanged) || errors.As(err, &refused) {
				return err
			}
		}
		return &fault.RefusedError{Cause: err, Hint: "type the same command again"}
	})
}

// A File is a file of a project as it was read: a record that this machine and
// others write in turns.
type File struct {
	Bytes []byte // nil if there is none
	Own   bool   // this machine wrote it as it is
}

// ReadFile reads the file at rel below root, both of a project, of at most limit
// bytes. No link leads to it: durable.ErrLink.
func (f Folder) ReadFile(root, rel string, limit int64) (File, error) {
	b, err := durable.In(root, rel).Read(limit)
	if err != nil {
		return File{}, err
	}
	return File{append([]byte{}, b...), f.Wrote(Sum(b))}, nil
}

// WriteFile puts data in the place of what was read there, with the permissions
// of the present file, and returns the file as it is then. One that was this
// machine's own is its own afterwards, as is a new one where before says so; a
// foreign one stays foreign whatever is changed in it. unrecorded says that the
// ledger does not hold a file that should be own: it is saved all the same. What
// is not a file by now is durable.ErrNotRegular, and what another program changed
// durable.ErrChanged.
func (f Folder) WriteFile(root, rel string, before File, data []byte) (after File, unrecorded, err error) {
	// The ledger comes first: a sum without a file harms nobody.
	if before.Own {
		unrecorded = f.Own(data)
	}
	if err := durable.In(root, rel).Swap(before.Bytes, data, durable.Shared); err != nil {
		return before, nil, err
	}
	return File{data, before.Own && unrecorded == nil}, unrecorded, nil
}

// Own enters data in the ledger; the error says what follows for a file of it
// that is saved all the same.
func (f Folder) Own(data []byte) error {
	if err := f.Record(Sum(data)); err != nil {
		return fmt.Errorf("%w; it is saved, but this machine will treat it as foreign; holdfast doctor shows why", err)
	}
	return nil
}

const (
	// maxText bounds a file that is rewritten, in bytes.
	maxText = 64 << 20
	// textTime is how long that waits for who locks the file.
	textTime = 5 * time.Second
)

// Rewrite changes all files below a project's folder of the machine folder, or one file,
// but for snapshots, file checkpoints and conversations: to what change returns, nil to
// remove the file. It returns how many changed.
func Rewrite(ctx context.Context, path string, change func(name string, b []byte) []byte) (n int, err error) {
	err = filepath.WalkDir(path, func(file string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case e.IsDir() && slices.Contains([]string{"past", "snapshots", "checkpoints"}, e.Name()):
			return fs.SkipDir
		case !e.Type().IsRegular() || filepath.Ext(file) == ".lock":
			return nil
		}
		changed, err := rewrite(ctx, file, change)
		n += changed
		return err
	})
	return n, err
}

// rewrite changes or removes a file while those that lock it wait.
func rewrite(ctx context.Context, file string, change func(name string, b []byte) []byte) (n int, err error) {
	name := filepath.Base(file)
	b, err := durable.Read(file, maxText)
	if ctx.Err() != nil || err != nil || len(b) == 0 { // gone by now, or no text
		return 0, ctx.Err()
	}
	switch now := change(name, b); {
	case now == nil:
		return 1, durable.File(file).Remove()
	case bytes.Equal(now, b):
		return 0, nil
	}
	ctx, cancel := context.WithTimeout(ctx, textTime)
	defer cancel()
	return 1, durable.File(file+".lock").Locked(ctx, func() error {
		b, err := durable.Read(file, maxText)
		if err != nil {
			return err
		}
		return durable.File(file).Replace(change(name, b), 0o600)
	})
}
