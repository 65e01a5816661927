package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"holdfast/lib/fence"
)

// front is the name of the program for people.
const front = "holdfast"

// A Command is one command of holdfast, the program for people.
type Command struct {
	Name    string
	Group   string // what a person wants: one of Groups
	Summary string
	// Program owns the command; "" for holdfast itself. Reader owns those of its
	// forms that only show.
	Program, Reader string
	// Files are commands that belong behind `holdfast files`, since another
	// program's command has the shorter name.
	Files bool
	// writes are the second words that make a form one of Program, not Reader.
	writes []string
	// second says that the writing word follows a name: epic EPIC wave.
	second bool
}

// Groups are the headings of holdfast's help, in order.
var Groups = []string{"see", "save", "find", "undo", "set up"}

// Front is the table of all commands of holdfast.
var Front = []Command{
	{Name: "status", Group: "see", Summary: "what can be continued, and what failed", Program: "session-start"},
	{Name: "brief", Group: "see", Summary: "what the next session is given", Program: "session-start"},
	{Name: "rules", Group: "see", Summary: "what you said about how to work here", Program: "session-start"},
	{Name: "lines", Group: "see", Summary: "lines of work: what you work on, over several sessions", Program: "handoff-index"},
	{Name: "list", Group: "see", Summary: "saved checkpoints, handoffs and finalizes", Program: "handoff-index"},
	{Name: "show", Group: "see", Summary: "one saved file, a line of work or a session", Program: "handoff-index"},
	{Name: "history", Group: "see", Summary: "earlier sessions of this project", Program: "handoff-index"},
	{Name: "timeline", Group: "see", Summary: "a page to look at: sessions, saves and commits over time", Program: "handoff-index"},
	{Name: "checkpoint", Group: "save", Summary: "save where the work is, to continue later", Program: "pre-compact"},
	{Name: "handoff", Group: "save", Summary: "save the work for somebody else to continue", Program: "pre-compact"},
	{Name: "finalize", Group: "save", Summary: "save what finished work solved, and close its line", Program: "pre-compact"},
	{Name: "close", Group: "save", Summary: "close a line of work", Program: "pre-compact"},
	{Name: "rename", Group: "save", Summary: "give a line of work another name", Program: "pre-compact"},
	{Name: "merge", Group: "save", Summary: "make one line of work a part of another", Program: "pre-compact"},
	{Name: "adopt", Group: "save", Summary: "take over a line of work that came from elsewhere", Program: "pre-compact"},
	{Name: "forget", Group: "save", Summary: "remove all that is kept of a session or a line of work", Program: "pre-compact"},
	{Name: "design", Group: "save", Summary: "the design of a feature, stage by stage", Program: "pre-compact", Reader: "session-start", second: true,
		writes: []string{"start", "stage", "save", "ticket", "plan-tickets", "set", "close", "restart", "rebuild"}},
	{Name: "run", Group: "save", Summary: "runs of a workflow, step by step", Program: "pre-compact", Reader: "session-start",
		writes: []string{"start", "begin", "step", "close", "prune"}},
	{Name: "epic", Group: "save", Summary: "epics worked on in waves: groups of issues done in parallel", Program: "pre-compact", Reader: "session-start", second: true,
		writes: []string{"wave", "close"}},
	{Name: "search", Group: "find", Summary: "words in what was saved, or in earlier sessions", Program: "handoff-index"},
	{Name: "validate", Group: "find", Summary: "check saved files", Program: "handoff-index"},
	{Name: "rebuild", Group: "find", Summary: "rebuild the index", Program: "handoff-index"},
	{Name: "migrate", Group: "find", Summary: "convert files of earlier tools", Program: "handoff-index"},
	{Name: "schema", Group: "find", Summary: "what a saved file may contain", Program: "handoff-index"},
	{Name: "undo", Group: "undo", Summary: "go back to before the last prompts", Program: "post-tool"},
	{Name: "diff", Group: "undo", Summary: "what changed since a prompt or checkpoint", Program: "post-tool"},
	{Name: "rollback", Group: "undo", Summary: "restore files of a prompt or checkpoint", Program: "post-tool"},
	{Name: "prune", Group: "undo", Summary: "remove old file checkpoints and snapshots", Program: "post-tool"},
	{Name: "files", Group: "undo", Summary: "file checkpoints: files checkpoint|list|diff|rollback|prune", Program: "post-tool", Files: true,
		writes: []string{"checkpoint", "list", "diff", "rollback", "prune"}},
	{Name: "install", Group: "set up", Summary: "install the programs, the skills and the hooks"},
	{Name: "uninstall", Group: "set up", Summary: "remove them again; what was saved stays"},
	{Name: "doctor", Group: "set up", Summary: "check an installation and name the fixes"},
	{Name: "config", Group: "set up", Summary: "show and change settings"},
	{Name: "completion", Group: "set up", Summary: "completion for bash, zsh and fish"},
	{Name: "statusline", Group: "set up", Summary: "one short line for Claude Code's status line"},
}

// FrontCommand is the command of holdfast with that name.
func FrontCommand(name string) (Command, bool) {
	i := slices.IndexFunc(Front, func(c Command) bool { return c.Name == name })
	if i < 0 {
		return Command{}, false
	}
	return Front[i], true
}

// Writes reports whether word makes a form of the command one of Program.
func (c Command) Writes(word string) bool { return slices.Contains(c.writes, word) }

// Words are those that Writes knows.
func (c Command) Words() []string { return slices.Clone(c.writes) }

// switches are the flags of these commands that take no value; every other one
// takes the next word, unless it has its own behind "=".
var switches = []string{"json", "all", "force", "complete", "yes", "dry-run", "delete", "reset-interrupted", "h", "help"}

// Owner is the program that runs the command with these arguments.
func (c Command) Owner(args []string) string {
	if c.Reader == "" {
		return c.Program
	}
	var words []string
	for i := 0; i < len(args); i++ {
		flag := strings.TrimLeft(args[i], "-")
		switch {
		case args[i] == "--":
			words = append(words, args[i+1:]...)
			i = len(args)
		case flag == args[i]:
			words = append(words, flag)
		case !strings.Contains(flag, "=") && !slices.Contains(switches, flag):
			i++
		}
	}
	at := 0
	if c.second {
		at = 1
	}
	// A first word that is not one of a reader's makes a writer's usage error the
	// better answer.
	if len(words) > at && (c.Writes(words[at]) || c.second) {
		return c.Program
	}
	return c.Reader
}

// Name is what the running program is called in its messages: holdfast, or
// holdfast files, where it was started as that, else its own name.
func (e Env) Name(own string) string {
	if e.Called == front || strings.HasPrefix(e.Called, front+" ") {
		return e.Called
	}
	return own
}

// Holdfast is how the front command is typed here, as one word of a shell.
func (e Env) Holdfast() string { return fence.Word(e.holdfast()) }

// Command is a command of holdfast as it can be typed here.
func (e Env) Command(words ...string) fence.Command {
	return append(fence.Command{e.holdfast()}, words...)
}

// holdfast is the front command's name where PATH has it, else its absolute
// path.
func (e Env) holdfast() string {
	name := front
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	for _, dir := range filepath.SplitList(e.Getenv("PATH")) {
		if filepath.IsAbs(dir) && runs(filepath.Join(dir, name)) {
			return front
		}
	}
	if e.Executable != nil {
		if exe, err := e.Executable(); err == nil {
			if at := filepath.Join(filepath.Dir(exe), name); runs(at) {
				return at
			}
		}
	}
	return front
}

func runs(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode().Perm()&0o111 != 0)
}

// Typed returns text with each command in it, `holdfast list` for instance, in
// the form that works here.
func (e Env) Typed(text string) string { return e.Typing()(text) }

// Typable is a command as [fence.Typed] makes it, as it can be typed here.
func (e Env) Typable(form fence.Words, values ...string) string {
	return e.Typed(fence.Typed(form, values...))
}

// Typing is Typed for several texts, which looks through PATH once.
func (e Env) Typing() func(text string) string {
	form := sync.OnceValue(e.Holdfast)
	return func(text string) string { return typed(text, form) }
}

func typed(text string, form func() string) string {
	const lead = front + " "
	if !strings.Contains(text, lead) {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, lead)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		word := rest
		if i := strings.IndexFunc(rest, func(r rune) bool { return r < 'a' || r > 'z' }); i >= 0 {
			word = rest[:i]
		}
		_, isCommand := FrontCommand(word)
		if !isCommand && word != "help" || strings.HasSuffix(before, "/") {
			b.WriteString(lead)
		} else {
			b.WriteString(form() + " ")
		}
		text = rest
	}
}
