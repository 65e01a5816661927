package guard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/platform"
	"holdfast/lib/task"
)

const (
	stateFile = "tasks"
	// stateHead is the first line; what begins otherwise is another release's,
	// and the folder is seen for the first time.
	stateHead = "tasks 2"
	maxState  = 16 << 20
	maxMissed = 1_000
)

// A stamp tells whether a file changed.
type stamp struct {
	modified, changed int64 // nanoseconds since 1970; changed is 0 where unknown
	size              int64
	inode             uint64
}

func stampOf(info os.FileInfo) stamp {
	id, _ := platform.IdentityOf(info)
	return stamp{info.ModTime().UnixNano(), id.Changed, info.Size(), id.Inode}
}

// last is when the file changed last. The time that nobody can set counts, where
// the system keeps one.
func (s stamp) last() time.Time {
	if s.changed != 0 {
		return time.Unix(0, s.changed)
	}
	return time.Unix(0, s.modified)
}

// A phase is where a task is on its way to a checkpoint.
type phase string

const (
	resting phase = "resting" // it is not in progress
	claimed phase = "claimed" // it turned In Progress: a hook makes its checkpoint
	failed  phase = "failed"  // that could not be made, for the file as it is
	covered phase = "covered" // nothing is left to do until it rests again
)

// A seen is a task's file as it was looked at last.
type seen struct {
	id string
	stamp
	loose      bool // it may have changed after it was read, under the same stamp
	phase      phase
	since      int64  // when it was claimed, in nanoseconds since 1970
	checkpoint string // where it has one
}

// A state is all that was seen of a project's tasks.
type state struct {
	dir    stamp
	loose  bool
	tasks  []seen // sorted by id
	missed []string
	known  bool // the folder was seen before
}

// find is the task of that id, or nil.
func (s *state) find(id string) *seen {
	at, ok := slices.BinarySearchFunc(s.tasks, id, func(t seen, id string) int { return strings.Compare(t.id, id) })
	if !ok {
		return nil
	}
	return &s.tasks[at]
}

func (g Guard) statePath() string { return filepath.Join(g.folder(), stateFile) }

// read is the state as it was kept, or nil: a folder never seen.
func (g Guard) read() *state {
	b, err := durable.Read(g.statePath(), maxState)
	if err != nil {
		return nil
	}
	s, err := parseState(string(b))
	if err != nil {
		return nil
	}
	return s
}

// change does do with the state while no other hook does, and keeps what
// became of it.
func (g Guard) change(ctx context.Context, do func(*state) error) error {
	return durable.File(g.statePath()+".lock").Locked(ctx, func() error {
		s := g.read()
		if s == nil {
			s = &state{}
		}
		before := s.text()
		if err := do(s); err != nil || bytes.Equal(before, s.text()) {
			return err
		}
		return g.keep(s)
	})
}

func (g Guard) keep(s *state) error { return durable.File(g.statePath()).Replace(s.text(), 0o600) }

// text is the state as it is kept: a line for the folder, one a task, one a
// file whose earlier bytes are not known.
func (s *state) text() []byte {
	b := append(make([]byte, 0, 64+100*len(s.tasks)), stateHead+"\n"...)
	b = seen{id: ".", stamp: s.dir, loose: s.loose, phase: resting}.append(b)
	for _, t := range s.tasks {
		b = t.append(b)
	}
	for _, m := range s.missed {
		b = append(strconv.AppendQuote(append(b, "! "...), m), '\n')
	}
	return b
}

func (t seen) append(b []byte) []byte {
	return fmt.Appendf(b, "%s %d %d %d %d %t %s %d %s\n", t.id, t.modified, t.changed, t.size, t.inode, t.loose,
		t.phase, t.since, t.checkpoint)
}

// parseState reads what text wrote: first the folder, then the tasks by their ids.
func parseState(text string) (*state, error) {
	text, ok := strings.CutPrefix(text, stateHead+"\n")
	if !ok || !strings.HasSuffix(text, "\n") {
		return nil, errState
	}
	s := &state{tasks: make([]seen, 0, strings.Count(text, "\n"))}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if quoted, is := strings.CutPrefix(line, "! "); is && s.known {
			m, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, errState
			}
			s.missed = append(s.missed, m)
			continue
		}
		t, ok := parseSeen(line)
		switch {
		case !ok:
			return nil, errState
		case !s.known && t.id == ".":
			s.dir, s.loose, s.known = t.stamp, t.loose, true
		case !s.known, !task.ValidID(t.id), len(s.tasks) > 0 && s.tasks[len(s.tasks)-1].id >= t.id:
			return nil, errState
		default:
			s.tasks = append(s.tasks, t)
		}
	}
	if !s.known {
		return nil, errState
	}
	return s, nil
}

var errState = errors.New("not a state of tasks")

func parseSeen(line string) (t seen, ok bool) {
	words := strings.Split(line, " ")
	if len(words) != 9 {
		return t, false
	}
	var failed error
	number := func(word string) int64 {
		n, err := strconv.ParseInt(word, 10, 64)
		failed = errors.Join(failed, err)
		return n
	}
	inode, err := strconv.ParseUint(words[4], 10, 64)
	t = seen{
		id: words[0], stamp: stamp{number(words[1]), number(words[2]), number(words[3]), inode},
		loose: words[5] == "true", phase: phase(words[6]), since: number(words[7]), checkpoint: words[8],
	}
	known := strings.Contains(" resting claimed failed covered ", " "+words[6]+" ")
	return t, failed == nil && err == nil && known && (t.checkpoint == "" || task.ValidID(t.checkpoint))
}
