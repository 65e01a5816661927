package transcript

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"holdfast/lib/prompt"
	"holdfast/lib/redact"
)

// tool is a kind of tool whose calls tell something.
type tool uint8

const (
	unknown tool = iota // the call was passed over; its result may still tell
	silent              // a tool that tells nothing
	shell
	edit
	taskCreate
	taskUpdate
	taskList
	todoWrite // taken in when it is called
	question
	planned
)

// tools are the client's names.
var tools = map[string]tool{
	"Bash": shell, "PowerShell": shell,
	"Write": edit, "Edit": edit, "MultiEdit": edit, "NotebookEdit": edit,
	"TaskCreate": taskCreate, "TaskUpdate": taskUpdate, "TaskList": taskList,
	"TodoWrite":       todoWrite,
	"AskUserQuestion": question,
	"ExitPlanMode":    planned,
}

// call is a tool call of the model.
type call struct {
	tool     tool
	answered bool
	key      uint64 // of a shell command, equal for equal commands
	what     string // the command (its first 4 KiB) or the path
	task     Task   // what a TaskUpdate asks for
}

// outcome is how a tool call ended.
type outcome struct {
	failed bool
	denied bool   // not allowed to run
	output string // what the model was shown, where it failed
	result []byte // toolUseResult, as written
	at     int64  // microseconds since 1970
}

// failed is a failure with its place in the conversation.
type failed struct {
	Failure
	order  int
	checks []string // the checks among its commands that did not succeed since
}

// work is what tool calls did.
type work struct {
	files     pathSet
	tasks     []Task
	places    map[string]int // of tasks, by id
	todos     []Task         // the list of a client older than tasks with ids
	failures  map[uint64]failed
	seen      int // shell commands that failed
	answers   []Answer
	usedShell bool
	plan      Plan
	ran       runs
}

func newWork() work {
	return work{
		files:    pathSet{known: map[string]bool{}},
		places:   map[string]int{},
		failures: map[uint64]failed{},
		ran:      newRuns(),
	}
}

// call takes in a tool call.
func (w *work) call(x *index, b block) call {
	made := call{tool: silent}
	if known, ok := tools[string(b.name)]; ok {
		made.tool = known
	}
	switch made.tool {
	case todoWrite:
		w.todoWrite(b.input)
	case shell:
		command := member(b.input, "command")
		made.key = x.hash(inner(command))
		made.what = clip(text(command), maxCommand)
	case planned:
		made.what = text(member(b.input, "plan"))
	case edit:
		made.what = text(member(b.input, "file_path"))
		if made.what == "" {
			made.what = text(member(b.input, "notebook_path"))
		}
	case taskUpdate:
		made.task = Task{
			ID:      scalar(member(b.input, "taskId")),
			Subject: text(member(b.input, "subject")),
			Status:  text(member(b.input, "status")),
		}
	}
	return made
}

// result takes in the result of a call, and says whether it changed files.
func (w *work) result(made call, end outcome) (changed bool) {
	if made.tool == unknown {
		made.tool = guess(end.result)
	}
	switch made.tool {
	case shell:
		return w.shellResult(made, end)
	case edit:
		return !end.failed && w.editResult(made, end)
	case planned:
		if !end.failed && !end.denied {
			w.planResult(made, end)
		}
	case question:
		if !end.failed {
			w.questionResult(end.result)
		}
	case taskCreate, taskUpdate, taskList:
		if !end.failed {
			w.taskResult(made, end.result)
		}
	}
	return false
}

// planResult takes in a plan that was approved; later clients keep its text in
// a file and tell it in the result.
func (w *work) planResult(made call, end outcome) {
	plan := made.what
	if told := text(member(end.result, "plan")); told != "" {
		plan = told
	}
	if title := prompt.Heading(unsecret(plan)); title != "" {
		w.plan = Plan{Title: title, Time: timeOf(end.at)}
	}
}

// guess tells from its result what a call was that could not be read.
func guess(result []byte) tool {
	var r editResult
	shellLike, listed := false, false
	if isObject(result) {
		members(result, func(key, value []byte) {
			r.set(key, value)
			shellLike = shellLike || string(key) == "stdout"
			listed = listed || string(key) == "structuredPatch"
		})
	}
	switch {
	case shellLike:
		return shell
	case r.path != "" && listed:
		return edit
	}
	return unknown
}

// editResult is what the result of a Write or an Edit tells.
type editResult struct {
	typ, path string
	staged    bool // proposed, not written
}

func (r *editResult) set(key, value []byte) {
	switch string(key) {
	case "type":
		r.typ = string(inner(value))
	case "filePath", "notebook_path":
		r.path = text(value)
	case "staged":
		r.staged = isTrue(value)
	}
}

// unsecret is what of a text may be cut: its first 64 KiB, redacted.
func unsecret(s string) string {
	s, _ = redact.Text(clip(s, maxText))
	return s
}

func (w *work) editResult(made call, end outcome) (changed bool) {
	if end.denied {
		return false
	}
	var r editResult
	members(end.result, r.set)
	if r.staged {
		return false
	}
	if r.path == "" {
		r.path = made.what
	}
	w.files.add(r.path)
	return r.path != ""
}

func (w *work) shellResult(made call, end outcome) (changed bool) {
	if end.failed && (end.denied || neverRan(end.output)) {
		return false
	}
	w.usedShell = true
	changed = writes(made.what)
	var interrupted, background bool
	if isObject(end.result) {
		members(end.result, func(key, value []byte) {
			switch string(key) {
			case "interrupted":
				interrupted = isTrue(value)
			case "backgroundTaskId":
				background = true
			case "bashEditDiff":
				w.shellFiles(value)
				changed = true
			}
		})
	}
	if made.key == 0 || interrupted || background || stopped(end.output) {
		return changed
	}
	if !end.failed {
		delete(w.failures, made.key)
		w.fixed(w.ran.succeeded(made, end))
		return changed
	}
	w.ran.failed(made)
	if looksUp(made.what) {
		return changed
	}
	w.seen++
	f := failed{Failure: Failure{Command: made.what, Output: clipTail(end.output, maxCommand)}, order: w.seen}
	for _, c := range checksIn(made.what) {
		f.checks = append(f.checks, c.command)
	}
	if len(f.checks) > 0 {
		f.Command = strings.Join(f.checks, " && ")
	}
	w.failures[made.key] = f
	return changed
}

// fixed takes away the failures whose checks have all succeeded since.
func (w *work) fixed(commands []string) {
	for key, f := range w.failures {
		n := len(f.checks)
		f.checks = slices.DeleteFunc(f.checks, func(c string) bool { return slices.Contains(commands, c) })
		switch {
		case n > 0 && len(f.checks) == 0:
			delete(w.failures, key)
		case len(f.checks) < n:
			w.failures[key] = f
		}
	}
}

// neverRan says whether a call ended before its command began: refused by the
// user, a rule or a hook, or not a valid call.
func neverRan(output string) bool {
	for _, mark := range []string{
		refusal, interruption, "Error: " + interruption, "<tool_use_error>",
		"Permission to use ", "Claude requested permissions ", "PreToolUse:", "Hook PreToolUse:",
	} {
		if strings.HasPrefix(output, mark) {
			return true
		}
	}
	return false
}

// stopped says whether the user interrupted a command that ran.
func stopped(output string) bool {
	return strings.Contains(output, "[Request interrupted by user") ||
		strings.Contains(output, "<error>Command was aborted before completion</error>")
}

func (w *work) shellFiles(diff []byte) {
	add := func(_, path gjson.Result) bool {
		if path.Type == gjson.String {
			w.files.add(strings.ToValidUTF8(path.String(), "\uFFFD"))
		}
		return true
	}
	gjson.GetBytes(diff, "files.#.filePath").ForEach(add)
	gjson.GetBytes(diff, "changedFiles").ForEach(add)
}

func (w *work) questionResult(result []byte) {
	if !isObject(result) {
		return
	}
	members(member(result, "answers"), func(key, value []byte) {
		answer := strings.TrimSpace(text(value))
		if answer == "" {
			var choices []string
			elements(value, func(choice []byte) { choices = append(choices, text(choice)) })
			answer = strings.Join(choices, ", ")
		}
		if answer != "" {
			w.answers = append(w.answers, Answer{
				Question: clip(keyText(key), maxText),
				Answer:   clip(answer, maxText),
			})
		}
	})
}

// keyText is the decoded text of a member's key.
func keyText(key []byte) string {
	return text([]byte(`"` + string(key) + `"`))
}
