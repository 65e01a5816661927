package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/project"
	"holdfast/lib/rollback"
)

const rollbackHelp = `Puts files back as a checkpoint holds them. First it shows a plan, a line a file:
  RESTORE    put back as it was
  UNCHANGED  it stands as it was
  REMOVE     it did not exist then
  MISSING    the checkpoint knows of it, but does not hold its bytes
  NEW        with --all: the snapshot does not hold it; it is kept
  KEPT       never restored, or only when it is named with --file
The plan ends in "plan" and 12 hex digits, which stand for the checkpoint, the
options and every file as it is now. On a terminal it then asks; elsewhere it
stops there, and --yes --plan ID does what that plan says, unless anything
changed meanwhile.

Every backup is verified before the first write. All that is overwritten or
removed goes into a safety checkpoint first, so a rollback is undone by a
rollback to that one. Should it be killed half-way, the next post-tool command
finishes it.

Options:
  --file PATH   only this file or folder; repeatable. The only way to restore
                .claude/settings*.json, .mcp.json and .claude/skills; also
                takes a file out of the snapshot that is not in the list
  --all         the whole work tree, from the checkpoint's snapshot; what git
                ignores is never touched
  --remove-new  with --all: remove the files that the snapshot does not hold
  --task-state  put the task's own file back too
  --dry-run     show the plan and stop
  --plan ID     only if the plan is still this one
  --yes         do not ask
  --foreign     a checkpoint that this machine did not make
  --finish      finish a rollback that was killed, though files changed since
  --abandon     forget a rollback that was killed; every file stays as it is
  --root DIR    the project (default: found upward from the working directory)
  --json        the result as JSON

Examples:
  post-tool rollback chk-42-3
  post-tool rollback chk-42-3 --yes --plan 0f3a9c51d27e
  post-tool rollback chk-42-3 --file src/auth.go --file src/auth_test.go
  post-tool rollback chk-42-3 --all --remove-new --dry-run
`

func rollbackVerb() cli.Verb {
	return cli.Verb{
		Name: "rollback",
		Synopsis: "rollback CHECKPOINT [--file PATH]... [--all [--remove-new]] [--task-state] [--dry-run] [--plan ID] [--yes] [--foreign]\n" +
			"rollback --finish | --abandon",
		Summary: "puts files back as a checkpoint holds them",
		Help:    rollbackHelp,
		Run:     runRollback,
	}
}

type rollbackFlags struct {
	rollback.Options
	dryRun, yes, finish, abandon bool
	plan                         string
}

func (f *rollbackFlags) define(fs *flag.FlagSet) {
	fs.Func("file", "", func(s string) error {
		f.Files = append(f.Files, s)
		return nil
	})
	fs.BoolVar(&f.All, "all", false, "")
	fs.BoolVar(&f.RemoveNew, "remove-new", false, "")
	fs.BoolVar(&f.TaskState, "task-state", false, "")
	fs.BoolVar(&f.Foreign, "foreign", false, "")
	fs.BoolVar(&f.dryRun, "dry-run", false, "")
	fs.StringVar(&f.plan, "plan", "", "")
	fs.BoolVar(&f.yes, "yes", false, "")
	fs.BoolVar(&f.finish, "finish", false, "")
	fs.BoolVar(&f.abandon, "abandon", false, "")
}

func runRollback(inv *cli.Invocation) error {
	var f rollbackFlags
	if err := inv.Parse(f.define, 0, 1); err != nil {
		return err
	}
	if err := f.check(inv); err != nil {
		return err
	}
	root, folder, err := inv.Place()
	if err != nil {
		return err
	}
	e := rollbackEngine(inv, root, folder)
	ctx := context.Background()
	switch {
	case f.abandon:
		return abandonRollback(ctx, inv, e)
	case f.finish:
		return finishRollback(ctx, inv, e)
	}
	if err := f.relative(inv, root); err != nil {
		return err
	}
	if err := settle(inv, e, rollbackPatience); err != nil {
		return err
	}
	c, err := e.Checkpoints.Load(inv.Rest[0])
	if err != nil {
		return checkpointError(err)
	}
	plan, err := e.Plan(ctx, c, f.Options)
	if err != nil {
		return rollbackError(err, c)
	}
	return f.act(ctx, inv, e, plan)
}

func (f *rollbackFlags) check(inv *cli.Invocation) error {
	alone := f.finish != f.abandon && len(inv.Rest) == 0 && len(f.Files) == 0 && f.plan == "" && !f.yes && !f.dryRun && !f.All && !f.TaskState && !f.Foreign
	f.plan = strings.TrimPrefix(f.plan, "plan ")
	switch {
	case (f.finish || f.abandon) && !alone:
		return inv.UsageError("--finish and --abandon stand alone")
	case f.finish || f.abandon:
		return nil
	case len(inv.Rest) == 0:
		return inv.UsageError("which checkpoint? post-tool list names them")
	case f.RemoveNew && !f.All:
		return inv.UsageError("--remove-new goes with --all")
	case f.dryRun && f.yes:
		return inv.UsageError("--dry-run and --yes exclude each other")
	}
	return nil
}

// relative makes the named files project-relative.
func (f *rollbackFlags) relative(inv *cli.Invocation, root string) error {
	for i, name := range f.Files {
		rel, ok := filepath.ToSlash(filepath.Clean(name)), true
		if filepath.IsAbs(name) {
			rel, ok = project.Rel(root, name)
		}
		if name == "" || !ok || rel == ".." || strings.HasPrefix(rel, "../") {
			return &cli.Error{Code: cli.Invalid, Message: fmt.Sprintf("%q lies outside the project", name)}
		}
		if rel == "." {
			return inv.UsageError("--file names files and folders in the project; --all is the whole of it")
		}
		f.Files[i] = rel
	}
	return nil
}

// act shows the plan, and does it where that was agreed to.
func (f *rollbackFlags) act(ctx context.Context, inv *cli.Invocation, e rollback.Engine, plan rollback.Plan) error {
	if f.plan != "" && f.plan != plan.ID {
		return &cli.Error{
			Code: cli.Refused, Message: fmt.Sprintf("the plan is no longer %q: a file, the checkpoint or an option changed", f.plan),
			Hint: "look at the plan as it is now: post-tool rollback " + plan.Checkpoint.ID + f.words() + " --dry-run",
		}
	}
	asks := !f.yes && !f.dryRun && !inv.JSON && inv.Terminal(inv.Stdin) && inv.OnTerminal()
	if !f.yes {
		f.showPlan(inv, plan, !asks && !f.dryRun)
	}
	switch {
	case len(plan.Blocked) > 0 && !f.dryRun:
		return blockedError(plan)
	case f.yes:
	case asks && plan.Changes() > 0:
		if !agreed(inv) {
			inv.Printf("nothing was changed\n")
			return nil
		}
	default:
		return inv.PrintJSON(documentOf(plan))
	}
	for _, i := range plan.Items {
		if i.Action == rollback.Missing || i.Action == rollback.Kept && !utf8.ValidString(i.Path) {
			inv.Warnf("%q is left as it is: %s", i.Path, i.Why)
		}
	}
	report, err := e.Run(ctx, plan)
	if err != nil {
		return runError(err, plan.Checkpoint)
	}
	return showReport(inv, e, report, "rolled back to")
}

// words are the options as they were typed, for a hint.
func (f *rollbackFlags) words() string {
	var b strings.Builder
	for _, name := range f.Files {
		b.WriteString(" --file " + fence.Word(name))
	}
	for _, o := range []struct {
		name string
		set  bool
	}{{"all", f.All}, {"remove-new", f.RemoveNew}, {"task-state", f.TaskState}, {"foreign", f.Foreign}} {
		if o.set {
			b.WriteString(" --" + o.name)
		}
	}
	return b.String()
}

// maxUnchanged is how many files that stay as they are a person is shown; of
// more their number.
const maxUnchanged = 50

func (f *rollbackFlags) showPlan(inv *cli.Invocation, plan rollback.Plan, hint bool) {
	inv.Printf("rollback to %s of %s\n", plan.Checkpoint.ID, plan.Checkpoint.Time.UTC().Format("2006-01-02T15:04:05Z"))
	items := plan.Items
	if plan.Task != nil {
		items = append(slices.Clip(items), *plan.Task)
	}
	unchanged := 0
	for _, i := range items {
		if i.Action == rollback.Unchanged {
			unchanged++
		}
	}
	for _, i := range items {
		if i.Action == rollback.Unchanged && unchanged > maxUnchanged {
			continue
		}
		why := ""
		if i.Why != "" {
			why = "  (" + cli.OneLine(i.Why) + ")"
		}
		if i.After.Kind == rollback.Link {
			why += "  -> " + cli.OneLine(i.After.Target)
		}
		inv.Printf("  %-9s  %s%s\n", i.Action, cli.OneLine(i.Path), why)
	}
	if unchanged > maxUnchanged {
		inv.Printf("  %-9s  %d files  (--json names them)\n", rollback.Unchanged, unchanged)
	}
	for _, i := range plan.Blocked {
		inv.Warnf("%q: %s", i.Path, i.Why)
	}
	switch {
	case plan.Changes() == 0:
		inv.Printf("nothing to change\n")
	case hint && len(plan.Blocked) == 0:
		inv.Printf("nothing was changed yet; to do this: post-tool rollback %s%s --yes --plan %s\n", plan.Checkpoint.ID, cli.OneLine(f.words()), plan.ID)
	}
	inv.Printf("plan %s\n", plan.ID)
}

// agreed asks on the terminal.
func agreed(inv *cli.Invocation) bool {
	fmt.Fprint(inv.Stderr, "roll back? [y/N] ")
	line, _ := bufio.NewReader(io.LimitReader(inv.Stdin, 1000)).ReadString('\n')
	line = strings.ToLower(strings.TrimSpace(line))
	return line == "y" || line == "yes"
}

type planDocument struct {
	Checkpoint string           `json:"checkpoint"`
	Options    rollback.Options `json:"options"`
	Files      []fileDocument   `json:"files"`
	Blocked    []fileDocument   `json:"blocked"`
	Changes    int              `json:"changes"`
	Plan       string           `json:"plan"`
	Done       bool             `json:"done"`
}

type fileDocument struct {
	Path   string          `json:"path"`
	Action rollback.Action `json:"action,omitempty"`
	Why    string          `json:"why,omitempty"`
}

func documentOf(plan rollback.Plan) planDocument {
	d := planDocument{
		Checkpoint: plan.Checkpoint.ID, Options: plan.Options, Changes: plan.Changes(), Plan: plan.ID,
		Files: []fileDocument{}, Blocked: []fileDocument{},
	}
	d.Options.Files = append([]string{}, d.Options.Files...)
	for _, i := range plan.Items {
		d.Files = append(d.Files, fileDocument{i.Path, i.Action, i.Why})
	}
	if plan.Task != nil {
		d.Files = append(d.Files, fileDocument{plan.Task.Path, plan.Task.Action, plan.Task.Why})
	}
	for _, i := range plan.Blocked {
		d.Blocked = append(d.Blocked, fileDocument{Path: i.Path, Why: i.Why})
	}
	return d
}

type reportDocument struct {
	rollback.Report
	Undo []string `json:"undo"` // commands
	Done bool     `json:"done"`
}

func showReport(inv *cli.Invocation, e rollback.Engine, r rollback.Report, did string) error {
	said := map[rollback.Action]string{rollback.Restore: "restored", rollback.Remove: "removed"}
	for _, f := range r.Files {
		inv.Printf("%s %s\n", said[f.Action], cli.OneLine(f.Path))
	}
	if r.TaskState {
		inv.Printf("restored the task's state\n")
	}
	undo := undoing(e, r)
	if r.Safety == "" {
		inv.Printf("nothing to change: every file stands as in %s\n", r.Checkpoint)
	} else {
		inv.Printf("%s %s, %d files\nto undo this:\n", did, r.Checkpoint, len(r.Files))
		for _, command := range undo {
			inv.Printf("  %s\n", cli.OneLine(command))
		}
	}
	return inv.PrintJSON(reportDocument{r, undo, true})
}

// undoing are the commands that undo a rollback. What is restored only by name
// must be named, and a safety checkpoint that could not be entered in the ledger
// needs insistence.
func undoing(e rollback.Engine, r rollback.Report) []string {
	undo := []string{}
	if r.Safety == "" {
		return undo
	}
	command := "post-tool rollback " + r.Safety
	if safety, err := e.Checkpoints.Load(r.Safety); err == nil && !safety.Ours {
		command += " --foreign"
	}
	guarded := ""
	for _, f := range r.Files {
		if checkpoint.Guarded(f.Path) {
			guarded += " --file " + fence.Word(f.Path)
		}
	}
	state := ""
	if r.TaskKept {
		state = " --task-state"
	}
	if guarded == "" || state != "" || slices.ContainsFunc(r.Files, func(f rollback.Done) bool { return !checkpoint.Guarded(f.Path) }) {
		undo = append(undo, command+state)
	}
	if guarded != "" {
		undo = append(undo, command+guarded)
	}
	return undo
}

func finishRollback(ctx context.Context, inv *cli.Invocation, e rollback.Engine) error {
	report, err := e.Finish(ctx, true, rollbackPatience)
	if err != nil {
		return pendingError(err)
	}
	return showReport(inv, e, report, "finished the rollback to")
}

func abandonRollback(ctx context.Context, inv *cli.Invocation, e rollback.Engine) error {
	report, err := e.Abandon(ctx)
	if err != nil {
		return pendingError(err)
	}
	undo := []string{}
	inv.Printf("abandoned the rollback to %s; every file stays as it is\n", cli.OneLine(report.Checkpoint))
	if report.Safety != "" {
		undo = undoing(e, report)
		inv.Printf("what was before it:\n  %s\n", strings.Join(undo, "\n  "))
	}
	return inv.PrintJSON(reportDocument{report, undo, false})
}

func blockedError(plan rollback.Plan) error {
	names := []string{}
	for _, i := range plan.Blocked {
		names = append(names, fmt.Sprintf("%s: %s", i.Path, i.Why))
	}
	return &cli.Error{
		Code: cli.Refused, Message: "nothing was changed", Cause: rollback.ErrBlocked, Candidates: names,
		Hint: "move it away, or restore the others by name with --file",
	}
}

// rollbackError gives the errors of a plan and of a run their exit codes.
func rollbackError(err error, c checkpoint.Checkpoint) error {
	var cut *rollback.Interrupted
	switch {
	case errors.As(err, &cut):
		code := cli.Failed
		if errors.Is(err, rollback.ErrChanged) {
			code = cli.Refused
		}
		return &cli.Error{
			Code: code, Message: "rolling back to " + c.ID, Cause: err,
			Hint: "post-tool rollback --finish goes on and keeps safe what stands there now; post-tool rollback --abandon leaves all as it is; post-tool rollback " + cut.Safety + " then brings back what was",
		}
	case errors.Is(err, rollback.ErrForeign):
		return &cli.Error{Code: cli.Refused, Message: "refused", Cause: err, Hint: "post-tool rollback " + c.ID + " --foreign, if you trust where it comes from"}
	case errors.Is(err, rollback.ErrNoSnapshot), errors.Is(err, rollback.ErrLostSnapshot):
		hint := "without --all the files of its own list are restored"
		if c.Git != nil && c.Git.LeftOut != "" {
			hint += "; the snapshot was left out: " + c.Git.LeftOut
		}
		return &cli.Error{Code: cli.Invalid, Message: "--all is not possible", Cause: err, Hint: hint}
	case errors.Is(err, rollback.ErrNotHeld):
		var held []string
		for _, f := range c.Files {
			held = append(held, f.Path)
		}
		return &cli.Error{Code: cli.NotFound, Message: "nothing to restore", Cause: err, Candidates: held[:min(len(held), 20)]}
	case errors.Is(err, rollback.ErrChanged):
		return &cli.Error{Code: cli.Refused, Message: "nothing was changed", Cause: err, Hint: "look at the plan as it is now: post-tool rollback " + c.ID + " --dry-run"}
	case errors.Is(err, rollback.ErrUnsafe), errors.Is(err, rollback.ErrBlocked), errors.Is(err, rollback.ErrBusy), errors.Is(err, rollback.ErrPending):
		return &cli.Error{Code: cli.Refused, Message: "nothing was changed", Cause: err}
	}
	return err
}

// runError is rollbackError of a rollback that was begun: where it was not cut
// in the middle, nothing was written.
func runError(err error, c checkpoint.Checkpoint) error {
	known := rollbackError(err, c)
	var told *cli.Error
	if errors.As(known, &told) {
		return known
	}
	return &cli.Error{Code: cli.Failed, Message: "nothing was changed", Cause: err}
}

// pendingError gives the errors of an unfinished rollback their exit codes.
func pendingError(err error) error {
	const hint = "post-tool rollback --finish goes on and keeps safe what stands there now; post-tool rollback --abandon leaves every file as it is"
	var stranded *rollback.Stranded
	switch {
	case errors.As(err, &stranded):
		return &cli.Error{Code: cli.Refused, Message: "an earlier rollback is unfinished", Cause: err, Candidates: stranded.Paths, Hint: hint}
	case errors.Is(err, rollback.ErrNothingPending):
		return &cli.Error{Code: cli.NotFound, Message: "nothing to do", Cause: err}
	case errors.Is(err, rollback.ErrBusy), errors.Is(err, rollback.ErrChanged), errors.Is(err, rollback.ErrBlocked), errors.Is(err, rollback.ErrUnsafe):
		return &cli.Error{Code: cli.Refused, Message: "an earlier rollback is unfinished", Cause: err, Hint: hint}
	}
	return &cli.Error{Code: cli.Failed, Message: "finishing an earlier rollback", Cause: err, Hint: hint}
}
