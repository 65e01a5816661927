package transcript

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/prompt"
	"holdfast/lib/redact"
)

// tool is a kind of tool whose calls tell something.
type tool uint8

const (
	unknown tool = iota // the call was passed over; its result may still tell
	silent              // a tool that tells nothing
	reading
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
	"Read": reading, "NotebookRead": reading,
	"TodoWrite":       todoWrite,
	"AskUserQuestion": question,
	"ExitPlanMode":    planned,
}

// call is a tool call of the model.
type call struct {
	branch   string // that the client named at the call
	tool     tool
	answered bool
	what     string // the first 4 KiB of the command, or the path
	at       time.Time
	task     Task // what a TaskUpdate asks for
}

// outcome is how a tool call ended.
type outcome struct {
	failed bool
	denied bool   // not allowed to run
	output string // what the model was shown, where it failed
	result []byte // toolUseResult, as written
	cwd    string // where the session was
	at     time.Time
}

// failed is a failure, and the checks among its commands that did not succeed since.
type failed struct {
	Failure
	checks []string
}

// recent are things in the order of their last use.
type recent[T any] struct {
	of    map[string]T
	order []string // at every use, the newest last
}

func (r *recent[T]) use(key string, value T) {
	if r.of == nil {
		r.of = map[string]T{}
	}
	r.of[key] = value
	r.order = append(r.order, key)
}

func (r *recent[T]) drop(key string) { delete(r.of, key) }

// newest are the keys of at most so many things, the one used last first.
func (r *recent[T]) newest(most int) (keys []string) {
	seen := map[string]bool{}
	for _, key := range slices.Backward(r.order) {
		if _, there := r.of[key]; there && !seen[key] && len(keys) < most {
			seen[key] = true
			keys = append(keys, key)
		}
	}
	return keys
}

const (
	maxChecks    = 8
	maxSucceeded = 500
	// recentUses is how many of the last commands and files count however often they
	// were used.
	recentUses = 20
)

// work is what tool calls did.
type work struct {
	files     recent[bool] // that were changed
	tasks     []Task
	places    map[string]int // of tasks, by id
	todos     []Task         // the list of a client older than tasks with ids
	failures  recent[failed] // by their commands
	succeeded recent[bool]   // shell commands whose last run did
	checks    recent[Check]  // by kind
	used      recent[Command]
	looked    recent[int] // files that were read, and how often
	answers   []Answer
	usedShell bool
	stale     string // the branch before a checkout: records may name it until the next prompt
	moved     []Span // when git brought work that is not the session's
	plan      Plan
	commits   []Commit
}

// call takes in a tool call.
func (w *work) call(b block) call {
	made := call{tool: silent}
	if known, ok := tools[string(b.name)]; ok {
		made.tool = known
	}
	switch made.tool {
	case todoWrite:
		w.todoWrite(b.input)
	case shell:
		made.what = clip(text(member(b.input, "command")), maxCommand)
	case planned:
		made.what = text(member(b.input, "plan"))
	case edit, reading:
		made.what = cmp.Or(text(member(b.input, "file_path")), text(member(b.input, "notebook_path")))
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
	case reading:
		if !end.failed && !end.denied {
			w.look(made.what)
		}
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
		w.plan = Plan{Title: title, Time: end.at.UTC()}
	}
}

// guess tells from its result what a call was that was not read.
func guess(result []byte) tool {
	switch {
	case member(result, "stdout") != nil:
		return shell
	case member(result, "structuredPatch") != nil && member(result, "filePath") != nil:
		return edit
	}
	return unknown
}

// unsecret is what of a text may be cut: its first 64 KiB, redacted.
func unsecret(s string) string {
	s, _ = redact.Text(clip(s, maxText))
	return s
}

func (w *work) editResult(made call, end outcome) (changed bool) {
	path := cmp.Or(text(member(end.result, "filePath")), text(member(end.result, "notebook_path")), made.what)
	if path == "" || end.denied || isTrue(member(end.result, "staged")) { // staged is proposed, not written
		return false
	}
	w.files.use(path, true)
	return true
}

func (w *work) shellResult(made call, end outcome) (changed bool) {
	if end.failed && (end.denied || neverRan(end.output)) {
		return false
	}
	w.usedShell = true
	line, parts := made.what, shellParts(made.what)
	changed = writes(line)
	if switches(parts) {
		w.stale = made.branch
	}
	if moves(parts) {
		w.moved = append(w.moved, Span{made.at, end.at.UTC()})
	}
	if diff := member(end.result, "bashEditDiff"); diff != nil {
		w.shellFiles(diff)
		changed = true
	}
	if line == "" || isTrue(member(end.result, "interrupted")) || stopped(end.output) {
		return changed
	}
	if kind := Kind(line); !common(line) {
		times := w.used.of[kind].Times + 1
		w.used.use(kind, Command{Command: line, Times: times, Time: end.at.UTC(), Failed: end.failed})
	}
	if !end.failed {
		w.look(fileRead(parts, end.cwd))
	}
	switch failure := failureOf(line); {
	case member(end.result, "backgroundTaskId") != nil: // how it ends is not known
	case !end.failed:
		w.commits = append(w.commits, commitsIn(line, end)...)
		w.failures.drop(failure)
		w.succeeded.use(line, true)
		w.fixed(w.passed(line, end))
	default:
		w.succeeded.drop(line)
		if !looksUp(parts) && !strings.Contains(end.output, ": command not found") {
			told := Failure{failure, clipTail(end.output, maxCommand)}
			w.failures.use(failure, failed{told, checkCommands(line)})
		}
	}
	return changed
}

func (w *work) look(path string) {
	if path != "" {
		w.looked.use(path, w.looked.of[path]+1)
	}
}

// passed takes in the checks in a command that succeeded.
func (w *work) passed(line string, end outcome) (commands []string) {
	for _, c := range checksIn(line) {
		if c.sure || !looksFailed(end.result) {
			w.checks.use(Kind(c.command), Check{Command: c.command, Time: end.at.UTC()})
			commands = append(commands, c.command)
		}
	}
	return commands
}

// commands are those that were run twice, or lately, the last run first.
func (w *work) commands() (all []Command) {
	late := w.used.order[max(0, len(w.used.order)-recentUses):]
	for _, kind := range w.used.newest(math.MaxInt) {
		if c := w.used.of[kind]; c.Times > 1 || slices.Contains(late, kind) {
			all = append(all, c)
		}
	}
	return all
}

// read are the files that were read and not changed: first those of the last
// reads and those that were read more than once.
func (w *work) read() []string {
	var again, once []string
	for i, path := range w.looked.newest(math.MaxInt) {
		switch {
		case w.files.of[path]:
		case i < recentUses || w.looked.of[path] > 1:
			again = append(again, path)
		default:
			once = append(once, path)
		}
	}
	return append(again, once...)
}

// lastFailures is the newest failures, oldest first.
func (w *work) lastFailures() (list []Failure) {
	for _, key := range slices.Backward(w.failures.newest(maxFailures)) {
		list = append(list, w.failures.of[key].Failure)
	}
	return list
}

// lastChecks are the checks that succeeded last, the newest first.
func (w *work) lastChecks() (list []Check) {
	for _, kind := range w.checks.newest(maxChecks) {
		list = append(list, w.checks.of[kind])
	}
	return list
}

// failureOf is what a failing shell line is known by: the checks in it, else all of it.
func failureOf(line string) string {
	return cmp.Or(strings.Join(checkCommands(line), " && "), line)
}

// fixed takes away the failures whose checks have all succeeded since, or broader
// ones; and those of commands that are no checks, such as a typo: the work goes on
// without them.
func (w *work) fixed(commands []string) {
	for key, f := range w.failures.of {
		f.checks = slices.DeleteFunc(f.checks, func(c string) bool {
			return slices.ContainsFunc(commands, func(passed string) bool { return covers(passed, c) })
		})
		if w.failures.of[key] = f; len(f.checks) == 0 && len(commands) > 0 {
			w.failures.drop(key)
		}
	}
}

// covers says whether a check that passed shows that another one would: it is of the
// same program and does the same, and names no less.
func covers(passed, check string) bool {
	if passed == check {
		return true
	}
	a, b := own(passed), own(check)
	if len(a) == 0 || len(b) == 0 || a[0] != b[0] {
		return false
	}
	if len(a) > 1 && len(b) > 1 && a[1] != b[1] && !strings.ContainsAny(b[1], "./-") {
		return false
	}
	more := slices.ContainsFunc(a, func(w string) bool { return !slices.Contains(b, w) })
	return len(a) < len(b) && !more || slices.Contains(a, "./...")
}

// Passed reports whether a command that failed in an earlier session is obsolete: a
// check passed in this one that covers it, or any where it was no check.
func (c Conversation) Passed(failed string) bool {
	checks := checkCommands(failed)
	return slices.ContainsFunc(c.Checks, func(passed Check) bool {
		return len(checks) == 0 || slices.ContainsFunc(checks, func(c string) bool { return covers(passed.Command, c) })
	})
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
		if path.Type == gjson.String && path.Str != "" {
			w.files.use(strings.ToValidUTF8(path.String(), "\uFFFD"), true)
		}
		return true
	}
	gjson.GetBytes(diff, "files.#.filePath").ForEach(add)
	gjson.GetBytes(diff, "changedFiles").ForEach(add)
}

func (w *work) questionResult(result []byte) {
	for o := (object{data: member(result, "answers")}); o.next(); {
		answer := strings.TrimSpace(text(o.value))
		if answer == "" {
			var choices []string
			for choice := range elements(o.value) {
				choices = append(choices, text(choice))
			}
			answer = strings.Join(choices, ", ")
		}
		if answer != "" {
			question := text([]byte(`"` + string(o.key) + `"`))
			w.answers = append(w.answers, Answer{Question: clip(question, maxText), Answer: clip(answer, maxText)})
		}
	}
}
