package guard

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/platform"
	"holdfast/lib/task"
)

const (
	stateFile = "tasks"
	maxState  = 16 << 20
	maxMissed = 1_000
)

// A stamp tells whether a file changed.
type stamp struct {
	Modified, Changed int64 // nanoseconds since 1970; Changed is 0 where unknown
	Size              int64
	Inode             uint64
}

func stampOf(info os.FileInfo) stamp {
	id, _ := platform.IdentityOf(info)
	return stamp{info.ModTime().UnixNano(), id.Changed, info.Size(), id.Inode}
}

// last is when the file changed last. The time that nobody can set counts, where
// the system keeps one.
func (s stamp) last() time.Time {
	if s.Changed != 0 {
		return time.Unix(0, s.Changed)
	}
	return time.Unix(0, s.Modified)
}

// young reports whether a file may have changed after it was read, under the same
// stamp.
func (s stamp) young(read time.Time) bool { return read.Sub(s.last()) < racy }

// A state is all that was seen of a project's tasks. It is kept as its Settled, a
// line break, and the rest as JSON.
type state struct {
	// Settled is the sum of all stamps as they were and the ids of the tasks, with
	// spaces, and empty while something may have changed under them or is left to do.
	Settled string `json:"-"`
	Tasks   map[string]*seen
	Missed  []string // files whose earlier bytes are not known
}

// A folder is the tasks' folder as it is.
type folder struct {
	stamp stamp
	ids   []string
	files map[string]stamp
}

// stamps looks at the tasks of those ids, without reading one.
func (g Guard) stamps(ids []string) (f folder, err error) {
	dir := filepath.Join(g.Root, filepath.FromSlash(task.Dir))
	info, err := os.Lstat(dir)
	if err != nil {
		return f, fmt.Errorf("looking at the tasks: %w", err)
	}
	f.stamp, f.files = stampOf(info), map[string]stamp{}
	for _, id := range ids {
		if info, err := os.Lstat(dir + string(filepath.Separator) + "task-" + id + ".json"); err == nil {
			f.ids, f.files[id] = append(f.ids, id), stampOf(info)
		}
	}
	return f, nil
}

// settled stands for the folder as it is.
func (f folder) settled() string {
	b := f.stamp.append(nil)
	for _, id := range f.ids {
		b = f.files[id].append(b)
	}
	return fmt.Sprintf("%x %s", sha256.Sum256(b), strings.Join(f.ids, " "))
}

func (s stamp) append(b []byte) []byte {
	for _, n := range []uint64{uint64(s.Modified), uint64(s.Changed), uint64(s.Size), s.Inode} {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	return b
}

func (g Guard) statePath() string { return filepath.Join(g.folder(), stateFile) }

// unchanged reports whether every task's file is as it was seen, and nothing is left
// to be done.
func (g Guard) unchanged() bool {
	b, err := durable.Read(g.statePath(), maxState)
	line, _, _ := bytes.Cut(b, []byte("\n"))
	_, ids, settled := strings.Cut(string(line), " ")
	if err != nil || !settled {
		return false
	}
	now, err := g.stamps(strings.Fields(ids))
	return err == nil && now.settled() == string(line)
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
