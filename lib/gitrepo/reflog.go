package gitrepo

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/platform"
)

// A Move is one entry of a reflog: a ref moved to another commit.
type Move struct {
	Made, Reset bool // it was made by this, or set to another commit, as "git branch -f" does, too
	To          string
	At          time.Time // to the second
	Why         string
}

// reflog are the entries of a ref, oldest first; nil where there is no reflog. Source: git's documentation, git-reflog.
func reflog(dir, ref string) (moves []Move) {
	text, _ := platform.ReadRegular(filepath.Join(dir, "logs", filepath.FromSlash(ref)), 4<<20)
	for line := range strings.Lines(string(text)) {
		head, why, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		from, rest, _ := strings.Cut(head, " ")
		to, who, _ := strings.Cut(rest, " ")
		_, at, _ := strings.Cut(who, "> ")
		at, _, _ = strings.Cut(at, " ")
		if seconds, err := strconv.ParseInt(at, 10, 64); err == nil && isObjectID(from) && isObjectID(to) {
			reset := strings.HasPrefix(why, "reset: ") || strings.HasPrefix(why, "branch: Reset to ")
			moves = append(moves, Move{strings.Trim(from, "0") == "", reset, to, time.Unix(seconds, 0).UTC(), why})
		}
	}
	return moves
}

// Moves are the entries of a branch since it was made, oldest first; nil where there is no reflog.
func (r Repo) Moves(branch string) []Move {
	if !validRef(branchPrefix + branch) {
		return nil
	}
	return reflog(r.CommonDir, branchPrefix+branch)
}

// Fetched are the entries of the remote's branch of that name, oldest first.
func (r Repo) Fetched(branch string) []Move {
	return reflog(r.CommonDir, remotePrefix+"origin/"+branch)
}

// Stashed are the branches of which changes lie in the stash, with when they were put there last.
func (r Repo) Stashed() map[string]time.Time {
	return each.By(reflog(r.CommonDir, "refs/stash"), func(m Move) (string, time.Time) {
		_, of, _ := strings.Cut(m.Why, "n ") // "WIP on main: …", or "On main: …" with a message
		branch, _, _ := strings.Cut(of, ": ")
		return branch, m.At
	})
}

// A Step is one entry of HEAD's reflog: which branch is checked out from then on, "" on a detached HEAD, and whether a
// commit was made on it, or another branch was merged.
type Step struct {
	At                   time.Time // to the second
	Branch               string
	Commit, Reset, Merge bool
	Subject              string // of a commit, whatever made it
	Tip                  string // the commit that is checked out from then on
}

// Reverts is the subject of the commit that one of that subject reverts, "" for none.
func Reverts(subject string) string {
	if of, is := strings.CutPrefix(subject, `Revert "`); is {
		return strings.TrimSuffix(of, `"`)
	} else if of, is = strings.CutPrefix(subject, `Reapply "`); is { // git 2.43 of the revert of a revert
		return `Revert "` + of
	}
	return ""
}

// Steps are the entries of HEAD, which is now on the branch, oldest first; nil where there is no reflog.
func (r Repo) Steps(branch string) []Step {
	moves := reflog(r.GitDir, "HEAD")
	steps := make([]Step, len(moves))
	for i, m := range slices.Backward(moves) {
		kind, subject, _ := strings.Cut(m.Why, ": ")
		made := slices.Contains([]string{"commit", "commit (amend)", "commit (initial)", "revert"}, kind)
		merged, merge := strings.CutPrefix(kind, "merge ")
		if merge {
			subject = "Merge branch '" + merged + "'"
		}
		merge = merge || kind == "commit (merge)" // after a conflict
		steps[i] = Step{m.At, branch, made, m.Reset, merge, subject, m.To}
		if moved, is := strings.CutPrefix(m.Why, "checkout: moving from "); is {
			// What is left is told by its name, or by its commit where no branch was checked
			// out; what it goes to may be a tag, or what any other expression names.
			if branch, _, _ = strings.Cut(moved, " to "); isObjectID(branch) {
				branch = ""
			}
		}
	}
	return steps
}

// Committed is when the last commit of such steps was made, zero for none. The first one took in whatever was there.
func Committed(steps []Step) (at time.Time) {
	for i, s := range steps {
		if s.Commit && i > 0 {
			at = s.At
		}
	}
	return at
}

// Renamed are the names that branches got by those that they had before: of what was checked out then, or is now, and
// of that branch.
func (r Repo) Renamed(branch string) map[string]string {
	names := map[string]string{}
	for _, m := range slices.Concat(reflog(r.CommonDir, "HEAD"), reflog(r.GitDir, "HEAD"), r.Moves(r.Branch()),
		r.Moves(branch)) {
		if renamed, is := strings.CutPrefix(m.Why, "Branch: renamed "+branchPrefix); is {
			was, now, _ := strings.Cut(renamed, " to "+branchPrefix)
			names[was] = now
		}
	}
	return names
}
