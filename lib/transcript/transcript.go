// Package transcript reads what is alive of a conversation from the transcript
// that Claude Code keeps of a session, and which sessions are open.
//
// A transcript is JSON lines, appended to while the session runs; the client calls its format internal and changing,
// so every assumption about it is in this package and unknown records and fields are passed over. Of a gigabyte the
// last 8 MiB are read, 32 MiB where those hold too little; nothing that a file holds is a panic.
//
// Alive is what the model would see: records form a tree by parentUuid, and the branch that ends in the last record
// counts. Branches that were rewound, what subagents did, what came before the last compaction and did not stay in
// the context, and what the client itself put into the user's mouth do not.
package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

const (
	maxText     = 64 << 10 // bytes of a prompt that are kept, of an answer a quarter
	maxCommand  = 4 << 10  // of a failed command, and of the end of its output
	maxTitle    = 4 << 10
	maxFailures = 10
)

// Prompt is something the user wrote: typed at the prompt or while the model worked, as the arguments of
// a slash command ("/name arguments"), or as the reason for a refused tool call.
type Prompt struct {
	Text   string    // trimmed, its ends
	Task   string    // what it has done, where a program wrote it and gives the model a role; else ""
	Time   time.Time // zero where the record has none
	Answer string    // the last text of the model before the next one, its ends
	Plan   string    // that was approved in its turn, or by it, its first 64 KiB
	Broken bool      // no text ended its turn: it was interrupted, died of an error, or there is more to come
}

// Failure is a shell command that failed. Command holds its first 4 KiB and
// Output, raw as the model saw it, its last 4 KiB.
type Failure struct {
	Command, Output string
	Time            time.Time
	checks          []string // among its commands
	again           bool     // it had succeeded, or failed, before
	before          int      // how many commands had been run
}

// Task is an entry of the model's task list, of an older client's without an ID. Status is
// pending, in_progress, completed, deleted, or what a later client calls it; At is when the turn began that said so.
type Task struct {
	ID, Subject, Status string
	At                  time.Time
}

// Answer is the user's answer to a question of the model, several choices with ", " between them, or what he
// typed instead and is no question.
type Answer struct{ Question, Answer string }

// Conversation is what is alive of a session.
type Conversation struct {
	Prompts    []Prompt  // the user's own words, oldest first
	Before     Prompt    // the turn before the first of them, without its own
	LastAnswer string    // the last text the model wrote since the last prompt, trimmed, its ends
	Files      []string  // paths changed, as recorded, the one changed last first
	Pending    []string  // paths of edits that have no result: they may be made, asked about, or cut off
	Tasks      []Task    // as they are at the end, in order of first mention
	Failures   []Failure // the last 10 at most, oldest first, one for each command that did not succeed later
	Answers    []Answer  // oldest first
	Idle       bool      // the model has ended its turn, or was interrupted, and nothing was asked since
	Calling    bool      // a tool call has no result yet: its tool may be at work
	UsedShell  bool      // some Bash or PowerShell command ran
	Moved      []Span    // when commands ran that only bring the work of others, as a checkout or pull does
	Plan       string    // the title of the newest one approved that has one: a row of at most 200 characters
	Summary    string    // the client's own, of what came before the conversation; its first 64 KiB
	Checks     []Command // that build, test, lint or run, newest first, one of each Kind, 8 at most
	Succeeded  []string  // the last 500 shell commands that succeeded when they ran last, oldest first
	Changes    []Change  // of files, oldest first

	Commands []Command // that were run, one of each Kind, the last run first
	Read     []string  // paths of files that were read and not changed, the most and latest used first
	// Ran are commands, by Plain, and skills, behind "+" if one surely ended well, "-" if all failed, "~" if they did
	// by what a pipe showed of them; sorted. Instead is before what worked after that.
	Ran     []string
	Commits []Commit // that it made, oldest first
	// Published are its commands, each as the subject, that tagged, pushed, deployed, or opened a pull request.
	Published []Commit
	Titles    Titles
	// PullRequest is its address or number; Team names the team of agents of the session.
	PullRequest, Team string

	// Cwd and Branch are from the newest record that has them; Branch is "" after a checkout.
	Cwd, Branch string
	First, Last time.Time // timestamps of the oldest and the newest live record

	Recovers  bool // it begins with /recover, whether or not with a name
	Compacted bool // it goes on from a compaction
	Cut       bool // what is before it was not read

	records int
}

// Instead is in Ran before a command that worked where the one before it had failed.
const Instead = " -> "

// Titles are what the user, the client and its summaries call a session.
type Titles struct{ Custom, Client, Summary string }

// A Commit is the first line of a commit's message, and when it was made.
type Commit struct {
	Subject string
	Time    time.Time
	Alone   bool // its command changed nothing else
}

// A Span is the time from one record to another.
type Span struct{ From, To time.Time }

// A Change is when a tool changed files or made a commit, and on which branch, as far as
// the records say: the client notices a switch with the next prompt only.
type Change struct {
	Span
	Branch   string
	Squashed string // the branch of the squash merge that it is part of, up to the commit of that
}

// Command is a shell command in its last form, its first 4 KiB: how often one of its Kind was run, when
// last, and whether it failed then. Of Checks it is one command, on one row, and when it succeeded last.
type Command struct {
	Command string    `json:"command"`
	Times   int       `json:"times,omitempty"`
	When    time.Time `json:"when,omitzero"`
	Failed  bool      `json:"failed,omitempty"`
}

// ErrFormat says that no line of a transcript is understood: the client's format has changed.
var ErrFormat = errors.New("none of its records is understood; the client's format may have changed")

// Read reads the end of the transcript at path, of which counts what came after the last compaction, and
// after since, where that is not zero, up to until, if any. A longer end, where the short one holds too little,
// is read only while ctx is not done. It fails where that is no regular file, or no link to one, or with ErrFormat.
func Read(ctx context.Context, path string, since time.Time, until ...time.Time) (c Conversation, err error) {
	err = opened(path, func(file *os.File, size int64) error {
		text, cut, release, err := mapped(file, size)
		if err != nil {
			return err
		}
		defer release()
		for _, most := range []int{shortTail, longTail} {
			if ctx.Err() != nil {
				c.Cut = true
				return nil
			}
			c, err = read(text, cut, since, most, until...)
			if err != nil || !c.Cut || len(c.Prompts) > 0 && c.records >= fewInTail {
				return err
			}
		}
		return nil
	})
	return c, err
}

func read(text string, cut bool, since time.Time, most int, until ...time.Time) (Conversation, error) {
	x := &reader{since: since, until: until, own: map[string]bool{}}
	cut = x.addEnd(text, most) || cut
	x.Cut = x.Cut || cut
	if x.known == 0 && x.lines > 0 && !x.Cut { // a torn last line alone is no other format
		return Conversation{}, ErrFormat
	}
	x.grow()
	x.collect()
	return x.conversation(), nil
}

const (
	// shortTail is how much of a file's end is read; longTail where that is cut and
	// holds few records, as where results carry pictures, or no prompt.
	shortTail = 8 << 20
	longTail  = 32 << 20
	fewInTail = 250
)

// mapped is what a file holds until release. It is mapped: fresh memory for as much costs more than all that is done
// with it. Where the system cannot do that, the end is read, and cut says that something is before it.
func mapped(file *os.File, size int64) (text string, cut bool, release func(), err error) {
	if data, release, err := platform.Map(file, int(size)); err == nil {
		return view(data), false, release, nil
	}
	data := make([]byte, min(size, longTail))
	_, err = file.ReadAt(data, size-int64(len(data))) // which fails where it has become shorter
	return view(data), size > longTail, func() {}, err
}

// opened calls read with the file at path; a mapped part of it that is gone is an error.
func opened(path string, read func(file *os.File, size int64) error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		fault := recover()
		if in, is := fault.(*parallel.PanicError); is { // in another goroutine
			fault = in.Value
		}
		if _, gone := fault.(interface{ Addr() uintptr }); gone {
			err = io.ErrUnexpectedEOF
		} else if fault != nil {
			panic(fault)
		}
		if err != nil {
			err = fmt.Errorf("reading transcript %q: %w", path, err)
		}
	}()
	file, info, err := platform.OpenRegular(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return read(file, info.Size())
}

// addEnd takes in the whole lines among the last so many bytes of a text, and says whether something is
// before them. Where one line takes most of a long tail, what is before that line is taken in too.
func (x *reader) addEnd(text string, most int) (cut bool) {
	start := max(0, len(text)-most)
	last := text[start:]
	if cut = start > 0; cut {
		_, last, _ = strings.Cut(last, "\n")
	}
	if cut && most == longTail && strings.Count(last, "\n") < fewInTail {
		skimmed := text[max(0, start-128<<20):start] // in which the start of a long line is looked for
		if end := strings.LastIndexByte(skimmed, '\n') + 1; end > 0 {
			cut = x.addEnd(text[:start-len(skimmed)+end], shortTail)
		}
	}
	x.add(last)
	return cut
}
