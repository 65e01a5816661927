package transcript

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/fence"
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
	all     []record // oldest first
	lines   int      // whole lines that are not empty
	known   int      // records that are understood
	reached bool     // there is a record before which nothing counts

	calls   map[string]*call // the live tool calls, by their ids
	byQueue bool             // the last prompt came out of the queue

	files     recent[bool]    // that were changed
	tasks     []Task          // that have ids
	failures  recent[failed]  // by their commands
	succeeded recent[bool]    // shell commands whose last run did
	checks    recent[Command] // by kind
	used      recent[Command]
	looked    recent[int] // files that were read, and how often
	stale     string      // the branch before a checkout: records may name it until the next prompt
	squashed  string      // the branch that was squash-merged
	settled   bool        // that merge was committed, or reset
}

// add takes in the lines of a piece of the file.
func (x *reader) add(text string) {
	x.all = slices.Grow(x.all, min(len(text)/recordBytes, maxRecords))
	for text != "" {
		line, rest, whole := strings.Cut(text, "\n")
		text = rest
		rec, ok := parseRecord(line)
		if ok || whole && strings.Trim(line, blank) != "" {
			x.lines++
		}
		if ok {
			x.record(&rec)
		}
	}
}

func (x *reader) record(rec *record) {
	if rec.known() {
		x.known++
	}
	x.Titles.note(rec)
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

// note keeps what the user, the client and its summary call the session, the newest of each.
func (t *Titles) note(rec *record) {
	told := func(name string) string { return fence.Head(rec.line.get(name).text(), maxTitle) }
	switch rec.typ {
	case "custom-title":
		t.Custom = told("customTitle")
	case "ai-title":
		t.Client = told("aiTitle")
	case "summary":
		t.Summary = told("summary")
	}
}

// grow finds out which records are alive.
func (x *reader) grow() {
	x.calls = make(map[string]*call, len(x.all)/4)
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
			number, _ = strconv.Atoi(string(r.turn.get("promptIndex")))
			turn, _ = strconv.Atoi(string(r.turn.get("turnIndex")))
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
