package transcript

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/prompt"
)

const (
	maxOutlined = 2000 // files, and branches
	maxTold     = 2000 // bytes of an answer of the model
	maxRun      = 300  // of a command
)

// The kinds of a turn.
const (
	ToldUser    = "user"
	ToldModel   = "claude"
	ToldCommand = "command" // that the model ran
	ToldCommit  = "commit"  // the message of one that it made
	ToldSummary = "summary" // of what was compacted, by the client
)

// A Turn is something that was said or done in a session.
type Turn struct {
	Who  string    `json:"who"`
	At   time.Time `json:"at,omitzero"`
	Text string    `json:"text"`
	Task string    `json:"-"` // as that of a Prompt
}

// An Outline is what a whole session was, with what was rewound or came before compactions.
type Outline struct {
	Cwd         string
	Branches    []string  // in order of first appearance
	First, Last time.Time // of the first and the last that was said or done
	Turns       []Turn    // oldest first
	Files       []string  // paths changed by Write, Edit and NotebookEdit
	Compactions []time.Time

	titles Titles
	own    map[string]bool
}

// Title is what the user calls the session, else the client, else its summary.
func (o *Outline) Title() string {
	title := cmp.Or(o.titles.Custom, o.titles.Client, o.titles.Summary)
	return fence.Head(strings.Join(strings.Fields(title), " "), maxRun)
}

// Read adds to o what the transcript holds, also where reading it fails in its middle.
func (o *Outline) Read(ctx context.Context, path string) error {
	return opened(path, func(file *os.File, size int64) error {
		o.own = map[string]bool{}
		lines := bufio.NewReaderSize(io.LimitReader(file, size), 1<<20) // the longest line that is decoded
		for long := false; ctx.Err() == nil; {                          // long: the line's beginning was too long
			line, err := lines.ReadSlice('\n')
			full := errors.Is(err, bufio.ErrBufferFull)
			switch {
			case errors.Is(err, io.EOF):
				return nil
			case err != nil && !full:
				return err
			case !full && !long:
				if r, ok := parseRecord(view(line)); ok {
					o.record(&r)
				}
			}
			long = full
		}
		return ctx.Err()
	})
}

func (o *Outline) record(r *record) {
	r.uuid = strings.Clone(r.uuid) // of a buffer
	o.titles.note(r, o.own)
	if r.sidechain {
		return
	}
	o.First = cmp.Or(o.First, r.at)
	if !r.at.IsZero() && (r.said() || r.boundary()) {
		o.Last = r.at
	}
	o.Cwd = cmp.Or(o.Cwd, r.cwd.text())
	o.Branches = addNew(o.Branches, r.branch.text())
	switch {
	case r.boundary() && len(o.Compactions) < maxOutlined:
		o.Compactions = append(o.Compactions, r.at)
	case r.typ == "user" && r.summary:
		o.turn(ToldSummary, fence.Ends(r.words(), maxText), r.at)
	case r.asked != "":
		n := len(o.Turns)
		if o.turn(ToldUser, userText(r.asked), r.at); r.program && n < len(o.Turns) {
			o.Turns[n].Task, _ = prompt.Task(o.Turns[n].Text)
		}
	case r.typ == "assistant" && !r.apiError:
		for block := range r.content().elements() {
			o.block(block, r.at)
		}
	}
}

func (o *Outline) turn(who, words string, at time.Time) {
	if words != "" && len(o.Turns) < 20_000 {
		o.Turns = append(o.Turns, Turn{Who: who, Text: words, At: at})
	}
}

// block takes in a piece of a message of the model.
func (o *Outline) block(block value, at time.Time) {
	made := call{block: block}
	switch tool := made.tool(); {
	case block.get("type").str() == "text":
		o.turn(ToldModel, fence.Ends(strings.TrimSpace(block.get("text").text()), maxTold), at)
	case slices.Contains(editors, tool):
		o.Files = addNew(o.Files, pathIn(made.input()))
	case slices.Contains(shells, tool):
		command := strings.TrimSpace(made.command())
		if message := commitMessage(command); message != "" {
			o.turn(ToldCommit, message, at)
		} else {
			o.turn(ToldCommand, fence.Head(command, maxRun), at)
		}
	}
}

// commitMessage is the message that a shell command gives a commit, "" where it gives none.
func commitMessage(command string) string {
	_, rest, _ := strings.Cut(command, "git commit")
	if _, document, ok := strings.Cut(rest, "<<"); ok {
		word, body, _ := strings.Cut(strings.TrimLeft(document, "-~"), "\n")
		word, _, _ = strings.Cut(strings.TrimSpace(word), " ")
		message, _, _ := strings.Cut(body, "\n"+strings.Trim(word, `"'`))
		return strings.TrimSpace(message)
	}
	for word := range strings.SplitAfterSeq(rest, " ") {
		if rest = rest[len(word):]; !strings.HasPrefix(word, "-") || !strings.HasSuffix(word, "m ") {
			continue
		}
		end, message := " ", strings.TrimSpace(rest)
		if message != "" && (message[0] == '"' || message[0] == '\'') {
			end, message = message[:1], message[1:]
		}
		message, _, _ = strings.Cut(message, end)
		return strings.TrimSpace(message)
	}
	return ""
}

// addNew adds a name to a list that does not hold it.
func addNew(list []string, name string) []string {
	if name == "" || len(list) == maxOutlined || slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}
