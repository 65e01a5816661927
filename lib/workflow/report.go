package workflow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/record"
	"holdfast/lib/resume"
)

// Read is the verb that shows the runs of a project, or one of them.
func Read(inv *cli.Invocation) error {
	s := In(inv.Project, inv.Machine)
	if len(inv.Rest) == 0 {
		return inv.Report(s.overview(inv))
	}
	return inv.Report(s.show(inv, inv.Rest[0]))
}

// Runs is the list of a project's runs.
type Runs struct {
	Runs []Run  `json:"runs"`
	none string // why the list is empty
}

func (s Store) overview(inv *cli.Invocation) (Runs, error) {
	branch, none := "", "no runs in this project"
	if !inv.On("all") {
		branch = branchOf(s.Root)
	}
	runs, err := s.List(branch, inv.Now())
	if others, _ := s.places(true); len(others) > 0 {
		none = fmt.Sprintf("no runs on branch %s; --all looks at every branch and the archive", branch)
	}
	if inv.JSON {
		runs, _ = cli.First(inv, runs)
	}
	for i := range runs {
		if branch == "" {
			runs[i].Points = s.points(runs[i])
		}
	}
	return Runs{runs, none}, err
}

var events = map[string]string{"start": "started", "begin": "begun", "step": "done"}

func (l Runs) Print(inv *cli.Invocation) {
	styles := map[string]cli.Style{Completed: cli.Good, Failed: cli.Bad, Paused: cli.Poor}
	t := inv.Table("STATUS 2 10", "STEP 3", "CHECKPOINT 5", "SAVED 4", "BRANCH 6", "RUN 1 12", "FOLDER 7")
	var rows [][]any
	for _, r := range l.Runs {
		status, step := cli.Cell{Text: fence.Line(r.Status, 20), Style: styles[r.Status]}, r.step()
		if r.broken != nil {
			status.Text, step = "broken: "+r.Fault, ""
		}
		if r.Archived {
			status.Text += " (archived)"
		}
		rows = append(rows, []any{status, step, r.Checkpoint, fence.Ago(inv.Now(), r.Last), r.Branch, r.ID, r.Path})
		for i, p := range r.Points {
			if i > 0 || p.ID != r.Checkpoint {
				event, step := cli.Cell{Text: events[p.Event], Style: cli.Dim}, stepOf(p.Step, r.Total)
				rows = append(rows, []any{event, step, p.ID, fence.Ago(inv.Now(), p.Time), r.Branch, r.ID, r.Path})
			}
		}
	}
	rows, more := cli.First(inv, rows)
	for _, row := range rows {
		t.Row(row...)
	}
	t.Print(more, l.none)
}

// stepOf is "<step>/<total>", with ? for a total that is unknown; a step of 0 is the last.
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
	if r.Total == 0 {
		return cmp.Or(notDone(r.Left), "all recorded steps are done")
	}
	return cmp.Or(notDone(r.Left), "all steps are done")
}

func (r Run) closedOpen() string {
	if r.Status != Completed {
		return ""
	}
	return notDone(r.Left)
}

// notDone says which steps are open, "" for none.
func notDone(steps []int) string {
	switch len(steps) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("step %d is not recorded as done", steps[0])
	}
	named := strings.ReplaceAll(strings.Trim(fmt.Sprint(steps), "[]"), " ", ", ")
	return "steps " + fence.Short(named, 60) + " are not recorded as done"
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
	Command   string       `json:"command"` // what goes on from here, "" where nothing does
	saved     string       // how long ago
}

// show finds what an id means; latest is the newest unfinished run of the branch.
func (s Store) show(inv *cli.Invocation, id string) (Shown, error) {
	m, err := s.find(id, 0)
	if id == "latest" {
		m, err = s.latest(branchOf(s.Root), inv.Now())
	}
	if err != nil {
		return Shown{}, err
	}
	r, _ := s.read(m.place)
	r.Points = s.points(r)
	switch {
	case m.point.Exists():
	case r.broken != nil:
		return Shown{}, cli.Fail(cli.Failed, s.hint(r), "reading run %q: %w", r.ID, r.broken)
	case r.Status == Completed && len(r.Left) > 0:
		m.Next = r.Left[0] // a run that was closed with open steps goes on with the first of them
	}
	return Shown{
		Run: r, Point: m.Checkpoint, Step: m.Current, GoOn: m.Next, Line: r.headline(m, inv.Getenv),
		Workflow: r.says("workflow_path"), Variables: m.variables(), Artefacts: s.looked(m), Issues: r.issues(),
		Notes: strings.Join(r.notes(), "\n"), Command: inv.Typed(r.goOn(m)),
		saved: fence.Ago(inv.Now(), m.Last),
	}, nil
}

func (r Run) headline(m Run, getenv func(string) string) string {
	says, at := "▶️ Resuming run %s at step %s", stepOf(m.Next, r.Total)
	locale := cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG"))
	if language, _, _ := strings.Cut(strings.ReplaceAll(locale, ".", "_"), "_"); language == "fr" {
		says = "▶️ Reprise du run %s au step %s"
	}
	switch {
	case m.Checkpoint != r.Checkpoint:
	case r.Status == Completed:
		says, at = "✓ run %s is completed, %s steps", r.step()
	case r.gaveUp():
		says, at = "✗ run %s failed, %s steps", r.step()
	}
	return fmt.Sprintf(says, cli.OneLine(r.ID), at)
}

// gaveUp reports whether the run was closed as failed when no step was left.
func (r Run) gaveUp() bool { return r.Status == Failed && r.Next == 0 }

func (r Run) goOn(m Run) string {
	step, own := strconv.Itoa(m.Next), m.Checkpoint == r.Checkpoint
	switch {
	case r.Archived || m.Next == 0 && r.Status == Completed || own && r.gaveUp():
		return ""
	case m.Next == 0:
		return fence.Typed("holdfast run close %s completed", r.ID)
	case own && r.Status == Completed:
		return fence.Typed("holdfast run begin %s %s --force", r.ID, step)
	case own && m.Next == r.Next || m.Checkpoint == "":
		return fence.Typed("holdfast run begin %s %s", r.ID, step)
	}
	return fence.Typed("holdfast run begin %s %s", m.Checkpoint, step)
}

func (d Shown) Print(inv *cli.Invocation) {
	if open := d.closedOpen(); open != "" {
		inv.Warnf("run %q is completed, but %s", cli.OneLine(d.ID), open)
	}
	if skipped := d.missing(d.Next - 1); len(skipped) > 0 {
		inv.Warnf("run %q goes on at step %d, but %s", cli.OneLine(d.ID), d.Next, notDone(skipped))
	}
	for _, a := range d.Artefacts {
		if a.State != "unchanged" && a.State != "present" {
			inv.Warnf("artefact %q is %s", cli.OneLine(a.Path), a.State)
		}
	}
	inv.Printf("%s\n", d.Line)
	if d.GoOn == 0 {
		inv.Printf("%s\n", d.ended())
	}
	inv.Printf("status: %s, %s\n", cmp.Or(fence.Line(d.Status, 40), "-"), d.saved)
	inv.Printf("checkpoint: %s, step %d\n", cmp.Or(fence.Line(d.Point, 80), "-"), d.Step)
	inv.Rows("workflow: ", d.Workflow)
	inv.Rows("folder: ", d.Path)
	for _, list := range d.lists(d.Variables, d.Artefacts) {
		inv.Printf("%s:\n", list.Name)
		inv.Rows("  ", list.Lines...)
	}
	if points, more := cli.First(inv, d.Points); len(points) > 0 {
		inv.Printf("checkpoints, newest first:\n")
		t := inv.Table("CHECKPOINT", "STEP 1", "EVENT 2", "TIME 3")
		for _, p := range points {
			t.Row(p.ID, fmt.Sprintf("step %d", p.Step), events[p.Event], inv.When(p.Time))
		}
		t.Print(more, "")
	}
	inv.Rows("to continue from here: ", d.Command)
}

// pageMark is how a page of ours begins; one without it is somebody's own.
const pageMark = "<!-- made from state.json at every checkpoint; changes here are lost -->\n"

// writePage makes workflow-status.md. Somebody's own page stays.
func (s Store) writePage(r Run) error {
	made := []byte(r.page())
	file := s.file(r.place, pageFile)
	there, err := file.Read(4 << 20)
	if err == nil && strings.HasPrefix(string(there), pageMark) {
		if string(there) == string(made) {
			return nil
		}
		return file.Replace(made, durable.Shared)
	}
	if err = file.Create(made, durable.Shared); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

func (r Run) page() string {
	var page strings.Builder
	line := func(format, value string) {
		fmt.Fprintf(&page, format+"\n", strings.ReplaceAll(fence.Line(value, 500), "`", "'")) // draws nothing
	}
	page.WriteString(pageMark)
	line("# Run %s\n", r.ID)
	for _, fact := range [][2]string{
		{"Status", r.Status}, {"Branch", r.Branch}, {"Workflow", r.says("workflow_path")},
		{"Started", r.says("started_at")},
		{"Last checkpoint", r.says("last_checkpoint") + " (" + r.Checkpoint + ")"}, {"Step", r.step()},
		{"Done", strings.Trim(fmt.Sprint(r.done), "[]")}, {"Resumed from checkpoint", r.says("resumed_from")},
		{"Closed with open steps", r.closedOpen()},
	} {
		if fact[1] != "" {
			line("- **"+fact[0]+":** %s", fact[1])
		}
	}
	for _, s := range r.lists(r.variables(), r.artefacts()) {
		fmt.Fprintf(&page, "\n## %s\n\n", strings.ToUpper(s.Name[:1])+s.Name[1:])
		for _, l := range s.Lines {
			line("- `%s`", l)
		}
	}
	return page.String()
}

func (r Run) lists(variables record.Value, made []Artefact) []resume.Detail {
	var vars []string
	for name, is := range variables.Members() {
		vars = append(vars, name+" = "+is.String())
	}
	files := each.Of(made, Artefact.String)
	all := []resume.Detail{{Name: "variables", Lines: vars}, {Name: "artefacts", Lines: files},
		{Name: "issues", Lines: r.issues()}, {Name: "notes", Lines: r.notes()}}
	return slices.DeleteFunc(all, func(d resume.Detail) bool { return len(d.Lines) == 0 })
}

const (
	maxOffered = 3 // runs that the brief names
	// settledAfter is how long a run is offered that failed when no step was left, unless something is merged before:
	// what failed in it was done by hand then, or will not be.
	settledAfter = 72 * time.Hour
)

// Resume offers the newest runs of the branch that can be continued, foreign ones without text.
func (s Store) Resume(ctx context.Context, q resume.Query) ([]resume.Entry, error) {
	places, err := s.places(false)
	if err != nil {
		return nil, fmt.Errorf("looking for runs: %w", err)
	}
	var open []Run
	resumable, size := []string{Running, Paused, Failed}, 0
	for _, at := range places {
		if ctx.Err() != nil || size > 32<<20 {
			break
		}
		// Most runs are not told: of those nothing is read but what says so, and the ledger
		// is not asked. The folders above the run's own were just looked at.
		above := durable.In(s.Root, path.Dir(at.Path)).Path()
		b, err := durable.In(above, path.Join(path.Base(at.Path), stateFile)).Read(record.MaxOwn)
		size += len(b)
		says := gjson.GetManyBytes(b, "status", "session_branch", "last_checkpoint", "started_at")
		r := Run{Branch: says[1].Str, Last: record.Of(cmp.Or(says[2].Str, says[3].Str)).Time(), place: at}
		if err == nil && slices.Contains(resumable, says[0].Str) && r.on(cmp.Or(q.Branch, defaultBranch)) {
			open = append(open, r)
		}
	}
	sortRuns(open, q.Now)
	steps := sync.OnceValue(func() []gitrepo.Step {
		repo, _ := gitrepo.Find(s.Root)
		return repo.Steps(repo.Branch())
	})
	entries := each.If(each.Head(open, maxOffered), func(r Run) (resume.Entry, bool) {
		r, _ = s.read(r.place)
		merges := func(step gitrepo.Step) bool { return step.Merge && step.At.After(r.Last) }
		over := r.gaveUp() && (q.Now.Sub(r.Last) > settledAfter ||
			q.Commit != "" && slices.ContainsFunc(steps(), merges))
		return r.entry(), r.broken == nil && slices.Contains(resumable, r.Status) && !over
	})
	if more := len(open) - maxOffered; more > 0 && len(entries) > 0 {
		entries[len(entries)-1].Add("and", fmt.Sprintf("%d more runs, which holdfast run lists", more))
	}
	return entries, nil
}

func (r Run) entry() resume.Entry {
	e := resume.Entry{
		Kind: "run", ID: r.ID, Path: path.Join(r.Path, stateFile), Saved: r.Last, State: r.Status,
		Fit: "same branch", Ours: r.Ours,
	}
	e.Add("step", stepOf(r.Next, r.Total))
	if r.Ours || fence.IsName(r.Checkpoint) {
		e.Add("checkpoint", r.Checkpoint)
	}
	if r.Ours {
		e.Add("issues", r.issues()...)
		e.Add("notes", each.Tail(r.notes(), 1)...)
	}
	return e
}
