package durable

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"holdfast/lib/platform"
)

// ErrTooLarge is the cause of a read that met more bytes than it may take.
var ErrTooLarge = platform.ErrTooLarge

// ErrNotRegular is the cause of a read of what is no file: a folder, a pipe, a
// socket or a device.
var ErrNotRegular = platform.ErrNotRegular

// ErrLink is the cause of a read that met a link where none may stand.
var ErrLink = platform.ErrLink

// ReadBelow is Read for the file at below, a path with "/", in the folder dir.
// A link on the way below dir is refused, it may lead anywhere: ErrLink.
func ReadBelow(dir, below string, limit int64) ([]byte, error) {
	if !filepath.IsLocal(filepath.FromSlash(below)) {
		return nil, fmt.Errorf("reading %q: not below %q", below, dir)
	}
	file := dir
	for rest, more := below, true; more; {
		var part string
		part, rest, more = strings.Cut(rest, "/")
		file += string(filepath.Separator) + part
		if !more {
			break
		}
		if info, err := os.Lstat(file); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return nil, fmt.Errorf("reading %q: %w", file, ErrLink)
		}
	}
	b, err := platform.ReadRegularNoFollow(file, limit)
	return b, readFault(err)
}

// Read returns what the regular file at path holds, following symlinks. It
// never blocks on a pipe, and refuses more than limit bytes: ErrTooLarge.
func Read(path string, limit int64) ([]byte, error) {
	b, err := platform.ReadRegular(path, limit)
	return b, readFault(err)
}

func readFault(err error) error {
	if err != nil {
		return fmt.Errorf("reading: %w", err)
	}
	return nil
}
