package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/design"
	"holdfast/lib/fault"
	"holdfast/lib/project"
)

const designSynopsis = `design FEATURE start [--prd PATH]
design FEATURE stage N pending|in_progress|complete [--force]
design FEATURE save CHECKPOINT [--complete] [--data JSON] [--artifact rules|analysis|contracts|bdd|tdd|adr [--title T] [--path P]] [--force] [< content]
design FEATURE ticket ID [--covers TEXT]... [--depends ID]... [--force] [< content]
design FEATURE plan-tickets --total N [--remaining TEXT]...
design FEATURE set --prd PATH
design FEATURE close
design FEATURE restart
design FEATURE rebuild [--yes]`

const designHelp = `Saves the design of a feature stage by stage, in
.claude/design/sessions/FEATURE.session.json. The skill /design in Claude Code
calls these commands; holdfast design FEATURE shows where to continue.

  start         start a session at stage 0; an existing one is left alone
  stage         set the status of a stage; in_progress goes back to it: later
                stages become pending and keep their data. It also reopens a
                closed design
  save          merge data into a checkpoint, and save a document
  ticket        save .claude/tickets/ID.md and count it
  plan-tickets  set how many tickets there will be, and what they must cover
  set           set what the design starts from
  close         end the design where it is; holdfast design --all still lists it
  restart       archive the session and its files and start again; documents and
                tickets stay
  rebuild       show the state that the documents prove; with --yes write it,
                and set a corrupt session file aside

Checkpoints: stage_0_clarity, stage_1_rules, stage_2_analysis,
stage_3a_alternatives, stage_3b_design, stage_4_contracts, stage_5_bdd,
stage_6_tickets, stage_7_review. A stage can be completed when its document
exists and no earlier stage is open; stages 1, 3 and 7 also need user_approved:
true (for stage 1 the line **Status:** Approved in the rules is enough). A
simple feature skips contracts. adr (architecture decision record) takes the
next free number in docs/adr. A file that was not saved here is replaced only
with --force.

Options:
  --prd PATH        what the design starts from (product requirements)
  --complete        complete the stage too; not for stage_3a_alternatives
  --data JSON       keys of the checkpoint, as an object; other keys stay.
                    "accepted" lists files whose conflict is left as it is
  --artifact KIND   the kind of document on standard input, or at --path
  --title T         the decision of an adr (default: the content's heading)
  --path P          where the document is (default: its usual place)
  --covers TEXT     an entry of the ticket plan that this ticket covers
  --depends ID      a ticket that must come first
  --total N         how many tickets there will be
  --remaining TEXT  what is still to be covered
  --force           complete although something is open or not approved; replace
                    a file that was not saved here
  --yes             write what rebuild shows
  --root DIR        the project (default: found upward from here)
  --json            the result as JSON

Examples:
  holdfast design auth start --prd docs/auth.md
  holdfast design auth save stage_1_rules --artifact rules --data '{"user_approved": true}' --complete < rules.md
  holdfast design auth save stage_3a_alternatives --data '{"chosen_alternative": "Redis"}'
  holdfast design auth ticket AUTH-1 --covers "login" < ticket.md
  holdfast design auth stage 3 in_progress
  holdfast design auth close
`

func designVerb() cli.Verb {
	return cli.Verb{
		Name:     "design",
		Synopsis: designSynopsis,
		Summary:  "saves the design of a feature, stage by stage",
		Help:     designHelp,
		Run:      runDesign,
	}
}

type designFlags struct {
	prd, data, artifact, title, path, total string
	covers, depends, remaining              []string
	complete, force, yes                    bool
	given                                   map[string]bool
}

// designActions say which flags an action takes, and how many words after it.
var designActions = map[string]struct {
	flags []string
	words int
	run   func(*designCall) error
}{
	"start":        {[]string{"prd"}, 0, (*designCall).start},
	"stage":        {[]string{"force"}, 2, (*designCall).stage},
	"save":         {[]string{"complete", "data", "artifact", "title", "path", "force"}, 1, (*designCall).save},
	"ticket":       {[]string{"covers", "depends", "force"}, 1, (*designCall).ticket},
	"plan-tickets": {[]string{"total", "remaining"}, 0, (*designCall).planTickets},
	"set":          {[]string{"prd"}, 0, (*designCall).set},
	"close":        {nil, 0, (*designCall).close},
	"restart":      {[]string{"yes"}, 0, (*designCall).restart},
	"rebuild":      {[]string{"yes"}, 0, (*designCall).rebuild},
}

// A designCall is one call of the verb.
type designCall struct {
	*cli.Invocation
	designFlags
	store   design.Store
	feature string
	words   []string
}

func runDesign(inv *cli.Invocation) error {
	c := &designCall{Invocation: inv}
	var fs *flag.FlagSet
	err := inv.Parse(func(f *flag.FlagSet) { fs = f; c.define(f) }, 2, -1)
	if err != nil {
		return err
	}
	name := inv.Rest[1]
	action, ok := designActions[name]
	if !ok {
		return inv.UsageError(fmt.Sprintf("unknown action %q", name))
	}
	c.given = map[string]bool{}
	fs.Visit(func(f *flag.Flag) { c.given[f.Name] = true })
	for f := range c.given {
		if f != "root" && f != "json" && !slices.Contains(action.flags, f) {
			return inv.UsageError(fmt.Sprintf("%s takes no --%s", name, f))
		}
	}
	if c.words = inv.Rest[2:]; len(c.words) != action.words {
		return inv.UsageError(fmt.Sprintf("%s takes %d arguments, not %d", name, action.words, len(c.words)))
	}
	c.feature = inv.Rest[0]
	if err := design.CheckName("feature", c.feature); err != nil {
		return err
	}
	root, folder, err := inv.Place()
	if err != nil {
		return err
	}
	c.store = design.Store{Root: root, Machine: folder}
	return action.run(c)
}

func (f *designFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.prd, "prd", "", "")
	fs.StringVar(&f.data, "data", "", "")
	fs.StringVar(&f.artifact, "artifact", "", "")
	fs.StringVar(&f.title, "title", "", "")
	fs.StringVar(&f.path, "path", "", "")
	fs.StringVar(&f.total, "total", "", "")
	fs.BoolVar(&f.complete, "complete", false, "")
	fs.BoolVar(&f.force, "force", false, "")
	fs.BoolVar(&f.yes, "yes", false, "")
	for name, list := range map[string]*[]string{"covers": &f.covers, "depends": &f.depends, "remaining": &f.remaining} {
		fs.Func(name, "", func(v string) error { *list = append(*list, v); return nil })
	}
}

const safely = "Checkpoint saved. You can safely resume later."

type designDocument struct {
	Feature      string   `json:"feature"`
	Path         string   `json:"path"`
	CurrentStage int      `json:"current_stage"`
	StageName    string   `json:"stage_name"`
	Complete     bool     `json:"complete"`
	Closed       bool     `json:"closed"`
	Wrote        []string `json:"wrote"`
	Message      string   `json:"message"`
}

// saved prints what a change did. done is what a person reads first.
func (c *designCall) saved(r design.Result, done, message string) error {
	for _, w := range r.Warnings {
		c.Warnf("%v", w)
	}
	st, complete := r.Session.Resume()
	_, closed := r.Session.Closed()
	c.Printf("%s\n", done)
	for _, p := range r.Wrote {
		c.Printf("wrote %s\n", p)
	}
	switch {
	case complete:
		c.Printf("Every stage is complete.\n")
	case !closed:
		c.Printf("Current stage: %d %s\n", st.Number, st.Name)
	}
	if message != "" {
		c.Printf("%s\n", message)
	}
	return c.PrintJSON(designDocument{
		Feature: c.feature, Path: r.Session.Path, CurrentStage: st.Number, StageName: st.Name,
		Complete: complete, Closed: closed, Wrote: append([]string{}, r.Wrote...), Message: message,
	})
}

func (c *designCall) start() error {
	source, err := c.source()
	if err != nil {
		return err
	}
	if e, err := c.store.Reconstruct(c.feature, c.Now()); err == nil && !e.There && e.Own {
		c.Warnf("files of an earlier design of %q exist; holdfast design %s names them", c.feature, c.feature)
	}
	r, err := c.store.Start(c.feature, source, c.Now())
	if err != nil {
		return err
	}
	return c.saved(r, "started the design "+c.feature+" in "+r.Session.Path, "")
}

// source is --prd as it is stored: relative to the project.
func (c *designCall) source() (string, error) {
	if !c.given["prd"] {
		return "", nil
	}
	full := c.prd
	if dir, err := c.WorkingDir(); err == nil && !filepath.IsAbs(full) && exists(filepath.Join(dir, full)) {
		full = filepath.Join(dir, full)
	}
	rel, ok := project.Rel(c.store.Root, full)
	if !ok || c.prd == "" || rel == "." {
		return "", &fault.InvalidError{What: "the source", Faults: []fault.Fault{{Field: "prd", Found: strconv.Quote(fault.Shorten(c.prd)), Allowed: "a file in the project"}}}
	}
	if !exists(filepath.Join(c.store.Root, filepath.FromSlash(rel))) {
		c.Warnf("%q does not exist yet", rel)
	}
	return rel, nil
}

func (c *designCall) set() error {
	if !c.given["prd"] {
		return c.UsageError("set takes --prd PATH")
	}
	source, err := c.source()
	if err != nil {
		return err
	}
	r, err := c.store.SetSource(c.feature, source, c.Now())
	if err != nil {
		return err
	}
	return c.saved(r, fmt.Sprintf("the design %s starts from %s", c.feature, source), "")
}

func (c *designCall) close() error {
	r, err := c.store.Close(c.feature, c.Now())
	if err != nil {
		return err
	}
	done := "closed the design " + c.feature
	if open := r.Session.OpenStages(); len(open) > 0 {
		done += ", with open stages: " + strings.Join(open, ", ")
	}
	return c.saved(r, done, "")
}

func (c *designCall) stage() error {
	r, err := c.store.SetStage(c.feature, c.words[0], c.words[1], c.force, c.Now())
	if err != nil {
		return err
	}
	return c.saved(r, fmt.Sprintf("stage %s of %s is %s", c.words[0], c.feature, c.words[1]), safely)
}

func (c *designCall) save() error {
	name := c.words[0]
	if c.complete && strings.HasSuffix(strings.SplitN(strings.TrimPrefix(name, "stage_"), "_", 2)[0], "a") {
		return c.UsageError(fmt.Sprintf("--complete is not for %s: the stage is complete with its other checkpoint", name))
	}
	if (c.given["title"] || c.given["path"]) && !c.given["artifact"] {
		return c.UsageError("--title and --path are for --artifact")
	}
	content, err := c.Body()
	if err != nil {
		return err
	}
	if content != nil && !c.given["artifact"] {
		return c.UsageError("there is content on standard input, but no --artifact names its kind")
	}
	v := design.Save{
		Checkpoint: name, Complete: c.complete, Kind: design.Kind(c.artifact), Content: content, Title: c.title, Force: c.force,
	}
	if c.given["artifact"] && c.artifact == "" {
		return c.UsageError("--artifact takes a kind")
	}
	if c.given["data"] {
		v.Data = []byte(c.data)
	}
	if c.given["path"] {
		rel, ok := project.Rel(c.store.Root, c.path)
		if !ok || c.path == "" {
			return &fault.InvalidError{What: "the path", Faults: []fault.Fault{{Field: "path", Found: strconv.Quote(fault.Shorten(c.path)), Allowed: "a path in the project"}}}
		}
		v.Path = rel
	}
	r, err := c.store.Save(c.feature, v, c.Now())
	if err != nil {
		return err
	}
	return c.saved(r, fmt.Sprintf("saved %s of %s", name, c.feature), safely)
}

func (c *designCall) ticket() error {
	content, err := c.Body()
	if err != nil {
		return err
	}
	r, err := c.store.Ticket(c.feature, design.TicketSave{
		ID: c.words[0], Covers: c.covers, Depends: c.depends, Content: content, Force: c.force,
	}, c.Now())
	if err != nil {
		return err
	}
	return c.saved(r, fmt.Sprintf("saved the ticket %s of %s; %s", c.words[0], c.feature, r.Session.Tickets()), safely)
}

func (c *designCall) planTickets() error {
	if !c.given["total"] {
		return c.UsageError("plan-tickets takes --total N")
	}
	total, err := strconv.Atoi(c.total)
	if err != nil {
		return &fault.InvalidError{What: "the plan", Faults: []fault.Fault{{Field: "total", Found: strconv.Quote(fault.Shorten(c.total)), Allowed: "a number"}}}
	}
	r, err := c.store.PlanTickets(c.feature, total, c.remaining, c.Now())
	if err != nil {
		return err
	}
	return c.saved(r, fmt.Sprintf("planned the tickets of %s; %s", c.feature, r.Session.Tickets()), safely)
}
