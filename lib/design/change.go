package design

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/record"
)

// A Change is one command that changes a design.
type Change struct {
	Ctx     context.Context
	Now     time.Time
	Feature string
	// Force completes in spite of what is open, and replaces what this machine did
	// not write.
	Force  bool
	closed bool // a closed design admits it
}

// A Result is what a change of a session did.
type Result struct {
	Feature      string   `json:"feature"`
	Path         string   `json:"path"`
	CurrentStage int      `json:"current_stage"`
	StageName    string   `json:"stage_name"`
	Complete     bool     `json:"complete"`
	Closed       bool     `json:"closed"`
	Wrote        []string `json:"wrote"`   // the documents and tickets that were written
	Message      string   `json:"message"` // what a person reads last

	Archived   string   `json:"archived,omitempty"`   // where a restart put the former session
	Moved      []string `json:"moved,omitempty"`      // the feature's files, as they were named
	To         string   `json:"to,omitempty"`         // the folder they are in now
	Superseded []string `json:"superseded,omitempty"` // documents and tickets that stayed

	cli.Warnings `json:"-"`
	done         string // what a person reads first
}

// saved is what a person reads of a change that saved work.
func (r *Result) saved(done string, a ...any) {
	r.done, r.Message = fmt.Sprintf(done, a...), "Checkpoint saved. You can safely resume later."
}

// of makes it the result of a change that left a session as x.
func (r *Result) of(x *Session) {
	st, complete := x.resume()
	r.Feature, r.Path, r.CurrentStage, r.StageName = x.Feature, x.Path, st.Number, st.Name
	r.Complete, r.Closed, r.Wrote = complete, x.closed(), append([]string{}, r.Wrote...)
}

// Print says what was changed, and where the design is now.
func (r Result) Print(inv *cli.Invocation) {
	inv.Printf("%s\n", r.done)
	for _, p := range r.Wrote {
		inv.Printf("wrote %s\n", p)
	}
	for _, p := range r.Moved {
		inv.Printf("moved %s to %s\n", p, r.To)
	}
	for _, p := range r.Superseded {
		inv.Printf("kept %s, of the earlier design\n", p)
	}
	switch {
	case r.Complete:
		inv.Printf("Every stage is complete.\n")
	case !r.Closed:
		inv.Printf("Current stage: %d %s\n", r.CurrentStage, r.StageName)
	}
	if r.Message != "" {
		inv.Printf("%s\n", r.Message)
	}
}

// change lets edit change a session, under the lock, and writes it. edit writes
// documents itself; where it fails nothing of the session is written.
func (s Store) change(c Change, edit func(*Session, *Result) error) (r Result, err error) {
	if _, err := s.load(c.Feature); err != nil {
		return r, err // before a folder is made for the lock
	}
	err = s.Turn(c.Ctx, Sessions, func() error {
		x, err := s.load(c.Feature)
		if err == nil {
			err = x.admits(c)
		}
		if err != nil {
			return err
		}
		before := x.doc.String()
		if err = edit(&x, &r); err == nil && x.doc.String() != before {
			x.set(c.Now, "updated_at")
			err = x.put(&r.Warnings)
		}
		r.of(&x)
		return err
	})
	return r, err
}

// admits is why a session is not changed: it is of a newer version, or closed.
func (x *Session) admits(c Change) error {
	if x.newer() {
		const allowed = `"1.0"; a newer one is shown and not written`
		return &fault.InvalidError{
			What:   fmt.Sprintf("the session %q", x.Feature),
			Faults: []fault.Fault{{Field: "version", Found: quoted(x.version()), Allowed: allowed}},
			Hint:   "a newer release writes it; " + fence.Typed("holdfast design %s", x.Feature) + " shows it",
		}
	}
	if !x.closed() || c.closed {
		return nil
	}
	st, _ := x.resume()
	found := record.Found(x.doc.Get("closed_at"))
	return &fault.InvalidError{
		Cause:  fmt.Errorf("the design %q is closed", x.Feature),
		Faults: []fault.Fault{{Field: "closed_at", Found: found, Allowed: "an open design"}},
		Hint:   x.back(st),
	}
}

// put writes a session in place of the file that it was read from. A foreign one
// stays foreign, whatever was changed in it.
func (x *Session) put(w *cli.Warnings) error {
	after, unrecorded, err := x.Write(x.Path, x.file, x.doc)
	x.file = after
	w.Warn(unrecorded)
	return err
}

// Start makes the session of a feature; from is what it starts from, "" for
// none. One that is there is left alone: a *fault.RefusedError.
func (s Store) Start(c Change, from string) (r Result, err error) {
	if err := checkName("feature", c.Feature); err != nil {
		return r, err
	}
	s.absent(from, &r)
	err = s.Turn(c.Ctx, Sessions, func() error {
		_, err := s.load(c.Feature)
		if err == nil {
			hint := fence.Typed("holdfast design %s", c.Feature) + " shows where to resume; " +
				fence.Typed("holdfast design %s restart", c.Feature) + " archives it and starts again"
			return fault.Refuse(hint, "the design session %q exists already", c.Feature)
		}
		if !errors.Is(err, errNone) {
			return err
		}
		x := s.begun(c.Feature, from, c.Now)
		r.of(&x)
		r.done = fmt.Sprintf("started the design %s in %s", c.Feature, x.Path)
		return x.put(&r.Warnings)
	})
	return r, err
}

// absent warns of a source that does not exist yet.
func (s Store) absent(from string, r *Result) {
	if from != "" && !s.IsFile(from) {
		r.Warnf("%q does not exist yet", from)
	}
}

// SetStage gives a stage a status. Complete is as in finish. Anything else goes
// back to the stage: later ones turn to pending and keep their data, and a
// closed design is open again.
func (s Store) SetStage(c Change, stage, status string) (Result, error) {
	c.closed = status != Complete
	return s.change(c, func(x *Session, r *Result) error {
		n, err := x.table.parse(stage)
		if err != nil {
			return err
		}
		r.saved("stage %s of %s is %s", stage, c.Feature, status)
		if status == Complete {
			return x.finish(n, file{}, c)
		}
		x.reopen(n, status)
		return nil
	})
}

// SetSource names what a design starts from.
func (s Store) SetSource(c Change, from string) (Result, error) {
	return s.change(c, func(x *Session, r *Result) error {
		s.absent(from, r)
		r.done = fmt.Sprintf("the design %s starts from %s", c.Feature, from)
		x.set(from, "prd_source")
		return nil
	})
}

// PlanTickets enters how many tickets there will be, as it was typed, and what they
// are to cover; remaining nil leaves the list as it is.
func (s Store) PlanTickets(c Change, typed string, remaining []string) (Result, error) {
	return s.change(c, func(x *Session, r *Result) error {
		made := len(x.listed(tickets))
		total, err := strconv.Atoi(typed)
		if err != nil || total < max(made, 1) || total > maxTickets {
			return invalid("the plan", "total", fault.Shorten(typed),
				fmt.Sprintf("%d to %d; %d exist", max(made, 1), maxTickets, made))
		}
		x.set(total, "tickets_progress", "total_planned")
		x.count()
		if remaining != nil {
			x.set(remaining, "tickets_progress", "remaining")
		}
		x.begin(Ticket)
		r.saved("planned the tickets of %s; %s", c.Feature, x.ofPlanned(made))
		return nil
	})
}

// Close takes a design out of the brief, whatever its stages; its files stay.
func (s Store) Close(c Change) (Result, error) {
	c.closed = true
	return s.change(c, func(x *Session, r *Result) error {
		var open []string
		for _, st := range x.table {
			if x.status(st.Number) != Complete {
				open = append(open, fmt.Sprintf("%d %s", st.Number, st.Name))
			}
		}
		r.done = "closed the design " + c.Feature
		if open != nil {
			r.done += ", with open stages: " + strings.Join(open, ", ")
		}
		if !x.closed() {
			x.set(c.Now, "closed_at")
		}
		return nil
	})
}

// finish completes a stage and records whether the user approved it. What keeps it
// open is a *fault.InvalidError unless force is set. writing is a document that is
// about to be written.
func (x *Session) finish(n int, writing file, c Change) error {
	x.look(writing)
	st := x.table[n]
	if _, p := x.stage(st); len(p.faults) > 0 && !c.Force {
		return &fault.InvalidError{
			Cause:  fmt.Errorf("stage %s cannot be completed yet", st),
			Faults: p.faults, Hint: "--force completes it anyway",
		}
	}
	if st.Approval {
		x.note(x.approved(st), st.checkpoint(), keyApproved)
	}
	x.complete(n, c.Now)
	return nil
}
