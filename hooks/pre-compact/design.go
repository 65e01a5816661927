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
of an approved document takes the approval back. A simple feature skips contracts.
adr (architecture decision record) takes the next free number in docs/adr. A file
that was not saved here is replaced only with --force.

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

func runDesign(inv *cli.Invocation) error {
	c := design.Change{Ctx: inv.Ctx, Now: inv.Now(), Feature: inv.Rest[0], Force: inv.On("force")}
	return inv.Report(changeDesign(inv, design.In(inv.Project, inv.Machine), c, inv.Rest[1], inv.Rest[2:]))
}

// changeDesign does an action with the words behind it.
func changeDesign(
	inv *cli.Invocation, s design.Store, c design.Change, action string, words []string,
) (cli.Report, error) {
	switch action {
	case "start", "set":
		prd := inv.Flag("prd")
		if rel, ok := inv.InProject(s.Root, prd); prd != "" && ok && rel != "." {
			prd = rel
		} else if inv.Has("prd") {
			return nil, design.Outside("the source", "prd", prd, "file")
		}
		if action == "start" {
			return s.Start(c, prd)
		}
		return s.SetSource(c, prd)
	case "stage":
		return s.SetStage(c, words[0], words[1])
	case "save":
		v, err := designSave(inv, s, words[0])
		if err != nil {
			return nil, err
		}
		return s.Save(c, v)
	case "ticket":
		content, err := inv.Body()
		if err != nil {
			return nil, err
		}
		return s.Ticket(c, design.TicketSave{
			ID: words[0], Content: content, Covers: inv.All("covers"), Depends: inv.All("depends"),
		})
	case "plan-tickets":
		return s.PlanTickets(c, inv.Flag("total"), inv.All("remaining"))
	case "close":
		return s.Close(c)
	case "restart":
		return s.Restart(c)
	}
	r, err := s.Rebuild(c, inv.Flag("only"), inv.On("yes"))
	return r.Typed(inv), err
}

// designSave is what is saved of a stage.
func designSave(inv *cli.Invocation, s design.Store, name string) (design.Save, error) {
	v := design.Save{
		Checkpoint: name, Kind: design.Kind(inv.Flag("artifact")), Title: inv.Flag("title"), Path: inv.Flag("path"),
		Complete: inv.On("complete"),
	}
	stage, _, _ := strings.Cut(strings.TrimPrefix(name, "stage_"), "_")
	switch {
	case v.Complete && strings.HasSuffix(stage, "a"):
		return v, inv.UsageError(fmt.Sprintf(
			"--complete is not for %s: the stage is complete with its other checkpoint", name))
	case !inv.Has("artifact") && (inv.Has("title") || inv.Has("path")):
		return v, inv.UsageError("--title and --path are for --artifact")
	case inv.Has("artifact") && v.Kind == "":
		return v, inv.UsageError("--artifact takes a kind")
	}
	var err error
	if v.Content, err = inv.Body(); err != nil {
		return v, err
	}
	if v.Content != nil && !inv.Has("artifact") {
		return v, inv.UsageError("there is content on standard input, but no --artifact names its kind")
	}
	if inv.Has("data") {
		v.Data = []byte(inv.Flag("data"))
	}
	if inv.Has("path") {
		rel, ok := project.Rel(s.Root, v.Path)
		if !ok {
			return v, design.Outside("the path", "path", v.Path, "path")
		}
		v.Path = rel
	}
	return v, nil
}
