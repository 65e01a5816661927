package design

import (
	"errors"
	"fmt"
	pathpkg "path"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
)

// Change is the verb that saves what became of a design.
func Change(inv *cli.Invocation) error {
	e := newEdit(inv)
	if inv.Rest[1] == "rebuild" {
		return inv.Report(e.rebuild(inv.On("yes")))
	}
	err := e.run()
	return inv.Report(e.result, err)
}

type edit struct {
	Session
	inv    *cli.Invocation
	body   []byte // on standard input
	result Result
}

func newEdit(inv *cli.Invocation) *edit {
	e := &edit{inv: inv, result: Result{Wrote: []string{}}}
	e.Store, e.typed, e.Feature = In(inv.Project, inv.Machine), inv.Typed, append(inv.Rest, "")[0]
	return e
}

// A Result is what a change of a session did.
type Result struct {
	Summary
	Wrote   []string `json:"wrote"`   // the documents and tickets that were written
	Message string   `json:"message"` // what a person reads last

	done []string // what a person reads first
}

func (r Result) Print(inv *cli.Invocation) {
	inv.Rows("", r.done...)
	inv.Rows("wrote ", r.Wrote...)
	switch {
	case r.Complete:
		inv.Printf("Every stage is complete.\n")
	case !r.Closed:
		inv.Printf("Current stage: %d %s\n", r.CurrentStage, r.StageName)
	}
	inv.Rows("", r.Message)
}

func (e *edit) did(done string, a ...any) { e.result.done = []string{fmt.Sprintf(done, a...)} }
func (e *edit) saved(done string, a ...any) {
	e.did(done, a...)
	e.result.Message = "Checkpoint saved. You can safely resume later."
}

// run changes the session under the lock, and writes its document before it: what fails leaves the
// rest as it was. What changes a closed one reopens it; a foreign one stays foreign.
func (e *edit) run() (err error) {
	action := e.inv.Rest[1]
	source, err := e.prd()
	if err == nil && (action == "save" || action == "ticket") {
		e.body, err = e.inv.Body()
	}
	if err == nil {
		err = e.open(action) // before a folder is made for the lock
	}
	if err != nil {
		return err
	}
	return e.Turn(e.inv.Ctx, Sessions, func() error {
		err := e.open(action)
		if err != nil {
			return err
		}
		before := e.doc.String()
		if action != "close" && action != "rebuild" {
			e.unset("closed_at")
		}
		if e.inv.Has("prd") {
			e.set(source, "prd_source")
		}
		if err = e.do(action); err == nil {
			err = e.write()
		}
		if err == nil && (e.doc.String() != before || e.file.Bytes == nil) {
			e.set(e.inv.Now(), "updated_at")
			err = e.Write(e.Path, &e.file, e.doc, e.inv.Warn)
		}
		e.result.Summary = e.summary()
		return err
	})
}

func (e *edit) do(action string) error {
	switch action {
	case "start":
		e.did("started the design %s in %s", e.Feature, e.Path)
	case "set":
		e.did("the design %s starts from %s", e.Feature, e.source())
	case "close": // it is not in the brief then, whatever its stages; its files stay
		e.did("closed the design %s", e.Feature)
		if !e.closed() {
			e.set(e.inv.Now(), "closed_at")
		}
	default:
		return map[string]func() error{
			"stage": e.setStage, "save": e.save, "ticket": e.ticket, "plan-tickets": e.planTickets,
			"restart": e.restart, "rebuild": e.replace,
		}[action]()
	}
	return nil
}

// open loads the session that is changed: one that is to be started is missing, one that
// is rebuilt is not sound, any other is there and of a version that is written here.
func (e *edit) open(action string) (err error) {
	if action == "rebuild" {
		return e.reconstruct()
	}
	e.Session, err = e.load(e.Feature)
	switch start := action == "start"; {
	case start && errors.Is(err, errNone):
		e.Session = e.begun(e.Feature, e.inv.Now())
		return nil
	case start && err == nil:
		return fault.Refuse(e.command("%s restart", e.Feature)+" archives it and starts again",
			"the design session %q exists already", e.Feature)
	case err == nil && e.newer():
		invalid := fault.Of(fmt.Sprintf("the session %q", e.Feature),
			fault.Fault{Field: "version", Found: quoted(e.version()), Allowed: version})
		invalid.Hint = "a newer release writes it; " + e.command("%s", e.Feature) + " shows it"
		return invalid
	}
	return err
}

func (e *edit) prd() (rel string, err error) {
	given := e.inv.Flag("prd")
	rel, ok := e.inv.InProject(e.Root, given)
	if e.inv.Has("prd") && (!ok || rel == "." || given == "") {
		err = fault.Invalid("the source", "prd", quoted(given), "a file in the project")
	}
	return rel, err
}

// setStage completes a stage, or goes back to it: later ones keep their data.
func (e *edit) setStage() error {
	status := e.inv.Rest[3]
	st, err := e.table.parse(e.inv.Rest[2])
	if err != nil {
		return err
	}
	e.saved("stage %d of %s is %s", st.Number, e.Feature, status)
	if status == Complete {
		return e.finish(st)
	}
	e.reopen(st.Number, status)
	return nil
}

func (e *edit) finish(st Stage) error {
	e.look()
	if v := e.view(st); len(v.faults) > 0 && !e.inv.On("force") {
		early := fault.Fail(fault.CodeInvalid, "--force completes it anyway", "stage %s cannot be completed yet", st)
		early.Faults = v.faults
		return early
	}
	if st.Approval {
		e.note(e.approved(st), st.checkpoint(), keyApproved)
	}
	e.complete(st.Number, e.inv.Now())
	return nil
}

func (e *edit) planTickets() error {
	made, typed := len(e.listed(Tickets)), e.inv.Flag("total")
	total, err := strconv.Atoi(typed)
	if err != nil || total < max(made, 1) || total > maxTickets {
		return fault.Invalid("the plan", "total", fault.Shorten(typed),
			fmt.Sprintf("%d to %d; %d exist", max(made, 1), maxTickets, made))
	}
	e.set(total, "tickets_progress", "total_planned")
	e.count()
	if e.inv.Has("remaining") {
		e.set(e.inv.All("remaining"), "tickets_progress", "remaining")
	}
	e.saved("planned the tickets of %s; %s", e.Feature, e.ofPlanned(made))
	return nil
}

// restart archives the session and its files in Dir; a new one names those elsewhere.
func (e *edit) restart() error {
	stem := e.Feature + "-" + e.inv.Now().UTC().Format("20060102T150405Z")
	archived, err := e.Keep(Sessions+"/archive", stem, sessions.Suffix, e.file.Bytes)
	if err != nil {
		return err
	}
	e.did("archived the design %s as %s", e.Feature, archived)
	stay := e.superseded()
	for _, k := range kinds {
		for _, rel := range e.places(k) {
			if !slices.Contains(stay, rel) && pathpkg.Dir(rel) != Dir && e.IsFile(rel) {
				stay = append(stay, rel)
				e.result.done = append(e.result.done, "kept "+rel+", of the earlier design")
			}
		}
	}
	to, err := e.Free(Dir + "/archive/" + stem)
	names, unlisted := e.Names(Dir, false)
	if err = errors.Join(err, unlisted); err != nil {
		return err
	}
	features, _ := e.Features()
	for _, name := range names {
		if owner(name, features) != e.Feature {
			continue
		}
		if err := durable.In(e.Root, Dir+"/"+name).Move(to + "/" + name); err != nil {
			return err
		}
		e.result.done = append(e.result.done, "moved "+Dir+"/"+name+" to "+to)
	}
	source := e.source()
	e.doc, e.table = e.begun(e.Feature, e.inv.Now()).doc.With(stay, "superseded"), eight
	if source != "" {
		e.set(source, "prd_source")
	}
	return nil
}

// owner is the feature of a file in Dir: what comes before a known end, else the longest that fits.
func owner(name string, features []string) (longest string) {
	for _, end := range []string{"-rules.md", "-analysis.md", "-tdd.md", "-contracts.md", "-bdd.feature", "-flows.md"} {
		if f, ok := strings.CutSuffix(name, end); ok {
			return f
		}
	}
	for _, f := range features {
		if strings.HasPrefix(name, f+"-") && len(f) > len(longest) {
			longest = f
		}
	}
	return longest
}
