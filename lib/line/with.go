package line

import (
	"slices"

	"holdfast/lib/artifact"
)

// With is the state with what one more artifact says.
func (s State) With(a artifact.Artifact) State {
	f := newFolding()
	for _, list := range []*[]Item{
		&s.Rules, &s.Next, &s.Blockers, &s.Questions, &s.Decisions, &s.Worked, &s.Failed, &s.Prompts, &s.Resolved,
	} {
		*list = slices.Clone(*list)
	}
	s.Branches, s.Files = slices.Clone(s.Branches), slices.Clone(s.Files)
	s.Checks, s.Commands, s.Done = slices.Clone(s.Checks), slices.Clone(s.Commands), slices.Clone(s.Done)
	s.Sittings, s.LastSittings, s.Read = slices.Clone(s.Sittings), slices.Clone(s.LastSittings), slices.Clone(s.Read)
	slices.Reverse(s.Done) // a folding holds the oldest first
	slices.Reverse(s.Files)
	for _, c := range s.Changed {
		f.Changed[c.Path] = c.At
	}
	said := &f.Auto
	if f.Planned = s.Written; s.Written {
		said = &f.Written
	}
	said.Goal, said.Now, said.Since = s.Goal, s.Now, s.Since
	s.Changed, s.More = nil, nil
	f.State = s
	f.take(a)
	return f.state()
}
