package transcript

import (
	"cmp"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
)

// A call is a tool call of the model, and how it ended.
type call struct {
	*record         // that it is in
	block   value   // of that
	end     *record // that has the result, nil where there is none yet
	failed  bool
	output  string // what the model was shown, where it failed
}

func (c call) tool() string { return c.block.get("name").str() }
func (c call) input() value { return c.block.get("input") }

// command is the first 4 KiB of a shell command.
func (c call) command() string { return fence.Head(c.input().get("command").text(), maxCommand) }

// The client's names of tools: those that run shell commands and those that change files.
var (
	shells  = []string{"Bash", "PowerShell"}
	editors = []string{"Write", "Edit", "MultiEdit", "NotebookEdit"}
	// How the names of those begin whose errors others may have written.
	foreignTools = []string{"mcp__", "Web", "ReadMcp", "ListMcp"}
)

// recent are things by their keys, in the order of their last use.
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

// newest are at most so many of the things with their keys, the one used last first.
func (r *recent[T]) newest(most int) (keys []string, values []T) {
	there := func(key string) (string, bool) { _, is := r.of[key]; return key, is }
	keys = each.Head(each.If(each.Once(each.Reversed(r.order)), there), most)
	return keys, each.Of(keys, func(key string) T { return r.of[key] })
}

const recentUses = 20 // commands and files, the last, that count however often they were used

// pathIn is the path of the file that a tool is called with.
func pathIn(input value) string {
	file, notebook, _ := input.pick("file_path", "notebook_path")
	return cmp.Or(file.text(), notebook.text())
}

// took takes in the result of a call, and says whether it changed files.
func (x *reader) took(made call) (changed bool) {
	input, result := made.input(), made.end.result
	switch tool := made.tool(); {
	case slices.Contains(shells, tool):
		return x.shellResult(made)
	case tool == "Skill" && made.end.denial == "":
		how := ranWell
		if made.failed {
			how = ranBadly
		}
		x.ended("Skill "+input.get("skill").text(), how)
	case made.failed || made.end.denial != "":
	case slices.Contains(editors, tool):
		file, notebook, staged := result.pick("filePath", "notebook_path", "staged")
		path := cmp.Or(file.text(), notebook.text(), pathIn(input))
		// The client's own plan is of no project, and what is staged is proposed, not written.
		plan := filepath.Base(filepath.Dir(path)) == "plans" && !strings.HasPrefix(path, made.end.cwd.text())
		if changed = path != "" && staged != "true" && !plan; changed {
			x.files.use(path, true)
		}
	case tool == "Read" || tool == "NotebookRead":
		x.look(pathIn(input))
	case tool == "ExitPlanMode": // later clients tell its text in the result
		plan := cmp.Or(result.get("plan").text(), input.get("plan").text())
		x.Plan = cmp.Or(prompt.Heading(unsecret(plan)), x.Plan)
		x.turn().Plan = fence.Head(plan, maxText)
	case tool == "AskUserQuestion":
		result.get("answers").each(func(question string, choices value) bool {
			said := []string{strings.TrimSpace(choices.text())}
			for choice := range choices.elements() {
				said = append(said, choice.text())
			}
			if strings.ContainsAny(said[0], "?？") && !strings.Contains(string(input), string(choices)) {
				said[0] = prompt.Stated(said[0])
			}
			if answer := strings.TrimPrefix(strings.Join(said, ", "), ", "); answer != "" {
				asked := value(`"` + question + `"`).text()
				x.Answers = append(x.Answers, Answer{fence.Head(asked, maxText), fence.Head(answer, maxText)})
			}
			return true
		})
	case tool == "TodoWrite":
		if list := input.get("todos"); strings.HasPrefix(string(list), "[") { // the whole list, at each call
			x.Tasks = nil
			for value := range list.elements() {
				if t := x.task(made, value, "id", "content"); t.Subject != "" {
					x.Tasks = append(x.Tasks, t)
				}
			}
		}
	case tool == "TaskCreate":
		t := x.task(made, result.get("task"), "id", "subject")
		t.Status = cmp.Or(t.Status, "pending")
		x.setTask(t, made.at)
	case tool == "TaskUpdate":
		if t := x.task(made, input, "taskId", "subject"); result.get("success") != "false" {
			t.ID = cmp.Or(result.get("taskId").scalar(), t.ID)
			t.Status = cmp.Or(result.get("statusChange").get("to").text(), t.Status)
			x.setTask(t, made.at)
		}
	case tool == "TaskList":
		for value := range result.get("tasks").elements() {
			x.setTask(x.task(made, value, "id", "subject"), made.at)
		}
	case tool == "TeamDelete" && result.get("success") != "false": // with its list, whoever did what was in it
		for i := range x.tasks {
			if x.tasks[i].Status != "completed" {
				x.tasks[i].Status = "deleted"
			}
		}
	}
	return changed
}

// unsecret is what of a text may be cut: its first 64 KiB, redacted.
func unsecret(s string) string { return redact.Text(fence.Head(s, maxText)) }

func (x *reader) shellResult(made call) (changed bool) {
	end := made.end
	if made.failed && (end.denial != "" || hasPrefixOf(made.output, unrun)) {
		return false
	}
	x.UsedShell = true
	text, cwd := made.command(), end.cwd.text()
	line := parseShell(text)
	brings := line.moves(cwd)
	changed = line.writes(text, cwd) && !brings
	for _, p := range line.parts {
		if p.switches() {
			x.stale = made.branch.text()
		}
		if branch := p.squashes(); branch != "" {
			x.squashed, x.settled = branch, false
		}
		x.settled = x.settled || p.name == "git" && (p.verb == "commit" && !made.failed || p.verb == "reset")
	}
	if brings {
		x.Moved = append(x.Moved, Span{made.at, end.at})
	}
	if diff := end.result.get("bashEditDiff"); diff != "" && !brings { // what the client saw change while it ran
		for _, list := range []string{"files", "changedFiles"} {
			for file := range diff.get(list).elements() {
				if path := cmp.Or(file.text(), file.get("filePath").text()); path != "" {
					x.files.use(path, true)
				}
			}
		}
		changed = true
	}
	stopped := end.result.get("interrupted") == "true" || // by the user
		strings.Contains(made.output, interruption+" by user") ||
		strings.Contains(made.output, "<error>Command was aborted before completion</error>")
	if text == "" || stopped {
		return changed
	}
	checks, sure := line.checks(false), line.checks(true)
	hidden := !made.failed && len(line.parts) > 0 && !line.sure(0) && looksFailed(end.result, len(sure) == len(checks))
	if kind := line.kind(); !line.common(text) && !slices.ContainsFunc(line.parts, part.sends) {
		times, failed := x.used.of[kind].Times+1, made.failed || hidden
		x.used.use(kind, Command{Command: line.unrecorded(text), Times: times, When: end.at, Failed: failed})
	}
	told := strings.Join(checks, " && ")
	// What it is known by where it fails.
	failure := cmp.Or(Plain(told), withoutOptions(line.own))
	switch {
	case made.failed:
		delete(x.succeeded.of, text)
		key := Plain(strings.Join(line.own, " "))
		again := x.ran[key] == ranWell || x.failures.of[failure].Command != ""
		if len(line.parts) == 1 && !line.common(text) && isNamed(key) {
			x.ended(key, ranBadly)
		}
		if slices.ContainsFunc(line.parts, part.blocks) && !strings.Contains(made.output, ": command not found") {
			x.failures.use(failure, Failure{
				cmp.Or(told, text), fence.Tail(made.output, maxCommand), end.at.UTC(), checks, again, len(x.used.order),
			})
		}
		return changed
	case end.result.get("backgroundTaskId") == "": // else it is not known how it ends
		if told == "" {
			delete(x.failures.of, failure)
		}
		x.succeeded.use(text, true)
		x.passedIn(line, hidden)
		shown := line.shown(end.result)
		if hidden {
			for _, check := range checks {
				delete(x.checks.of, Kind(check))
			}
			checks, shown = sure, nil
		}
		x.passed(checks, shown, end.at)
		x.recorded(line, text, end)
	}
	x.look(line.fileRead(cwd))
	return changed
}

// recorded takes in what a command published and committed.
func (x *reader) recorded(line shellLine, text string, end *record) {
	for _, p := range line.parts {
		if said := strings.Join(p.words, " "); p.publishes() {
			x.Published = append(x.Published, Commit{fence.Head(said, maxTitle), end.at, true})
		}
	}
	if message := commitMessage(text); message != "" {
		subject, _, _ := strings.Cut(message, "\n")
		alone := !line.writes(strings.ReplaceAll(text, "git commit", ""), end.cwd.text())
		x.Commits = append(x.Commits, Commit{fence.Head(subject, maxTitle), end.at, alone})
	}
}

func (x *reader) look(path string) {
	if path != "" {
		x.looked.use(path, x.looked.of[path]+1)
	}
}

func withoutOptions(own []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(own), isOption), " ")
}

// passedIn takes in the commands of a line that ended well: those that did as it did, and, unless the output says that
// one failed (hidden), that all of them ran.
func (x *reader) passedIn(line shellLine, hidden bool) {
	perhaps := func(p part) bool { return p.end == "||" }
	for i, p := range line.parts {
		sure, other := line.sure(i), slices.ContainsFunc(line.parts[:i+1], perhaps)
		switch key := Plain(strings.Join(p.own(), " ")); {
		case other || !isNamed(key):
		case sure || !hidden && !p.background:
			x.ended(key, ranWell)
			x.instead(key)
		case i == 0 && hidden && !slices.ContainsFunc(line.parts[1:], part.works):
			x.ended(key, ranHidden)
		}
		if i > 0 && sure && !other {
			delete(x.failures.of, withoutOptions(p.own()))
			x.succeeded.use(strings.Join(p.words, " "), true)
		}
		if sure && p.switches() { // whatever kept another from it
			maps.DeleteFunc(x.failures.of, func(_ string, f Failure) bool {
				return slices.ContainsFunc(parseShell(f.Command).parts, part.switches)
			})
		}
	}
}

// How a command ended, in the order in which one is known by it: a run that surely ended well counts for the session.
const (
	ranWell   = "+"
	ranBadly  = "-"
	ranHidden = "~" // the output behind a pipe tells of a failure
)

func (x *reader) ended(command, how string) {
	x.ran[command] = min(cmp.Or(x.ran[command], how), how)
}

// instead takes in that a command ended well as what takes the place of those that failed: it is such a one without
// some of its words, or with another program.
func (x *reader) instead(well string) {
	words := strings.Fields(well)
	for failed, how := range x.ran {
		if how == ranWell || x.ways[failed] != "" {
			continue
		}
		of := strings.Fields(failed)
		within := func(words []string) bool {
			return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(of, w) })
		}
		if within(words) || len(of) == len(words) && len(of) > 1 && within(words[1:]) {
			x.ways[failed] = well
		}
	}
}

// isNamed says whether a command is short, and no program or text of its own: `python -c "…"`.
func isNamed(command string) bool {
	return command != "" && len(command) < 100 && !strings.ContainsAny(command, "'\"`$(\n")
}

// passed takes in the checks of a command that succeeded, and those that its output shows. It takes away the failures
// whose checks have all succeeded since, or broader ones, and after any check those of commands that are not checks,
// such as a typo: the work goes on without them.
func (x *reader) passed(checks, shown []string, at time.Time) {
	for _, c := range checks {
		x.checks.use(Kind(c), Command{Command: c, When: at})
	}
	for _, c := range append(shown, checks...) {
		for key, f := range x.failures.of {
			f.checks = slices.DeleteFunc(f.checks, func(failed string) bool { return Covers(c, failed) })
			if x.failures.of[key] = f; len(f.checks) == 0 {
				delete(x.failures.of, key)
			}
		}
	}
}

// standing are the failures that count: of a command that had never succeeded and was tried once none that was
// mistyped, and, but for checks, only one of late.
func (x *reader) standing() (all []Failure) {
	maps.DeleteFunc(x.failures.of, func(_ string, f Failure) bool {
		late := len(x.used.order)-f.before <= recentUses
		return !f.again && (len(f.checks) == 0 && !late || mistyped(f.Output))
	})
	_, all = x.failures.newest(maxFailures)
	slices.Reverse(all)
	return all
}

// commands are those that were run twice, or lately, the last run first.
func (x *reader) commands() []Command {
	late := each.Tail(x.used.order, recentUses)
	kinds, _ := x.used.newest(math.MaxInt)
	return each.If(kinds, func(kind string) (Command, bool) {
		c := x.used.of[kind]
		return c, c.Times > 1 || slices.Contains(late, kind)
	})
}

// read are the files that were read and not changed: first those of late, or read again.
func (x *reader) read() []string {
	var again, once []string
	paths, times := x.looked.newest(math.MaxInt)
	for i, path := range paths {
		switch {
		case x.files.of[path]:
		case i < recentUses || times[i] > 1:
			again = append(again, path)
		default:
			once = append(once, path)
		}
	}
	return append(again, once...)
}

// Covers reports whether a check that passed is of the same program as another, in its folder, and runs no less: how
// much it prints does not count.
func Covers(passed, check string) bool {
	p, c := parseShell(passed), parseShell(check)
	a, b := p.program(), c.program()
	switch {
	case passed == check:
		return true
	case cmp.Or(p.dir, c.dir) != cmp.Or(c.dir, p.dir) && !named(a, b), // without a folder it may be either
		len(a) == 0 || len(b) == 0 || a[0] != b[0],
		len(a) > 1 && len(b) > 1 && a[1] != b[1] && !commands()["paths"][a[0]] && !strings.ContainsAny(b[1], "./-"):
		return false
	}
	is := func(class, w string) bool { // an option of the program is of a class
		name, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "=")
		return isOption(w) && commands()[class+" "+a[0]][name]
	}
	within := func(x, w string) bool { // a file is in a folder, a test in a file, a package in "./api/..."
		inner, of := strings.CutSuffix(w, "...")
		deeper := strings.HasPrefix(x, w+"/") || strings.HasPrefix(x, w+":") || w == "."
		return x == w || commands()["paths"][a[0]] && deeper || a[0] == "go" && of && strings.HasPrefix(x, inner)
	}
	all := slices.Contains(a, "./...")
	path := func(w string, other []string) bool {
		named := commands()["paths"][a[0]] && !slices.Contains(other, w)
		return !isOption(w) && (named || strings.ContainsAny(w, "./"))
	}
	some := slices.ContainsFunc(a[1:], func(w string) bool { return path(w, b) })
	for i, w := range a[1:] {
		switch {
		case slices.Contains(b, w), w == "./..." && a[0] == "go",
			all && isOption(a[i]) && !is("narrower", a[i]): // its value
		case is("narrower", w), isOption(w) && !all && !is("wider", w) && !is("same", w),
			!isOption(w) && !slices.ContainsFunc(b, func(x string) bool { return within(x, w) }):
			return false
		}
	}
	return !slices.ContainsFunc(b[1:], func(x string) bool {
		missed := some && !all && path(x, a) && !slices.ContainsFunc(a[1:], func(w string) bool { return within(x, w) })
		return missed || is("wider", x) && !slices.Contains(a, x)
	})
}

// named reports whether two commands are the same of tests that they name.
func named(a, b []string) bool {
	names := func(w string) bool { return !isOption(w) && !strings.Contains("./...", w) }
	return slices.Equal(a, b) && len(a) > 2 && a[1] == "test" && slices.ContainsFunc(a[2:], names)
}

// Passed reports whether a command that failed in an earlier session is obsolete: a
// check passed in this one that covers it, or any where it was no check.
func (c Conversation) Passed(failed string) bool {
	checks := CheckCommands(failed)
	return slices.ContainsFunc(c.Checks, func(passed Command) bool {
		return len(checks) == 0 || slices.ContainsFunc(checks, func(c string) bool { return Covers(passed.Command, c) })
	})
}

// unrun begin what the model is told of a call that was refused or is not valid.
var unrun = []string{
	refusal, interruption, "Error: " + interruption, "<tool_use_error>",
	"Permission to use ", "Claude requested permissions ", "PreToolUse:", "Hook PreToolUse:",
}

func hasPrefixOf(s string, marks []string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(s, mark) })
}

func (x *reader) task(made call, value value, id, subject string) Task {
	return Task{
		ID: value.get(id).scalar(), Subject: fence.Head(value.get(subject).text(), maxCommand),
		Status: value.get("status").text(), At: cmp.Or(x.turn().Time, made.at),
	}
}

// setTask takes over what t knows of a task at that time, which may be mentioned here first. One that is taken up again
// is of then: what its turn did before was not enough.
func (x *reader) setTask(t Task, at time.Time) {
	if t.ID == "" {
		return
	}
	i := slices.IndexFunc(x.tasks, func(old Task) bool { return old.ID == t.ID })
	switch {
	case i >= 0:
		old := x.tasks[i]
		if old.Status == "completed" && t.Status != old.Status {
			t.At = at
		}
		x.tasks[i] = Task{t.ID, cmp.Or(t.Subject, old.Subject), cmp.Or(t.Status, old.Status), t.At}
	case len(x.tasks) < 1000:
		x.tasks = append(x.tasks, t)
	}
}
