package guard

import (
	"bytes"
	"cmp"
	"context"
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
	stateHead = "tasks 1"
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

// A seen is a task's file as it was looked at last.
type seen struct {
	id string
	stamp
	loose      bool  // it may have changed after it was read, under the same stamp
	progress   bool  // the task was in progress
	failed     bool  // its checkpoint failed, for the file as it is
	unlisted   bool  // its checkpoint is not in the file's list yet
	claimed    int64 // when its turn was claimed, in nanoseconds since 1970; 0 for done
	checkpoint string
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
		if err := do(s); err != nil {
			return err
		}
		after := s.text()
		if bytes.Equal(before, after) {
			return nil
		}
		return durable.File(g.statePath()).Replace(after, 0o600)
	})
}

// note enters what became of a task, though the time for the work is up. Of a
// task that is not in the state, or of a state that was lost, nothing is kept.
func (g Guard) note(ctx context.Context, id string, do func(*seen)) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteTime)
	defer cancel()
	return g.change(ctx, func(s *state) error {
		if t := s.find(id); t != nil {
			do(t)
		}
		return nil
	})
}

// text is the state as it is kept: a line for the folder, one a task, one a
// file whose earlier bytes are not known.
func (s *state) text() []byte {
	b := make([]byte, 0, 64+100*len(s.tasks))
	b = append(b, stateHead+"\n"...)
	b = s.dir.append(append(b, ". "...))
	b = append(b, flags("l", s.loose)+"\n"...)
	for _, t := range s.tasks {
		b = append(append(b, t.id...), ' ')
		b = t.append(b)
		b = append(b, flags("lpfu", t.loose, t.progress, t.failed, t.unlisted)...)
		b = strconv.AppendInt(append(b, ' '), t.claimed, 10)
		if t.checkpoint != "" {
			b = append(append(b, ' '), t.checkpoint...)
		}
		b = append(b, '\n')
	}
	for _, m := range s.missed {
		b = append(strconv.AppendQuote(append(b, "! "...), m), '\n')
	}
	return b
}

func (s stamp) append(b []byte) []byte {
	for _, n := range []int64{s.modified, s.changed, s.size} {
		b = append(strconv.AppendInt(b, n, 10), ' ')
	}
	return append(strconv.AppendUint(b, s.inode, 10), ' ')
}

// flags are the letters of what is set, "-" for none.
func flags(letters string, set ...bool) string {
	var b []byte
	for i, is := range set {
		if is {
			b = append(b, letters[i])
		}
	}
	return cmp.Or(string(b), "-")
}

// parseState reads what text wrote.
func parseState(text string) (*state, error) {
	head, rest, ok := strings.Cut(text, "\n")
	if !ok || head != stateHead || !strings.HasSuffix(text, "\n") {
		return nil, fmt.Errorf("no state of tasks")
	}
	if rest == "" {
		return nil, fmt.Errorf("no state of the folder")
	}
	s := &state{known: true, tasks: make([]seen, 0, strings.Count(rest, "\n"))}
	for n := 0; rest != ""; n++ {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		word, fields, _ := strings.Cut(line, " ")
		if (word == ".") != (n == 0) {
			return nil, fmt.Errorf("line %d: the folder's state is not first", n)
		}
		if word == "!" {
			m, err := strconv.Unquote(fields)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			s.missed = append(s.missed, m)
			continue
		}
		t := seen{id: word}
		if err := t.parse(fields); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if n == 0 {
			s.dir, s.loose = t.stamp, t.loose
			continue
		}
		if !task.ValidID(t.id) || len(s.tasks) > 0 && s.tasks[len(s.tasks)-1].id >= t.id {
			return nil, fmt.Errorf("line %d: %q is not a task, or out of order", n, t.id)
		}
		s.tasks = append(s.tasks, t)
	}
	return s, nil
}

func (t *seen) parse(fields string) (err error) {
	next := func() (word string) {
		word, fields, _ = strings.Cut(fields, " ")
		return word
	}
	number := func() (n int64) {
		if err == nil {
			n, err = strconv.ParseInt(next(), 10, 64)
		}
		return n
	}
	t.modified, t.changed, t.size = number(), number(), number()
	if err == nil {
		t.inode, err = strconv.ParseUint(next(), 10, 64)
	}
	set := next()
	if err != nil || set == "" {
		return fmt.Errorf("no stamp: %w", err)
	}
	for _, f := range set {
		switch f {
		case 'l':
			t.loose = true
		case 'p':
			t.progress = true
		case 'f':
			t.failed = true
		case 'u':
			t.unlisted = true
		}
	}
	if fields != "" {
		t.claimed = number()
	}
	if t.checkpoint = fields; t.checkpoint != "" && !task.ValidID(t.checkpoint) {
		return fmt.Errorf("%q is not a checkpoint", t.checkpoint)
	}
	return err
}
