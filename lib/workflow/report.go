package workflow

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/record"
)

// Runs is the list of a project's runs.
type Runs struct {
	Runs []Listed `json:"runs"`
	none string   // why the list is empty
}

// A Listed is a run among others, with all its checkpoints where all runs are
// listed, newest first.
type Listed struct {
	Run
	Points []Checkpoint `json:"checkpoints,omitempty"`
}

// Overview lists the runs of the branch that is checked out, or all of them.
func (s Store) Overview(inv *cli.Invocation, all bool) (Runs, error) {
	l := Runs{Runs: []Listed{}, none: "no runs in this project"}
	branch := ""
	if !all {
		branch = BranchOf(s.Root)
	}
	runs, err := s.List(branch, inv.Now())
	if len(runs) == 0 && !all {
		if others, _ := s.List("", inv.Now()); len(others) > 0 {
			l.none = fmt.Sprintf("no runs on branch %s; --all looks at every branch and the archive", branch)
		}
	}
	if inv.JSON {
		runs, _ = cli.First(inv, runs)
	}
	for _, r := range runs {
		listed := Listed{Run: r}
		if all {
			listed.Points = s.newestFirst(r)
		}
		l.Runs = append(l.Runs, listed)
	}
	return l, err
}

// events are what made a checkpoint, as a person reads it.
var events = map[string]string{started: "started", begun: "begun", done: "done"}

// Print prints a table, or why it is empty.
func (l Runs) Print(inv *cli.Invocation) {
	if len(l.Runs) == 0 {
		inv.Printf("%s\n", l.none)
		return
	}
	styles := map[string]cli.Style{Completed: cli.Good, Failed: cli.Bad, Paused: cli.Poor}
	t := inv.Table(cli.Column{Title: "STATUS", Give: 2, Least: 10}, cli.Column{Title: "STEP", Give: 3},
		cli.Column{Title: "CHECKPOINT", Give: 5}, cli.Column{Title: "SAVED", Give: 4},
		cli.Column{Title: "BRANCH", Give: 6}, cli.Column{Title: "RUN", Give: 1, Least: 12},
		cli.Column{Title: "FOLDER", Give: 7})
	var rows [][]any
	row := func(r Run, status cli.Cell, step, checkpoint string, at Time) {
		rows = append(rows, []any{status, step, checkpoint, fence.Ago(inv.Now(), at.Time), r.Branch, r.ID, r.Path})
	}
	for _, r := range l.Runs {
		status, step := cli.Cell{Text: fence.Line(r.Status, 20), Style: styles[r.Status]}, r.step()
		if r.broken != nil {
			status.Text, step = "broken: "+r.Fault, ""
		}
		if r.Archived {
			status.Text += " (archived)"
		}
		row(r.Run, status, step, r.Checkpoint, r.Last)
		for i, p := range r.Points {
			if i > 0 || p.ID != r.Checkpoint {
				row(r.Run, cli.Cell{Text: events[p.Event], Style: cli.Dim}, stepOf(p.Step, r.Total), p.ID, p.Time)
			}
		}
	}
	rows, more := cli.First(inv, rows)
	for _, row := range rows {
		t.Row(row...)
	}
	t.Print()
	inv.More(more)
}

// stepOf is "<step>/<total>", with ? for a total that is unknown. A step of 0
// means that all are done.
func stepOf(step, total int) string {
	if total == 0 {
		return strconv.Itoa(step) + "/?"
	}
	return fmt.Sprintf("%d/%d", cmp.Or(step, total), total)
}

// step is where a run is: of a completed one how many steps are done.
func (r Run) step() string {
	if r.Status == Completed {
		return stepOf(len(r.done), r.Total)
	}
	return stepOf(r.Next, r.Total)
}

// ended says of a run without a step to go on with whether all steps are done.
func (r Run) ended() string {
	switch {
	case len(r.Left) > 0:
		return notDone(r.Left)
	case r.Total == 0:
		return "all recorded steps are done"
	}
	return "all steps are done"
}

// closedOpen says which steps a completed run lacks, "" for none.
func (r Run) closedOpen() string {
	if r.Status == Completed && len(r.Left) > 0 {
		return r.ended()
	}
	return ""
}

// notDone says of sorted steps that they are not done, as a person writes them:
// 1-3, 5.
func notDone(numbers []int) string {
	var spans []string
	for i := 0; i < len(numbers); {
		last := i
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		span := strconv.Itoa(numbers[i])
		if last > i {
			span += "-" + strconv.Itoa(numbers[last])
		}
		spans, i = append(spans, span), last+1
	}
	if len(numbers) == 1 {
		return "step " + spans[0] + " is not recorded as done"
	}
	return "steps " + strings.Join(spans, ", ") + " are not recorded as done"
}

// Shown is a run as it was at one of its checkpoints.
type Shown struct {
	Run
	Point     string       `json:"restored_checkpoint"`
	Step      int          `json:"restored_step"` // the step just begun or completed
	GoOn      int          `json:"next_step"`     // 0 where all steps are done
	Line      string       `json:"line"`
	Workflow  string       `json:"workflow_path"`
	Variables record.Value `json:"session_variables"`
	Artefacts []Artefact   `json:"artefacts_produced"`
	Issues    []string     `json:"issues"`
	Notes     string       `json:"agent_notes"`
	Points    []Checkpoint `json:"checkpoints"` // newest first
	Command   string       `json:"command"`     // what goes on from here, "" where nothing does
	at        Time
}

// Show finds what an id means; latest is the newest unfinished run of the branch
// that is checked out.
func (s Store) Show(inv *cli.Invocation, id string) (Shown, error) {
	var found match
	var err error
	if id == "latest" {
		found.run, err = s.Latest(BranchOf(s.Root), inv.Now())
	} else {
		found, err = s.find(id, 0)
	}
	r := found.run
	if err == nil && found.point == nil && r.broken != nil {
		err = &cli.Error{
			Code: cli.Failed, Message: fmt.Sprintf("reading run %q", r.ID), Cause: r.broken, Hint: s.hint(r),
		}
	}
	if err != nil {
		return Shown{}, err
	}
	c := r.point()
	if found.point != nil {
		c = *found.point
	} else if r.Status == Completed && len(r.Left) > 0 {
		c.Next = r.Left[0] // a run that was closed with open steps goes on with the first of them
	}
	return Shown{
		Run: r, Point: c.ID, Step: c.Step, GoOn: c.Next, Line: r.line(c, french(inv.Getenv)), at: c.Time,
		Workflow: r.says("workflow_path"), Variables: record.Object().Merged(c.line.Get("session_variables")),
		Artefacts: s.looked(r, c), Issues: r.issues(), Notes: strings.Join(r.notes(), "\n"),
		Points: s.newestFirst(r), Command: inv.Typed(r.goOn(c)),
	}, nil
}

// french reports whether the locale's messages are French: the first of LC_ALL,
// LC_MESSAGES and LANG that is set.
func french(getenv func(string) string) bool {
	set := cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG"))
	language, _, _ := strings.Cut(strings.NewReplacer(".", "_", "@", "_", "-", "_").Replace(set), "_")
	return language == "fr"
}

// line is what is said of a run that is taken up, or completed.
func (r Run) line(c Checkpoint, french bool) string {
	says, at := "▶️ Resuming run %s at step %s", stepOf(c.Next, r.Total)
	if french {
		says = "▶️ Reprise du run %s au step %s"
	}
	if r.Status == Completed && c.ID == r.Checkpoint {
		says, at = "✓ run %s is completed, %s steps", r.step()
		if french {
			says = "✓ le run %s est terminé, %s steps"
		}
	}
	return fmt.Sprintf(says, cli.OneLine(r.ID), at)
}

// goOn is the command that goes on from a checkpoint of a run.
func (r Run) goOn(c Checkpoint) string {
	step, own := strconv.Itoa(c.Next), c.ID == r.Checkpoint
	switch {
	case r.Archived || c.Next == 0 && r.Status == Completed:
		return ""
	case c.Next == 0:
		return fence.Typed("holdfast run close %s completed", r.ID)
	case own && r.Status == Completed && slices.Contains(r.Left, c.Next):
		return fence.Typed("holdfast run begin %s %s --force", r.ID, step)
	case own && c.Next == r.Next || c.ID == "":
		return fence.Typed("holdfast run begin %s %s", r.ID, step)
	}
	return fence.Typed("holdfast run begin %s %s", c.ID, step)
}

// Print prints the run, its checkpoints and the command that goes on.
func (d Shown) Print(inv *cli.Invocation) {
	d.warn(inv)
	inv.Printf("%s\n", d.Line)
	if d.GoOn == 0 {
		inv.Printf("%s\n", d.ended())
	}
	inv.Printf("status: %s, %s\n", cmp.Or(fence.Line(d.Status, 40), "-"), fence.Ago(inv.Now(), d.at.Time))
	inv.Printf("checkpoint: %s, step %d\n", cmp.Or(fence.Line(d.Point, 80), "-"), d.Step)
	if d.Workflow != "" {
		inv.Printf("workflow: %s\n", d.Workflow)
	}
	inv.Printf("folder: %s\n", d.Path)
	var variables, made []string
	for name, is := range d.Variables.Members() {
		variables = append(variables, name+" = "+is.String())
	}
	for _, a := range d.Artefacts {
		line := fmt.Sprintf("%s (%s), step %d", a.Path, a.State, a.Step)
		if a.Copy != "" {
			line += ", copy " + a.Copy
		}
		made = append(made, line)
	}
	for _, list := range []struct {
		title string
		lines []string
	}{{"variables", variables}, {"artefacts", made}, {"issues", d.Issues}, {"notes", d.notes()}} {
		if len(list.lines) > 0 {
			inv.Printf("%s:\n", list.title)
		}
		for _, l := range record.Shown(list.lines, d.Ours) {
			inv.Printf("  %s\n", l)
		}
	}
	d.printPoints(inv)
	if d.Archived {
		inv.Printf("the run is archived; to start a new one: holdfast run start\n")
	} else if d.Command != "" {
		inv.Printf("to continue from here: %s\n", d.Command)
	}
}

func (d Shown) warn(inv *cli.Invocation) {
	id := cli.OneLine(d.ID)
	d.warnOfOpen(inv)
	if skipped := d.missing(1, d.Next-1); len(skipped) > 0 {
		inv.Warnf("run %q goes on at step %d, but %s", id, d.Next, notDone(skipped))
	}
	for _, a := range d.Artefacts {
		if a.State != "unchanged" && a.State != "present" {
			inv.Warnf("artefact %q is %s", cli.OneLine(a.Path), a.State)
		}
	}
}

func (r Run) warnOfOpen(inv *cli.Invocation) {
	if open := r.closedOpen(); open != "" {
		inv.Warnf("run %q is completed, but %s", cli.OneLine(r.ID), open)
	}
}

func (d Shown) printPoints(inv *cli.Invocation) {
	if len(d.Points) == 0 {
		return
	}
	inv.Printf("checkpoints, newest first:\n")
	points := d.Points
	if inv.OnTerminal() {
		points = points[:min(len(points), cli.Shown)]
	}
	t := inv.Table(cli.Column{Title: "CHECKPOINT"}, cli.Column{Title: "STEP", Give: 1},
		cli.Column{Title: "EVENT", Give: 2}, cli.Column{Title: "TIME", Give: 3})
	for _, p := range points {
		t.Row(p.ID, fmt.Sprintf("step %d", p.Step), events[p.Event], inv.When(p.Time.Time))
	}
	t.Print()
	if more := len(d.Points) - len(points); more > 0 {
		inv.Printf("  and %d older ones, which --json lists\n", more)
	}
}

// Print prints what a change did to its run.
func (s Saved) Print(inv *cli.Invocation) {
	id := cli.OneLine(s.ID)
	if s.Changed {
		inv.Printf("%s run %s\n", s.did, id)
	} else {
		inv.Printf("nothing changed in run %s: all of it is saved already\n", id)
	}
	inv.Printf("  status: %s\n  checkpoint: %s\n", s.Status, s.Checkpoint)
	if s.Next > 0 {
		inv.Printf("  next step: %s\n", stepOf(s.Next, s.Total))
	} else if s.Status != Completed {
		inv.Printf("  %s: %s\n", s.ended(), inv.Typable("holdfast run close %s completed", s.ID))
	}
	s.warnOfOpen(inv)
	inv.Printf("  location: %s\n", s.Path)
	if len(s.Archived) > 0 {
		Pruning{Runs: s.Archived}.Print(inv)
	}
}
