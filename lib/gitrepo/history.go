package gitrepo

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/platform"
)

// maxHistory is how much of a log is read, in bytes.
const maxHistory = 4 << 20

// CommitsBetween returns how many commits to has beyond from, an ancestor of it, in
// one git process. Each is an object id of 4 to 64 hex digits, or HEAD.
func (g Git) CommitsBetween(ctx context.Context, top, from, to string) (int, error) {
	for _, name := range []string{from, to} {
		if hex := len(name) >= 4 && len(name) <= 64 && isHex(strings.ToLower(name)); !hex && name != "HEAD" {
			return 0, fmt.Errorf("counting commits: %q is not a commit id of 4 to 64 hex digits", name)
		}
	}
	out, err := g.run(ctx, g.command(top, "rev-list", "--count", "--left-right", from+"..."+to, "--"))
	if err != nil {
		return 0, err
	}
	var behind, ahead int
	if _, err := fmt.Sscan(string(out), &behind, &ahead); err != nil {
		return 0, fmt.Errorf("counting commits: unexpected output %q", out)
	}
	if behind > 0 {
		return 0, fmt.Errorf("counting commits: %q is not an ancestor of %q", from, to)
	}
	return ahead, nil
}

// A Commit is what is asked of one commit of a history, as the commit says.
type Commit struct {
	ID                string // abbreviated
	Time              time.Time
	Author, Committer string // their e-mail addresses; from Authors the author's name in one row
	Subject           string
}

// Authors returns author and time of the last commit of HEAD's history that touched each path, some dozens
// (relative to top, with slashes, taken literally), in one git process that ends as soon as
// each was seen. With an error, the map holds what was found until then.
func (g Git) Authors(ctx context.Context, top string, paths []string) (map[string]Commit, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	args := []string{"--format=tformat:%x00%at %an", "-c", "--name-only", "-z", "HEAD", "--"}
	wanted := each.Set(paths)
	c := g.log(top, append(args, paths...)...)
	found := map[string]Commit{}
	done := 0 // bytes of the log that were read; the last commit may still grow
	c.Enough = func(log []byte) bool {
		if end := bytes.LastIndex(log, []byte("\x00\x00")); end > done {
			authors(log[done:end+1], wanted, found)
			done = end + 1
		}
		return len(found) == len(wanted)
	}
	out, err := g.run(ctx, c)
	if done < len(out) {
		authors(out[done:bytes.LastIndexByte(out, 0)+1], wanted, found)
	}
	return found, err
}

// authors adds to found who last changed the wanted files by a log: for each commit an empty field, then
// its time and author, then a line break and the paths it touched; each field ends in a zero byte.
func authors(log []byte, wanted map[string]bool, found map[string]Commit) {
	for commit := range strings.SplitSeq(strings.TrimPrefix(string(log), "\x00"), "\x00\x00") {
		head, files, _ := strings.Cut(strings.TrimPrefix(commit, "\x00"), "\x00") // behind a merge that names no file
		seconds, author, _ := strings.Cut(head, " ")
		at, _ := strconv.ParseInt(seconds, 10, 64)
		for file := range strings.SplitSeq(strings.TrimPrefix(files, "\n"), "\x00") {
			if _, known := found[file]; !known && wanted[file] {
				found[file] = Commit{Author: author, Time: time.Unix(at, 0)}
			}
		}
	}
}

// log is git log with more arguments, which runs nothing to show a commit.
func (g Git) log(top string, args ...string) platform.Command {
	c := g.command(top, slices.Concat([]string{
		literal, "log", "--no-decorate", "--no-color", "--no-renames", "--no-ext-diff", "--no-textconv",
		"--encoding=UTF-8", "--ignore-submodules=all",
	}, args)...)
	c.MaxOutput = maxHistory
	return c
}

// CommittedSince lists the files that the commits of HEAD's history since t changed, merges apart,
// each with the ids of these commits: relative to top, with slashes; some may be gone.
func (g Git) CommittedSince(ctx context.Context, top string, t time.Time) (map[string][]string, error) {
	out, err := g.run(ctx, g.log(top, "--format=%x00%H", "--name-only", "-z", "-n", "1000",
		"--since="+strconv.FormatInt(t.Unix(), 10), "HEAD", "--"))
	if err != nil {
		return nil, err
	}
	by, commit := map[string][]string{}, ""
	for text := range strings.SplitSeq(string(out), "\x00") {
		switch name := strings.TrimPrefix(text, "\n"); {
		case text == "":
			commit = "" // the next text is an id
		case commit == "":
			commit = text
		case cleanPath(name):
			by[name] = append(by[name], commit)
		}
	}
	return by, nil
}

const logFormat = "--format=tformat:%h%x09%at%x09%ae%x09%ce%x09%s" // of the log that commits reads

// Log lists at most so many commits of all branches since t, the newest first.
func (g Git) Log(ctx context.Context, top string, t time.Time, most int) ([]Commit, error) {
	return g.commits(ctx, g.log(top, logFormat, "-n", strconv.Itoa(most),
		"--max-age="+strconv.FormatInt(max(t.Unix(), 0), 10), "--branches", "HEAD", "--"))
}

// Brought lists the commits of HEAD's history beyond the commit from, a whole object id, that were not made one
// by one in the repository's work tree, as those of a pull, the newest first; merges apart.
func (g Git) Brought(ctx context.Context, repo Repo, from string) ([]Commit, error) {
	if !isObjectID(from) {
		return nil, nil
	}
	all, err := g.commits(ctx, g.log(repo.Top, logFormat, "-n", "1000", "--no-merges", from+"..HEAD", "--"))
	steps := repo.Steps("")
	return slices.DeleteFunc(all, func(c Commit) bool {
		return slices.ContainsFunc(steps, func(s Step) bool {
			return strings.HasPrefix(s.Tip, c.ID) && s.Subject != "" && strings.HasPrefix(c.Subject, s.Subject)
		})
	}), err
}

func (g Git) commits(ctx context.Context, log platform.Command) (entries []Commit, err error) {
	out, err := g.run(ctx, log)
	for line := range strings.Lines(string(out)) {
		f := append(strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 5), "", "", "", "")
		if at, err := strconv.ParseInt(f[1], 10, 64); err == nil {
			entries = append(entries, Commit{f[0], time.Unix(at, 0).UTC(), f[2], f[3], f[4]})
		}
	}
	return entries, err
}

// Reached lists the commits that the given ones, whole object ids, descend from, made since t, in one git process: when
// each was made, by its id, and of the newest likewise, by its tree, subject and pull request, "#7".
func (g Git) Reached(ctx context.Context, top string, t time.Time, tips ...string) (map[string]time.Time, error) {
	tips = slices.DeleteFunc(slices.Clone(tips), func(tip string) bool { return !isObjectID(tip) })
	if len(tips) == 0 {
		return nil, errBadRef
	}
	args := []string{"--format=tformat:%H%x09%ct%x09%T%x09%x09%<(80,mtrunc)%s", "-n", "20000",
		"--since=" + strconv.FormatInt(t.Unix(), 10)}
	entries, err := g.commits(ctx, g.log(top, append(append(args, tips...), "--")...))
	if err != nil {
		return nil, err
	}
	made := map[string]time.Time{}
	for _, c := range slices.Backward(entries) {
		what, number := brings(strings.TrimSpace(c.Subject))
		made[c.ID], made[c.Author], made[what], made[number] = c.Time, c.Time, c.Time, c.Time
	}
	delete(made, "")
	return made, nil
}

// brings are the subject of a commit without the number of its pull request, and that, "#7".
func brings(subject string) (what, number string) {
	i := strings.LastIndex(subject, " (#")
	if number, ends := strings.CutSuffix(subject[max(0, i):], ")"); ends && i >= 0 {
		return subject[:i], number[len(" ("):]
	}
	return subject, ""
}

// Tree is the tree of a commit, a whole object id, "" where that is not known, or in a pack.
func (r Repo) Tree(commit string) string {
	if !isObjectID(commit) {
		return ""
	}
	data, _ := platform.ReadRegular(filepath.Join(r.CommonDir, "objects", commit[:2], commit[2:]), 1<<20)
	head := make([]byte, 128) // "commit 245\0tree ID\n…"
	if object, err := zlib.NewReader(bytes.NewReader(data)); err == nil {
		_, _ = io.ReadFull(object, head)
	}
	_, tree, _ := strings.Cut(string(head), "\x00tree ")
	return tree[:max(0, strings.IndexByte(tree, '\n'))]
}

// FirstCommit is the id of the oldest commit of HEAD's history that has no parent, by its name among several.
func (g Git) FirstCommit(ctx context.Context, top string) (string, error) {
	c := g.command(top, "rev-list", "--max-parents=0", "HEAD", "--")
	c.MaxOutput = maxHistory
	out, err := g.run(ctx, c)
	ids := strings.Fields(string(out))
	if err != nil || len(ids) == 0 {
		return "", err
	}
	return slices.Min(ids), nil
}

// A Past answers what git knows of a project, also to several at once. What it does
// not know, or not in time, is left out. The zero Past knows nothing.
type Past struct {
	git     func() (Git, bool)
	repo    Repo
	root    string
	limited func() context.Context
}

// NewPast is that of the project at root, in the work tree of repo. Its answers of
// commits may take so long together; the time begins with the first question.
func NewPast(ctx context.Context, limit time.Duration, repo Repo, root string, git func() (Git, bool)) Past {
	return Past{git, repo, root, sync.OnceValue(func() context.Context {
		limited, stop := context.WithTimeout(ctx, limit)
		context.AfterFunc(ctx, stop)
		return limited
	})}
}

// Since counts the commits from commit to the work tree's own.
func (p Past) Since(commit string) (int, bool) {
	if len(commit) >= 40 && p.git != nil && p.repo.Head().Commit == commit {
		return 0, true // as its files say: most questions are of it, and a process is dear
	}
	git, ok := p.program()
	if !ok {
		return 0, false
	}
	n, err := git.CommitsBetween(p.limited(), p.repo.Top, commit, "HEAD")
	return n, err == nil
}

// Holds reports whether the work tree's own commit descends from commit, or is it.
func (p Past) Holds(commit string) bool {
	_, ok := p.Since(commit)
	return ok
}

func (p Past) program() (Git, bool) {
	if p.git == nil {
		return Git{}, false
	}
	return p.git()
}

// named are paths of the project by the names that git has for them.
func (p Past) named(paths []string) (names map[string]string, sorted []string) {
	names = map[string]string{}
	for _, rel := range paths {
		name, err := filepath.Rel(p.repo.Top, filepath.Join(p.root, filepath.FromSlash(rel)))
		if name = filepath.ToSlash(name); err == nil && cleanPath(name) {
			names[name] = rel
		}
	}
	return names, slices.Sorted(maps.Keys(names))
}

// Authors are the last commits of the files at paths of the project.
func (p Past) Authors(paths []string) map[string]Commit {
	found := map[string]Commit{}
	if git, ok := p.program(); ok {
		names, sorted := p.named(paths)
		commits, _ := git.Authors(p.limited(), p.repo.Top, sorted) // what the time allowed
		for name, c := range commits {
			found[names[name]] = c
		}
	}
	return found
}

// Untracked are those of the files at paths of the project that no checkout brought: they are in a git work tree whose
// index does not hold them, ignored ones too. Files of submodules and of repositories inside are not among them.
func (p Past) Untracked(ctx context.Context, paths []string) (untracked []string, err error) {
	git, ok := p.program()
	if !ok {
		return nil, nil
	}
	names, sorted := p.named(paths)
	others, err := git.list(ctx, p.repo.Top, append([]string{"--others", "--"}, sorted...)...)
	return each.If(others, func(name string) (string, bool) { return names[name], names[name] != "" }), err
}
