package design

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/fault"
	"holdfast/lib/record"
)

// A TicketSave is a ticket to be saved.
type TicketSave struct {
	ID      string
	Covers  []string // entries of the plan that it takes off
	Depends []string // ids of the tickets that come before it
	Content []byte   // nil to name one that is there already
	Force   bool     // replaces a ticket of other content
}

// Ticket saves a ticket and counts it. One that is there with other content is
// refused: a *fault.RefusedError; with the same content it is counted once.
func (s Store) Ticket(ctx context.Context, feature string, v TicketSave, now time.Time) (Result, error) {
	if err := checkName("ticket", v.ID); err != nil {
		return Result{}, err
	}
	for _, d := range v.Depends {
		if err := checkName("depends", d); err != nil {
			return Result{}, err
		}
	}
	rel := TicketsDir + "/" + v.ID + ".md"
	return s.change(ctx, feature, now, func(x Session, r *Result) (Session, error) {
		f, err := s.at(x, rel, v.Content, v.Force, "ticket")
		if f.changes() && f.existing != nil && !v.Force && !x.superseded(rel) {
			var invalid *fault.InvalidError
			if !errors.As(err, &invalid) {
				err = &fault.RefusedError{
					Cause: fmt.Errorf("the ticket %q exists with other content", v.ID),
					Hint:  "another id, or --force to replace it",
				}
			}
		}
		if err != nil {
			return x, err
		}
		if x, err = x.withTicket(rel).depend(v); err != nil {
			return x, err
		}
		stage, _ := x.table.of(Ticket)
		for _, id := range s.unknownDependencies(x) {
			if slices.Contains(v.Depends, id) {
				r.Warnf("%s depends on %q, which does not exist: stage %d cannot be completed before it does", v.ID, id, stage.Number)
			}
		}
		x = x.cover(v.Covers, r).counted().begin(Ticket)
		r.done, r.Message = fmt.Sprintf("saved the ticket %s of %s; %s", v.ID, feature, x.madeOf(len(x.tickets()))), safely
		return s.replace(x, f, now, r)
	})
}

// begin makes the stage of a role one that is worked on, where its turn has come.
func (s Session) begin(role Role) Session {
	st, ok := s.table.of(role)
	if at, _ := s.current(); ok && at == st.Number && s.Status(at) == Pending {
		return s.withStatus(at, InProgress)
	}
	return s
}

// withTicket is the session with the ticket at rel among its tickets.
func (s Session) withTicket(rel string) Session {
	return s.adding(rel, "artifacts", "tickets").adding(rel, "checkpoints", s.table.checkpoint(Ticket), "ticket_files")
}

// counted is the session with the number of its tickets.
func (s Session) counted() Session {
	return s.with(record.Int(len(s.tickets())), "tickets_progress", "created")
}

// cover takes entries off what remains of the plan.
func (s Session) cover(covers []string, r *Result) Session {
	if len(covers) == 0 {
		return s
	}
	left := s.remaining()
	for _, c := range covers {
		i := slices.IndexFunc(left, func(e string) bool { return strings.TrimSpace(e) == strings.TrimSpace(c) })
		if i < 0 {
			r.Warnf("covering %q: not in the plan", fault.Shorten(c))
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	return s.with(record.Texts(left...), "tickets_progress", "remaining")
}

// depend enters what a ticket depends on; a circle is a fault.
func (s Session) depend(v TicketSave) (Session, error) {
	if len(v.Depends) == 0 {
		return s, nil
	}
	checkpoint := s.table.checkpoint(Ticket)
	s = s.with(record.Texts(v.Depends...), "checkpoints", checkpoint, "dependencies", v.ID)
	graph, seen := s.at(checkpoint, "dependencies"), map[string]bool{}
	for next := v.Depends; len(next) > 0; {
		d := next[0]
		if next = next[1:]; d == v.ID {
			return s, invalid("the ticket", "depends", fault.Shorten(strings.Join(v.Depends, ", ")), "tickets that do not depend on "+v.ID)
		}
		if !seen[d] {
			seen[d], next = true, append(slices.Clip(next), graph.Get(d).Texts()...)
		}
	}
	return s, nil
}

// unknownDependencies are the tickets that others depend on, and that neither the
// session names nor are on the disk.
func (s Store) unknownDependencies(x Session) []string {
	known := map[string]bool{}
	for _, p := range x.tickets() {
		known[p] = true
	}
	var unknown []string
	for _, depends := range x.at(x.table.checkpoint(Ticket), "dependencies").Members() {
		for _, id := range depends.Texts() {
			if rel := TicketsDir + "/" + id + ".md"; !known[rel] && !s.there(rel) {
				known[rel] = true // named once
				unknown = append(unknown, id)
			}
		}
	}
	return unknown
}

// PlanTickets enters how many tickets there will be, as it was typed, and what they
// are to cover.
// remaining nil leaves the list as it is.
func (s Store) PlanTickets(ctx context.Context, feature, typed string, remaining []string, now time.Time) (Result, error) {
	total, err := strconv.Atoi(typed)
	if err != nil {
		return Result{}, invalid("the plan", "total", quoted(typed), "a number")
	}
	return s.change(ctx, feature, now, func(x Session, r *Result) (Session, error) {
		made := len(x.tickets())
		if total < max(made, 1) || total > 10000 {
			return x, invalid("the plan", "total", strconv.Itoa(total), fmt.Sprintf("%d to 10000; %d exist", max(made, 1), made))
		}
		x = x.with(record.Int(total), "tickets_progress", "total_planned").counted()
		if remaining != nil {
			x = x.with(record.Texts(remaining...), "tickets_progress", "remaining")
		}
		r.done, r.Message = fmt.Sprintf("planned the tickets of %s; %s", feature, x.madeOf(made)), safely
		return x.begin(Ticket), nil
	})
}
