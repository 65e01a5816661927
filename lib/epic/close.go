package epic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

// Archived is what Close did.
type Archived struct {
	ID   string `json:"epic"`
	Path string `json:"path"` // where the checkpoint is now, relative to the project root
	// Why is set where the checkpoint was corrupt: it was set aside.
	Why string `json:"-"`
}

// Close moves the checkpoint of an epic to temp/archive, where nothing is
// overwritten; fs.ErrNotExist where it has none. A corrupt one is set aside
// beside its place.
func (s Store) Close(ctx context.Context, id string, now time.Time) (Archived, error) {
	if err := checkID(id); err != nil {
		return Archived{}, err
	}
	if _, err := s.Load(id); err != nil {
		return Archived{}, err // there may be no folder for the lock
	}
	a := Archived{ID: id}
	if err := s.checkFolder(dir); err != nil {
		return Archived{}, err
	}
	err := machine.InTurn(ctx, s.Root, dir, 1, func() error {
		c, err := s.Load(id)
		if err != nil {
			return err
		}
		if err := c.otherCase(); err != nil {
			return err
		}
		file := durable.In(s.Root, c.Path)
		if c.Broken != "" {
			a.Why = c.Broken
			a.Path, err = file.SetAside(now)
			return err
		}
		if a.Path, err = s.archive(c); err != nil {
			return err
		}
		return file.Remove()
	})
	return a, err
}

// archive copies a checkpoint to a free name in the archive. A copy that a
// process left there that was killed before the end is as good.
func (s Store) archive(c Checkpoint) (string, error) {
	if err := s.checkFolder(archiveDir); err != nil {
		return "", err
	}
	if err := durable.In(s.Root, archiveDir).Prepare(0o755); err != nil {
		return "", err
	}
	stem := strings.TrimSuffix(filepath.Base(c.Path), suffix)
	for name := range durable.Numbered(stem) {
		to := archiveDir + "/" + name + suffix
		err := durable.In(s.Root, to).Create(c.file.Bytes, durable.Shared)
		if errors.Is(err, fs.ErrExist) {
			there, readErr := durable.In(s.Root, to).Read(maxFile)
			if readErr != nil || !bytes.Equal(there, c.file.Bytes) {
				continue
			}
			err = nil
		}
		return to, err
	}
	return "", fmt.Errorf("archiving the checkpoint of epic %q: %w", c.ID, os.ErrExist)
}
