package durable

import (
	"errors"
	"fmt"
	"io"

	"holdfast/lib/platform"
)

// ErrTooLarge is the cause of a read that met more bytes than it may take.
var ErrTooLarge = errors.New("too large")

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
