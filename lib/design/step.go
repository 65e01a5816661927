package design

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/record"
)

// A Step is what to do next.
type Step struct {
	Stage    int      `json:"resume_stage"`
	Substage string   `json:"resume_substage"` // "3a" or "3b" in the design's stage, else ""
	Action   string   `json:"action"`
	Next     string   `json:"next"`     // in words
	Read     []string `json:"read"`     // the files to read first
	Question string   `json:"question"` // to put to the user, "" for none
	Choices  []string `json:"choices"`  // the answers to offer
	Missing  []string `json:"missing"`  // what a document or the plan still lacks
	// faults are why the stage may not complete: an earlier stage is open, or its
	// document or a part of it, the user's choice or approval, or a ticket is missing.
	faults []fault.Fault
	x      *Session
}

func (x *Session) step(st Stage) Step {
	return Step{Stage: st.Number, Read: []string{}, Choices: []string{}, Missing: []string{}, x: x}
}

// lacks notes what keeps the stage open, and reports whether it does.
func (p *Step) lacks(when bool, field, found, allowed string) bool {
	if when {
		p.faults = append(p.faults, fault.Fault{Field: field, Found: fault.Shorten(found), Allowed: allowed})
	}
	return when
}

func (p *Step) wants(when bool, checkpoint, key, allowed string) bool {
	return p.lacks(when, "checkpoints."+checkpoint+"."+key, record.Found(p.x.at(checkpoint, key)), allowed)
}

func (p *Step) say(action, next string, a ...any) { p.Action, p.Next = action, fmt.Sprintf(next, a...) }

func (p *Step) ask(question string, choices ...string) {
	p.Question, p.Choices = question, append(p.Choices, choices...)
}

// read adds files to read, each once; what is not a path is left out.
func (p *Step) read(files ...string) {
	for _, f := range files {
		if record.IsLocal(f) && !slices.Contains(p.Read, f) {
			p.Read = append(p.Read, f)
		}
	}
}

func (p *Step) readAll(roles ...Role) { p.read(paths(p.x.docs.of(roles...))...) }

// next is what resuming does first.
func (x *Session) next() Step {
	st, done := x.resume()
	switch p := x.step(st); {
	case x.closed():
		p.say("nothing", "the design is closed; to reopen it: %s", x.back(st))
		return p
	case done:
		p.readAll(Ticket)
		p.say("nothing", "every stage is complete; propose a commit, or begin with the first ticket")
		return p
	}
	_, p := x.stage(st)
	return p
}

// stage is in words what a stage made, "" for nothing, and what is to do in it. It
// follows what is on the disk: what is there already is put to the user, not made
// again.
func (x *Session) stage(st Stage) (made string, p Step) {
	p = x.step(st)
	own := st.checkpoint()
	for _, earlier := range x.table[:st.Number] {
		status := x.status(earlier.Number)
		p.lacks(status != Complete, fmt.Sprintf("stage_status.%d", earlier.Number), status,
			fmt.Sprintf("complete, before stage %d", st.Number))
	}
	undocumented := st.Needs != "" && !x.skipped(st) && len(x.docs[st.Needs]) == 0
	p.lacks(undocumented, "artifacts."+string(st.Needs), fault.Nothing,
		fmt.Sprintf("a document: save %s --artifact %s < content", own, st.Needs))
	do := map[Role]func(*Step, Stage) string{
		Clarify: x.clarify, Extract: x.extract, Analyse: x.analyse, Decide: x.decide, Contract: x.contract,
		Scenario: x.scenario, Ticket: x.ticketed, Review: x.review,
	}
	made = do[st.Role](&p, st)
	p.wants(st.Approval && !x.approved(st), own, keyApproved, "true, once the user has approved it")
	return made, p
}

func (x *Session) clarify(p *Step, st Stage) (made string) {
	own := st.checkpoint()
	p.read(x.source())
	p.say("clarify", "clarify what is to be built, then save %s", own)
	answers := maps.Collect(x.at(own, "user_answers").Members())
	questions := x.at(own, "questions_asked").Texts()
	for _, q := range questions {
		if answers[q].Says() == "" {
			p.Missing = append(p.Missing, q)
		}
	}
	if len(p.Missing) > 0 {
		p.ask(p.Missing[0])
	}
	switch {
	case len(questions) > 0:
		return fence.Count(len(answers), "answer") + " to " + fence.Count(len(questions), "question")
	case x.at(own, "was_clear").True():
		return "clear as it was"
	}
	return ""
}

func (x *Session) extract(p *Step, st Stage) (made string) {
	d, there := x.docs.first(Rules)
	if n := x.counted(Rules); n > 0 {
		made = fence.Count(n, "rule")
	} else if there {
		made = "rules, not counted,"
	}
	p.read(d.Path)
	switch {
	case !there:
		p.read(x.source())
		p.say("extract-rules", "extract the business rules")
	case x.approved(st):
		p.say("complete-stage", "the rules are approved: complete the stage, unless they need changes")
	default:
		p.say("approve-rules", "ask the user to approve the %s in %s", made, d.Path)
		p.ask("Are the rules in "+d.Path+" right and complete?", "Approve", "Change some", "Start again")
	}
	if made == "" {
		return ""
	}
	return strings.TrimRight(made+" "+x.approval(st, "awaiting approval"), ", ")
}

func (x *Session) analyse(p *Step, st Stage) (made string) {
	p.read(x.source())
	p.readAll(Extract)
	own := st.checkpoint()
	decided := x.at(own, keyComplexity)
	undecided := decided.None() || !isComplexity().Takes(decided)
	if p.wants(undecided, own, keyComplexity, isComplexity().String()) {
		p.say("judge-complexity", "decide whether the feature is simple or complex")
		return ""
	}
	p.say("complete-stage", "the complexity is decided: complete the stage, unless it has changed")
	return strings.TrimSuffix(decided.Text()+": "+x.at(own, "reason").Says(), ": ")
}

// decide is the stage of the design, first its alternatives and then, in technical,
// what was chosen.
func (x *Session) decide(p *Step, st Stage) string {
	var made []string
	analysis, analysed := x.docs.first(Analysis)
	tdd, written := x.docs.first(TDD)
	alternatives, chosen := fence.Count(x.counted(Analysis), "alternative"), x.chosen()
	awaited := p.wants(x.awaitsChoice(), x.table.alternatives(), keyChosen, "the alternative that was chosen")
	if awaited {
		made = append(made, alternatives+" awaiting choice")
	} else if x.counted(Analysis) > 0 {
		made = append(made, alternatives)
	}
	p.lacks(len(tdd.Missing) > 0, "artifacts."+string(TDD), "a partial document",
		"one with "+strings.Join(tdd.Missing, ", "))
	can, which := x.offered(chosen)
	p.wants(!can, x.table.alternatives(), keyChosen, which)
	p.Substage = fmt.Sprint(p.Stage, "a")
	p.read(analysis.Path)
	switch {
	case awaited && !analysed && len(x.listed(Analysis)) > 0:
		p.readAll(Extract)
		p.say("compare-alternatives", "the analysis of the %s is missing: restore %s, or compare alternatives again",
			alternatives, x.listed(Analysis)[0])
	case awaited:
		p.say("choose-alternative", "present the %s for choice", alternatives)
		if analysed {
			p.Next += ", from " + analysis.Path
		}
		p.ask(fmt.Sprintf("Which of the %s is to be built?", alternatives), analysis.Titles...)
	case chosen.None() && !written:
		p.readAll(Extract)
		p.say("compare-alternatives", "compare at least two alternatives against the code base")
	default:
		p.Substage = fmt.Sprint(p.Stage, "b")
		x.technical(p, st)
	}
	if chosen.Exists() {
		made = append(made, "chosen: "+chosen.Says())
	}
	if written {
		state := "written"
		if len(tdd.Missing) > 0 {
			state = "partial"
		}
		made = append(made, "TDD "+cmp.Or(x.approval(st, ""), state))
	}
	if n := len(x.docs[ADR]); n > 0 {
		made = append(made, fence.Count(n, "ADR"))
	}
	return strings.Join(made, ", ")
}

func (x *Session) technical(p *Step, st Stage) {
	tdd, written := x.docs.first(TDD)
	p.read(paths(x.docs[TDD])...)
	switch {
	case !written:
		p.readAll(Extract)
		p.say("write-tdd", "write the technical design of what was chosen, and its decisions")
	case len(tdd.Missing) > 0:
		p.Missing = tdd.Missing
		p.say("continue-tdd", "continue with %s; missing: %s", tdd.Path, strings.Join(tdd.Missing, ", "))
	case x.approved(st):
		p.say("complete-stage", "the technical design is approved: complete the stage, unless it needs changes")
	default:
		p.say("approve-tdd", "put %s to the user for approval", tdd.Path)
		p.ask("Is the technical design in "+tdd.Path+" approved?", "Approve", "Change something")
	}
}

func (x *Session) contract(p *Step, st Stage) (made string) {
	p.readAll(Contract, Decide)
	if x.at(st.checkpoint(), keySkipped).True() {
		made = "skipped"
	}
	if d, there := x.docs.first(Contracts); there {
		p.say("check-contracts", "check the contracts in %s, then complete the stage", d.Path)
		return cmp.Or(made, "contracts written")
	}
	if x.simple() {
		p.say("complete-stage", "a simple feature needs no contracts: complete the stage")
		return cmp.Or(made, "not needed for a simple feature")
	}
	p.say("write-contracts", "write the contracts")
	return made
}

func (x *Session) scenario(p *Step, st Stage) (made string) {
	p.readAll(Scenario, Extract)
	p.say("write-scenarios", "write the scenarios, each traced to a rule")
	if d, ok := x.docs.first(BDD); ok {
		p.say("check-scenarios", "check that the %s in %s cover every rule, then complete the stage",
			fence.Count(len(d.Titles), "scenario"), d.Path)
	}
	if n := x.counted(BDD); n > 0 {
		made = fence.Count(n, "scenario")
	}
	return made
}

func (x *Session) ticketed(p *Step, st Stage) string {
	made, planned, left, unknown := len(x.docs[tickets]), x.planned(), x.remaining(), x.unknownDependencies()
	p.lacks(made < max(planned, 1), "tickets_progress.created", strconv.Itoa(made), strconv.Itoa(max(planned, 1)))
	p.lacks(len(left) > 0, "tickets_progress.remaining", strings.Join(left, "; "), "nothing")
	p.lacks(len(unknown) > 0, "checkpoints."+st.checkpoint()+".dependencies", strings.Join(unknown, ", "),
		"tickets that exist")
	p.readAll(Extract, Decide, Scenario, Ticket)
	switch {
	case planned == 0:
		p.say("plan-tickets", "plan the tickets; %s are there", fence.Count(made, "ticket"))
	case made < planned || len(left) > 0:
		p.Missing = left
		p.say("continue-tickets", "write the other tickets: %d of %d exist", made, planned)
		if len(left) > 0 {
			p.Next += "; left: " + strings.Join(left, "; ")
		}
	default:
		p.say("complete-stage", "all %d tickets exist: complete the stage", made)
	}
	if made == 0 && planned == 0 {
		return ""
	}
	return x.ofPlanned(made)
}

func (x *Session) review(p *Step, st Stage) string {
	p.readAll(Extract, Decide, Contract, Scenario, Ticket)
	p.say("review", "trace every rule to its scenarios and tickets, and name the gaps")
	p.ask("Is the design approved as it is?", "Approve", "Change something")
	return x.approval(st, "")
}

// approval says in words whether the user approved a stage; open is what it says
// of one that is not complete yet.
func (x *Session) approval(st Stage, open string) string {
	switch {
	case x.approved(st):
		return "approved"
	case x.status(st.Number) != Complete:
		return open
	case x.at(st.checkpoint(), keyApproved).IsBool():
		return "completed without approval"
	}
	return ""
}
