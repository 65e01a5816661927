// Package autosave makes an artifact of what a session left on disk: the live conversation of its transcript and git,
// over the state of the line that it works on. All saves go one way: the facts of the session are gathered (gather),
// what they add is folded onto the line's state (adds.go), and that is written as one document (document.go, save.go).
package autosave

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
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
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/epic"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/hook"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
	"holdfast/lib/prompt"
	"holdfast/lib/rank"
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
	Turn         string         // the id of the prompt whose turn runs, "" for not known
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
	status   func() (gitrepo.Status, error) // git's, asked once
	files    func() []line.File             // of the work tree, likewise
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
	back     bool              // the line was handed over, and the session goes on with it
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

// Worth reports whether a session that ended did what the next one should know: real work, three prompts, a deployment,
// more of what it saved, a rule, what the user decides, puts off, or agrees to of what an answer leaves; what is
// unsettled; or, of a line that there is, what its answers leave or end, a commit, a tag, push or deployment, or that
// it was thrown away.
func (f Facts) Worth() bool {
	n, talk := len(f.Conversation.Prompts), f.talk()
	rules, revoked := f.rules(talk.prompts)
	more := n > 0 && f.Conversation.Before.Answer != "" || len(rules)+len(revoked) > 0 ||
		slices.ContainsFunc(talk.prompts, prompt.Resolves)
	deploys := func(c transcript.Commit) bool { return !strings.HasPrefix(c.Subject, "git ") }
	more = more || n > 0 && slices.ContainsFunc(f.Conversation.Published, deploys)
	if more || f.back || n >= 3 || f.Worked() || f.away() || f.unsettled(talk) {
		return true
	}
	left, agrees := f.left(talk), false
	if n == 2 && len(left.steps) > 0 && len(talk.lists[0]().Steps) > 0 {
		said := talk.prompts[1]
		picked, taken := prompt.Picked(talk.lists[:1], said)
		names := picked != said || len(taken) > 0 && len(prompt.Dropped(said, true)) == 0 ||
			prompt.Shares(said, strings.Join(talk.lists[0]().Steps, "\n"))
		agrees = names && prompt.Asks(said) && !prompt.Questions(said) && !prompt.OnlyLooks(said) ||
			prompt.OnlyGoesOn(said) || slices.ContainsFunc(prompt.Sentences(said), prompt.Delays)
	}
	awaited := func(s string) bool { return prompt.Waits(s) && slices.Contains(left.steps, s) } // the answer says so
	if agrees || len(each.Without(f.putsOff(talk), awaited))+len(f.elsewhere(talk)) > 0 {
		return true
	}
	if n == 0 || f.Line.Line == nil || !f.Line.Line.Own {
		return false
	}
	away := func(text string) bool { return prompt.Discards(text, f.State.Goal) }
	return len(f.Conversation.Commits)+len(f.Conversation.Published)+len(left.steps)+len(left.loose) > 0 ||
		left.says && len(f.State.Next) > 0 || slices.ContainsFunc(talk.prompts, away) ||
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

// wave says of a wave where it is.
func wave(w epic.Wave) string {
	row := "a wave of epic " + w.Epic + " is in flight"
	if w.Stale {
		row = "stale: a wave of epic " + w.Epic + " was abandoned"
	}
	return fmt.Sprintf("%s (%s, since %s); wave %d was completed last: %s",
		row, w.Path, w.Since.UTC().Format(time.RFC3339), w.Completed, epic.Path(w.Epic))
}

// designed are the designs that the session worked on, each with its open stage.
func (f Facts) designed() []string {
	return each.If(f.Designs, func(d resume.Entry) (string, bool) {
		worked := d.Ours && !d.Pointer && !f.Conversation.First.IsZero() && !d.Saved.Before(f.Conversation.First)
		return fmt.Sprintf("design %s: %s, %s", d.ID, d.State, d.Fit), worked
	})
}

// redacted is s without secrets and control characters, of what is looked at.
func redacted(s string) string {
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
	return fence.Short(strings.Join(strings.Fields(redacted(s)), " "), most)
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
	p, set, err := ProjectAt(c.Env, root, c.Machine)
	c.Failed(err)
	if !set.Autosave {
		return Result{}, nil
	}
	p.Looked = 4 // lines that a save may go on with
	s := Session{
		Project: p, ID: c.SessionID, Transcript: c.TranscriptPath, Trigger: c.Trigger, Instructions: c.Instructions,
		Working: beads.Exported(root), NoPrompts: !set.SavePrompts, Died: c.Event == "StopFailure",
	}
	h, _ := undo.Store{Root: root, Machine: c.Machine}.Read()
	// "/compact" has an id of its own, which no record has yet, as may what is no prompt that the session was given.
	if c.Trigger == "auto" && (h.Turn(s.ID) == 0 || h.Running(s.ID, c.PromptID)) {
		s.Turn = c.PromptID
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
	p, _, _ := ProjectAt(inv.Env, inv.Project, inv.Machine) // doctor says what is wrong with the settings
	p.GitTime = 2 * time.Second                             // for a command
	return p
}

// ProjectAt is a project with its lines, and with git and the undos, which tell what of them is open; and its
// settings, where the defaults hold for a file that cannot be read.
func ProjectAt(env cli.Env, root string, folder machine.Folder) (p line.Project, set config.Values, err error) {
	p = line.In(artifact.Of(root, folder), env.Now())
	set, err = config.Load(folder, p.Store.Hash)
	p.Trunks, p.PutBack = strings.Fields(set.Trunk), sync.OnceValue(undo.Store{Root: root, Machine: folder}.PutBack)
	p.KeepAutos, p.KeepDays = set.KeepAutos, set.KeepDays
	if p.InGit() {
		p.Git = env.Git
	}
	return p, set, err
}

// Asked is what a person or model says where they save.
type Asked struct {
	Line, Bead, Title, Goal string        // "" where they do not say
	Closing                 bool          // the line is closed by it
	Tracker                 beads.Tracker // asked for the issues in progress where nothing else names one
}

// Facts are what a save on request starts from, by the same rules as a hook's.
func (s Session) Facts(ctx context.Context) (Facts, error) {
	s.Project.Sweep()
	last, err := s.Project.Store.LastBySession(s.ID, s.Project.Now)
	if err != nil {
		return Facts{}, err
	}
	if s.Asked.Bead == "" && last.Artifact.Text("primary_bead") == "" {
		s.Working = s.Asked.Tracker.InProgress(ctx)
	}
	home := s.Project.Store.Machine
	s.Transcript = cmp.Or(last.Notes.Transcript, transcript.Of(home.Configs(filepath.Dir(home.Path)), s.ID))
	c, _ := transcript.Read(ctx, s.Transcript, s.since) // without it the writer's words are saved
	if _, here := project.Rel(s.Project.Store.Root, c.Cwd); !here && last.Notes.Transcript == "" {
		c, s.Transcript = transcript.Conversation{}, "" // what was said in another project stays there
	}
	return s.gather(ctx, func() (transcript.Conversation, Work) { return c, s.work(ctx, c) })
}

// gather chooses the line and gathers the facts: what is known is read beside what was said, and the work tree is
// looked at last, since git may still be at it.
func (s Session) gather(ctx context.Context, read func() (transcript.Conversation, Work)) (f Facts, err error) {
	s.Date = cmp.Or(s.Date, s.Project.Now)
	f = Facts{Session: s}
	var known *line.Lines
	last := parallel.Start(func() (err error) {
		f.last, err = s.Project.Store.LastBySession(s.ID, s.Project.Now)
		return err
	})
	lines := parallel.Start(func() (err error) {
		if s.Asked != nil && s.Asked.Line != "" { // no other line is chosen
			known, err = s.Project.Known(ctx, s.Asked.Line)
		} else {
			known, err = s.Project.Lines(ctx)
		}
		return err
	})
	c, work := read()
	err = <-last
	f.Conversation, f.Work = c, work
	a, answered, worked := f.last.Artifact, c.Before.Answer != "", len(c.Prompts) == 0 && f.did()
	// The turn of the last saved prompt went on, as over a compaction: that prompt counts again.
	if f.last.Newest != "" && a.Text("metadata.only_for") == "" && (answered && a.Auto() || worked) {
		c.Before.Text, c.Before.Time = strings.Join(line.NewestOf(a.MetadataList("prompts"), 1), ""), c.First
		f.Conversation.Prompts = append([]transcript.Prompt{c.Before}, c.Prompts...)
	}
	ahead := sync.OnceValue(f.talk)
	_ = parallel.Start(func() error { ahead().turns(); return nil })
	f.readTalk = ahead
	if err = cmp.Or(<-lines, err); err != nil {
		return f, err
	}
	f.lines = known
	f.Agent = s.Asked == nil && f.last.Newest == "" && len(c.Prompts) == 0 && isWhole(c) && !c.First.IsZero()
	if forgot := f.last.Forgot; !forgot.IsZero() {
		if !c.First.After(forgot) && !c.First.IsZero() {
			err = f.leave(ctx, forgot)
		}
		f.Conversation.Titles, f.Conversation.Summary = transcript.Titles{}, "" // which are of that
	}
	if err != nil {
		return f, err
	}
	f.Line = f.choose()
	if closed := f.Line.Closed; !closed.IsZero() && !c.First.IsZero() {
		if err := f.leave(ctx, closed); err != nil {
			return f, err
		}
		f.Line = f.choose()
	}
	f.Agent = f.Agent && c.Team == ""
	if l := f.Line.Line; l != nil {
		f.back = l.TakeBack(f.takesBack)
		f.State, f.Earlier = l.State(), f.last
		f.topic = slices.Contains(append(f.Work.On, f.Work.Branch), cmp.Or(l.Topic(), "-"))
		f.Agent = s.Asked == nil && l.OnlyFor != ""
	} else if l = f.lines.Find(f.Line.Follows); l != nil && l.Open() {
		f.State.Next = f.takes(l)
		if len(f.State.Next) > 0 && f.lines.IsTopic(f.worksOn()) && l.Status() == line.Merged {
			// Each step of its plan has a branch.
			f.State.Next = l.State().Next
		}
	}
	if f.NoPrompts {
		f.readTalk = nil
		f.Instructions, f.Conversation.Summary, f.Conversation.Titles = "", "", transcript.Titles{}
		f.Conversation.Prompts = slices.Clone(f.Conversation.Prompts)
		for i := range f.Conversation.Prompts {
			f.Conversation.Prompts[i].Text, f.Conversation.Prompts[i].Task = "", ""
		}
	}
	return f, nil
}

// isWhole reports whether a conversation is known from its beginning.
func isWhole(c transcript.Conversation) bool { return !c.Cut && !c.Compacted }

// first is the session's first prompt, or what came of one that only asked where the work is; "" if it is not known.
func (f Facts) first() (first string) {
	for _, p := range f.Conversation.Prompts {
		if first = prompt.Looked(p.Text); !prompt.OnlyGoesOn(first) || !prompt.Questions(first) {
			break
		}
	}
	if !isWhole(f.Conversation) {
		return ""
	}
	return first
}

// leave takes out of the facts what was before the session's line was closed, or it was forgotten.
func (f *Facts) leave(ctx context.Context, closed time.Time) (err error) {
	from := closed.Add(slack)
	// It closed the line itself, whose date may be later by a second, or a clock was set back.
	if f.last.Until.Add(slack).After(closed) || closed.After(f.Project.Now.Add(slack)) {
		from = f.last.Until
	}
	if from.After(f.since) {
		until := each.Without([]time.Time{f.until}, time.Time.IsZero) // of a part of a session
		if f.Conversation, err = transcript.Read(ctx, f.Transcript, from, until...); err != nil {
			return err
		}
	}
	c := &f.Conversation
	for len(c.Prompts) > 0 && prompt.Concludes(c.Prompts[0].Text) {
		c.Prompts = c.Prompts[1:] // it belongs to what was closed
	}
	f.Work, f.readTalk = f.work(ctx, *c), nil
	return nil
}

// goesOn reports whether the session goes on with the line that its brief told first: its first prompt says so first,
// answers the question of its last answer or throws the work away, or asks where it is, and no other files changed.
func (f Facts) goesOn(told *line.Line) bool {
	first, s, c := f.first(), told.State(), f.Conversation
	// A session that starts with /finalize or the like means the line that it was told; its transcript may come later.
	begun := !c.First.IsZero() || f.Transcript != "" && !durable.Exists(f.Transcript)
	asks := func(p transcript.Prompt) bool { return prompt.Asks(p.Text) }
	if f.Asked != nil && begun && len(c.Files) == 0 && isWhole(c) && !slices.ContainsFunc(c.Prompts, asks) {
		return !c.First.IsZero() || line.Key(f.Asked.Goal) == line.Key(s.Goal)
	}
	if first == "" {
		return false
	}
	answer, _ := s.Answer()
	_, _, decided := prompt.Decided(answer, first)
	f.State = s
	replies, looked := decided || prompt.Replies(answer, first) || f.concludes(0, first), first != c.Prompts[0].Text
	begin := append(prompt.Sentences(first), "")[0] // "go on. keep the empty rows"
	return !looked && replies || prompt.OnlyGoesOn(first) || prompt.OnlyGoesOn(begin) && prompt.Resumes(first) ||
		prompt.Discards(first, s.Goal) ||
		looked && (f.shares() || len(f.Work.Changed)+len(f.Work.swept) == 0 && !f.away())
}

// onlyStep reports whether a text, which a session begins with, says nothing beside steps of the line, or takes one.
func (f Facts) onlyStep(text string) bool {
	list, turn := line.Texts(f.State.Next), prompt.TurnOf(text, nil, nil)
	_, only := prompt.TurnOf(strings.Join(list, "\n"), nil, nil).Asked(prompt.StepOf(text))
	turn.First = true
	takes := func(step string) bool { return turn.Takes(stepsOf(list), slices.Index(list, step)) }
	return only || slices.ContainsFunc(list, takes)
}

// away reports whether the session changed a file of another worktree, by its path.
func (f Facts) away() bool {
	return slices.ContainsFunc(f.Conversation.Files, func(file string) bool {
		if _, here := project.Rel(f.Project.Store.Root, file); here {
			return false
		}
		repo, is := gitrepo.Find(filepath.Dir(file))
		return is && repo.CommonDir == f.Project.Repo.CommonDir && repo.Top != f.Project.Repo.Top
	})
}

// takesUp reports whether the session works at what a line left: it did a step of it, in its files or in none, or its
// first prompt goes on with what the goal names, or asks for a step, or the rest, and half of that is of the line.
func (f Facts) takesUp(l *line.Line) bool {
	first, s, changed := f.first(), l.State(), len(f.Work.Changed) > 0
	if with := prompt.GoesOnWith(first); changed && with != "" && isAbout(with, s.Goal, 1) {
		return true
	}
	if f.State = s; first != "" && changed && prompt.AsksRest(first) {
		return isAbout(first, strings.Join(append(line.Texts(s.Next), s.Goal), "\n"), 4)
	}
	if t := f.talk(); changed && len(t.prompts) > 0 && prompt.AsksLeft(first) { // the answer tells what of the line is
		told := each.Without(t.lists[0]().Steps, func(x string) bool {
			return slices.ContainsFunc(s.Next, func(i line.Item) bool { return prompt.Shares(x, i.Text) })
		})
		if len(t.lists[0]().Steps) > len(told) && len(told) == 0 {
			return true
		}
	}
	steps, other := strings.Join(line.Texts(s.Next), "\n"), strings.Join(line.Texts(s.Prompts), "\n")
	g, _ := prompt.OtherWork(first) // one word of "cart field, refunds": "the mollie adapter: payment, webhook, refund"
	only := f.onlyStep(first) && (g == "" || isAbout(g, steps+"\n"+s.Goal+"\n"+other, 3))
	took := each.Without(s.Next, func(i line.Item) bool { return changed && !only && prompt.Awaits(i.Text) }) // no news
	return first != "" && (changed && slices.ContainsFunc(s.Next, f.asksFor()) ||
		f.shares() && isAbout(first, steps, 4) ||
		(f.shares() || !changed || only) && slices.ContainsFunc(took, f.does(f.tasks(), f.talk())))
}

// takesBack reports whether who handed a line over goes on with it: a prompt since then says so, or he changed a file
// of the line and says no more than to go on, or speaks of the line for the most part.
func (f Facts) takesBack(s line.State, at time.Time, by string) bool {
	f.State = s
	all := strings.Join(append(line.Texts(slices.Concat(s.Next, s.Questions)), s.Goal), "\n")
	shares := f.shares()
	return slices.ContainsFunc(f.Conversation.Prompts, func(p transcript.Prompt) bool {
		about := func(one int) bool { return isAbout(p.Text, all, one) }
		goesOn := shares && (f.ID != by && prompt.OnlyGoesOn(p.Text) || !prompt.Questions(p.Text) && about(2))
		himself := prompt.GoesOnHimself(p.Text) && (!prompt.Names(p.Text) || about(4))
		return p.Time.After(at) && (goesOn || himself)
	})
}

// shares reports whether the session changed or committed a file of the line.
func (f Facts) shares() bool {
	return slices.ContainsFunc(slices.Concat(f.Work.Changed, f.Work.swept), each.In(f.State.Files))
}

// asksFor tells for which steps of the line the session's first prompt, no command, asks: it names one, or has two
// words of it where the session changed a file of the line, and half of what it says is of the line.
func (f Facts) asksFor() func(line.Item) bool {
	first, s, shares := f.first(), f.State, f.shares()
	turn := prompt.TurnOf(first, nil, nil)
	said := slices.Concat([]string{s.Goal}, line.Texts(s.Next), line.Texts(s.Prompts))
	about := sync.OnceValue(func() bool { return isAbout(first, strings.Join(said, "\n"), 2) })
	return func(i line.Item) bool {
		step := prompt.StepOf(i.Text)
		n, _ := turn.Asked(step)
		return (turn.AsksFor(step) || n > 1 && shares) && !strings.HasPrefix(first, "/") && about()
	}
}

// takes are the steps of the line that a new one follows which the session's first prompt is about.
func (f Facts) takes(l *line.Line) []line.Item {
	first, s := f.first(), l.State()
	turn := prompt.TurnOf(first, nil, nil)
	turn.First = true
	list := stepsOf(line.Texts(s.Next))
	return each.Without(s.Next, func(item line.Item) bool {
		step := prompt.StepOf(item.Text)
		asks := turn.AsksFor(step) || len(step.Code(first)) > 0 ||
			turn.Takes(list, slices.Index(line.Texts(s.Next), item.Text))
		return first == "" || !asks || !isAbout(first, item.Text+"\n"+s.Goal, 4)
	})
}

// isAbout reports whether one in so many words of what a prompt asks about is in a text.
func isAbout(asked, text string, one int) bool {
	hits := rank.AskOf(asked).Rank([]rank.Packed{rank.Pack([]rank.Passage{{Text: text, Weight: 1}})})
	return len(hits) > 0 && one*hits[0].Met >= hits[0].Words
}
