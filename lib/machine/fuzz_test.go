package machine

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/testscripts/disk"
)

// FuzzFailures reads a log of any bytes: no line of it becomes two, and what was
// logged before and after comes back.
func FuzzFailures(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "2026-01-13T15:30:00Z\tpre-compact\ta cause\n", "2026-01-13T15:30:00Z\tpre-compact\t/src/app\ta cause\n", "2026-01-13T15:30:00Z\tpre-compact", "no time\tx\ty\n", "\x00\tx\ty\n\t\t\t\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		folder := Folder{Path: t.TempDir()}
		disk.Folder(t, folder.State())
		disk.Write(t, filepath.Join(folder.State(), "log"), text)
		before, err := folder.Failures(time.Time{})
		if err != nil || len(before) > strings.Count(text, "\n")+1 {
			t.Fatalf("%d failures, %v", len(before), err)
		}
		own := Failure{Time: time.Date(2026, 1, 13, 15, 30, 0, 0, time.UTC), Program: "post-tool", Message: "a cause"}
		if err := folder.LogFailure(own); err != nil {
			t.Fatal(err)
		}
		after, err := folder.Failures(time.Time{})
		if err != nil || len(after) == 0 || after[len(after)-1] != own {
			t.Errorf("after one more: %v, %v", after, err)
		}
	})
}
