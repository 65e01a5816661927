// Package autosave makes an artifact of what a session left on disk: the live conversation of its transcript and git,
// over the state of the line that it works on. All saves go one way: the facts of the session are gathered (gather.go),
// what they add is folded onto the line's state (adds.go), and that is written as one document (document.go, save.go).
package autosave

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/design"
	"holdfast/lib/each"
	"holdfast/lib/epic"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/hook"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
	"holdfast/lib/transcript"
	"holdfast/lib/undo"
)

// SessionEnd is what metadata.trigger says beside Claude Code's own manual and auto, and line.Recovered.
const SessionEnd = "session-end"

// A Session is one whose state is saved.
type Session struct {
	Project      line.Project // whose time is the clock's
	ID           string
	Transcript   string         // path as the client names it, may be empty
	Trigger      string         // manual, auto, SessionEnd or line.Recovered
	Died         bool           // its last turn did, of an error
	Instructions string         // what the user said to keep, may be empty
	Working      []beads.Issue  // the issues in progress
	Waves        []epic.Wave    // of epics: in flight, or abandoned
	Designs      []resume.Entry // that are open
	Date         time.Time      // that the state is of, zero for now
	NoPrompts    bool           // no text of a prompt may be stored
	Asked        *Asked         // by a person or model, nil for a hook

	since time.Time // up to when the conversation was saved before, zero where all of it counts
	// until, of a session that ended earlier, is when it cannot have changed files any more.
	until    time.Time
	recorded bool                           // nothing is written that the ledger cannot hold
	unread   bool                           // the transcript cannot be read
	seen     time.Time                      // when the transcript was touched last, zero for now
	status   func() (gitrepo.Status, error) // git's, where it was asked ahead
	wanted   func(Facts) bool               // whether what was found is worth saving, nil for always
}

// Facts are what a checkpoint is made of.
type Facts struct {
	Session
	Conversation transcript.Conversation
	Work         Work
	Line         Choice
	State        line.State        // what is known of the line so far
	Earlier      artifact.LastSave // last, where a line was chosen that exists
	Agent        bool              // no person spoke: the line is shown to this session alone

	topic    bool              // the line is of a branch of its own
	readTalk func() talk       // what talk computed, nil where it is to do so again
	lines    *line.Lines       // of the project
	last     artifact.LastSave // the newest save of the session
}

// Empty reports whether there is nothing to save: no prompt, change, open work or answer. A
// conversation of which only the end was read is never empty.
func (f Facts) Empty() bool {
	c := f.Conversation
	return !c.Cut && len(c.Prompts)+len(f.Work.Changed)+len(c.Tasks)+len(f.inFlight()) == 0
}

// Worth reports whether a session that ended did what the next one should know: real work, three prompts, more of
// what it saved, a rule; or, of a line that there is, what its answers leave or end, or the user puts off, a commit, a
// tag, push or deployment, or that it was thrown away.
func (f Facts) Worth() bool {
	n, talk := len(f.Conversation.Prompts), f.talk()
	rules, revoked := f.rules(talk.prompts)
	if n >= 3 || f.Worked() || f.away() || n > 0 && f.Conversation.Before.Answer != "" || len(rules)+len(revoked) > 0 {
		return true
	}
	if n == 0 || f.Line.Line == nil || !f.Line.Line.Own {
		return false
	}
	away := func(text string) bool { return prompt.Discards(text, f.State.Goal) }
	left := f.left(talk)
	return len(f.Conversation.Commits)+len(f.Conversation.Published)+len(left.steps)+len(left.loose) > 0 ||
		len(f.putsOff(talk)) > 0 || left.says && len(f.State.Next) > 0 || slices.ContainsFunc(talk.prompts, away) ||
		slices.ContainsFunc(f.State.Next, f.does(f.tasks(), talk))
}

// Worked reports whether a person or team did real work: files, open tasks, a failure or a plan.
func (f Facts) Worked() bool {
	return (len(f.Conversation.Prompts) > 0 || f.Conversation.Team != "") && f.did()
}

func (f Facts) did() bool {
	c := f.Conversation
	return len(f.Work.Changed)+len(c.Failures) > 0 || c.Plan != "" || slices.ContainsFunc(c.Tasks, isOpen)
}

func isOpen(t transcript.Task) bool { return t.Status == "pending" || t.Status == "in_progress" }

// inFlight are the waves that are not abandoned.
func (f Facts) inFlight() []epic.Wave {
	return each.Without(f.Waves, func(w epic.Wave) bool { return w.Stale })
}

// designed are the designs that the session worked on, each with its open stage.
func (f Facts) designed() []string {
	return each.If(f.Designs, func(d resume.Entry) (string, bool) {
		worked := d.Ours && !d.Pointer && !f.Conversation.First.IsZero() && !d.Saved.Before(f.Conversation.First)
		return fmt.Sprintf("design %s: %s, %s", d.ID, d.State, d.Fit), worked
	})
}

// clean is s without secrets and control characters, of what is looked at.
func clean(s string) string {
	s = redact.Text(fence.Head(s, 64<<10))
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, s)
}

// short is s without secrets, on one line, cut to most characters.
func short(s string, most int) string {
	return fence.Short(strings.Join(strings.Fields(clean(s)), " "), most)
}

// Hooked saves the session of a hook's call in one of a Session's ways, where saving is not off.
// What cannot be read is a failure of the call and stops nothing.
func Hooked(
	ctx context.Context, c *hook.Call, save func(Session, context.Context) (Result, error),
) (Result, error) {
	root, err := c.Root()
	if err != nil {
		return Result{}, err
	}
	if gjson.GetBytes(c.Raw, "transcript_path").Type != gjson.String {
		c.Failed(errors.New("the payload names no transcript"))
	}
	set, err := config.Load(c.Machine, project.Hash(root))
	c.Failed(err)
	if !set.Autosave {
		return Result{}, nil
	}
	p := ProjectAt(c.Env, root, c.Machine, set)
	p.Looked = line.Likely
	s := Session{
		Project: p, ID: c.SessionID, Transcript: c.TranscriptPath, Trigger: c.Trigger, Instructions: c.Instructions,
		Working: beads.Exported(root), NoPrompts: !set.SavePrompts, Died: c.Event == "StopFailure",
	}
	for i := range s.Working {
		s.Working[i].Title = "" // the export may have come with a clone: its titles are told nobody
	}
	s.Waves, err = epic.In(root, c.Machine).Waves(c.Now())
	c.Failed(err)
	s.Designs, err = design.In(root, c.Machine).Resume(ctx, resume.Query{Now: c.Now()})
	c.Failed(err)
	r, err := save(s, ctx)
	c.Failed(r.Warning)
	return r, err
}

// ProjectOf is the project that a command is about, with its lines.
func ProjectOf(inv *cli.Invocation) line.Project {
	set, _ := config.Load(inv.Machine, project.Hash(inv.Project)) // doctor says what is wrong with it
	p := ProjectAt(inv.Env, inv.Project, inv.Machine, set)
	p.Evidence.Time = 2 * time.Second // for a command
	return p
}

// ProjectAt is a project with its lines, and with git and the undos, which tell what of them is open.
func ProjectAt(env cli.Env, root string, folder machine.Folder, set config.Values) line.Project {
	p := line.In(artifact.Of(root, folder), env.Now())
	p.Evidence = line.Evidence{
		Trunks: strings.Fields(set.Trunk),
		Undone: sync.OnceValue(undo.Store{Root: root, Machine: folder}.PutBack),
	}
	p.KeepAutos, p.KeepDays = set.KeepAutos, set.KeepDays
	if p.InGit() {
		p.Evidence.Git = gitrepo.Finder(env.Getenv, env.Environ)
	}
	return p
}
