// Package undo knows the prompts of a project, which snapshot holds the work tree as it was
// before each, and where among them the work tree is now: a History, computed from the lines
// of one file in the machine folder, prompts, rollbacks, and plans of an undo that were shown.
package undo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
)

const (
	FileName = "prompts" // the name of the file in the folder of the project
	prefix   = "prompt-"
	MaxSlow  = 3                  // snapshots in a row that took too long, until one is completed
	keepTime = 7 * 24 * time.Hour // how long a prompt can be gone back to
)

// Why a prompt has no snapshot.
const (
	Failed  = "it could not be taken"
	Busy    = "another one was being taken"
	TooSlow = "it took too long"
	Stopped = "the ones before took too long"
)

// A Prompt is one prompt, and the work tree as it was before it.
type Prompt struct {
	N          int       `json:"n"`
	Time       time.Time `json:"time,omitzero"`
	Session    string    `json:"session"`
	ID         string    `json:"prompt_id,omitempty"`
	Text       string    `json:"text,omitempty"` // its beginning, redacted
	Branch     string    `json:"branch,omitempty"`
	Head       string    `json:"head,omitempty"`
	Snapshot   string    `json:"snapshot,omitempty"` // its id, "" for none
	Tree       string    `json:"tree,omitempty"`     // of the snapshot
	Skipped    []string  `json:"skipped,omitempty"`
	LeftOut    string    `json:"left_out,omitempty"` // why there is no snapshot
	Transcript string    `json:"transcript,omitempty"`
}

// Name is what the prompt is called in commands.
func (p Prompt) Name() string { return prefix + strconv.Itoa(p.N) }

// Checkpoint is the prompt's snapshot as a rollback takes it.
func (p Prompt) Checkpoint() checkpoint.Checkpoint {
	return checkpoint.Checkpoint{
		ID: p.Name(), Type: "prompt", Time: p.Time, Timestamp: p.Time.Format(time.RFC3339), Description: p.Text,
		Git: checkpoint.Git{Branch: p.Branch, Head: p.Head, Snapshot: p.Snapshot, Skipped: p.Skipped,
			LeftOut: p.LeftOut},
		Ours: true, Raw: []byte(p.Snapshot),
	}
}

// ParseName is the number in a prompt's name.
func ParseName(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, prefix)
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n > 0 && strconv.Itoa(n) == digits
}

// A Move is a rollback: to a prompt, back from there, or of some files only.
type Move struct {
	Time   time.Time `json:"time,omitzero"`
	Safety string    `json:"safety"`          // the checkpoint that undoes it
	To     int       `json:"to,omitempty"`    // the prompt
	Back   string    `json:"back,omitempty"`  // or the safety checkpoint of the move taken back
	Turn   int       `json:"turn,omitempty"`  // the prompt in whose turn it was done
	Tree   string    `json:"tree,omitempty"`  // of the work tree afterwards; "" is not known
	Part   bool      `json:"part,omitempty"`  // it changed some files only: the work tree stays where it is
	Files  []string  `json:"files,omitempty"` // that it changed, project-relative
}

// A Shown is the plan of an undo that a session was shown, to agree to it.
type Shown struct {
	Plan string `json:"plan"` // its id
	To   int    `json:"to"`   // the prompt that it goes back to
	Turn int    `json:"turn"` // the prompt in whose turn it was shown
}

// A Line is a line of the file: one of these, or a mark.
type Line struct {
	Prompt    *Prompt    `json:"prompt,omitempty"`
	Move      *Move      `json:"move,omitempty"`
	Shown     *Shown     `json:"shown,omitempty"`
	Pruned    *time.Time `json:"pruned,omitempty"`
	Last      int        `json:"last,omitempty"`      // with Pruned: the highest number so far
	Completed bool       `json:"completed,omitempty"` // a snapshot, without a limit
}

// A Store is the prompts of one project.
type Store struct {
	Root    string // absolute
	Machine machine.Folder
}

func (s Store) path() string { return filepath.Join(s.Machine.Project(project.Hash(s.Root)), FileName) }

// Read is the history of the project; lines that cannot be read are passed over.
func (s Store) Read() (History, error) {
	lines, err := s.lines()
	return fold(lines), err
}

func (s Store) lines() ([]Line, error) {
	b, err := durable.Read(s.path(), 32<<20)
	if durable.Missing(err) || errors.Is(err, fs.ErrPermission) {
		return nil, nil // none yet, or a machine folder out of reach, as in a sandbox
	}
	return parse(b), err
}

func parse(b []byte) []Line {
	return each.If(slices.Collect(bytes.Lines(b)), func(text []byte) (l Line, whole bool) {
		err := json.Unmarshal(text, &l)
		return l, err == nil
	})
}

// Take enters a prompt with a snapshot taken within limit, and else without one.
func (s Store) Take(ctx context.Context, limit time.Duration, trees snapshot.Store, h History, p Prompt) (_ Prompt,
	err error) {
	if h.Slow < MaxSlow {
		taken := p
		err = inTime(ctx, limit, func(ctx context.Context) error {
			_, err := trees.Take(ctx, snapshot.Taking{Time: p.Time, Enter: func(made snapshot.Snapshot) error {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				taken.Snapshot, taken.Tree = made.ID, made.Tree
				taken.Skipped = each.Head(made.Skipped, 200)
				return s.Enter(Line{Prompt: &taken})
			}})
			return err
		})
		if err == nil {
			return taken, nil
		}
	}
	switch {
	case err == nil:
		p.LeftOut = Stopped
	case errors.Is(err, durable.ErrBusy):
		p.LeftOut, err = Busy, nil
	case errors.Is(err, context.DeadlineExceeded):
		p.LeftOut, err = TooSlow, nil
	default:
		p.LeftOut = Failed
	}
	return p, errors.Join(err, s.Enter(Line{Prompt: &p}))
}

func inTime(ctx context.Context, limit time.Duration, do func(ctx context.Context) error) error {
	late, stop := context.WithTimeout(ctx, limit+100*time.Millisecond) // for one that waits for a disk
	defer stop()
	ctx, cancel := context.WithTimeout(late, limit)
	defer cancel()
	return parallel.Wait(late, func() error { return do(ctx) })
}

// Complete takes a snapshot without a limit where there is none, or the newest took too long.
func (s Store) Complete(ctx context.Context, trees snapshot.Store, now time.Time,
	progress func(done, of int)) (done bool, err error) {
	h, err := s.Read()
	if err != nil || h.Slow == 0 && (len(h.Prompts) > 0 || trees.Size() > 0) {
		return false, err
	}
	if _, err := trees.Take(ctx, snapshot.Taking{Time: now, Progress: progress}); err != nil {
		return false, err
	}
	return true, s.Completed()
}

// Completed enters that a snapshot was completed: they are tried again before prompts.
func (s Store) Completed() error {
	if h, err := s.Read(); err != nil || h.Slow == 0 {
		return err
	}
	return s.Enter(Line{Completed: true})
}

// Enter appends a line, without waiting for the disk; a prompt gets its number.
func (s Store) Enter(l Line) error {
	return s.change(func(lines []Line) error {
		if l.Prompt != nil {
			l.Prompt.N = fold(lines).last + 1
		}
		b, _ := json.Marshal(l) // of texts, numbers and times
		// After a line that was cut short, as by a full disk, a new one begins.
		return durable.File(s.path()).Derived().Append(slices.Concat([]byte("\n"), b, []byte("\n")), 0o600)
	})
}

func (s Store) change(do func(lines []Line) error) error {
	return durable.Own(s.path()+".lock").Locked(context.Background(), 2*time.Second, func() error {
		lines, err := s.lines()
		if err != nil {
			return err
		}
		return do(lines)
	})
}

// PruneDue reports whether it was long ago that the prompts were pruned.
func (h *History) PruneDue(now time.Time) bool {
	return len(h.Prompts) > 0 && now.Sub(h.pruned) >= time.Hour
}

// Prune keeps the newest keep prompts of the last week, fewer where the snapshots take over 1 GB, and
// frees the snapshots that neither they nor others need. With dryRun it only counts.
func (s Store) Prune(ctx context.Context, trees snapshot.Store, others func() ([]string, error), keep int,
	now time.Time, dryRun bool) (gone int, freed int64, err error) {
	for {
		left := 0
		// Under one lock: a prompt is entered under the same one as its snapshot is taken.
		more, err := trees.Prune(ctx, dryRun, func() (needed []string, err error) {
			if needed, err = others(); err != nil {
				return nil, err
			}
			err = s.change(func(lines []Line) error {
				all := fold(lines).Prompts
				kept := each.Tail(all, keep)
				for len(kept) > 0 && now.Sub(kept[0].Time) > keepTime {
					kept = kept[1:]
				}
				left = len(kept)
				gone += len(all) - left
				needed = append(needed, each.Of(kept, func(p *Entry) string { return p.Snapshot })...)
				if dryRun || len(all) == 0 {
					return nil
				}
				return s.rewrite(lines, kept, now)
			})
			return needed, err
		})
		freed += more
		if keep = left / 2; err != nil || dryRun || keep == 0 || trees.Size() <= 1<<30 {
			return gone, freed, err
		}
	}
}

func (s Store) rewrite(lines []Line, kept []*Entry, now time.Time) error {
	first, last := math.MaxInt, fold(lines).last
	if len(kept) > 0 {
		first = kept[0].N
	}
	lines = slices.DeleteFunc(lines, func(l Line) bool {
		return l.Prompt != nil && l.Prompt.N < first || l.Move != nil && now.Sub(l.Move.Time) > keepTime ||
			l.Shown != nil && l.Shown.Turn < first || l.Pruned != nil
	})
	return s.write(append(lines, Line{Pruned: &now, Last: last}))
}

func (s Store) write(lines []Line) error {
	var out bytes.Buffer
	put := json.NewEncoder(&out)
	for _, l := range lines {
		_ = put.Encode(l) // of texts, numbers and times
	}
	return durable.File(s.path()).Replace(out.Bytes(), 0o600)
}

// Forget takes what sessions said out of their prompts; their snapshots stay.
func (s Store) Forget(sessions []string) error {
	of := func(p *Prompt) bool { return p != nil && slices.Contains(sessions, p.Session) }
	lines, err := s.lines()
	if err != nil || !slices.ContainsFunc(lines, func(l Line) bool { return of(l.Prompt) }) {
		return err
	}
	return s.change(func(lines []Line) error {
		for _, l := range lines {
			if p := l.Prompt; of(p) {
				p.Text, p.Session, p.ID, p.Transcript = "", "", "", ""
			}
		}
		return s.write(lines)
	})
}
