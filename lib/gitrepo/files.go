package gitrepo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/platform"
)

// literal takes their meaning from the characters of the paths that follow a command.
const literal = "--literal-pathspecs"

// Tracks reports whether git tracks a file at or below rel in the work tree top.
func (g Git) Tracks(ctx context.Context, top, rel string) (bool, error) {
	found, err := g.list(ctx, top, "--cached", "--", rel)
	return len(found) > 0, err
}

// Files lists the files of the work tree below dir that git tracks or would track: relative to dir, with
// slashes, any bytes but zero, sorted, each once. Some may be gone. A repository inside ends in a slash
// where it is not tracked. Paths that lead out of dir, which a forged index can hold, are left out.
func (g Git) Files(ctx context.Context, dir string) ([]string, error) {
	return g.list(ctx, dir, "--cached", "--others", "--exclude-standard")
}

// list are the clean paths that git ls-files prints, sorted, each once.
func (g Git) list(ctx context.Context, dir string, args ...string) ([]string, error) {
	c := g.command(dir, append([]string{literal, "ls-files", "-z"}, args...)...)
	c.MaxOutput, c.Time = 256<<20, time.Minute // some millions of files, in a large work tree that is not in memory
	out, err := g.run(ctx, c)
	if err != nil {
		return nil, err
	}
	files := slices.DeleteFunc(strings.Split(string(out), "\x00"), func(p string) bool { return !cleanPath(p) })
	slices.Sort(files)
	return slices.Compact(files), nil
}

// IgnoredFiles lists what git ignores below dir, as Files lists the others: a folder
// that a rule covers is one entry, which ends in a slash.
func (g Git) IgnoredFiles(ctx context.Context, dir string) ([]string, error) {
	all, err := g.list(ctx, dir, "--others", "--ignored", "--exclude-standard", "--directory")
	// A folder all of whose files are ignored is listed with them, and is not
	// what a rule covers: what comes into it later may be a file like any other.
	kept := all[:0]
	for i, name := range all {
		if !strings.HasSuffix(name, "/") || i+1 == len(all) || !strings.HasPrefix(all[i+1], name) {
			kept = append(kept, name)
		}
	}
	return kept, err
}

// Ignored reports whether git's ignore rules cover the absolute path, which need not exist.
func (g Git) Ignored(ctx context.Context, top, path string) (bool, error) {
	_, err := g.run(ctx, g.command(top, "check-ignore", "-q", "--no-index", "--", path))
	if exitedWith(err, 1) {
		return false, nil
	}
	return err == nil, err
}

// Change is one file that differs from the last commit.
type Change struct {
	// Path is relative to the work tree's top, with slashes, any bytes but zero; it
	// ends in a slash for a repository inside. Of a renamed file it is the new one.
	Path    string
	Deleted bool
}

// Status is what has changed since the last commit.
type Status struct {
	Changed []Change // in git's order: tracked files, then untracked ones
	Cut     bool     // there was more than fits; Changed is not all
}

// A Skip is a folder that a status passes over, though git tracks files in it:
// with many of them that is most of its time. The zero Skip leaves nothing out.
type Skip struct {
	Folder  string // relative to the work tree's top, with slashes
	Ignores string // the absolute path of a file with what [Git.Ignoring] returned
}

// Status returns the state of the work tree top: one git process, or two where the repository's
// configuration may name filters. Untracked files are listed one by one, ignored ones not, submodules
// not at all. Of output over 4 MiB the first 4 MiB count. Where files are named, relative to top with slashes,
// nothing else is looked at.
func (g Git) Status(ctx context.Context, top string, skip Skip, files ...string) (Status, error) {
	c := g.command(top, "status", "--porcelain", "-z", "--no-branch", "--untracked-files=all",
		"--ignore-submodules=all", "--renames")
	if skip.Folder != "" {
		// A path excluded is looked for untracked files all the same, an ignored one not.
		c.Args = slices.Concat([]string{"-c", "core.excludesFile=" + skip.Ignores}, c.Args,
			[]string{"--", ".", ":(top,exclude,literal)" + skip.Folder})
	} else if len(files) > 0 {
		c.Args = slices.Concat([]string{"--literal-pathspecs"}, c.Args, []string{"--"}, files)
	}
	c.MaxOutput = 4 << 20 // some 60,000 files
	out, err := g.run(ctx, c)
	cut := errors.Is(err, platform.ErrOutputTooLarge)
	if err != nil && !cut {
		return Status{}, err
	}
	status, err := ParseStatus(out)
	status.Cut = status.Cut || cut
	return status, err
}

// Ignoring is an ignore file that covers the folder, relative to top, beside what
// the user's own covers everywhere: git reads one such file only.
func (g Git) Ignoring(ctx context.Context, top, folder string) ([]byte, error) {
	if strings.ContainsAny(folder, "\r\n") {
		return nil, fmt.Errorf("ignoring %q: no pattern has a line break", folder)
	}
	out, err := g.run(ctx, g.command(top, "config", "--null", "--type=path", "--get", "core.excludesFile"))
	if err != nil && !exitedWith(err, 1) { // 1 is that it is not set
		return nil, err
	}
	config := cmp.Or(g.variable("XDG_CONFIG_HOME"), filepath.Join(g.variable("HOME"), ".config"))
	file := cmp.Or(strings.TrimSuffix(string(out), "\x00"), filepath.Join(config, "git", "ignore"))
	users, err := platform.ReadRegular(against(top, file), maxConfig)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	// What has a meaning in a pattern loses it.
	escaper := strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, " ", `\ `)
	return fmt.Appendf(users, "\n/%s/\n", escaper.Replace(folder)), nil
}

func (g Git) variable(name string) string {
	for _, pair := range slices.Backward(g.Env) {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value
		}
	}
	return ""
}

// ParseStatus reads what `git status --porcelain -z` prints: two letters, the states of index and work
// tree, a blank and the path; after that of a renamed or copied file comes its former one. A record
// without its end is left out and sets Cut. Source: git's documentation, git-status, "Short Format".
func ParseStatus(output []byte) (status Status, err error) {
	records := strings.Split(string(output), "\x00")
	status.Cut = records[len(records)-1] != ""
	records = records[:len(records)-1]
	for i := 0; i < len(records); i++ {
		record := records[i]
		if len(record) < 4 || record[2] != ' ' {
			return status, fmt.Errorf("unexpected output of git status: record %q", record)
		}
		index, tree, name := record[0], record[1], record[3:]
		if strings.ContainsAny(record[:2], "RC") {
			if i++; i == len(records) {
				status.Cut = true
				return status, nil
			}
		}
		if cleanPath(name) { // it is not where the index was forged
			deleted := tree == 'D' && index != 'D' && index != 'U' || index == 'D' && tree == ' '
			status.Changed = append(status.Changed, Change{name, deleted})
		}
	}
	return status, nil
}
