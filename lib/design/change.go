package design

import (
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

// Change is the verb that saves what became of a design.
func Change(inv *cli.Invocation) error {
	s, c := In(inv.Project, inv.Machine), command{inv, inv.Rest[0], inv.Rest[2:], inv.Now()}
	if inv.Rest[1] == "rebuild" {
		r, err := s.rebuild(c, inv.On("yes"))
		return inv.Report(r.Typed(inv), err)
	}
	do := map[string]func(command) (Result, error){
		"start": s.start, "stage": s.setStage, "save": s.save, "ticket": s.ticket, "plan-tickets": s.planTickets,
		"set": s.setSource, "close": s.close, "restart": s.restart,
	}
	return inv.Report(do[inv.Rest[1]](c))
}

// A command is one call of a verb that changes a design. With --force it completes
// in spite of what is open, and replaces what this machine did not write.
type command struct {
	*cli.Invocation
	feature string
	words   []string // behind the action
	now     time.Time
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
func (s Store) change(c command, edit func(*Session, *Result) error) (r Result, err error) {
	if _, err := s.load(c.feature); err != nil {
		return r, err // before a folder is made for the lock
	}
	err = s.Turn(c.Ctx, Sessions, func() error {
		x, err := s.load(c.feature)
		if err == nil {
			err = x.admits(c)
		}
		if err != nil {
			return err
		}
		before := x.doc.String()
		if err = edit(&x, &r); err == nil && x.doc.String() != before {
			x.set(c.now, "updated_at")
			err = x.put(&r.Warnings)
		}
		r.of(&x)
		return err
	})
	return r, err
}

// admits is why a session is not changed: it is of a newer version, or closed, and the
// command neither reopens it nor needs it open.
func (x *Session) admits(c command) error {
	if x.newer() {
		const allowed = `"1.0"; a newer one is shown and not written`
		return &fault.InvalidError{
			What:   fmt.Sprintf("the session %q", x.Feature),
			Faults: []fault.Fault{{Field: "version", Found: quoted(x.version()), Allowed: allowed}},
			Hint:   "a newer release writes it; " + fence.Typed("holdfast design %s", x.Feature) + " shows it",
		}
	}
	if !x.closed() || c.Rest[1] == "close" || c.Rest[1] == "restart" || c.Rest[1] == "stage" && c.words[1] != Complete {
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

// start makes the session of a feature. One that is there is left alone: a
// *fault.RefusedError.
func (s Store) start(c command) (r Result, err error) {
	if err := record.CheckID("the feature", "feature", c.feature); err != nil {
		return r, err
	}
	from, err := s.from(c, &r)
	if err != nil {
		return r, err
	}
	err = s.Turn(c.Ctx, Sessions, func() error {
		_, err := s.load(c.feature)
		if err == nil {
			hint := fence.Typed("holdfast design %s", c.feature) + " shows where to resume; " +
				fence.Typed("holdfast design %s restart", c.feature) + " archives it and starts again"
			return fault.Refuse(hint, "the design session %q exists already", c.feature)
		}
		if !errors.Is(err, errNone) {
			return err
		}
		x := s.begun(c.feature, from, c.now)
		r.of(&x)
		r.done = fmt.Sprintf("started the design %s in %s", c.feature, x.Path)
		return x.put(&r.Warnings)
	})
	return r, err
}

// from is the file that a design starts from, "" for none, as the project stores it.
// It warns of one that does not exist yet.
func (s Store) from(c command, r *Result) (string, error) {
	rel, ok := c.InProject(s.Root, c.Flag("prd"))
	switch {
	case !c.Has("prd"):
		return "", nil
	case !ok, rel == ".", c.Flag("prd") == "":
		return "", outside("the source", "prd", c.Flag("prd"), "file")
	case !s.IsFile(rel):
		r.Warnf("%q does not exist yet", rel)
	}
	return rel, nil
}

// setStage gives a stage a status. Complete is as in finish. Anything else goes
// back to the stage: later ones turn to pending and keep their data, and a
// closed design is open again.
func (s Store) setStage(c command) (Result, error) {
	stage, status := c.words[0], c.words[1]
	return s.change(c, func(x *Session, r *Result) error {
		n, err := x.table.parse(stage)
		if err != nil {
			return err
		}
		r.saved("stage %s of %s is %s", stage, c.feature, status)
		if status == Complete {
			return x.finish(n, file{}, c)
		}
		x.reopen(n, status)
		return nil
	})
}

// setSource names what a design starts from.
func (s Store) setSource(c command) (Result, error) {
	return s.change(c, func(x *Session, r *Result) error {
		from, err := s.from(c, r)
		r.done = fmt.Sprintf("the design %s starts from %s", c.feature, from)
		x.set(from, "prd_source")
		return err
	})
}

// planTickets enters how many tickets there will be, and what they are to cover.
func (s Store) planTickets(c command) (Result, error) {
	return s.change(c, func(x *Session, r *Result) error {
		made, typed, remaining := len(x.listed(tickets)), c.Flag("total"), c.All("remaining")
		total, err := strconv.Atoi(typed)
		if err != nil || total < max(made, 1) || total > maxTickets {
			return fault.Invalid("the plan", "total", fault.Shorten(typed),
				fmt.Sprintf("%d to %d; %d exist", max(made, 1), maxTickets, made))
		}
		x.set(total, "tickets_progress", "total_planned")
		x.count()
		if remaining != nil {
			x.set(remaining, "tickets_progress", "remaining")
		}
		x.begin(Ticket)
		r.saved("planned the tickets of %s; %s", c.feature, x.ofPlanned(made))
		return nil
	})
}

// close takes a design out of the brief, whatever its stages; its files stay.
func (s Store) close(c command) (Result, error) {
	return s.change(c, func(x *Session, r *Result) error {
		var open []string
		for _, st := range x.table {
			if x.status(st.Number) != Complete {
				open = append(open, fmt.Sprintf("%d %s", st.Number, st.Name))
			}
		}
		r.done = "closed the design " + c.feature
		if open != nil {
			r.done += ", with open stages: " + strings.Join(open, ", ")
		}
		if !x.closed() {
			x.set(c.now, "closed_at")
		}
		return nil
	})
}

// finish completes a stage and records whether the user approved it. What keeps it
// open is a *fault.InvalidError unless force is set. writing is a document that is
// about to be written.
func (x *Session) finish(n int, writing file, c command) error {
	x.look(writing)
	st := x.table[n]
	if _, p := x.stage(st); len(p.faults) > 0 && !c.On("force") {
		return &fault.InvalidError{
			Cause:  fmt.Errorf("stage %s cannot be completed yet", st),
			Faults: p.faults, Hint: "--force completes it anyway",
		}
	}
	if st.Approval {
		x.note(x.approved(st), st.checkpoint(), keyApproved)
	}
	x.complete(n, c.now)
	return nil
}
