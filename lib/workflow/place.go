package workflow

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
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

// BranchOf is the branch of the runs that are started in a project.
func BranchOf(root string) string {
	repo, ok := gitrepo.Find(root)
	if !ok {
		return defaultBranch
	}
	return cmp.Or(repo.Head().Branch, defaultBranch)
}

// A place is where a run is.
type place struct {
	rel      string // the run's folder, relative to the project root
	runs     string // the folder of runs above it
	branch   string // the branch's folder, "" where there is no such level
	archived bool
}

// full is a path below the project root as the system has it.
func (s Store) full(rel ...string) string {
	return filepath.Join(s.Root, filepath.FromSlash(path.Join(rel...)))
}

// file is the place of a file in the run's folder.
func (s Store) file(at place, name string) durable.Place {
	return durable.In(s.Root, path.Join(at.rel, name))
}

// places are where all runs lie: in the folders that may be the branch's, "" for
// any; the archive only where it is asked for.
func (s Store) places(archive bool, branch string) (all []place, err error) {
	for _, runs := range Folders() {
		if _, err := s.Entries(runs); err != nil {
			return all, fmt.Errorf("opening %q: %w", runs, err)
		}
		all = append(all, s.level(place{rel: runs, runs: runs}, branch)...)
		if archive {
			all = append(all, s.level(place{rel: path.Join(runs, archiveName), runs: runs, archived: true}, branch)...)
		}
	}
	return all, nil
}

// level are the runs in a folder, which holds runs, or folders of branches with runs.
func (s Store) level(in place, branch string) []place {
	var all []place
	names, _ := s.Names(in.rel, true)
	for _, name := range names {
		at := in
		at.rel = path.Join(in.rel, name)
		skip := in.branch != "" || !in.archived && name == archiveName || branch != "" && !mayHold(name, branch)
		switch {
		case s.isRun(at.rel):
			all = append(all, at)
		case !skip:
			at.branch = name
			all = append(all, s.level(at, branch)...)
		}
	}
	return all
}

func (s Store) isRun(rel string) bool {
	_, err := os.Lstat(s.full(rel, stateFile))
	return err == nil
}

// read reads the run at a place.
func (s Store) read(at place) (Run, machine.File) {
	state, file, err := s.Read(path.Join(at.rel, stateFile), maxState, maxState)
	r := runAt(at, state)
	if r.Ours, r.broken = file.Own, err; err != nil {
		r.Fault = err.Error()
	}
	return r, file
}

// fold is the folder of a branch, without regard to others.
func fold(branch string) string {
	name := strings.ReplaceAll(branch, "/", "-")
	if len(name) > maxFolder || name == archiveName || strings.HasPrefix(name, ".") {
		name = strings.TrimLeft(strings.ToValidUTF8(name[:min(len(name), maxFolder)], ""), ".")
		return name + suffix(branch)
	}
	return name
}

func suffix(branch string) string { return "-" + machine.Sum([]byte(branch))[:4] }

// mayHold reports whether a folder may be the branch's.
func mayHold(folder, branch string) bool {
	return strings.EqualFold(folder, fold(branch)) || folder == fold(branch)+suffix(branch)
}

// on reports whether a run in the branch's folder is of a branch. One that names none
// is of the branch of its folder, and without such a folder of every branch.
func (at place) on(named, branch string) bool {
	if named != "" {
		return named == branch
	}
	return at.branch == "" || mayHold(at.branch, branch)
}

// StartOptions say what run begins.
type StartOptions struct {
	Workflow string
	Path     string // workflow_path, may be empty
	Branch   string
	Steps    int // 0 where unknown
	Now      time.Time
}

// faults are what of the options would not be a plain name of a folder.
func (o StartOptions) faults() (all []fault.Fault) {
	plain := strings.Trim(o.Workflow, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
	if o.Workflow == "" || len(o.Workflow) > 80 || strings.ContainsRune(".-", rune(o.Workflow[0])) || !plain {
		all = append(all, fault.Fault{
			Field: "workflow", Found: fault.Shorten(o.Workflow),
			Allowed: "1 to 80 letters, digits, dots, dashes and underscores, beginning with a letter or digit",
		})
	}
	if !isBranch(o.Branch) {
		all = append(all, fault.Fault{
			Field: "branch", Found: fault.Shorten(o.Branch), Allowed: "a branch's name as git allows it",
		})
	}
	return all
}

// isBranch reports whether git would take the name, as far as it becomes a folder's.
func isBranch(name string) bool {
	odd := func(c rune) bool { return unicode.IsControl(c) || unicode.Is(unicode.Cf, c) }
	return name != "" && name[0] != '-' && strings.Trim(name, "/ ") == name && utf8.ValidString(name) &&
		len(name) <= 500 && strings.Trim(name, ".") != "" && !strings.ContainsAny(name, "\\:") &&
		!strings.Contains(name, "..") && !strings.ContainsFunc(name, odd)
}

// first is the new run at a place.
func (o StartOptions) first(at place) Run {
	id := path.Base(at.rel)
	v := record.Object(
		"run_id", id, "workflow_path", o.Path, "session_branch", o.Branch, "started_at", o.Now,
		"last_checkpoint", stamp(o.Now), "checkpoint_id", checkpointID(id, 0, record.Object()),
	)
	if o.Steps > 0 {
		v = v.With(o.Steps, "total_steps")
	}
	r := runAt(at, keys.New(v))
	r.Ours = true
	return r
}

// placeOf is where a new run goes. Its name is one that no run of any branch has, so
// that it means one, nor a folder that a killed start left without a state. Its
// folder has the branch's name, with a suffix where another branch has that one.
func (s Store) placeOf(o StartOptions) (place, error) {
	all, err := s.places(true, "")
	if err != nil {
		return place{}, err
	}
	folder := fold(o.Branch)
	for _, at := range all {
		if at.runs == Dir && strings.EqualFold(at.branch, folder) {
			if r, _ := s.read(at); r.Branch != "" && r.Branch != o.Branch {
				folder += suffix(o.Branch)
				break
			}
		}
	}
	for name := range durable.Numbered(o.Workflow + "-" + o.Now.UTC().Format("20060102-150405")) {
		at := place{rel: path.Join(Dir, folder, name), runs: Dir, branch: folder}
		_, err := s.Stat(at.rel)
		same := func(a place) bool { return path.Base(a.rel) == name }
		if errors.Is(err, fs.ErrNotExist) && !slices.ContainsFunc(all, same) {
			return at, nil
		}
	}
	return place{}, fmt.Errorf("starting %q: no free name: %w", o.Workflow, fs.ErrExist)
}
