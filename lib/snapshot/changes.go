package snapshot

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
)

// A Change is a path at which two trees differ.
type Change struct {
	Path    string
	Was, Is bool // whether it is in the one tree, and in the other
	Lines   bool // whether Added and Removed are known: it is text
	Added   int  // lines
	Removed int
}

// Changes are the paths at which the work tree differs from a snapshot, as far
// as a snapshot would hold them.
func (r Repo) Changes(ctx context.Context, commit string) ([]Change, error) {
	var changes []Change
	err := r.withTree(ctx, nil, func(r Repo, tree string, _ []string) (err error) {
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
	out, err := r.run(ctx, nil, "diff-tree", "-r", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--raw", "--numstat", one, other)
	if err != nil {
		return nil, fmt.Errorf("comparing snapshots: %w", err)
	}
	return parseChanges(out)
}

// parseChanges reads what `git diff-tree -z --raw --numstat` prints: the raw
// records, then the others. Source: git's documentation, git-diff-tree, "Raw
// output format" and "Other diff formats".
func parseChanges(out []byte) ([]Change, error) {
	var changes []Change
	at := map[string]int{}
	records := strings.Split(string(bytes.TrimSuffix(out, []byte{0})), "\x00")
	for i := 0; i < len(records); i++ {
		if records[i] == "" {
			continue
		}
		if raw, ok := strings.CutPrefix(records[i], ":"); ok {
			fields := strings.Fields(raw)
			i++
			if len(fields) != 5 || i == len(records) {
				return nil, fmt.Errorf("unexpected output of git diff-tree: %q", raw)
			}
			at[records[i]] = len(changes)
			changes = append(changes, Change{Path: records[i], Was: fields[0] != "000000", Is: fields[1] != "000000"})
			continue
		}
		fields := strings.SplitN(records[i], "\t", 3)
		if len(fields) != 3 {
			return nil, fmt.Errorf("unexpected output of git diff-tree: %q", records[i])
		}
		n, known := at[fields[2]]
		added, err := strconv.Atoi(fields[0])
		removed, otherErr := strconv.Atoi(fields[1])
		if known && err == nil && otherErr == nil { // "-" where it is not text
			changes[n].Lines, changes[n].Added, changes[n].Removed = true, added, removed
		}
	}
	return changes, nil
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
	var pairs strings.Builder
	var at []int // of the pairs
	for i := 1; i < len(commits); i++ {
		if objectID(commits[i]) && objectID(commits[i-1]) && commits[i] != commits[i-1] {
			pairs.WriteString(commits[i] + " " + commits[i-1] + "\n")
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return stats, nil
	}
	out, err := r.run(ctx, []byte(pairs.String()), "diff-tree", "--stdin", "--always", "-r", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--numstat")
	if err != nil {
		return nil, fmt.Errorf("comparing snapshots: %w", err)
	}
	for i, s := range parseStats(out) {
		if i < len(at) {
			stats[at[i]] = s
		}
	}
	return stats, nil
}

// parseStats reads what `git diff-tree --stdin --always -z --numstat` prints: for
// each pair a commit, then a record for each of its paths.
func parseStats(out []byte) (stats []Stat) {
	for record := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		fields := strings.SplitN(record, "\t", 3)
		if len(fields) < 3 {
			stats = append(stats, Stat{})
			continue
		}
		if len(stats) == 0 {
			continue
		}
		added, _ := strconv.Atoi(fields[0]) // "-" where it is not text
		removed, _ := strconv.Atoi(fields[1])
		s := &stats[len(stats)-1]
		s.Files, s.Added, s.Removed = s.Files+1, s.Added+added, s.Removed+removed
	}
	return stats
}
