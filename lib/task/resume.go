package task

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/resume"
)

const maxOffered = 10 // tasks that a brief names

// Resume offers the tasks in progress, the one changed last first, each with its last
// checkpoint and the command that goes back to it.
func (s Store) Resume(ctx context.Context, q resume.Query) (entries []resume.Entry, err error) {
	ids, err := s.IDs()
	if err != nil {
		return nil, fmt.Errorf("listing the tasks: %w", err)
	}
	folder := filepath.Join(s.Root, filepath.FromSlash(Dir)) // IDs has just seen that no link leads to it
	ledger, total, unread := s.Machine.Ledger(), 0, 0
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name := path.Base(PathOf(id))
		b, err := durable.In(folder, name).Read(MaxFile)
		if total += len(b); errors.Is(err, durable.ErrTooLarge) || total > MaxTotal {
			unread++
			continue
		}
		t, odd := Parse(id, b)
		info, gone := os.Lstat(filepath.Join(folder, name))
		if errors.Join(err, odd, gone) == nil && t.Status == InProgress {
			e := t.entry(ledger.Wrote(machine.Sum(b)))
			e.Saved = info.ModTime()
			entries = append(entries, e)
		}
	}
	slices.SortStableFunc(entries, func(a, b resume.Entry) int { return b.Saved.Compare(a.Saved) })
	entries = entries[:min(len(entries), maxOffered)]
	if unread > 0 {
		entries = append(entries, resume.Entry{
			Kind: "tasks", Count: unread, State: fmt.Sprintf("%d too large to be read", unread),
			Fit: "in " + Dir, Pointer: true,
		})
	}
	return entries, nil
}

func (t Task) entry(ours bool) resume.Entry {
	e := resume.Entry{Kind: "task", ID: t.ID, Path: PathOf(t.ID), State: "in progress", Ours: ours,
		Fit: "no checkpoint; " + fence.Typed("holdfast files checkpoint %s", t.ID) + " makes one"}
	for _, c := range t.Checkpoints {
		if ValidID(c) && fence.IsName(c) && strings.HasPrefix(c, "chk-") {
			e.Fit = "last checkpoint " + c + "; " + fence.Typed("holdfast rollback %s", c) + " goes back to it"
		}
	}
	if ours {
		e.Add("title", t.Title)
	}
	return e
}
