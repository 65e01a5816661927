package design

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"holdfast/lib/fence"
	"holdfast/lib/record"
)

// step is what resuming at a stage does first. It follows what is on the disk:
// what is there already is put to the user, not made again.
func (s Store) step(x Session, st Stage, done bool, docs documents) Step {
	p := Step{Stage: st.Number, Read: []string{}, Choices: []string{}, Missing: []string{}}
	if _, closed := x.Closed(); closed {
		p.say("nothing", "the design is closed; to reopen it: "+x.reopening())
		return p
	}
	if done {
		p.Action, p.Next = "nothing", "every stage is complete; propose a commit, or begin with the first ticket"
		p.Read = docs.paths(Ticket)
		return p
	}
	switch st.Role {
	case Clarify:
		p.say("clarify", "clarify what is to be built, then save "+st.Checkpoints[0])
		p.read(x.Source())
		answers := maps.Collect(x.at(st.Checkpoints[0], "user_answers").Members())
		for _, q := range x.at(st.Checkpoints[0], "questions_asked").Texts() {
			if answers[q].Says() == "" {
				p.Missing = append(p.Missing, q)
			}
		}
		if len(p.Missing) > 0 {
			p.Question = p.Missing[0]
		}
	case Extract:
		p.rules(x, st, docs)
	case Analyse:
		p.read(x.Source())
		p.read(docs.paths(Extract)...)
		p.say("judge-complexity", "decide whether the feature is simple or complex")
		if x.at(st.Checkpoints[0], keyComplexity).Text() != "" {
			p.say("complete-stage", "the complexity is decided: complete the stage, unless it has changed")
		}
	case Decide:
		p.design(x, st, docs)
	case Contract:
		p.read(docs.paths(Decide)...)
		p.say("write-contracts", "write the contracts")
		if d, ok := docs.first(Contracts); ok {
			p.say("check-contracts", "check the contracts in "+d.Path+", then complete the stage")
			p.Read = append([]string{d.Path}, p.Read...)
		} else if x.Simple() {
			p.say("complete-stage", "a simple feature needs no contracts: complete the stage")
		}
	case Scenario:
		p.read(docs.paths(Extract)...)
		p.say("write-scenarios", "write the scenarios, each traced to a rule")
		if d, ok := docs.first(BDD); ok {
			p.say("check-scenarios", fmt.Sprintf("check that the %s in %s cover every rule, then complete the stage", fence.Count(len(d.Titles), "scenario"), d.Path))
			p.Read = append([]string{d.Path}, p.Read...)
		}
	case Ticket:
		p.tickets(x, docs)
	case Review:
		p.say("review", "trace every rule to its scenarios and tickets, and name the gaps")
		for _, role := range []Role{Extract, Decide, Contract, Scenario, Ticket} {
			p.read(docs.paths(role)...)
		}
		p.Question, p.Choices = "Is the design approved as it is?", []string{"Approve", "Change something"}
	}
	return p
}

func (p *Step) say(action, next string) { p.Action, p.Next = action, next }

// read adds files to read, each once; what is no path is left out.
func (p *Step) read(files ...string) {
	for _, f := range files {
		if record.IsLocal(f) && !slices.Contains(p.Read, f) {
			p.Read = append(p.Read, f)
		}
	}
}

func (p *Step) rules(x Session, st Stage, docs documents) {
	d, there := docs.first(Rules)
	rules, are := "rules", "Are"
	switch n := x.count(Rules, docs); {
	case n == 1:
		rules, are = "1 rule", "Is"
	case n > 1:
		rules = fence.Count(n, "rule")
	}
	switch {
	case !there:
		p.read(x.Source())
		p.say("extract-rules", "extract the business rules")
	case x.approved(st, docs):
		p.read(d.Path)
		p.say("complete-stage", "the rules are approved: complete the stage, unless they need changes")
	default:
		p.read(d.Path)
		p.say("approve-rules", fmt.Sprintf("ask the user to approve the %s in %s", rules, d.Path))
		p.Question = fmt.Sprintf("%s the %s in %s right and complete?", are, rules, d.Path)
		p.Choices = []string{"Approve", "Change some", "Start again"}
	}
}

func (p *Step) design(x Session, st Stage, docs documents) {
	analysis, analysed := docs.first(Analysis)
	tdd, written := docs.first(TDD)
	number := fmt.Sprint(p.Stage)
	p.Substage = number + "b"
	n := x.count(Analysis, docs)
	if analysed {
		p.read(analysis.Path)
	}
	switch {
	case x.awaitsChoice(docs) && !analysed && len(x.listed(Analysis)) > 0:
		p.Substage = number + "a"
		p.read(docs.paths(Extract)...)
		p.say("compare-alternatives", fmt.Sprintf("the analysis of the %s is missing: restore %s, or compare alternatives again", fence.Count(n, "alternative"), x.listed(Analysis)[0]))
	case x.awaitsChoice(docs):
		p.Substage = number + "a"
		p.say("choose-alternative", fmt.Sprintf("present the %s for choice", fence.Count(n, "alternative")))
		if analysed {
			p.Next += ", from " + analysis.Path
			p.Choices = append(p.Choices, analysis.Titles...)
		}
		p.Question = fmt.Sprintf("Which of the %s is to be built?", fence.Count(n, "alternative"))
	case x.chosen().None() && !written:
		p.Substage = number + "a"
		p.read(docs.paths(Extract)...)
		p.say("compare-alternatives", "compare at least two alternatives against the code base")
	case !written:
		p.read(docs.paths(Extract)...)
		p.say("write-tdd", "write the technical design of what was chosen, and its decisions")
	default:
		p.read(tdd.Path)
		for _, d := range docs[TDD][1:] {
			p.read(d.Path)
		}
		switch {
		case len(tdd.Missing) > 0:
			p.Missing = tdd.Missing
			p.say("continue-tdd", fmt.Sprintf("continue with %s; missing: %s", tdd.Path, strings.Join(tdd.Missing, ", ")))
		case x.approved(st, docs):
			p.say("complete-stage", "the technical design is approved: complete the stage, unless it needs changes")
		default:
			p.say("approve-tdd", "put "+tdd.Path+" to the user for approval")
			p.Question, p.Choices = "Is the technical design in "+tdd.Path+" approved?", []string{"Approve", "Change something"}
		}
	}
}

func (p *Step) tickets(x Session, docs documents) {
	made, planned := len(docs[tickets]), x.planned()
	left := x.remaining()
	p.read(docs.paths(Extract)...)
	p.read(docs.paths(Decide)...)
	p.read(docs.paths(Scenario)...)
	switch {
	case planned == 0 && made == 0:
		p.say("plan-tickets", "plan the tickets")
	case planned == 0:
		p.read(docs.paths(Ticket)...)
		p.say("plan-tickets", "plan the tickets; "+fence.Count(made, "ticket")+" are there")
	case made < planned || len(left) > 0:
		p.Missing = left
		p.say("continue-tickets", fmt.Sprintf("write the other tickets: %d of %d exist", made, planned))
		if len(left) > 0 {
			p.Next += "; left: " + strings.Join(left, "; ")
		}
		p.read(docs.paths(Ticket)...)
	default:
		p.say("complete-stage", fmt.Sprintf("all %d tickets exist: complete the stage", made))
	}
}
