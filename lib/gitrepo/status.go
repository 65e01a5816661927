package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/platform"
)

// maxStatus is how much of a status is read, in bytes: some 60,000 files.
const maxStatus = 4 << 20

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

// Status returns the state of the work tree top: one git process, or two where
// the repository's configuration may name filters. Untracked files are listed
// one by one, ignored ones not, submodules not at all. Of output over 4 MiB the
// first 4 MiB count.
func (g Git) Status(ctx context.Context, top string, skip Skip) (Status, error) {
	c := g.command(top, "status", "--porcelain", "-z", "--no-branch", "--untracked-files=all",
		"--ignore-submodules=all", "--renames")
	if skip.Folder != "" {
		// A path excluded is looked for untracked files all the same, an ignored one not.
		c.Args = slices.DeleteFunc(c.Args, func(arg string) bool { return arg == "--literal-pathspecs" })
		c.Args = slices.Concat([]string{"-c", "core.excludesFile=" + skip.Ignores}, c.Args,
			[]string{"--", ".", ":(top,exclude,literal)" + skip.Folder})
	}
	c.MaxOutput = maxStatus
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
		return nil, fmt.Errorf("ignoring %q: %w", folder, errPattern)
	}
	out, err := g.run(ctx, g.command(top, "config", "--null", "--type=path", "--get", "core.excludesFile"))
	if err != nil && !exitedWith(err, 1) { // 1 is that it is not set
		return nil, err
	}
	file := strings.TrimSuffix(string(out), "\x00")
	if file == "" {
		if file = filepath.Join(g.variable("HOME"), ".config", "git", "ignore"); g.variable("XDG_CONFIG_HOME") != "" {
			file = filepath.Join(g.variable("XDG_CONFIG_HOME"), "git", "ignore")
		}
	}
	users, err := platform.ReadRegular(against(top, file), maxConfig)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return fmt.Appendf(users, "\n/%s/\n", patternEscaper().Replace(folder)), nil
}

// variable is the value of a variable in git's environment.
func (g Git) variable(name string) string {
	for _, pair := range slices.Backward(g.Env) {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value
		}
	}
	return ""
}

var errStatus = errors.New("unexpected output of git status")

var errPattern = errors.New("no ignore pattern has a line break")

// patternEscaper takes their meaning from the characters of a pattern.
func patternEscaper() *strings.Replacer {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, " ", `\ `)
}

// ParseStatus reads what `git status --porcelain -z` prints: two letters, the states
// of index and work tree, a blank and the path; after that of a renamed or copied file
// comes its former one. A record without its end is left out and sets Cut. Source:
// git's documentation, git-status, "Short Format".
func ParseStatus(output []byte) (Status, error) {
	var status Status
	records := strings.Split(string(output), "\x00")
	status.Cut = records[len(records)-1] != ""
	records = records[:len(records)-1]
	for i := 0; i < len(records); i++ {
		record := records[i]
		if len(record) < 4 || record[2] != ' ' {
			return status, fmt.Errorf("%w: record %q", errStatus, record)
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
