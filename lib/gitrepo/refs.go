package gitrepo

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"holdfast/lib/platform"
)

// trunks are the names that a default branch has where no remote says which it is.
var trunks = []string{"main", "master", "trunk", "develop"}

// Branches are those of a repository as they were in one moment, read once for any number of questions.
type Branches struct {
	repo   Repo
	loose  map[string]bool   // by name
	packed map[string]string // what packed-refs holds, by the whole name of the ref
	// upstreams are the refs that branches follow, by the name of the branch.
	upstreams func() map[string]string
}

// Branches reads the branches; known is false where they cannot be read.
func (r Repo) Branches() (b Branches, known bool) {
	b = Branches{repo: r, loose: map[string]bool{}, upstreams: sync.OnceValue(r.upstreams)}
	dir := filepath.Join(r.CommonDir, filepath.FromSlash(branchPrefix))
	if !IsFolder(dir) {
		return b, false // as where refs are in the reftable format
	}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if rel, relErr := filepath.Rel(dir, file); err == nil && relErr == nil && !d.IsDir() {
			b.loose[filepath.ToSlash(rel)] = true
		}
		return err
	})
	packed, packedErr := r.packedRefs("")
	b.packed = packed
	return b, err == nil && packedErr == nil
}

// Trunk is the default branch: where the remote's HEAD points, else the first of
// the usual names that exists; "" for none.
func (b Branches) Trunk() string {
	const remote = remotePrefix + "origin/"
	value, _ := b.ref(remote + "HEAD")
	target := strings.TrimSpace(strings.TrimPrefix(value, "ref:"))
	if name, ok := strings.CutPrefix(target, remote); ok && validRef(branchPrefix+name) {
		return name
	}
	for _, name := range trunks {
		if b.Tip(name) != "" {
			return name
		}
	}
	if head := b.repo.Branch(); slices.Contains(trunks, head) {
		return head // without a commit yet
	}
	return ""
}

// ref is what a ref holds, "" if there is none; known is false where that cannot be read.
func (b Branches) ref(ref string) (value string, known bool) {
	if name, is := strings.CutPrefix(ref, branchPrefix); is && !b.loose[name] || !validRef(ref) {
		return b.packed[ref], true
	}
	value, err := b.repo.looseRef(ref)
	if err != nil && mayBePacked(err) {
		return b.packed[ref], true
	}
	return value, err == nil
}

// Has reports whether there is a branch of that name.
func (b Branches) Has(name string) bool { return b.loose[name] || b.packed[branchPrefix+name] != "" }

// Tip is the commit of a branch, "" if there is none.
func (b Branches) Tip(name string) string {
	tip, _ := b.ref(branchPrefix + name)
	return tip
}

// RemoteTip is the commit of the remote's branch of that name, as it was fetched last, "" for none.
func (b Branches) RemoteTip(branch string) string {
	tip, _ := b.ref(remotePrefix + "origin/" + branch)
	return tip
}

// LostUpstream reports whether a branch follows one of a remote that is not there any more.
func (b Branches) LostUpstream(name string) bool {
	ref := b.upstreams()[name]
	if ref == "" {
		return false
	}
	tip, known := b.ref(ref)
	return known && tip == ""
}

// upstreams are the refs of remotes that branches follow, by the name of the branch.
// Source: git's documentation, git-config, "branch.<name>.merge".
func (r Repo) upstreams() map[string]string {
	text, err := platform.ReadRegular(filepath.Join(r.CommonDir, "config"), maxConfig)
	if err != nil {
		return nil
	}
	var branch string // a section may come in several parts
	remotes, merges, all := map[string]string{}, map[string]string{}, map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			branch = strings.TrimSuffix(strings.TrimPrefix(line, `[branch "`), `"]`)
		}
		key, value, _ := strings.Cut(line, "=")
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "remote":
			remotes[branch] = strings.TrimSpace(value)
		case "merge":
			merges[branch] = strings.TrimPrefix(strings.TrimSpace(value), branchPrefix)
		}
		if remote, merge := remotes[branch], merges[branch]; remote != "" && remote != "." && merge != "" {
			all[branch] = remotePrefix + remote + "/" + merge
		}
	}
	return all
}

// A Move is one step of a ref, as its reflog has it.
type Move struct {
	From, To string
	At       time.Time // to the second
	Why      string
}

const maxReflog = 4 << 20

// reflog are the steps of a ref, oldest first; nil where the repository does not record
// them. Source: git's documentation, git-reflog.
func reflog(dir, ref string) (moves []Move) {
	text, err := platform.ReadRegular(filepath.Join(dir, "logs", filepath.FromSlash(ref)), maxReflog)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		head, why, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		from, rest, _ := strings.Cut(head, " ")
		to, who, _ := strings.Cut(rest, " ")
		_, at, _ := strings.Cut(who, "> ")
		at, _, _ = strings.Cut(at, " ")
		seconds, err := strconv.ParseInt(at, 10, 64)
		if err == nil && isObjectID(from) && isObjectID(to) {
			moves = append(moves, Move{from, to, time.Unix(seconds, 0).UTC(), why})
		}
	}
	return moves
}

// Moves are the steps of a branch since it was made, oldest first; nil where the repository does not record them.
func (r Repo) Moves(branch string) []Move {
	if !validRef(branchPrefix + branch) {
		return nil
	}
	return reflog(r.CommonDir, branchPrefix+branch)
}

// Stashed are the branches of which changes lie in the stash, with when they were put there last.
func (r Repo) Stashed() map[string]time.Time {
	stashed := map[string]time.Time{}
	for _, m := range reflog(r.CommonDir, "refs/stash") {
		_, of, _ := strings.Cut(m.Why, "n ") // "WIP on main: …", or "On main: …" with a message
		branch, _, _ := strings.Cut(of, ": ")
		stashed[branch] = m.At
	}
	return stashed
}

// A Step is what the record of HEAD says of a moment: which branch is checked out from
// then on, "" on a detached HEAD, and whether a commit was made on it.
type Step struct {
	At            time.Time // to the second
	Branch        string
	Commit, Reset bool
	Subject       string // of a commit, whatever made it
	Tip           string // the commit that is checked out from then on
}

// Reverts is the subject of the commit that the step reverts, "" for none.
func (s Step) Reverts() string {
	if subject, is := strings.CutPrefix(s.Subject, `Revert "`); is {
		return strings.TrimSuffix(subject, `"`)
	}
	return ""
}

// Steps are those of HEAD, which is on the branch, oldest first; nil where the repository does not record them.
func (r Repo) Steps(branch string) []Step {
	moves := reflog(r.GitDir, "HEAD")
	steps := make([]Step, len(moves))
	for i, m := range slices.Backward(moves) {
		kind, subject, _ := strings.Cut(m.Why, ": ")
		made := slices.Contains([]string{"commit", "commit (amend)", "commit (initial)"}, kind)
		if merged, is := strings.CutPrefix(kind, "merge "); is {
			subject = "Merge branch '" + merged + "'"
		}
		steps[i] = Step{At: m.At, Branch: branch, Commit: made, Reset: kind == "reset", Subject: subject, Tip: m.To}
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

// Committed is when the last commit of such steps was made, zero for none. That with which
// a repository began took in whatever was there.
func Committed(steps []Step) (at time.Time) {
	for i, s := range steps {
		if s.Commit && i > 0 {
			at = s.At
		}
	}
	return at
}

// Made reports whether the step is that with which the branch was made.
func (m Move) Made() bool { return strings.Trim(m.From, "0") == "" }

// RenamedFrom is the name that the branch had until this step, "" for none.
func (m Move) RenamedFrom() string {
	rest, ok := strings.CutPrefix(m.Why, "Branch: renamed "+branchPrefix)
	name, _, renamed := strings.Cut(rest, " to "+branchPrefix)
	if !ok || !renamed {
		return ""
	}
	return name
}
