package gitrepo

import (
	"os"
	"path/filepath"
	"strings"
)

// Branch is the branch that work here belongs to.
func (r Repo) Branch() string { return r.Head().Work() }

// rebased is the branch that is being rebased, "" for none.
// Source: git's builtin/rebase.c, head-name.
func (r Repo) rebased() string {
	for _, state := range []string{"rebase-merge", "rebase-apply"} {
		text, err := readSmall(filepath.Join(r.GitDir, state, "head-name"))
		if name, ok := strings.CutPrefix(strings.TrimRight(text, "\r\n"), branchPrefix); err == nil && ok {
			return strings.ToValidUTF8(name, "\uFFFD")
		}
	}
	return ""
}

// Doing is what git is in the middle of here, such as a rebase or a merge, "" for
// nothing. Source: git's wt-status.c, wt_status_get_state.
func (r Repo) Doing() string {
	for _, state := range []struct{ file, what string }{
		{"rebase-merge", "rebase"}, {"rebase-apply", "rebase"}, {"MERGE_HEAD", "merge"},
		{"CHERRY_PICK_HEAD", "cherry-pick"}, {"REVERT_HEAD", "revert"},
	} {
		if _, err := os.Lstat(filepath.Join(r.GitDir, state.file)); err == nil {
			return state.what
		}
	}
	return ""
}

// HasBranch reports whether the repository has the branch name. Where that
// cannot be read it has.
func (r Repo) HasBranch(name string) bool {
	if !validRef(branchPrefix + name) {
		return false
	}
	value, err := r.readRef(branchPrefix + name)
	return err != nil || value != ""
}
