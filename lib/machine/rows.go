package machine

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/platform"
)

// Rows is a file of lines that any number of processes add to. Past its bound it is
// renamed and a new one begun, so that the newest lines are kept, and none that is
// added meanwhile is lost.
type Rows struct {
	Path  string
	Bound int64 // bytes
}

// Add adds lines.
func (r Rows) Add(ctx context.Context, text string) error {
	if r.full() {
		ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		defer cancel()
		// Asked again under the lock: of several processes that meet a full file one
		// renames it, and who has no time for it leaves it to the next.
		_ = durable.File(r.Path+".lock").Locked(ctx, func() error {
			if !r.full() {
				return nil
			}
			return durable.File(r.Path).Move(filepath.Base(r.older()))
		})
	}
	if r.torn() {
		text = "\n" + text
	}
	return durable.File(r.Path).AppendDerived([]byte(text+"\n"), 0o600)
}

// Each visits all lines, whose bytes nobody may write to, the oldest first; fs.ErrNotExist where nothing was added.
func (r Rows) Each(visit func(line []byte)) error {
	older, olderErr := durable.View(r.older(), 4*r.Bound)
	newer, err := durable.View(r.Path, 4*r.Bound)
	if olderErr == nil && errors.Is(err, fs.ErrNotExist) {
		err = nil
	} else if olderErr != nil && !errors.Is(olderErr, fs.ErrNotExist) {
		err = olderErr
	}
	for _, b := range [][]byte{older, newer} {
		for line := range bytes.Lines(b) {
			if err == nil {
				visit(bytes.TrimSuffix(line, []byte("\n")))
			}
		}
	}
	return err
}

// Clear removes all lines.
func (r Rows) Clear(ctx context.Context) error {
	return durable.File(r.Path+".lock").Locked(ctx, func() error {
		for _, path := range []string{r.older(), r.Path} {
			if err := durable.File(path).Remove(); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return nil
	})
}

func (r Rows) older() string { return r.Path + ".1" }

func (r Rows) full() bool {
	info, err := os.Lstat(r.Path)
	return err == nil && info.Size() > r.Bound
}

// torn reports whether a full disk or a crash cut the last line short.
func (r Rows) torn() bool {
	file, info, err := platform.OpenRegular(r.Path)
	if err != nil {
		return false
	}
	defer file.Close()
	last := []byte{'\n'}
	file.ReadAt(last, info.Size()-1)
	return last[0] != '\n'
}
