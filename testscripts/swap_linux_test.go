package testscripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// swapTime is how long each store is attacked in a short round, and swapLong
	// where [loadTime] is set.
	swapTime = 100 * time.Millisecond
	swapLong = 10 * time.Second
	// fewSwaps is how many exchanges there are at least, on a machine however busy.
	fewSwaps = 20
)

// swapped are the folders of each load's store that another process exchanges
// for links.
var swapped = map[string][]string{
	"artifacts":   {"thoughts", "thoughts/shared", "thoughts/shared/handoffs", "thoughts/shared/handoffs/line"},
	"checkpoints": {".claude", ".claude/checkpoints", ".claude/tasks"},
	"designs":     {".claude", ".claude/design", ".claude/design/sessions"},
	"runs":        {"_bmad-output", "_bmad-output/.runs", "_bmad-output/.runs/main", "_bmad-output/.runs/main/prd"},
	"epics":       {"temp"},
}

// TestASwappedFolderTakesNothingOutside writes to each store while another
// process exchanges a folder of it, again and again, for a link to the same
// folder of another project: a write may fail, and none lands there.
func TestASwappedFolderTakesNothingOutside(t *testing.T) {
	limit := swapTime
	if os.Getenv(loadTime) != "" {
		limit = swapLong
	}
	for _, l := range loads() {
		folders, ok := swapped[l.name]
		if !ok {
			continue
		}
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			w := newLoaded(t)
			if l.begin != nil {
				l.begin(t, w)
			}
			w.run(t, l.call(w, 1)) // so that every folder is there
			outside := filepath.Join(filepath.Dir(w.project), "outside")
			if said, err := exec.Command("cp", "-a", w.project, outside).CombinedOutput(); err != nil {
				t.Fatalf("%v %s", err, said)
			}
			before := listing(t, outside)
			writes := 2
			for _, folder := range folders {
				swaps, stop := exchange(t, filepath.Join(w.project, folder), filepath.Join(outside, folder))
				for began := time.Now(); !t.Failed() && (time.Since(began) < limit/time.Duration(len(folders)) || swaps.Load() < fewSwaps); writes++ {
					w.try(t, l.call(w, writes))
				}
				stop()
			}
			if after := listing(t, outside); after != before {
				t.Errorf("after %d writes the other project holds\n%s\n--- instead of\n%s", writes, after, before)
			}
		})
	}
}

// exchange swaps a folder and a link to target until stop is called, which
// leaves the folder in its place, and counts how often.
func exchange(t *testing.T, folder, target string) (swaps *atomic.Int64, stop func()) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	end, swaps := make(chan struct{}), new(atomic.Int64)
	var done sync.WaitGroup
	done.Go(func() {
		for {
			for range 2 { // there and back
				if err := unix.Renameat2(unix.AT_FDCWD, folder, unix.AT_FDCWD, link, unix.RENAME_EXCHANGE); err != nil {
					t.Errorf("exchanging %q: %v", folder, err)
					return
				}
				swaps.Add(1)
			}
			select {
			case <-end:
				return
			default:
			}
		}
	})
	return swaps, func() {
		close(end)
		done.Wait()
	}
}

// try runs a program that may fail, from outside the project.
func (w loaded) try(t *testing.T, c call) {
	c.args = append(c.args, "--root", w.project)
	cmd := w.command(t.Context(), c)
	cmd.Dir = filepath.Dir(w.project)
	_ = cmd.Run()
}

// listing is every entry below dir, and the sum of every file.
func listing(t *testing.T, dir string) string {
	out, err := exec.Command("sh", "-c", `cd "$1" && find . | sort && find . -type f -exec sha256sum {} + | sort`, "sh", dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
