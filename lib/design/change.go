package design

import (
	"errors"
	"fmt"
	pathpkg "path"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/record"
)

// Change is the verb that saves what became of a design.
func Change(inv *cli.Invocation) error {
	e := newEdit(inv)
	if e.action == "rebuild" {
		return inv.Report(e.rebuild(inv.On("yes")))
	}
	err := e.run()
	return inv.Report(e.result, err)
}

// An edit is one command that changes a session. With --force it completes in spite of
// what is open, and replaces what this machine did not write.
type edit struct {
	Session
	inv    *cli.Invocation
	action string
	words  []string // behind the action
	now    time.Time
	from   string // what the design is to start from
	body   []byte // on standard input
	result Result
}

func newEdit(inv *cli.Invocation) *edit {
	s := In(inv.Project, inv.Machine)
	s.typed = inv.Typed
	e := &edit{Session: Session{Store: s, Feature: inv.Rest[0]}, inv: inv, now: inv.Now()}
	if len(inv.Rest) > 1 {
		e.action, e.words = inv.Rest[1], inv.Rest[2:]
	}
	return e
}

// A Result is what a change of a session did.
type Result struct {
	Summary
	Wrote   []string `json:"wrote"`   // the documents and tickets that were written
	Message string   `json:"message"` // what a person reads last

	done []string // what a person reads first
}

// Print says what was changed, and where the design is now.
func (r Result) Print(inv *cli.Invocation) {
	for _, d := range r.done {
		inv.Printf("%s\n", d)
	}
	for _, p := range r.Wrote {
		inv.Printf("wrote %s\n", p)
	}
	switch {
	case r.Complete:
		inv.Printf("Every stage is complete.\n")
	case !r.Closed:
		inv.Printf("Current stage: %d %s\n", r.CurrentStage, r.StageName)
	}
	if r.Message != "" {
		inv.Printf("%s\n", r.Message)
	}
}

func (e *edit) did(done string, a ...any) { e.result.done = []string{fmt.Sprintf(done, a...)} }

// saved is did of a change that saved work.
func (e *edit) saved(done string, a ...any) {
	e.did(done, a...)
	e.result.Message = "Checkpoint saved. You can safely resume later."
}

// run changes the session under the lock, and writes its document and then itself: what
// fails leaves what comes after it as it was. What changes a closed one reopens it, and a
// foreign one stays foreign.
func (e *edit) run() (err error) {
	do := map[string]func() error{
		"start": e.start, "stage": e.setStage, "save": e.save, "ticket": e.ticket, "plan-tickets": e.planTickets,
		"set": e.setSource, "close": e.close, "restart": e.restart, "rebuild": e.replace,
	}[e.action]
	if e.inv.Has("prd") {
		err = e.readSource()
	}
	if err == nil && (e.action == "save" || e.action == "ticket") {
		e.body, err = e.inv.Body()
	}
	if err == nil {
		err = e.open() // before a folder is made for the lock
	}
	if err != nil {
		return err
	}
	return e.Turn(e.inv.Ctx, Sessions, func() error {
		err := e.open()
		if err != nil {
			return err
		}
		before := e.doc.String()
		if e.action != "close" && e.action != "rebuild" {
			e.unset("closed_at")
		}
		if err = do(); err == nil {
			err = e.write()
		}
		if err == nil && (e.doc.String() != before || e.file.Bytes == nil) {
			e.set(e.now, "updated_at")
			var unrecorded error
			e.file, unrecorded, err = e.Write(e.Path, e.file, e.doc)
			e.inv.Warn(unrecorded)
		}
		e.result.Summary, e.result.Wrote = e.summary(), append([]string{}, e.result.Wrote...)
		return err
	})
}

// open loads the session that is changed: one that is to be started is missing, one that
// is rebuilt is not sound, any other is there and of a version that is written here.
func (e *edit) open() (err error) {
	if e.action == "rebuild" {
		return e.reconstruct()
	}
	e.Session, err = e.load(e.Feature)
	start := e.action == "start"
	switch {
	case start && errors.Is(err, errNone):
		e.Session = e.begun(e.Feature, e.from, e.now)
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

// readSource is the file that a design is to start from, as the project stores it.
func (e *edit) readSource() (err error) {
	given := e.inv.Flag("prd")
	rel, ok := e.inv.InProject(e.Root, given)
	if !ok || rel == "." || given == "" {
		return fault.Invalid("the source", "prd", quoted(given), "a file in the project")
	}
	e.from = rel
	return nil
}

func (e *edit) start() error {
	e.did("started the design %s in %s", e.Feature, e.Path)
	return nil
}

func (e *edit) setSource() error {
	e.did("the design %s starts from %s", e.Feature, e.from)
	e.set(e.from, "prd_source")
	return nil
}

// setStage gives a stage a status. Complete is as in finish. Anything else goes
// back to the stage: later ones turn to pending and keep their data, and a
// closed design is open again.
func (e *edit) setStage() error {
	status := e.words[1]
	st, err := e.table.parse(e.words[0])
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

// finish completes a stage and records whether the user approved it. What keeps it
// open is a [fault.CodeInvalid] error unless it is forced.
func (e *edit) finish(st Stage) error {
	e.look()
	if v := e.view(st); len(v.faults) > 0 && !e.inv.On("force") {
		return &fault.Error{
			Code: fault.CodeInvalid, Cause: fmt.Errorf("stage %s cannot be completed yet", st),
			Faults: v.faults, Hint: "--force completes it anyway",
		}
	}
	if st.Approval {
		e.note(e.approved(st), st.checkpoint(), keyApproved)
	}
	e.complete(st.Number, e.now)
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

// close takes a design out of the brief, whatever its stages; its files stay.
func (e *edit) close() error {
	e.did("closed the design %s", e.Feature)
	if !e.closed() {
		e.set(e.now, "closed_at")
	}
	return nil
}

// restart moves the session of a feature and its files in Dir to the archive and
// makes a new one. Nothing is deleted: documents and tickets elsewhere stay where
// they are, and the new session names them.
func (e *edit) restart() error {
	stem := e.Feature + "-" + e.now.UTC().Format("20060102T150405Z")
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
	to, err := e.Free(archiveDir + "/" + stem)
	names, unlisted := e.Names(Dir, false)
	if err = errors.Join(err, unlisted); err != nil {
		return err
	}
	features, _ := e.Features()
	for _, name := range names {
		if owner(name, features) != e.Feature {
			continue
		}
		if err = durable.In(e.Root, to).Prepare(0o755); err == nil {
			err = durable.In(e.Root, Dir+"/"+name).Move(to + "/" + name)
		}
		if err != nil {
			return err
		}
		e.result.done = append(e.result.done, "moved "+Dir+"/"+name+" to "+to)
	}
	fresh := e.begun(e.Feature, e.source(), e.now)
	e.doc, e.table = fresh.doc.With(stay, "superseded"), fresh.table
	return nil
}

// orphans are the features that have files in Dir and no session.
func (s Store) orphans() (all []string, err error) {
	features, _ := s.Features()
	names, err := s.Names(Dir, false)
	for _, n := range names {
		if f := owner(n, features); record.IsID(f) && !slices.Contains(append(all, features...), f) {
			all = append(all, f)
		}
	}
	return all, err
}

// owner is the feature that a file in Dir belongs to: what comes before a known
// end, else the longest of the features that its name begins with.
func owner(name string, features []string) (longest string) {
	for _, end := range ends {
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
