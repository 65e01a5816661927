package transcript

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/tidwall/gjson"
)

// maxRecords bounds the records of a tree, at about a quarter of a KiB each; of more
// the older half goes.
const maxRecords = 1 << 15

// tree is the records at a transcript's end, oldest first: who hangs below whom, and
// what is known of the session without decoding them.
type tree struct {
	since   time.Time
	nodes   []node
	conv    Conversation
	newest  record // of the values that records repeat
	lines   int    // whole lines that are not empty
	known   int    // records that are understood
	reached bool   // there is a record before which nothing counts
}

// recordBytes is what a record takes at the least on average.
const recordBytes = 1 << 10

// add takes in the lines of a piece of the file.
func (x *tree) add(text []byte) {
	x.nodes = slices.Grow(x.nodes, min(len(text)/recordBytes, maxRecords))
	for len(text) > 0 {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		text = rest
		if line = trimLine(line); len(line) == 0 {
			continue
		}
		rec, ok := parseRecord(line)
		if ok || whole {
			x.lines++
		}
		if ok {
			x.record(&rec)
		}
	}
}

func (x *tree) record(rec *record) {
	if rec.known() {
		x.known++
	}
	x.noteTitles(rec)
	if rec.sidechain { // a subagent's compaction is its own affair, too
		return
	}
	if !x.since.IsZero() && !rec.at.IsZero() && !rec.at.After(x.since) {
		// A prompt that waited in the queue bears the time it was typed at.
		x.reached = x.reached || len(rec.uuid) > 0 && string(rec.typ) != "attachment"
		return
	}
	x.noteOrigin(rec)
	if rec.boundary() {
		x.compact(rec.compaction)
	}
	if len(rec.uuid) == 0 && rec.kind == other {
		return
	}
	if len(x.nodes) == maxRecords {
		x.nodes = slices.Delete(x.nodes, 0, maxRecords/2)
		x.conv.Cut, x.reached = true, false
	}
	x.nodes = append(x.nodes, rec.node)
}

// compact drops what came before a compaction and did not stay in the context. Where
// the client prepared its summary ahead, the records that stayed are listed, or are
// all from one on.
func (x *tree) compact(metadata []byte) {
	x.conv.Compacted, x.reached = true, true
	x.conv.Titles.Summary = ""
	stayed := map[string]bool{}
	gjson.GetBytes(metadata, "preservedMessages.uuids").ForEach(func(_, id gjson.Result) bool {
		stayed[id.Str] = true
		return len(stayed) < maxRecords
	})
	from := len(x.nodes)
	if first := gjson.GetBytes(metadata, "preservedSegment.headUuid").Str; first != "" && len(stayed) == 0 {
		if i := slices.IndexFunc(x.nodes, func(n node) bool { return string(n.uuid) == first }); i >= 0 {
			from = i
		}
	}
	kept := x.nodes[:0]
	for i, n := range x.nodes {
		if n.kept = i >= from || stayed[string(n.uuid)]; n.kept {
			kept = append(kept, n)
		}
	}
	x.nodes = kept
}

// understood says whether the file is a transcript, as far as was read: a
// record is recognised, or nothing was there but a torn last line.
func (x *tree) understood() bool { return x.known > 0 || x.lines == 0 || x.conv.Cut }

// noteOrigin keeps where the newest record that says so was written, and by whom.
func (x *tree) noteOrigin(rec *record) {
	for _, field := range []struct{ to, from *[]byte }{
		{&x.newest.session, &rec.session}, {&x.newest.cwd, &rec.cwd}, {&x.newest.branch, &rec.branch},
		{&x.newest.team, &rec.team}, {&x.newest.agent, &rec.agent},
	} {
		if inner(*field.from) != nil {
			*field.to = *field.from
		}
	}
}

// noteTitles keeps what the client calls the session and its pull request, the
// newest of each.
func (x *tree) noteTitles(rec *record) {
	t := &x.conv.Titles
	switch string(rec.typ) {
	case "custom-title":
		t.Custom = clip(text(rec.title), maxTitle)
	case "ai-title":
		t.Client = clip(text(rec.title), maxTitle)
	case "summary":
		t.Summary = clip(text(rec.title), maxTitle)
	case "pr-link":
		x.conv.PullRequest = cmp.Or(clip(text(rec.pull), maxTitle), scalar(rec.pullNumber))
	}
}

// grow finds out which records are alive.
func (x *tree) grow() {
	c, n := &x.conv, &x.newest
	c.SessionID, c.Cwd, c.Branch = text(n.session), text(n.cwd), text(n.branch)
	c.Team, c.Agent = text(n.team), text(n.agent)
	c.Cut = c.Cut && !x.reached
	c.records = len(x.nodes)
	if !slices.ContainsFunc(x.nodes, func(n node) bool { return len(n.uuid) > 0 }) {
		for i := range x.nodes { // the order of the file is all there is
			x.nodes[i].live = true
		}
		return
	}
	x.nodes = slices.DeleteFunc(x.nodes, func(n node) bool { return len(n.uuid) == 0 })
	x.link()
	x.markLive()
}

// link finds each record's parent and topmost ancestor. A parent comes
// earlier in the file than its child; one that does not is as good as missing,
// so there are no circles. Of records that share a uuid, the nearest counts.
func (x *tree) link() {
	places := make(map[string]int32, len(x.nodes))
	for i := range x.nodes {
		n := &x.nodes[i]
		n.up, n.root = -1, int32(i)
		if up, found := places[string(n.parent)]; found {
			n.up, n.root = up, x.nodes[up].root
		}
		places[string(n.uuid)] = int32(i)
	}
}

// markLive marks the branch that ends in the last record, and the other
// records of the model's messages on it.
func (x *tree) markLive() {
	back := takenBack{}
	for i := int32(len(x.nodes) - 1); i >= 0; {
		n := &x.nodes[i]
		n.live = true
		back.climb(x.nodes, i)
		switch {
		case n.up >= 0:
			i = n.up
		case len(n.parent) == 0:
			i = -1
		default:
			i = x.stepOver(i)
		}
	}
	var messages map[string]bool // of the live records, once one is beside them
	for i := range x.nodes {
		n := &x.nodes[i]
		if n.live = n.live || n.kept; n.live || n.kind != assistant {
			continue
		}
		if messages == nil {
			messages = x.liveModel((*node).messageID)
		}
		id := n.messageID()
		n.live = len(id) > 0 && messages[string(id)]
	}
}

// liveModel are the names of the live records of the model.
func (x *tree) liveModel(name func(*node) []byte) map[string]bool {
	names := map[string]bool{}
	for i := range x.nodes {
		if n := &x.nodes[i]; n.live && n.kind == assistant {
			names[string(name(n))] = true
		}
	}
	return names
}

// takenBack finds, on the way up a branch, what the user took back by going
// back to the first prompt: the client then hangs the new prompt below the old
// branch's end, and counts it from 1 again (seen in release 2.1.329).
type takenBack struct {
	since []int32 // records passed since the last prompt
	next  place   // the prompt below them
}

func (b *takenBack) climb(nodes []node, i int32) {
	b.since = append(b.since, i)
	at := nodes[i].place
	if at.prompt == 0 {
		return
	}
	if b.next.prompt > 0 && at.prompt >= b.next.prompt && at.turn >= b.next.turn {
		for _, dead := range b.since {
			nodes[dead].live = false
		}
	} else {
		b.next = at
	}
	b.since = b.since[:0]
}

// stepOver is where the branch goes on above a record whose parent was not read: at
// the record before it, but not at one below the same parent, since what hangs there
// was rewound. -1 is nowhere. Places only fall, so all steps together are one pass.
func (x *tree) stepOver(i int32) int32 {
	missing := x.nodes[i].parent
	for i--; i >= 0 && bytes.Equal(x.nodes[x.nodes[i].root].parent, missing); i-- {
	}
	return i
}
