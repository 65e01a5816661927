package testscripts

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/durable"
)

// loadTime is the variable that says how long the stores are under load, such
// as 1m, and with how many processes it is meant: 64 at once. Without it there
// is one round with a few.
const loadTime = "LOAD"

// hang is when a program counts as one that does not end.
const hang = time.Minute

// TestStoresUnderLoad lets many processes write to each store at once, in turn:
// nothing is lost, nothing doubled, no lock outlives its holder, nobody waits
// beyond his deadline.
func TestStoresUnderLoad(t *testing.T) {
	if err := lookAtSources(".."); err != nil {
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
}

func (l load) run(t *testing.T, w loaded, many int) {
	if l.begin != nil {
		l.begin(t, w)
	}
	var all sync.WaitGroup
	for i := 1; i <= many; i++ {
		all.Go(func() { w.run(t, l.call(w, i)) })
	}
	all.Wait()
	// One more: no lock is held any longer.
	w.run(t, l.call(w, many+1))
	want := many + 1
	if l.once {
		want = 1
	}
	if got := l.count(t, w); got != want {
		t.Errorf("%d of %d are there", got, want)
	}
	w.noLeftovers(t)
}

// loaded is a project and a home.
type loaded struct{ project, home string }

func newLoaded(t *testing.T) loaded {
	base := t.TempDir()
	w := loaded{filepath.Join(base, "app"), filepath.Join(base, "home")}
	for _, dir := range []string{filepath.Join(w.project, ".claude", "tasks"), filepath.Join(w.home, ".claude")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// run runs a program, which must succeed and complain of nothing, and returns
// what it says.
func (w loaded) run(t *testing.T, c call) string {
	ctx, cancel := context.WithTimeout(context.Background(), hang)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(os.Getenv(distName), "bin", c.program), c.args...)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = w.project, strings.NewReader(c.stdin), &out, &errs
	cmd.Env = []string{"HOME=" + w.home, "PATH=/nonexistent", "GOCOVERDIR=" + os.Getenv("GOCOVERDIR"), "GORACE=atexit_sleep_ms=10"}
	err := cmd.Run()
	said := errs.String()
	if c.warns != "" && strings.Contains(said, c.warns) {
		said = ""
	}
	if err != nil || said != "" {
		t.Errorf("%s %q: %v %v\n%s", c.program, c.args, err, context.Cause(ctx), errs.Bytes())
	}
	return out.String()
}

// ask is run with --json, and the value at a path of the document.
func (w loaded) ask(t *testing.T, path, program string, args ...string) gjson.Result {
	return gjson.Get(w.run(t, call{program: program, args: append(args, "--json")}), path)
}

// noLeftovers fails where a temp file lies in the project or the home.
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
	if err := os.WriteFile(filepath.Join(w.project, rel), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// distinct is how many different texts a list holds.
func distinct(list gjson.Result) int {
	seen := map[string]bool{}
	for _, v := range list.Array() {
		seen[v.String()] = true
	}
	return len(seen)
}

func loads() []load {
	return []load{
		{
			name: "artifacts",
			call: func(_ loaded, i int) call {
				return call{program: "pre-compact", args: []string{"checkpoint", "--session", "line", "--goal", fmt.Sprintf("goal %d", i), "--now", "saving"}}
			},
			count: func(t *testing.T, w loaded) int {
				listed := w.ask(t, "artifacts.#.goal", "handoff-index", "list", "-n", "1000")
				w.run(t, call{program: "handoff-index", args: []string{"rebuild"}})
				if again := w.ask(t, "artifacts.#.goal", "handoff-index", "list", "-n", "1000"); again.Raw != listed.Raw {
					t.Errorf("the index lists %s, made anew %s", listed.Raw, again.Raw)
				}
				return distinct(listed)
			},
		},
		{
			name: "the index, read and written",
			call: func(_ loaded, i int) call {
				if i%2 == 0 {
					return call{program: "handoff-index", args: []string{"search", "goal"}}
				}
				return call{program: "pre-compact", args: []string{"checkpoint", "--session", fmt.Sprintf("line-%d", i), "--goal", fmt.Sprintf("goal %d", i), "--now", "saving"}}
			},
			count: func(t *testing.T, w loaded) int {
				written := distinct(w.ask(t, "artifacts.#.goal", "handoff-index", "list", "-n", "1000"))
				return 2*written - 1 // every second one only reads
			},
		},
		{
			name: "checkpoints",
			begin: func(t *testing.T, w loaded) {
				w.write(t, "a", "a")
				w.write(t, ".claude/tasks/task-1.json", `{"id": "1", "files_affected": ["a"]}`)
			},
			call: func(loaded, int) call { return call{program: "post-tool", args: []string{"checkpoint", "1"}} },
			count: func(t *testing.T, w loaded) int {
				b, err := os.ReadFile(filepath.Join(w.project, ".claude/tasks/task-1.json"))
				listed := distinct(w.ask(t, "checkpoints.#.id", "post-tool", "list", "1"))
				if entered := distinct(gjson.GetBytes(b, "checkpoints")); err != nil || entered != listed {
					t.Errorf("%d checkpoints are there, %d in the task's list, %v", listed, entered, err)
				}
				return listed
			},
		},
		{
			name: "the hook, as a task turns", once: true,
			begin: func(t *testing.T, w loaded) {
				w.write(t, "a", "a")
				w.write(t, ".claude/tasks/task-1.json", `{"id": "1", "status": "Pending", "files_affected": ["a"]}`)
				w.run(t, bashCall(w))
				w.write(t, ".claude/tasks/task-1.json", `{"id": "1", "status": "In Progress", "files_affected": ["a"]}`)
			},
			call: func(w loaded, _ int) call { return bashCall(w) },
			count: func(t *testing.T, w loaded) int {
				return int(w.ask(t, "checkpoints.#", "post-tool", "list", "1").Int())
			},
		},
		{
			name: "designs",
			begin: func(t *testing.T, w loaded) {
				w.run(t, call{program: "pre-compact", args: []string{"design", "auth", "start"}})
			},
			call: func(_ loaded, i int) call {
				return call{program: "pre-compact", args: []string{"design", "auth", "save", "stage_0_clarity", "--data", fmt.Sprintf(`{"key_%d": %d}`, i, i)}}
			},
			count: func(t *testing.T, w loaded) int {
				b, err := os.ReadFile(filepath.Join(w.project, ".claude/design/sessions/auth.session.json"))
				if err != nil {
					t.Fatal(err)
				}
				return strings.Count(gjson.GetBytes(b, "checkpoints.stage_0_clarity").Raw, `"key_`)
			},
		},
		{
			name: "runs",
			begin: func(t *testing.T, w loaded) {
				w.run(t, call{program: "pre-compact", args: []string{"run", "start", "prd", "--steps", "99"}})
				found, err := filepath.Glob(filepath.Join(w.project, "_bmad-output/.runs/main/prd-*"))
				if err != nil || len(found) != 1 {
					t.Fatalf("runs: %v, %v", found, err)
				}
				if err := os.Rename(found[0], filepath.Join(filepath.Dir(found[0]), "prd")); err != nil {
					t.Fatal(err)
				}
			},
			call: func(_ loaded, i int) call {
				return call{program: "pre-compact", args: []string{"run", "step", "prd", fmt.Sprint(i), "--force", "--var", fmt.Sprintf("v%d=%d", i, i), "--note", "note"}}
			},
			count: func(t *testing.T, w loaded) int {
				run := w.ask(t, "@this", "session-start", "run", "prd")
				b, err := os.ReadFile(filepath.Join(w.project, "_bmad-output/.runs/main/prd/checkpoints.jsonl"))
				lines, variables := bytes.Count(b, []byte("\n")), len(run.Get("session_variables").Map())
				if err != nil || lines != 1+variables { // the start has a line of its own
					t.Errorf("%d lines of history, %d variables, %v", lines, variables, err)
				}
				return variables
			},
		},
		{
			name: "epics",
			call: func(_ loaded, i int) call {
				return call{program: "pre-compact", warns: "were never recorded", args: []string{"epic", "hub", "wave", fmt.Sprint(i), "--tier", "max-5x",
					"--receipt", fmt.Sprintf("Wave %d", i), "--closed", fmt.Sprintf("hub.%d", i), "--tokens", "10", "--force"}}
			},
			count: func(t *testing.T, w loaded) int {
				b, err := os.ReadFile(filepath.Join(w.project, "temp/sdd-checkpoint-hub.json"))
				if err != nil {
					t.Fatal(err)
				}
				closed, receipts := distinct(gjson.GetBytes(b, "closed_issues")), distinct(gjson.GetBytes(b, "wave_receipts"))
				if tokens := gjson.GetBytes(b, "epic_tokens").Int(); closed != receipts || tokens != int64(10*closed) {
					t.Errorf("%d issues closed, %d receipts, %d tokens", closed, receipts, tokens)
				}
				return closed
			},
		},
		{
			name: "settings.json", once: true,
			begin: func(t *testing.T, w loaded) {
				err := os.WriteFile(filepath.Join(w.home, ".claude", "settings.json"), []byte("{\n  \"model\": \"opus\"\n}\n"), 0o600)
				if err != nil {
					t.Fatal(err)
				}
			},
			call: func(loaded, int) call { return call{program: "holdfast", args: []string{"install"}} },
			count: func(t *testing.T, w loaded) int {
				w.run(t, call{program: "holdfast", args: []string{"uninstall"}})
				b, err := os.ReadFile(filepath.Join(w.home, ".claude", "settings.json"))
				if err != nil || string(b) != "{\n  \"model\": \"opus\"\n}\n" {
					t.Errorf("after one uninstall: %q, %v", b, err)
				}
				_, err = os.Stat(filepath.Join(w.home, ".claude", "holdfast", "bin"))
				if errors.Is(err, fs.ErrNotExist) {
					return 1
				}
				return 2
			},
		},
	}
}

func bashCall(w loaded) call {
	return call{program: "post-tool", stdin: fmt.Sprintf(
		`{"hook_event_name":"PostToolUse","session_id":"load","cwd":%q,"tool_name":"Bash","tool_input":{"command":"true"},"tool_response":{"stdout":""}}`, w.project)}
}
