package transcript

import (
	"bufio"
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
	// outlineLine is the longest line that an outline decodes, outlineHead where in
	// one the role of its message is looked for.
	outlineLine = 1 << 20
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

	lastStamp []byte
	titled    int // how much the record of Title counts
}

// Read adds what the transcript at path holds to o, a torn last line
// left out. It fails where the file is missing, not a regular file, or cannot be
// read; o then holds what was read until there.
func (o *Outline) Read(ctx context.Context, path string) error {
	file, info, err := platform.OpenRegular(path)
	if err != nil {
		return fmt.Errorf("reading transcript %q: %w", path, err)
	}
	defer file.Close()
	err = o.extend(ctx, io.LimitReader(file, info.Size()))
	if at := parseTime(o.lastStamp); !at.IsZero() {
		o.Last = at
	}
	if err != nil {
		return fmt.Errorf("reading transcript %q: %w", path, err)
	}
	return nil
}

func (o *Outline) extend(ctx context.Context, r io.Reader) error {
	lines := bufio.NewReaderSize(r, outlineLine)
	for long := false; ctx.Err() == nil; { // long: the line's beginning was too long
		line, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			long = true
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case !long:
			o.line(line)
		}
		long = false
	}
	return ctx.Err()
}

// The marks are looked for as words in quotes, since white space may be
// around a colon.
var (
	userMark      = []byte(`"user"`)
	assistantMark = []byte(`"assistant"`)
	toolResult    = []byte(`"tool_result"`)
	timeMark      = []byte(`"timestamp":`)
	tellingMarks  = [...][]byte{[]byte(`"text"`), []byte(`Edit"`), []byte(`"command"`), []byte(`"Write"`)}
	otherMarks    = [...][]byte{
		[]byte(`"compact_boundary"`), []byte(`"queued_command"`), []byte(`-title"`), []byte(`"summary"`),
	}
)

func hasAny(text []byte, marks [4][]byte) bool {
	return slices.ContainsFunc(marks[:], func(mark []byte) bool { return bytes.Contains(text, mark) })
}

// line takes in one line. Most are told by a few bytes not to matter, so that
// they need not be decoded: results of tools carry whole files.
func (o *Outline) line(line []byte) {
	o.stamp(line)
	head := line[:min(len(line), outlineHead)]
	matters := o.SessionID == ""
	switch {
	case bytes.Contains(head, assistantMark):
		matters = hasAny(line, tellingMarks)
	case bytes.Contains(head, userMark):
		matters = !bytes.Contains(head, toolResult)
	case hasAny(head, otherMarks):
		matters = true
	}
	if !matters {
		return
	}
	if r, ok := parseRecord(trimLine(line)); ok {
		o.record(&r)
	}
}

// stamp takes the time of a record without decoding it: the first one in the
// end of the line, since the client writes its own after the message, else the
// first in its beginning.
func (o *Outline) stamp(line []byte) {
	const end = 400
	_, value, found := bytes.Cut(line[max(0, len(line)-end):], timeMark)
	if !found {
		_, value, found = bytes.Cut(line[:min(len(line), end)], timeMark)
	}
	if !found {
		return
	}
	value, _, _ = bytes.Cut(bytes.TrimLeft(value, " \""), []byte(`"`))
	o.lastStamp = append(o.lastStamp[:0], value...)
	if o.First.IsZero() {
		o.First = parseTime(value)
	}
}

func (o *Outline) record(r *record) {
	o.title(r)
	if r.sidechain {
		return
	}
	if id := text(r.session); o.SessionID == "" {
		o.SessionID = id
	}
	if cwd := text(r.cwd); o.Cwd == "" {
		o.Cwd = cwd
	}
	o.Branches = addNew(o.Branches, text(r.branch))
	switch {
	case r.boundary() && len(o.Compactions) < maxOutlined:
		o.Compactions = append(o.Compactions, r.at)
	case r.kind == user && r.summary:
		o.turn(ToldSummary, ends(blocksText(member(r.body, "content"), strings.TrimSpace), maxText), r.at)
	case r.kind == user && r.spoken:
		o.turn(ToldUser, userText(member(r.body, "content")), r.at)
	case r.kind == queued && r.spoken:
		o.turn(ToldUser, userText(member(r.body, "prompt")), r.at)
	case r.kind == assistant && !r.apiError:
		for value := range elements(member(r.body, "content")) {
			o.block(parseBlock(value), r.at)
		}
	}
}

// addNew adds a name to a list that does not hold it.
func addNew(list []string, name string) []string {
	if name == "" || len(list) == maxOutlined || slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}
