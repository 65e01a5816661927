package cli

import (
	"slices"
	"strings"
)

// A Command is one command of holdfast, the program for people: whose it is, and what
// may be typed behind its name, one form a line. From the forms follow its flags, how
// many other words it takes, the program that runs it, its help and its completion.
type Command struct {
	Name    string // of two words for one that is behind `holdfast files` only
	Group   string // what a person wants: one of Groups
	Summary string
	Program string // that owns it; "" for holdfast itself
	Forms   string
	// Reader is the program of the forms that only show, which are Shows.
	Reader, Shows string
	// Words are the commands behind this one, each of the same program.
	Words []string
}

// Groups are the headings of holdfast's help, in order.
var Groups = []string{"see", "save", "find", "undo", "set up"}

const (
	saveForm   = "[--session S] [--bead B] [--title T] [--outcome O] [--goal G] [--now N] [--date D] [--dry-run] [< body.yaml]"
	filterForm = "[--mode M] [--session S] [--bead B] [--outcome O] [--since D] [-n N]"
)

const designForms = `FEATURE start [--prd PATH]
FEATURE stage N pending|in_progress|complete [--force]
FEATURE save CHECKPOINT [--complete] [--data JSON] [--artifact rules|analysis|contracts|bdd|tdd|adr [--title T] [--path P]] [--force] [< content]
FEATURE ticket ID [--covers TEXT]... [--depends ID]... [--force] [< content]
FEATURE plan-tickets --total N [--remaining TEXT]...
FEATURE set --prd PATH
FEATURE close
FEATURE restart
FEATURE rebuild [--only STAGE,...] [--yes]`

const runForms = `start WORKFLOW [--steps N] [--branch B] [--workflow-path P]
begin RUN|CHECKPOINT N [--var K=V]... [--vars JSON] [--unset K]... [--force]
step RUN N [--var K=V]... [--vars JSON] [--unset K]... [--artefact PATH]... [--note T] [--issue T]... [--force]
close RUN completed|failed|paused [--summary T] [--force]
prune [--dry-run] [--delete]`

const epicForms = `EPIC wave N [--tier T] [--receipt T] [--closed ID]... [--tokens N] [--tool-uses N] [--cost X] [--set K=JSON]... [--force]
EPIC close [--force]`

// Front is the table of all commands of holdfast.
var Front = []Command{
	{Name: "status", Group: "see", Summary: "what can be continued, and what failed", Program: "session-start", Forms: "[-n N]"},
	{Name: "brief", Group: "see", Summary: "what the next session is given", Program: "session-start",
		Forms: "[--source SOURCE] [--line LINE] [--prompt TEXT]"},
	{Name: "rules", Group: "see", Summary: "what you said about how to work here", Program: "session-start", Forms: "[--all] [--forget ID]"},
	{Name: "lines", Group: "see", Summary: "lines of work: what you work on, over several sessions", Program: "handoff-index", Forms: "[--all] [-n N]"},
	{Name: "list", Group: "see", Summary: "saved checkpoints, handoffs and finalizes", Program: "handoff-index", Forms: filterForm},
	{Name: "show", Group: "see", Summary: "one saved file, a line of work or a session", Program: "handoff-index",
		Forms: "ID|PATH|LINE|SESSION|latest [--summary] [--at N]"},
	{Name: "history", Group: "see", Summary: "earlier sessions of this project", Program: "handoff-index", Forms: "[--since D] [-n N]"},
	{Name: "timeline", Group: "see", Summary: "a page to look at: sessions, saves and commits over time", Program: "handoff-index",
		Forms: "[--output FILE] [--open] [--since D]"},
	{Name: "checkpoint", Group: "save", Summary: "save where the work is, to continue later", Program: "pre-compact", Forms: saveForm},
	{Name: "handoff", Group: "save", Summary: "save the work for somebody else to continue", Program: "pre-compact", Forms: saveForm},
	{Name: "finalize", Group: "save", Summary: "save what finished work solved, and close its line", Program: "pre-compact", Forms: saveForm},
	{Name: "close", Group: "save", Summary: "close a line of work", Program: "pre-compact",
		Forms: "LINE... [--gone] [--note T]\n--gone [--note T]"},
	{Name: "rename", Group: "save", Summary: "give a line of work another name", Program: "pre-compact", Forms: "LINE NAME"},
	{Name: "merge", Group: "save", Summary: "make one line of work a part of another", Program: "pre-compact", Forms: "LINE INTO"},
	{Name: "adopt", Group: "save", Summary: "take over a line of work that came from elsewhere", Program: "pre-compact",
		Forms: "LINE [--yes]\n--migrated [--yes]\n--from DIR [--yes]"},
	{Name: "forget", Group: "save", Summary: "remove all that is kept of a session or a line of work", Program: "pre-compact",
		Forms: "SESSION|LINE [--yes]\n--secret [--yes] < text"},
	{Name: "design", Group: "save", Summary: "the design of a feature, stage by stage", Program: "pre-compact", Forms: designForms,
		Reader: "session-start", Shows: "[FEATURE [--stage N]] [--all] [-n N]"},
	{Name: "run", Group: "save", Summary: "runs of a workflow, step by step", Program: "pre-compact", Forms: runForms,
		Reader: "session-start", Shows: "[ID|latest] [--all] [-n N]"},
	{Name: "epic", Group: "save", Summary: "epics worked on in waves: groups of issues done in parallel", Program: "pre-compact", Forms: epicForms,
		Reader: "session-start", Shows: "[EPIC [--reset-interrupted]] [-n N]"},
	{Name: "search", Group: "find", Summary: "words in what was saved, or in earlier sessions", Program: "handoff-index",
		Forms: "WORD... " + filterForm + " [--history]"},
	{Name: "validate", Group: "find", Summary: "check saved files", Program: "handoff-index", Forms: "[PATH...] [-n N]"},
	{Name: "rebuild", Group: "find", Summary: "rebuild the index", Program: "handoff-index", Forms: "[--follow]"},
	{Name: "migrate", Group: "find", Summary: "convert files of earlier tools", Program: "handoff-index",
		Forms: "[--dry-run] [--timezone TZ]\n[--remove-originals] [--timezone TZ]\n--undo [MANIFEST]"},
	{Name: "schema", Group: "find", Summary: "what a saved file may contain", Program: "handoff-index"},
	{Name: "undo", Group: "undo", Summary: "go back to before the last prompts", Program: "post-tool",
		Forms: "[N] [--dry-run] [--plan ID] [--yes] [--force]"},
	{Name: "diff", Group: "undo", Summary: "what changed since a prompt or checkpoint", Program: "post-tool",
		Forms: "CHECKPOINT [CHECKPOINT] [--stat] [-- PATH...]"},
	{Name: "rollback", Group: "undo", Summary: "restore files of a prompt or checkpoint", Program: "post-tool",
		Forms: "CHECKPOINT [--file PATH]... [--all [--remove-new]] [--task-state] [--dry-run] [--plan ID] [--yes] [--foreign]"},
	{Name: "prune", Group: "undo", Summary: "remove old file checkpoints and snapshots", Program: "post-tool",
		Forms: "[--keep N] [--older-than DAYS] [--dry-run]"},
	{Name: "files", Group: "undo", Summary: "file checkpoints: files checkpoint|list|diff|rollback|prune", Program: "post-tool",
		Words: []string{"checkpoint", "list", "diff", "rollback", "prune"}},
	{Name: "files checkpoint", Summary: "save files as they are now", Program: "post-tool",
		Forms: "[TASK] [--file PATH]... [--type T] [--description D]"},
	{Name: "files list", Summary: "the prompts and file checkpoints to go back to", Program: "post-tool", Forms: "[TASK] [-n N]"},
	{Name: "install", Group: "set up", Summary: "install the programs, the skills and the hooks",
		Forms: "[--link DIR] [--statusline] [--project DIR] [--dry-run] [--replace-skills]"},
	{Name: "uninstall", Group: "set up", Summary: "remove them again; what was saved stays", Forms: "[--project DIR] [--dry-run] [--purge]"},
	{Name: "doctor", Group: "set up", Summary: "check an installation and name the fixes", Forms: "[--try] [--project DIR] [--clear]"},
	{Name: "config", Group: "set up", Summary: "show and change settings", Forms: "[KEY [VALUE]] [--project]"},
	{Name: "completion", Group: "set up", Summary: "completion for bash, zsh and fish", Forms: "bash|zsh|fish"},
	{Name: "statusline", Group: "set up", Summary: "one short line for Claude Code's status line", Forms: "[< payload]"},
}

// FrontCommand is the command of holdfast with that name.
func FrontCommand(name string) (Command, bool) {
	i := slices.IndexFunc(Front, func(c Command) bool { return c.Name == name })
	if i < 0 {
		return Command{}, false
	}
	return Front[i], true
}

// of are the forms of a command that a program has.
func (c Command) of(program string) (forms string, ok bool) {
	switch {
	case program == c.Program, program == front && c.Program == "":
		return c.Forms, true
	case program == c.Reader:
		return c.Shows, true
	}
	return "", false
}

// Owner is the program that runs the command with these arguments: the reader where
// they are one of its forms, and none of the owner's was begun.
func (c Command) Owner(args []string) string {
	if c.Reader == "" {
		return c.Program
	}
	writes, shows := parseForms(c.Forms), parseForms(c.Shows)
	words, _ := plainWords(args, append(slices.Clone(writes), shows...))
	begun := func(f form) bool { return f.fits(words) && len(words) > f.action() }
	if slices.ContainsFunc(shows, func(f form) bool { return f.fits(words) }) && !slices.ContainsFunc(writes, begun) {
		return c.Reader
	}
	return c.Program
}

// usage are the forms of a command as they are typed, behind the name of a program.
func usage(name, forms string) []string {
	lines := strings.Split(forms, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(name+" "+line, " ")
	}
	return lines
}
