package line

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
)

// A Question is what decides which line a session works on.
type Question struct {
	SessionID string
	Named     string // said by a person or model
	Bead      string // likewise, or the issue that the session took
	// Taken says that the session took the bead, where nobody named it.
	Taken bool
	// Last is the path of the session's newest own artifact, "" for none.
	Last string
	// Parents are the sessions that this one was resumed or forked from.
	Parents []string
	Sitting artifact.Sitting
	Plan    string // the title of the plan that was approved last
	// Goal is what a person gave who saves outside of any session: an open line of
	// that goal is meant.
	Goal string
	// Picked is the line that a session which begins with /recover was shown last.
	Picked string
	// GoesOn says that the first prompt of the session only says to go on.
	GoesOn  bool
	Prompts []transcript.Prompt
	Working []beads.Issue // in progress
	// Agent says that no person spoke in the session; AgentBegan that a line that
	// it begins is not named after the bead in progress.
	Agent, AgentBegan bool
	// Closing says that the line is about to be closed: one that this session
	// closed before is closed again, and no new one begun.
	Closing bool
	// Branch is where the session works, "" for none, Title what a person calls a
	// line that begins.
	Branch, Title string
}

// A Choice is the line that a session works on.
type Choice struct {
	Name string
	// Line is the line as it is, nil for one that begins.
	Line *Line
	// Follows is the line that a new one goes on from, Goal that line's, where
	// only others wrote to it.
	Follows, Goal string
	// Closed is when the session's line was closed: what was before that is
	// saved. Zero where it was not.
	Closed time.Time
	Bead   string // the issue that the choice went by
}

// Clean reports whether the folder of the line was just seen to hold no temp file.
func (c Choice) Clean() bool { return c.Line != nil && c.Line.Clean }

// Choose says which line a session works on.
func (ls *Lines) Choose(q Question) Choice {
	if q.Named != "" {
		return Choice{Name: q.Named, Line: ls.find(q.Named), Bead: q.Bead}
	}
	last := ls.lastOf(q)
	if q.Bead != "" && (!q.Taken || q.Bead != q.Sitting.Bead) {
		if last != nil && last.Open() && slices.Contains(last.Beads, q.Bead) {
			return Choice{Name: last.Name, Line: last, Bead: q.Bead}
		}
		return ls.ofBead(q, q.Bead, last)
	}
	if q.Plan != "" && q.Plan != q.Sitting.Plan && (last != nil || q.Sitting.Told != "") {
		return ls.fresh(q, "", last)
	}
	if last != nil && (last.Open() || q.Closing && last.Closed) {
		return Choice{Name: last.Name, Line: last}
	}
	var c Choice
	if last != nil {
		c.Closed = last.Wrote
	} else if c, ok := ls.inherited(q); ok {
		return c
	}
	if !q.Agent {
		if l := ls.namedIn(q.Prompts, c.Closed); l != nil {
			return ls.goOn(q, l, c.Closed)
		}
		if len(q.Working) == 1 {
			c2 := ls.ofBead(q, q.Working[0].ID, nil)
			c2.Closed = c.Closed
			return c2
		}
	}
	if l := ls.withGoal(q.Goal); l != nil {
		return Choice{Name: l.Name, Line: l}
	}
	began := ls.fresh(q, "", nil)
	began.Closed = c.Closed
	return began
}

// inherited is the line of the session that this one was resumed or forked
// from, the one that was picked of those it could continue, or the one that its
// brief told first, where it only goes on.
func (ls *Lines) inherited(q Question) (Choice, bool) {
	for _, id := range q.Parents {
		if l := ls.bySession(id); l != nil && l.Open() {
			return Choice{Name: l.Name, Line: l}, true
		}
	}
	name := q.Picked
	if name == "" && q.GoesOn {
		name = q.Sitting.Told
	}
	if l := ls.find(name); l != nil && !q.Agent && !l.Closed {
		return ls.goOn(q, l, time.Time{}), true
	}
	return Choice{}, false
}

// goOn goes on with a line; with one that only others wrote to by a new one
// that follows it and takes its goal.
func (ls *Lines) goOn(q Question, l *Line, closed time.Time) Choice {
	if l.Own {
		return Choice{Name: l.Name, Line: l, Closed: closed}
	}
	c := ls.fresh(q, "", nil)
	if l.Goal == "" {
		l.NewestForeign()
	}
	c.Follows, c.Goal, c.Closed = l.Name, l.Goal, closed
	return c
}

// ofBead is the open line of a bead, or one that begins.
func (ls *Lines) ofBead(q Question, bead string, last *Line) Choice {
	for _, l := range ls.candidates(func(name string) bool { return name == bead || strings.HasPrefix(name, bead+"-") }) {
		if l.Open() && l.OnlyFor == "" && slices.Contains(l.Beads, bead) {
			return Choice{Name: l.Name, Line: l, Bead: bead}
		}
	}
	c := ls.fresh(q, bead, last)
	c.Bead = bead
	return c
}

// fresh is a line that begins. It follows the one that the session leaves, or
// that its brief told first.
func (ls *Lines) fresh(q Question, bead string, leaves *Line) Choice {
	name := q.name(bead)
	if l := ls.find(name); l != nil && leaves == nil && l.Open() && NamedAfter(name, "", q.SessionID) {
		return Choice{Name: name, Line: l} // somebody named it after this very session
	}
	c := Choice{Name: name}
	for n := 2; ls.taken(c.Name); n++ {
		c.Name = artifact.FolderName(name, strconv.Itoa(n))
	}
	switch told := q.Sitting.Told; {
	case leaves != nil && leaves.Open():
		c.Follows = leaves.Name
	case told != "" && q.Last == "" && !q.Agent:
		if l := ls.find(told); l != nil && !l.Closed {
			c.Follows = told
		}
	}
	return c
}

// name is that of a new line: after the given bead, else the one in progress that
// was updated last, else the branch and the session's first 8 characters.
func (q Question) name(bead string) string {
	latest, _ := beads.Latest(q.Working)
	if bead == "" && !q.AgentBegan {
		bead = latest.ID
	}
	switch {
	case bead == "":
		branch, _ := redact.Text(q.Branch)
		return artifact.FolderName(cmp.Or(branch, "work"), q.SessionID[:min(len(q.SessionID), 8)])
	case q.Title != "" && bead != latest.ID:
		title, _ := redact.Text(q.Title)
		return artifact.FolderName(bead, artifact.Slug(title))
	}
	i := slices.IndexFunc(q.Working, func(b beads.Issue) bool { return b.ID == bead })
	if i < 0 || q.Working[i].Title == "" {
		return artifact.FolderName(bead)
	}
	title, _ := redact.Text(q.Working[i].Title)
	return artifact.FolderName(bead, cutSlug(artifact.Slug(title)))
}

// cutSlug keeps of a title what names it: it may come from a foreign tracker,
// and is part of paths that the model reads.
func cutSlug(slug string) string {
	const most = 30
	if len(slug) > most {
		slug = strings.TrimRight(slug[:most], "-")
	}
	return slug
}

// lastOf is the line that the session saved to last.
func (ls *Lines) lastOf(q Question) *Line {
	if q.Last != "" {
		for _, l := range ls.candidates(func(name string) bool { return strings.Contains(q.Last, "/"+name+"/") }) {
			if l.has(q.Last) {
				return l
			}
		}
	}
	if l := ls.bySession(q.SessionID); l != nil || q.Last == "" {
		return l
	}
	if l := ls.find(folderOf(q.Last)); l != nil && l.Own {
		return l // the file was pruned
	}
	return nil
}

// bySession is the line of the newest own artifact of a session.
func (ls *Lines) bySession(id string) *Line {
	if id == "" {
		return nil
	}
	var found *Line
	var newest *Entry
	for _, l := range ls.Own {
		if !l.Sittings.Has(id) {
			continue
		}
		l.list()
		for _, e := range l.entries {
			if e.SessionID != id || !l.project.wrote(e) {
				continue
			}
			if newest == nil || artifact.Order(l.project.Now)(e.date, e.Path, newest.date, newest.Path) < 0 {
				found, newest = l, e
			}
			break
		}
	}
	return found
}

// minGoal is how many characters a goal has at least by which a prompt can
// name its line.
const minGoal = 20

// maxByGoal is how many foreign lines, the newest, a prompt can name by their goal
// or bead: those that a brief may have told.
const maxByGoal = 8

// namedIn is the line that a prompt after the given time names: by its name,
// its goal or its bead.
func (ls *Lines) namedIn(prompts []transcript.Prompt, after time.Time) *Line {
	if len(prompts) > 0 {
		for _, l := range ls.Foreign[:min(len(ls.Foreign), maxByGoal)] {
			l.NewestForeign()
		}
	}
	for _, p := range prompts {
		if !after.IsZero() && !p.Time.After(after) {
			continue
		}
		said := Key(p.Text)
		recovers := strings.HasPrefix(said, "/recover ") || strings.HasPrefix(said, "/holdfast:recover ")
		for _, l := range ls.candidates(func(name string) bool { return holdsWord(said, Key(name)) }) {
			if l.Closed || l.OnlyFor != "" {
				continue
			}
			byName := (recovers || strings.ContainsAny(l.Name, "-0123456789")) && holdsWord(said, Key(l.Name))
			byGoal := len([]rune(l.Goal)) >= minGoal && strings.Contains(said, Key(l.Goal))
			if byName || byGoal || slices.ContainsFunc(l.Beads, func(b string) bool { return holdsWord(said, Key(b)) }) {
				return l
			}
		}
	}
	return nil
}

// withGoal is the open own line of that goal that was saved last.
func (ls *Lines) withGoal(goal string) *Line {
	i := slices.IndexFunc(ls.Own, func(l *Line) bool {
		return goal != "" && l.Open() && l.OnlyFor == "" && Key(l.Goal) == Key(goal)
	})
	if i < 0 {
		return nil
	}
	return ls.Own[i]
}

// holdsWord reports whether text holds word between characters that are part of
// no name.
func holdsWord(text, word string) bool {
	part := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' }
	for at := 0; word != ""; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if !part(before) && !part(after) {
			return true
		}
		at += len(word)
	}
	return false
}
