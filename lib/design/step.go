package design

import (
	"fmt"
	"maps"
	"slices"
	"strings"

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
}

// next is what resuming does first.
func (v view) next() Step {
	st, done := v.resume()
	_, p := v.stage(st)
	switch {
	case v.closed():
		p = Step{Stage: st.Number, Read: []string{}, Choices: []string{}, Missing: []string{}}
		p.say("nothing", "the design is closed; to reopen it: "+v.back("").Command)
	case done:
		p = Step{Stage: st.Number, Read: v.docs.paths(Ticket), Choices: []string{}, Missing: []string{}}
		p.say("nothing", "every stage is complete; propose a commit, or begin with the first ticket")
	}
	return p
}

// stage is in words what a stage made, "" for nothing, and what is to do in it. It
// follows what is on the disk: what is there already is put to the user, not made
// again.
func (v view) stage(st Stage) (made string, p Step) {
	p = Step{Stage: st.Number, Read: []string{}, Choices: []string{}, Missing: []string{}}
	switch st.Role {
	case Clarify:
		made = v.clarify(st, &p)
	case Extract:
		made = v.extract(st, &p)
	case Analyse:
		p.read(v.source())
		p.read(v.docs.paths(Extract)...)
		p.say("judge-complexity", "decide whether the feature is simple or complex")
		if c := v.at(st.checkpoint(), keyComplexity).Text(); c != "" {
			p.say("complete-stage", "the complexity is decided: complete the stage, unless it has changed")
			made = strings.TrimSuffix(c+": "+v.at(st.checkpoint(), "reason").Says(), ": ")
		}
	case Decide:
		made = v.decide(st, &p)
	case Contract:
		made = v.contract(st, &p)
	case Scenario:
		p.read(append(v.docs.paths(Scenario), v.docs.paths(Extract)...)...)
		p.say("write-scenarios", "write the scenarios, each traced to a rule")
		if n := v.counted(BDD); n > 0 {
			made = fence.Count(n, "scenario")
		}
		if d, ok := v.docs.first(BDD); ok {
			p.say("check-scenarios", fmt.Sprintf("check that the %s in %s cover every rule, then complete the stage",
				fence.Count(len(d.Titles), "scenario"), d.Path))
		}
	case Ticket:
		made = v.ticketed(&p)
	case Review:
		for _, r := range []Role{Extract, Decide, Contract, Scenario, Ticket} {
			p.read(v.docs.paths(r)...)
		}
		p.say("review", "trace every rule to its scenarios and tickets, and name the gaps")
		p.ask("Is the design approved as it is?", "Approve", "Change something")
		made = v.approval(st, "")
	}
	return made, p
}

func (p *Step) say(action, next string) { p.Action, p.Next = action, next }

func (p *Step) ask(question string, choices ...string) {
	p.Question, p.Choices = question, append(p.Choices, choices...)
}

// read adds files to read, each once; what is no path is left out.
func (p *Step) read(files ...string) {
	for _, f := range files {
		if record.IsLocal(f) && !slices.Contains(p.Read, f) {
			p.Read = append(p.Read, f)
		}
	}
}

func (v view) clarify(st Stage, p *Step) (made string) {
	p.read(v.source())
	p.say("clarify", "clarify what is to be built, then save "+st.checkpoint())
	answers := maps.Collect(v.at(st.checkpoint(), "user_answers").Members())
	questions := v.at(st.checkpoint(), "questions_asked").Texts()
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
	case v.at(st.checkpoint(), "was_clear").True():
		return "clear as it was"
	}
	return ""
}

func (v view) extract(st Stage, p *Step) (made string) {
	d, there := v.docs.first(Rules)
	p.read(d.Path)
	rules := "rules, not counted,"
	if n := v.counted(Rules); n > 0 {
		rules = fence.Count(n, "rule")
	} else if !there {
		rules = ""
	}
	switch {
	case !there:
		p.read(v.source())
		p.say("extract-rules", "extract the business rules")
	case v.approved(st):
		p.say("complete-stage", "the rules are approved: complete the stage, unless they need changes")
	default:
		p.say("approve-rules", fmt.Sprintf("ask the user to approve the %s in %s", rules, d.Path))
		p.ask("Are the rules in "+d.Path+" right and complete?", "Approve", "Change some", "Start again")
	}
	if rules == "" {
		return ""
	}
	return strings.TrimRight(rules+" "+v.approval(st, "awaiting approval"), ", ")
}

// decide is the stage of the design, first its alternatives and then, in technical,
// what was chosen.
func (v view) decide(st Stage, p *Step) string {
	var made []string
	analysis, analysed := v.docs.first(Analysis)
	tdd, written := v.docs.first(TDD)
	alternatives := fence.Count(v.counted(Analysis), "alternative")
	if v.counted(Analysis) > 0 {
		made = append(made, alternatives)
	}
	p.Substage = fmt.Sprint(p.Stage, "a")
	p.read(analysis.Path)
	switch {
	case v.awaitsChoice():
		made[0] += " awaiting choice"
		if listed := v.listed(Analysis); !analysed && len(listed) > 0 {
			p.read(v.docs.paths(Extract)...)
			p.say("compare-alternatives", fmt.Sprintf(
				"the analysis of the %s is missing: restore %s, or compare alternatives again", alternatives, listed[0]))
			break
		}
		p.say("choose-alternative", fmt.Sprintf("present the %s for choice", alternatives))
		if analysed {
			p.Next += ", from " + analysis.Path
		}
		p.ask(fmt.Sprintf("Which of the %s is to be built?", alternatives), analysis.Titles...)
	case v.chosen().None() && !written:
		p.read(v.docs.paths(Extract)...)
		p.say("compare-alternatives", "compare at least two alternatives against the code base")
	default:
		p.Substage = fmt.Sprint(p.Stage, "b")
		v.technical(st, p)
	}
	if chosen := v.chosen(); chosen.Exists() {
		made = append(made, "chosen: "+chosen.Says())
	}
	if written {
		state := "written"
		if len(tdd.Missing) > 0 {
			state = "partial"
		}
		if approval := v.approval(st, ""); approval != "" {
			state = approval
		}
		made = append(made, "TDD "+state)
	}
	if n := len(v.docs[ADR]); n > 0 {
		made = append(made, fence.Count(n, "ADR"))
	}
	return strings.Join(made, ", ")
}

// technical is what to do with the technical design.
func (v view) technical(st Stage, p *Step) {
	tdd, written := v.docs.first(TDD)
	for _, d := range v.docs[TDD] {
		p.read(d.Path)
	}
	switch {
	case !written:
		p.read(v.docs.paths(Extract)...)
		p.say("write-tdd", "write the technical design of what was chosen, and its decisions")
	case len(tdd.Missing) > 0:
		p.Missing = tdd.Missing
		p.say("continue-tdd", fmt.Sprintf("continue with %s; missing: %s", tdd.Path, strings.Join(tdd.Missing, ", ")))
	case v.approved(st):
		p.say("complete-stage", "the technical design is approved: complete the stage, unless it needs changes")
	default:
		p.say("approve-tdd", "put "+tdd.Path+" to the user for approval")
		p.ask("Is the technical design in "+tdd.Path+" approved?", "Approve", "Change something")
	}
}

func (v view) contract(st Stage, p *Step) (made string) {
	p.read(append(v.docs.paths(Contract), v.docs.paths(Decide)...)...)
	d, there := v.docs.first(Contracts)
	switch {
	case there:
		p.say("check-contracts", "check the contracts in "+d.Path+", then complete the stage")
		made = "contracts written"
	case v.simple():
		p.say("complete-stage", "a simple feature needs no contracts: complete the stage")
		made = "not needed for a simple feature"
	default:
		p.say("write-contracts", "write the contracts")
	}
	if v.at(st.checkpoint(), "skipped").True() {
		made = "skipped"
	}
	return made
}

func (v view) ticketed(p *Step) (said string) {
	made, planned, left := len(v.docs[tickets]), v.planned(), v.remaining()
	for _, r := range []Role{Extract, Decide, Scenario, Ticket} {
		p.read(v.docs.paths(r)...)
	}
	switch {
	case planned == 0:
		p.say("plan-tickets", "plan the tickets; "+fence.Count(made, "ticket")+" are there")
	case made < planned || len(left) > 0:
		p.Missing = left
		p.say("continue-tickets", fmt.Sprintf("write the other tickets: %d of %d exist", made, planned))
		if len(left) > 0 {
			p.Next += "; left: " + strings.Join(left, "; ")
		}
	default:
		p.say("complete-stage", fmt.Sprintf("all %d tickets exist: complete the stage", made))
	}
	if made == 0 && planned == 0 {
		return ""
	}
	return v.ofPlanned(made)
}

// approval says in words whether the user approved a stage; open is what it says
// of one that is not complete yet.
func (v view) approval(st Stage, open string) string {
	switch {
	case v.approved(st):
		return "approved"
	case v.status(st.Number) != Complete:
		return open
	case v.at(st.checkpoint(), keyApproved).IsBool():
		return "completed without approval"
	}
	return ""
}
