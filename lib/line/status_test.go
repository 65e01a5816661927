package line

import (
	"testing"
	"time"
)

func TestOwnersAreThoseWhoChangedAFileLast(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	sat := map[string][]*Sitting{
		"older": {{Date: at, Files: []string{"a", "b"}}}, "newer": {{Date: at.Add(time.Hour), Files: []string{"b"}}},
	}
	r := &Lines{sittingsOf: func() map[string][]*Sitting { return sat }}
	older, newer := &Line{Name: "older", among: r}, &Line{Name: "newer", among: r}
	dirty := owners(map[string]bool{"a": true, "b": true, "c": true}, []*Line{newer, older})
	if len(dirty[older]) != 1 || dirty[older][0] != "a" || len(dirty[newer]) != 1 || dirty[newer][0] != "b" {
		t.Errorf("owners: %v", dirty)
	}
}
