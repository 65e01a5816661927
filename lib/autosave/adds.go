package autosave

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/each"
	"holdfast/lib/epic"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/parallel"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

const (
	maxAnswer     = 500 // of the user's answer to a question
	maxNow        = 300 // characters of the last prompt and answer in now
	blockerLines  = 3
	blockerLine   = 200
	maxTaskLength = 300
	maxSubject    = 120 // characters of a commit's message
	maxCommits    = 5   // of a sitting

	// passes begin a line of output that names nothing that failed; names one that does, a test; wrongs are in one.
	passes = "✓|✔|√|ok |PASS|===|FAILURE: Build|BUILD FAILED|FAILED (|Failed ex"
	names  = "FAIL: |ERROR: |--- FAIL|FAILED |not ok |● |× |Failed |thread '|1) |2) |3) "
	wrongs = "FAIL|✗|✘|✕|×|●|Error|ERROR|error:|error[|fatal:|ssert|xpected|panic|not ok|ould not"
)

// adds is what the session adds to its line, as an artifact that Document folds onto its state; redacted, then cut.
func (f Facts) adds() artifact.Artifact {
	tasks, talk := f.tasks(), f.talk()
	var standing parallel.Group
	var rules, revoked, corrected, elsewhere []string
	var decisions *yamldoc.Node
	standing.Go(func() { decisions, corrected = f.decisions(talk) })
	standing.Go(func() { rules, revoked = f.rules(talk.prompts); elsewhere = f.elsewhere(talk) })
	left := f.left(talk)
	next, reached, listed := f.next(tasks, left, talk)
	blockers, fixed := f.blockers()
	if gone, all := f.givenUp(talk); !gone.IsZero() { // of what was left before nothing is
		of := func(i line.Item) (string, bool) { return strings.SplitN(i.Text, "\n", 2)[0], !i.At.After(gone) }
		was := slices.Concat(f.State.Next, f.State.Questions, f.State.Blockers)
		reached = append(reached, each.If(was, of)...)
		if all {
			next, blockers = nil, nil
		}
	}
	done := each.If(tasks, func(t transcript.Task) (line.Done, bool) { // that the session finished
		return line.Done{Task: short(t.Subject, maxTaskLength)}, t.Status == "completed" && t.Subject != ""
	})
	words := each.Some(talk.whole, prompt.Whole) // the user's, as they are kept
	files := each.Once(f.Work.Changed, f.State.Files)
	m := object("git_branch", f.Work.Branch, "git_commit", f.Work.Commit, "began", f.Conversation.First,
		"team", short(f.Conversation.Team, maxSubject),
		"pull_request", short(f.Conversation.PullRequest, maxTaskLength), "prompts", words, "listed", listed,
		"files_changed", line.NewestOf(each.Reversed(files), maxFiles)) // With knows the session's by their place
	yamldoc.Set(m, "branches", yamldoc.Strings(f.branches()))
	goal, now := f.goal(), f.now(left, talk)
	_, _, errors := prompt.Summed(f.Conversation.Summary) // what the client's summary says went wrong
	failed := each.Of(each.Head(errors, 5), shortStep)
	if len(f.Conversation.Checks) > 0 { // since then
		failed, fixed = nil, append(fixed, failed...)
	}
	standing.Wait()
	d := artifact.Document{
		Front: object("mode", artifact.Checkpoint, "primary_bead", f.bead(), "session_id", f.ID),
		Body: object("goal", goal, "now", now,
			"done_this_session", append(done, f.changed()...),
			"next", next, "blockers", blockers, "decisions", decisions, "failed", failed,
			"rules", rules, "checks", f.checks(),
			"commands", f.commands(), "sittings", f.sittings(), "read", f.read(),
			"resolved", slices.Concat(reached, fixed, revoked, corrected, elsewhere, f.ended(talk)), "metadata", m),
	}
	return artifact.Artifact{Document: d, Title: "auto", Date: f.after()}
}

// after is the time of the save: now, or a second after the line's newest artifact, so that the
// later one counts as later. A recovered session may be older than what others saved since.
func (f Facts) after() time.Time {
	last := f.Line.Line
	if last == nil || f.Date.IsZero() {
		return f.Date
	}
	ahead := last.Saved.Sub(f.Date.Truncate(time.Second))
	older := f.Trigger == line.Recovered && ahead > 0 && f.Earlier.Newest != last.Path
	if ahead < 0 || ahead > artifact.MaxAhead || older { // what claims to be too far ahead ranks last anyway
		return f.Date
	}
	return last.Saved.Add(time.Second)
}

// bead is the line's, else of those in progress the one updated last.
func (f Facts) bead() string {
	latest := beads.Latest(f.Working)
	if f.Agent {
		latest.ID = ""
	}
	return cmp.Or(f.Line.Bead, f.State.Bead, latest.ID)
}

// now is where the last answer that says what is left says the work is; else the last prompt and its answer.
func (f Facts) now(left leftWork, talk talk) string {
	var parts []string
	if left.says && left.now != "" {
		parts = append(parts, strings.TrimRight(left.now, ".:"))
		asked := short(prompt.Unmarked(prompt.Asked(talk.last)), maxNow/2)
		if asked != "" && !strings.Contains(parts[0], asked) {
			parts = append(parts, line.Answered+asked)
		}
		if f.isOver() && talk.brokeOff() {
			parts = append(parts, "asked: "+prompt.Shorten(prompt.Condensed(talk.prompts[len(talk.prompts)-1]), maxNow))
		}
	} else {
		asked, answer := f.lastAsked(talk)
		if answer = prompt.Told(answer); answer == "" && f.State.Now != "" && !f.State.Written &&
			(asked == "" || prompt.OnlyGoesOn(asked)) {
			parts = append(parts, f.State.Now)
		} else if asked != "" {
			n := len(talk.prompts) - 1
			silent := n > 0 && asked == talk.prompts[n] && answer == "" && !prompt.TellsDone(asked)
			if silent && f.isOver() && prompt.Asked(talk.answers[n-1]) == "" {
				told := each.Without(prompt.Sentences(prompt.Told(talk.answers[n-1])), prompt.OnlyCommits)
				last := each.Tail(told, 1) // how it stood
				parts = each.Of(last, func(s string) string {
					return strings.TrimRight(short(prompt.Unmarked(s), maxNow/2), ".:")
				})
			}
			parts = append(parts, line.Asked+prompt.Shorten(prompt.Condensed(asked), maxNow))
		}
		if a := f.soFar() + short(prompt.KeepAsked(prompt.Unmarked(answer), maxNow), maxNow); a != "" {
			parts = append(parts, line.Answered+strings.TrimSpace(a))
		}
	}
	if len(parts) == 0 {
		parts = append(parts, fmt.Sprintf("changed files: %d", len(f.Work.Changed)))
	}
	waves := each.Of(f.inFlight(), func(w epic.Wave) string { return "a wave of epic " + w.Epic + " is in flight" })
	return strings.Join(slices.Concat(parts, waves, f.designed()), "; ")
}

// tasks are those of the session's list, also open ones that only its last artifact names, as they are, or are said to
// be, by now; a list without ids replaces the one before.
func (f Facts) tasks() (all []transcript.Task) {
	whole := slices.ContainsFunc(f.Conversation.Tasks, func(t transcript.Task) bool { return t.ID == "" })
	if list := yamldoc.Get(yamldoc.Get(f.Earlier.Artifact.Body, "metadata"), "tasks"); list != nil {
		all = each.If(list.Content, func(n *yamldoc.Node) (transcript.Task, bool) {
			t := transcript.Task{ID: yamldoc.Text(n, "id"), Subject: yamldoc.Text(n, "subject")}
			t.Status = yamldoc.Text(n, "status")
			return t, isOpen(t) && (t.ID != "" || !whole) // else that artifact said that it is done
		})
	}
	for _, t := range f.Conversation.Tasks {
		i := slices.IndexFunc(all, func(a transcript.Task) bool { return a.ID != "" && a.ID == t.ID })
		if i < 0 {
			i, all = len(all), append(all, t)
		}
		all[i] = transcript.Task{ID: t.ID, Subject: cmp.Or(t.Subject, all[i].Subject), Status: t.Status, At: t.At}
	}
	open := each.Without(all, func(t transcript.Task) bool { return !isOpen(t) })
	list := stepsOf(each.Of(open, func(t transcript.Task) string { return shortStep(t.Subject) }))
	silent := len(f.Conversation.Tasks) == 0 // else who keeps the list did not end it
	for n, t := range each.Head(open, 50) {  // tasks of which it may be said that they are done
		if f.ends(f.talk(), list, n, t.At.Add(-1), t.At.IsZero() && silent) {
			all[slices.Index(all, t)].Status = "completed"
		}
	}
	return all
}

// changed says how many files the session changed, and names some.
func (f Facts) changed() (done []line.Done) {
	if n := len(f.Work.Changed); n > 0 {
		done = []line.Done{{Task: "changed " + fence.Count(n, "file"), Files: f.Work.Changed[:min(n, 20)]}}
	}
	return done
}

// does tells which steps of the line a commit, a finished task or an answer says are done.
func (f Facts) does(tasks []transcript.Task, talk talk) func(line.Item) bool {
	list, over := stepsOf(line.Texts(f.State.Next)), f.State.Resolved
	// Than what the session was told, by a commit of its own: a number is of that list.
	shorter := slices.ContainsFunc(over[max(0, len(over)-few):], func(i line.Item) bool {
		did := func(c transcript.Commit) bool { return prompt.SaysDone(c.Subject, prompt.StepOf(i.Text)) }
		return slices.ContainsFunc(f.Conversation.Commits, did)
	})
	return func(item line.Item) bool {
		n := slices.Index(f.State.Next, item)
		byTask := func(t transcript.Task) bool {
			return t.Status == "completed" && prompt.SaysDone(redacted(t.Subject), list[n])
		}
		known := !shorter && !f.unseen(item) && (len(list) > 1 || f.took(talk, item))
		return f.ends(talk, list, n, item.At, known) || slices.ContainsFunc(tasks, byTask) ||
			prompt.OnlyCommits(item.Text) && f.landed().After(item.At)
	}
}

// blockers are the last failing commands since all was committed, and checks that were committed as they failed; fixed
// are the line's that no longer count.
func (f Facts) blockers() (blockers, fixed []string) {
	c, failing, landed := f.Conversation, map[string]bool{}, f.landed()
	named := func(command string) string { return short(command, blockerLine) }
	succeeded := each.Set(each.Of(c.Succeeded, named))
	left := func(command string, at time.Time) bool { // by the user: "leave linux, not needed"
		names := func(s string) bool { return prompt.Shares(command, strings.SplitN(s, ",", 2)[0]) }
		drops := func(p transcript.Prompt) bool {
			return p.Time.After(at) && slices.ContainsFunc(prompt.Dropped(redacted(p.Text), true), names)
		}
		return slices.ContainsFunc(c.Prompts, drops)
	}
	over := func(x transcript.Failure) bool {
		return left(x.Command, x.Time) || x.Time.Before(landed) && !f.stays(x.Command, x.Time)
	}
	for _, x := range line.NewestOf(each.Without(c.Failures, over), 3) {
		command := short(x.Command, blockerLine)
		failing[command] = true
		blockers = append(blockers, line.Blocker(command, saidLines(x.Output)))
	}
	hidden := f.Line.Line.Landed()
	for _, item := range slices.Concat(f.State.Blockers, hidden) {
		command := line.FailedCommand(item.Text)
		passed := succeeded[command] || c.Passed(command) || command != "" && left(command, item.At)
		if command != "" && !failing[command] && passed {
			fixed = append(fixed, line.Blocker(command, nil))
		} else if !failing[command] && !passed && f.stays(command, item.At) && slices.Contains(hidden, item) {
			blockers = append(blockers, item.Text)
		}
	}
	return blockers, fixed
}

// stays reports whether the session committed after a check failed, and nobody says since that it is fixed.
func (f Facts) stays(command string, failed time.Time) bool {
	used := func(c line.Command) bool { return c.Failed && c.Command == command }
	failed = cmp.Or(each.First(f.State.Commands, used).When, failed)
	talk, said := f.talk(), f.Conversation.Prompts
	for i, p := range said {
		answered := i+1 == len(said) || said[i+1].Time.After(failed)
		if answered && prompt.Fixes(talk.answers[i], command) ||
			p.Time.After(failed) && prompt.Fixes(talk.prompts[i], command) {
			return false
		}
	}
	after := func(c transcript.Commit) bool { return c.Time.After(failed) }
	return transcript.Stays(command) && slices.ContainsFunc(f.Conversation.Commits, after)
}

// landed is when all that the line changed was committed or put back last, zero where some is not, or git does not say.
func (f Facts) landed() time.Time {
	if f.isDirty() {
		return time.Time{}
	}
	byHand := each.Of(f.Work.touched, func(x line.File) time.Time { return x.At }) // put back, or committed after that
	return slices.MaxFunc(append(byHand, f.Work.putBack, f.Work.committed), time.Time.Compare)
}

// isDirty reports whether something that the line changed is not committed, or git does not say.
func (f Facts) isDirty() bool {
	return !f.Work.Known || slices.ContainsFunc(f.Work.dirty, each.In(f.Work.Changed, f.State.Files))
}

// saidLines are the first few lines of an output that say what failed, names first, warnings last; else the last ones.
func saidLines(output string) []string {
	said := each.If(strings.Split(redacted(output), "\n"), func(text string) (string, bool) {
		text = strings.TrimSpace(text) // "Exit code 1" is the client's word, not the command's
		return fence.Short(text, blockerLine), text != "" && !strings.HasPrefix(text, "Exit code ")
	})
	if wrong := each.Without(said, harmless); len(wrong) > 0 {
		at := max(slices.IndexFunc(wrong, func(s string) bool { return begins(s, names) > 0 }), 0)
		wrong = slices.Concat(wrong[at:], wrong[:at]) // what a warning says may stand before all
		rank := func(s string) int { return 9*begins(s, names) - strings.Count(strings.ToLower(s), "warn") }
		slices.SortStableFunc(wrong, func(a, b string) int { return rank(b) - rank(a) })
		return each.Head(wrong, blockerLines)
	}
	return line.NewestOf(said, blockerLines)
}

// harmless reports whether a line of a test runner or compiler says neither what failed nor where: "a.go:3".
func harmless(text string) bool {
	told := func(mark string) bool { return strings.Contains(text, mark) }
	at := func(word string) bool {
		file, number, _ := strings.Cut(strings.TrimLeft(word, "(["), ":")
		return strings.Trim(path.Ext(file), "0123456789.") != "" && strings.IndexAny(number, "0123456789") == 0
	}
	return begins(text, passes) > 0 || begins(text, names) == 0 &&
		!slices.ContainsFunc(strings.Split(wrongs, "|"), told) && !slices.ContainsFunc(strings.Fields(text), at)
}

// begins counts the marks that a text begins with.
func begins(text, marks string) int {
	return len(each.Without(strings.Split(marks, "|"), func(m string) bool { return !strings.HasPrefix(text, m) }))
}

// checks are the commands that succeeded.
func (f Facts) checks() []line.Command {
	return each.Of(f.Conversation.Checks, func(c transcript.Command) line.Command {
		return line.Command{Command: redact.Text(c.Command), When: c.When}
	})
}

// commands are those that were run and are no checks.
func (f Facts) commands() []line.Command {
	kind := func(c line.Command) string { return transcript.Kind(c.Command) }
	known := each.Set(each.Of(slices.Concat(f.checks(), f.State.Checks), kind))
	return each.If(f.Conversation.Commands, func(c transcript.Command) (line.Command, bool) {
		text, _, _ := strings.Cut(strings.TrimSpace(redacted(c.Command)), "\n")
		used := line.Command{Command: short(text, 300), Times: c.Times, When: c.When, Failed: c.Failed}
		return used, used.Command != "" && !known[transcript.Kind(c.Command)]
	})
}

// read are the files that the session read and nobody of the line changed.
func (f Facts) read() []string {
	return slices.DeleteFunc(filesOf(f.Project.Store.Root, f.Conversation.Read), func(file string) bool {
		changed := slices.Contains(f.Work.Changed, file) || slices.Contains(f.State.Files, file)
		return changed || redacted(file) != file // a part of its name is a secret
	})
}

// branches are those on which the session changed files, or to which it took its changes.
func (f Facts) branches() []string {
	own := slices.Clone(f.Work.On)
	if len(own) == 0 && (len(f.Work.Changed) > 0 || f.Asked != nil && !f.Asked.Closing) {
		own = append(own, f.Work.Branch)
	}
	return slices.DeleteFunc(each.Of(own, redact.Text), func(name string) bool {
		holds := func(l *line.Line) bool { return l != f.Line.Line && l.Topic() == name && l.Status() == line.Open }
		trip := name != f.worksOn() && f.lines.IsTopic(name) && !slices.Contains(f.State.Branches, name)
		return name == "" || name == "HEAD" || trip && slices.ContainsFunc(f.lines.Own, holds)
	})
}

// worksOn is the branch that is checked out, unless all that the session changed was on others.
func (f Facts) worksOn() string {
	if on := f.Work.On; len(on) > 0 && !slices.Contains(on, f.Work.Branch) {
		return on[len(on)-1]
	}
	return f.Work.Branch
}

// sittings are what an artifact says of it: nothing in a line that a person or model wrote to.
func (f Facts) sittings() []line.Sitting {
	s := f.sitting()
	did := len(f.Conversation.Prompts)+len(f.Work.Changed)+len(f.Conversation.Commits) > 0
	if f.State.Written || s.Title == "" || !did {
		return nil
	}
	return []line.Sitting{s}
}

// earlierSitting is what this session had done in the line when it saved before, zero for nothing.
func (f Facts) earlierSitting() line.Sitting {
	own := func(s line.Sitting) bool { return s.Session == f.ID && f.ID != "" }
	return each.First(f.State.LastSittings, own)
}

// sitting is what this session did in the line, what it saved before included.
func (f Facts) sitting() line.Sitting {
	title, named := f.title()
	if !named && (f.lines == nil || !f.brought(f.State.Goal)) {
		title = cmp.Or(f.State.Goal, title)
	} else if f.replies() {
		title = f.goal()
	}
	own := f.earlierSitting()
	own.Date, own.Title, own.Session = f.after(), title, f.ID
	beside, _, _, _ := artifact.NameOf(append(f.last.Notes.Beyond, "")[0]) // what others saved since it began
	if own.Began = f.began(); f.last.Notes.Source == "" {
		beside = f.Conversation.First
	}
	if !beside.IsZero() && beside.Before(own.Began) {
		own.Began = beside
	}
	own.Files = each.Head(each.Once(f.Work.Changed, own.Files), 60)
	subject := func(c transcript.Commit) string { return short(c.Subject, maxSubject) }
	commits := slices.Concat(own.Commits, each.Of(f.Conversation.Commits, subject))
	own.Commits = line.NewestOf(each.LastOf(commits, each.Itself), maxCommits)
	return own
}
