package design

import (
	"fmt"
	"maps"
	pathpkg "path"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/each"
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

// A view is one stage of a session: what it made, what it needs to be complete, and so
// what to do in it. What is on the disk is put to the user, not made again.
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
	v := &view{Session: x, stage: st, Step: Step{
		Stage: st.Number, Read: x.paths(st), Choices: []string{}, Missing: []string{},
	}}
	if src := x.source(); record.IsLocal(src) {
		v.Read = append(v.Read, src)
	}
	for _, earlier := range x.table[:st.Number] {
		v.Read = append(v.Read, x.paths(earlier)...)
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
		v.made = []string{v.state()}
		v.approval("review", "trace every rule to its scenarios and tickets, and name the gaps")
	default:
		v.document()
	}
	v.say("complete-stage", "all is there: complete the stage, unless something is to change")
	return v
}

func (x *Session) next() Step {
	st, done := x.resume()
	v := x.view(st)
	if done || x.closed() {
		v.Action, v.Question, v.Choices = "nothing", "", []string{}
		v.Next = "every stage is complete; propose a commit, or begin with the first ticket"
	}
	if x.closed() {
		v.Next = "the design is closed; to reopen it: " + x.back(st)
	}
	return v.Step
}

func (x *Session) back(st Stage) string {
	return x.command("%s stage %s in_progress", x.Feature, strconv.Itoa(st.Number))
}

// lacks notes what the stage is not complete without, where it lacks it.
func (v *view) lacks(when bool, field, found, allowed string) bool {
	if when {
		v.faults = append(v.faults, fault.Fault{Field: field, Found: fault.Shorten(found), Allowed: allowed})
	}
	return when
}

func (v *view) lacksKey(when bool, checkpoint, key, allowed string) bool {
	return v.lacks(when, "checkpoints."+checkpoint+"."+key, record.Found(v.at(checkpoint, key)), allowed)
}

// say is what to do in the stage, unless something was said that comes first.
func (v *view) say(action, next string, a ...any) {
	if v.Action == "" {
		v.Action, v.Next = action, fmt.Sprintf(next, a...)
	}
}

func (x *Session) paths(st Stage) []string {
	return append([]string{}, each.Of(x.of(st), func(d Document) string { return d.Path })...)
}

func (v *view) clarify() {
	own := v.stage.checkpoint()
	v.say("clarify", "clarify what is to be built, then save %s", own)
	answers, questions := maps.Collect(v.at(own, "user_answers").Members()), v.at(own, "questions_asked").Texts()
	v.Missing = slices.DeleteFunc(slices.Clone(questions), func(q string) bool { return answers[q].Says() != "" })
	v.Question = append(v.Missing, "")[0]
	if len(questions) > 0 {
		v.made = []string{fence.Count(len(answers), "answer") + " to " + fence.Count(len(questions), "question")}
	} else if v.at(own, "was_clear").True() {
		v.made = []string{"clear as it was"}
	}
}

func (v *view) analyse() {
	own := v.stage.checkpoint()
	decided := v.at(own, keyComplexity)
	if v.lacksKey(decided.None() || !isComplexity().Takes(decided), own, keyComplexity, isComplexity().Words) {
		v.say("judge-complexity", "decide whether the feature is simple or complex")
		return
	}
	v.made = []string{strings.TrimSuffix(decided.Text()+": "+v.at(own, "reason").Says(), ": ")}
}

func (v *view) document() {
	k := v.stage.Makes
	kind, field := docKinds[k], "artifacts."+string(k)
	verb, name, _ := strings.Cut(kind.action, "-")
	d, there := v.first(k)
	skipped := !there && v.skipped(v.stage)
	if skipped {
		v.made = append(v.made, "skipped")
	}
	v.produced(k)
	if v.lacks(!there && !skipped, field, fault.Nothing,
		fmt.Sprintf("a document: save %s --artifact %s < content", v.stage.checkpoint(), k)) {
		v.say(kind.action, "%s the %s", verb, kind.what)
	}
	v.Missing = append(v.Missing, d.Missing...)
	missing := strings.Join(d.Missing, ", ")
	if v.lacks(missing != "", field, "a partial document", "one with "+missing) {
		v.say("continue-"+name, "continue with %s; missing: %s", d.Path, missing)
	}
	v.approval("approve-"+name, "ask the user to approve the "+v.thing(k)+" in "+d.Path)
	if there && !v.stage.Approval {
		v.say("check-"+name, "check the %s in %s, then complete the stage", v.thing(k), d.Path)
	}
}

func (v *view) approval(action, next string) {
	if v.lacksKey(v.stage.Approval && !v.approved(v.stage), v.stage.checkpoint(), keyApproved,
		"true, once the user has approved it") {
		v.say(action, "%s", next)
	}
	if v.Action == action {
		v.Question, v.Choices = "Is it right and complete?", []string{"Approve", "Change something"}
	}
}

// decide is the stage of the design: first its alternatives, then the technical design.
func (v *view) decide() {
	analysis, analysed := v.first(Analysis)
	alternatives, chosen, at := v.thing(Analysis), v.chosen(), v.table.holder(Analysis)
	v.produced(Analysis)
	if !chosen.None() {
		v.made = append(v.made, "chosen: "+chosen.Says())
	}
	awaited := v.lacksKey(v.awaitsChoice(), at, keyChosen, "the alternative that was chosen")
	can, which := v.offered(chosen)
	v.lacksKey(!can, at, keyChosen, which)
	switch {
	case awaited && analysed:
		v.say("choose-alternative", "present the %s for choice, from %s", alternatives, analysis.Path)
		v.Question, v.Choices = "Which of the "+alternatives+" is to be built?", analysis.Titles
	case awaited:
		v.say("compare-alternatives", "the analysis of the %s is missing: restore %s, or compare alternatives again",
			alternatives, v.places(Analysis)[0])
	case chosen.None() && len(v.docs[TDD]) == 0:
		v.say("compare-alternatives", "compare at least two alternatives against the code base")
	}
	v.Substage = strconv.Itoa(v.Stage) + "b"
	if v.Action != "" {
		v.Substage = strconv.Itoa(v.Stage) + "a"
	}
	v.document()
	v.produced(ADR)
}

func (v *view) tickets() {
	made, planned, left, unknown := len(v.docs[Tickets]), v.planned(), v.remaining(), v.unknownDependencies()
	if planned == 0 {
		v.say("plan-tickets", "plan the tickets; %s are there", fence.Count(made, "ticket"))
	}
	total := strconv.Itoa(max(planned, 1))
	few := v.lacks(made < max(planned, 1), "tickets_progress.created", strconv.Itoa(made), total)
	if v.lacks(len(left) > 0, "tickets_progress.remaining", strings.Join(left, "; "), "nothing") || few {
		v.Missing = left
		next := fmt.Sprintf("write the other tickets: %d of %s exist; left: %s", made, total, strings.Join(left, "; "))
		v.say("continue-tickets", "%s", strings.TrimSuffix(next, "; left: "))
	}
	v.lacks(len(unknown) > 0, "checkpoints."+v.stage.checkpoint()+".dependencies", strings.Join(unknown, ", "),
		"tickets that exist")
	if made > 0 || planned > 0 {
		v.made = []string{v.ofPlanned(made)}
	}
}

func (v *view) produced(k Kind) {
	state := ""
	if k == v.stage.Makes {
		state = v.state()
	} else if k == Analysis && v.awaitsChoice() {
		state = "awaiting choice"
	}
	if thing := v.thing(k); thing != "" {
		v.made = append(v.made, strings.TrimRight(thing+" "+state, ", "))
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

func (v *view) state() string {
	d, _ := v.first(v.stage.Makes)
	switch {
	case v.stage.Approval && v.approved(v.stage):
		return "approved"
	case v.status(v.stage.Number) == Complete && v.at(v.stage.checkpoint(), keyApproved).IsBool():
		return "completed without approval"
	case len(d.Missing) > 0:
		return "partial"
	}
	return docKinds[v.stage.Makes].open
}

func (x *Session) approved(st Stage) bool {
	d, _ := x.first(Rules)
	return x.at(st.checkpoint(), keyApproved).True() || st.Makes == Rules && d.approved()
}

// awaitsChoice reports whether alternatives wait for the user's choice. Where a technical
// design is written and none were saved, as in a session that was rebuilt, it was made.
func (x *Session) awaitsChoice() bool {
	saved := x.at(x.table.holder(Analysis), docKinds[Analysis].countKey).Exists()
	return x.counted(Analysis) > 0 && x.chosen().None() && (saved || len(x.docs[TDD]) == 0)
}

// offered reports whether an alternative can be the chosen one; only a number or letter is judged.
func (x *Session) offered(chosen record.Value) (can bool, which string) {
	most, word := x.counted(Analysis), strings.ToUpper(chosen.Says())
	n, err := strconv.Atoi(word)
	if len(word) == 1 && word >= "A" && word <= "Z" {
		n, err = int(word[0]-'A')+1, nil
	}
	can = chosen.None() || most == 0 || err != nil || n >= 1 && n <= most
	return can, fmt.Sprintf("one of %d alternatives", most)
}

func (x *Session) ofPlanned(made int) string {
	if n := x.planned(); n > 0 {
		return fmt.Sprintf("%d of %s", made, fence.Count(n, "ticket"))
	}
	return fence.Count(made, "ticket") + ", not planned"
}

func (x *Session) unknownDependencies() (unknown []string) {
	known := each.Set(x.listed(Tickets)) // a hostile file names very many
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

// A Conflict is where a session and the files disagree.
type Conflict struct {
	Kind  string   `json:"kind"` // missing-artifact, open-artifact, unknown-ticket, count or stage-order
	Stage int      `json:"stage"`
	File  string   `json:"file"` // "" where none is meant
	Text  string   `json:"text"`
	Ways  []string `json:"ways"` // how it can be settled, mostly with a command
}

func (v *view) disagree(kind, file, text string, ways ...string) {
	v.conflicts = append(v.conflicts, Conflict{kind, v.Stage, file, text, ways})
}

func (v *view) compare() {
	if v.Stage < v.current() && v.status(v.Stage) != Complete {
		text := fmt.Sprintf("stage %s is open, and the current stage is %d", v.stage, v.current())
		v.disagree("stage-order", "", text, "go back to it: "+v.back(v.stage),
			v.way("call it complete", "%s stage %s complete", strconv.Itoa(v.Stage)))
	}
	// A source without a file's ending may be the id of an issue.
	src := v.source()
	ext := pathpkg.Ext(src)
	if v.stage.Makes == Clarity && record.IsLocal(src) && len(ext) > 1 && !strings.Contains(ext, " ") {
		v.gone(v.stage.checkpoint(), src, "the design starts from "+src+", which is missing",
			v.way("name another", "%s set --prd PATH"))
	}
	for _, k := range kinds {
		switch {
		case k.stage() != v.stage.Makes:
		case k == Tickets:
			v.compareTickets()
		default:
			v.compareDocuments(k)
		}
	}
}

func (v *view) way(text string, form fence.Words, values ...string) string {
	return text + ": " + v.command(form, append([]string{v.Feature}, values...)...)
}

func (v *view) use(text string, k Kind, rel string) string {
	return v.way(text, "%s save %s --artifact %s --path %s", v.table.holder(k), string(k), rel)
}

// accept is the way of leaving a file as it is; holder is the checkpoint that notes it.
func (v *view) accept(text, holder, rel string) string {
	all := record.Of(append(v.at(holder, keyAccepted).Texts(), rel))
	return v.way(text, "%s save %s --data %s", holder, fmt.Sprintf(`{"accepted":%s}`, all))
}

func (v *view) gone(holder, rel, text, redo string) {
	if !v.IsFile(rel) && !slices.Contains(v.at(holder, keyAccepted).Texts(), rel) {
		restore := "restore it, for instance with " + fence.Typed("git checkout -- %s", rel)
		v.disagree("missing-artifact", rel, text, restore, redo, v.accept("continue without it", holder, rel))
	}
}

func (v *view) compareDocuments(k Kind) {
	holder, listed, there := v.table.holder(k), v.listed(k), v.docs[k]
	key, status := docKinds[k].countKey, v.status(v.stage.Number)
	counted, counts := v.at(holder, key).Whole(maxCount)
	// What is counted or approved, and the stage's own when that is complete, is needed.
	needed := counted > 0 || v.stage.Makes == k && (status == Complete || v.at(holder, keyApproved).True())
	if needed && len(listed) == 0 && len(there) == 0 && status != Pending && !v.at(holder, keySkipped).True() {
		listed = []string{v.places(k)[0]}
	}
	for _, rel := range listed {
		text := fmt.Sprintf("stage %s is %s, and %s is missing", v.stage, strings.ReplaceAll(status, "_", " "), rel)
		v.gone(holder, rel, text, v.use("save it again", k, rel))
	}
	for _, d := range there {
		if !slices.Contains(listed, d.Path) {
			v.disagree("open-artifact", d.Path, d.Path+" exists, but stage "+v.stage.String()+" does not list it",
				v.use("use it", k, d.Path), "leave it out: rename it, or move it away")
		}
	}
	if d, _ := v.first(k); counts && len(d.Titles) > 0 && counted != len(d.Titles) {
		text := fmt.Sprintf("the session counts %d (%s), %s contains %d", counted, key, d.Path, len(d.Titles))
		data := fmt.Sprintf(`{"%s": %d}`, key, len(d.Titles))
		v.disagree("count", d.Path, text, v.way("use the number in the file", "%s save %s --data %s", holder, data))
	}
}

func (v *view) compareTickets() {
	made, holder := v.listed(Tickets), v.stage.checkpoint()
	counting := func(text, rel string) string { return v.way(text, "%s ticket %s", ticketFiles.ID(pathpkg.Base(rel))) }
	for _, rel := range made {
		v.gone(holder, rel, "the ticket "+rel+" is listed, but its file is missing", counting("write it again", rel))
	}
	if n, ok := v.doc.Get("tickets_progress", "created").Whole(maxCount); ok && n != len(made) {
		total := strconv.Itoa(max(v.planned(), len(made), 1))
		v.disagree("count", "", fmt.Sprintf("the session counts %s and names %d", fence.Count(n, "ticket"), len(made)),
			v.way("plan the tickets again, which counts them", "%s plan-tickets --total %s", total))
	}
	known := each.Set(slices.Concat(made, v.superseded(), v.at(holder, keyAccepted).Texts()))
	for _, rel := range v.belonging(Tickets) {
		if !known[rel] {
			v.disagree("unknown-ticket", rel, "the ticket "+rel+" exists, but the session does not list it",
				counting("count it", rel), v.accept("leave it out", holder, rel))
		}
	}
}
