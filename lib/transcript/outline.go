package transcript

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"holdfast/lib/platform"
)

const (
	// outlineChunk is how much of a file an outline reads at once, outlineLine the
	// longest line that is decoded.
	outlineChunk = 128 << 10
	outlineLine  = 1 << 20
	// outlineHead is where in a line the role of its message is looked for.
	outlineHead = 1 << 10
	// maxOutlined bounds the files and the branches of an outline, maxTurns what
	// was said and done.
	maxOutlined = 2000
	maxTurns    = 20000
	// maxTold is how much of an answer of the model is kept, maxRun of a command.
	maxTold = 2000
	maxRun  = 300
)

// An Outline is what a whole session was, rewound branches and what came before
// compactions included.
type Outline struct {
	SessionID, Cwd string
	Branches       []string  // in order of first appearance
	First, Last    time.Time // of the oldest and the newest record with a time
	Turns          []Turn    // oldest first
	Title          string    // that the user or the client gave it last
	Files          []string  // paths changed by Write, Edit and NotebookEdit
	Compactions    []time.Time
	Offset         int64 // where the next reading goes on: after the last whole line

	lastStamp []byte
	titled    int // how much the record of Title counts
}

// Extend reads the transcript at path from o.Offset to its end and adds what it
// finds to o. A torn last line is left for the next time. It fails where the
// file is missing, not a regular file, shorter than the offset, or cannot be
// read; o then holds what was read until there.
func (o *Outline) Extend(ctx context.Context, path string) error {
	file, info, err := platform.OpenRegular(path)
	if err != nil {
		return fmt.Errorf("reading transcript %q: %w", path, err)
	}
	defer file.Close()
	if info.Size() < o.Offset {
		return fmt.Errorf("reading transcript %q: it became shorter", path)
	}
	err = o.extend(ctx, io.NewSectionReader(file, o.Offset, info.Size()-o.Offset))
	if at := parseTime(o.lastStamp); !at.IsZero() {
		o.Last = at
	}
	if err != nil {
		return fmt.Errorf("reading transcript %q: %w", path, err)
	}
	return nil
}

func (o *Outline) extend(ctx context.Context, r io.Reader) error {
	buf := make([]byte, outlineChunk)
	n, skipping := 0, false // skipping: inside a line that is too long
	var latest lastLines
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		got, err := io.ReadFull(r, buf[n:])
		n += got
		rest := buf[:n]
		for {
			end := bytes.IndexByte(rest, '\n')
			if end < 0 {
				break
			}
			if !skipping {
				o.line(rest[:end])
				latest.add(rest[:end])
			}
			skipping = false
			o.Offset += int64(end) + 1
			rest = rest[end+1:]
		}
		latest.newest(o.stamp) // before the buffer is filled again
		if err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return nil
			}
			return err
		}
		if len(rest) == outlineLine {
			skipping = true
			o.Offset += int64(len(rest))
			rest = nil
		}
		if len(rest) == len(buf) {
			buf = make([]byte, outlineLine)
		}
		n = copy(buf, rest)
	}
}

// lastLines are the last lines of a chunk. Only the last time of all counts, and
// few kinds of records have none, so that the times of earlier ones are not
// looked for.
type lastLines struct {
	lines [16][]byte
	n     int
}

func (l *lastLines) add(line []byte) {
	l.lines[l.n%len(l.lines)] = line
	l.n++
}

// newest calls do with the lines, newest first, until it says that it has what it
// wants, and forgets them.
func (l *lastLines) newest(do func(line []byte) bool) {
	for i := l.n - 1; i >= max(0, l.n-len(l.lines)) && !do(l.lines[i%len(l.lines)]); i-- {
	}
	l.n = 0
}

// The marks are looked for as words in quotes, since white space may be
// around a colon.
var (
	userMark      = []byte(`"user"`)
	assistantMark = []byte(`"assistant"`)
	toolResult    = []byte(`"tool_result"`)
	boundaryMark  = []byte(`"compact_boundary"`)
	queuedMark    = []byte(`"queued_command"`)
	timeMark      = []byte(`"timestamp":`)
	titleMark     = []byte(`-title"`)
	summaryMark   = []byte(`"summary"`)
	tellingMarks  = [...][]byte{[]byte(`"text"`), []byte(`Edit"`), []byte(`"command"`), []byte(`"Write"`)}
)

// line takes in one line. Most are told by a few bytes not to matter, so that
// they need not be decoded: results of tools carry whole files.
func (o *Outline) line(line []byte) {
	if o.First.IsZero() {
		o.stamp(line)
	}
	head := line[:min(len(line), outlineHead)]
	switch {
	case bytes.Contains(head, assistantMark):
		if !slices.ContainsFunc(tellingMarks[:], func(mark []byte) bool { return bytes.Contains(line, mark) }) {
			return
		}
	case bytes.Contains(head, userMark):
		if bytes.Contains(head, toolResult) {
			return
		}
	case bytes.Contains(head, boundaryMark) || bytes.Contains(head, queuedMark) || bytes.Contains(head, titleMark) || bytes.Contains(head, summaryMark):
	default:
		if o.SessionID != "" {
			return
		}
	}
	if r, ok := parseRecord(trimLine(line)); ok {
		o.record(&r)
		o.title(&r, line)
	}
}

// stamp takes the time of a record without decoding it: the first one in the
// end of the line, since the client writes its own after the message, else the
// first in its beginning. It reports whether there is one.
func (o *Outline) stamp(line []byte) bool {
	const end = 400
	for _, part := range [][]byte{line[max(0, len(line)-end):], line[:min(len(line), end)]} {
		_, value, found := bytes.Cut(part, timeMark)
		if !found {
			continue
		}
		value = bytes.TrimLeft(value, " \"")
		if i := bytes.IndexByte(value, '"'); i >= 0 {
			value = value[:i]
		}
		o.lastStamp = append(o.lastStamp[:0], value...)
		if o.First.IsZero() {
			o.First = parseTime(value)
		}
		return true
	}
	return false
}

func (o *Outline) record(r *record) {
	if r.sidechain {
		return
	}
	if id := text(r.session); id != "" && o.SessionID == "" {
		o.SessionID = id
	}
	if cwd := text(r.cwd); cwd != "" && o.Cwd == "" {
		o.Cwd = cwd
	}
	if b := text(r.branch); b != "" && !slices.Contains(o.Branches, b) && len(o.Branches) < maxOutlined {
		o.Branches = append(o.Branches, b)
	}
	switch {
	case r.boundary() && len(o.Compactions) < maxOutlined:
		o.Compactions = append(o.Compactions, r.at)
	case r.kind() == user && r.summary:
		o.turn(ToldSummary, ends(blocksText(member(r.message, "content"), strings.TrimSpace), maxText), r.at)
	case r.kind() == user && r.spoken():
		o.turn(ToldUser, userText(member(r.message, "content")), r.at)
	case r.kind() == queued && r.spoken():
		o.turn(ToldUser, userText(member(r.attachment, "prompt")), r.at)
	case r.kind() == assistant && !r.apiError:
		elements(member(r.message, "content"), func(value []byte) { o.block(parseBlock(value), r.at) })
	}
}

func (o *Outline) file(b block) {
	path := text(member(b.input, "file_path"))
	if path == "" {
		path = text(member(b.input, "notebook_path"))
	}
	if path != "" && len(o.Files) < maxOutlined && !slices.Contains(o.Files, path) {
		o.Files = append(o.Files, path)
	}
}

// StartedIn is the folder that the first records of the transcript at path name, ""
// where they name none.
func StartedIn(path string) string {
	file, _, err := platform.OpenRegular(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	head, _ := io.ReadAll(io.LimitReader(file, 64<<10))
	for line := range bytes.Lines(head) {
		if r, ok := parseRecord(trimLine(line)); ok && text(r.cwd) != "" {
			return text(r.cwd)
		}
	}
	return ""
}
