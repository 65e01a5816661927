package workflow

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

const (
	// maxFolder is how long a branch's folder may be, in bytes.
	maxFolder = 100
	// defaultBranch is the branch of runs without git or on no branch.
	defaultBranch = "main"
)

func branchOf(root string) string {
	repo, ok := gitrepo.Find(root)
	if !ok {
		return defaultBranch
	}
	return cmp.Or(repo.Head().Branch, defaultBranch)
}

// A place is where a run is.
type place struct {
	Path     string `json:"path"` // the run's folder, relative to the project root
	Archived bool   `json:"archived"`
	runs     string // the folder of runs above it
	folder   string // the branch's, "" where there is no such level
}

func (s Store) full(rel ...string) string {
	return filepath.Join(s.Root, filepath.FromSlash(path.Join(rel...)))
}

func (s Store) file(at place, name string) durable.Place {
	return durable.In(s.Root, path.Join(at.Path, name))
}

func (s Store) places(archive bool) (all []place, err error) {
	for _, runs := range Folders() {
		if _, err := s.Entries(runs); err != nil {
			return all, fmt.Errorf("opening %q: %w", runs, err)
		}
		all = append(all, s.level(place{Path: runs, runs: runs})...)
		if archive {
			all = append(all, s.level(place{Path: path.Join(runs, archiveName), runs: runs, Archived: true})...)
		}
	}
	return all, nil
}

// level are the runs in a folder, or in the folders of branches in it.
func (s Store) level(in place) []place {
	var all []place
	names, _ := s.Names(in.Path, true)
	for _, name := range names {
		at := in
		at.Path = path.Join(in.Path, name)
		if _, err := os.Lstat(s.full(at.Path, stateFile)); err == nil {
			all = append(all, at)
		} else if in.folder == "" && (in.Archived || name != archiveName) {
			at.folder = name
			all = append(all, s.level(at)...)
		}
	}
	return all
}

func (s Store) read(at place) (Run, record.File) {
	state, file, err := s.Read(path.Join(at.Path, stateFile), record.MaxOwn, maxForeign)
	r := runAt(at, state)
	if r.Ours, r.broken = file.Own, err; err != nil {
		r.Fault = err.Error()
	}
	return r, file
}

// fold is the folder of a branch, without regard to others.
func fold(branch string) string {
	name := strings.ReplaceAll(branch, "/", "-")
	if len(name) > maxFolder || name == archiveName {
		return strings.ToValidUTF8(name[:min(len(name), maxFolder)], "") + suffix(branch)
	}
	return name
}

func suffix(branch string) string { return "-" + machine.Sum([]byte(branch))[:4] }

// on reports whether a run is of a branch, as it or its folder says; without both it is of
// every branch.
func (r Run) on(branch string) bool {
	if r.Branch != "" || r.folder == "" {
		return r.Branch == branch || r.Branch == ""
	}
	return r.folder == fold(branch) || r.folder == fold(branch)+suffix(branch)
}
