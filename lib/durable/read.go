package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"holdfast/lib/platform"
)

// ErrTooLarge is the cause of a read that met more bytes than it may take.
var ErrTooLarge = errors.New("too large")

// ErrNotRegular is the cause of a read of what is no file: a folder, a pipe, a
// socket or a device.
var ErrNotRegular = platform.ErrNotRegular

// ErrLink is the cause of a read that met a link where none may stand.
var ErrLink = errors.New("a link")

// ReadBelow is Read for the file at below, a path with "/", in the folder dir.
// A link on the way below dir is refused, it may lead anywhere: ErrLink.
func ReadBelow(dir, below string, limit int64) ([]byte, error) {
	if !filepath.IsLocal(filepath.FromSlash(below)) {
		return nil, fmt.Errorf("reading %q: not below %q", below, dir)
	}
	file := dir
	for _, part := range strings.Split(below, "/") {
		file = filepath.Join(file, part)
		if info, err := os.Lstat(file); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return nil, fmt.Errorf("reading %q: %w", file, ErrLink)
		}
	}
	return Read(file, limit)
}

// Read returns what the regular file at path holds, following symlinks. It
// never blocks on a pipe, and refuses more than limit bytes: ErrTooLarge.
func Read(path string, limit int64) ([]byte, error) {
	f, info, err := platform.OpenRegular(path)
	if err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	defer f.Close()
	if info.Size() > limit {
		return nil, fmt.Errorf("reading %q: %w: %d bytes, at most %d", path, ErrTooLarge, info.Size(), limit)
	}
	b := make([]byte, 0, info.Size()+1)
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := f.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if int64(len(b)) > limit {
			return nil, fmt.Errorf("reading %q: %w: more than %d bytes", path, ErrTooLarge, limit)
		}
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading %q: %w", path, err)
		}
	}
}
