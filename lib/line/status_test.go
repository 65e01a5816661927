package line

import (
	"testing"
	"time"
)

func TestOwnersAreThoseWhoChangedAFileLast(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	changed := map[string][]File{
		"older": {{Path: "a", At: at}, {Path: "b", At: at}}, "newer": {{Path: "b", At: at.Add(time.Hour)}},
	}
	r := &reading{files: func() map[string][]File { return changed }}
	older, newer := &Line{Name: "older", reading: r}, &Line{Name: "newer", reading: r}
	dirty := owners(map[string]bool{"a": true, "b": true, "c": true}, []*Line{newer, older})
	if len(dirty[older]) != 1 || dirty[older][0] != "a" || len(dirty[newer]) != 1 || dirty[newer][0] != "b" {
		t.Errorf("owners: %v", dirty)
	}
}
