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

	"holdfast/lib/cli"
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
	name     string // the run's own folder
	archived bool
}

// full is a path below the project root as the system has it.
func (s Store) full(rel ...string) string {
	return filepath.Join(s.Root, filepath.FromSlash(path.Join(rel...)))
}

// file is the place of a file below the run's folder.
func (s Store) file(at place, name string) durable.Place {
	return durable.In(s.Root, path.Join(at.rel, name))
}

// folders are the names of the folders in rel, without links.
func (s Store) folders(rel string) []string {
	names, _ := s.Names(rel, true)
	return names
}

// places are where all runs lie: in the folders that may be the branch's, "" for
// any; the archive only where it is asked for.
func (s Store) places(archive bool, branch string) ([]place, error) {
	var all []place
	for _, runs := range Folders() {
		if _, err := s.Entries(runs); errors.Is(err, durable.ErrLink) {
			if info, gone := os.Stat(s.full(runs)); gone != nil || !info.IsDir() {
				continue // a link that leads to no runs is not worth a word at every start
			}
			return all, fmt.Errorf("opening %q: %w", runs, err)
		} else if err != nil {
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
	for _, name := range s.folders(in.rel) {
		at := in
		at.rel, at.name = path.Join(in.rel, name), name
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
	r.Ours, r.broken = file.Own, err
	return r, file
}

// seen reads the run at a place for those who look, one with a corrupt state as
// its checkpoints have it.
func (s Store) seen(at place) Run {
	r, file := s.read(at)
	r, _ = s.rebuilt(r, file.Bytes)
	if why := cmp.Or(r.corrupt, r.broken); why != nil {
		r.Fault = cli.OneLine(why.Error())
	}
	return r
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

// folderOf is the folder that a branch's runs go to: the folded name, or where
// another branch has that one, the name with its suffix.
func (s Store) folderOf(branch string, all []place) string {
	plain := fold(branch)
	for _, at := range all {
		if at.runs == Dir && strings.EqualFold(at.branch, plain) {
			if r, _ := s.read(at); r.broken == nil && r.Branch != "" && r.Branch != branch {
				return plain + suffix(branch)
			}
		}
	}
	return plain
}

// on reports whether a run belongs to a branch. One that names none belongs to
// the branch of its folder, and without such a folder to every branch.
func (r Run) on(branch string) bool {
	if r.Branch != "" {
		return r.Branch == branch
	}
	return r.place.branch == "" || mayHold(r.place.branch, branch)
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

// first is the state of a new run.
func (o StartOptions) first(name string) record.Value {
	v := record.Object(
		"run_id", name, "workflow_path", o.Path, "session_branch", o.Branch, "started_at", o.Now,
		"last_checkpoint", stamp(o.Now), "checkpoint_id", checkpointID(name, 0, record.Object()),
	)
	if o.Steps > 0 {
		v = v.With(o.Steps, "total_steps")
	}
	return keys.New(v)
}

// freeName is a run's name that no run of any branch has, so that it means one,
// nor a folder that a killed start left without a state.
func (s Store) freeName(base, folder string, all []place) (string, error) {
	taken := s.folders(path.Join(Dir, folder))
	for name := range durable.Numbered(base) {
		same := func(at place) bool { return at.name == name }
		if !slices.Contains(taken, name) && !slices.ContainsFunc(all, same) {
			return name, nil
		}
	}
	return "", fmt.Errorf("starting %q: no free name: %w", base, fs.ErrExist)
}
