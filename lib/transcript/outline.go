package transcript

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
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
	First, Last    time.Time // of the first and the last that was said or done
	Turns          []Turn    // oldest first
	Files          []string  // paths changed by Write, Edit and NotebookEdit
	Compactions    []time.Time

	titles Titles
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
	if err := o.extend(ctx, io.LimitReader(file, info.Size())); err != nil {
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

func (o *Outline) record(r *record) {
	if !o.First.IsZero() || string(r.typ) != "summary" { // before the first record it is another session's
		o.titles.note(r)
	}
	if r.sidechain {
		return
	}
	if !r.at.IsZero() {
		o.Last = r.at
		if o.First.IsZero() {
			o.First = r.at
		}
	}
	o.SessionID, o.Cwd = cmp.Or(o.SessionID, text(r.session)), cmp.Or(o.Cwd, text(r.cwd))
	o.Branches = addNew(o.Branches, text(r.branch))
	switch {
	case r.boundary() && len(o.Compactions) < maxOutlined:
		o.Compactions = append(o.Compactions, r.at)
	case r.kind == user && r.summary:
		o.turn(ToldSummary, ends(r.words(), maxText), r.at)
	case r.kind == user && !r.unspoken:
		o.turn(ToldUser, userText(r.content()), r.at)
	case r.kind == queued && !r.unspoken:
		o.turn(ToldUser, userText(member(r.body, "prompt")), r.at)
	case r.kind == assistant && !r.apiError:
		for block := range elements(r.content()) {
			o.block(block, r.at)
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
