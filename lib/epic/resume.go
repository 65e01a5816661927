package epic

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"holdfast/lib/beads"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/record"
	"holdfast/lib/resume"
)

const maxAnnounced = 64 // of an id that stands outside the fence

// Resume offers the epics. The newest that is not done is announced, if no checkout brought its
// checkpoint. Where the tracker does not answer in time an epic counts as open.
func (s Store) Resume(ctx context.Context, q resume.Query) (entries []resume.Entry, err error) {
	ids, waves, err := s.list(q.Now)
	if err != nil {
		return nil, err
	}
	all, err := s.load(ids[:min(len(ids), 20)])
	trusted, trustErr := s.trusted(ctx, all)
	err = errors.Join(err, trustErr)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second) // for the tracker in all
	defer cancel()
	announced := false
	for _, c := range all {
		e := c.entry()
		if !announced && slices.Contains(trusted, c.Path) {
			if issues, failed := s.Beads.Children(ctx, c.ID); failed != nil || !doneIn(issues) {
				announced = true
				entries = slices.Insert(entries, 0, s.announced(c, waves, issues))
				continue
			}
			e.Fit, e.Quiet = "closed", true // the user is not told of it at every start
		}
		entries = append(entries, e)
	}
	entries = entries[:min(len(entries), 9)]
	if more := len(ids) - len(entries); more > 0 {
		entries = append(entries, resume.Entry{
			Kind: "epic", ID: "others", Path: Dir, State: "not told", Pointer: true,
			Fit: fmt.Sprintf("%d more epics, which holdfast epic lists", more),
		})
	}
	return entries, err
}

// trusted are the paths of the checkpoints whose epics may be announced: that this machine
// wrote, or an orchestrator through a shell. A clone brings only files that git tracks.
func (s Store) trusted(ctx context.Context, all []Checkpoint) ([]string, error) {
	sound := func(own bool) []string {
		return each.If(all, func(c Checkpoint) (string, bool) {
			return c.Path, c.Broken == "" && len(c.ID) <= maxAnnounced && c.file.Own == own
		})
	}
	own, foreign := sound(true), sound(false)
	if len(foreign) == 0 || s.Untracked == nil {
		return own, nil
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second) // what is told outside the fence hangs on it
	defer cancel()
	untracked, err := s.Untracked(ctx, foreign)
	if err != nil {
		return own, fmt.Errorf("asking git whether it tracks epics' checkpoints, so only names are shown: %w", err)
	}
	return append(own, untracked...), nil
}

// doneIn reports whether all issues are closed. None may mean a wrong or unsynced database.
func doneIn(issues []beads.Issue) bool {
	open := func(i beads.Issue) bool { return i.Status != beads.Closed }
	return len(issues) > 0 && !slices.ContainsFunc(issues, open)
}

func (s Store) announced(c Checkpoint, waves []Wave, children []beads.Issue) resume.Entry {
	e := c.entry()
	keep := map[bool]fence.Words{true: "Do NOT re-ask budget tier. "}[c.Tier != ""]
	e.Pointer, e.Announce = false, fence.Stated(fence.Say("<sdd-checkpoint-recovery>SDD checkpoint found for epic %s. "+
		"Read %s to resume orchestration. %sSee checkpoint-recovery.md for recovery logic.</sdd-checkpoint-recovery>",
		c.ID, fence.Data{Text: c.Path}, keep))
	if e.Ours || isTier().Takes(record.Of(c.Tier)) {
		e.Add("budget tier", c.Tier)
	}
	for _, w := range waves {
		if w.Epic == c.ID {
			e.Add("flag", w.told(w.Since.Format(time.RFC3339)))
		}
	}
	e.Add("checkpoint-recovery.md", each.First(s.Pages, func(page string) bool {
		info, err := os.Lstat(page)
		return err == nil && info.Mode().IsRegular()
	}))
	open := slices.DeleteFunc(children, func(i beads.Issue) bool { return i.Status == beads.Closed })
	// Their ids and states alone.
	e.Add("open issues", each.Of(open, func(i beads.Issue) string { return i.ID + " " + fence.Name(i.Status) })...)
	if e.Ours {
		receipts := c.doc.Get(keyReceipts).Lines()
		slices.Reverse(receipts)
		e.Add("receipts, newest first", receipts[:min(len(receipts), 5)]...)
	}
	if n := len(c.doc.Get(keyClosed).Items()); n > 0 {
		e.Add("closed issues", fmt.Sprint(n))
	}
	return e
}

// entry names a checkpoint. Of one that is corrupt the user is not told at every start.
func (c Checkpoint) entry() resume.Entry {
	e := resume.Entry{
		Kind: "epic", ID: c.ID, Path: c.Path, Saved: c.Written, Pointer: true, Ours: c.file.Own,
		State: fmt.Sprintf("wave %d completed", c.Wave), Fit: fmt.Sprintf("wave %d is next", c.Next),
	}
	if c.Broken != "" {
		e.State, e.Fit, e.Quiet = "corrupt", c.Broken, true
	}
	return e
}
