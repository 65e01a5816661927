package line

import "context"

// Names are the names of all lines: open ones alone where closed ones are not wanted.
func (p Project) Names(ctx context.Context, closed bool) []string {
	lines, err := p.Lines(ctx)
	if err != nil {
		return nil // a shell has no place for an error, and a hint needs none
	}
	var names []string
	for _, l := range append(lines.Own, lines.Foreign...) {
		if closed || !l.Closed {
			names = append(names, l.Name)
		}
	}
	return names
}
