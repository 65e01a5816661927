package recovery

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/parallel"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
)

// Collect asks the stores at once. One that fails, panics or is late spoils nothing of others.
func Collect(ctx context.Context, stores []resume.Store, q resume.Query) (entries []resume.Entry, failed []error) {
	late := ctx
	if _, limited := ctx.Deadline(); limited {
		var cancel context.CancelFunc
		late, cancel = context.WithTimeout(ctx, 4*time.Second) // of a hook
		defer cancel()
	}
	offers, answered := make([][]resume.Entry, len(stores)), make([]<-chan error, len(stores))
	for i, s := range stores {
		answered[i] = parallel.Start(func() (err error) {
			offers[i], err = s.Resume(ctx, q)
			return err
		})
	}
	for i, s := range stores {
		var err error
		select {
		case err = <-answered[i]:
		case <-late.Done():
			if len(answered[i]) == 0 { // it may still be at work on its offer
				late := fence.ReasonError("no answer in time")
				failed = append(failed, fmt.Errorf("asking %T what can be resumed: %w", s, late))
				continue
			}
			err = <-answered[i] // it came while another was waited for
		}
		if err != nil {
			failed = append(failed, err)
		}
		parallel.Each(2, len(offers[i]), func(n int) { neutralise(&offers[i][n]) })
		entries = append(entries, offers[i]...)
	}
	return entries, failed
}

// neutralise makes every value of an entry one line of data without secrets; prompts
// keep their line breaks. A foreign name is shown only if it is not a sentence.
func neutralise(e *resume.Entry) {
	if !e.Ours {
		e.ID = fence.Name(e.ID)
		if !fence.IsName(e.Path) {
			e.Path = ""
		}
	}
	for _, s := range []*string{&e.ID, &e.Path, &e.State, &e.Fit, &e.By} {
		*s = clean(*s, 0)
	}
	for i := range e.Details {
		d := &e.Details[i]
		d.About, d.Lines = clean(d.About, 0), slices.Clone(d.Lines)
		for j, l := range d.Lines {
			if d.Name != prompts {
				d.Lines[j] = clean(l, 0)
				continue
			}
			rows := strings.Split(redact.Text(l), "\n") // a secret may have several lines
			d.Lines[j] = strings.Join(each.Of(rows, func(row string) string { return fence.Line(row, 0) }), "\n")
		}
	}
}

// clean makes a value from a file one line of data without secrets.
func clean(s string, most int) string {
	return fence.Line(redact.Text(s), most)
}
