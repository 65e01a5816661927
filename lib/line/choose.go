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
	"holdfast/lib/each"
	"holdfast/lib/machine"
	"holdfast/lib/prompt"
	"holdfast/lib/rank"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
)

// A Question is what decides which line a session works on.
type Question struct {
	SessionID string
	Named     string         // the line that a person or model named
	Bead      string         // the issue that they named, or that the session took (Taken)
	Taken     bool           // nobody named it
	Last      string         // the path of the session's newest own artifact, "" for none
	Notes     artifact.Notes // of the session
	Parents   []string       // the sessions that it was resumed or forked from
	Team      string         // the team of agents that it is a member of
	Picked    string         // the line that /recover, with which it began, showed last
	// GoesOn says whether it goes on with the line that its brief told first, Takes whether its first prompt is about a
	// step of a line, Ends whether it did one.
	GoesOn, Takes, Ends func(l *Line) bool

	Prompts []transcript.Prompt
	Working []beads.Issue // in progress
	Branch  string        // where the session works, "" for none
	Changed []string      // the files that it changed there
	Swept   []string      // files that its commits took in though it did not change them
	Goal    string        // given by a person who saves outside of any session: an open line of that goal is meant
	Agent   bool          // no person spoke in the session
	Title   string        // what a new line is about, "" for what Talk says
	Talk    func() string // what the conversation is about; it may be nil
	// Closing says that the line is about to be closed, again where this session closed it before.
	Closing bool
}

// A Choice is the line that a session works on.
type Choice struct {
	Name string
	Line *Line // as it is, nil for one that begins
	// Follows is the line that a new one goes on from, Goal that line's where only others wrote to it.
	Follows, Goal string
	Closed        time.Time // when the session's line was, up to which all is saved; zero where it was not
	Bead          string    // the issue that the choice went by
}

const (
	manySessions = 10      // more than so many of a branch, or of a line, are not one piece of work
	share        = 1.0 / 2 // of a session's files that such a line changed, at least
	goalWords    = 4       // words that a goal has at least by which a prompt can name its line
	maxByGoal    = 8       // lines, the newest, that are looked at for that or for a step that was done
)

// Choose says which line a session works on: the first of the rules that holds.
func (ls *Lines) Choose(q Question) Choice {
	last := ls.Find(folderOf(q.Last)) // the line that the session saved to last
	if last == nil {
		last = each.First(ls.Own, func(l *Line) bool { return slices.Contains(l.Sessions, q.SessionID) })
	}
	closed := last != nil && last.Closed
	switch taken := ls.Find(q.Notes.Taken); {
	case q.Named != "":
		if l := ls.Find(q.Named); l != nil {
			return Choice{Name: l.Name, Line: l, Bead: q.Bead}
		}
		return Choice{Name: q.Named, Bead: q.Bead}
	case q.Bead != "" && (!q.Taken || q.Bead != q.Notes.Bead):
		return ls.ofBead(q, q.Bead, last)
	case taken != nil && taken.Open():
		return Choice{Name: taken.Name, Line: taken}
	case last != nil && !closed && !ls.moved(q, last), closed && q.Closing:
		return Choice{Name: last.Name, Line: last}
	case closed:
		c := ls.choose(q, last, last.Wrote)
		c.Closed = last.Wrote
		return c
	}
	return ls.choose(q, last, time.Time{})
}

// moved reports whether a session changed files on a topic branch that is not its line's under a new name.
func (ls *Lines) moved(q Question, last *Line) bool {
	return len(q.Changed) > 0 && ls.IsTopic(q.Branch) && len(last.Branches) > 0 &&
		!slices.Contains(last.Branches, q.Branch) && !slices.Contains(each.Of(last.Branches, ls.Renamed), q.Branch)
}

// choose goes through the rules for a session that has no line yet, or left it.
func (ls *Lines) choose(q Question, last *Line, closed time.Time) Choice {
	open := func(fits func(l *Line) bool) func() *Line {
		return func() *Line { return each.First(ls.Own, func(l *Line) bool { return l.Open() && fits(l) }) }
	}
	rules := []func() *Line{
		open(func(l *Line) bool { // of the session that this one was resumed or forked from
			of := func(id string) bool { return slices.Contains(q.Parents, id) }
			return last == nil && slices.ContainsFunc(l.Sessions, of)
		}),
		open(func(l *Line) bool { // of a member's team, of a lead's members, or, if that saves first, of its lead
			leads := func(id string) bool { return q.Team != "" && ledBy(id) == q.Team }
			ofTeam := l.Team != "" && (l.Team == q.Team || l.Team == ledBy(q.SessionID))
			return (ofTeam || slices.ContainsFunc(l.Sessions, leads)) && ls.Now.Sub(l.Saved) < 48*time.Hour
		}),
	}
	if !q.Agent {
		rules = append(rules,
			func() *Line {
				l := ls.Find(q.Notes.Told)
				elsewhere := l != nil && ls.moved(q, l)
				if beside := q.Notes.Beside; q.Notes.Told == "" && len(beside) > 0 { // nothing is open here
					l = ls.Find(beside[0])
					elsewhere = l != nil && !l.Written
				}
				if l == nil || last != nil || elsewhere || !q.GoesOn(l) {
					return nil
				}
				return l
			},
			func() *Line { return cmp.Or(ls.Find(q.Picked), ls.namedIn(q, closed)) },
			func() *Line { return ls.endedBy(q) },
			func() *Line { return ls.ofBranch(q) },
		)
	}
	for _, rule := range rules {
		l := rule()
		if l == nil || l.Closed {
			continue
		}
		if l.Own {
			return Choice{Name: l.Name, Line: l}
		}
		l.NewestForeign() // that of others is gone on with by a new one that follows it and takes its goal
		q.Title = cmp.Or(l.Goal, q.title())
		c := ls.begin(q, "", nil)
		c.Follows, c.Goal = l.Name, l.Goal
		return c
	}
	if !q.Agent && len(q.Working) == 1 {
		return ls.ofBead(q, q.Working[0].ID, last)
	}
	same := func(l *Line) bool { return q.Goal != "" && l.OnlyFor == "" && Key(l.Goal) == Key(q.Goal) }
	if l := open(same)(); l != nil {
		return Choice{Name: l.Name, Line: l}
	}
	return ls.begin(q, "", last)
}

// endedBy is one of the newest lines of this branch with steps, of which the session ended one.
func (ls *Lines) endedBy(q Question) *Line {
	left := maxByGoal
	return each.First(ls.Own, func(l *Line) bool {
		if l.Steps() == 0 || !l.Open() || l.OnlyFor != "" || left == 0 || !l.sharesBranch(q.Branch) ||
			l.Ended(q.Branch) {
			return false
		}
		left--
		return q.Ends(l)
	})
}

// sharesBranch reports whether work on a branch may be a line's: it was on no other one.
func (l *Line) sharesBranch(branch string) bool {
	return len(l.Branches) == 0 || branch == "" || slices.Contains(l.Branches, branch)
}

// ledBy is the team that a session leads, named after its id (client 2.1.330, in members' records only).
func ledBy(id string) string { return "session-" + id[:min(8, len(id))] }

// namedIn is the line that a prompt after the given time names: by its name, one word alone or on
// another branch ("b on top of a") only where it goes on with that, its goal, bead or pull request.
func (ls *Lines) namedIn(q Question, after time.Time) *Line {
	prompts := q.Prompts
	if len(prompts) > 0 {
		for _, l := range ls.Foreign[:min(len(ls.Foreign), maxByGoal)] {
			l.NewestForeign()
		}
	}
	prompts = without(prompts, func(p transcript.Prompt) bool { return !p.Time.After(after) && !after.IsZero() })
	all := strings.Join(each.Of(prompts, func(p transcript.Prompt) string { return Key(p.Text) }), "\n")
	lines := without(slices.Concat(ls.Own, ls.Foreign), func(l *Line) bool { // of many lines few are named at all
		names := slices.Concat(l.Beads, []string{l.PullRequest, l.Name, l.Goal})
		is := func(name string) bool { return name != "" && strings.Contains(all, Key(name)) }
		return l.Closed || l.OnlyFor != "" || !slices.ContainsFunc(names, is)
	})
	if len(lines) == 0 {
		return nil
	}
	for _, p := range prompts {
		said := Key(p.Text)
		recovers := strings.HasPrefix(said, "/recover ") || strings.HasPrefix(said, "/holdfast:recover ")
		with := Key(prompt.GoesOnWith(p.Text))
		for _, l := range lines {
			names := slices.Concat(l.Beads, []string{l.PullRequest})
			if recovers || Names(with, l.Name) || strings.ContainsAny(l.Name, "-0123456789") && !ls.moved(q, l) {
				names = append(names, l.Name)
			}
			if len(strings.Fields(l.Goal)) >= goalWords {
				names = append(names, l.Goal)
			}
			if slices.ContainsFunc(names, func(name string) bool { return Names(said, name) }) {
				return l
			}
		}
	}
	return nil
}

// ofBranch is the line of a topic branch, unless that was made again since; else the one that
// shares files. A closed one says that no older one is gone on with.
func (ls *Lines) ofBranch(q Question) *Line {
	sessions := 0
	for _, l := range ls.Own {
		if l.on(q.Branch) {
			sessions += len(l.Sessions)
		}
	}
	if !ls.IsTopic(q.Branch) || sessions > manySessions {
		return ls.ofFiles(q)
	}
	fits := func(l *Line) bool {
		return l.OnlyFor == "" && (l.on(q.Branch) || slices.Contains(each.Of(l.Branches, ls.Renamed), q.Branch)) &&
			(l.Closed || !ls.madeAgain(q.Branch, l.Commit))
	}
	if l := ls.Find(artifact.FolderName(q.Branch)); l != nil && l.Own && fits(l) { // of its own name
		return l
	}
	return each.First(ls.Own, fits)
}

// Ended reports whether the line was of a topic branch that is merged or gone, and a branch is none.
func (l *Line) Ended(branch string) bool {
	return l.Topic() != "" && !l.among.IsTopic(branch) && l.among.became(l) != Open
}

// resumes reports whether the session's first prompt says to go on with something.
func (q Question) resumes() bool { return len(q.Prompts) > 0 && prompt.Resumes(q.Prompts[0].Text) }

// ofFiles is the line of this branch that changed most of the files that the session
// changed or committed, where that is enough. A file that many lines changed says little;
// one alone, and what was all committed before, says nothing without a word in common.
func (ls *Lines) ofFiles(q Question) (best *Line) {
	changed := each.By(slices.Concat(q.Changed, q.Swept), func(f string) (string, []*Line) { return f, nil })
	swept := map[*Line]bool{}
	for _, l := range ls.Own {
		for _, f := range l.Files() {
			by, is := changed[f.Path]
			of := slices.Contains(q.Swept, f.Path)
			if is && !(of && l.Clean) { // what was committed before is not what was swept up
				changed[f.Path], swept[l] = append(by, l), swept[l] || of
			}
		}
	}
	all, shared, files := 0.0, map[*Line]float64{}, map[*Line]int{}
	for _, by := range changed {
		weight := 1 / float64(max(len(by), 1))
		all += weight
		for _, l := range by {
			shared[l] += weight
			files[l]++
		}
	}
	for _, l := range ls.Own {
		fits := !l.Closed && l.OnlyFor == "" && len(l.Sessions) <= manySessions && l.sharesBranch(q.Branch) &&
			ls.Now.Sub(l.Saved) <= 7*24*time.Hour && (!l.Ended(q.Branch) || q.resumes())
		least, more := share, shared[l] > shared[best] // nil shares nothing
		if swept[l] {
			least, more = 1.0/3, more || !swept[best] // of what the session committed
		}
		open := files[l] > 1 && (!l.Clean || l.Steps() > 0)
		if fits && shared[l] >= least*all && more && (open || swept[l] || q.about(l)) && l.TakenBack().IsZero() {
			best = l
		}
	}
	return best
}

// about reports whether what the session asks for shares a word with a line, or only goes on. Names of files that it
// changed count where it says no more.
func (q Question) about(l *Line) bool {
	if q.resumes() {
		return true
	}
	asked := q.title()
	if len(q.Prompts) > 0 && prompt.Asks(q.Prompts[0].Text) {
		asked += "\n" + q.Prompts[0].Text
	}
	s := l.State()
	titles := each.Of(s.LastSittings, func(sat Sitting) string { return sat.Title })
	text := strings.Join(slices.Concat([]string{s.Goal}, titles, Texts(s.Next)), "\n")
	ask := rank.AskOf(asked)
	words := func(of string) []rank.Span {
		return without(ask.Marks(of), func(s rank.Span) bool {
			name := of[s.From:s.To]
			return strings.Contains(name, "/") && !strings.Contains(asked, name) || // another path of a folder
				slices.ContainsFunc(q.Changed, func(file string) bool { return strings.HasSuffix("/"+file, "/"+name) })
		})
	}
	only := len(words(asked)) == 0 && len(ask.Marks(text)) > 0
	return strings.TrimSpace(asked) == "" || only || len(words(text)) > 0
}

// ofBead is the open line of a bead, the last one first, or one that begins.
func (ls *Lines) ofBead(q Question, bead string, last *Line) Choice {
	of := func(l *Line) bool { return l.Open() && slices.Contains(l.Beads, bead) }
	l := last
	if l == nil || !of(l) {
		l = each.First(ls.Own, func(l *Line) bool { return of(l) && l.OnlyFor == "" })
	}
	if l != nil {
		return Choice{Name: l.Name, Line: l, Bead: bead}
	}
	return ls.begin(q, bead, last)
}

// begin is a line that begins: it follows the one left, its branch's ended one, or the one told first,
// but for a step of another one that it was told.
func (ls *Lines) begin(q Question, bead string, leaves *Line) Choice {
	name := ls.name(q, bead)
	c, stem := Choice{Name: name, Bead: bead}, strings.TrimSuffix(name, "-"+hashed(q.id()))
	for n := q.id(); ls.Find(c.Name) != nil; n = "+" + n {
		c.Name = distinct(stem, n)
	}
	if leaves == nil && !q.Agent {
		leaves = each.First(ls.Own, func(l *Line) bool {
			return ls.IsTopic(q.Branch) && l.on(q.Branch) && l.OnlyFor == ""
		})
		told := ls.Find(q.Notes.Told)
		for _, name := range q.Notes.Beside {
			if l := ls.Find(name); l != nil && (told == nil || !q.Takes(told)) && q.Takes(l) {
				told = l
			}
		}
		if leaves == nil && told != nil && !told.Closed && q.Last == "" {
			leaves = told
		}
	}
	if leaves != nil {
		c.Follows = leaves.Name
	}
	return c
}

const (
	MaxName    = 40 // characters of a line's
	hashLength = 4
)

// name is that of a new line: after its bead, else its topic branch, else its title.
func (ls *Lines) name(q Question, bead string) string {
	latest := beads.Latest(q.Working)
	if bead == "" && !q.Agent {
		bead = latest.ID
	}
	title := q.title()
	if bead != "" && bead == latest.ID {
		title = latest.Title
	}
	title, branch := redact.Text(title), redact.Text(q.Branch)
	words := strings.Split(artifact.Slug(rank.Unaccented(strings.ToLower(cmp.Or(title, branch)))), "-")
	ofBranch, ofBead := artifact.FolderName(branch), artifact.FolderName(bead)
	switch topic := ls.IsTopic(q.Branch) && !q.Agent; {
	case bead != "" && title == "":
		return ofBead
	case bead != "":
		return bounded(artifact.FolderName(bead, artifact.Slug(title)), max(MaxName, len(ofBead)))
	case topic && len(ofBranch) <= MaxName:
		return ofBranch
	case topic:
		return distinct(ofBranch, branch)
	}
	return distinct(strings.Join(words[:min(len(words), goalWords)], "-"), q.id())
}

// distinct is a name with what tells it from others that begin like it.
func distinct(name, id string) string { return bounded(name, MaxName-hashLength-1) + "-" + hashed(id) }

func (q Question) title() string {
	if q.Title == "" && q.Talk != nil {
		return q.Talk()
	}
	return q.Title
}

// id is what tells a new line from others of the same name.
func (q Question) id() string { return cmp.Or(q.SessionID, q.title()) }

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

// folderOf is the name of the folder that a file is in.
func folderOf(rel string) string { return path.Base(path.Dir(rel)) }

// Names reports whether a text, as Key returns it, holds whole words: "#42" does not name "#4".
func Names(text, words string) bool {
	words = Key(words)
	part := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' }
	for at := 0; words != ""; {
		i := strings.Index(text[at:], words)
		if i < 0 {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		if after, _ := utf8.DecodeRuneInString(text[at+len(words):]); !part(before) && !part(after) {
			return true
		}
		at += len(words)
	}
	return false
}
