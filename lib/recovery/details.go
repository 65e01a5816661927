package recovery

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
)

const (
	prompts    = "prompts"       // the detail of the user's words, newest last
	orders     = "small prompts" // and of those before the last few that only said what to do at once, newest first
	lastOrders = 5
)

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
		e.Fit = o.fit(l, o.q)
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
	if at := l.Given(); !at.IsZero() {
		e.Fit = strings.TrimPrefix(e.Fit+", handed over "+fence.Ago(o.q.Now, at), ", ")
	}
	if n, _ := l.TakenUpElsewhere(); n > 0 {
		e.Fit = strings.TrimPrefix(e.Fit+", "+fence.Count(n, "commit")+" from elsewhere changed its files", ", ")
	}
	if l.Brought() {
		e.Fit = strings.TrimPrefix(e.Fit+", its goal and first steps are "+notOurs, ", ")
	}
	return e
}

// fit says in a few words whether a line still fits what is checked out, "" where no commit is.
func (s Lines) fit(l *line.Line, q resume.Query) string {
	branches, commit := each.Of(l.Branches, s.Project.Renamed), l.Commit
	switch here := s.Project.CheckedOut().Branch; {
	case here != "" && len(branches) > 0 && !slices.Contains(branches, here) && !l.MadeBranch():
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
	e, state := o.entry(l), o.state(l)
	var ranked []string
	if o.Named == "" {
		ranked = []string{"follows", "rules"}
		if o.q.Source == "startup" {
			ranked = append(ranked, "files", "read", "sittings")
			if !l.Given().IsZero() {
				ranked = append(ranked, "now", "since")
			}
		}
	}
	e.Details = slices.DeleteFunc(details(state, o.q, o.beside(l)), func(d resume.Detail) bool {
		return slices.Contains(ranked, d.Name)
	})
	return e
}

// ended is a line that is over: its goal and, if somebody wrote it, an answer asked something or a crashed session was
// saved, where it was; of one that rests, how far it is and what was decided last, of which git says nothing.
func (o *offer) ended(l *line.Line) resume.Entry {
	e, state := o.whole(l), l.State()
	keys := []string{"goal", "pull request", "also"}
	if l.Status() != line.Undone && l.Given().IsZero() { // what was said to be done, or next, was taken back
		if l.Status() == line.Resting {
			keys = append(keys, "now", "since", lastPrompt, "decisions")
		} else if l.Written || state.Recovered || prompt.Asked(cmp.Or(state.Since, state.Now)) != "" {
			keys = append(keys, "now", "since", lastPrompt)
		}
		if l.Written && (l.Status() != line.Closed || !state.Plan.At.Before(state.Saved)) {
			keys = append(keys, "next")
		}
	}
	e.Details = each.Without(e.Details, func(d resume.Detail) bool { return !slices.Contains(keys, d.Name) })
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
	case l.Written && over:
		return line.Texts(o.state(l).Next)
	case l.Written || status == line.Open:
		return line.Texts(o.state(l).Next)
	case over && o.q.Now.Sub(l.Saved) < 7*24*time.Hour:
		return each.Without(line.Texts(o.putOff(o.state(l))), prompt.Lands)
	}
	return nil
}

// state is that of a line without the steps that name its branch, where that is merged, or that others took up, and
// without what else was left where these were all but what is put off: they know.
func (o *offer) state(l *line.Line) line.State {
	s := l.State()
	if n, taken := l.TakenUpElsewhere(); o.Named == "" {
		s.Next = each.Without(s.Next, func(i line.Item) bool {
			return s.Defers(i) || taken[i.Text] || l.Status() == line.Merged && line.Names(line.Key(i.Text), l.Topic())
		})
		if n > 0 && o.waits(s) {
			s.Now, s.Since, s.Blockers, s.Questions = s.Goal, "", nil, nil
		}
	}
	if l.Status() != line.Open && !s.Recovered && !passedOn(s) {
		s.Now, s.Since = reported(s.Now), reported(s.Since)
	}
	return s
}

// passedOn reports whether the goal is of an earlier sitting: what the last was about only its order tells.
func passedOn(s line.State) bool {
	of := func(sat line.Sitting) bool { return line.Key(sat.Title) == line.Key(s.Goal) }
	return slices.ContainsFunc(s.LastSittings, of) && !of(s.LastSittings[len(s.LastSittings)-1])
}

// reported is a now that a hook saved without the order of then, which an answer reported on; a question stays, and
// what an answer of a few words is about.
func reported(now string) string {
	asked, answer, is := strings.Cut(now, answered)
	asked, order := strings.CutPrefix(asked, line.Asked)
	if !is || !order || strings.HasPrefix(answer, "[") || prompt.Questions(asked) { // "[": it got only so far
		return now
	}
	if strings.Count(answer, " ") < 6 && !prompt.Records(asked) {
		return now
	}
	return line.Answered + answer
}

// waits reports whether all steps of a line are put off.
func (o *offer) waits(s line.State) bool { return len(o.putOff(s)) == len(s.Next) }

// putOff are the steps that the user put off at a line's last sitting, or in the last days, to no day that is over, and
// those that wait for somebody.
func (o *offer) putOff(s line.State) []line.Item {
	sat := line.NewestOf(s.LastSittings, 2) // the one before the last may have had it
	off := s.PutOff(time.Time{})
	return each.Without(s.Next, func(step line.Item) bool {
		age, before := o.q.Now.Sub(step.At), len(sat) > 1 && !step.At.After(sat[0].Date)
		lasts := max(passedFor, time.Duration(prompt.Far(step.Text))*24*time.Hour)
		passed := prompt.Due(step.Text) && age > 36*time.Hour || before && age > lasts
		return !prompt.Waits(step.Text) && (!off(step) || passed)
	})
}

// recent are the prompts since another session of the line ended, and a few before.
func recent(s line.State, session string) []line.Item {
	const few = 10
	var cut time.Time
	for _, x := range s.LastSittings {
		if x.Session != session && x.Date.After(cut) {
			cut = x.Date
		}
	}
	since := slices.IndexFunc(s.Prompts, func(p line.Item) bool { return p.At.After(cut) })
	if since < 0 {
		since = len(s.Prompts)
	}
	return s.Prompts[min(since, max(0, len(s.Prompts)-few)):]
}

// details are what is known of a line in its order, no text twice; also is what others left there.
func details(s line.State, q resume.Query, also []string) (out []resume.Detail) {
	compacted, said, small := q.Source == "compact", words(s.Goal), ""
	killed := s.Recovered && q.Source == "startup" // maybe at its last prompt
	if compacted {
		s.Prompts = recent(s, q.SessionID)
	}
	steps := line.Texts(s.Next)
	s.Prompts = each.Without(s.Prompts, func(p line.Item) bool { // an order of another day
		return q.Now.Sub(p.At) > 12*time.Hour && prompt.Withheld(p.Text, steps)
	})
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
		case "decisions":
			d.Lines = each.Reversed(d.Lines) // the newest count
		case prompts:
			d.Lines = each.Without(d.Lines, func(p string) bool {
				return strings.Contains(said, words(p)) || !compacted && q.Source != "startup" && prompt.OnlyGoesOn(p)
			})
			if n := max(0, len(d.Lines)-lastOrders); compacted {
				of := each.Group(d.Lines[:n], prompt.Weighs)
				d.Lines, small = slices.Concat(of[true], d.Lines[n:]), strings.Join(each.Reversed(of[false]), "; ")
			}
			if n := len(d.Lines) - 1; killed && n >= 0 && d.Lines[n] == s.Prompts[len(s.Prompts)-1].Text {
				out, d.Lines = append(out, resume.Detail{Name: lastPrompt, Lines: d.Lines[n:]}), d.Lines[:n]
			}
		case "commands":
			failing := each.Set(each.Of(s.Blockers, func(b line.Item) string { return line.FailedCommand(b.Text) }))
			d.Lines = each.Without(d.Lines, func(c string) bool { return failing[strings.TrimPrefix(c, "failed: ")] })
		case "sittings":
			own := each.First(s.LastSittings, func(x line.Sitting) bool { return x.Session == q.SessionID })
			if compacted && len(own.Commits) > 0 {
				commits := strings.Join(each.Reversed(own.Commits), "; ")
				out = append(out, resume.Detail{Name: "committed", Lines: []string{commits}})
			}
			d.Lines = each.If(line.NewestOf(s.LastSittings, 3), func(x line.Sitting) (string, bool) {
				x.Files, x.Commits = nil, nil
				return x.String(), x.Session != q.SessionID // which knows
			})
		}
		if len(d.Lines) > 0 {
			out = append(out, d)
		}
		if d.Name == "now" && len(also) > 0 {
			out = append(out, resume.Detail{Name: "also", Lines: also})
		} else if d.Name == prompts && small != "" {
			out = append(out, resume.Detail{Name: orders, Lines: []string{small}})
		}
	}
	return out
}

const (
	same     = 40 // characters that tell two texts apart
	answered = "; " + line.Answered
)

// unasked is a now that is not the goal, an automatic one ("asked: …; answered: …") without the prompt if that is.
func unasked(now, goal string) []string {
	asked, is := strings.CutPrefix(now, line.Asked)
	beginning := line.Key(goal)
	if is && strings.Contains(line.Key(asked), beginning[:min(len(beginning), same)]) {
		_, answer, _ := strings.Cut(asked, answered)
		if now = answer; answer != "" && answer[0] != '[' { // where the turn got so far is no answer
			now = line.Answered + answer
		}
	}
	return each.Without([]string{now}, func(s string) bool { return s == "" || line.Key(s) == line.Key(goal) })
}

// words is a text in which Contains finds whole words only.
func words(text string) string { return " " + line.Key(text) + " " }

// beside says what others left, or a person edited, in the folder of an own line, and where that is since the own save.
func (o *offer) beside(l *line.Line) []string {
	a, ok := l.NewestForeign()
	if !ok {
		return nil
	}
	text := notOurs + ", " + o.broughtBy(l.Foreign)
	switch {
	case a.Broken != nil:
		return []string{"a file that cannot be read, " + text + "; holdfast validate says why"}
	case a.Mode() == artifact.Finalize:
		return []string{"finalized, " + text + "; " + fence.Typed("holdfast close %s", l.Name) + " closes it here"}
	}
	adopt := fence.Typed("holdfast adopt %s", l.Name)
	also := []string{"another save, " + text + "; " + adopt + " shows it and takes it over"}
	if now := fence.Short(redact.Text(a.Now()), shownTo); now != "" && a.Date.After(l.Saved) {
		also = append(also, "which says: "+now)
	}
	return also
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

const (
	startFiles   = 24 // files that are named at a start
	startSitting = 4
)

// project offers the user's rules and what else belongs to the project.
func (o *offer) project(lines *line.Lines, files []string, sessions []line.Sitting) {
	first := ""
	if i := foremost(o.entries); i >= 0 {
		first = o.entries[i].ID
		for n, s := range sessions {
			if line.Key(s.Title) == line.Key(Goal(o.entries[i])) {
				sessions[n].Title = "" // it is told
			}
		}
	}
	rules, n := RulesToTell(lines.Rules(), first)
	about := ""
	if more := len(rules) - n; more > 0 {
		about = fmt.Sprintf("%d more: holdfast rules", more)
	}
	texts := each.Of(rules[:n], func(r line.Rule) string { return r.Text })
	o.entries = append(o.entries, projectEntry(resume.Detail{Name: "rules", About: about, Lines: texts},
		resume.Detail{Name: "fails here", Lines: lines.Failing()},
		resume.Detail{Name: "files", About: "used most", Lines: line.ByFolder(files)}, sessionsDetail(sessions))...)
}

// projectEntry is the entry of what belongs to the project, if that is anything.
func projectEntry(details ...resume.Detail) []resume.Entry {
	empty := func(d resume.Detail) bool { return strings.Join(d.Lines, "") == "" }
	if details = slices.DeleteFunc(details, empty); len(details) == 0 {
		return nil
	}
	return []resume.Entry{{Kind: kindProject, Ours: true, Pointer: true, Details: details}}
}

// RulesToTell are a project's rules, which are newest first, those of the named line before; n are offered to a start.
func RulesToTell(rules []line.Rule, name string) (ordered []line.Rule, n int) {
	of := each.Group(rules, func(r line.Rule) bool { return r.Line == name })
	ordered = slices.Concat(of[true], of[false])
	room := 1200 // units of their texts; how many have room in a brief is told by the tables of layout.go
	for ; n < min(len(ordered), 15); n++ {
		if room -= fence.Units(ordered[n].Text); room < 0 && n > 0 {
			break
		}
	}
	return ordered, n
}

// A use is how much each file was used: a change counts more than a read, this branch more than
// others, each sitting since takes a tenth off (measured in docs/performance.md).
type use struct {
	root     string
	sittings []line.Sitting // that are not stale, the newest first
	branch   string
	files    map[string]float64 // how much each matters
	holders  map[string]float64 // sittings that changed it
}

const fading = 0.9

// useOf weighs the files of the sittings of a project.
func (s Lines) useOf(lines *line.Lines, q resume.Query) use {
	stale := func(s line.Sitting) bool { return q.Now.Sub(s.Date) > line.StaleAfter }
	sittings := lines.Sittings() // the newest first
	if n := slices.IndexFunc(sittings, stale); n >= 0 {
		sittings = sittings[:n]
	}
	files := 5 * len(sittings) // or so
	u := use{s.Project.Store.Root, sittings, q.Branch, make(map[string]float64, files), make(map[string]float64, files)}
	weight := 1.0
	for _, s := range sittings {
		w := weight
		if u.branch != "" && s.Branch == u.branch {
			w *= 3
		}
		for _, f := range s.Files {
			u.files[f] += w
			u.holders[f]++
		}
		for _, f := range s.Read {
			u.files[f] += w * 0.5
		}
		weight *= fading
	}
	return u
}

// best are the n that weigh most of the files that the work tree holds, in that order.
func (u use) best(of map[string]float64, n int) []string {
	var best []string
	before := func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), strings.Compare(a, b)) }
	for f := range of {
		if len(best) < 2*n || before(f, best[2*n-1]) < 0 { // as few are
			at, _ := slices.BinarySearchFunc(best, f, before)
			best = each.Head(slices.Insert(best, at, f), 2*n)
		}
	}
	return each.Head(each.If(best, func(f string) (string, bool) {
		_, err := os.Lstat(filepath.Join(u.root, filepath.FromSlash(f)))
		return f, err == nil
	}), n)
}

// sessions are the n sittings that matter most for what is probably next: of late, here, with
// files in use. about is what a prompt makes of them; told ones and those of nothing are left out.
func (u use) sessions(told []string, about map[int]float64, n int) []line.Sitting {
	most := slices.Max(append(slices.Collect(maps.Values(u.files)), 0))
	score, age := map[int]float64{}, 1.0
	for i, s := range u.sittings {
		hit := about == nil || about[i] > 0
		if hit && s.Session != "" && !slices.Contains(told, s.Line) && !slices.Contains(told, s.Session) {
			score[i] = age + about[i]
			if s.Branch == u.branch {
				score[i] += 0.5
			}
			for _, f := range s.Files {
				score[i] += 0.5 * u.files[f] / most / math.Sqrt(u.holders[f])
			}
		}
		age *= fading
	}
	order := slices.SortedFunc(maps.Keys(score), func(a, b int) int {
		return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a, b))
	})
	return each.Of(each.Head(order, n), func(i int) line.Sitting { return u.sittings[i] })
}

// sessionsDetail tells of sittings in one row.
func sessionsDetail(sittings []line.Sitting) resume.Detail {
	all := each.Of(sittings, func(s line.Sitting) string {
		return strings.TrimSpace(line.ShortID(s.Session) + " " + fence.Short(s.Title, 40))
	})
	return resume.Detail{Name: "sessions", About: "holdfast show ID", Lines: []string{strings.Join(all, "; ")}}
}
