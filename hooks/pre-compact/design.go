package main

import (
	"fmt"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/design"
	"holdfast/lib/project"
)

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
  --json            the result as JSON

Examples:
  holdfast design auth start --prd docs/auth.md
  holdfast design auth save stage_1_rules --artifact rules --data '{"user_approved": true}' --complete < rules.md
  holdfast design auth save stage_3a_alternatives --data '{"chosen_alternative": "Redis"}'
  holdfast design auth ticket AUTH-1 --covers "login" < ticket.md
  holdfast design auth stage 3 in_progress
  holdfast design auth close
`

// A designCall is one call of the verb.
type designCall struct {
	*cli.Invocation
	store   design.Store
	feature string
	words   []string // behind the action
	force   bool
}

func runDesign(inv *cli.Invocation) error {
	c := designCall{inv, design.Store{Root: inv.Project, Machine: inv.Machine}, inv.Rest[0], inv.Rest[2:], inv.On("force")}
	return inv.Report(c.run(inv.Rest[1]))
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
		t := design.TicketSave{ID: c.words[0], Content: content, Force: c.force, Covers: c.All("covers"), Depends: c.All("depends")}
		return c.store.Ticket(c.Ctx, c.feature, t, c.Now())
	case "plan-tickets":
		return c.store.PlanTickets(c.Ctx, c.feature, c.Flag("total"), c.All("remaining"), c.Now())
	case "close":
		return c.store.Close(c.Ctx, c.feature, c.Now())
	case "restart":
		return c.store.Restart(c.Ctx, c.feature, c.Now())
	}
	return c.store.Rebuild(c.Ctx, c.feature, c.Flag("only"), c.On("yes"), c.Now())
}

// from starts a design or sets what it starts from.
func (c *designCall) from(action string) (cli.Report, error) {
	prd := c.Flag("prd")
	if c.Has("prd") {
		rel, ok := c.InProject(c.store.Root, prd)
		if !ok || rel == "." {
			return nil, design.Outside("the source", "prd", prd, "file")
		}
		prd = rel
	}
	if action == "start" {
		return c.store.Start(c.Ctx, c.feature, prd, c.Now())
	}
	return c.store.SetSource(c.Ctx, c.feature, prd, c.Now())
}

func (c *designCall) saveStage(name string) (cli.Report, error) {
	s := design.Save{
		Checkpoint: name, Kind: design.Kind(c.Flag("artifact")), Title: c.Flag("title"), Path: c.Flag("path"),
		Complete: c.On("complete"), Force: c.force,
	}
	switch {
	case s.Complete && strings.HasSuffix(strings.SplitN(strings.TrimPrefix(name, "stage_"), "_", 2)[0], "a"):
		return nil, c.UsageError(fmt.Sprintf("--complete is not for %s: the stage is complete with its other checkpoint", name))
	case !c.Has("artifact") && (c.Has("title") || c.Has("path")):
		return nil, c.UsageError("--title and --path are for --artifact")
	case c.Has("artifact") && s.Kind == "":
		return nil, c.UsageError("--artifact takes a kind")
	}
	content, err := c.Body()
	if err != nil {
		return nil, err
	}
	if content != nil && !c.Has("artifact") {
		return nil, c.UsageError("there is content on standard input, but no --artifact names its kind")
	}
	s.Content = content
	if c.Has("data") {
		s.Data = []byte(c.Flag("data"))
	}
	if c.Has("path") {
		rel, ok := project.Rel(c.store.Root, s.Path)
		if !ok {
			return nil, design.Outside("the path", "path", s.Path, "path")
		}
		s.Path = rel
	}
	return c.store.Save(c.Ctx, c.feature, s, c.Now())
}
