package line

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/machine"
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
	Team    string // of agents that the session is a member of
	// Picked is the line that a session which begins with /recover was shown last.
	Picked string
	// GoesOn says that the first prompt of the session only says to go on.
	GoesOn  bool
	Prompts []transcript.Prompt
	Working []beads.Issue // in progress
	// Branch is where the session works, "" for none; Changed are the files that it
	// changed there.
	Branch  string
	Changed []string
	// Goal is what a person gave who saves outside of any session: an open line of
	// that goal is meant.
	Goal string
	// Agent says that no person spoke in the session.
	Agent bool
	// Closing says that the line is about to be closed: one that this session
	// closed before is closed again, and no new one begun.
	Closing bool
	Title   string // what a line that begins is about
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

const (
	// manySittings is how many a branch has that is no topic of its own any more.
	manySittings = 10
	teamFor      = 48 * time.Hour
	sharesFor    = 7 * 24 * time.Hour
	// share is how much of a session's files a line changed at least that it goes on.
	share = 1.0 / 3
	// goalWords is how many words a goal has at least by which a prompt can name its line.
	goalWords = 4
	// maxByGoal is how many foreign lines, the newest, a prompt can name by their goal
	// or bead: those that a brief may have told.
	maxByGoal = 8
)

// Choose says which line a session works on.
func (ls *Lines) Choose(q Question) Choice {
	if q.Named != "" {
		if l := ls.Find(q.Named); l != nil {
			return Choice{Name: l.Name, Line: l, Bead: q.Bead}
		}
		return Choice{Name: q.Named, Bead: q.Bead}
	}
	last := ls.lastOf(q)
	if q.Bead != "" && (!q.Taken || q.Bead != q.Sitting.Bead) {
		if last != nil && last.Open() && slices.Contains(last.Beads, q.Bead) {
			return Choice{Name: last.Name, Line: last, Bead: q.Bead}
		}
		return ls.ofBead(q, q.Bead, last)
	}
	if l := ls.Find(q.Sitting.Taken); l != nil && l.Open() {
		return Choice{Name: l.Name, Line: l}
	}
	if last != nil && (last.Open() && !ls.moved(q, last) || q.Closing && last.Closed) {
		return Choice{Name: last.Name, Line: last}
	}
	var closed time.Time
	if last != nil && last.Closed {
		closed = last.Wrote
	}
	c := ls.choose(q, last, closed)
	c.Closed = closed
	return c
}

// moved reports whether a session changed files on another topic branch than its
// line's, of which that is not a new name.
func (ls *Lines) moved(q Question, last *Line) bool {
	return len(q.Changed) > 0 && ls.r.judged.isTopic(q.Branch) && !slices.Contains(last.Branches, q.Branch) &&
		len(last.Branches) > 0 && !ls.r.judged.renamed(q.Branch, last.Branches)
}

// choose goes through the rules for a session that has no line yet, or left it.
func (ls *Lines) choose(q Question, last *Line, closed time.Time) Choice {
	rules := []func() *Line{
		func() *Line { return ls.ofSessions(q, last) },
		func() *Line { return ls.ofTeam(q) },
		func() *Line {
			if q.GoesOn && last == nil {
				return ls.Find(q.Sitting.Told)
			}
			return nil
		},
		func() *Line { return cmp.Or(ls.Find(q.Picked), ls.namedIn(q.Prompts, closed)) },
		func() *Line { return ls.ofBranch(q) },
		func() *Line { return ls.ofFiles(q) },
	}
	for i, rule := range rules {
		if l := rule(); l != nil && !l.Closed && (i < 2 || !q.Agent) {
			return ls.goOn(q, l)
		}
	}
	if !q.Agent && len(q.Working) == 1 {
		return ls.ofBead(q, q.Working[0].ID, last)
	}
	if l := ls.withGoal(q.Goal); l != nil {
		return Choice{Name: l.Name, Line: l}
	}
	return ls.begin(q, "", last)
}

// ofSessions is the line of a session that this one was resumed or forked from.
func (ls *Lines) ofSessions(q Question, last *Line) *Line {
	for _, id := range q.Parents {
		for _, l := range ls.Own {
			if last == nil && l.Sittings.Has(id) && l.Open() {
				return l
			}
		}
	}
	return nil
}

func (ls *Lines) ofTeam(q Question) *Line {
	for _, l := range ls.Own {
		if q.Team != "" && l.team == q.Team && l.Open() && ls.r.Now.Sub(l.Saved) < teamFor {
			return l
		}
	}
	return nil
}

// ofBranch is the open line of a topic branch, unless the branch was made again since.
func (ls *Lines) ofBranch(q Question) *Line {
	if !ls.r.judged.isTopic(q.Branch) || ls.busy(q.Branch) {
		return nil
	}
	for _, l := range ls.Own {
		if l.OnlyFor == "" && (l.on(q.Branch) || ls.r.judged.renamed(q.Branch, l.Branches)) {
			if l.Closed {
				return nil
			}
			if !ls.r.judged.madeAgain(ls.r.ctx, q.Branch, l.Commit) {
				return l
			}
		}
	}
	return nil
}

// busy reports whether so many sittings were on a branch that it is no topic.
func (ls *Lines) busy(branch string) bool {
	n := 0
	for _, l := range ls.Own {
		if l.on(branch) {
			n += len(l.Sittings)
		}
	}
	return n > manySittings
}

// ofFiles is the line of this branch that changed most of the files that the session
// changed, where that is enough. A file that many lines changed says little.
func (ls *Lines) ofFiles(q Question) *Line {
	if ls.r.judged.isTopic(q.Branch) && !ls.busy(q.Branch) || len(q.Changed) == 0 {
		return nil
	}
	weight, shared := map[string]float64{}, map[*Line][]string{}
	for _, f := range q.Changed {
		weight[f] = 0
	}
	for _, l := range ls.Own {
		for _, f := range l.Files() {
			if _, is := weight[f.Path]; is {
				weight[f.Path]++
				shared[l] = append(shared[l], f.Path)
			}
		}
	}
	all := 0.0
	for f, lines := range weight {
		weight[f] = 1 / max(lines, 1)
		all += weight[f]
	}
	var best *Line
	most := share * all
	for _, l := range ls.Own {
		if l.Closed || l.OnlyFor != "" || len(l.Sittings) > manySittings || ls.r.Now.Sub(l.Saved) > sharesFor ||
			len(l.Branches) > 0 && q.Branch != "" && !slices.Contains(l.Branches, q.Branch) {
			continue
		}
		score := 0.0
		for _, f := range shared[l] {
			score += weight[f]
		}
		if score > 0 && (score > most || best == nil && score >= most) {
			best, most = l, score
		}
	}
	return best
}

// goOn goes on with a line; with one that only others wrote to by a new one
// that follows it and takes its goal.
func (ls *Lines) goOn(q Question, l *Line) Choice {
	if l.Own {
		return Choice{Name: l.Name, Line: l}
	}
	if l.Goal == "" {
		l.NewestForeign()
	}
	q.Title = cmp.Or(l.Goal, q.Title)
	c := ls.begin(q, "", nil)
	c.Follows, c.Goal = l.Name, l.Goal
	return c
}

// ofBead is the open line of a bead, or one that begins.
func (ls *Lines) ofBead(q Question, bead string, last *Line) Choice {
	for _, l := range slices.Concat(ls.Own, ls.Foreign) {
		if l.Open() && l.OnlyFor == "" && slices.Contains(l.Beads, bead) {
			return Choice{Name: l.Name, Line: l, Bead: bead}
		}
	}
	c := ls.begin(q, bead, last)
	c.Bead = bead
	return c
}

// begin is a line that begins. It follows the one that the session leaves, that of
// its branch which ended, or the one that its brief told first.
func (ls *Lines) begin(q Question, bead string, leaves *Line) Choice {
	name := ls.name(q, bead)
	if l := ls.Find(name); l != nil && leaves == nil && l.Open() && NamedAfter(name, "", q.SessionID) {
		return Choice{Name: name, Line: l} // somebody named it after this very session
	}
	c := Choice{Name: name}
	stem := strings.TrimSuffix(name, "-"+hashed(q.id()))
	for n := q.id(); ls.Find(c.Name) != nil; n = "+" + n {
		c.Name = bounded(stem, maxName-hashLength-1) + "-" + hashed(n)
	}
	if leaves != nil {
		c.Follows = leaves.Name
		return c
	}
	for _, l := range ls.Own {
		if ls.r.judged.isTopic(q.Branch) && l.on(q.Branch) && !q.Agent && l.OnlyFor == "" {
			c.Follows = l.Name
			return c
		}
	}
	if l := ls.Find(q.Sitting.Told); l != nil && !l.Closed && q.Last == "" && !q.Agent {
		c.Follows = l.Name
	}
	return c
}

const (
	maxName    = 40
	hashLength = 4
)

// name is that of a new line: after the given bead, else the one in progress that
// was updated last, else its topic branch, else its title.
func (ls *Lines) name(q Question, bead string) string {
	latest, _ := beads.Latest(q.Working)
	if bead == "" && !q.Agent {
		bead = latest.ID
	}
	title, _ := redact.Text(q.Title)
	branch, _ := redact.Text(q.Branch)
	if bead == "" {
		if ls.r.judged.isTopic(q.Branch) && !q.Agent {
			if name := artifact.FolderName(branch); len(name) <= maxName {
				return name
			}
			return bounded(artifact.FolderName(branch), maxName-hashLength-1) + "-" + hashed(branch)
		}
		words := strings.Split(artifact.Slug(cmp.Or(title, branch)), "-")
		few := strings.Join(words[:min(len(words), goalWords)], "-")
		return bounded(few, maxName-hashLength-1) + "-" + hashed(q.id())
	}
	if bead == latest.ID {
		title, _ = redact.Text(latest.Title)
	}
	if title == "" {
		return artifact.FolderName(bead)
	}
	return bounded(artifact.FolderName(bead, artifact.Slug(title)), max(maxName, len(artifact.FolderName(bead))))
}

// id is what tells a new line from others of the same name.
func (q Question) id() string { return cmp.Or(q.SessionID, q.Title) }

// bounded cuts a name between two words.
func bounded(name string, most int) string {
	if len(name) <= most {
		return name
	}
	if i := strings.LastIndexAny(name[:most+1], "-._"); i > most/2 {
		most = i
	}
	return strings.TrimRight(name[:most], "-._")
}

// hashed is the beginning of an id, where that is hexadecimal, else of its hash.
func hashed(id string) string {
	if len(id) >= hashLength && strings.Trim(id[:hashLength], "0123456789abcdef") == "" {
		return id[:hashLength]
	}
	return machine.Sum([]byte(id))[:hashLength]
}

// lastOf is the line that the session saved to last.
func (ls *Lines) lastOf(q Question) *Line {
	if q.Last != "" {
		if l := ls.Find(folderOf(q.Last)); l != nil && l.Own {
			return l
		}
	}
	for _, l := range ls.Own {
		if l.Sittings.Has(q.SessionID) && (l.OnlyFor == "" || l.OnlyFor == q.SessionID) {
			return l
		}
	}
	return nil
}

// folderOf is the name of the folder that a file is in.
func folderOf(rel string) string { return path.Base(path.Dir(rel)) }

// namedIn is the line that a prompt after the given time names: by its name, its
// goal, its bead or its pull request, the one that is said with most words.
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
		for _, l := range slices.Concat(ls.Own, ls.Foreign) {
			if l.Closed || l.OnlyFor != "" {
				continue
			}
			byName := (recovers || strings.ContainsAny(l.Name, "-0123456789")) && Names(said, l.Name)
			byGoal := len(strings.Fields(l.Goal)) >= goalWords && Names(said, l.Goal)
			byBead := slices.ContainsFunc(l.Beads, func(b string) bool { return Names(said, b) })
			if byName || byGoal || byBead || l.pullRequest != "" && Names(said, l.pullRequest) {
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

// Names reports whether a text holds words as they are, and not as a part of others:
// "fix issue #42" does not name "fix issue #4".
func Names(text, words string) bool {
	text, words = Key(text), Key(words)
	part := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' }
	for at := 0; words != ""; {
		i := strings.Index(text[at:], words)
		if i < 0 {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(words):])
		if !part(before) && !part(after) {
			return true
		}
		at += len(words)
	}
	return false
}
