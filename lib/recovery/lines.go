package recovery

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/parallel"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
	"holdfast/lib/transcript"
)

const (
	maxWritten = 8 // lines of this branch that a person or model wrote to, told with details
	maxRows    = 3 // rows of other lines
	// A line that only hooks saved ages by the later sessions at other lines: from passedBy on it is told in a row;
	// only counted from passedLong on, or if it has no topic branch, after passedFor or twice passedBy, unless
	// something is put off by the user or uncommitted; where its branch is gone so from then on, unless something is
	// put off. One of which only an answer listed what is open needs no days.
	passedBy   = 3
	passedLong = 10
	passedFor  = 72 * time.Hour
	left       = "left"    // the detail that holds them
	session    = "session" // the detail of a line that holds the session that a prompt is about
	lastPrompt = "last prompt"

	unsaid line.Status = "of which git did not say whether all is committed" // and which are only counted
)

// Kinds of entries that this package makes itself.
const (
	kindLine    = "line"
	kindLines   = "lines"   // some that are only counted
	kindSession = "session" // one that no line of work knows
	kindProject = "project" // what belongs to the project: rules, files, earlier sessions
)

// Lines offers the lines of work of a project.
type Lines struct {
	line.Project
	// Transcript is that of the session that asks, beside which is written which sessions run; or "".
	Transcript string
	// Mine is the line that the session that asks saved to last, or the one that "/clear" ended for it; or "". Its
	// artifacts may be pruned.
	Mine  string
	All   bool   // every open line is offered, in a row where it is not told with details
	Named string // that line alone is offered, in full; "" for those that are open
}

// Resume offers the line to go on with, or what was done here last; then other open ones in
// rows, foreign ones, and a count of all else; then what belongs to the project.
func (s Lines) Resume(ctx context.Context, q resume.Query) ([]resume.Entry, error) {
	o := offer{Lines: s, q: q, counted: map[line.Status]int{}}
	lines, err := s.Project.Lines(ctx)
	if err != nil {
		return nil, err
	}
	if s.Named != "" {
		switch l := lines.Find(s.Named); {
		case l == nil:
		case l.Own:
			o.here = []*line.Line{l}
		default:
			o.readForeign([]*line.Line{l}, 1)
		}
		o.tell()
		return o.entries, nil
	}
	var files []string          // that are used most
	var sessions []line.Sitting // that matter most
	var meanwhile parallel.Group
	meanwhile.Go(func() { each.Of(each.Head(lines.Own, 4), (*line.Line).State) }) // which are probably told
	meanwhile.Go(func() {
		if q.Source == "startup" || q.Source == "" {
			use := o.useOf(lines, q)
			files, sessions = use.best(use.files, startFiles), use.sessions(nil, nil, startSitting)
		}
	})
	o.sort(lines)
	if q.Source == "resume" && q.SessionID != "" && !slices.ContainsFunc(o.here, o.mine) {
		return nil, nil // its conversation is there, and it saved nothing
	}
	o.readForeign(lines.Foreign, 5)
	o.tell()
	unread := fmt.Sprintf("%d in folders that there was no time to read yet", lines.Unread)
	o.count(resume.Entry{Count: lines.Unread}, unread)
	meanwhile.Wait()
	o.project(lines, files, sessions)
	return o.entries, nil
}

// An offer is the lines sorted by how much of them is told.
type offer struct {
	Lines
	q       resume.Query
	here    []*line.Line        // open and of this branch, the one to go on with first; the session's own in any status
	away    []*line.Line        // open, of other branches and worktrees or aged
	over    []*line.Line        // merged or gone, told in a row if steps are left; also among the counted
	counted map[line.Status]int // how many lines are only counted
	// Counted ones whose pull request waits, and of which a branch is not merged.
	waiting, unmerged []*line.Line
	last              *line.Line     // of the counted ones, what was done here last; nil where something is open here
	latest            *line.Line     // that one if it was saved later than all that is open here
	foreign           []resume.Entry // of lines that others wrote
	// Foreign lines that are only counted.
	more, stale, unread int

	authors map[string]gitrepo.Commit // who committed a foreign artifact, by its path
	rows    int                       // that were asked for
	entries []resume.Entry
}

// counts reports whether other lines are only counted: after a compaction the session needs the room.
func (o *offer) counts() bool { return o.q.Source == "compact" }

// full takes room for a further row, and reports whether there was none.
func (o *offer) full() bool {
	o.rows++
	return (o.rows > maxRows || o.counts()) && !o.All
}

// mine reports whether the session goes on with the line, whatever is checked out by now.
func (o *offer) mine(l *line.Line) bool {
	return o.q.Continues() && o.q.SessionID != "" && (l.Name == o.Mine || slices.Contains(l.Sessions, o.q.SessionID))
}

// sort puts each own line where it is told: in here, away or over, or only counted.
func (o *offer) sort(lines *line.Lines) {
	changed := func(s line.Sitting) (time.Time, bool) { return s.Date, len(s.Files) > 0 }
	sat := each.If(lines.Sittings(), changed) // the newest first
	until := func(sat, saved time.Time) int { return saved.Compare(sat) }
	later := func(l *line.Line) int { // sessions that changed something since it was saved
		n, _ := slices.BinarySearchFunc(sat, l.Saved, until)
		return n
	}
	all := slices.Concat(lines.Own, lines.Elsewhere)
	statuses := make([]line.Status, len(all))
	parallel.Each(min(2, 1+len(all)/100), len(all), func(i int) { statuses[i] = all[i].Status() })
	for i, l := range all {
		here, open, since := l.Here(o.q.Past.Holds), statuses[i] == line.Open, 0
		if open && !l.Elsewhere && !l.Written && !o.ofTopic(l) && !o.All && o.Project.InGit() {
			since = later(l)
		}
		aged := since > 0 && o.ages(l, since)
		enough := len(o.here) > 0 || !here && len(o.away) > 0 // that is certain
		switch {
		case !o.All && l.OnlyFor != "" && l.OnlyFor != o.q.SessionID:
		case !o.All && !o.mine(l) && enough && l.Unproven():
			o.counted[unsaid]++
		case o.mine(l), open && here && since < passedBy && !o.givesWay(l, later(l)):
			o.here = append(o.here, l)
		case open && !aged, statuses[i] == line.Stale && o.All:
			o.away = append(o.away, l)
		default:
			o.countOnly(l, statuses[i], here, aged)
		}
	}
	if len(o.here) > 0 {
		later := func(l *line.Line) bool { return !l.Saved.Before(o.last.Saved) }
		fresh := o.q.Source == "startup" || o.q.Source == ""
		if fresh && o.last != nil && o.last.Status() == line.Resting && !slices.ContainsFunc(o.here, later) {
			o.latest = o.last
		}
		o.last = nil
		o.bringUncommitted()
	}
	o.rank(o.here, o.away)
}

// ofTopic reports whether a line is of the topic branch that is checked out; the default one, of which all is that was
// merged, is none.
func (o *offer) ofTopic(l *line.Line) bool {
	return slices.Contains(l.Branches, o.q.Branch) && o.Project.IsTopic(o.q.Branch)
}

// countOnly counts a line, and notes what of it is told all the same.
func (o *offer) countOnly(l *line.Line, status line.Status, here, aged bool) {
	o.counted[status]++
	over := status == line.Merged || status == line.Gone
	switch {
	case o.counts():
	case l.Waits():
		o.waiting = append(o.waiting, l)
	case status == line.Resting && l.Unmerged():
		o.unmerged = append(o.unmerged, l)
	}
	if over || o.q.Now.Sub(l.Given()) < 2*passedFor {
		o.over = append(o.over, l)
	}
	done := here || over || l.Topic() == "" && status != line.Undone
	better := o.last == nil && done || o.last != nil && o.ofTopic(l) && !o.ofTopic(o.last)
	if better && status != line.Stale && !aged && !l.Elsewhere {
		o.last = l
	}
}

// bringUncommitted has a line of this branch that later sessions passed by told here, if changes of it are not
// committed, and no line here has such ones or was written.
func (o *offer) bringUncommitted() {
	holds := func(l *line.Line) bool { return l.Written || len(l.Dirty()) > 0 }
	uncommitted := func(l *line.Line) bool { return l.Here(o.q.Past.Holds) && len(l.Dirty()) > 0 }
	if back := slices.IndexFunc(o.away, uncommitted); back >= 0 && !slices.ContainsFunc(o.here, holds) {
		o.here = append(o.here, o.away[back])
		o.away = slices.Delete(o.away, back, back+1)
	}
}

// rank puts the session's own lines first, then what is not committed; last what was only talked about, which outside
// git nothing ends, and that of a session that is running.
func (o *offer) rank(lists ...[]*line.Line) {
	running := sync.OnceValue(func() []string { return transcript.ClientsBeside(o.Transcript).Elsewhere() })
	other := func(id string) bool { return id != o.q.SessionID && slices.Contains(running(), id) }
	rank := func(l *line.Line) int {
		switch {
		case l.Name == o.Mine:
			return -1
		case o.mine(l):
			return 0
		case slices.ContainsFunc(l.Sessions, other):
			return 4
		case !o.Project.InGit() && !l.Written && l.Steps() == 0 && len(o.state(l).Files) == 0:
			return 3
		case len(l.Dirty()) > 0:
			return 1
		}
		return 2
	}
	for _, list := range lists {
		slices.SortStableFunc(list, func(a, b *line.Line) int { return rank(a) - rank(b) })
	}
}

// ages reports whether so many later sessions at other lines passed a line by that it is only counted.
func (o *offer) ages(l *line.Line, since int) bool {
	topic, dirty, old := l.Topic(), len(l.Dirty()) > 0, o.q.Now.Sub(l.Saved) > passedFor
	switch {
	case since >= 2*passedBy && topic != "" && l.Lacks(topic):
	case dirty:
		return false
	case topic == "" && (since >= 2*passedBy || since >= passedBy && old), since >= passedLong && (old || l.Listed):
	default:
		return false
	}
	tried := o.counted[line.Open] + o.counted[line.Resting]
	return len(o.away) >= maxRows || tried > maxTried || len(o.putOff(o.state(l))) == 0
}

// givesWay reports whether all that a line has left waits, and others took up some of it, or later sessions did work
// and its topic branch is not checked out.
func (o *offer) givesWay(l *line.Line, later int) bool {
	n, _ := l.TakenUpElsewhere()
	steps := l.Steps() // of a line without any git did not say yet whether all is committed
	passed := later > 0 && !o.ofTopic(l) && !l.Written && len(l.Dirty()) == 0 &&
		steps > 0 && steps == len(o.state(l).Next)
	return (passed || n > 0 && len(o.beside(l)) < 2) && o.waits(o.state(l))
}

// tell offers the line to go on with or what was done last, others in rows, foreign ones, and counts the rest.
func (o *offer) tell() {
	o.askAuthors()
	if len(o.away) > 0 && o.last != nil && o.last.Status() == line.Gone {
		o.last = nil // what is open comes before it
	}
	if o.last != nil {
		o.entries = append(o.entries, o.ended(o.last))
		o.counted[o.last.Status()]--
	}
	written := 0
	for i, l := range slices.Concat(o.here, o.away) {
		switch here := i < len(o.here); {
		case here && (i == 0 || l.Written && written < maxWritten && !o.counts()):
			if o.entries = append(o.entries, o.whole(l)); i > 0 {
				written++
			}
		case o.full() && !(here && o.rows <= maxRows && o.mine(l) && len(o.steps(l)) > 0): // the session left them
			o.counted[l.Status()]++
		default:
			o.row(l)
		}
		if i == 0 && o.latest != nil && !o.full() {
			o.entries = append(o.entries, o.ended(o.latest)) // how it ended, too
			o.counted[line.Resting]--
		}
	}
	var untold []string // what is left of those that are over, of which no row tells
	for _, l := range o.over {
		steps := o.steps(l)
		switch {
		case l == o.last || l == o.latest || len(steps) == 0 && l.Given().IsZero():
		case o.full():
			untold = append(untold, steps...)
		default:
			o.row(l)
			o.counted[l.Status()]--
		}
	}
	o.tellCounted(untold)
	for _, e := range o.foreign {
		e.By = o.broughtBy(e.Path)
		o.entries = append(o.entries, e)
	}
	o.count(resume.Entry{Count: o.more, Open: o.more}, fmt.Sprintf("%d that others wrote", o.more))
	o.count(resume.Entry{Count: o.unread}, fmt.Sprintf("%d %s", o.unread, unreadable))
	o.count(resume.Entry{Count: o.stale}, fmt.Sprintf("%d stale, that others wrote", o.stale))
}

// askAuthors asks git once who committed all the foreign artifacts that may be told.
func (o *offer) askAuthors() {
	whole := each.Head(o.here, maxWritten+1)
	if o.last != nil {
		whole = []*line.Line{o.last} // nothing is open here
	}
	paths := append(each.Some(whole, func(l *line.Line) string { return l.Foreign }),
		each.Some(o.foreign, func(e resume.Entry) string { return e.Path })...)
	if len(paths) > 0 {
		o.authors = o.q.Past.Authors(paths)
	}
}

// tellCounted offers the own lines that are only counted, with what of them is named all the same, and what is left of
// those that are over.
func (o *offer) tellCounted(untold []string) {
	told := func(l *line.Line) bool { return l == o.last || l == o.latest }
	waiting := each.If(o.waiting, func(l *line.Line) (string, bool) { return o.pullRequest(l), !told(l) })
	unmerged := branchesOf(each.Without(o.unmerged, told))
	var parts []string
	name := func(what, between string, all []string) {
		if len(all) > 0 && !o.counts() {
			parts = append(parts, what+strings.Join(some(all, maxRows), between))
		}
	}
	e := resume.Entry{Ours: true, Open: o.counted[line.Open]}
	for _, s := range append(slices.Clip(line.Statuses), unsaid) {
		if n := o.counted[s]; n > 0 {
			e.Count += n
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
		if s == line.Resting {
			name("of which wait: ", "; ", waiting)
		}
	}
	name("resting but not merged: ", ", ", unmerged)
	cut := func(step string) string { return fence.Short(strings.TrimRight(clean(step, 0), ". "), 60) }
	name("left by those that are over: ", "; ", each.Of(untold, cut))
	o.count(e, strings.Join(parts, ", "))
}

// branchesOf are the topic branches of lines, those of the line that was saved last first.
func branchesOf(lines []*line.Line) []string {
	slices.SortStableFunc(lines, func(a, b *line.Line) int { return b.Saved.Compare(a.Saved) })
	return each.Once(each.Of(lines, (*line.Line).Topic))
}

// pullRequest is that of a line, and what it is for where there is room.
func (o *offer) pullRequest(l *line.Line) string {
	if o.q.Continues() || o.q.Source == "clear" {
		return "PR " + l.Numbered()
	}
	return "PR " + l.Numbered() + " " + fence.Short(clean(l.Goal, 0), 40)
}

// count offers lines that are only counted, what says which.
func (o *offer) count(e resume.Entry, what string) {
	if e.Count > 0 {
		e.Kind, e.Pointer, e.State = kindLines, true, what
		o.entries = append(o.entries, e)
	}
}

// row offers a line in one row.
func (o *offer) row(l *line.Line) {
	e, steps := o.entry(l), o.steps(l)
	if l.Status() == line.Open {
		steps = slices.Concat(l.StillFailing(), steps)
	}
	e.Pointer = true
	e.Add("goal", l.Goal)
	if l.PullRequest != "" && l.Status() == line.Open {
		e.Add("pull request", l.Numbered())
	}
	e.Add(left, some(steps, 3)...)
	o.entries = append(o.entries, e)
}

// some are the first n, and how many more there are.
func some(all []string, n int) []string {
	if more := len(all) - n; more > 0 {
		return append(slices.Clip(all[:n]), fmt.Sprintf("%d more", more))
	}
	return all
}

const (
	maxTried = 20  // bounds how many are read of which nothing can be told
	shownTo  = 300 // characters of a foreign goal and now
	// unreadable is the state of counted lines that may be own ones, after a merge conflict or an edit.
	unreadable = "whose newest artifact cannot be read"
)

// readForeign reads the newest foreign lines, but none that is finished, taken over or
// from the future, and counts the rest.
func (o *offer) readForeign(lines []*line.Line, most int) {
	if o.counts() {
		most = 0
	}
	for _, l := range lines {
		_, _, named, _ := artifact.NameOf(l.Foreign)
		ended := func(mode string) bool {
			return o.Named == "" &&
				(mode == artifact.Finalize || l.FollowedByOwn() || l.Saved.After(o.q.Now.Add(artifact.MaxAhead)))
		}
		switch {
		case o.Named == "" && o.q.Now.Sub(l.Saved) > line.StaleAfter:
			o.stale++
		case ended(named):
		case len(o.foreign) == most || o.unread == maxTried:
			o.more++
		default:
			switch a, ok := l.NewestForeign(); {
			case !ok:
			case a.Broken != nil || a.Goal() == "":
				o.unread++
			case !ended(a.Mode()):
				o.foreign = append(o.foreign, foreignEntry(l, a))
			}
		}
	}
}

func (o *offer) broughtBy(path string) string {
	by, ok := o.authors[path]
	switch {
	case !o.Project.InGit():
		return "its author unknown"
	case !ok:
		return "not committed, or its author unknown"
	}
	return fmt.Sprintf("committed by %s %s", by.Author, by.Time.UTC().Format("2006-01-02 15:04Z"))
}

// foreignEntry is what the newest artifact says of a line that only others wrote.
func foreignEntry(l *line.Line, a artifact.Artifact) resume.Entry {
	e := resume.Entry{
		Kind: kindLine, ID: l.Name, Path: a.Path, Saved: a.Date, State: "of no known mode", Fit: "not adopted",
	}
	if slices.Contains([]string{artifact.Checkpoint, artifact.Handoff, artifact.Finalize}, a.Mode()) {
		e.State = a.Mode()
	}
	e.Add("goal", fence.Short(redact.Text(a.Goal()), shownTo)) // a cut before that could hide a secret
	e.Add("now", fence.Short(redact.Text(a.Now()), shownTo))
	if fence.IsName(l.Name) {
		show, adopt := fence.Typed("holdfast show %s", l.Name), fence.Typed("holdfast adopt %s", l.Name)
		e.Fit = show + " prints the rest, " + adopt + " takes it over"
	}
	return e
}
