package guard

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/platform"
	"holdfast/lib/task"
)

const (
	maxState  = 16 << 20
	maxMissed = 1_000
)

// A state is all that was seen of a project's tasks. It is kept as its Settled, a
// line break, and the rest as JSON.
type state struct {
	// Settled is the folder as it was seen, and empty while something may have changed
	// under its stamps or is left to do.
	Settled string `json:"-"`
	Tasks   map[string]*seen
	Missed  []string // files whose earlier bytes are not known
}

// A folder is the tasks' folder as it is.
type folder struct {
	stamp platform.Stamp
	tasks []stamped
}

type stamped struct {
	id    string
	stamp platform.Stamp
	size  int64
}

// String is the folder in words: its stamp, then the id and the stamp of each task.
func (f folder) String() string {
	words := []string{string(f.stamp)}
	for _, t := range f.tasks {
		words = append(words, t.id, string(t.stamp))
	}
	return strings.Join(words, " ")
}

// stamps looks at the tasks of those ids, without reading one.
func (g Guard) stamps(ids []string) (f folder, err error) {
	dir := filepath.Join(g.Root, filepath.FromSlash(task.Dir))
	info, err := os.Lstat(dir)
	if err != nil {
		return f, fmt.Errorf("looking at the tasks: %w", err)
	}
	f.stamp = platform.StampOf(info)
	for _, id := range ids {
		if info, err := os.Lstat(dir + string(filepath.Separator) + "task-" + id + ".json"); err == nil {
			f.tasks = append(f.tasks, stamped{id, platform.StampOf(info), info.Size()})
		}
	}
	return f, nil
}

func (g Guard) statePath() string { return filepath.Join(g.folder(), "tasks") }

// unchanged reports whether every task's file is as it was seen, and nothing is left
// to be done.
func (g Guard) unchanged() bool {
	b, err := durable.Read(g.statePath(), maxState)
	settled, _, _ := bytes.Cut(b, []byte("\n"))
	if err != nil || len(settled) == 0 {
		return false
	}
	var ids []string
	for i, word := range strings.Fields(string(settled)) {
		if i%2 == 1 {
			ids = append(ids, word)
		}
	}
	now, err := g.stamps(ids)
	return err == nil && now.String() == string(settled)
}

// read is the state as it was kept, or one without Tasks: a folder never seen.
func (g Guard) read() *state {
	b, err := durable.Read(g.statePath(), maxState)
	settled, rest, _ := bytes.Cut(b, []byte("\n"))
	s := &state{Settled: string(settled)}
	if err != nil || json.Unmarshal(rest, s) != nil {
		return &state{}
	}
	return s
}

// change does do with the state while no other hook does, and keeps what
// became of it.
func (g Guard) change(ctx context.Context, do func(*state) error) error {
	return durable.File(g.statePath()+".lock").Locked(ctx, func() error {
		s := g.read()
		before, err := s.text()
		if err == nil {
			err = do(s)
		}
		if err != nil {
			return err
		}
		if now, err := s.text(); err != nil || bytes.Equal(before, now) {
			return err
		}
		return g.keep(s)
	})
}

func (g Guard) keep(s *state) error {
	b, err := s.text()
	if err != nil {
		return err
	}
	return durable.File(g.statePath()).Replace(b, 0o600)
}

func (s *state) text() ([]byte, error) {
	b, err := json.Marshal(s)
	return append([]byte(s.Settled+"\n"), b...), err
}
