//go:build panics

// Package panics lets each function of the programs panic in turn, in each hook
// and in some commands. A hook exits 0 with valid output and a row in the log, a
// command with 1 and one line.
package panics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"holdfast/testscripts/disk"
)

const checkout = "../.."

// instrument writes every source file below dir with a probe in each function and
// returns the overlay for the go command.
func instrument(t *testing.T, dir string) string {
	t.Helper()
	replaced := map[string]string{}
	top, err := filepath.Abs(checkout)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"hooks", "lib", "install"} {
		err := filepath.WalkDir(filepath.Join(top, folder), func(path string, d fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(top, path)
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(rel, "lib/parallel/") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			probed, err := probed(rel, text)
			if err != nil {
				return err
			}
			to := filepath.Join(dir, strings.ReplaceAll(rel, string(filepath.Separator), "_"))
			replaced[path] = to
			return os.WriteFile(to, probed, 0o600)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	b, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	disk.Write(t, overlay, b)
	return overlay
}

// probed is a file with a probe at the beginning of each function, on its line.
func probed(rel string, text []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, rel, text, 0)
	if err != nil {
		return nil, err
	}
	type insert struct {
		at   int
		text string
	}
	all := []insert{{fset.Position(file.Name.End()).Offset, `; import probe "holdfast/testscripts/panics/probe"`}}
	ast.Inspect(file, func(n ast.Node) bool {
		var body *ast.BlockStmt
		call := ""
		switch n := n.(type) {
		case *ast.FuncDecl:
			body = n.Body
			if rel == filepath.Join("lib", "cli", "program.go") && n.Name.Name == "Main" {
				return false // the last line of defence itself
			}
			if rel == filepath.Join("lib", "cli", "program.go") && n.Name.Name == "main" {
				call = "probe.Arm(); "
			}
		case *ast.FuncLit:
			body = n.Body
		}
		if body != nil {
			at := fset.Position(body.Lbrace)
			all = append(all, insert{at.Offset + 1, fmt.Sprintf("%sprobe.Hit(%q);", call, fmt.Sprintf("%s:%d:%d", filepath.ToSlash(rel), at.Line, at.Column))})
		}
		return true
	})
	slices.SortFunc(all, func(a, b insert) int { return a.at - b.at })
	var out bytes.Buffer
	from := 0
	for _, i := range all {
		out.Write(text[from:i.at])
		out.WriteString(i.text)
		from = i.at
	}
	out.Write(text[from:])
	out.WriteString("\nvar _ = probe.Hit\n")
	return out.Bytes(), nil
}

func build(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	disk.Folder(t, bin)
	overlay := instrument(t, dir)
	for _, part := range [][]string{{"-o", bin + "/", "./hooks/..."}, {"-o", bin + "/holdfast", "./install"}} {
		c := exec.Command("go", append([]string{"build", "-overlay", overlay}, part...)...)
		c.Dir, c.Env = checkout, append(os.Environ(), "CGO_ENABLED=0")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%.4000s", err, out)
		}
	}
	return bin
}

// A trial is one call of a program.
type trial struct {
	program string // with its arguments
	event   string // of a hook, "" for a command
	more    string // keys of the payload
}

var trials = []trial{
	{"session-start", "SessionStart", `"source":"startup"`},
	{"session-start", "SessionStart", `"source":"compact"`},
	{"pre-compact", "PreCompact", `"trigger":"auto","custom_instructions":""`},
	{"pre-compact", "SessionEnd", `"reason":"exit"`},
	{"handoff-index", "PostToolUse", `"tool_name":"Write","tool_input":{"file_path":"$P/thoughts/shared/handoffs/hand/2026-01-13_15-30_x_handoff.yaml","content":""},"tool_response":{"type":"create","filePath":"$P/thoughts/shared/handoffs/hand/2026-01-13_15-30_x_handoff.yaml"}`},
	{"post-tool", "PostToolUse", `"tool_name":"Bash","tool_input":{"command":"true"},"tool_response":{"stdout":""}`},
	{"post-tool", "PostToolUse", `"tool_name":"Edit","tool_input":{"file_path":"$P/b.txt"},"tool_response":{"filePath":"$P/b.txt","originalFile":"old","structuredPatch":[]}`},
	{"post-tool", "UserPromptSubmit", `"prompt":"fix the parser","prompt_id":"p"`},
	{"session-start status", "", ""},
	{"session-start brief", "", ""},
	{"handoff-index list", "", ""},
	{"handoff-index lines", "", ""},
	{"handoff-index search parser", "", ""},
	{"handoff-index history", "", ""},
	{"handoff-index timeline", "", ""},
	{"handoff-index validate", "", ""},
	{"pre-compact checkpoint --goal g --now n", "", ""},
	{"pre-compact close line", "", ""},
	{"post-tool checkpoint 42", "", ""},
	{"post-tool list", "", ""},
}

// payload is a hook's input.
func (c trial) payload(root, home string) string {
	if c.event == "" {
		return ""
	}
	all := fmt.Sprintf(`{"session_id":"crash","cwd":"$P","transcript_path":"%s/.claude/projects/-app/crash.jsonl","hook_event_name":%q,%s}`, home, c.event, c.more)
	return strings.ReplaceAll(all, "$P", root)
}

const fixture = `set -e
export HOME=$W/home P=$W/app
mkdir -p $HOME/.claude/projects/-app $P/.claude/tasks $P/src
cd $P
git init -q .; printf old >a.txt; printf old >b.txt; git add -A; git -c user.name=a -c user.email=a@b commit -q -m first
pre-compact checkpoint --root $P --session line --goal 'the goal' --now n --bead none </dev/null >/dev/null
mkdir -p thoughts/shared/handoffs/hers thoughts/shared/handoffs/hand
printf -- '---\nschema_version: "1.0.0"\nmode: handoff\ndate: "2026-01-13T15:30:00Z"\nsession: hers\nsession_id: none\noutcome: SUCCEEDED\nprimary_bead: none\n---\ngoal: g\nnow: n\n' | tee thoughts/shared/handoffs/hers/2026-01-13_15-30_x_handoff.yaml >thoughts/shared/handoffs/hand/2026-01-13_15-30_x_handoff.yaml
pre-compact design auth start --root $P </dev/null >/dev/null
pre-compact run start work --steps 2 --root $P </dev/null >/dev/null
pre-compact epic hub-1 wave 1 --receipt r1 --tier max-5x --root $P </dev/null >/dev/null
printf '{"id":"42","status":"Pending","files_affected":["a.txt","src"]}\n' >.claude/tasks/task-42.json
printf '{"session_id":"crash","cwd":"'$P'","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"true"},"tool_response":{"stdout":""}}' | post-tool
printf '{"session_id":"crash","cwd":"'$P'","hook_event_name":"UserPromptSubmit","prompt":"one"}' | post-tool >/dev/null
sed -i 's/Pending/In Progress/' .claude/tasks/task-42.json
printf new >b.txt
printf '%s\n' '{"type":"user","uuid":"a","parentUuid":null,"sessionId":"crash","timestamp":"2026-01-13T15:30:00Z","cwd":"'$P'","message":{"role":"user","content":"fix the parser, and always run the tests"}}' \
 '{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"crash","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Write","input":{"file_path":"'$P'/a.txt","content":"x"}}]}}' \
 '{"type":"user","uuid":"c","parentUuid":"b","sessionId":"crash","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}}' > $HOME/.claude/projects/-app/crash.jsonl
`

// A world is a copy of the fixture.
type world struct{ bin, dir string }

func (w world) env(more ...string) []string {
	return append([]string{
		"PATH=" + w.bin + ":" + os.Getenv("PATH"), "W=" + w.dir, "HOME=" + filepath.Join(w.dir, "home"), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"TZ=UTC",
	}, more...)
}

func (w world) root() string { return filepath.Join(w.dir, "app") }

// run runs a trial and returns what it printed.
func (w world) run(c trial, env ...string) (stdout, stderr string, code int) {
	words := strings.Fields(c.program)
	cmd := exec.Command(filepath.Join(w.bin, words[0]), words[1:]...)
	cmd.Dir, cmd.Env = w.root(), w.env(append(env, "CLAUDE_PROJECT_DIR="+w.root())...)
	cmd.Stdin = strings.NewReader(c.payload(w.root(), filepath.Join(w.dir, "home")))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run()
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// logged reports whether the machine's log has a row about the panic, or, where it was
// in what shows a failure, about that failure.
func (w world) logged(stderr string) bool {
	b, _ := os.ReadFile(filepath.Join(w.dir, "home", ".claude", "holdfast", "state", "log"))
	return bytes.Contains(b, []byte("internal fault")) || len(b) > 0 && strings.Contains(stderr, hidden)
}

// hidden is what a hook says of a failure that it cannot show.
const hidden = "cannot be shown is in the log"

// warning is a fault in what a command can do without: it did the rest, and says so.
var warning = regexp.MustCompile(`warning: .*internal fault`)

// wrong is what is wrong with what a trial did, "" for nothing.
func (c trial) wrong(stdout, stderr string, code int, logged bool) string {
	if strings.Contains(stderr, "goroutine ") || strings.Contains(stderr, "panic:") {
		return "a stack trace"
	}
	warned := warning.MatchString(stderr)
	told := strings.Count(stderr, "internal fault") + strings.Count(stderr, hidden)
	if c.event == "" {
		if code != 1 && told > 0 && !warned || code > 5 {
			return fmt.Sprintf("exit code %d", code)
		}
		if told > 1 {
			return "more than one line"
		}
		return ""
	}
	if code != 0 {
		return fmt.Sprintf("exit code %d", code)
	}
	if c.event != "PreCompact" && stdout != "" && !json.Valid([]byte(stdout)) {
		return "output that is not JSON"
	}
	if told > 0 && !logged {
		return "no row in the log"
	}
	if told == 0 && logged {
		return "nothing on standard error"
	}
	if told == 0 {
		return silent
	}
	return ""
}

// silent is a panic of which nobody hears: its place reads what may be malformed,
// and takes it for that.
const silent = "nothing is told"

func TestEachFunctionMayPanic(t *testing.T) {
	bin := build(t)
	base := t.TempDir()
	w := world{bin, filepath.Join(base, "fixture")}
	disk.Folder(t, w.dir)
	setup := exec.Command("sh", "-c", fixture)
	setup.Env = w.env()
	if out, err := setup.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// Paths are in what is saved, so that a copy is put in the fixture's place.
	kept := filepath.Join(base, "kept")
	if out, err := exec.Command("cp", "-a", w.dir, kept).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	only := os.Getenv("PANICS")
	for _, c := range trials {
		name := strings.TrimSpace(c.program + " " + c.event + " " + c.more[:min(len(c.more), 30)])
		if !strings.Contains(name, only) {
			continue
		}
		t.Run(name, func(t *testing.T) { each(t, bin, base, kept, c) })
	}
}

// every is 1, or how few of the functions panic: one of so many.
func every() int {
	n, _ := strconv.Atoi(os.Getenv("PANICS_EVERY"))
	return max(n, 1)
}

func each(t *testing.T, bin, base, kept string, c trial) {
	workers := runtime.GOMAXPROCS(0)
	var mu sync.Mutex
	var stages []string
	mute := map[string]bool{}
	fresh := func(i int) world {
		dir := filepath.Join(base, fmt.Sprint("copy", i))
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
		if out, err := exec.Command("cp", "-a", kept, dir).CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return world{bin, dir}
	}
	list := filepath.Join(base, "list")
	os.Remove(list)
	if _, stderr, code := fresh(0).run(c, "PROBE_LIST="+list); code != 0 {
		t.Fatalf("without a panic: exit code %d, %s", code, stderr)
	}
	b := disk.Read(t, list)
	for i, s := range strings.Fields(string(b)) {
		if i%every() == 0 {
			stages = append(stages, s)
		}
	}
	const unlogged = "the log could not be written"
	var next atomic.Int64
	var running sync.WaitGroup
	for i := range workers {
		running.Go(func() {
			for at := int(next.Add(1)) - 1; at < 2*len(stages); at = int(next.Add(1)) - 1 {
				stage, env := stages[at/2], []string{"PROBE_AT=" + stages[at/2]}
				always := at%2 == 1
				if always {
					env = append(env, "PROBE_ALWAYS=1")
				}
				w := fresh(i)
				stdout, stderr, code := w.run(c, env...)
				wrong := c.wrong(stdout, stderr, code, w.logged(stderr))
				mu.Lock()
				switch {
				case wrong == silent:
					mute[stage] = true
				case wrong == "no row in the log" && (always || strings.Contains(stderr, unlogged)): // what writes it may be what panics
				case wrong == "more than one line" && always: // each of several readers warns
				case wrong != "":
					t.Errorf("%s (each time: %v): %s\n%.600s", stage, always, wrong, stderr)
				}
				mu.Unlock()
			}
		})
	}
	running.Wait()
	t.Logf("%d functions panicked", len(stages))
	if len(stages) < 30/every() {
		t.Errorf("only %d functions were called", len(stages))
	}
	for stage := range mute {
		t.Logf("silent: %s", stage)
	}
}
