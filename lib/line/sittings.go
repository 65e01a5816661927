package line

import "slices"

// Sittings are the Claude Code sessions that saved to a line, oldest first.
type Sittings []string

// Has reports whether a session is one of them.
func (s Sittings) Has(id string) bool { return id != "" && slices.Contains(s, id) }

// Len is how many there are.
func (s Sittings) Len() int { return len(s) }

// All lists them.
func (s Sittings) All() []string { return s }

// Last lists the newest n.
func (s Sittings) Last(n int) []string { return slices.Clone(s[max(0, len(s)-n):]) }
