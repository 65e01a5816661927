package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/rollback"
	"holdfast/lib/snapshot"
	"holdfast/lib/undo"
)

func runRollback(inv *cli.Invocation) (err error) {
	o := rollback.Options{All: inv.On("all"), RemoveNew: inv.On("remove-new"), TaskState: inv.On("task-state"),
		Foreign: inv.On("foreign")}
	if inv.On("dry-run") && inv.On("yes") {
		return inv.UsageError(notBoth)
	}
	e := engine(inv)
	if o.Files, err = inProject(inv, e.Root, inv.All("file")); err != nil {
		return err
	}
	if slices.Contains(o.Files, ".") {
		return inv.UsageError("--file names files and folders in the project; --all restores all of it")
	}
	c, h, err := load(inv, e, inv.Rest[0])
	if err != nil {
		return err
	}
	plan, err := e.Plan(inv.Ctx, c, o)
	if err != nil {
		return refused(err, c)
	}
	if o.RemoveNew && !plan.Options.All {
		return inv.UsageError("--remove-new needs --all")
	}
	p := proposal{plan: plan, again: o.Command(c.ID)}
	if len(c.Files) == 0 && plan.Options.All && !o.All {
		p.first = []string{c.ID + " lists no files of its own: this is the whole work tree, as with --all"}
	}
	// It goes back to a prompt whole, takes such a move back, or changes some files only.
	n, isPrompt := undo.ParseName(c.ID)
	switch {
	case isPrompt && o.All && o.RemoveNew:
		p.move = undo.Move{To: n, Turn: turnOf(inv, h)}
	case len(o.Files) > 0:
		p.move = undo.Move{Part: true}
	case h.Undid(c.ID):
		p.move = undo.Move{Back: c.ID, Turn: turnOf(inv, h)}
	default:
		p.move = undo.Move{Part: true, Back: c.ID}
	}
	return p.act(inv, e)
}

type proposal struct {
	plan  rollback.Plan
	move  undo.Move // what it means for the prompts
	again string    // the command as it is typed, without --dry-run, --yes and --plan
	first []string  // rows before the plan's
	last  []string  // rows after them
	hint  bool      // names the command that does it
}

const notBoth = "--dry-run and --yes exclude each other"

func agreedTo(inv *cli.Invocation) string { return strings.TrimPrefix(inv.Flag("plan"), "plan ") }

func (p proposal) act(inv *cli.Invocation, e rollback.Engine) error {
	plan, agreed, dry, yes := p.plan, agreedTo(inv), inv.On("dry-run"), inv.On("yes")
	if agreed != "" && agreed != plan.ID {
		return cli.Fail(cli.Refused, "look at the plan as it is now: "+p.again+" --dry-run",
			"the plan is no longer %q: a file, the checkpoint or an option changed", agreed)
	}
	asks := !yes && !dry && inv.Asks()
	if p.hint = !asks && !dry; !yes {
		p.Print(inv)
	}
	switch {
	case plan.Err() != nil && !dry:
		return plan.Err()
	case yes:
	case asks && plan.Changes() > 0:
		if agreed, err := inv.Confirm("roll back?"); err != nil || !agreed {
			inv.Printf("nothing was changed\n")
			return err
		}
	default:
		return inv.PrintJSON(p)
	}
	for _, i := range plan.Items {
		if i.Action == rollback.Missing || i.Action == rollback.Kept && !utf8.ValidString(i.Path) {
			inv.Warnf("%q is left as it is: %s", i.Path, i.Why)
		}
	}
	report, err := e.Run(inv.Ctx, plan)
	warn(inv, report.Notes)
	if err != nil {
		return refused(err, plan.Checkpoint)
	}
	enterMove(inv, e, p, report)
	if yes && agreed == "" { // nobody was shown the plan
		inv.Rows("", p.last...)
	}
	if err := inv.Report(reported{report, undoing(e, report), true}, nil); err != nil || len(report.Saved) == 0 {
		return err
	}
	again := fence.Typed("holdfast rollback %s --dry-run", report.Checkpoint)
	raced := cli.Fail(cli.Refused, "look at them, then: "+again,
		"other programs saved files while the rollback ran; nothing of that is lost")
	for _, s := range report.Saved {
		where := "left as it was saved"
		if s.As != "" {
			where = "checkpoint " + report.Safety + " contains what was saved, as " + s.As
		}
		raced.Candidates = append(raced.Candidates, s.Path+": "+where)
	}
	return raced
}

func enterMove(inv *cli.Invocation, e rollback.Engine, p proposal, report rollback.Report) {
	m := p.move
	if m.Part && report.Safety == "" {
		return
	}
	m.Time, m.Safety = inv.Now().UTC(), report.Safety
	m.Files = each.Of(each.Head(report.Files, 200), func(f rollback.Done) string { return f.Path })
	if e.Snapshots.Git.Installed() && !m.Part {
		tree, err := e.Snapshots.Tree(inv.Ctx)
		if err != nil {
			inv.Warnf("what the next undo counts from may be wrong: %v", err)
		}
		m.Tree = tree
	}
	if err := prompts(e).Enter(undo.Line{Move: &m}); err != nil {
		inv.Warnf("what the next undo counts from is not remembered: %v", err)
	}
	if m.To > 0 && m.Safety == "" {
		inv.Printf("nothing had changed since %s; the next undo goes back one prompt further\n", report.Checkpoint)
	}
}

func (p proposal) Print(inv *cli.Invocation) {
	plan, unchanged := p.plan, 0
	inv.Printf("rollback to %s of %s\n", plan.Checkpoint.ID, inv.When(plan.Checkpoint.Time))
	inv.Rows("", p.first...)
	for _, i := range plan.Items {
		why := ""
		if i.Why != "" {
			why = "  (" + i.Why + ")"
		}
		if i.After.Kind == snapshot.Link {
			why += "  -> " + i.After.Source.Text
		}
		if i.Action == rollback.Unchanged && plan.Options.All {
			unchanged++
		} else {
			inv.Printf("  %-9s  %s%s\n", i.Action, i.Path, why)
		}
	}
	inv.Counted("  "+string(rollback.Unchanged)+"  %s  (--json names them)\n", unchanged, "file")
	inv.Rows("", each.Of(append(leftOut(plan), p.last...), inv.Typed)...)
	switch {
	case len(plan.Blocked()) > 0:
	case plan.Changes() == 0:
		inv.Printf("nothing to change\n")
	case p.hint:
		inv.Printf("nothing was changed yet; to do this: %s --yes --plan %s\n", inv.Typed(p.again), plan.ID)
	}
	inv.Printf("plan %s\n", plan.ID)
}

func leftOut(plan rollback.Plan) (rows []string) {
	o := plan.Others
	switch {
	case o.Unknown:
		rows = append(rows, "whether other files changed since is not known; --all includes them")
	case o.Changed == 1:
		rows = append(rows, "1 other file changed since; --all includes it")
	case o.Changed > 1:
		rows = append(rows, fmt.Sprintf("%d other files changed since; --all includes them", o.Changed))
	}
	if o.New > 0 {
		rows = append(rows, fence.Count(o.New, "other file")+" did not exist then; --all --remove-new removes "+
			"what is new")
	}
	return append(rows, each.If(plan.Items, func(i rollback.Item) (string, bool) {
		return fmt.Sprintf("%s comes back without its %s", i.Path, strings.Join(i.Without, ", ")), len(i.Without) > 0
	})...)
}

// MarshalJSON encodes the plan; how many others there are may be null.
func (p proposal) MarshalJSON() ([]byte, error) {
	plan, others := p.plan, map[string]any{"changed": nil, "new": nil}
	if !plan.Others.Unknown {
		others = map[string]any{"changed": plan.Others.Changed, "new": plan.Others.New}
	}
	plan.Options.Files = append([]string{}, plan.Options.Files...)
	return json.Marshal(map[string]any{
		"checkpoint": plan.Checkpoint.ID, "options": plan.Options, "files": plan.Items,
		"blocked": plan.Blocked(), "changes": plan.Changes(), "others": others,
		"notes": append(append([]string{}, p.first...), p.last...), "plan": plan.ID, "done": false,
	})
}

type reported struct {
	rollback.Report
	Undo []string `json:"undo"` // commands
	Done bool     `json:"done"`
}

func (r reported) Print(inv *cli.Invocation) {
	said := map[rollback.Action]string{rollback.Restore: "restored", rollback.Remove: "removed"}
	for _, f := range r.Files {
		inv.Printf("%s %s\n", said[f.Action], f.Path)
	}
	if r.Safety == "" {
		inv.Printf("nothing to change: every file is as in %s\n", r.Checkpoint)
		return
	}
	inv.Printf("rolled back to %s, %s\nto undo this:\n", r.Checkpoint, fence.Count(len(r.Files), "file"))
	inv.Rows("  ", each.Of(r.Undo, inv.Typed)...)
}

// undoing are the commands that undo a rollback. What is restored only by name must be named.
func undoing(e rollback.Engine, r rollback.Report) (commands []string) {
	if r.Safety == "" {
		return []string{}
	}
	safety, err := e.Load(r.Safety)
	o := rollback.Options{TaskState: r.TaskKept, Foreign: err == nil && !safety.Ours}
	guarded := func(f rollback.Done) (string, bool) { return f.Path, checkpoint.Guarded(f.Path) }
	named := rollback.Options{Foreign: o.Foreign, Files: each.If(r.Files, guarded)}
	if r.TaskKept || len(named.Files) == 0 || len(named.Files) < len(r.Files) {
		commands = append(commands, o.Command(r.Safety))
	}
	if len(named.Files) > 0 {
		commands = append(commands, named.Command(r.Safety))
	}
	return commands
}

// refused says of an error what was changed: nothing, unless a run was cut in the middle.
func refused(err error, c checkpoint.Checkpoint) error {
	var stopped *rollback.StoppedError
	switch {
	case err == nil, fault.CodeOf(err) == fault.CodeInvalid:
		return err
	case errors.As(err, &stopped):
		return cli.Fail(cli.Failed, "the same rollback again completes it; "+
			fence.Typed("holdfast rollback %s", stopped.Safety)+" takes it back", "rolling back to %s: %w", c.ID, err)
	case errors.Is(err, durable.ErrBusy):
		return cli.Fail(cli.Refused, "", "nothing was changed: another rollback of this project is running: %w", err)
	case errors.Is(err, durable.ErrChanged):
		return cli.Fail(cli.Refused, "look at the plan as it is now: "+
			fence.Typed("holdfast rollback %s --dry-run", c.ID), "nothing was changed: %w", err)
	}
	return fmt.Errorf("nothing was changed: %w", err)
}
