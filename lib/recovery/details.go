package recovery

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/resume"
)

const prompts = "prompts" // the detail of the user's words, newest last

// What a line is: open, if a person or model wrote to it or not; or over.
const (
	stateWritten   = "written"
	stateAutomatic = "automatic"

	stateUndone    = "undone, its last changes were taken back"
	stateCommitted = "resting, all committed"
)

// entry is what is known of a line without its artifacts.
func (o *offer) entry(l *line.Line) resume.Entry {
	e, dirty := resume.Entry{Kind: kindLine, ID: l.Name, Path: l.File(), Saved: l.Saved, Ours: true}, l.Dirty()
	if e.State = stateAutomatic; l.Written {
		e.State = stateWritten
	}
	if e.Fit = "in worktree " + l.Worktree; !l.Elsewhere {
		e.Fit = o.fit(l.Branches, l.Commit, o.q)
	}
	switch status := l.Status(); {
	case status == line.Undone:
		e.State = stateUndone
	case status == line.Resting && l.Committed():
		e.State = stateCommitted
	case status != line.Open:
		e.State = string(status)
	case l.Stashed():
		e.Fit = strings.TrimPrefix(e.Fit+", its changes are in the stash", ", ")
	case len(dirty) > 0:
		what := fence.Count(len(dirty), "file") + " uncommitted"
		if len(dirty) < 3 {
			what += " (" + strings.Join(dirty, ", ") + ")"
		}
		e.Fit = strings.TrimPrefix(e.Fit+", "+what, ", ")
	}
	if l.Brought() {
		e.Fit = strings.TrimPrefix(e.Fit+", its goal is "+notOurs, ", ")
	}
	return e
}

// fit says in a few words whether a line still fits what is checked out, "" where no commit is.
func (s Lines) fit(branches []string, commit string, q resume.Query) string {
	branches = each.Of(branches, s.Project.Renamed)
	switch here := s.Project.CheckedOut().Branch; {
	case here != "" && len(branches) > 0 && !slices.Contains(branches, here):
		name := branches[len(branches)-1]
		if s.Project.Lacks(branches...) {
			return "its branch " + name + " is gone"
		}
		return "other branch " + name
	case q.Commit == "": // no git, or no commit yet: nothing to compare with
		return ""
	case commit == "":
		return "commit unknown"
	case commit == q.Commit:
		return "same branch and commit"
	}
	if n, ok := q.Past.Since(commit); ok {
		return "moved on by " + fence.Count(n, "commit")
	}
	return "moved on by an unknown number of commits"
}

// whole is a line with all that is known of it, but for what is told of the project.
func (o *offer) whole(l *line.Line) resume.Entry {
	e, state := o.entry(l), l.State()
	var ranked []string
	if o.Named == "" {
		ranked = []string{"follows", "rules"}
		if o.q.Source == "startup" {
			ranked = append(ranked, "files", "read", "sittings")
		}
	}
	e.Details = slices.DeleteFunc(details(state, o.q, o.beside(l)), func(d resume.Detail) bool {
		return slices.Contains(ranked, d.Name)
	})
	return e
}

// ended is a line that is over: its goal and, if somebody wrote it, an answer asked something or a crashed session was
// saved, where it was.
func (o *offer) ended(l *line.Line) resume.Entry {
	e, state := o.whole(l), l.State()
	keys := []string{"goal", "also"}
	if l.Status() != line.Undone { // what was said to be done, or next, was taken back
		if l.Written || state.Recovered || prompt.Asked(cmp.Or(state.Since, state.Now)) != "" {
			keys = append(keys, "now", "since", lastPrompt)
		}
		if l.Written && (l.Status() != line.Closed || !state.Plan.At.Before(state.Saved)) {
			keys = append(keys, "next")
		}
	}
	e.Details = slices.DeleteFunc(e.Details, func(d resume.Detail) bool { return !slices.Contains(keys, d.Name) })
	if !l.Written {
		e.Add("next", o.steps(l)...)
	}
	e.Over = true
	return e
}

// steps are the open steps that are told of a line in a row: of one that is over, and that only a hook saved, what the
// user put off in the last days.
func (o *offer) steps(l *line.Line) []string {
	status := l.Status()
	switch over := status == line.Merged || status == line.Gone; {
	case l.Steps() == 0:
		return nil
	case l.Written || status == line.Open:
		return line.Texts(l.State().Next)
	case over && o.q.Now.Sub(l.Saved) < 7*24*time.Hour:
		return o.putOff(l.State())
	}
	return nil
}

// putOff are the steps that the user put off at a line's last sitting, or in the last days, to no day that is over.
func (o *offer) putOff(s line.State) []string {
	sat := line.NewestOf(s.LastSittings, 2) // the one before the last may have had it
	off := s.PutOff(time.Time{})
	return line.Texts(each.Without(s.Next, func(step line.Item) bool {
		age, before := o.q.Now.Sub(step.At), len(sat) > 1 && !step.At.After(sat[0].Date)
		return !off(step) || prompt.Due(step.Text) && age > 36*time.Hour || before && age > passedFor
	}))
}

// details are what is known of a line in its order, no text twice; also is what others left there.
func details(s line.State, q resume.Query, also string) []resume.Detail {
	var out []resume.Detail
	compacted, said := q.Source == "compact", words(s.Goal)
	killed := s.Recovered && q.Source == "startup" // maybe at its last prompt
	for _, section := range s.Sections() {
		d := resume.Detail{Name: section.Name, Lines: section.Lines}
		switch d.Name {
		case "now", "since":
			told := s.Goal
			// After a compaction the last one is told whole, and of a killed session if that is long.
			if n := len(s.Prompts); n > 0 && (compacted || killed && len(s.Prompts[n-1].Text) > same) {
				told = s.Prompts[n-1].Text
			}
			d.Lines = unasked(d.Lines[0], told)
			said += words(strings.Join(d.Lines, " "))
		case "next":
			d.About = age(s.Plan, q)
		case prompts:
			d.Lines = each.Without(d.Lines, func(p string) bool {
				return strings.Contains(said, words(p)) || !compacted && q.Source != "startup" && prompt.OnlyGoesOn(p)
			})
			if n := len(d.Lines) - 1; killed && n >= 0 && d.Lines[n] == s.Prompts[len(s.Prompts)-1].Text {
				out, d.Lines = append(out, resume.Detail{Name: lastPrompt, Lines: d.Lines[n:]}), d.Lines[:n]
			}
		case "commands":
			failing := each.Set(each.Of(s.Blockers, func(b line.Item) string { return line.Failing(b.Text) }))
			d.Lines = each.Without(d.Lines, func(command string) bool { return failing[command] })
		case "sittings":
			d.Lines = each.If(line.NewestOf(s.LastSittings, 3), func(x line.Sitting) (string, bool) {
				x.Files, x.Commits = nil, nil
				return x.String(), x.Session != q.SessionID // which knows
			})
		}
		if len(d.Lines) > 0 {
			out = append(out, d)
		}
		if d.Name == "now" && also != "" {
			out = append(out, resume.Detail{Name: "also", Lines: []string{also}})
		}
	}
	return out
}

const same = 40 // characters that tell two texts apart

// unasked is a now that is not the goal, an automatic one ("asked: …; answered: …") without the prompt if that is.
func unasked(now, goal string) []string {
	asked, is := strings.CutPrefix(now, "asked: ")
	beginning := line.Key(goal)
	beginning = beginning[:min(len(beginning), same)]
	switch {
	case line.Key(now) == line.Key(goal):
		return nil
	case !is || !strings.Contains(line.Key(asked), beginning):
		return []string{now}
	}
	if _, answer, ok := strings.Cut(asked, "; answered: "); ok {
		return []string{"answered: " + answer}
	}
	return nil
}

// words is a text in which Contains finds whole words only.
func words(text string) string { return " " + line.Key(text) + " " }

// beside says what others left, or a person edited, in the folder of an own line.
func (o *offer) beside(l *line.Line) string {
	a, ok := l.NewestForeign()
	if !ok {
		return ""
	}
	text := notOurs + ", " + o.broughtBy(l.Foreign)
	switch {
	case a.Broken != nil:
		return "a file that cannot be read, " + text + "; holdfast validate says why"
	case a.Mode() == artifact.Finalize:
		return "finalized, " + text + "; " + fence.Typed("holdfast close %s", l.Name) + " closes it here"
	}
	return "another save, " + text + "; " + fence.Typed("holdfast adopt %s", l.Name) + " shows it and takes it over"
}

// age says how old the open steps are, and what happened since.
func age(plan line.Mark, q resume.Query) string {
	var since []string
	if plan.Sessions > 0 {
		since = append(since, fence.Count(plan.Sessions, "session"))
	}
	if plan.Commit != "" && q.Commit != "" && plan.Commit != q.Commit {
		if n, ok := q.Past.Since(plan.Commit); ok && n > 0 {
			since = append(since, fence.Count(n, "commit"))
		}
	}
	text := "set down " + fence.Ago(q.Now, plan.At)
	if len(since) > 0 {
		text += ", " + strings.Join(since, " and ") + " since"
	}
	return text
}
