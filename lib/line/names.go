package line

import (
	"context"
	"strings"

	"holdfast/lib/fence"
)

// shownGoal is how much of a goal is shown beside a name, in UTF-16 units.
const shownGoal = 60

// Goals are the names of all lines for a shell's completion, each with its goal
// after a tab: open ones alone where closed ones are not wanted.
func (p Project) Goals(ctx context.Context, closed bool) []string {
	lines, err := p.Lines(ctx)
	if err != nil {
		return nil // a shell has no place for an error
	}
	var names []string
	for _, l := range append(lines.Own, lines.Foreign...) {
		if closed || !l.Closed {
			names = append(names, l.Name+"\t"+fence.Line(l.Goal, shownGoal))
		}
	}
	return names
}

// Names are the names of all lines.
func (p Project) Names(ctx context.Context) []string {
	names := p.Goals(ctx, true)
	for i, n := range names {
		names[i], _, _ = strings.Cut(n, "\t")
	}
	return names
}
