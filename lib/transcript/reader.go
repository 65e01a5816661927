package transcript

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/parallel"
	"holdfast/lib/prompt"
)

const (
	maxRecords  = 1 << 15 // that are kept, at less than half a KiB each; of more the older half goes
	recordBytes = 1 << 10 // that a record takes at the least on average
)

// reader makes a conversation of the records at a transcript's end: it takes in what they say without
// decoding them (add), finds out which are alive (grow), and decodes those (collect).
type reader struct {
	Conversation
	since   time.Time
	until   []time.Time // of the first record after it, nothing counts
	over    bool        // that was reached
	all     []record    // oldest first
	lines   int         // whole lines that are not empty
	known   int         // records that are understood
	reached bool        // there is a record before which nothing counts

	calls   map[string]*call // the live tool calls, by their ids
	byQueue bool             // the last prompt came out of the queue

	files     recent[bool]    // that were changed
	tasks     []Task          // that have ids
	failures  recent[Failure] // by their commands
	succeeded recent[bool]    // shell commands whose last run did
	checks    recent[Command] // by kind
	used      recent[Command]
	looked    recent[int]       // files that were read, and how often
	ran       map[string]string // commands, and how they ended
	ways      map[string]string // of those that failed, the first that did as well
	stale     string            // the branch before a checkout: records may name it until the next prompt
	squashed  string            // the branch that was squash-merged
	settled   bool              // that merge was committed, or reset
	own       map[string]bool   // the uuids of the session's records
}

// add takes in the lines of a piece of the file, the second half of which is parsed beside the first.
func (x *reader) add(text string) {
	x.all = slices.Grow(x.all, min(len(text)/recordBytes, maxRecords))
	half := len(text)
	var later []record
	var ahead parallel.Group
	if at := strings.IndexByte(text[half/2:], '\n'); at >= 0 && len(text) > 1<<18 { // worth a second core
		half = half/2 + at + 1
		room := make([]record, 0, len(text)/2/recordBytes)
		ahead.Go(func() { later = slices.AppendSeq(room, records(text[half:])) })
	}
	for rec := range records(text[:half]) {
		x.record(&rec)
	}
	ahead.Wait()
	for i := range later {
		x.record(&later[i])
	}
}

// records are the lines of a text; one that is no record is an empty one.
func records(text string) iter.Seq[record] {
	return func(yield func(record) bool) {
		for text != "" {
			line, rest, whole := strings.Cut(text, "\n")
			text = rest
			rec, ok := parseRecord(line)
			if rec.broken = !ok; (ok || whole && strings.Trim(line, blank) != "") && !yield(rec) {
				return
			}
		}
	}
}

func (x *reader) record(rec *record) {
	if x.over = x.over || len(x.until) > 0 && rec.at.After(x.until[0]); x.over {
		return
	}
	if x.lines++; rec.broken {
		return
	}
	if rec.said() || strings.Contains(knownTypes, " "+rec.typ+" ") {
		x.known++
	}
	x.Titles.note(rec, x.own)
	if rec.typ == "pr-link" {
		url := fence.Head(rec.line.get("prUrl").text(), maxTitle)
		x.PullRequest = cmp.Or(url, rec.line.get("prNumber").scalar())
	}
	if rec.sidechain { // a subagent's compaction is its own affair, too
		return
	}
	if !x.since.IsZero() && !rec.at.IsZero() && !rec.at.After(x.since) {
		// A prompt that waited in the queue bears the time it was typed at.
		x.reached = x.reached || rec.uuid != "" && rec.typ != "attachment"
		return
	}
	if rec.boundary() {
		x.compact(rec.line.get("compactMetadata"))
	}
	if rec.uuid == "" && !rec.said() {
		return
	}
	if len(x.all) == maxRecords {
		x.all = slices.Delete(x.all, 0, maxRecords/2)
		x.Cut, x.reached = true, false
	}
	x.all = append(x.all, *rec)
}

// compact drops what came before a compaction and did not stay in the context. Where the client prepared
// its summary ahead, the records that stayed are listed, or are all from one on.
func (x *reader) compact(metadata value) {
	x.Compacted, x.reached = true, true
	x.Titles.Summary = ""
	stayed := map[string]bool{}
	for id := range metadata.get("preservedMessages").get("uuids").elements() {
		stayed[id.str()] = len(stayed) < maxRecords
	}
	first, after := metadata.get("preservedSegment").get("headUuid").str(), false
	x.all = slices.DeleteFunc(x.all, func(r record) bool {
		after = after || len(stayed) == 0 && first != "" && r.uuid == first
		return !after && !stayed[r.uuid]
	})
	for i := range x.all {
		x.all[i].kept = true
	}
}

// grow finds out which records are alive.
func (x *reader) grow() {
	x.calls, x.ran, x.ways = make(map[string]*call, len(x.all)/4), map[string]string{}, map[string]string{}
	newest := func(known *string, told value) {
		if *known == "" {
			*known = told.text()
		}
	}
	for i := len(x.all) - 1; i >= 0; i-- {
		r := &x.all[i]
		newest(&x.Cwd, r.cwd)
		newest(&x.Branch, r.branch)
		newest(&x.Team, r.team)
	}
	x.Cut = x.Cut && !x.reached
	x.records = len(x.all)
	if !slices.ContainsFunc(x.all, func(r record) bool { return r.uuid != "" }) {
		for i := range x.all { // the order of the file is all there is
			x.all[i].live = true
		}
		return
	}
	x.all = slices.DeleteFunc(x.all, func(r record) bool { return r.uuid == "" })
	x.link()
	x.markLive()
}

// link finds each record's parent. It comes earlier in the file than its child, so there are no circles;
// of records that share a uuid, the nearest counts. For one that was not read the record before the
// first of its children stands in: what else hangs there was rewound.
func (x *reader) link() {
	places := make(map[string]int, len(x.all))
	places[""] = -1
	for i := range x.all {
		r := &x.all[i]
		up, found := places[r.parent]
		if !found {
			up = i - 1
			places[r.parent] = up
		}
		r.up, places[r.uuid] = up, i
	}
}

// markLive marks the branch that ends in the last record, and the other records of the model's messages
// on it, but for what the user took back by going back to the first prompt: the client then hangs the
// new prompt below the old branch's end, and counts it from 1 again (seen in release 2.1.329).
func (x *reader) markLive() {
	since := make([]int, 0, len(x.all)) // records passed since the last prompt
	below, last := 0, 0                 // place of that
	for i := len(x.all) - 1; i >= 0; i = x.all[i].up {
		x.all[i].live = true
		since = append(since, i)
		var number, turn int // of a prompt, from 1; 0 outside an interactive client
		if r := &x.all[i]; r.typ == "user" && r.asked != "" {
			position := r.line.get("turnPosition")
			number, _ = strconv.Atoi(string(position.get("promptIndex")))
			turn, _ = strconv.Atoi(string(position.get("turnIndex")))
		}
		if number == 0 {
			continue
		}
		if below > 0 && number >= below && turn >= last {
			for _, dead := range since {
				x.all[dead].live = false
			}
		} else {
			below, last = number, turn
		}
		since = since[:0]
	}
	messages := make(map[string]bool, len(x.all)/4)
	for i := range x.all {
		r := &x.all[i]
		if r.live = r.live || r.kept; r.live && r.typ == "assistant" {
			messages[r.body.get("id").str()] = true
		}
	}
	delete(messages, "")
	for i := range x.all {
		if r := &x.all[i]; !r.live && r.typ == "assistant" {
			r.live = messages[r.body.get("id").str()]
		}
	}
}

// collect decodes the live records, in the order of the file, and the results of live
// calls: those of calls made at once hang beside the branch.
func (x *reader) collect() {
	for i := range x.all {
		r := &x.all[i]
		taken := r.live
		switch {
		case r.answers:
			taken = x.results(r)
		case !r.live:
		case r.typ == "assistant":
			x.assistant(r)
		case r.typ == "user" && r.summary:
			x.Summary = cmp.Or(x.Summary, unsecret(r.words()))
		case r.asked != "":
			said := r.words()
			name, _ := slashCommand(said)
			x.Recovers = x.Recovers || len(x.Prompts) == 0 && prompt.Recovers(name)
			stopped := strings.HasPrefix(said, interruption)
			x.Idle, x.turn().Broken = x.Idle || stopped, x.turn().Broken || stopped
			n := len(x.Prompts)
			if x.prompt(userText(r.asked), r.at, r.typ != "user"); r.program && n < len(x.Prompts) {
				x.Prompts[n].Task, _ = prompt.Task(x.Prompts[n].Text)
			}
		}
		if taken && !r.at.IsZero() {
			if x.First.IsZero() || r.at.Before(x.First) {
				x.First = r.at
			}
			if r.at.After(x.Last) {
				x.Last = r.at
			}
		}
	}
}

// prompt takes in words of the user. Those from the queue may be recorded a second time.
func (x *reader) prompt(words string, at time.Time, queue bool) {
	if k := len(x.Prompts); words == "" || k > 0 && (queue || x.byQueue) && x.Prompts[k-1].Text == words {
		return
	}
	x.Idle, x.stale, x.byQueue = false, "", queue
	plan := prompt.PlanOf(words)
	x.Plan = cmp.Or(prompt.Heading(unsecret(plan)), x.Plan)
	x.turn().Broken = x.turn().Broken && !queue // its answer comes later
	x.Prompts, x.LastAnswer = append(x.Prompts, Prompt{Text: words, Plan: plan, Time: at, Broken: true}), ""
}

// turn is the one that the last prompt began, or that went on before the first one.
func (x *reader) turn() *Prompt {
	if k := len(x.Prompts); k > 0 {
		return &x.Prompts[k-1]
	}
	return &x.Before
}

func (x *reader) assistant(r *record) {
	stop, model, content := r.body.pick("stop_reason", "model", "content")
	reason := stop.str()
	x.Idle = reason != "" && reason != "tool_use" && reason != "pause_turn"
	invented := r.apiError || model.str() == "<synthetic>"
	for block := range content.elements() {
		kind, id, text := block.pick("type", "id", "text")
		switch kind.str() {
		case "text":
			words := strings.TrimSpace(text.text())
			if words == "" {
				continue
			}
			if x.turn().Broken = invented || reason != "" && !x.Idle; invented {
				continue
			}
			x.LastAnswer = fence.Ends(words, maxText/4)
			x.turn().Answer = x.LastAnswer
		case "tool_use":
			x.turn().Broken = true
			if id := id.str(); id != "" {
				x.calls[id] = &call{record: r, block: block}
			}
		}
	}
}

// results takes in the results of tool calls: all of a live record, and those that answer
// a live call of one beside the branch. It says whether there was one.
func (x *reader) results(r *record) (taken bool) {
	taken = r.live
	for block := range r.content().elements() {
		kind, id, failed := block.pick("type", "tool_use_id", "is_error")
		made := x.calls[id.str()]
		if kind.str() != "tool_result" || !r.live && made == nil {
			continue
		}
		taken, x.Idle = true, false
		made = cmp.Or(made, &call{record: &record{}})
		made.end, made.failed = r, failed == "true"
		if made.failed {
			made.output = blocksText(block.get("content"), func(s string) string { return s })
			x.prompt(made.refusalWords(), r.at, false)
		}
		changed, name := x.took(*made), r.branch.text()
		if name != x.stale {
			x.stale = ""
		}
		if changed {
			if name == "HEAD" || name == x.stale {
				name = ""
			}
			x.Changes = append(x.Changes, Change{Span{made.at, r.at}, name, x.squashed})
		}
		if x.settled {
			x.squashed, x.settled = "", false
		}
	}
	return taken
}

// conversation is what was collected.
func (x *reader) conversation() Conversation {
	if x.Branch == x.stale {
		x.Branch = "" // there was a checkout since
	}
	x.Files, _ = x.files.newest(math.MaxInt)
	x.Tasks = append(x.Tasks, x.tasks...) // behind the list of an older client
	_, x.Checks = x.checks.newest(8)
	x.Succeeded, _ = x.succeeded.newest(500)
	slices.Reverse(x.Succeeded)
	x.Failures = x.standing()
	for _, made := range x.calls {
		if made.end != nil {
			continue
		}
		// Of calls made at once, in a minute, only one result may be on the live branch.
		x.Calling = x.Calling || x.Last.Sub(made.at) < time.Minute
		x.UsedShell = x.UsedShell || slices.Contains(shells, made.tool())
		if path := pathIn(made.input()); path != "" && slices.Contains(editors, made.tool()) {
			x.Pending = append(x.Pending, path)
		}
	}
	slices.Sort(x.Pending)
	x.Commands, x.Read = x.commands(), x.read()
	for command, how := range x.ran {
		if way := x.ways[command]; how != ranWell && way != "" {
			command += Instead + way
		}
		x.Ran = append(x.Ran, how+command)
	}
	slices.Sort(x.Ran)
	return x.Conversation
}
