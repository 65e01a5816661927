package autosave

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
	"holdfast/lib/transcript"
)

const (
	statusTime = time.Second
	// maxWalk bounds the walk over a tree that git does not answer for.
	maxWalk  = 20000
	walkTime = 300 * time.Millisecond
)

// Work is the state of the work tree.
type Work struct {
	Branch   string
	Commit   string
	Dirty    bool
	Worktree string   // the name of a linked worktree's folder, "" in the main one
	Changed  []string // files changed since the conversation began, project-relative
	Known    bool     // git answered
	// Holds is the branch on which changes of the session are now, uncommitted or
	// in commits since: the client notices a switch of branch with the next prompt only.
	Holds string
	// Meant says that a person saves here: the branch is one of the line's, also
	// where no file was changed on it.
	Meant bool
}

// A Survey looks at a work tree for what a session changed.
type Survey struct {
	Root   string
	Git    gitrepo.Git
	HasGit bool // git is installed and may be started
	// Machine is where a file for git is put that leaves the artifacts out of a
	// status; without it they are looked at.
	Machine machine.Folder
	// Until bounds the times of files that count, zero for no bound: for a
	// session that ended earlier.
	Until time.Time
	// Ended says that no tool of the session is at work any more.
	Ended bool
	// Branch is the one that such a session was on, "" for the present one.
	Branch string

	asked func() (gitrepo.Status, error) // git's status, where it was asked ahead
}

// patience is how long git may take for one answer. At a session's end, which the
// client cuts short, what is known without git must still be saved.
func (s Survey) patience() time.Duration {
	if s.Ended {
		return statusTime / 3
	}
	return statusTime
}

// ahead is the survey with git asked already, while the transcript is read. stop
// ends a git that nobody waits for any more.
func (s Survey) ahead(ctx context.Context) (asked Survey, stop func()) {
	repo, inGit := gitrepo.Find(s.Root)
	if !inGit || !s.HasGit {
		return s, func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, s.patience())
	status := sync.OnceValues(func() (gitrepo.Status, error) { return s.status(ctx, repo) })
	var asking parallel.Group
	asking.Go(func() { _, _ = status() })
	asked = s
	asked.asked = status
	return asked, func() { cancel(); asking.Wait() }
}

// status is git's status of the work tree.
func (s Survey) status(ctx context.Context, repo gitrepo.Repo) (gitrepo.Status, error) {
	if s.asked != nil {
		return s.asked()
	}
	return s.Git.Status(ctx, repo.Top, s.without(ctx, repo))
}

// artifacts is the folder of the artifacts, as git names it.
func (s Survey) artifacts(repo gitrepo.Repo) string {
	rel, err := filepath.Rel(repo.Top, s.Root)
	if err != nil {
		rel = "."
	}
	return path.Join(filepath.ToSlash(rel), artifact.Dir)
}

// Work returns the state of the work tree and the files changed in it since
// the conversation began: those that the transcript names, and those that the
// shell changed, found by git or by their times. read says that the transcript
// could be read; where it could not, all that git calls changed counts.
func (s Survey) Work(ctx context.Context, c transcript.Conversation, read bool) Work {
	changed := filesOf(s.Root, c.Files)
	end, over := c.Last.Add(slackAfter), (s.Ended || !c.Calling) && !c.Last.IsZero()
	if over && (s.Until.IsZero() || end.Before(s.Until)) {
		s.Until = end
	}
	for _, f := range c.Pending { // killed before the client wrote the result
		if within(f, c.First, s.Until) {
			changed.add(f)
		}
	}
	var w Work
	if repo, inGit := gitrepo.Find(s.Root); inGit {
		w.Branch, w.Commit = repo.Branch(), repo.Head().Commit
		if repo.Linked() {
			w.Worktree = filepath.Base(repo.Top)
		}
		if s.HasGit {
			s.askGit(ctx, repo, &w, c, read, changed)
		}
	}
	if !w.Known && c.UsedShell && !c.First.IsZero() {
		walk(ctx, s.Root, c.First, s.Until, changed)
	}
	w.Changed = changed.paths
	if s.Branch != "" && s.Branch != "HEAD" && s.Branch != w.Branch {
		w.Branch, w.Commit = s.Branch, ""
	}
	return w
}

// branch is the work tree's branch, "" outside a repository.
func (s Survey) branch() string {
	if s.Branch != "" && s.Branch != "HEAD" {
		return s.Branch
	}
	repo, ok := gitrepo.Find(s.Root)
	if !ok {
		return ""
	}
	return repo.Branch()
}

// Exposed reports whether git would take an automatic artifact in the session
// folder for one of the project's files: where a foreign .gitignore there or in
// the handoffs folder does not cover it. Where git does not answer it does.
func (s Survey) Exposed(ctx context.Context, store artifact.Store, session string) bool {
	if covered, _ := store.Ignores(session); covered {
		return false
	}
	repo, inGit := gitrepo.Find(s.Root)
	if !inGit || !s.HasGit {
		return inGit
	}
	ctx, cancel := context.WithTimeout(ctx, s.patience()/2)
	defer cancel()
	folder := filepath.Join(s.Root, filepath.FromSlash(artifact.Dir), session)
	ignored, err := s.Git.Ignored(ctx, repo.Top, filepath.Join(folder, "2026-01-01_00-00_auto_checkpoint.yaml"))
	return err != nil || !ignored
}

// askGit adds what git calls changed and what was committed since the conversation
// began.
func (s Survey) askGit(
	ctx context.Context, repo gitrepo.Repo, w *Work, c transcript.Conversation, read bool, changed *fileSet,
) {
	ctx, cancel := context.WithTimeout(ctx, s.patience())
	defer cancel()
	status, err := s.status(ctx, repo)
	if err != nil {
		return
	}
	w.Known = true
	// A transcript that names no branch leaves it at the one checked out.
	elsewhere := len(c.Branches) > 0 && !slices.Contains(c.Branches, repo.Branch())
	see := func(name string, counts func(full string) bool) {
		full := filepath.Join(repo.Top, filepath.FromSlash(name))
		if counts(full) {
			changed.add(full)
		}
		if rel, _ := changed.rel(full); elsewhere && changed.seen[rel] {
			w.Holds = repo.Branch()
		}
	}
	own := s.artifacts(repo) + "/" // of a clone there may be many
	for _, x := range status.Changed {
		if _, work := changed.rel(filepath.Join(repo.Top, filepath.FromSlash(x.Path))); !work {
			continue
		}
		w.Dirty = true
		see(x.Path, func(full string) bool { // of a conversation that was cut the beginning is not known
			return !read || c.Cut || x.Deleted && c.UsedShell || within(full, c.First, s.Until)
		})
	}
	if c.First.IsZero() || !c.UsedShell && (!elsewhere || w.Holds != "" || len(changed.paths) == 0) {
		return
	}
	committed, _ := s.Git.CommittedSince(ctx, repo.Top, c.First) // what the time allows
	for _, name := range committed {
		if !strings.HasPrefix(name, own) {
			see(name, func(full string) bool {
				return c.UsedShell && within(full, c.First, s.Until) && !brought(full, c.Moved)
			})
		}
	}
}

// largeIndex is the size of git's index, some 500 files, from which on leaving the
// artifacts out of a status saves more than it costs.
const largeIndex = 64 << 10

// without is the folder of the artifacts as what git's status passes over, where
// that pays. What cannot be prepared is looked at.
func (s Survey) without(ctx context.Context, repo gitrepo.Repo) gitrepo.Skip {
	folder := s.artifacts(repo)
	index, err := os.Lstat(filepath.Join(repo.GitDir, "index"))
	if s.Machine.Path == "" || err != nil || index.Size() < largeIndex {
		return gitrepo.Skip{}
	}
	if _, err := os.Lstat(filepath.Join(repo.Top, filepath.FromSlash(folder))); err != nil {
		return gitrepo.Skip{}
	}
	ignores, err := s.Git.Ignoring(ctx, repo.Top, folder)
	if err != nil {
		return gitrepo.Skip{}
	}
	state := s.Machine.Project(project.Hash(s.Root))
	file := filepath.Join(state, "ignored")
	if b, err := durable.Read(file, int64(len(ignores))); err != nil || !bytes.Equal(b, ignores) {
		if s.Machine.Ensure(state) != nil || durable.File(file).Replace(ignores, 0o600) != nil {
			return gitrepo.Skip{}
		}
	}
	return gitrepo.Skip{Folder: folder, Ignores: file}
}

// within reports whether the file was changed from since to until; a zero
// since is never, a zero until no bound. A folder, by which git names a nested
// repository, is no file.
func within(file string, since, until time.Time) bool {
	info, err := os.Lstat(file)
	return err == nil && !info.IsDir() && timeWithin(info.ModTime(), since, until)
}

// brought reports whether the file is as it is since a command ran that only brings
// what others changed.
func brought(file string, moved []transcript.Span) bool {
	info, err := os.Lstat(file)
	return err == nil && slices.ContainsFunc(moved, func(m transcript.Span) bool {
		return timeWithin(info.ModTime(), m.From, m.To.Add(tick))
	})
}

// slackAfter is how long after the last record what a session did may still be
// written.
const slackAfter = 10 * time.Minute

// tick is how far the time of a file may be behind the clock: file systems take
// it from the kernel's last tick, 10 ms ago at most.
const tick = 20 * time.Millisecond

// timeWithin tells it of a file's time. Some file systems keep whole seconds; on
// others what another session changed in the second in which this one began is
// not its work.
func timeWithin(t, since, until time.Time) bool {
	from := since.Add(-tick)
	if t.Nanosecond() == 0 {
		from = since.Truncate(time.Second)
	}
	return !since.IsZero() && !t.Before(from) && (until.IsZero() || !t.After(until))
}

// derived are folders that programs fill, whatever git says of them; skipped are those
// and others that mostly hold no work of the user's own.
const (
	derived = "node_modules|__pycache__|venv|.venv|site-packages|bower_components"
	skipped = derived + "|vendor|target|dist|build"
)

func among(name, folders string) bool { return slices.Contains(strings.Split(folders, "|"), name) }

// walk adds the files below root that were changed in the given time. It
// passes over hidden folders and those that hold no work, and ends early in a
// large tree.
func walk(ctx context.Context, root string, since, until time.Time, changed *fileSet) {
	ctx, cancel := context.WithTimeout(ctx, walkTime)
	defer cancel()
	seen := 0
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		seen++
		if seen > maxWalk || ctx.Err() != nil {
			return filepath.SkipAll
		}
		if err != nil {
			return nil
		}
		if d.IsDir() {
			if path != root && (among(d.Name(), skipped) || strings.HasPrefix(d.Name(), ".")) {
				return filepath.SkipDir
			}
			return nil
		}
		if info, err := d.Info(); err == nil && d.Type().IsRegular() && timeWithin(info.ModTime(), since, until) {
			changed.add(path)
		}
		return nil
	})
}

// A fileSet collects project-relative paths in order, each once.
type fileSet struct {
	root  string
	seen  map[string]bool
	paths []string
}

// filesOf are the files of lists of absolute paths.
func filesOf(root string, lists ...[]string) *fileSet {
	s := &fileSet{root: root, seen: map[string]bool{}}
	for _, file := range slices.Concat(lists...) {
		s.add(file)
	}
	return s
}

// ownStores are where Holdfast itself writes: these files are not work of a session.
const ownStores = `thoughts/shared/handoffs/|.claude/checkpoints/|temp/sdd-checkpoint-|` +
	`temp/archive/sdd-checkpoint-|temp/.holdfast-`

// rel is the path of a file in the project, as an artifact holds it; ok is false for
// one that is none of its work.
func (s *fileSet) rel(path string) (rel string, ok bool) {
	rel, ok = project.Rel(s.root, path)
	rel = strings.ToValidUTF8(rel, "\uFFFD")
	own := func(store string) bool { return strings.HasPrefix(rel, store) }
	filled := func(folder string) bool { return among(folder, derived) }
	return rel, ok && rel != "." && !slices.ContainsFunc(strings.Split(ownStores, "|"), own) &&
		!slices.ContainsFunc(strings.Split(rel, "/"), filled)
}

// add adds a file; one outside the project is left out, because a path stored in a
// file is relative to the root.
func (s *fileSet) add(path string) {
	if len(s.paths) >= maxFiles || !filepath.IsAbs(path) {
		return
	}
	if rel, ok := s.rel(path); ok && !s.seen[rel] {
		s.seen[rel] = true
		s.paths = append(s.paths, rel)
	}
}
