package line

import (
	"testing"
	"time"
)

func TestOwnersAreThoseWhoChangedAFileLast(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	own := func(name string) *Line { return &Line{Name: name, Own: true} }
	older, newer := own("older"), own("newer")
	r := &Lines{lines: map[string]*Line{"older": older, "newer": newer}, sittings: func() []Sitting {
		return []Sitting{
			{Line: "newer", Date: at.Add(time.Hour), Files: []string{"b"}}, {Line: "older", Date: at, Files: []string{"a", "b"}},
		}
	}}
	dirty := r.owners(map[string]bool{"a": true, "b": true, "c": true})
	if len(dirty[older]) != 1 || dirty[older][0] != "a" || len(dirty[newer]) != 1 || dirty[newer][0] != "b" {
		t.Errorf("owners: %v", dirty)
	}
}
