package transcript

import (
	"bytes"
	"cmp"
	"context"
	"time"

	"github.com/tidwall/gjson"
)

const (
	// maxRecords bounds the index, at about a quarter of a KiB a record.
	maxRecords = 1 << 15
	// recordBytes is what a record takes at the least on average.
	recordBytes = 1 << 10
)

// node is one record in the index: what of it is looked at again.
type node struct {
	uuid, parent, source []byte
	body                 []byte // the message, or the attachment
	result, branch, cwd  []byte
	call                 []byte // the tool call that a result answers, where it is one
	at                   time.Time
	up, root             int32 // indices of the parent, -1 without, and of the topmost known ancestor
	place                place // of a prompt of the user
	kind                 kind
	answers              bool // it carries results of tool calls
	summary, spoken      bool
	apiError, denied     bool
	live                 bool
	kept                 bool // from before the compaction, and still in the context
}

// place counts the user's prompts and the turns of a conversation, from 1.
// Outside an interactive client the prompt's number is 0.
type place struct{ prompt, turn int32 }

// index is the records at a transcript's end: who hangs below whom.
type index struct {
	since time.Time
	nodes []node       // the last one first as long as lines are taken in
	conv  Conversation // what is known without decoding
	lines int          // whole lines that are not empty
	known int          // records that are understood
	// preserved are the records from before a compaction that are still in the
	// context: those of these ids, or all from the one called first on.
	preserved map[string]bool
	first     string
}

// build takes in lines from the last one backward, and says whether the last one
// that matters was among them.
func (x *index) build(ctx context.Context, text []byte) (done bool) {
	torn := true
	if x.nodes == nil {
		x.nodes = make([]node, 0, min(len(text)/recordBytes+1, maxRecords))
	}
	rest := len(text)
	for line := range backward(text) {
		if ctx.Err() != nil || len(x.nodes) == maxRecords {
			x.conv.Cut = true
			return true
		}
		rest = max(0, rest-len(line)-1)
		if x.take(trimLine(line), torn) {
			x.conv.Cut = false
			x.earlierTitles(text[:rest])
			return true
		}
		torn = false
	}
	return false
}

// take indexes one line and says whether it is the last one to be taken.
func (x *index) take(line []byte, torn bool) (done bool) {
	if len(line) == 0 {
		return false
	}
	rec, ok := parseRecord(line)
	if !ok {
		if !torn {
			x.lines++
		}
		x.conv.Skipped++
		return false
	}
	x.lines++
	return x.add(&rec)
}

// add puts a record into the index, and says whether reading ends with it.
func (x *index) add(rec *record) (done bool) {
	if rec.known() {
		x.known++
	}
	x.noteTitles(rec)
	if rec.sidechain { // a subagent's compaction is its own affair, too
		return false
	}
	if x.conv.Compacted {
		return x.addPreserved(rec)
	}
	if !x.since.IsZero() && !rec.at.IsZero() && !rec.at.After(x.since) {
		// A prompt that waited in the queue bears the time it was typed at,
		// so it may be older than the records before it.
		return rec.at.Before(x.since) && len(rec.uuid) > 0 && string(rec.typ) != "attachment"
	}
	x.noteOrigin(rec)
	if len(rec.uuid) > 0 || rec.kind() != other {
		x.nodes = append(x.nodes, nodeOf(rec))
	}
	if !rec.boundary() {
		return false
	}
	x.conv.Compacted = true
	return !x.notePreserved(rec)
}

func nodeOf(rec *record) node {
	n := node{
		uuid: rec.uuid, parent: rec.parent, source: rec.source, body: rec.message, result: rec.result, branch: rec.branch, cwd: rec.cwd, at: rec.at,
		kind: rec.kind(), summary: rec.summary, spoken: rec.spoken(), apiError: rec.apiError, denied: rec.denied,
	}
	switch n.kind {
	case user:
		if n.call, n.answers = rec.answered(); !n.answers {
			n.place = rec.place()
		}
	case queued:
		n.body = rec.attachment
	}
	return n
}

// notePreserved reads which records before a compaction stayed in the context, as
// where the client prepared its summary ahead; ok is false for none.
func (x *index) notePreserved(rec *record) (ok bool) {
	if !isObject(rec.compaction) {
		return false
	}
	x.preserved = map[string]bool{}
	gjson.GetBytes(rec.compaction, "preservedMessages.uuids").ForEach(func(_, id gjson.Result) bool {
		x.preserved[id.Str] = true
		return len(x.preserved) < maxRecords
	})
	x.first = gjson.GetBytes(rec.compaction, "preservedSegment.headUuid").Str
	return len(x.preserved) > 0 || x.first != ""
}

// addPreserved takes in a record from before the compaction where it stayed.
func (x *index) addPreserved(rec *record) (done bool) {
	if rec.boundary() {
		return true
	}
	id := string(rec.uuid)
	if listed := x.preserved[id]; !listed && (len(x.preserved) > 0 || x.first == "") || id == "" {
		return false
	}
	n := nodeOf(rec)
	n.kept = true
	if x.since.IsZero() || rec.at.After(x.since) {
		x.nodes = append(x.nodes, n)
	}
	delete(x.preserved, id)
	return id == x.first || len(x.preserved) == 0 && x.first == ""
}

// understood says whether the file is a transcript, as far as was read: a
// record is recognised, or nothing was there but a torn last line.
func (x *index) understood() bool { return x.known > 0 || x.lines == 0 || x.conv.Cut }

// noteOrigin keeps where the newest record that says so was written, and by whom.
func (x *index) noteOrigin(rec *record) {
	for _, field := range []struct {
		to   *string
		from []byte
	}{{&x.conv.SessionID, rec.session}, {&x.conv.Cwd, rec.cwd}, {&x.conv.Branch, rec.branch}, {&x.conv.Team, rec.team}, {&x.conv.Agent, rec.agent}} {
		if *field.to == "" && field.from != nil {
			*field.to = text(field.from)
		}
	}
}

// noteTitles keeps what the client calls the session and its pull request, the
// newest of each.
func (x *index) noteTitles(rec *record) {
	t := &x.conv.Titles
	switch string(rec.typ) {
	case "custom-title":
		t.Custom = cmp.Or(t.Custom, clip(text(rec.title), maxTitle))
	case "ai-title":
		t.Client = cmp.Or(t.Client, clip(text(rec.title), maxTitle))
	case "summary":
		t.Summary = cmp.Or(t.Summary, clip(text(rec.title), maxTitle))
	case "pr-link":
		x.conv.PullRequest = cmp.Or(x.conv.PullRequest, clip(text(rec.pull), maxTitle), scalar(rec.pullNumber))
	}
}

// earlierTitles looks for titles before the compaction where none came since.
func (x *index) earlierTitles(text []byte) {
	for line := range backward(text) {
		if x.conv.Titles.Custom != "" && x.conv.Titles.Client != "" {
			return
		}
		if bytes.Contains(line[:min(len(line), maxTitleMark)], titleMark) {
			if rec, ok := parseRecord(trimLine(line)); ok && string(rec.typ) != "summary" {
				x.noteTitles(&rec)
			}
		}
	}
}

// maxTitleMark is how far into its line the type of a title is.
const maxTitleMark = 200
