package durable

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"

	"holdfast/lib/platform"
)

// Attributes are what a new file gets beside its bytes.
type Attributes struct {
	Mode   fs.FileMode // permissions
	Xattrs map[string][]byte
	Owner  *Owner // nil: the writer's own
	Sparse bool   // runs of zeros become holes
}

// An Owner is a user and a group, by number.
type Owner struct{ UID, GID int }

// fillAs is fill with all attributes. An owner or extended attributes that the
// system does not take are left out.
func fillAs(f *os.File, from io.Reader, a Attributes) error {
	if !a.Sparse {
		if err := fill(f, from, a.Mode, forContent); err != nil {
			return err
		}
	} else if err := copySparse(f, from); err != nil {
		return err
	}
	if a.Owner != nil {
		_ = f.Chown(a.Owner.UID, a.Owner.GID)
	}
	_ = platform.SetXattrs(f, a.Xattrs)
	if !a.Sparse && a.Owner == nil && len(a.Xattrs) == 0 {
		return nil
	}
	return errors.Join(f.Chmod(a.Mode.Perm()), f.Sync())
}

// block is the unit in which holes are looked for, in bytes.
const block = 64 << 10

// copySparse copies from into the empty file f; blocks of zeros become holes.
func copySparse(f *os.File, from io.Reader) error {
	buffer, zeros := make([]byte, block), make([]byte, block)
	var size int64
	for {
		n, err := io.ReadFull(from, buffer)
		size += int64(n)
		if bytes.Equal(buffer[:n], zeros[:n]) {
			_, seekErr := f.Seek(size, io.SeekStart)
			err = errors.Join(err, seekErr)
		} else if _, writeErr := f.Write(buffer[:n]); writeErr != nil {
			return writeErr
		}
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			return f.Truncate(size)
		case err != nil:
			return err
		}
	}
}

// sparse reports whether a reader is a file with holes.
func sparse(from io.Reader) bool {
	f, ok := from.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil {
		return false
	}
	facts, ok := platform.FactsOf(info)
	return ok && facts.Sparse
}
