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

// Kind is how a file differs from the last commit.
type Kind string

// The kinds of change. A copy, which git reports on request only, is Added;
// a file that became a link is Modified.
const (
	Modified  Kind = "modified"
	Added     Kind = "added"
	Deleted   Kind = "deleted"
	Renamed   Kind = "renamed"
	Untracked Kind = "untracked"
	Unmerged  Kind = "unmerged"
)

// Change is one file that differs from the last commit.
type Change struct {
	Path string // relative to the work tree's top, with slashes, any bytes but zero; ends in a slash for a repository inside
	From string // of a renamed file, its former path
	Kind Kind
}

// Status is what is checked out and what has changed since.
type Status struct {
	Branch   string // empty when detached
	Commit   string // object id; empty before the first commit
	Detached bool
	Changed  []Change // in git's order: tracked files, then unmerged ones, then untracked ones
	Cut      bool     // there was more than fits; Changed is not all
}

var errStatus = errors.New("unexpected output of git status")

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
	c := g.command(top, "status", "--porcelain=v2", "-z", "--branch", "--untracked-files=all",
		"--ignore-submodules=all", "--no-ahead-behind", "--renames")
	if skip.Folder != "" {
		// A path excluded is looked for untracked files all the same, an ignored one not.
		c.Args = slices.DeleteFunc(c.Args, func(arg string) bool { return arg == "--literal-pathspecs" })
		c.Args = slices.Concat([]string{"-c", "core.excludesFile=" + skip.Ignores}, c.Args, []string{"--", ".", ":(top,exclude,literal)" + skip.Folder})
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
	out, err := g.run(ctx, g.command(top, "config", "--null", "--get", "core.excludesFile"))
	if err != nil && !exitedWith(err, 1) { // 1 is that it is not set
		return nil, err
	}
	file := g.expanded(top, strings.TrimSuffix(string(out), "\x00"))
	if len(out) == 0 {
		file = g.expanded(top, "~/.config/git/ignore")
		if config := g.variable("XDG_CONFIG_HOME"); config != "" {
			file = filepath.Join(config, "git", "ignore")
		}
	}
	users, err := platform.ReadRegular(file, maxConfig)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return fmt.Appendf(users, "\n/%s/\n", patternEscaper().Replace(folder)), nil
}

var errPattern = errors.New("no ignore pattern has a line break")

// patternEscaper takes their meaning from the characters of a pattern.
func patternEscaper() *strings.Replacer {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, " ", `\ `)
}

// ParseStatus reads what `git status --porcelain=v2 -z --branch` prints. A
// record without its end is left out and sets Cut. Headers and records of
// unknown kinds are passed over; one of a known kind that is malformed is an
// error. Source: git's documentation, git-status, "Porcelain Format Version 2".
func ParseStatus(output []byte) (Status, error) {
	var status Status
	records := strings.Split(string(output), "\x00")
	status.Cut = records[len(records)-1] != ""
	records = records[:len(records)-1]
	for i := 0; i < len(records); i++ {
		kind, rest, _ := strings.Cut(records[i], " ")
		var change Change
		ok := true
		switch kind {
		case "#":
			status.header(rest)
			continue
		case "1":
			change, ok = trackedChange(rest, 7)
			ok = ok && change.Kind != Renamed // that has a record of its own kind
		case "2":
			if i+1 == len(records) {
				status.Cut = true
				return status, nil
			}
			change, ok = trackedChange(rest, 8)
			i++
			if change.Kind == Renamed {
				change.From = records[i]
				ok = ok && change.From != ""
			}
		case "u":
			change, ok = trackedChange(rest, 9)
			change.Kind = Unmerged
		case "?":
			change = Change{Path: rest, Kind: Untracked}
		default:
			continue
		}
		if !ok || change.Path == "" {
			return status, fmt.Errorf("%w: record %q", errStatus, records[i])
		}
		if !cleanPath(change.Path) {
			continue // of a forged index
		}
		status.Changed = append(status.Changed, change)
	}
	return status, nil
}

// header takes in a header line without its "# ".
func (s *Status) header(line string) {
	name, value, _ := strings.Cut(line, " ")
	switch name {
	case "branch.oid":
		if isObjectID(value) {
			s.Commit = value
		}
	case "branch.head":
		s.Detached = value == "(detached)"
		if !s.Detached {
			s.Branch = value
		}
	}
}

// trackedChange reads a record whose path follows after the given number of
// fields, of which the first holds the states of index and work tree.
func trackedChange(record string, fields int) (Change, bool) {
	states, rest, _ := strings.Cut(record, " ")
	for range fields - 1 {
		var found bool
		if _, rest, found = strings.Cut(rest, " "); !found {
			return Change{}, false
		}
	}
	if len(states) != 2 {
		return Change{}, false
	}
	index, tree := states[0], states[1]
	kind := Modified
	switch {
	case tree == 'D' || index == 'D' && tree == '.':
		kind = Deleted
	case index == 'R' || tree == 'R':
		kind = Renamed
	case index == 'A' || tree == 'A' || index == 'C' || tree == 'C':
		kind = Added
	}
	return Change{Path: rest, Kind: kind}, true
}
