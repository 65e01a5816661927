package machine

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
	"holdfast/lib/fence"
	"holdfast/lib/platform"
)

// A Failure is one line of the log: a hook that could not do its work.
type Failure struct {
	Time    time.Time `json:"time,omitzero"`
	Program string    `json:"program"`
	Project string    `json:"project"` // the project root, "" for a failure outside any project
	Message string    `json:"message"` // one line, at most 500 bytes, redacted by the caller
}

// LogFailure adds a line to the log: the time in RFC 3339, the program, the project and the message, with tabs between.
func (f Folder) LogFailure(e Failure) error {
	at := e.Time.UTC().Format(time.RFC3339Nano)
	fields := []string{at, e.Program, logText(e.Project), logText(e.Message)}
	if err := f.Log().Add(context.Background(), strings.Join(fields, "\t")); err != nil {
		return fmt.Errorf("writing the log: %w", err)
	}
	return nil
}

// Failures returns the log's lines after since, oldest first. A line that does
// not parse is passed over. No log is an empty one.
func (f Folder) Failures(since time.Time) (all []Failure, err error) {
	err = f.Log().Each(func(line []byte) {
		parts := strings.SplitN(string(line), "\t", 4)
		if at, err := time.Parse(time.RFC3339Nano, parts[0]); err == nil && len(parts) == 4 && at.After(since) {
			all = append(all, Failure{at, parts[1], parts[2], parts[3]})
		}
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the log: %w", err)
	}
	return all, nil
}

// Shown is the time of the newest failure of a project that the user was shown, the
// zero time for none; hash names the project.
func (f Folder) Shown(hash string) time.Time {
	b, _ := durable.Read(f.shown(hash), 128)
	t, _ := time.Parse(time.RFC3339Nano, strings.TrimSpace(string(b)))
	return t
}

// MarkShown remembers that the project's failures up to t were shown to the user.
func (f Folder) MarkShown(hash string, t time.Time) error {
	return durable.Own(f.shown(hash)).Replace([]byte(t.UTC().Format(time.RFC3339Nano)+"\n"), 0o600)
}

// Log is the file of the failures.
func (f Folder) Log() Rows { return Rows{filepath.Join(f.State(), "log"), 128 << 10} }

func (f Folder) shown(hash string) string { return filepath.Join(f.Project(hash), "failures.shown") }

func logText(s string) string { return fence.Head(fence.Line(s, 0), 500) }

// Rows is a file of lines that any number of processes add to. Past its bound it is renamed
// and a new one begun: the newest lines are kept, and what is added concurrently is not lost.
type Rows struct {
	Path  string
	Bound int64 // bytes
}

// Add adds lines.
func (r Rows) Add(ctx context.Context, text string) error {
	if r.full() {
		// Asked again under the lock: of several processes that meet a full file one
		// renames it, and who has no time for it leaves it to the next.
		_ = durable.File(r.Path+".lock").Locked(ctx, 100*time.Millisecond, func() error {
			if !r.full() {
				return nil
			}
			return durable.File(r.Path).Move(filepath.Base(r.older()))
		})
	}
	if r.torn() {
		text = "\n" + text
	}
	return durable.Own(r.Path).Derived().Append([]byte(text+"\n"), 0o600)
}

// Each visits all lines, whose bytes nobody may write to, the oldest first; fs.ErrNotExist where nothing was added.
func (r Rows) Each(visit func(line []byte)) error {
	older, olderErr := durable.View(r.older(), 4*r.Bound)
	newer, err := durable.View(r.Path, 4*r.Bound)
	if errors.Is(err, fs.ErrNotExist) || olderErr != nil && !errors.Is(olderErr, fs.ErrNotExist) {
		err = olderErr
	}
	if err != nil {
		return err
	}
	for _, b := range [][]byte{older, newer} {
		for line := range bytes.Lines(b) {
			visit(bytes.TrimSuffix(line, []byte("\n")))
		}
	}
	return nil
}

// Clear removes all lines.
func (r Rows) Clear(ctx context.Context, wait time.Duration) error {
	return durable.File(r.Path+".lock").Locked(ctx, wait, func() error {
		return errors.Join(durable.File(r.older()).Remove(), durable.File(r.Path).Remove())
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
