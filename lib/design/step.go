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

// step is what resuming does first. It follows what is on the disk: what is there
// already is put to the user, not made again.
func (s Session) step(docs documents) Step {
	st, done := s.Resume()
	p := Step{Stage: st.Number, Read: []string{}, Choices: []string{}, Missing: []string{}}
	from := func(roles ...Role) {
		for _, r := range roles {
			p.read(docs.paths(r)...)
		}
	}
	switch {
	case s.closed():
		p.say("nothing", "the design is closed; to reopen it: "+s.reopening())
		return p
	case done:
		from(Ticket)
		p.say("nothing", "every stage is complete; propose a commit, or begin with the first ticket")
		return p
	}
	switch st.Role {
	case Clarify:
		p.clarify(s, st)
	case Extract:
		p.rules(s, st, docs)
	case Analyse:
		p.read(s.source())
		from(Extract)
		p.say("judge-complexity", "decide whether the feature is simple or complex")
		if s.at(st.checkpoint(), keyComplexity).Text() != "" {
			p.say("complete-stage", "the complexity is decided: complete the stage, unless it has changed")
		}
	case Decide:
		p.design(s, st, docs)
	case Contract:
		from(Contract, Decide)
		p.say("write-contracts", "write the contracts")
		if d, ok := docs.first(Contracts); ok {
			p.say("check-contracts", "check the contracts in "+d.Path+", then complete the stage")
		} else if s.simple() {
			p.say("complete-stage", "a simple feature needs no contracts: complete the stage")
		}
	case Scenario:
		from(Scenario, Extract)
		p.say("write-scenarios", "write the scenarios, each traced to a rule")
		if d, ok := docs.first(BDD); ok {
			p.say("check-scenarios", fmt.Sprintf("check that the %s in %s cover every rule, then complete the stage",
				fence.Count(len(d.Titles), "scenario"), d.Path))
		}
	case Ticket:
		from(Extract, Decide, Scenario, Ticket)
		p.tickets(s, len(docs[tickets]))
	case Review:
		from(Extract, Decide, Contract, Scenario, Ticket)
		p.say("review", "trace every rule to its scenarios and tickets, and name the gaps")
		p.ask("Is the design approved as it is?", "Approve", "Change something")
	}
	return p
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

func (p *Step) clarify(s Session, st Stage) {
	p.read(s.source())
	p.say("clarify", "clarify what is to be built, then save "+st.checkpoint())
	answers := maps.Collect(s.at(st.checkpoint(), "user_answers").Members())
	for _, q := range s.at(st.checkpoint(), "questions_asked").Texts() {
		if answers[q].Says() == "" {
			p.Missing = append(p.Missing, q)
		}
	}
	if len(p.Missing) > 0 {
		p.ask(p.Missing[0])
	}
}

func (p *Step) rules(s Session, st Stage, docs documents) {
	d, there := docs.first(Rules)
	p.read(d.Path)
	rules := "rules"
	if n := s.counted(Rules, docs); n > 0 {
		rules = fence.Count(n, "rule")
	}
	switch {
	case !there:
		p.read(s.source())
		p.say("extract-rules", "extract the business rules")
	case s.approved(st, docs):
		p.say("complete-stage", "the rules are approved: complete the stage, unless they need changes")
	default:
		p.say("approve-rules", fmt.Sprintf("ask the user to approve the %s in %s", rules, d.Path))
		p.ask("Are the rules in "+d.Path+" right and complete?", "Approve", "Change some", "Start again")
	}
}

func (p *Step) design(s Session, st Stage, docs documents) {
	analysis, analysed := docs.first(Analysis)
	tdd, written := docs.first(TDD)
	alternatives := fence.Count(s.counted(Analysis, docs), "alternative")
	p.Substage = fmt.Sprint(p.Stage, "a")
	p.read(analysis.Path)
	switch {
	case s.awaitsChoice(docs) && !analysed && len(s.listed(Analysis)) > 0:
		p.read(docs.paths(Extract)...)
		p.say("compare-alternatives", fmt.Sprintf("the analysis of the %s is missing: restore %s, "+
			"or compare alternatives again", alternatives, s.listed(Analysis)[0]))
	case s.awaitsChoice(docs):
		p.say("choose-alternative", fmt.Sprintf("present the %s for choice", alternatives))
		if analysed {
			p.Next += ", from " + analysis.Path
		}
		p.ask(fmt.Sprintf("Which of the %s is to be built?", alternatives), analysis.Titles...)
	case s.chosen().None() && !written:
		p.read(docs.paths(Extract)...)
		p.say("compare-alternatives", "compare at least two alternatives against the code base")
	default:
		p.Substage = fmt.Sprint(p.Stage, "b")
		p.technical(s.approved(st, docs), tdd, docs)
	}
}

// technical is what to do with the technical design.
func (p *Step) technical(approved bool, tdd Document, docs documents) {
	for _, d := range docs[TDD] {
		p.read(d.Path)
	}
	switch {
	case tdd.Path == "":
		p.read(docs.paths(Extract)...)
		p.say("write-tdd", "write the technical design of what was chosen, and its decisions")
	case len(tdd.Missing) > 0:
		p.Missing = tdd.Missing
		p.say("continue-tdd", fmt.Sprintf("continue with %s; missing: %s", tdd.Path, strings.Join(tdd.Missing, ", ")))
	case approved:
		p.say("complete-stage", "the technical design is approved: complete the stage, unless it needs changes")
	default:
		p.say("approve-tdd", "put "+tdd.Path+" to the user for approval")
		p.ask("Is the technical design in "+tdd.Path+" approved?", "Approve", "Change something")
	}
}

func (p *Step) tickets(s Session, made int) {
	planned, left := s.planned(), s.remaining()
	switch {
	case planned == 0 && made == 0:
		p.say("plan-tickets", "plan the tickets")
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
}

// produced is what a stage made, in words.
func (s Session) produced(st Stage, docs documents) string {
	at := func(key string) record.Value { return s.at(st.checkpoint(), key) }
	switch st.Role {
	case Clarify:
		if n := len(at("questions_asked").Items()); n > 0 {
			answers := len(maps.Collect(at("user_answers").Members()))
			return fence.Count(answers, "answer") + " to " + fence.Count(n, "question")
		}
		if at("was_clear").True() {
			return "clear as it was"
		}
	case Extract:
		_, there := docs.first(Rules)
		switch n := s.counted(Rules, docs); {
		case n > 0:
			return strings.TrimSpace(fence.Count(n, "rule") + " " + s.approval(st, docs, "awaiting approval"))
		case there:
			return strings.TrimSuffix("rules, not counted, "+s.approval(st, docs, "awaiting approval"), ", ")
		}
	case Analyse:
		if c := at(keyComplexity).Text(); c != "" {
			return strings.TrimSuffix(c+": "+at("reason").Says(), ": ")
		}
	case Decide:
		return s.designed(st, docs)
	case Contract:
		switch {
		case at("skipped").True():
			return "skipped"
		case len(docs[Contracts]) > 0:
			return "contracts written"
		case s.simple():
			return "not needed for a simple feature"
		}
	case Scenario:
		if n := s.counted(BDD, docs); n > 0 {
			return fence.Count(n, "scenario")
		}
	case Ticket:
		if made := len(docs[tickets]); made > 0 || s.planned() > 0 {
			return s.ofPlanned(made)
		}
	case Review:
		return s.approval(st, docs, "")
	}
	return ""
}

// approval says in words whether the user approved a stage; open is what it says
// of one that is not complete yet.
func (s Session) approval(st Stage, docs documents, open string) string {
	switch {
	case s.approved(st, docs):
		return "approved"
	case s.Status(st.Number) != Complete:
		return open
	case s.at(st.checkpoint(), keyApproved).IsBool():
		return "completed without approval"
	}
	return ""
}

// designed is what the stage of the design made.
func (s Session) designed(st Stage, docs documents) string {
	var made []string
	if n := s.counted(Analysis, docs); n > 0 {
		made = append(made, fence.Count(n, "alternative"))
		if s.awaitsChoice(docs) {
			made[0] += " awaiting choice"
		}
	}
	if chosen := s.chosen(); chosen.Exists() {
		made = append(made, "chosen: "+chosen.Says())
	}
	if d, ok := docs.first(TDD); ok {
		open := "written"
		if len(d.Missing) > 0 {
			open = "partial"
		}
		state := s.approval(st, docs, open)
		if state == "" {
			state = open
		}
		made = append(made, "TDD "+state)
	}
	if n := len(docs[ADR]); n > 0 {
		made = append(made, fence.Count(n, "ADR"))
	}
	return strings.Join(made, ", ")
}
