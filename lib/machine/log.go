package machine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/platform"
)

// The log is bounded: past maxLog bytes it becomes the older half, state/log.1,
// in place of the one before.
const maxLog = 128 << 10

// A Failure is one line of the log: a hook that could not do its work.
type Failure struct {
	Time    time.Time `json:"time"`
	Program string    `json:"program"`
	Project string    `json:"project"` // the project root, "" for a failure outside any project
	Message string    `json:"message"` // one line, at most 500 bytes, redacted by the caller
}

// LogFailure adds a line to the log. The line holds the time in RFC 3339, the
// program, the project and the message, with tabs between.
func (f Folder) LogFailure(e Failure) error {
	if err := f.Ensure(f.State()); err != nil {
		return fmt.Errorf("writing the log: %w", err)
	}
	if f.logFull() {
		if err := f.rotateLog(); err != nil {
			return fmt.Errorf("writing the log: %w", err)
		}
	}
	line := fmt.Sprintf("%s\t%s\t%s\t%s\n", e.Time.UTC().Format(time.RFC3339Nano), e.Program, logText(e.Project), logText(e.Message))
	if f.logTorn() {
		line = "\n" + line
	}
	if err := durable.File(f.log()).Append([]byte(line), 0o600); err != nil {
		return fmt.Errorf("writing the log: %w", err)
	}
	return nil
}

func (f Folder) logFull() bool {
	info, err := os.Lstat(f.log())
	return err == nil && info.Size() > maxLog
}

// logTorn reports whether a full disk or a crash cut the log's last line short.
func (f Folder) logTorn() bool {
	file, info, err := platform.OpenRegular(f.log())
	if err != nil {
		return false
	}
	defer file.Close()
	last := []byte{'\n'}
	file.ReadAt(last, info.Size()-1)
	return last[0] != '\n'
}

// rotateLog asks again under the lock, so that of several processes that meet
// a full log one turns it over. A renamed log keeps the line of a process that
// has it open. One far over its bound was not written here and goes.
func (f Folder) rotateLog() error {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	return f.lockedLog(ctx, func() error {
		info, err := os.Lstat(f.log())
		switch {
		case err != nil || info.Size() <= maxLog:
			return nil
		case info.Size() > 2*maxLog:
			return durable.File(f.log()).Remove()
		}
		return durable.File(f.log()).Move(filepath.Base(f.log()) + ".1")
	})
}

func (f Folder) lockedLog(ctx context.Context, do func() error) error {
	return durable.File(f.log()+".lock").Locked(ctx, do)
}

// ClearLog forgets all failures.
func (f Folder) ClearLog(ctx context.Context) error {
	err := f.lockedLog(ctx, func() error {
		for _, path := range []string{f.log() + ".1", f.log()} {
			if err := durable.File(path).Remove(); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("clearing the log: %w", err)
	}
	return nil
}

// Failures returns the log's lines after since, oldest first. A line that does
// not parse is passed over. No log is an empty one.
func (f Folder) Failures(since time.Time) ([]Failure, error) {
	var all []Failure
	for _, path := range []string{f.log() + ".1", f.log()} {
		b, err := durable.Read(path, 2*maxLog)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading the log: %w", err)
		}
		for line := range strings.Lines(string(b)) {
			if e, ok := parseFailure(strings.TrimSuffix(line, "\n")); ok && e.Time.After(since) {
				all = append(all, e)
			}
		}
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

func (f Folder) log() string { return filepath.Join(f.State(), "log") }

func (f Folder) shown(hash string) string { return filepath.Join(f.Project(hash), "failures.shown") }

func parseFailure(line string) (Failure, bool) {
	parts := strings.SplitN(line, "\t", 4)
	if len(parts) == 3 { // of a release that did not log the project
		parts = []string{parts[0], parts[1], "", parts[2]}
	}
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
	if len(s) > 500 {
		s = strings.ToValidUTF8(s[:500], "")
	}
	return s
}
