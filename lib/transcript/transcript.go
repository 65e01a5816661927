// Package transcript reads what is alive of a conversation from the transcript
// that Claude Code keeps of a session, and which sessions are open; it writes
// nothing.
//
// A transcript is JSON lines, appended to while the session runs; the client
// calls its format internal and changing, so every assumption about it is
// in this package and unknown records and fields are passed over. It is read
// from its end back to the last compaction, because it may be a gigabyte. Only
// a light index of records is held, and lines whose content is wanted are read
// a second time. Whatever a file holds, reading it ends, within the bounds of
// Limits, and does not panic.
//
// Alive is what the model would see: records form a tree by parentUuid, and
// the branch that ends in the last record counts. Branches that were rewound,
// what subagents did, what came before the last compaction, and what the
// client itself put into the user's mouth do not.
package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"holdfast/lib/platform"
)

// Limits bound how much of a transcript is looked at. Zero values stand for
// the defaults.
type Limits struct {
	// Bytes is how many bytes from the end are looked at most; 16 MiB by
	// default. A line over Line counts with the 128 KiB that are looked at of
	// its two ends; running through such lines to find their starts ends at
	// 128 MiB.
	Bytes int64
	// Line is the length in bytes above which a line is passed over without
	// being decoded; 1 MiB by default, 1 GiB at most.
	Line int
}

const (
	defaultBytes = 16 << 20
	defaultLine  = 1 << 20
	maxLine      = 1 << 30
	// maxText is how much of one prompt or answer is kept, in bytes.
	maxText = 64 << 10
	// maxCommand is how much of a failed command, and of the end of its
	// output, is kept, in bytes.
	maxCommand = 4 << 10
	// maxFailures is how many failures are reported.
	maxFailures = 10
)

// Prompt is something the user wrote: typed at the prompt or while the model
// worked, as the arguments of a slash command ("/name arguments"), or as the
// reason for a refused tool call. Text is trimmed and cut at 64 KiB; Time is
// zero where the record has none.
type Prompt struct {
	Text string
	Time time.Time
}

// Failure is a shell command that failed. Command holds its first 4 KiB and
// Output, raw as the model saw it, its last 4 KiB.
type Failure struct{ Command, Output string }

// Task is an entry of the model's task list. ID is empty for clients whose
// list has none; Status is pending, in_progress, completed, deleted, or what a
// later client calls it.
type Task struct{ ID, Subject, Status string }

// Answer is the user's answer to a question that the model asked; several
// choices are joined by ", ".
type Answer struct{ Question, Answer string }

// Plan is a plan that the user approved: its title, one row of at most 200
// characters, and when.
type Plan struct {
	Title string
	Time  time.Time
}

// Check is a build, test, lint or run command that succeeded when it ran last,
// on one row, and when that was.
type Check struct {
	Command string
	Time    time.Time
}

// Conversation is what is alive of a session.
type Conversation struct {
	Prompts    []Prompt  // the user's own words, oldest first
	LastAnswer string    // the last text the model wrote since the last prompt, trimmed and cut at 64 KiB
	Files      []string  // paths changed, as recorded, in order of first change
	Pending    []string  // paths of edits that have no result: they may be made, asked about, or cut off
	Tasks      []Task    // as they are at the end, in order of first mention
	Failures   []Failure // the last 10 at most, oldest first, one for each command that did not succeed later
	Answers    []Answer  // oldest first
	Idle       bool      // the model has ended its turn, or was interrupted, and nothing was asked since
	Calling    bool      // a tool call has no result yet: its tool may be at work
	UsedShell  bool      // some Bash or PowerShell command ran
	Plan       Plan      // the newest one approved, with a title
	Intent     string    // the request, as the client's summary before the conversation says, one row of at most 200 characters
	Checks     []Check   // newest first, one of each Kind, 8 at most
	Succeeded  []string  // the shell commands that succeeded when they ran last, the newest 500, oldest first, each its first 4 KiB
	Branches   []string  // those on which files changed, as far as records say, in order of the last change

	SessionID, Cwd, Branch string    // from the newest record outside subagents that has them
	First, Last            time.Time // timestamps of the oldest and the newest live record

	Recovers  bool // it begins with /recover, whether or not with a name
	Compacted bool // a compaction ended the reading
	Cut       bool // a bound or the deadline ended the reading
	Skipped   int  // lines passed over: too long, torn, nested too deeply, not a JSON object
}

// errCut says that a bound ended the reading.
var errCut = errors.New("bound reached")

// ErrFormat says that a transcript holds lines of which none is understood: the
// client's format has changed, or the file is something else.
var ErrFormat = errors.New("none of its records is understood; the client's format may have changed")

// Read reads the transcript at path from its end back to the last compaction,
// its start, or the first record older than since, where since is not zero;
// records not after since are left out. When ctx is done no further lines are
// taken in, but those taken in are still decoded, which takes no longer than
// reading them did. A file that grows during that is read as it was when opened.
//
// It fails when path is empty or missing, is anything but a regular file (a
// link to one is one), cannot be read, or with ErrFormat; the error names path.
func Read(ctx context.Context, path string, since time.Time, lim Limits) (Conversation, error) {
	if path == "" {
		return Conversation{}, errors.New(`reading transcript "": no path`)
	}
	file, info, err := platform.OpenRegular(path)
	if err != nil {
		return Conversation{}, fmt.Errorf("reading transcript %q: %w", path, err)
	}
	defer file.Close()
	conv, err := read(ctx, file, info.Size(), since, lim.orDefaults())
	if err != nil {
		return Conversation{}, fmt.Errorf("reading transcript %q: %w", path, err)
	}
	return conv, nil
}

func read(ctx context.Context, r io.ReaderAt, size int64, since time.Time, lim Limits) (Conversation, error) {
	x := newIndex(r, since)
	if err := x.build(ctx, newBackward(r, size, lim)); err != nil {
		return Conversation{}, err
	}
	if !x.understood() {
		return Conversation{}, ErrFormat
	}
	if x.named() {
		x.link()
		x.markLive()
	} else {
		x.takeAll()
	}
	c := newCollector(x, &window{r: r, size: size})
	if err := c.collect(); err != nil {
		return Conversation{}, err
	}
	return c.conversation(), nil
}

func (l Limits) orDefaults() Limits {
	if l.Bytes <= 0 {
		l.Bytes = defaultBytes
	}
	if l.Line <= 0 {
		l.Line = defaultLine
	}
	l.Line = min(l.Line, maxLine)
	return l
}
