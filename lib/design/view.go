package design

import (
	"fmt"
	"maps"
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
	Read     []string `json:"read"`     // the files to read first: the stage's own, and what it follows from
	Question string   `json:"question"` // to put to the user, "" for none
	Choices  []string `json:"choices"`  // the answers to offer
	Missing  []string `json:"missing"`  // what a document or the plan still lacks
}

// A view is one stage of a session: what it made, what to do in it, and what keeps it
// open. It follows what is on the disk: what is there already is put to the user, not
// made again.
type view struct {
	*Session
	Step
	stage     Stage
	made      []string      // in words
	faults    []fault.Fault // why the stage may not complete
	conflicts []Conflict    // that compare found
}

// view looks at a stage; the documents were looked at before.
func (x *Session) view(st Stage) *view {
	v := &view{Session: x, stage: st, Step: Step{Stage: st.Number, Choices: []string{}, Missing: []string{}}}
	v.Read = v.paths(st)
	if src := x.source(); record.IsLocal(src) {
		v.Read = append(v.Read, src)
	}
	for _, earlier := range x.table[:st.Number] {
		v.Read = append(v.Read, v.paths(earlier)...)
		status := x.status(earlier.Number)
		v.lacks(status != Complete, fmt.Sprintf("stage_status.%d", earlier.Number), status,
			fmt.Sprintf("complete, before stage %d", st.Number))
	}
	switch st.Makes {
	case Clarity:
		v.clarify()
	case Complexity:
		v.analyse()
	case TDD:
		v.decide()
	case Tickets:
		v.tickets()
	case Review:
		v.review()
	default:
		v.document()
		v.work()
	}
	v.wants(st.Approval && !x.approved(st), st.checkpoint(), keyApproved, "true, once the user has approved it")
	return v
}

// next is what resuming does first.
func (x *Session) next() Step {
	st, done := x.resume()
	v := x.view(st)
	if done || x.closed() {
		v.Step = Step{Stage: st.Number, Read: v.paths(st), Choices: []string{}, Missing: []string{}}
		v.say("nothing", "every stage is complete; propose a commit, or begin with the first ticket")
	}
	if x.closed() {
		v.say("nothing", "the design is closed; to reopen it: %s", x.back(st))
	}
	return v.Step
}

// back is the command that goes back to a stage.
func (x *Session) back(st Stage) string {
	return x.command("%s stage %s in_progress", x.Feature, strconv.Itoa(st.Number))
}

// lacks notes what keeps the stage open, and reports whether it does.
func (v *view) lacks(when bool, field, found, allowed string) bool {
	if when {
		v.faults = append(v.faults, fault.Fault{Field: field, Found: fault.Shorten(found), Allowed: allowed})
	}
	return when
}

func (v *view) wants(when bool, checkpoint, key, allowed string) bool {
	return v.lacks(when, "checkpoints."+checkpoint+"."+key, record.Found(v.at(checkpoint, key)), allowed)
}

func (v *view) say(action, next string, a ...any) { v.Action, v.Next = action, fmt.Sprintf(next, a...) }

func (v *view) ask(question string, choices ...string) {
	v.Question, v.Choices = question, append(v.Choices, choices...)
}

func (v *view) paths(st Stage) []string {
	all := []string{}
	for _, d := range v.docs.of(st) {
		all = append(all, d.Path)
	}
	return all
}

func (v *view) clarify() {
	own := v.stage.checkpoint()
	v.say("clarify", "clarify what is to be built, then save %s", own)
	answers, questions := maps.Collect(v.at(own, "user_answers").Members()), v.at(own, "questions_asked").Texts()
	for _, q := range questions {
		if answers[q].Says() == "" {
			v.Missing = append(v.Missing, q)
		}
	}
	if len(v.Missing) > 0 {
		v.ask(v.Missing[0])
	}
	if len(questions) > 0 {
		v.made = []string{fence.Count(len(answers), "answer") + " to " + fence.Count(len(questions), "question")}
	} else if v.at(own, "was_clear").True() {
		v.made = []string{"clear as it was"}
	}
}

func (v *view) analyse() {
	own := v.stage.checkpoint()
	decided := v.at(own, keyComplexity)
	undecided := decided.None() || !isComplexity().Takes(decided)
	if v.wants(undecided, own, keyComplexity, isComplexity().String()) {
		v.say("judge-complexity", "decide whether the feature is simple or complex")
		return
	}
	v.say("complete-stage", "the complexity is decided: complete the stage, unless it has changed")
	v.made = []string{strings.TrimSuffix(decided.Text()+": "+v.at(own, "reason").Says(), ": ")}
}

// document is the document of the stage: the stage is not complete without it, unless
// it is skipped, nor without a part of it.
func (v *view) document() {
	k := v.stage.Makes
	d, there := v.docs.first(k)
	v.lacks(!there && !v.skipped(v.stage), "artifacts."+string(k), fault.Nothing,
		fmt.Sprintf("a document: save %s --artifact %s < content", v.stage.checkpoint(), k))
	v.lacks(len(d.Missing) > 0, "artifacts."+string(k), "a partial document", "one with "+strings.Join(d.Missing, ", "))
	if !there && v.skipped(v.stage) {
		v.made = append(v.made, "skipped")
	}
	v.produced(k)
}

// work is what to do for the document of the stage: it is written, continued, put to
// the user for approval, or checked.
func (v *view) work() {
	k := v.stage.Makes
	kind := docKinds[k]
	verb, name, _ := strings.Cut(kind.action, "-")
	d, there := v.docs.first(k)
	switch {
	case !there && v.skipped(v.stage):
		v.say("complete-stage", "a simple feature needs no contracts: complete the stage")
	case !there:
		v.say(kind.action, "%s the %s", verb, kind.what)
	case len(d.Missing) > 0:
		v.Missing = d.Missing
		v.say("continue-"+name, "continue with %s; missing: %s", d.Path, strings.Join(d.Missing, ", "))
	case !v.stage.Approval:
		v.say("check-"+name, "check the %s in %s, then complete the stage", v.thing(k), d.Path)
	case v.approved(v.stage):
		v.say("complete-stage", "%s is approved: complete the stage, unless it needs changes", d.Path)
	default:
		v.say("approve-"+name, "ask the user to approve the %s in %s", v.thing(k), d.Path)
		v.ask("Is "+d.Path+" right and complete?", "Approve", "Change something")
	}
}

// produced adds what there is of a kind to what the stage made.
func (v *view) produced(k Kind) {
	if thing := v.thing(k); thing != "" {
		v.made = append(v.made, strings.TrimRight(thing+" "+v.state(k), ", "))
	}
}

// thing is in words what there is of a kind, "" for nothing.
func (v *view) thing(k Kind) string {
	kind, n := docKinds[k], v.counted(k)
	if kind.dir != "" {
		n = len(v.docs[k])
	}
	switch {
	case n > 0:
		return fence.Count(n, kind.noun)
	case len(v.docs[k]) == 0:
		return ""
	case kind.countKey != "":
		return kind.noun + "s, not counted,"
	}
	return kind.noun
}

// state is in words how far the documents of a kind are.
func (v *view) state(k Kind) string {
	d, _ := v.docs.first(k)
	switch {
	case k == Analysis && v.awaitsChoice():
		return "awaiting choice"
	case k != v.stage.Makes:
		return ""
	case v.stage.Approval && v.approved(v.stage):
		return "approved"
	case v.status(v.stage.Number) == Complete && v.at(v.stage.checkpoint(), keyApproved).IsBool():
		return "completed without approval"
	case len(d.Missing) > 0:
		return "partial"
	}
	return docKinds[k].open
}

// decide is the stage of the design: first its alternatives, and then the technical
// design of what was chosen.
func (v *view) decide() {
	analysis, analysed := v.docs.first(Analysis)
	alternatives, chosen, at := v.thing(Analysis), v.chosen(), v.table.holder(Analysis)
	awaited := v.wants(v.awaitsChoice(), at, keyChosen, "the alternative that was chosen")
	can, which := v.offered(chosen)
	v.wants(!can, at, keyChosen, which)
	v.produced(Analysis)
	if chosen.Exists() {
		v.made = append(v.made, "chosen: "+chosen.Says())
	}
	v.document()
	v.produced(ADR)
	v.Substage = fmt.Sprint(v.Stage, "a")
	switch {
	case awaited && analysed:
		v.say("choose-alternative", "present the %s for choice, from %s", alternatives, analysis.Path)
		v.ask("Which of the "+alternatives+" is to be built?", analysis.Titles...)
	case awaited:
		v.say("compare-alternatives", "the analysis of the %s is missing: restore %s, or compare alternatives again",
			alternatives, v.places(Analysis)[0])
	case chosen.None() && len(v.docs[TDD]) == 0:
		v.say("compare-alternatives", "compare at least two alternatives against the code base")
	default:
		v.Substage = fmt.Sprint(v.Stage, "b")
		v.work()
	}
}

// tickets are counted against the plan, and against those that others depend on.
func (v *view) tickets() {
	made, planned, left, unknown := len(v.docs[Tickets]), v.planned(), v.remaining(), v.unknownDependencies()
	v.lacks(made < max(planned, 1), "tickets_progress.created", strconv.Itoa(made), strconv.Itoa(max(planned, 1)))
	v.lacks(len(left) > 0, "tickets_progress.remaining", strings.Join(left, "; "), "nothing")
	v.lacks(len(unknown) > 0, "checkpoints."+v.stage.checkpoint()+".dependencies", strings.Join(unknown, ", "),
		"tickets that exist")
	switch {
	case planned == 0:
		v.say("plan-tickets", "plan the tickets; %s are there", fence.Count(made, "ticket"))
	case made < planned || len(left) > 0:
		v.Missing = left
		v.say("continue-tickets", "write the other tickets: %d of %d exist", made, planned)
		if len(left) > 0 {
			v.Next += "; left: " + strings.Join(left, "; ")
		}
	default:
		v.say("complete-stage", "all %d tickets exist: complete the stage", made)
	}
	if made > 0 || planned > 0 {
		v.made = []string{v.ofPlanned(made)}
	}
}

func (v *view) review() {
	v.say("review", "trace every rule to its scenarios and tickets, and name the gaps")
	v.ask("Is the design approved as it is?", "Approve", "Change something")
	if state := v.state(Review); state != "" {
		v.made = []string{state}
	}
}

// approved reports whether the user approved what a stage made.
func (x *Session) approved(st Stage) bool {
	d, _ := x.docs.first(Rules)
	return x.at(st.checkpoint(), keyApproved).True() || st.Makes == Rules && d.approved()
}

// awaitsChoice reports whether alternatives wait for the user's choice. Where a
// technical design is written and no alternatives were saved, as in a session that
// was rebuilt, the choice was made.
func (x *Session) awaitsChoice() bool {
	saved := x.at(x.table.holder(Analysis), docKinds[Analysis].countKey).Exists()
	return x.counted(Analysis) > 0 && x.chosen().None() && (saved || len(x.docs[TDD]) == 0)
}

// offered reports whether an alternative can have been chosen, and in words which
// can: one that is named by its number or letter exists. What is said in words is
// not judged.
func (x *Session) offered(chosen record.Value) (can bool, which string) {
	most, word := x.counted(Analysis), strings.ToUpper(chosen.Says())
	n, err := strconv.Atoi(word)
	if len(word) == 1 && word >= "A" && word <= "Z" {
		n, err = int(word[0]-'A')+1, nil
	}
	can = chosen.None() || most == 0 || err != nil || n >= 1 && n <= most
	return can, fmt.Sprintf("one of %d alternatives", most)
}

// ofPlanned is in words how many of the planned tickets there are.
func (x *Session) ofPlanned(made int) string {
	if n := x.planned(); n > 0 {
		return fmt.Sprintf("%d of %s", made, fence.Count(n, "ticket"))
	}
	return fence.Count(made, "ticket") + ", not planned"
}

// unknownDependencies are the tickets that others depend on, and that neither the
// session names nor are on the disk.
func (x *Session) unknownDependencies() (unknown []string) {
	known := map[string]bool{} // a hostile file names very many
	for _, p := range x.listed(Tickets) {
		known[p] = true
	}
	for _, depends := range x.at(x.table.holder(Tickets), "dependencies").Members() {
		for _, id := range depends.Texts() {
			p := ticketFiles.Path(id)
			if !known[p] && !x.IsFile(p) {
				unknown = append(unknown, id)
			}
			known[p] = true
		}
	}
	return unknown
}
