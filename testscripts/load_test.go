package testscripts

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/durable"
	"holdfast/lib/hook"
	"holdfast/testscripts/disk"
	"holdfast/testscripts/release"
)

// loadTime is the variable that says how long the stores are under load, such
// as 1m, and with how many processes it is meant: 64 at once. Without it there
// is one round with a few.
const loadTime = "LOAD"

// TestStoresUnderLoad lets many processes write to each store at once, in turn:
// nothing is lost, nothing doubled, no lock outlives its holder, nobody waits
// beyond his deadline. A hook that reaches its deadline on a busy machine says so,
// and has done its work or has not.
func TestStoresUnderLoad(t *testing.T) {
	if err := release.LookAtSources(".."); err != nil {
		t.Fatal(err)
	}
	many, limit := 8, time.Duration(0)
	if s := os.Getenv(loadTime); s != "" {
		var err error
		if limit, err = time.ParseDuration(s); err != nil {
			t.Fatalf("%s: %v", loadTime, err)
		}
		many = 64
	}
	began := time.Now()
	for round := 1; round == 1 || time.Since(began) < limit; round++ {
		for _, l := range loads() {
			t.Run(fmt.Sprintf("%s, round %d", l.name, round), func(t *testing.T) {
				l.run(t, newLoaded(t), many)
			})
		}
	}
}

// A load is what many processes do to one store.
type load struct {
	name string
	// begin makes what they share.
	begin func(t *testing.T, w loaded)
	// call is what the ith of them runs.
	call func(w loaded, i int) call
	// count is how many of them left what they wrote, by the store's own word.
	count func(t *testing.T, w loaded) int
	// once says that all together write one thing.
	once bool
}

type call struct {
	program string
	args    []string
	stdin   string
	warns   string // what it may complain of
	git     bool   // it may run git
}

func (l load) run(t *testing.T, w loaded, many int) {
	if l.begin != nil {
		l.begin(t, w)
	}
	var all sync.WaitGroup
	var late atomic.Int64
	for i := 1; i <= many; i++ {
		all.Go(func() {
			if _, said := w.end(t, l.call(w, i)); said {
				late.Add(1)
			}
		})
	}
	all.Wait()
	// One more: no lock is held any longer.
	most, maybe := many+1, int(late.Load())
	if _, said := w.end(t, l.call(w, most)); said {
		maybe++
	}
	least := most - maybe
	if l.once {
		least, most = min(1, least), 1
	}
	if got := l.count(t, w); got < least || got > most {
		t.Errorf("%d are there, want %d to %d", got, least, most)
	}
	w.noLeftovers(t)
}

// loaded is a project and a home.
type loaded struct{ project, home string }

func newLoaded(t *testing.T) loaded {
	base := t.TempDir()
	w := loaded{filepath.Join(base, "app"), filepath.Join(base, "home")}
	for _, dir := range []string{filepath.Join(w.project, ".claude", "tasks"), filepath.Join(w.home, ".claude")} {
		disk.Folder(t, dir)
	}
	return w
}

// run runs a program, which must succeed in time and complain of nothing, and
// returns what it says.
func (w loaded) run(t *testing.T, c call) string {
	said, late := w.end(t, c)
	if late {
		t.Errorf("%s %q is late", c.program, c.args)
	}
	return said
}

// end is run where a hook may also be late and say so.
func (w loaded) end(t *testing.T, c call) (said string, late bool) {
	ctx, cancel := context.WithTimeout(context.Background(), hang)
	defer cancel()
	cmd := w.command(ctx, c)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	late = c.stdin != "" && strings.Contains(errs.String(), hook.NotDone)
	quiet := late || errs.Len() == 0 || c.warns != "" && strings.Contains(errs.String(), c.warns)
	if err != nil || !quiet {
		t.Errorf("%s %q: %v %v\n%s", c.program, c.args, err, context.Cause(ctx), errs.Bytes())
	}
	return out.String(), late
}

// command is a program as it is called in the project.
func (w loaded) command(ctx context.Context, c call) *exec.Cmd {
	cmd := exec.CommandContext(ctx, release.Program(c.program), c.args...)
	cmd.Dir, cmd.Stdin = w.project, strings.NewReader(c.stdin)
	cmd.Env = []string{"HOME=" + w.home, "PATH=/nonexistent", "GOCOVERDIR=" + os.Getenv("GOCOVERDIR"), "GORACE=atexit_sleep_ms=10"}
	if c.git {
		cmd.Env[1] = "PATH=" + os.Getenv("PATH")
	}
	return cmd
}

// ask is run with --json, and the value at a path of the document.
func (w loaded) ask(t *testing.T, path, program string, args ...string) gjson.Result {
	return gjson.Get(w.run(t, call{program: program, args: append(args, "--json")}), path)
}

// noLeftovers fails where a temp file is in the project or the home.
func (w loaded) noLeftovers(t *testing.T) {
	err := filepath.WalkDir(filepath.Dir(w.project), func(path string, _ fs.DirEntry, err error) error {
		if err == nil && durable.Temp(filepath.Base(path)) {
			t.Errorf("left behind: %q", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// write writes a file of the project.
func (w loaded) write(t *testing.T, rel, text string) {
	disk.Write(t, filepath.Join(w.project, rel), text)
}

// distinct is how many different texts a list holds.
func distinct(list gjson.Result) int {
	seen := map[string]bool{}
	for _, v := range list.Array() {
		seen[v.String()] = true
	}
	return len(seen)
}
