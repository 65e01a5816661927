package testscripts

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"holdfast/testscripts/disk"
)

func loads() []load {
	return []load{artifactLoad(), indexLoad(), checkpointLoad(), hookLoad(), promptLoad(), designLoad(), runLoad(), epicLoad(), settingsLoad()}
}

func artifactLoad() load {
	return load{
		name: "artifacts",
		call: func(_ loaded, i int) call {
			return call{program: "pre-compact", args: []string{"checkpoint", "--session", "line", "--goal", fmt.Sprintf("goal %d", i), "--now", "saving"}}
		},
		count: func(t *testing.T, w loaded) int {
			listed := w.ask(t, "artifacts.#.goal", "handoff-index", "list", "-n", "1000")
			w.run(t, call{program: "handoff-index", args: []string{"rebuild"}})
			if again := w.ask(t, "artifacts.#.goal", "handoff-index", "list", "-n", "1000"); again.Raw != listed.Raw {
				t.Errorf("the index lists %s, rebuilt %s", listed.Raw, again.Raw)
			}
			return distinct(listed)
		},
	}
}

func indexLoad() load {
	return load{
		name: "the index, read and written",
		call: func(_ loaded, i int) call {
			if i%2 == 0 {
				return call{program: "handoff-index", args: []string{"search", "goal", "-n", "0"}}
			}
			return call{program: "pre-compact", args: []string{"checkpoint", "--session", fmt.Sprintf("line-%d", i), "--goal", fmt.Sprintf("goal %d", i), "--now", "saving"}}
		},
		count: func(t *testing.T, w loaded) int {
			written := distinct(w.ask(t, "artifacts.#.goal", "handoff-index", "list", "-n", "1000"))
			return 2*written - 1 // every second one only reads
		},
	}
}

func checkpointLoad() load {
	return load{
		name: "checkpoints",
		begin: func(t *testing.T, w loaded) {
			w.write(t, "a", "a")
			w.write(t, ".claude/tasks/task-1.json", `{"id": "1", "files_affected": ["a"]}`)
		},
		call: func(loaded, int) call { return call{program: "post-tool", args: []string{"checkpoint", "1"}} },
		count: func(t *testing.T, w loaded) int {
			b, err := os.ReadFile(filepath.Join(w.project, ".claude/tasks/task-1.json"))
			all := w.ask(t, "@this", "post-tool", "list", "1")
			listed := distinct(all.Get("checkpoints.#.id"))
			if entered := distinct(gjson.GetBytes(b, "checkpoints")); err != nil || entered != listed || len(all.Get("broken").Array()) > 0 {
				t.Errorf("%d checkpoints are there, %d in the task's list, %v; broken: %s", listed, entered, err, all.Get("broken").Raw)
			}
			return listed
		},
	}
}

func hookLoad() load {
	return load{
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
	}
}

// promptLoad lets sessions start on prompts at once, while files change.
func promptLoad() load {
	return load{
		name: "prompts and edits",
		begin: func(t *testing.T, w loaded) {
			git := exec.Command("git", "init", "-q", w.project)
			if err := git.Run(); err != nil {
				t.Skip(err)
			}
			w.write(t, "a", "a")
		},
		call: func(w loaded, i int) call {
			_ = os.WriteFile(filepath.Join(w.project, fmt.Sprintf("f%d", i%8)), []byte(strings.Repeat("x", i)), 0o644)
			return call{program: "post-tool", git: true, stdin: fmt.Sprintf(`{"hook_event_name":"UserPromptSubmit","session_id":"s%d","cwd":%q,"prompt":"go on"}`, i, w.project)}
		},
		count: func(t *testing.T, w loaded) int {
			listed := w.ask(t, "prompts", "post-tool", "list")
			for _, p := range listed.Array() {
				if !p.Get("snapshot").Bool() && p.Get("left_out").String() == "" {
					t.Errorf("neither a snapshot nor why: %s", p.Raw)
				}
			}
			return distinct(listed.Get("#.id"))
		},
	}
}

func designLoad() load {
	return load{
		name: "designs",
		begin: func(t *testing.T, w loaded) {
			w.run(t, call{program: "pre-compact", args: []string{"design", "auth", "start"}})
		},
		call: func(_ loaded, i int) call {
			return call{program: "pre-compact", args: []string{"design", "auth", "save", "stage_0_clarity", "--data", fmt.Sprintf(`{"key_%d": %d}`, i, i)}}
		},
		count: func(t *testing.T, w loaded) int {
			b := disk.Read(t, filepath.Join(w.project, ".claude/design/sessions/auth.session.json"))
			return strings.Count(gjson.GetBytes(b, "checkpoints.stage_0_clarity").Raw, `"key_`)
		},
	}
}

func runLoad() load {
	return load{
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
	}
}

func epicLoad() load {
	return load{
		name: "epics",
		call: func(_ loaded, i int) call {
			return call{program: "pre-compact", warns: "never recorded", args: []string{"epic", "hub", "wave", fmt.Sprint(i), "--tier", "max-5x",
				"--receipt", fmt.Sprintf("Wave %d", i), "--closed", fmt.Sprintf("hub.%d", i), "--tokens", "10", "--force"}}
		},
		count: func(t *testing.T, w loaded) int {
			b := disk.Read(t, filepath.Join(w.project, "temp/sdd-checkpoint-hub.json"))
			closed, receipts := distinct(gjson.GetBytes(b, "closed_issues")), distinct(gjson.GetBytes(b, "wave_receipts"))
			if tokens := gjson.GetBytes(b, "epic_tokens").Int(); closed != receipts || tokens != int64(10*closed) {
				t.Errorf("%d issues closed, %d receipts, %d tokens", closed, receipts, tokens)
			}
			return closed
		},
	}
}

func settingsLoad() load {
	return load{
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
	}
}

func bashCall(w loaded) call {
	return call{program: "post-tool", stdin: fmt.Sprintf(
		`{"hook_event_name":"PostToolUse","session_id":"load","cwd":%q,"tool_name":"Bash","tool_input":{"command":"true"},"tool_response":{"stdout":""}}`, w.project)}
}
