package checkpoint

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"

	"holdfast/lib/fault"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
	"holdfast/lib/snapshot"
)

// AddFile adds a file to a checkpoint, with its earlier bytes, unless the
// checkpoint knows it: what is there never changes. It must be one that this
// machine made, or be as the caller made it. The Path, Existed, Mode and
// Symlink of f are used, and of a regular file earlier. It returns the
// checkpoint as it is then.
func (s Store) AddFile(ctx context.Context, c Checkpoint, f File, earlier io.Reader) (Checkpoint, error) {
	if err := Allowed(f.Path); err != nil {
		return c, fmt.Errorf("adding %q to checkpoint %q: %w", f.Path, c.ID, err)
	}
	home, _, err := s.find(c.ID)
	if err != nil {
		return c, fmt.Errorf("adding %q to checkpoint %q: %w", f.Path, c.ID, err)
	}
	err = home.At(".lock").Locked(ctx, func() error {
		present, err := s.load(c.ID)
		if err != nil {
			return err
		}
		if !present.Ours && !bytes.Equal(present.Raw, c.Raw) {
			return &fault.RefusedError{Cause: errors.New("it was not made on this machine"), Hint: ""}
		}
		present.Notes = c.Notes
		if !slices.ContainsFunc(present.Files, func(known File) bool { return known.Path == f.Path }) {
			err = s.addFile(ctx, &present, f, earlier)
		}
		c = present
		return err
	})
	if err != nil {
		return c, fmt.Errorf("adding %q to checkpoint %q: %w", f.Path, c.ID, err)
	}
	return c, nil
}

func (s Store) addFile(ctx context.Context, c *Checkpoint, f File, earlier io.Reader) error {
	f = File{Path: f.Path, Existed: f.Existed, Mode: f.Mode, Symlink: f.Symlink}
	c.home.At(c.ID).Sweep()
	switch {
	case !f.Existed:
		f.Mode, f.Symlink = "", ""
	case f.Symlink != "":
		f.Mode, f.Hash = "", machine.Sum([]byte(f.Symlink))
	default:
		f.BackupPath = backupPath(c.ID, f.Path)
		// What a killed process left at the backup's place is replaced:
		// checkpoint.json does not name it.
		if dir := path.Dir(inDir(f.BackupPath)); dir != c.ID {
			c.home.At(dir).Sweep()
		}
		from := snapshot.NewReader(ctx, earlier)
		if err := c.home.At(inDir(f.BackupPath)).Put(from, 0o600); err != nil {
			return err
		}
		f.Hash, f.Size = from.Sum(), &from.Size
	}
	entry, err := json.Marshal(f)
	if err != nil {
		return err
	}
	raw := jsondoc.Doc(c.Raw).Append(string(entry), "files")
	if err := raw.Check(); err != nil || len(raw) == len(c.Raw) {
		return errors.Join(err, fs.ErrInvalid)
	}
	added := *c
	added.Files, added.Raw = append(c.Files, f), raw
	s.record(&added)
	if err := c.home.At(c.ID+"/"+fileName).Put(bytes.NewReader(raw), 0o600); err != nil {
		return err
	}
	*c = added
	return nil
}
