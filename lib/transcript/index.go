package transcript

import (
	"context"
	"errors"
	"hash/maphash"
	"io"
	"slices"
	"time"
)

// maxRecords bounds the index, at about 90 bytes a record.
const maxRecords = 1 << 16

// recordBytes is what records take at the least on average.
const recordBytes = 1 << 10

// node is one record in the index. Names are kept as 64-bit hashes, under a
// seed that nobody can aim at; zero is not a name.
type node struct {
	id, parent      uint64
	message, source uint64 // of the model's message; of the record a result answers
	call            uint64 // the tool call that a result answers, where it is one
	at              int64  // microseconds since 1970, 0 for unknown
	off             int64
	size            int32 // 0 for a line that is not decoded
	body, result    span  // message or attachment; toolUseResult
	up              int32 // index of the parent, -1 without
	root            int32 // index of the topmost known ancestor
	place           place // of a prompt of the user
	kind            kind
	answersTool     bool
	spoken          bool
	summary         bool  // the client's own, of what came before
	branch          int32 // index into the index's branches
	apiError        bool
	denied          bool
	live            bool
}

// place counts the user's prompts and the turns of a conversation, from 1.
// Outside an interactive client the prompt's number is 0.
type place struct{ prompt, turn int32 }

// span is a part of a line.
type span struct{ from, size int32 }

// spanOf finds part, a slice of line that still reaches to its capacity.
func spanOf(line, part []byte) span {
	return span{from: int32(cap(line) - cap(part)), size: int32(len(part))}
}

// of is the part of the line.
func (s span) of(line []byte) []byte { return line[s.from : s.from+s.size] }

// index is the light view of a transcript's end: who hangs below whom.
type index struct {
	r     io.ReaderAt
	since time.Time
	seed  maphash.Seed
	nodes []node           // in the order of the file, once built
	files map[int64]string // paths found in over-long lines, by their place
	words map[int64]string // the user's words there
	conv  Conversation     // what is known without decoding
	lines int              // whole lines that are not empty
	known int              // records that are understood
	// branches are the names of git branches that records bear; 0 means no branch.
	branches []string
	branchAt map[string]int32
}

func newIndex(r io.ReaderAt, since time.Time) *index {
	return &index{
		r: r, since: since, seed: maphash.MakeSeed(), files: map[int64]string{}, words: map[int64]string{},
		branches: []string{""}, branchAt: map[string]int32{"HEAD": 0},
	}
}

func (x *index) hash(name []byte) uint64 {
	if len(name) == 0 {
		return 0
	}
	return maphash.Bytes(x.seed, name) | 1
}

// build takes in lines from the last one backward until one of the bounds.
func (x *index) build(ctx context.Context, lines *backward) error {
	defer func() { slices.Reverse(x.nodes) }()
	x.nodes = make([]node, 0, min(lines.size/recordBytes, lines.left/recordBytes, maxRecords))
	for {
		if ctx.Err() != nil || len(x.nodes) == maxRecords {
			x.conv.Cut = true
			return nil
		}
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if errors.Is(err, errCut) {
			x.conv.Cut = true
			return nil
		}
		if err != nil {
			return err
		}
		done, err := x.take(line)
		if done || err != nil {
			return err
		}
	}
}

// take indexes one line and says whether it is the last one to be taken.
func (x *index) take(line rawLine) (done bool, err error) {
	if line.data == nil && line.size > 0 {
		x.conv.Skipped++
		long, err := readLong(x.r, line)
		if err != nil {
			return false, err
		}
		line.size = 0
		if long.file != "" {
			x.files[line.off] = long.file
		}
		if long.words != "" {
			x.words[line.off] = long.words
		}
		return x.add(&long.record, line), nil
	}
	data := trimLine(line.data)
	if len(data) == 0 {
		return false, nil
	}
	rec, ok := parseRecord(data)
	if !ok {
		if !line.last {
			x.lines++
		}
		x.conv.Skipped++
		return false, nil
	}
	x.lines++
	return x.add(&rec, line), nil
}

// add puts a record into the index, and says whether reading ends with it.
func (x *index) add(rec *record, line rawLine) (done bool) {
	if rec.known() {
		x.known++
	}
	if rec.sidechain {
		// A subagent's compaction is its own affair, too.
		return false
	}
	if !x.since.IsZero() && !rec.at.IsZero() && !rec.at.After(x.since) {
		// A prompt that waited in the queue bears the time it was typed at,
		// so it may be older than the records before it.
		return rec.at.Before(x.since) && len(rec.uuid) > 0 && string(rec.typ) != "attachment"
	}
	x.noteOrigin(rec)
	if len(rec.uuid) > 0 || rec.kind() != other {
		x.nodes = append(x.nodes, x.nodeOf(rec, line))
	}
	x.conv.Compacted = rec.boundary()
	return x.conv.Compacted
}

func (x *index) nodeOf(rec *record, line rawLine) node {
	n := node{
		id: x.hash(rec.uuid), parent: x.parentOf(rec, line),
		message: x.hash(rec.messageID()), source: x.hash(rec.source),
		off: line.off, size: int32(line.size), kind: rec.kind(),
		spoken: rec.spoken(), apiError: rec.apiError, denied: rec.denied, summary: rec.summary, branch: x.branchOf(rec),
	}
	if !rec.at.IsZero() {
		n.at = rec.at.UnixMicro()
	}
	if n.kind == user {
		var call []byte
		call, n.answersTool = rec.answered()
		n.call = x.hash(call)
		if !n.answersTool {
			n.place = rec.place()
		}
	}
	if line.size > 0 {
		body := rec.message
		if n.kind == queued {
			body = rec.attachment
		}
		if body != nil {
			n.body = spanOf(line.data, body)
		}
		if rec.result != nil {
			n.result = spanOf(line.data, rec.result)
		}
	}
	return n
}

// unknownParent stands for a parent that could not be read; no name hashes to
// it, for hashes are odd.
const unknownParent = 2

func (x *index) parentOf(rec *record, line rawLine) uint64 {
	if line.size == 0 && !rec.hasParent && !rec.boundary() {
		return unknownParent
	}
	return x.hash(rec.parent)
}

// branchOf is the place of a record's branch among the branches.
func (x *index) branchOf(rec *record) int32 {
	name := inner(rec.branch)
	if len(name) == 0 {
		return 0
	}
	at, ok := x.branchAt[string(name)]
	if !ok {
		at = int32(len(x.branches))
		x.branches = append(x.branches, text(rec.branch))
		x.branchAt[string(name)] = at
	}
	return at
}

// understood says whether the file is a transcript, as far as was read: a
// record is recognised, or nothing was there but a torn last line.
func (x *index) understood() bool { return x.known > 0 || x.lines == 0 || x.conv.Cut }

// noteOrigin keeps where the newest record that says so was written.
func (x *index) noteOrigin(rec *record) {
	for _, field := range []struct {
		to   *string
		from []byte
	}{{&x.conv.SessionID, rec.session}, {&x.conv.Cwd, rec.cwd}, {&x.conv.Branch, rec.branch}} {
		if *field.to == "" && field.from != nil {
			*field.to = text(field.from)
		}
	}
}
