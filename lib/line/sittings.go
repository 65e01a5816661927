package line

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// Sittings are the Claude Code sessions that saved to a line, oldest first. A long
// line has thousands, so they are one text, which is kept and searched as it is: each
// id with a space before and behind it. What holds white space is not an id.
type Sittings struct {
	text  []byte
	added int
	seen  map[string]bool // nil while few are added
}

// SittingsOf are those sessions.
func SittingsOf(ids ...string) (s Sittings) {
	s.add(ids...)
	return s
}

// sittingsIn are those in a text, which it does not change.
func sittingsIn(text []byte) Sittings { return Sittings{text: slices.Clip(text)} }

// Has reports whether a session is one of them.
func (s Sittings) Has(id string) bool {
	return isSitting(id) && bytes.Contains(s.text, []byte(" "+id+" "))
}

// Len is how many there are.
func (s Sittings) Len() int { return max(bytes.Count(s.text, []byte(" "))-1, 0) }

// All lists them.
func (s Sittings) All() []string { return strings.Fields(string(s.text)) }

// Last lists the newest n.
func (s Sittings) Last(n int) []string {
	from := len(s.text)
	for ; n >= 0 && from > 0; n-- {
		from = bytes.LastIndexByte(s.text[:from], ' ')
	}
	return strings.Fields(string(s.text[max(from, 0):]))
}

// add adds those that are not there yet.
func (s *Sittings) add(ids ...string) {
	at := 0
	for _, id := range ids {
		padded := []byte(" " + id + " ")
		switch {
		case !isSitting(id) || s.seen[id]:
			continue
		case s.seen == nil: // most often they follow each other
			i := bytes.Index(s.text[at:], padded)
			if i < 0 {
				i, at = bytes.Index(s.text, padded), 0
			}
			if i >= 0 {
				at += i
				continue
			}
		}
		s.text = append(s.text, padded[min(len(s.text), 1):]...)
		if s.added++; s.added > fewAdded && s.seen == nil {
			s.seen = map[string]bool{}
			for _, id := range s.All() {
				s.seen[id] = true
			}
		}
		if s.seen != nil {
			s.seen[id] = true
		}
	}
}

// fewAdded is how many are added before all are put into a map.
const fewAdded = 8

func isSitting(id string) bool { return id != "" && !strings.ContainsFunc(id, unicode.IsSpace) }

// MarshalJSON writes them as a list.
func (s Sittings) MarshalJSON() ([]byte, error) { return json.Marshal(s.All()) }

// UnmarshalJSON reads that list.
func (s *Sittings) UnmarshalJSON(b []byte) error {
	var ids []string
	if err := json.Unmarshal(b, &ids); err != nil {
		return err
	}
	*s = SittingsOf(ids...)
	return nil
}
