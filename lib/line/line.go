package line

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/project"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
)

// A Project is the place whose lines are looked at.
type Project struct {
	Store artifact.Store
	Now   time.Time
	Repo  gitrepo.Repo // the zero one outside of git
	// CheckedOut is read once. Its branch is as artifacts hold it, "" without git or on a detached HEAD.
	CheckedOut func() gitrepo.Head
	register   string // the folder of the register (register.go)
	branches   func() (all *gitrepo.Branches, known bool)
	trunk      func() string            // the default branch, "" for none
	renamed    func() map[string]string // the names of branches by those that they had before
	// Looked is of how many own lines, the last saved, folders are compared with the register; 0 is all.
	Looked int
	// What tells which lines are open. Git is looked for where it is needed, and nil where nobody asks it; an answer
	// takes GitTime, 0 for that of a hook. Trunks are branches that are treated like the default one, PutBack the files
	// that an undo or a rollback put back, by their paths, and when; it may be nil.
	Git     func() (gitrepo.Git, bool)
	GitTime time.Duration
	Trunks  []string
	PutBack func() map[string]time.Time
	// KeepAutos is how many automatic artifacts of each line are kept, KeepDays how long those are that are not the
	// newest of a line; 0 is 3, and 30.
	KeepAutos, KeepDays int
}

// In is the project of a store.
func In(store artifact.Store, now time.Time) Project {
	p := Project{Store: store, Now: now}
	folder := store.Kept()
	if repo, ok := gitrepo.Find(store.Root); ok { // of which all linked worktrees share one
		p.Repo, folder = repo, store.Machine.Project(project.Hash(repo.CommonDir))
	}
	p.register = filepath.Join(folder, "copies")
	p.CheckedOut = sync.OnceValue(func() gitrepo.Head {
		head := p.Repo.Head()
		head.Branch = redact.Text(head.Branch)
		return head
	})
	p.branches = sync.OnceValues(p.Repo.Branches)
	p.trunk = sync.OnceValue(func() string { all, _ := p.branches(); return all.Trunk() })
	p.renamed = sync.OnceValue(func() map[string]string { return p.Repo.Renamed(p.trunk()) })
	return p
}

// InGit reports whether the project is in a repository.
func (p Project) InGit() bool { return p.Repo != gitrepo.Repo{} }

// Named is Find of the lines of the project.
func (p Project) Named(ctx context.Context, name string) (*Line, error) {
	lines, err := p.Lines(ctx)
	return lines.Find(name), err
}

// Names are the names of all lines, for a hint, which needs no error.
func (p Project) Names(ctx context.Context) []string {
	lines, _ := p.Lines(ctx)
	return each.Of(append(lines.Own, lines.Foreign...), func(l *Line) string { return l.Name })
}

// Empty reports whether nothing is known to have been saved in the project.
func (p Project) Empty() bool {
	return !durable.Exists(p.table(ofHeads).file()) && !durable.Exists(filepath.Join(p.Store.Root, artifact.Dir))
}

// Find is the line of that name, or the one that it became part of; nil for none.
func (ls *Lines) Find(name string) *Line { return cmp.Or(ls.lines[name], ls.lines[ls.nameOf(name)]) }

// A Line is one line of work without its state. Of a foreign line, Saved and Path come from the
// names of its files, and NewestForeign fills in the rest of its Head.
type Line struct {
	Name string
	Head
	Own    bool
	Listed bool // all that is open stands only in an answer
	// Foreign is the path of the newest foreign artifact, "" for none newer than the newest own written one.
	Foreign   string
	Worktree  string // that it was saved in last, absolute
	Elsewhere bool   // that is another one than this
	Outside   bool   // the newest artifact is in the machine folder only, or in another worktree

	changes        bool     // its sessions changed files
	unchanged      bool     // the folders were compared with those of the register
	steps          int      // open ones, with questions and blockers
	defers         bool     // it leaves steps to other tickets
	over           bool     // its newest session ended with an answer that asks nothing
	next           []Item   // of those of next the hash, and how long it is told (lasts), and when it was said
	failedCommands []Item   // the commands that are its blockers
	checks         []Item   // that succeeded
	parts          []string // folders of lines that became part of it
	topic          atomic.Pointer[topic]
	folders        fingerprint // as the line was read
	autos          int         // automatic artifacts in its folders
	home           key         // under which the machine folder keeps it

	group  []artifact.Artifact // of a folder that mixes lines
	folds  sync.Mutex          // of folded, once all lines are known
	folded *folding            // nil until it is folded or read from the register
	among  *Lines
}

// Recovered is what metadata.trigger says of a session that was saved after it ended without that.
const Recovered = "recovered"

// maxSaid bounds a line's sessions in its row, and the characters of its goal.
const maxSaid = 200

// fields appends pointers to what the line's row in the register holds, in the order of the row.
func (l *Line) fields(to []any) []any {
	h := &l.Head
	return append(to,
		&h.Saved, &h.Wrote, &h.Began, &h.Closed, &h.Written, &h.Path, &h.Goal, &h.Commit, &h.Clean, &h.OnlyFor,
		&h.Follows, &h.Team, &h.PullRequest, &h.Outcome, &h.Branch, &h.Branches, &h.Sessions, &h.Beads,
		&h.Rules, &h.Lifted, &l.steps, &l.next, &l.defers, &l.over, &l.Listed, &l.Foreign, &l.Outside, &l.Worktree,
		&l.changes, &l.failedCommands, &l.checks, &l.parts, &l.autos,
		&l.folders.count, &l.folders.sizes, &l.folders.times,
	)
}

func (l *Line) row() row { return row{l.home, fieldsOf(l.fields(nil))} }

// take sets what is known of an own line from its state.
func (l *Line) take(s State) {
	l.Own, l.Head = true, s.Head
	l.Goal, l.Sessions = oneRow(s.Goal), NewestOf(s.Sessions, maxSaid)
	next := each.Without(s.Next, s.Defers)
	l.changes, l.steps = len(s.Changed) > 0, len(next)+len(s.Questions)+len(s.Blockers)
	l.next = each.Of(next, func(step Item) Item {
		return Item{Text: idOf(step) + passing + strconv.Itoa(s.lasts(step)), At: step.At}
	})
	firm := func(step Item) bool { return !step.Listed }
	l.Listed = l.steps > 0 && l.steps == len(next) && !slices.ContainsFunc(next, firm)
	l.defers, l.over = len(next) < len(s.Next), s.over()
	l.failedCommands = each.Without(each.Of(s.Blockers, commandOf), func(f Item) bool { return f.Text == "" })
	l.checks = each.Of(s.Checks, func(c Command) Item { return Item{Text: c.Command, At: c.When} })
}

func oneRow(s string) string { return fence.Short(strings.Join(strings.Fields(s), " "), maxSaid) }

// State is what its own artifacts say, closed by a verdict, without failures that were disproved.
func (l *Line) State() State {
	s := l.folding().State
	if s.Closed = l.Closed; l.among.nameOf(s.Follows) == l.Name { // of what became part of it
		s.Follows = ""
	}
	if at := l.handedOver(); !at.IsZero() {
		s = s.without(at, l.Given().IsZero())
	}
	passedOn := func(step Item) bool { return l.ends(step, l.lasts(s, step)) || l.landed(step) } // or it is too old
	if next := each.Without(s.Next, passedOn); len(next) < len(s.Next) {
		for _, step := range s.Next {
			if l.committed(step.Text) { // which the next save writes, too
				s.Resolved = append(slices.Clip(s.Resolved), step)
				if len(next) == 0 && prompt.Shares(s.Now, step.Text) {
					s.Now = "committed since: " + step.Text
				}
			}
		}
		s.Next = next
	}
	s.Blockers = each.Without(s.Blockers, func(b Item) bool {
		passed := l.among.passes(l, commandOf(b))
		if passed { // and the next save writes it: what disproved it here may not be seen then
			s.Resolved = append(slices.Clip(s.Resolved), Item{Text: FailedCommand(b.Text) + failedSuffix, At: b.At})
		}
		return passed
	})
	return s
}

// folding is what the register keeps of the line, or a new one where its files changed.
func (l *Line) folding() folding {
	l.folds.Lock()
	defer l.folds.Unlock()
	if l.folded != nil {
		return *l.folded
	}
	k := l.among.readFolding(l.home)
	current := k.Form == registerForm && k.Path == l.Path && k.Saved.Unix() == l.Saved.Unix()
	if l.Elsewhere || current && (l.unchanged || l.folders == l.among.fingerprint(l)) {
		l.folded = &k
		return k
	}
	return l.among.own(l.among.load(l.Name))
}

// Artifacts reads the line's artifacts, newest first: its own or the foreign ones, if they can be read.
func (l *Line) Artifacts(own bool) []artifact.Artifact {
	all := l.group
	if all == nil {
		all = l.among.load(l.Name)
	}
	return each.Without(all, func(a artifact.Artifact) bool { return l.among.ledger.Wrote(a.Sum) != own })
}

// On reports whether the line worked on a branch; one that changed no file on any was saved on it.
func (l *Line) On(branch string) bool {
	return slices.Contains(l.Branches, branch) || len(l.Branches) == 0 && l.Branch == branch && branch != ""
}

// Parts are the folders of the line: its own, and those of what became part of it.
func (l *Line) Parts() []string { return append([]string{l.Name}, l.parts...) }

// Open reports whether the line is not closed, whatever else is proved of it.
func (l *Line) Open() bool { return l.Own && !l.Closed }

// File is the newest artifact's path in the project, else that of its copy in the machine folder, absolute.
func (l *Line) File() string {
	if !l.Outside {
		return l.Path
	}
	return l.among.copyFile(l.home, l.Path)
}

// newest puts the line that was saved last first.
func newest(now time.Time) func(a, b *Line) int {
	order := artifact.Order(now)
	return func(a, b *Line) int { return order(a.Saved.Unix(), a.Path, b.Saved.Unix(), b.Path) }
}

// Here reports whether the line belongs to what is checked out; holds says whether a commit is one of HEAD's.
func (l *Line) Here(holds func(commit string) bool) bool {
	head := l.among.CheckedOut()
	switch {
	case l.Elsewhere:
		return false
	case head.Branch == "" && head.Commit != "": // detached
		return l.Commit == "" || holds(l.Commit)
	case head.Branch == "" || len(l.Branches) == 0 || slices.Contains(l.Branches, head.Branch), l.MadeBranch():
		return true
	case !l.Lacks(l.Branches[len(l.Branches)-1]):
		return false
	}
	now := l.among.Renamed(l.Branches[len(l.Branches)-1])
	return now == head.Branch || l.among.Lacks(now) && l.among.Lacks(l.Branches...)
}

// NewestForeign reads the newest foreign artifact, which is what is known of a foreign line.
func (l *Line) NewestForeign() (a artifact.Artifact, ok bool) {
	a, err := l.among.Store.Load(l.Foreign) // "" is no path of one
	ok = err == nil && !l.among.ledger.Wrote(a.Sum)
	if ok && !l.Own && a.Broken == nil {
		l.theirs(a)
	}
	return a, ok
}

// theirs sets what is known of a foreign line from its newest artifact.
func (l *Line) theirs(a artifact.Artifact) {
	l.Saved, l.Path, l.Goal, l.Commit, l.Foreign = a.Date, a.Path, a.Goal(), a.Commit(), a.Path
	l.Branches = each.Once(l.Branches, a.Branches())
	l.topic.Store(nil)
	l.Beads = nonEmpty([]string{a.Text("primary_bead")})
	l.Sessions = nonEmpty([]string{a.SessionID()})
}

// Brought reports whether the line's goal is that of a line that it follows and only others wrote to.
func (l *Line) Brought() bool {
	theirs := l.among.Find(l.Follows)
	if l.Follows == "" || theirs != nil && theirs.Own { // at a prompt those of others are not known
		return false
	}
	begin, cut := strings.CutSuffix(Key(l.Goal), "…")
	return slices.ContainsFunc(l.among.load(l.Follows), func(a artifact.Artifact) bool {
		goal := Key(redact.Text(a.Goal()))
		return !l.among.ledger.Wrote(a.Sum) && (goal == begin || cut && strings.HasPrefix(goal, begin))
	})
}

// FollowedByOwn reports whether an own line that has its goal, and was saved later, took up half of its steps, and is
// over, or changed one of the files of its newest foreign artifact, or that its steps name; on a topic branch only if
// it tells what is left.
func (l *Line) FollowedByOwn() bool {
	if len(l.among.followers[l.Name]) == 0 {
		return false // as most of many, which are not read for it
	}
	a, _ := l.NewestForeign()
	files, next := a.MetadataList("files_changed"), a.Lines("next")
	steps := Key(strings.Join(next, "\n"))
	touches := func(f string) bool { return slices.Contains(files, f) || Names(steps, f) }
	return slices.ContainsFunc(l.among.followers[l.Name], func(by *Line) bool {
		s := by.State()
		over := slices.Contains([]Status{Closed, Merged, Gone}, by.Status()) && len(s.Next) == 0
		tells := by.Topic() == "" || len(s.Next) > 0
		is := over || by.Status() != Undone && tells && slices.ContainsFunc(s.Files, touches)
		if !is || by.Saved.Before(l.Saved) || !by.Brought() {
			return false
		}
		said := slices.Concat(Texts(s.Prompts), Texts(s.Next), each.Of(s.Done, func(d Done) string { return d.Task }))
		open := each.Without(next, func(step string) bool {
			names := func(f string) bool { return Names(Key(step), f) }
			return slices.ContainsFunc(s.Files, names) ||
				slices.ContainsFunc(said, func(text string) bool { return prompt.Shares(text, step) })
		})
		return 2*len(open) <= len(next)
	})
}

// TakenUpElsewhere is how many commits that came from elsewhere, since the session in which a person set the line down
// or handed it over, took up steps, and which: they bring a file that one names, or change that, or one of the line,
// and do it.
func (l *Line) TakenUpElsewhere() (n int, taken map[string]bool) {
	r, since := l.among.record(), l.Saved.Truncate(time.Second)
	came := func(s gitrepo.Step) bool { return !s.Commit && !s.At.Before(since) && s != r.steps[0] } // a clone
	if !l.Written || l.Closed || l.Elsewhere || !slices.ContainsFunc(r.steps, came) {
		return 0, nil
	}
	saved := l.Artifacts(true)
	by := each.First(saved, func(a artifact.Artifact) bool { return !a.Auto() })
	others := func(a artifact.Artifact) bool { return a.SessionID() != by.SessionID() }
	if l.Outcome == "SUCCEEDED" && by.Mode() != artifact.Handoff || each.First(saved, others).Date.After(by.Date) {
		return 0, nil // it is done, or was gone on with
	}
	// Own ones may be made again by a rebase, elsewhere, or by a platform that merges them.
	own := each.Set(each.If(l.among.made(), func(c gitrepo.Commit) (string, bool) {
		here := func(s gitrepo.Step) bool { return s.Commit && strings.HasPrefix(s.Tip, c.ID) }
		return c.Committer, slices.ContainsFunc(r.steps, here)
	}))
	steps, taken := l.folding().State.Next, map[string]bool{}
	all, files := Key(strings.Join(Texts(steps), "\n")), l.among.commitsOf()
	of := each.Set(l.Paths())
	none := func(f string) bool { return !of[f] && !Names(all, f) }
	about := slices.DeleteFunc(slices.Collect(maps.Keys(files)), none)
	for _, c := range each.Without(l.since(), func(c gitrepo.Commit) bool { return own[c.Author] }) {
		is := func(id string) bool { return strings.HasPrefix(id, c.ID) }
		changed := each.Without(about, func(f string) bool { return !slices.ContainsFunc(files[f], is) })
		took := each.If(steps, func(step Item) (string, bool) {
			return step.Text, slices.ContainsFunc(changed, func(f string) bool {
				named := Names(Key(step.Text), f)
				brings := named && !of[f] && is(files[f][len(files[f])-1])
				return brings || (named || of[f]) && takes(c.Subject, step.Text)
			})
		})
		maps.Copy(taken, each.Set(took))
		n += min(len(took), 1)
	}
	return n, taken
}

// takes reports whether a commit that changed a file of a step, or of its line, does that, as one of a session would.
func takes(subject, step string) bool {
	return prompt.SaysDone(fence.Head(subject, maxSaid), prompt.StepOf(step))
}
