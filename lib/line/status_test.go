package line

import (
	"testing"
	"time"
)

func TestOwnersAreThoseWhoChangedAFileLast(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	of := func(f File) (string, time.Time) { return f.Path, f.At }
	older := &Line{Name: "older", Saved: at, ofFiles: &files{changed: dated([]File{{Path: "a", At: at}, {Path: "b", At: at}}, of)}}
	newer := &Line{Name: "newer", Saved: at.Add(time.Hour), ofFiles: &files{changed: dated([]File{{Path: "b", At: at.Add(time.Hour)}}, of)}}
	dirty := owners(map[string]bool{"a": true, "b": true, "c": true}, []*Line{newer, older})
	if len(dirty[older]) != 1 || dirty[older][0] != "a" || len(dirty[newer]) != 1 || dirty[newer][0] != "b" {
		t.Errorf("owners: %v", dirty)
	}
}
