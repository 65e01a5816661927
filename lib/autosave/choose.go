package autosave

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/prompt"
	"holdfast/lib/rank"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
)

// A Choice is the line that a session works on.
type Choice struct {
	Name string
	Line *line.Line // as it is, nil for one that begins
	// Follows is the line that a new one goes on from, Goal that line's where only others wrote to it.
	Follows, Goal string
	Closed        time.Time // when the session's line was, up to which all is saved; zero where it was not
	Bead          string    // the issue that the choice went by
}

const (
	manySessions = 10 // more than so many of a branch, or of a line, are not one piece of work
	goalWords    = 4  // words that a goal has at least by which a prompt can name its line
	maxByGoal    = 8  // lines, the newest, that are looked at for that or for a step that was done
)

// choose says which line the session works on: the first of the rules that holds.
func (f Facts) choose() Choice {
	ls, notes, asked, took := f.lines, f.last.Notes, cmp.Or(f.Asked, &Asked{}), tookBead(f.Conversation.Succeeded)
	bead := each.First(f.Working, func(b beads.Issue) bool { return b.ID == took }).ID
	takes := bead != notes.Bead || asked.Bead != ""
	if bead = cmp.Or(asked.Bead, bead); bead == "none" {
		bead = ""
	}
	of := func(l *line.Line) bool { return slices.Contains(l.Sessions, f.ID) }
	last := cmp.Or(ls.Find(path.Base(path.Dir(f.last.Newest))), each.First(ls.Own, of)) // to which it saved last
	closed := last != nil && last.Closed
	switch taken := ls.Find(notes.Taken); {
	case asked.Line != "":
		if l := ls.Find(asked.Line); l != nil {
			return Choice{Name: l.Name, Line: l, Bead: bead}
		}
		return Choice{Name: asked.Line, Bead: bead}
	case bead != "" && takes:
		return f.ofBead(bead, last)
	case taken != nil && taken.Open():
		return Choice{Name: taken.Name, Line: taken}
	case last != nil && !closed && !f.moved(last), closed && asked.Closing: // again where this session closed it before
		return Choice{Name: last.Name, Line: last}
	}
	c := f.byRules(last)
	if closed {
		c.Closed = last.Wrote
	}
	return c
}

// moved reports whether the session changed files on a topic branch that is not its line's under a new name, or left
// that one and went on where none is.
func (f Facts) moved(last *line.Line) bool {
	branch, topic := f.worksOn(), last.Topic()
	return len(f.Work.Changed) > 0 && len(last.Branches) > 0 && branch != topic && branch != f.lines.Renamed(topic) &&
		(f.lines.IsTopic(branch) && !f.branchesOff(last) || topic != "" && f.leaves() == topic && f.onTrunk() >= 0)
}

// branchesOff reports whether the session, to whose work alone a line is, made the topic branch on which it works after
// it saved that, and before it committed anything: what a compaction saved was brought along.
func (f Facts) branchesOff(last *line.Line) bool {
	branch := f.worksOn()
	made := each.First(f.Work.steps, func(s gitrepo.Step) bool { return s.Branch == branch }).At
	before := func(c transcript.Commit) bool { return c.Time.Before(made) }
	commits := func(s line.Sitting) bool { return len(s.Commits) > 0 }
	alone := last.Topic() == "" && !last.Written && slices.Equal(last.Sessions, []string{f.ID})
	return alone && made.After(last.Saved) &&
		!slices.ContainsFunc(f.Conversation.Commits, before) && !slices.ContainsFunc(last.State().LastSittings, commits)
}

// byRules chooses for a session that has no line yet, or left it.
func (f Facts) byRules(last *line.Line) Choice {
	ls, notes, team := f.lines, f.last.Notes, f.Conversation.Team
	var parents []string // the sessions that this one was forked from
	if notes.Source == "fork" && f.last.Newest == "" && last == nil {
		parents = transcript.Origins(cmp.Or(f.Transcript, notes.Transcript))
	}
	open := func(fits func(l *line.Line) bool) *line.Line {
		return each.First(ls.Own, func(l *line.Line) bool { return l.Open() && fits(l) })
	}
	l := open(func(l *line.Line) bool { return slices.ContainsFunc(l.Sessions, each.In(parents)) })
	ofTeam := func(l *line.Line) bool { // of a member's team, of a lead's members, or, if that saves first, of its lead
		leads := func(id string) bool { return team != "" && ledBy(id) == team }
		is := l.Team != "" && (l.Team == team || l.Team == ledBy(f.ID))
		return (is || slices.ContainsFunc(l.Sessions, leads)) && ls.Now.Sub(l.Saved) < 48*time.Hour
	}
	if l = cmp.Or(l, open(ofTeam)); l != nil {
		return Choice{Name: l.Name, Line: l}
	}
	told := func() *line.Line { // of which the session was told first
		l := ls.Find(notes.Told)
		elsewhere := l != nil && f.moved(l)
		if notes.Told == "" && len(notes.Beside) > 0 { // nothing is open here
			l = ls.Find(notes.Beside[0])
			elsewhere = l != nil && !l.Written
		}
		return each.First([]*line.Line{l}, func(l *line.Line) bool {
			return l != nil && last == nil && !elsewhere && f.goesOn(l)
		})
	}
	named := func() *line.Line { return f.namedIn(last) }
	read := func() *line.Line { // which others wrote, and at whose steps it worked
		return each.First([]*line.Line{f.shown()}, func(l *line.Line) bool {
			return l != nil && !l.Own && last == nil && f.did() && f.worksAt(handed(l))
		})
	}
	for _, rule := range []func() *line.Line{told, named, f.endedBy, f.ofBranch, read} {
		switch l := rule(); {
		case f.Agent || l == nil || l.Closed:
		case l.Own:
			return Choice{Name: l.Name, Line: l}
		default:
			l.NewestForeign() // that of others is gone on with by a new one that follows it and takes its goal
			c := f.begin("", cmp.Or(l.Goal, f.subject()), nil)
			c.Follows, c.Goal = l.Name, l.Goal
			return c
		}
	}
	if !f.Agent && len(f.Working) == 1 {
		return f.ofBead(f.Working[0].ID, last)
	}
	if f.ID == "" && f.Asked != nil { // a person saves outside of any session: an open line of that goal is meant
		goal := line.Key(short(f.Asked.Goal, prompt.MaxGoal))
		same := func(l *line.Line) bool { return goal != "" && l.OnlyFor == "" && line.Key(l.Goal) == goal }
		if l := open(same); l != nil {
			return Choice{Name: l.Name, Line: l}
		}
	}
	return f.begin("", f.subject(), last)
}

// shown is the line that the session had "show" print last, else one of others whose newest file it read.
func (f Facts) shown() *line.Line {
	picked := transcript.Argument(f.Conversation.Succeeded, func(words []string) int {
		verb := slices.Index(words, "show")
		if verb > 0 && slices.Contains([]string{"handoff-index", "holdfast"}, filepath.Base(words[verb-1])) {
			return verb
		}
		return 0
	})
	return cmp.Or(f.lines.Find(picked), each.First(f.lines.Foreign, func(l *line.Line) bool {
		return slices.Contains(f.Conversation.Read, filepath.Join(f.Project.Store.Root, filepath.FromSlash(l.Foreign)))
	}))
}

// handed are the steps that others left in a line.
func handed(l *line.Line) []line.Item {
	a, _ := l.NewestForeign()
	steps := a.Lines("next")
	return each.Of(each.Head(steps, maxTurns), func(s string) line.Item { return line.Item{Text: shortStep(s)} })
}

// worksAt reports whether the session works at steps of others: its first prompt goes on with something; one at which
// files changed has a word of a step; the first of these goes on or, at the start, does not name a file of the steps
// that changed; or a step is done.
func (f Facts) worksAt(steps []line.Item) bool {
	t, named, first := f.talk(), line.Key(strings.Join(line.Texts(steps), "\n")), true
	for i, p := range t.prompts {
		asks := func(step line.Item) bool { return prompt.Shares(p, step.Text) }
		of := func(x string) bool {
			return i == 0 && line.Names(named, path.Base(x)) && !line.Names(line.Key(p), path.Base(x))
		}
		goesOn := prompt.OnlyGoesOn(p) || prompt.Resumes(p) || slices.ContainsFunc(f.touched(i, i+1), of)
		if f.changes(i) && (first && goesOn || slices.ContainsFunc(steps, asks)) {
			return true
		}
		first = first && !f.changes(i)
	}
	f.State.Next = steps
	return f.resumes() || slices.ContainsFunc(steps, f.does(f.tasks(), t))
}

// endedBy is one of the newest lines of this branch with steps, of which the session ended one.
func (f Facts) endedBy() *line.Line {
	branch := f.worksOn()
	return each.First(f.others(branch), func(l *line.Line) bool { return !l.Ended(branch) && f.takesUp(l) })
}

// others are the newest other lines with steps, of one branch or, for "", of all.
func (f Facts) others(branch string) []*line.Line {
	all := each.Without(f.lines.Own, func(l *line.Line) bool {
		return l == f.Line.Line || l.Closed || l.OnlyFor != "" || !sharesBranch(l, branch) || l.Steps() == 0
	})
	return each.Head(all, maxByGoal)
}

// ours are the steps of an answer's list; where it was only asked what is left, of all work and not of a topic branch,
// without those of others.
func (f Facts) ours(t talk, i int) []string {
	steps := t.lists[i]().Steps
	overview := i < len(t.prompts) && !f.changes(i) && f.lines != nil && prompt.AsksLeft(t.prompts[i]) &&
		!f.lines.IsTopic(f.worksOn())
	if len(steps) == 0 || !overview {
		return steps
	}
	held := each.If(f.others(""), func(l *line.Line) (string, bool) {
		return strings.Join(append(line.Texts(l.State().Next), l.Goal), "\n"), l.Status() == line.Open
	})
	own := line.Texts(f.State.Next)
	return each.Without(steps, func(s string) bool { return prompt.Repeats(s, held) && !prompt.Repeats(s, own) })
}

// sharesBranch reports whether work on a branch may be a line's: it was on no other one.
func sharesBranch(l *line.Line, branch string) bool {
	return len(l.Branches) == 0 || branch == "" || slices.Contains(l.Branches, branch)
}

// ledBy is the team that a session leads, named after its id (client 2.1.330, in members' records only).
func ledBy(id string) string { return "session-" + id[:min(8, len(id))] }

// theirs are the newest lines that only others wrote, read, and not finished.
func (f Facts) theirs() []*line.Line {
	return each.Without(each.Head(f.lines.Foreign, maxByGoal), func(l *line.Line) bool {
		a, ok := l.NewestForeign()
		return !ok || a.Mode() == artifact.Finalize
	})
}

// namedIn is the line that the user picked of those that /recover, with which the session began, showed; else the one
// that a prompt after the last line was closed names: by its name, one word alone or on another branch ("b on top of
// a") only where it goes on with that, its goal, bead or pull request.
func (f Facts) namedIn(last *line.Line) *line.Line {
	ls, prompts := f.lines, f.Conversation.Prompts
	if l := f.shown(); f.Conversation.Recovers && l != nil {
		return l
	}
	f.theirs() // reads them: their goals and branches are known then
	if last != nil && last.Closed {
		prompts = each.Without(prompts, func(p transcript.Prompt) bool {
			return !p.Time.After(last.Wrote)
		})
	}
	all := strings.Join(each.Of(prompts, func(p transcript.Prompt) string { return line.Key(p.Text) }), "\n")
	lines := slices.DeleteFunc(slices.Concat(ls.Own, ls.Foreign), func(l *line.Line) bool { // few are named at all
		names := slices.Concat(l.Beads, []string{l.PullRequest, l.Name, l.Goal})
		is := func(name string) bool { return name != "" && strings.Contains(all, line.Key(name)) }
		return l == last || l.Closed || l.OnlyFor != "" || !slices.ContainsFunc(names, is)
	})
	for _, p := range prompts {
		said := line.Key(p.Text)
		recovers := strings.HasPrefix(said, "/recover ") || strings.HasPrefix(said, "/holdfast:recover ")
		for _, l := range lines {
			names := slices.Concat(l.Beads, []string{l.PullRequest})
			if recovers || line.Names(line.Key(prompt.GoesOnWith(p.Text)), l.Name) ||
				strings.ContainsAny(l.Name, "-0123456789") && !f.moved(l) {
				names = append(names, l.Name)
			}
			if len(strings.Fields(l.Goal)) >= goalWords {
				names = append(names, l.Goal)
			}
			if slices.ContainsFunc(names, func(name string) bool { return line.Names(said, name) }) {
				return l
			}
		}
	}
	return nil
}

// ofBranch is the line of a topic branch, unless that was made again since; else the one that
// shares files. A closed one says that no older one is gone on with.
func (f Facts) ofBranch() *line.Line {
	ls, branch := f.lines, f.worksOn()
	if left := f.leaves(); left != "" && !ls.IsTopic(branch) && slices.Contains(f.Work.On, left) && f.onTrunk() < 0 {
		branch = left // it merged that, and tagged the release
	}
	sessions := each.If(ls.Own, func(l *line.Line) ([]string, bool) { return l.Sessions, l.On(branch) })
	if !ls.IsTopic(branch) || len(slices.Concat(sessions...)) > manySessions {
		return f.ofFiles()
	}
	fits := func(l *line.Line) bool {
		return l.OnlyFor == "" && (l.On(branch) || slices.Contains(each.Of(l.Branches, ls.Renamed), branch)) &&
			(l.Closed || !ls.MadeAgain(branch, l.Commit))
	}
	if l := ls.Find(artifact.FolderName(branch)); l != nil && l.Own && fits(l) { // of its own name
		return l
	}
	return each.First(slices.Concat(ls.Own, f.theirs()), fits)
}

// resumes reports whether the session's first prompt says to go on with something.
func (f Facts) resumes() bool {
	return len(f.Conversation.Prompts) > 0 && prompt.Resumes(f.Conversation.Prompts[0].Text)
}

// ofFiles is the line of this branch that changed most of the files that the session
// changed or committed, where that is enough. A file that many lines changed says little;
// one alone, and what was all committed before, says nothing without a word in common.
func (f Facts) ofFiles() (best *line.Line) {
	ls, branch := f.lines, f.worksOn()
	files := slices.Concat(f.Work.Changed, f.Work.swept)
	changed := each.By(files, func(file string) (string, []*line.Line) { return file, nil })
	swept := map[*line.Line]bool{}
	for _, l := range ls.Own {
		for _, x := range l.Files() {
			by, is := changed[x.Path]
			of := slices.Contains(f.Work.swept, x.Path)
			if is && !(of && l.Clean) { // what was committed before is not what was swept up
				changed[x.Path], swept[l] = append(by, l), swept[l] || of
			}
		}
	}
	all, shared, common := 0.0, map[*line.Line]float64{}, map[*line.Line]int{}
	for _, by := range changed {
		weight := 1 / float64(max(len(by), 1))
		all += weight
		for _, l := range by {
			shared[l] += weight
			common[l]++
		}
	}
	for _, l := range ls.Own {
		fits := !l.Closed && l.OnlyFor == "" && len(l.Sessions) <= manySessions && sharesBranch(l, branch) &&
			ls.Now.Sub(l.Saved) <= 7*24*time.Hour && (!l.Ended(branch) || f.resumes())
		least, more := 1.0/2, shared[l] > shared[best]                  // nil shares nothing
		swept[l] = swept[l] && (len(f.Work.Changed) == 0 || f.about(l)) // else "git add -A" took it along
		if swept[l] {
			least, more = 1.0/3, more || !swept[best] // of what the session committed
		}
		open := common[l] > 1 && (!l.Clean || hasLeft(l))
		if fits && shared[l] >= least*all && more && (open || swept[l] || f.about(l)) && l.RevertedAt().IsZero() {
			best = l
		}
	}
	return best
}

// about reports whether what the session asks for shares a word with a line, or only goes on. Names of files that it
// changed count where it says no more.
func (f Facts) about(l *line.Line) bool {
	asked := f.subject()
	if p := f.Conversation.Prompts; len(p) > 0 && prompt.Asks(p[0].Text) {
		asked += "\n" + p[0].Text
	}
	s := l.State()
	titles := each.Of(s.LastSittings, func(sat line.Sitting) string { return sat.Title })
	said := each.Of(append(titles, s.Goal), commandless) // of any work
	text := strings.Join(append(said, line.Texts(s.Next)...), "\n")
	ask := rank.AskOf(commandless(asked))
	often := func(word string) bool { // "verify", "fix": a word of most goals tells none from another
		key := line.Key(word)
		with := each.Without(f.lines.Own, func(l *line.Line) bool { return !strings.Contains(line.Key(l.Goal), key) })
		return len(with) > 2 && 2*len(with) > len(f.lines.Own)
	}
	words := func(of string) []rank.Span {
		return slices.DeleteFunc(ask.Marks(of), func(s rank.Span) bool {
			name := of[s.From:s.To]
			ends := func(file string) bool { return strings.HasSuffix("/"+file, "/"+name) }
			return len(ask.Marks(strings.TrimSuffix(name, path.Ext(name)))) == 0 || // only how a file's name ends
				strings.Contains(name, "/") && !strings.Contains(asked, name) || // another path of a folder
				slices.ContainsFunc(f.Work.Changed, ends) || often(name)
		})
	}
	only := len(words(asked)) == 0 && len(ask.Marks(text)) > 0
	return f.resumes() || strings.TrimSpace(asked) == "" || only || len(words(text)) > 0
}

// commandless is a text without the name of the slash command that it begins with.
func commandless(text string) string {
	if name, rest, _ := strings.Cut(text, " "); strings.HasPrefix(name, "/") {
		return rest
	}
	return text
}

// ofBead is the open line of a bead, the last one first, or one that begins.
func (f Facts) ofBead(bead string, last *line.Line) Choice {
	of := func(l *line.Line) bool {
		return l != nil && l.Open() && slices.Contains(l.Beads, bead) && (l == last || l.OnlyFor == "")
	}
	if l := each.First(append([]*line.Line{last}, f.lines.Own...), of); l != nil {
		return Choice{Name: l.Name, Line: l, Bead: bead}
	}
	return f.begin(bead, f.subject(), last)
}

// tookBead is the issue that the session took last by bd update, start or claim (bd's help).
func tookBead(commands []string) string {
	return transcript.Argument(commands, func(words []string) int {
		takes := each.In([]string{"--claim", "in_progress", "--status=in_progress", "-s=in_progress"})
		if len(words) > 2 && filepath.Base(words[0]) == "bd" &&
			(words[1] == "start" || words[1] == "claim" || words[1] == "update" && slices.ContainsFunc(words, takes)) {
			return 1
		}
		return 0
	})
}

// begin is a line that begins: it follows the one left, its branch's ended one, or the one told first,
// but for a step of another one that it was told.
func (f Facts) begin(bead, title string, leaves *line.Line) Choice {
	ls, branch, notes := f.lines, f.worksOn(), f.last.Notes
	id := cmp.Or(f.ID, title)
	name := f.name(bead, title, id)
	c, stem := Choice{Name: name, Bead: bead}, strings.TrimSuffix(name, "-"+hashed(id))
	mine := func(l *line.Line) bool { // the machine folder could not take it in
		a, _ := l.NewestForeign()
		return !l.Own && f.ID != "" && a.SessionID() == f.ID
	}
	for n, l := id, ls.Find(c.Name); l != nil && !mine(l); n, l = "+"+n, ls.Find(c.Name) {
		c.Name = distinct(stem, n)
	}
	if leaves == nil && !f.Agent {
		leaves = each.First(ls.Own, func(l *line.Line) bool {
			return ls.IsTopic(branch) && l.On(branch) && l.OnlyFor == ""
		})
		told := each.Of(append([]string{notes.Told}, notes.Beside...), ls.Find)
		takes := func(l *line.Line) bool { return l != nil && l.Own && len(f.takes(l)) > 0 }
		first := cmp.Or(each.First(told, takes), told[0])
		if leaves == nil && first != nil && !first.Closed && f.last.Newest == "" {
			leaves = first
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

// subject is what a new line is about.
func (f Facts) subject() string {
	title, _ := f.title()
	return cmp.Or(cmp.Or(f.Asked, &Asked{}).Title, title)
}

// name is that of a new line: after its bead, else its topic branch, else its title, with a part of the id.
func (f Facts) name(bead, title, id string) string {
	latest := beads.Latest(f.Working)
	if bead == "" && !f.Agent {
		bead = latest.ID
	}
	if bead != "" && bead == latest.ID {
		title = latest.Title
	}
	title, branch := redact.Text(title), redact.Text(f.worksOn())
	slug := artifact.Slug(rank.Unaccented(strings.ToLower(cmp.Or(prompt.Work(title), branch))))
	if slug == "work" || strings.Trim(slug, "-0123456789") == "" { // of a title in other letters: its first file
		slug = artifact.Slug(redact.Text(path.Base(append(slices.Concat(f.Work.Changed, f.read()), slug)[0])))
	}
	words := strings.Split(slug, "-")
	ofBranch, ofBead := artifact.FolderName(branch), artifact.FolderName(bead)
	switch topic := f.lines.IsTopic(f.worksOn()) && !f.Agent && !f.Work.inWorktree; {
	case bead != "" && title == "":
		return ofBead
	case bead != "":
		return bounded(artifact.FolderName(bead, artifact.Slug(title)), max(MaxName, len(ofBead)))
	case topic && len(ofBranch) <= MaxName:
		return ofBranch
	case topic:
		return distinct(ofBranch, branch)
	}
	return distinct(strings.Join(each.Head(words, goalWords), "-"), id)
}

// distinct is a name with what tells it from others that begin like it.
func distinct(name, id string) string { return bounded(name, MaxName-hashLength-1) + "-" + hashed(id) }

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
