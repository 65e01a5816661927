package checkpoint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/tidwall/sjson"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
)

// AddFile adds a file to a checkpoint that this machine made, with its earlier
// bytes, unless the checkpoint knows it: what is there never changes. The
// Path, Existed, Mode and Symlink of f are used.
func (s Store) AddFile(ctx context.Context, id string, f File, earlier []byte) error {
	if err := Allowed(f.Path); err != nil {
		return fmt.Errorf("adding %q to checkpoint %q: %w", f.Path, id, err)
	}
	return durable.Locked(ctx, s.at(Dir+"/.lock"), func() error {
		c, err := s.load(id)
		if err != nil {
			return err
		}
		if !c.Ours {
			return &fault.Refusal{Cause: fmt.Errorf("checkpoint %q was not made by this machine", id), Hint: ""}
		}
		if slices.ContainsFunc(c.Files, func(known File) bool { return known.Path == f.Path }) {
			return nil
		}
		f = Given{f, earlier}.entry(id)
		if f.BackupPath != "" {
			if err := s.put(f.BackupPath, earlier); err != nil {
				return fmt.Errorf("adding %q to checkpoint %q: %w", f.Path, id, err)
			}
		}
		entry, err := json.Marshal(f)
		if err != nil {
			return err
		}
		raw, err := sjson.SetRawBytes(c.Raw, "files.-1", entry)
		if err != nil || !json.Valid(raw) {
			return fmt.Errorf("adding %q to checkpoint %q: %w", f.Path, id, errors.Join(err, fs.ErrInvalid))
		}
		s.record(raw)
		return s.put(Dir+"/"+id+"/"+fileName, raw)
	})
}

// put writes one file of a checkpoint. What a killed process left at a backup's
// place is replaced: checkpoint.json does not name it.
func (s Store) put(rel string, b []byte) error {
	tree, err := durable.OpenTree(s.Root)
	if err != nil {
		return err
	}
	defer tree.Close()
	tree.Sweep(path.Dir(rel))
	return tree.Put(rel, newReader(b), 0o600)
}
