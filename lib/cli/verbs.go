package cli

import "slices"

// A Command is one command of holdfast, the program for people: whose it is, and what
// may be typed behind its name, one form a line. From the forms follow its flags, how
// many other words it takes, the program that runs it, its help and its completion.
type Command struct {
	Name    string // of two words for one that is behind `holdfast files` only
	Group   string // what a person wants: one of Groups
	Program string // that owns it; "" for holdfast itself
	Summary string
	Forms   string
	more
}

// more is what few commands have.
type more struct {
	// Reader is the program of the forms that only show, which are Shows.
	Reader, Shows string
	// Words are the commands behind this one, each of the same program.
	Words []string
}

// The programs, by what they do.
const own, resume, save, find, guard = "", "session-start", "pre-compact", "handoff-index", "post-tool"

// Groups are the headings of holdfast's help, in order.
var Groups = []string{"see", "save", "find", "undo", "set up"}

const (
	saveForm = "[--session S] [--bead B] [--title T] [--outcome O] [--goal G] [--now N] [--date D] [--dry-run]" +
		" [< body.yaml]"
	filterForm = "[--mode M] [--session S] [--bead B] [--outcome O] [--since D] [-n N]"
)

const designForms = `FEATURE start [--prd PATH]
FEATURE stage N pending|in_progress|complete [--force]
FEATURE save CHECKPOINT [--complete] [--data JSON] ` +
	`[--artifact rules|analysis|contracts|bdd|tdd|adr [--title T] [--path P]] [--force] [< content]
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

const epicForms = `EPIC wave N [--tier T] [--receipt T] [--closed ID]... [--tokens N] [--tool-uses N] [--cost X] ` +
	`[--set K=JSON]... [--force]
EPIC close [--force]`

// Front is the table of all commands of holdfast.
var Front = []Command{
	{"status", "see", resume, "what can be continued, and what failed", "[-n N]", more{}},
	{"brief", "see", resume, "what the next session is given",
		"[--source SOURCE] [--line LINE] [--prompt TEXT]", more{}},
	{"rules", "see", resume, "what you said about how to work here", "[--all] [--forget ID]", more{}},
	{"lines", "see", find, "lines of work: what you work on, over several sessions", "[--all] [-n N]", more{}},
	{"list", "see", find, "saved checkpoints, handoffs and finalizes", filterForm, more{}},
	{"show", "see", find, "one saved file, a line of work or a session",
		"ID|PATH|LINE|SESSION|latest [--summary] [--at N]", more{}},
	{"history", "see", find, "earlier sessions of this project", "[--since D] [-n N]", more{}},
	{"timeline", "see", find, "a page to look at: sessions, saves and commits over time",
		"[--output FILE] [--open] [--since D]", more{}},
	{"checkpoint", "save", save, "save where the work is, to continue later", saveForm, more{}},
	{"handoff", "save", save, "save the work for somebody else to continue", saveForm, more{}},
	{"finalize", "save", save, "save what finished work solved, and close its line", saveForm, more{}},
	{"close", "save", save, "close a line of work", "LINE... [--gone] [--note T]\n--gone [--note T]", more{}},
	{"rename", "save", save, "give a line of work another name", "LINE NAME", more{}},
	{"merge", "save", save, "make one line of work a part of another", "LINE INTO", more{}},
	{"adopt", "save", save, "take over a line of work that came from elsewhere",
		"LINE [--yes]\n--from DIR [--yes]", more{}},
	{"forget", "save", save, "remove all that is kept of a session or a line of work",
		"SESSION|LINE [--yes]\n--secret [--yes] < text", more{}},
	{"design", "save", save, "the design of a feature, stage by stage",
		designForms, more{Reader: resume, Shows: "[FEATURE [--stage N]] [--all] [-n N]"}},
	{"run", "save", save, "runs of a workflow, step by step",
		runForms, more{Reader: resume, Shows: "[ID|latest] [--all] [-n N]"}},
	{"epic", "save", save, "epics worked on in waves: groups of issues done in parallel",
		epicForms, more{Reader: resume, Shows: "[EPIC [--reset-interrupted]] [-n N]"}},
	{"search", "find", find, "words in what was saved, or in earlier sessions",
		"WORD... " + filterForm + " [--history]", more{}},
	{"validate", "find", find, "check saved files", "[PATH...] [-n N]", more{}},
	{"rebuild", "find", find, "rebuild the index", "[--follow]", more{}},
	{"migrate", "find", find, "convert files of earlier tools",
		"[--dry-run] [--timezone TZ]\n[--remove-originals] [--timezone TZ]\n--undo [MANIFEST]", more{}},
	{"schema", "find", find, "what a saved file may contain", "", more{}},
	{"undo", "undo", guard, "go back to before the last prompts",
		"[N] [--dry-run] [--plan ID] [--yes] [--force]", more{}},
	{"diff", "undo", guard, "what changed since a prompt or checkpoint",
		"CHECKPOINT [CHECKPOINT] [--stat] [-- PATH...]", more{}},
	{"rollback", "undo", guard, "restore files of a prompt or checkpoint",
		"CHECKPOINT [--file PATH]... [--all [--remove-new]] [--task-state] [--dry-run] [--plan ID] [--yes] [--foreign]",
		more{}},
	{"prune", "undo", guard, "remove old file checkpoints and snapshots",
		"[--keep N] [--older-than DAYS] [--dry-run]", more{}},
	{"files", "undo", guard, "file checkpoints: files checkpoint|list|diff|rollback|prune",
		"", more{Words: []string{"checkpoint", "list", "diff", "rollback", "prune"}}},
	{"files checkpoint", "", guard, "save files as they are now",
		"[TASK] [--file PATH]... [--type T] [--description D]", more{}},
	{"files list", "", guard, "the prompts and file checkpoints to go back to", "[TASK] [-n N]", more{}},
	{"install", "set up", own, "install the programs, the skills and the hooks",
		"[--link DIR] [--statusline] [--project DIR] [--dry-run] [--replace-skills]", more{}},
	{"uninstall", "set up", own, "remove them again; what was saved stays",
		"[--project DIR] [--dry-run] [--purge]", more{}},
	{"doctor", "set up", own, "check an installation and name the fixes", "[--try] [--project DIR] [--clear]", more{}},
	{"config", "set up", own, "show and change settings", "[KEY [VALUE]] [--project]", more{}},
	{"completion", "set up", own, "completion for bash, zsh and fish", "bash|zsh|fish", more{}},
	{"statusline", "set up", own, "one short line for Claude Code's status line", "[< payload]", more{}},
}

// FrontCommand is the command of holdfast with that name.
func FrontCommand(name string) (Command, bool) { return commandIn(Front, name) }

func commandIn(table []Command, name string) (Command, bool) {
	for _, c := range table {
		if c.Name == name {
			return c, true
		}
	}
	return Command{}, false
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
