package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/design"
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
design FEATURE rebuild [--only STAGE,...] [--yes]`

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
  rebuild       show the state that the documents prove, and what is right in a
                corrupt session; with --yes write it, and set the corrupt file
                aside. A draft completes nothing

Checkpoints: stage_0_clarity, stage_1_rules, stage_2_analysis,
stage_3a_alternatives, stage_3b_design, stage_4_contracts, stage_5_bdd,
stage_6_tickets, stage_7_review. A stage can be completed when its document
exists and no earlier stage is open; stages 1, 3 and 7 also need user_approved:
true (for stage 1 the line **Status:** Approved in the rules is enough), stage 2
its complexity, stage 3 a technical design with all its parts. Saving another text
of an approved document takes the approval back. A simple feature skips contracts. adr (architecture decision record) takes the
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
  --only STAGE,...  complete only these of the stages that rebuild would complete
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

// designActions are the flags of each action and how many words it takes.
var designActions = map[string]struct {
	words int
	flags []string
}{
	"start":        {0, []string{"prd"}},
	"stage":        {2, []string{"force"}},
	"save":         {1, []string{"complete", "data", "artifact", "title", "path", "force"}},
	"ticket":       {1, []string{"covers", "depends", "force"}},
	"plan-tickets": {0, []string{"total", "remaining"}},
	"set":          {0, []string{"prd"}},
	"close":        {0, nil},
	"restart":      {0, []string{"yes"}},
	"rebuild":      {0, []string{"only", "yes"}},
}

// A designCall is one call of the verb: its words and flags.
type designCall struct {
	*cli.Invocation
	store       design.Store
	feature     string
	words       []string
	save        design.Save
	ticket      design.TicketSave
	prd, data   string
	total, only string
	remaining   []string
	force, yes  bool
}

func runDesign(inv *cli.Invocation) error {
	c := designCall{Invocation: inv}
	if err := inv.Parse(c.define, 2, -1); err != nil {
		return err
	}
	name := inv.Rest[1]
	action, ok := designActions[name]
	if !ok {
		return inv.UsageError(fmt.Sprintf("unknown action %q", name))
	}
	for _, flag := range inv.Given {
		if !slices.Contains(action.flags, flag) {
			return inv.UsageError(fmt.Sprintf("%s takes no --%s", name, flag))
		}
	}
	c.feature, c.words = inv.Rest[0], inv.Rest[2:]
	if len(c.words) != action.words {
		return inv.UsageError(fmt.Sprintf("%s takes %d arguments, not %d", name, action.words, len(c.words)))
	}
	root, folder, err := inv.Place()
	if err != nil {
		return err
	}
	c.store = design.Store{Root: root, Machine: folder}
	return inv.Report(c.run(name))
}

func (c *designCall) define(fs *flag.FlagSet) {
	fs.StringVar(&c.prd, "prd", "", "")
	fs.StringVar(&c.data, "data", "", "")
	fs.StringVar((*string)(&c.save.Kind), "artifact", "", "")
	fs.StringVar(&c.save.Title, "title", "", "")
	fs.StringVar(&c.save.Path, "path", "", "")
	fs.StringVar(&c.total, "total", "", "")
	fs.StringVar(&c.only, "only", "", "")
	fs.BoolVar(&c.save.Complete, "complete", false, "")
	fs.BoolVar(&c.force, "force", false, "")
	fs.BoolVar(&c.yes, "yes", false, "")
	for name, list := range map[string]*[]string{"covers": &c.ticket.Covers, "depends": &c.ticket.Depends, "remaining": &c.remaining} {
		fs.Func(name, "", func(v string) error { *list = append(*list, v); return nil })
	}
}

func (c *designCall) run(action string) (cli.Report, error) {
	switch action {
	case "start", "set":
		return c.from(action)
	case "stage":
		return c.store.SetStage(c.Ctx, c.feature, c.words[0], c.words[1], c.force, c.Now())
	case "save":
		return c.saveStage(c.words[0])
	case "ticket":
		content, err := c.Body()
		if err != nil {
			return nil, err
		}
		c.ticket.ID, c.ticket.Content, c.ticket.Force = c.words[0], content, c.force
		return c.store.Ticket(c.Ctx, c.feature, c.ticket, c.Now())
	case "plan-tickets":
		if !c.has("total") {
			return nil, c.UsageError("plan-tickets takes --total N")
		}
		return c.store.PlanTickets(c.Ctx, c.feature, c.total, c.remaining, c.Now())
	case "close":
		return c.store.Close(c.Ctx, c.feature, c.Now())
	case "restart":
		return c.store.Restart(c.Ctx, c.feature, c.Now())
	}
	return c.store.Rebuild(c.Ctx, c.feature, c.only, c.yes, c.Now())
}

// from starts a design or sets what it starts from.
func (c *designCall) from(action string) (cli.Report, error) {
	if c.has("prd") {
		rel, ok := c.InProject(c.store.Root, c.prd)
		if !ok || rel == "." {
			return nil, design.Outside("the source", "prd", c.prd, "file")
		}
		c.prd = rel
	}
	switch {
	case action == "start":
		return c.store.Start(c.Ctx, c.feature, c.prd, c.Now())
	case c.prd == "":
		return nil, c.UsageError("set takes --prd PATH")
	}
	return c.store.SetSource(c.Ctx, c.feature, c.prd, c.Now())
}

func (c *designCall) saveStage(name string) (cli.Report, error) {
	artifact := c.has("artifact")
	switch {
	case c.save.Complete && strings.HasSuffix(strings.SplitN(strings.TrimPrefix(name, "stage_"), "_", 2)[0], "a"):
		return nil, c.UsageError(fmt.Sprintf("--complete is not for %s: the stage is complete with its other checkpoint", name))
	case !artifact && (c.has("title") || c.has("path")):
		return nil, c.UsageError("--title and --path are for --artifact")
	case artifact && c.save.Kind == "":
		return nil, c.UsageError("--artifact takes a kind")
	}
	content, err := c.Body()
	if err != nil {
		return nil, err
	}
	if content != nil && !artifact {
		return nil, c.UsageError("there is content on standard input, but no --artifact names its kind")
	}
	c.save.Checkpoint, c.save.Content, c.save.Force = name, content, c.force
	if c.has("data") {
		c.save.Data = []byte(c.data)
	}
	if c.has("path") {
		rel, ok := project.Rel(c.store.Root, c.save.Path)
		if !ok {
			return nil, design.Outside("the path", "path", c.save.Path, "path")
		}
		c.save.Path = rel
	}
	return c.store.Save(c.Ctx, c.feature, c.save, c.Now())
}

func (c *designCall) has(flag string) bool { return slices.Contains(c.Given, flag) }
