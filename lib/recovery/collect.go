package recovery

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/parallel"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
)

// othersTime is how long a hook waits for what is not the lines: it must have
// time left to tell those.
const othersTime = 2500 * time.Millisecond

// Collect asks the stores at the same time and returns what they offer in their
// order, and the failures. One that fails, panics or takes too long spoils nothing
// of others.
func Collect(ctx context.Context, stores []resume.Store, q resume.Query) ([]resume.Entry, []error) {
	soon := ctx
	if _, limited := ctx.Deadline(); limited {
		var cancel context.CancelFunc
		soon, cancel = context.WithTimeout(ctx, othersTime)
		defer cancel()
	}
	offers := make([]func(context.Context) ([]resume.Entry, error), len(stores))
	for i, s := range stores {
		var offer []resume.Entry
		answer := parallel.Start(func() (err error) {
			offer, err = s.Resume(ctx, q)
			return err
		})
		offers[i] = func(until context.Context) ([]resume.Entry, error) {
			select {
			case err := <-answer:
				return offer, err
			case <-until.Done():
			}
			select {
			case err := <-answer: // while another store was waited for
				return offer, err
			default:
				return nil, fmt.Errorf("asking %T what can be resumed: no answer in time", s)
			}
		}
	}
	var entries []resume.Entry
	var failed []error
	for i, s := range stores {
		until := soon
		if _, own := s.(Lines); own {
			until = ctx
		}
		offer, err := offers[i](until)
		if err != nil {
			failed = append(failed, err)
		}
		for j := range offer {
			neutralise(&offer[j])
		}
		entries = append(entries, offer...)
	}
	return entries, failed
}

// neutralise makes every value of an entry one line of data without secrets,
// before anybody shows it; prompts keep their line breaks. The name of what is
// foreign is shown only if it is not a sentence.
func neutralise(e *resume.Entry) {
	for _, s := range []*string{&e.ID, &e.Path, &e.State, &e.Fit, &e.By} {
		*s = clean(*s, 0)
	}
	if !e.Ours {
		e.ID = fence.Name(e.ID)
		if !fence.IsName(e.Path) {
			e.Path = ""
		}
	}
	for i := range e.Details {
		d := &e.Details[i]
		d.About = clean(d.About, 0)
		d.Lines = slices.Clone(d.Lines)
		for j, l := range d.Lines {
			if d.Name == prompts {
				l, _ = redact.Text(l) // before it is taken apart: a secret may have several lines
				rows := strings.Split(l, "\n")
				for k, row := range rows {
					rows[k] = fence.Line(row, 0)
				}
				d.Lines[j] = strings.Join(rows, "\n")
				continue
			}
			d.Lines[j] = clean(l, 0)
		}
	}
}

// clean makes a value from a file one line of data without secrets.
func clean(s string, most int) string {
	s, _ = redact.Text(s)
	return fence.Line(s, most)
}
