package snapshot

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// A Change is a path at which two trees differ.
type Change struct {
	Path           string
	Was            bool // whether it is in the one tree
	Added, Removed int  // lines, where it is text
}

// Changes are the paths at which the work tree differs from a snapshot, as far
// as a snapshot would hold them.
func (r Repo) Changes(ctx context.Context, commit string) ([]Change, error) {
	var changes []Change
	err := r.withTree(ctx, nil, func(r Repo, tree string, _ *files) (err error) {
		changes, err = r.Between(ctx, commit, tree)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("comparing with snapshot %q: %w", commit, err)
	}
	return changes, nil
}

// Between are the paths at which two snapshots differ.
func (r Repo) Between(ctx context.Context, one, other string) ([]Change, error) {
	if !objectID(one) || !objectID(other) {
		return nil, fmt.Errorf("comparing snapshots: no commits: %q, %q", one, other)
	}
	pairs, err := r.diff(ctx, "", one, other)
	if err != nil {
		return nil, err
	}
	return pairs[0], nil
}

// A Stat counts what changed from one snapshot to another.
type Stat struct {
	Files   int `json:"files"`
	Added   int `json:"added"` // lines, of what is text
	Removed int `json:"removed"`
}

// Sum counts changes.
func Sum(changes []Change) Stat {
	s := Stat{Files: len(changes)}
	for _, c := range changes {
		s.Added, s.Removed = s.Added+c.Added, s.Removed+c.Removed
	}
	return s
}

// Stats count what changed in each of commits since the one before it; the first
// has none.
func (r Repo) Stats(ctx context.Context, commits []string) ([]Stat, error) {
	stats := make([]Stat, len(commits))
	var asked strings.Builder
	var at []int // of the pairs
	for i := 1; i < len(commits); i++ {
		if objectID(commits[i]) && objectID(commits[i-1]) && commits[i] != commits[i-1] {
			asked.WriteString(commits[i] + " " + commits[i-1] + "\n")
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return stats, nil
	}
	pairs, err := r.diff(ctx, asked.String(), "--stdin", "--always")
	if err != nil {
		return nil, err
	}
	for i, changes := range pairs[1:] {
		if i < len(at) {
			stats[at[i]] = Sum(changes)
		}
	}
	return stats, nil
}

// diff compares pairs of trees: the one of the arguments, or before each pair of its
// input an empty one. Source: git's documentation, git-diff-tree, "Raw output
// format" and "Other diff formats".
func (r Repo) diff(ctx context.Context, stdin string, args ...string) ([][]Change, error) {
	all := []string{"diff-tree", "-r", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--raw", "--numstat"}
	out, err := r.run(ctx, []byte(stdin), append(all, args...)...)
	if err != nil {
		return nil, fmt.Errorf("comparing snapshots: %w", err)
	}
	return parseDiff(string(out))
}

func parseDiff(out string) ([][]Change, error) {
	var changes []Change
	var pairs [][]Change
	at := map[string]int{}
	records := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	for i := 0; i < len(records); i++ {
		fields := strings.SplitN(records[i], "\t", 3)
		switch {
		case records[i] == "":
		case objectID(records[i]): // the next pair of the input
			pairs, changes = append(pairs, changes), nil
			clear(at)
		case records[i][0] == ':' && i+1 < len(records):
			was := !strings.HasPrefix(records[i], ":000000 ")
			i++
			at[records[i]] = len(changes)
			changes = append(changes, Change{Path: records[i], Was: was})
		case len(fields) == 3:
			n, known := at[fields[2]]
			added, err := strconv.Atoi(fields[0])
			removed, otherErr := strconv.Atoi(fields[1])
			if known && err == nil && otherErr == nil { // "-" where it is not text
				changes[n].Added, changes[n].Removed = added, removed
			}
		default:
			return nil, fmt.Errorf("unexpected output of git diff-tree: %q", records[i])
		}
	}
	return append(pairs, changes), nil
}
