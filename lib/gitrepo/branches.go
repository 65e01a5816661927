package gitrepo

import (
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"holdfast/lib/each"
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
func (r Repo) Branches() (b *Branches, known bool) {
	b = &Branches{repo: r, loose: map[string]bool{}, upstreams: sync.OnceValue(r.upstreams)}
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
func (b *Branches) Trunk() string {
	const remote = remotePrefix + "origin/"
	value, _ := b.ref(remote + "HEAD")
	target := strings.TrimSpace(strings.TrimPrefix(value, "ref:"))
	if name, ok := strings.CutPrefix(target, remote); ok && validRef(branchPrefix+name) {
		return name
	}
	if has := each.First(trunks, func(name string) bool { return b.Tip(name) != "" }); has != "" {
		return has
	}
	now := b.repo.Branch()
	return each.First(trunks, func(name string) bool { return name == now }) // without a commit yet
}

// ref is what a ref holds, "" if there is none; known is false where that cannot be read.
func (b *Branches) ref(ref string) (value string, known bool) {
	if !validRef(ref) {
		return b.packed[ref], true
	}
	value, err := b.repo.looseRef(ref)
	if err != nil && mayBePacked(err) {
		return b.packed[ref], true
	}
	return value, err == nil
}

// Has reports whether there is a branch of that name.
func (b *Branches) Has(name string) bool { return b.loose[name] || b.packed[branchPrefix+name] != "" }

// Tip is the commit of a branch, "" if there is none.
func (b *Branches) Tip(name string) string {
	if !b.loose[name] {
		return b.packed[branchPrefix+name]
	}
	tip, _ := b.ref(branchPrefix + name)
	return tip
}

// RemoteTip is the commit of the remote's branch of that name, as it was fetched last, "" for none.
func (b *Branches) RemoteTip(branch string) string {
	tip, _ := b.ref(remotePrefix + "origin/" + branch)
	return tip
}

// LostUpstream reports whether a branch follows one of a remote that is not there any more.
func (b *Branches) LostUpstream(name string) bool {
	ref := b.upstreams()[name]
	tip, known := b.ref(ref)
	return ref != "" && known && tip == ""
}

// upstreams are the refs of remotes that branches follow, by the name of the branch.
// Source: git's documentation, git-config, "branch.<name>.merge".
func (r Repo) upstreams() map[string]string {
	text, _ := platform.ReadRegular(filepath.Join(r.CommonDir, "config"), maxConfig)
	// A section may come in several parts: what is set is kept by branch and key.
	branch, set, all := "", map[[2]string]string{}, map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			branch = strings.TrimSuffix(strings.TrimPrefix(line, `[branch "`), `"]`)
		}
		key, value, _ := strings.Cut(line, "=")
		set[[2]string{branch, strings.ToLower(strings.TrimSpace(key))}] = strings.TrimSpace(value)
		remote, merge := set[[2]string{branch, "remote"}], set[[2]string{branch, "merge"}]
		if merge = strings.TrimPrefix(merge, branchPrefix); remote != "" && remote != "." && merge != "" {
			all[branch] = remotePrefix + remote + "/" + merge
		}
	}
	return all
}
