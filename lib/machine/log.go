package machine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
)

const maxLog = 128 << 10

// A Failure is one line of the log: a hook that could not do its work.
type Failure struct {
	Time    time.Time `json:"time"`
	Program string    `json:"program"`
	Project string    `json:"project"` // the project root, "" for a failure outside any project
	Message string    `json:"message"` // one line, at most 500 bytes, redacted by the caller
}

// LogFailure adds a line to the log: the time in RFC 3339, the program, the project
// and the message, with tabs between.
func (f Folder) LogFailure(e Failure) error {
	err := f.Ensure(f.State())
	if err == nil {
		at := e.Time.UTC().Format(time.RFC3339Nano)
		fields := []string{at, e.Program, logText(e.Project), logText(e.Message)}
		err = f.log().Add(context.Background(), strings.Join(fields, "\t"))
	}
	if err != nil {
		return fmt.Errorf("writing the log: %w", err)
	}
	return nil
}

// ClearLog forgets all failures.
func (f Folder) ClearLog(ctx context.Context) error {
	if err := f.log().Clear(ctx); err != nil {
		return fmt.Errorf("clearing the log: %w", err)
	}
	return nil
}

// Failures returns the log's lines after since, oldest first. A line that does
// not parse is passed over. No log is an empty one.
func (f Folder) Failures(since time.Time) (all []Failure, err error) {
	err = f.log().Each(func(line []byte) {
		if e, ok := parseFailure(string(line)); ok && e.Time.After(since) {
			all = append(all, e)
		}
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the log: %w", err)
	}
	return all, nil
}

// Shown returns the time of the newest failure of a project that the user was
// shown; hash names the project.
func (f Folder) Shown(hash string) time.Time {
	b, err := durable.Read(f.shown(hash), 128)
	if err != nil {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339Nano, strings.TrimSpace(string(b)))
	if err != nil {
		return time.Time{}
	}
	return t
}

// MarkShown remembers that the project's failures up to t were shown to the user.
func (f Folder) MarkShown(hash string, t time.Time) error {
	if err := f.Ensure(f.Project(hash)); err != nil {
		return fmt.Errorf("marking failures as shown: %w", err)
	}
	return durable.File(f.shown(hash)).Replace([]byte(t.UTC().Format(time.RFC3339Nano)+"\n"), 0o600)
}

func (f Folder) log() Rows { return Rows{filepath.Join(f.State(), "log"), maxLog} }

func (f Folder) shown(hash string) string { return filepath.Join(f.Project(hash), "failures.shown") }

func parseFailure(line string) (Failure, bool) {
	parts := strings.SplitN(line, "\t", 4)
	if len(parts) != 4 {
		return Failure{}, false
	}
	t, err := time.Parse(time.RFC3339Nano, parts[0])
	if err != nil {
		return Failure{}, false
	}
	return Failure{Time: t, Program: parts[1], Project: parts[2], Message: parts[3]}, true
}

func logText(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	return fence.Head(s, 500)
}
