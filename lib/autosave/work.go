package autosave

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
	"holdfast/lib/transcript"
)

const (
	statusTime = time.Second
	slackAfter = 10 * time.Minute // so long after its last record a session may still change files
	// tick is how far a file's time may be behind the clock: file systems take the kernel's last tick.
	tick = 20 * time.Millisecond
)

// Work is the state of the work tree.
type Work struct {
	Branch   string
	Commit   string
	Worktree string   // the name of a linked worktree's folder, "" in the main one
	Changed  []string // files changed since the conversation began, project-relative
	Known    bool     // git answered
	// On are the branches on which the session changed files, committed or took changes, the last one last.
	On []string

	made       []transcript.Change // of these branches
	steps      []gitrepo.Step      // HEAD's
	dirty      []string            // files that are not committed, project-relative
	inWorktree bool                // all of it is in another worktree, which may have a line of that branch
	swept      []string            // files that its commits took in though it did not change them
	touched    []line.File         // changed files and when they were written last, by whatever tool
	putBack    time.Time           // when git put changed files back last, zero where all changes had been committed
	committed  time.Time           // when a commit was made last on HEAD, zero where no record tells
}

// A look is one look at a work tree for what a conversation changed.
type look struct {
	Session
	Work
	talk  transcript.Conversation
	until time.Time // bounds the times of files that count, zero for no bound
}

// work is the state of the work tree, with the files that changed by the transcript, git or their times.
func (s Session) work(ctx context.Context, c transcript.Conversation) Work {
	root, repo, s := s.Project.Store.Root, s.Project.Repo, s.once(ctx)
	l := look{Session: s, talk: c, until: s.until}
	end, over := c.Last.Add(slackAfter), s.Trigger == SessionEnd || !s.until.IsZero() || !c.Calling
	if over && !c.Last.IsZero() && (l.until.IsZero() || end.Before(l.until)) {
		l.until = end
	}
	untouched := func(f string) bool { return !l.during(durable.ChangedAt(f)) }
	l.Changed = filesOf(root, c.Files, each.Without(c.Pending, untouched)) // killed before the client wrote the result
	if s.Project.InGit() {
		head := repo.Head()
		l.Branch, l.Commit = head.Branch, head.Commit
		l.steps = repo.Steps(l.Branch)
		l.committed = gitrepo.Committed(l.steps)
		if repo.Linked() {
			l.Worktree = filepath.Base(repo.Top)
		}
		l.askGit(ctx)
	}
	if !l.Known && c.UsedShell && !c.First.IsZero() {
		for _, f := range l.files() {
			if l.during(f.At) && !brought(f.At, c.Moved) {
				l.Changed = withFile(l.Changed, root, f.Path)
			}
		}
	}
	if !s.until.IsZero() && c.Branch != "" && c.Branch != "HEAD" && c.Branch != l.Branch {
		l.Branch, l.Commit = c.Branch, "" // as the session left it
	}
	l.withoutOthers(ctx)
	l.takeWorktree()
	for _, file := range l.Changed {
		at := durable.ChangedAt(filepath.Join(root, filepath.FromSlash(file)))
		edits := func(x transcript.Change) bool { return x.From.After(l.committed) && x.To.Before(at) }
		switch {
		case !l.during(at):
		case !brought(at, c.Moved):
			l.touched = append(l.touched, line.File{Path: file, At: at})
		case at.After(l.putBack) && slices.ContainsFunc(c.Changes, edits):
			l.putBack = at
		}
	}
	return l.Work
}

// takeWorktree has the work be that on a topic branch in another linked worktree, if all files of the repository that
// the conversation changed are there: one that began with "make a worktree for it and start there".
func (l *look) takeWorktree() {
	repo, here, there := l.Project.Repo, l.Project.Store.Root, gitrepo.Repo{}
	if len(l.talk.Files) == 0 || !durable.Exists(filepath.Join(repo.CommonDir, "worktrees")) {
		return
	}
	for _, f := range l.talk.Files {
		of, ok := gitrepo.Find(filepath.Dir(f))
		switch {
		case !ok || !project.Same(of.CommonDir, repo.CommonDir):
		case of.Top == repo.Top || there.Top != "" && of.Top != there.Top:
			return
		default:
			there = of
		}
	}
	inside := func(f string) bool { _, is := project.Rel(there.Top, filepath.Join(here, f)); return is }
	rel, err := filepath.Rel(repo.Top, here)
	head := there.Head()
	if err != nil || !l.Project.IsTopic(head.Branch) || len(each.Without(l.Changed, inside)) > 0 {
		return
	}
	l.Work = Work{
		Branch: head.Branch, Commit: head.Commit, Worktree: filepath.Base(there.Top), On: []string{head.Branch},
		Changed: filesOf(filepath.Join(there.Top, rel), l.talk.Files), inWorktree: true,
	}
}

// withoutOthers leaves out files of another session that ran at the same time: only its tool calls name them, or they
// were written during one of these and during none of this session.
func (l *look) withoutOthers(ctx context.Context) {
	root, c := l.Project.Store.Root, l.talk
	mine := each.In(filesOf(root, c.Files, c.Pending))
	if c.First.IsZero() || len(each.Without(l.Changed, mine)) == 0 {
		return
	}
	found := others(l.Transcript, l.ID, l.Project.Now)
	for _, t := range each.Head(found, 5) { // sessions at the same time that are looked at
		if t.Touched.Before(c.First) {
			break
		}
		if other, err := transcript.Read(ctx, t.Path, c.First); err == nil {
			theirs := filesOf(root, other.Files, other.Pending)
			l.Changed = slices.DeleteFunc(l.Changed, func(f string) bool {
				at := durable.ChangedAt(filepath.Join(root, filepath.FromSlash(f)))
				made := func(c transcript.Change) bool { return timeWithin(at, c.From, c.To.Add(tick)) }
				alone := slices.ContainsFunc(other.Changes, made) && !slices.ContainsFunc(c.Changes, made)
				return !mine(f) && (slices.Contains(theirs, f) || alone)
			})
		}
	}
}

// git is asked about the work tree, but not for a session that ended earlier: the tree may have changed since. It has
// less time at a session's end, which is cut short.
func (s Session) git(ctx context.Context) (git gitrepo.Git, limited context.Context, stop func(), ok bool) {
	most := statusTime
	if s.Trigger == SessionEnd {
		most /= 3
	}
	limited, stop = context.WithTimeout(ctx, most)
	if s.Project.Git != nil && s.Project.InGit() && s.until.IsZero() {
		git, ok = s.Project.Git()
	}
	return git, limited, stop, ok
}

// once has the work tree looked at once, for a session and its parts.
func (s Session) once(ctx context.Context) Session {
	if s.status != nil {
		return s
	}
	s.status = sync.OnceValues(func() (gitrepo.Status, error) {
		git, ctx, stop, _ := s.git(ctx) // without one it fails
		defer stop()
		return git.Status(ctx, s.Project.Repo.Top, s.skip(ctx, git))
	})
	s.files = sync.OnceValue(func() []line.File { return s.walk(ctx) })
	return s
}

// askGitAhead asks git while the transcript is read; stop ends a git that nobody waits for.
func (s Session) askGitAhead(ctx context.Context) (asked Session, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	s = s.once(ctx)
	var asking parallel.Group
	asking.Go(func() { _, _ = s.status() })
	return s, func() { cancel(); asking.Wait() }
}

// askGit adds what git calls changed, and what was committed since the conversation began.
func (l *look) askGit(ctx context.Context) {
	var exact bool
	l.made, exact = branchesOf(l.steps, l.talk, l.Project.IsTopic)
	l.On = each.LastOf(each.Of(l.made, func(c transcript.Change) string { return c.Branch }), each.Itself)
	git, ctx, stop, ok := l.git(ctx)
	defer stop()
	if !ok {
		return
	}
	root, repo, c := l.Project.Store.Root, l.Project.Repo, l.talk
	status, err := l.status()
	if err != nil {
		return
	}
	l.Known = true
	// A transcript that names no branch leaves it at the one checked out.
	elsewhere, took := len(l.On) > 0 && !slices.Contains(l.On, l.Branch), false
	see := func(full, rel string, counts bool) {
		if counts {
			l.Changed = withFile(l.Changed, root, full)
		}
		took = took || elsewhere && slices.Contains(l.Changed, rel)
	}
	for _, x := range status.Changed {
		full := filepath.Join(repo.Top, filepath.FromSlash(x.Path))
		if rel, work := workFile(root, full); work {
			l.dirty = append(l.dirty, rel)
			// Of a conversation that was cut the beginning is not known.
			at := durable.ChangedAt(full) // zero for a nested repository's folder
			see(full, rel, l.unread || c.Cut || x.Deleted && c.UsedShell || l.during(at) && !brought(at, c.Moved))
		}
	}
	elsewhere = elsewhere && !exact
	var committed map[string][]string
	if !c.First.IsZero() && c.UsedShell {
		committed, _ = git.CommittedSince(ctx, repo.Top, c.First) // what the time allows
	}
	made := func(commit string) bool {
		return slices.ContainsFunc(l.steps, func(s gitrepo.Step) bool { return s.Commit && s.Tip == commit })
	}
	heads := each.If(l.steps, func(s gitrepo.Step) (transcript.Span, bool) { // HEAD went elsewhere, by whatever hand
		return transcript.Span{From: s.At, To: s.At.Add(time.Second)}, !s.Commit
	})
	moved := slices.Concat(c.Moved, heads)
	for _, name := range slices.Sorted(maps.Keys(committed)) {
		full := filepath.Join(repo.Top, filepath.FromSlash(name))
		if rel, work := workFile(root, full); work { // which artifacts are not, of which a clone may have many
			at, here := durable.ChangedAt(full), slices.ContainsFunc(committed[name], made)
			_, err := os.Lstat(full)
			see(full, rel, l.during(at) && (here || !brought(at, moved)) || here && errors.Is(err, fs.ErrNotExist))
			if here && !slices.Contains(l.Changed, rel) {
				l.swept = append(l.swept, rel)
			}
		}
	}
	if took {
		l.On = append(l.On, l.Branch)
	}
}

// branchesOf are the changes of a conversation with the branches on which it made them: by HEAD's reflog if that covers
// them all (exact), else by the transcript. A squash merge is work on the branch that was merged.
func branchesOf(
	steps []gitrepo.Step, talk transcript.Conversation, isTopic func(string) bool,
) (made []transcript.Change, exact bool) {
	began, all := talk.First.Truncate(time.Second), steps
	add := func(c transcript.Change, branch string) {
		was := func(s gitrepo.Step) bool { return s.Branch == c.Squashed }
		if c.Squashed != "" && branch != "" && !isTopic(branch) && slices.ContainsFunc(all, was) {
			branch = c.Squashed
		}
		if c.Branch = branch; branch != "" {
			made = append(made, c)
		}
	}
	for i, s := range steps {
		exact = exact || i > 0 && s.Branch != steps[i-1].Branch && !s.At.Before(began) && !s.At.After(talk.Last)
	}
	if !exact {
		steps = nil
	}
	changes := talk.Changes
	if len(changes) == 0 { // what it pushed is work on that branch
		changes = each.Of(talk.Published, func(p transcript.Commit) transcript.Change {
			return transcript.Change{Span: transcript.Span{From: p.Time, To: p.Time}}
		})
	}
	for _, c := range changes {
		from, to := c.From.Truncate(time.Second), c.To.Truncate(time.Second)
		known := len(steps) > 0 && !steps[0].At.After(from)
		during := sort.Search(len(steps), func(i int) bool { return !steps[i].At.Before(from) })
		now, committed := c.Branch, false
		exact = exact && known
		for _, s := range steps[max(during-1, 0):] {
			if !known || s.At.After(c.To) {
				break
			}
			switch {
			case !s.At.Before(to) && c.Branch != "" && c.Branch != s.Branch: // it may be of after the change
			case s.Commit && !s.At.Before(from): // where it committed it changed files
				add(c, s.Branch)
				committed = true
			default:
				now = s.Branch
			}
		}
		if !committed {
			add(c, now)
		}
	}
	return made, exact
}

// Left is up to when what the session said may be of the line that it was asked for: before the prompt in whose turn it
// left the branch of that for good, not before it was saved last; the zero time where it did not leave it.
func (f Facts) Left() (at time.Time) {
	made, l := f.Work.made, f.Line.Line
	n := len(made)
	for n > 0 && !l.On(made[n-1].Branch) {
		n--
	}
	if n == 0 && f.last.Newest != "" && !slices.Contains(l.Parts(), f.last.Notes.Line()) {
		return f.last.Until
	}
	if n < len(made) {
		for _, p := range f.upTo(made, n) {
			at = slices.MaxFunc([]time.Time{p.Time.Add(-1), f.last.Until}, time.Time.Compare)
		}
	}
	return at
}

// skip is the folder of the artifacts for git's status to pass over, where that pays.
func (s Session) skip(ctx context.Context, git gitrepo.Git) (skip gitrepo.Skip) {
	repo, store := s.Project.Repo, s.Project.Store
	rel, _ := filepath.Rel(repo.Top, store.Root) // which is below it
	folder := path.Join(filepath.ToSlash(rel), artifact.Dir)
	index, err := os.Lstat(filepath.Join(repo.GitDir, "index"))
	pays := err == nil && index.Size() >= 64<<10
	if !pays || !durable.Exists(filepath.Join(repo.Top, filepath.FromSlash(folder))) {
		return skip
	}
	ignores, err := git.Ignoring(ctx, repo.Top, folder)
	if err != nil {
		return skip
	}
	file := filepath.Join(store.Kept(), "ignored")
	if b, err := durable.Read(file, int64(len(ignores))); err != nil || !bytes.Equal(b, ignores) {
		if durable.Own(file).Replace(ignores, 0o600) != nil {
			return skip
		}
	}
	return gitrepo.Skip{Folder: folder, Ignores: file}
}

// Exposed reports whether git would take an automatic artifact in the folder for the project's own,
// or does not say: a foreign .gitignore does not cover it.
func (s Session) Exposed(ctx context.Context, folder string) bool {
	p := s.Project
	if p.Store.Ignores(folder) {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, statusTime/2)
	defer cancel()
	git, ctx, stop, ok := s.git(ctx)
	defer stop()
	if !ok {
		return p.InGit()
	}
	folder = filepath.Join(p.Store.Root, filepath.FromSlash(artifact.Dir), folder)
	ignored, err := git.Ignored(ctx, p.Repo.Top, filepath.Join(folder, "2026-01-01_00-00_auto_checkpoint.yaml"))
	return err != nil || !ignored
}

// during reports whether a file's time is one of the conversation.
func (l *look) during(at time.Time) bool { return timeWithin(at, l.talk.First, l.until) }

// brought reports whether a file was written last by a command that only brings what others changed, as a pull does.
func brought(at time.Time, moved []transcript.Span) bool {
	return slices.ContainsFunc(moved, func(m transcript.Span) bool { return timeWithin(at, m.From, m.To.Add(tick)) })
}

// timeWithin reports whether a file's time is between since, which is not zero, and until, zero for no bound. A time
// in whole seconds, as some file systems keep, is compared with the second of since.
func timeWithin(t, since, until time.Time) bool {
	from := since.Add(-tick)
	if t.Nanosecond() == 0 {
		from = since.Truncate(time.Second)
	}
	return !since.IsZero() && !t.Before(from) && (until.IsZero() || !t.After(until))
}

// derived are folders that programs fill; skipped are those and others without a user's own work.
const (
	derived = "node_modules|__pycache__|venv|.venv|site-packages|bower_components"
	skipped = derived + "|vendor|target|dist|build"
)

func among(name, folders string) bool { return slices.Contains(strings.Split(folders, "|"), name) }

// walk finds the files of the project, absolute, but for hidden and filled folders, as far as its time goes.
func (s Session) walk(ctx context.Context) (files []line.File) {
	ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	root, seen := s.Project.Store.Root, 0
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		seen++
		switch {
		case seen > 20000 || ctx.Err() != nil: // files of a tree that git does not answer for
			return filepath.SkipAll
		case err != nil:
			return nil
		case d.IsDir() && path != root && (among(d.Name(), skipped) || strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		}
		if info, err := d.Info(); err == nil && d.Type().IsRegular() {
			files = append(files, line.File{Path: path, At: info.ModTime()})
		}
		return nil
	})
	return files
}

// filesOf are the files of lists of absolute paths, by their paths in the project, each once.
func filesOf(root string, lists ...[]string) (files []string) {
	for _, file := range slices.Concat(lists...) {
		files = withFile(files, root, file)
	}
	return files
}

// withFile is a list of files of a project with one more, unless it is known or there are many.
func withFile(files []string, root, path string) []string {
	if len(files) >= maxFiles || !filepath.IsAbs(path) {
		return files
	}
	if rel, ok := workFile(root, path); ok && !slices.Contains(files, rel) {
		files = append(files, rel)
	}
	return files
}

// ownStores are where Holdfast itself writes: these files are not work of a session.
const ownStores = `thoughts/shared/handoffs/|.claude/checkpoints/|temp/sdd-checkpoint-|` +
	`temp/archive/sdd-checkpoint-|temp/.holdfast-`

// workFile is the path of a file in the project; ok is false for a file that no session works on.
func workFile(root, path string) (rel string, ok bool) {
	rel, ok = project.Rel(root, path)
	rel = strings.ToValidUTF8(rel, "\uFFFD")
	own := func(store string) bool { return strings.HasPrefix(rel, store) }
	filled := func(folder string) bool { return among(folder, derived) }
	return rel, ok && rel != "." && !slices.ContainsFunc(strings.Split(ownStores, "|"), own) &&
		!slices.ContainsFunc(strings.Split(rel, "/"), filled)
}
