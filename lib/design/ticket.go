package design

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/fault"
)

// A TicketSave is a ticket to be saved.
type TicketSave struct {
	ID      string
	Covers  []string // entries of the plan that it takes off
	Depends []string // ids of the tickets that come before it
	Content []byte   // nil to name one that is there already
}

// Ticket saves a ticket and counts it. One that is there with other content is
// refused: a *fault.RefusedError; with the same content it is counted once.
func (s Store) Ticket(c Change, v TicketSave) (Result, error) {
	err := checkName("ticket", v.ID)
	for _, d := range v.Depends {
		err = errors.Join(err, checkName("depends", d))
	}
	if err != nil {
		return Result{}, err
	}
	rel := ticketPath(v.ID)
	return s.change(c, func(x *Session, r *Result) error {
		f, err := s.find(rel, v.Content, "ticket")
		if err != nil {
			return err
		}
		if f.existing != nil && f.changes() && !slices.Contains(x.superseded(), rel) && !c.Force {
			return &fault.RefusedError{
				Cause: fmt.Errorf("the ticket %q exists with other content", v.ID),
				Hint:  "another id, or --force to replace it",
			}
		}
		x.name(tickets, rel, true)
		stage, _ := x.table.of(Ticket)
		if len(v.Depends) > 0 {
			x.set(v.Depends, "checkpoints", stage.checkpoint(), "dependencies", v.ID)
		}
		for _, id := range s.unknownDependencies(*x) {
			if slices.Contains(v.Depends, id) {
				r.Warnf("%s depends on %q, which does not exist: stage %d cannot be completed before it does",
					v.ID, id, stage.Number)
			}
		}
		left := x.remaining()
		for _, c := range v.Covers {
			i := slices.IndexFunc(left, func(e string) bool { return strings.TrimSpace(e) == strings.TrimSpace(c) })
			if i < 0 {
				r.Warnf("covering %q: not in the plan", fault.Shorten(c))
				continue
			}
			left = slices.Delete(left, i, i+1)
			x.set(left, "tickets_progress", "remaining")
		}
		x.begin(Ticket)
		made := x.ofPlanned(len(x.listed(tickets)))
		r.done, r.Message = fmt.Sprintf("saved the ticket %s of %s; %s", v.ID, c.Feature, made), safely
		return s.write(x, f, c, r)
	})
}

// unknownDependencies are the tickets that others depend on, and that neither the
// session names nor are on the disk.
func (s Store) unknownDependencies(x Session) []string {
	known := map[string]bool{}
	for _, p := range x.listed(tickets) {
		known[p] = true
	}
	var unknown []string
	for _, depends := range x.at(x.table.checkpoint(Ticket), "dependencies").Members() {
		for _, id := range depends.Texts() {
			if rel := ticketPath(id); !known[rel] && !s.IsFile(rel) {
				known[rel] = true // named once
				unknown = append(unknown, id)
			}
		}
	}
	return unknown
}

// PlanTickets enters how many tickets there will be, as it was typed, and what they
// are to cover; remaining nil leaves the list as it is.
func (s Store) PlanTickets(c Change, typed string, remaining []string) (Result, error) {
	total, err := strconv.Atoi(typed)
	if err != nil {
		return Result{}, invalid("the plan", "total", quoted(typed), "a number")
	}
	return s.change(c, func(x *Session, r *Result) error {
		made := len(x.listed(tickets))
		if total < max(made, 1) || total > maxTickets {
			return invalid("the plan", "total", typed,
				fmt.Sprintf("%d to %d; %d exist", max(made, 1), maxTickets, made))
		}
		x.set(total, "tickets_progress", "total_planned")
		x.count()
		if remaining != nil {
			x.set(remaining, "tickets_progress", "remaining")
		}
		x.begin(Ticket)
		r.done, r.Message = fmt.Sprintf("planned the tickets of %s; %s", c.Feature, x.ofPlanned(made)), safely
		return nil
	})
}
