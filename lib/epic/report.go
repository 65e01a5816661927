package epic

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/record"
	"holdfast/lib/resume"
)

// Read is the verb that shows the epics, or one of them.
func Read(inv *cli.Invocation) error {
	s := In(inv.Project, inv.Machine)
	if len(inv.Rest) == 0 {
		return inv.Report(s.overview(inv), nil)
	}
	s.Beads = beads.Tracker{Root: s.Root, Path: inv.Getenv("PATH"), Env: inv.Environ()}
	shown, err := s.show(inv, inv.Rest[0], inv.On("reset-interrupted"))
	if err != nil && shown.ID != "" {
		shown.Print(inv)
	}
	return inv.Report(shown, err)
}

// Overview is the list of the epics that have a checkpoint.
type Overview struct {
	Epics []Checkpoint `json:"epics"`
	more  int
}

func (s Store) overview(inv *cli.Invocation) (o Overview) {
	ids, _, err := s.list(inv.Now())
	inv.Warn(err)
	ids, o.more = cli.First(inv, ids)
	o.Epics, err = s.load(ids)
	inv.Warn(err)
	return o
}

func (o Overview) Print(inv *cli.Invocation) {
	t := inv.Table("EPIC 1 12", "NEXT 2 8", "TIER 5", "WRITTEN 4", "FILE 6")
	for _, r := range o.Epics {
		next := cli.Cell{Text: fmt.Sprintf("wave %d", r.Next)}
		if r.Broken != "" {
			next = cli.Cell{Text: "corrupt: " + r.Broken, Style: cli.Bad}
		}
		t.Row(r.ID, next, r.Tier, fence.Ago(inv.Now(), r.Written), r.Path)
	}
	t.Print(o.more, "no epic has a checkpoint in this project")
}

// Shown is all that is known of one epic, with numbers as the file has them.
type Shown struct {
	Checkpoint
	Message     string        `json:"message"`
	Receipts    []string      `json:"wave_receipts"`
	Closed      []string      `json:"closed_issues"`
	Tokens      record.Value  `json:"epic_tokens,omitzero"`
	ToolUses    record.Value  `json:"epic_tool_uses,omitzero"`
	Cost        record.Value  `json:"epic_cost,omitzero"`
	Further     record.Value  `json:"further,omitzero"` // all other keys
	Flag        *Wave         `json:"flag,omitempty"`
	Beads       bool          `json:"beads"` // the tracker knows issues of the epic; what follows is its word
	Done        bool          `json:"done"`
	Completed   []beads.Issue `json:"completed"`
	Remaining   []beads.Issue `json:"remaining"`
	Interrupted []string      `json:"interrupted"`
	Reset       []string      `json:"reset"`
	unknown     error         // why the tracker does not say
}

// show looks at one epic, which comes with an error where not all issues could be set open.
func (s Store) show(inv *cli.Invocation, id string, reset bool) (Shown, error) {
	c, err := s.Load(id)
	if err != nil {
		return Shown{}, err
	}
	d := c.shown()
	_, waves, _ := s.list(inv.Now())
	if i := slices.IndexFunc(waves, func(w Wave) bool { return w.Epic == id }); i >= 0 {
		d.Flag = &waves[i]
	}
	d.unknown = d.ask(inv.Ctx, s.Beads)
	switch {
	case reset && d.unknown != nil:
		err = fmt.Errorf("nothing is reset: %w", d.unknown)
	case reset:
		err = d.reset(inv, s.Beads)
	case d.unknown != nil:
		inv.Warnf("%v; what remains, and which issues were interrupted, is not known", d.unknown)
	}
	return d, err
}

func (c Checkpoint) shown() Shown {
	d := Shown{Checkpoint: c, Message: "Checkpoint corrupted — falling back to beads. Which budget tier?"}
	if c.Broken != "" {
		return d
	}
	d.Message = fmt.Sprintf("Resuming epic %s from wave %d after context recovery.", c.ID, c.Next)
	d.Receipts, d.Closed = c.doc.Get(keyReceipts).Lines(), c.doc.Get(keyClosed).Texts()
	d.Tokens, d.ToolUses, d.Cost = c.doc.Get("epic_tokens"), c.doc.Get("epic_tool_uses"), c.doc.Get("epic_cost")
	d.Further = keys.Others(c.doc)
	return d
}

// ask adds what the tracker says. Issues in progress while none can be begun were interrupted. No
// issue at all means a wrong or unsynced database.
func (d *Shown) ask(ctx context.Context, tracker beads.Tracker) error {
	issues, err := tracker.Children(ctx, d.ID)
	var ready []beads.Issue
	if err == nil && len(issues) > 0 {
		ready, err = tracker.Ready(ctx, d.ID)
	}
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("bd is not installed")
	case err != nil:
		return fmt.Errorf("asking beads for epic %q: %w", d.ID, err)
	case len(issues) == 0:
		return fmt.Errorf("beads lists no issue of epic %q", d.ID)
	}
	free := slices.ContainsFunc(ready, func(r beads.Issue) bool {
		// A tracker that ignores --parent prints the issues of all epics.
		same := func(i beads.Issue) bool { return i.ID == r.ID }
		own := strings.HasPrefix(r.ID, d.ID+".") || slices.ContainsFunc(issues, same)
		return own && r.Status != beads.Working
	})
	d.Beads, d.Done = true, doneIn(issues)
	for _, i := range issues {
		list := &d.Remaining
		if i.Status == beads.Closed {
			list = &d.Completed
		}
		*list = append(*list, i)
		if i.Status == beads.Working && !free {
			d.Interrupted = append(d.Interrupted, i.ID)
		}
	}
	return nil
}

func (d *Shown) reset(inv *cli.Invocation, tracker beads.Tracker) error {
	for _, id := range d.Interrupted {
		if err := tracker.Reopen(inv.Ctx, id); err != nil {
			inv.Warnf("issue %q could not be set open: %v", id, err)
			continue
		}
		d.Reset = append(d.Reset, id)
	}
	if len(d.Reset) < len(d.Interrupted) {
		hint := fence.Typed("holdfast epic %s", d.ID) + " shows those that are left"
		return cli.Fail(cli.Failed, hint, "not all interrupted issues could be set open")
	}
	return nil
}

func (d Shown) Print(inv *cli.Invocation) {
	inv.Printf("%s\n", d.Message)
	if d.Broken != "" {
		inv.Printf("%s: %s\n", d.Path, d.Broken)
	} else {
		d.printCheckpoint(inv)
	}
	if f := d.Flag; f != nil {
		inv.Printf("flag: %s\n", f.told(inv.When(f.Since)))
	}
	if !d.Beads {
		inv.Printf("what remains is not known: %s\n", fence.Line(d.unknown.Error(), 0))
		return
	}
	printIssues(inv, "completed", d.Completed)
	printIssues(inv, "remaining", d.Remaining)
	if d.Done {
		inv.Printf("all issues of the epic are closed\n")
	}
	inv.Rows("interrupted: ", strings.Join(d.Interrupted, ", "))
	inv.Rows("set open: ", strings.Join(d.Reset, ", "))
	if len(d.Interrupted) > 0 && len(d.Reset) == 0 {
		inv.Printf("--reset-interrupted sets them open\n")
	}
}

func (w Wave) told(since string) string {
	state := "a wave is in flight"
	if w.Stale {
		state = "stale, the wave was abandoned"
	}
	return fmt.Sprintf("%s, since %s (%s)", state, since, w.Path)
}

func (d Shown) printCheckpoint(inv *cli.Invocation) {
	tier := "not known"
	if d.Tier != "" {
		tier = fence.Line(d.Tier, 60) + " (keep the stored tier)"
	}
	inv.Printf("checkpoint: %s\nwave completed: %d\nnext wave: %d\nbudget tier: %s\n", d.Path, d.Wave, d.Next, tier)
	for _, s := range sums {
		if v := d.doc.Get(s.key); !v.None() {
			inv.Printf("%s: %s\n", strings.ReplaceAll(s.flag, "-", " "), v)
		}
	}
	if len(d.Receipts) > 0 {
		inv.Printf("receipts:\n")
	}
	inv.Rows("  - ", d.Receipts...)
	inv.Rows("closed issues: ", strings.Join(d.Closed, ", "))
	for name, v := range d.Further.Members() {
		inv.Printf("%s: %s\n", fence.Line(name, 60), fence.Line(v.String(), 0))
	}
}

func printIssues(inv *cli.Invocation, what string, issues []beads.Issue) {
	if len(issues) == 0 {
		what += ": none"
	} else {
		what += ":"
	}
	inv.Printf("%s\n", what)
	for _, i := range issues {
		inv.Printf("  %s (%s): %s\n", i.ID, fence.Line(i.Status, 20), fence.Line(i.Title, 200))
	}
}

const maxAnnounced = 64 // of an id that stands outside the fence

// Resume offers the epics. The newest that is not done is announced, if no checkout brought its
// checkpoint. Where the tracker does not answer in time an epic counts as open.
func (s Store) Resume(ctx context.Context, q resume.Query) (entries []resume.Entry, err error) {
	ids, waves, err := s.list(q.Now)
	if err != nil {
		return nil, err
	}
	all, err := s.load(each.Head(ids, 20))
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
	entries = each.Head(entries, 9)
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
	var keep fence.Words
	if c.Tier != "" {
		keep = "Do NOT re-ask budget tier. "
	}
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
	e.Add("checkpoint-recovery.md", each.First(s.Pages, durable.IsFile))
	open := slices.DeleteFunc(children, func(i beads.Issue) bool { return i.Status == beads.Closed })
	// Their ids and states alone.
	e.Add("open issues", each.Of(open, func(i beads.Issue) string { return i.ID + " " + fence.Name(i.Status) })...)
	if e.Ours {
		e.Add("receipts, newest first", each.Head(each.Reversed(c.doc.Get(keyReceipts).Lines()), 5)...)
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
