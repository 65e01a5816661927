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
)

// Own enters data in the ledger; the error says what follows for a file of it that is saved all the same.
func (f Folder) Own(data []byte) error {
	if err := f.Record(Sum(data)); err != nil {
		return fmt.Errorf("%w; it is saved, but this machine will treat it as foreign; holdfast doctor shows why", err)
	}
	return nil
}

// maxText bounds a file that is rewritten, in bytes.
const maxText = 64 << 20

// Rewrite changes all files below a project's folder of the machine folder, or one file, but for snapshots, file
// checkpoints and conversations: to what change returns, nil to remove the file. It returns how many changed.
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
	return 1, durable.File(file+".lock").Locked(ctx, 5*time.Second, func() error {
		b, err := durable.Read(file, maxText)
		if err != nil {
			return err
		}
		return durable.File(file).Replace(change(name, b), 0o600)
	})
}
