package workflow

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
)

// maxFolder is how long a branch's folder may be, in bytes.
const maxFolder = 100

// A place is where a run is.
type place struct {
	rel      string // the run's folder, relative to the project root
	runs     string // the folder of runs above it
	branch   string // the branch's folder, "" where there is no such level
	name     string // the run's own folder
	archived bool
}

// under is a name below the run's folder, as an absolute path.
func (s Store) under(at place, name string) string {
	return filepath.Join(s.Root, filepath.FromSlash(at.rel), filepath.FromSlash(name))
}

// file is the place of a file below the run's folder.
func (s Store) file(at place, name string) durable.Place {
	return durable.In(s.Root, path.Join(at.rel, name))
}

// real reports whether a folder is at rel, to which no link leads.
func (s Store) real(rel string) (bool, error) {
	info, err := s.records().Stat(rel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		return false, fmt.Errorf("opening %q: it is %w", rel, durable.ErrLink)
	case err == nil && !info.IsDir():
		return false, fmt.Errorf("opening %q: it is not a folder: %w", rel, fs.ErrInvalid)
	}
	return err == nil, err
}

// folders are the names of the folders in rel, without links, and without what a
// killed process was about to delete.
func (s Store) folders(rel string) []string {
	entries, _ := s.records().Entries(rel)
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// places are where all runs lie. take says which branch folders are looked
// into; the archive only where it is asked for.
func (s Store) places(archive bool, take func(folder string) bool) ([]place, error) {
	var all []place
	for _, runs := range Folders() {
		there, err := s.real(runs)
		if info, gone := os.Stat(filepath.Join(s.Root, filepath.FromSlash(runs))); errors.Is(err, durable.ErrLink) && (gone != nil || !info.IsDir()) {
			continue // a link that leads to no runs is not worth a word at every start
		}
		if err != nil {
			return all, err
		}
		if !there {
			continue
		}
		all = append(all, s.level(runs, runs, false, take)...)
		if archive {
			if there, err := s.real(path.Join(runs, archiveName)); err == nil && there {
				all = append(all, s.level(runs, path.Join(runs, archiveName), true, take)...)
			}
		}
	}
	return all, nil
}

// level are the runs in dir, which holds runs, or folders of branches with runs.
func (s Store) level(runs, dir string, archived bool, take func(string) bool) []place {
	var all []place
	for _, name := range s.folders(dir) {
		rel := path.Join(dir, name)
		if s.isRun(rel) {
			all = append(all, place{rel: rel, runs: runs, name: name, archived: archived})
			continue
		}
		if !archived && name == archiveName || take != nil && !take(name) {
			continue
		}
		for _, run := range s.folders(rel) {
			if at := path.Join(rel, run); s.isRun(at) {
				all = append(all, place{rel: at, runs: runs, branch: name, name: run, archived: archived})
			}
		}
	}
	return all
}

func (s Store) isRun(rel string) bool {
	_, err := os.Lstat(filepath.Join(s.Root, filepath.FromSlash(rel), stateFile))
	return err == nil
}

// read reads the run at a place. The folders above the run's own were looked at
// when it was found.
func (s Store) read(at place) (Run, machine.File) {
	file, err := s.Machine.ReadFile(filepath.Dir(s.under(at, "")), at.name+"/"+stateFile, maxState)
	if err == nil {
		r := parseRun(at, file.Bytes)
		r.Ours = file.Own
		return r, file
	}
	for _, odd := range []error{durable.ErrLink, durable.ErrNotRegular, durable.ErrTooLarge} {
		if errors.Is(err, odd) {
			err = fmt.Errorf("%s is %w", stateFile, odd)
		}
	}
	r := runAt(at)
	r.Broken = err
	return r, file
}

// seen reads the run at a place for those who look, one with a corrupt state as
// its checkpoints have it.
func (s Store) seen(at place) Run {
	r, file := s.read(at)
	r, _ = s.rebuilt(r, file.Bytes)
	if why := cmp.Or(r.Corrupt, r.Broken); why != nil {
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

func suffix(branch string) string {
	return "-" + machine.Sum([]byte(branch))[:4]
}

// mayHold reports whether a folder may be the branch's.
func mayHold(folder, branch string) bool {
	return strings.EqualFold(folder, fold(branch)) || folder == fold(branch)+suffix(branch)
}

// folderOf is the folder that a branch's runs go to: the folded name, or where
// another branch has that one, the name with its suffix.
func (s Store) folderOf(branch string) string {
	plain := fold(branch)
	for _, level := range []string{Dir, path.Join(Dir, archiveName)} {
		for _, name := range s.folders(level) {
			if !strings.EqualFold(name, plain) {
				continue
			}
			for _, run := range s.folders(path.Join(level, name)) {
				r, _ := s.read(place{rel: path.Join(level, name, run), branch: name, name: run})
				if r.Broken == nil && r.Branch != "" && r.Branch != branch {
					return plain + suffix(branch)
				}
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

// checkWorkflow refuses a workflow's name that would not be a plain name of a
// folder.
func checkWorkflow(name string) []fault.Fault {
	ok := name != "" && len(name) <= 80 && name[0] != '.' && name[0] != '-'
	for _, c := range []byte(name) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		ok = ok && (letter || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-')
	}
	if ok {
		return nil
	}
	return []fault.Fault{{Field: "workflow", Found: fault.Shorten(name), Allowed: "1 to 80 letters, digits, dots, dashes and underscores, beginning with a letter or digit"}}
}

// checkBranch refuses a branch that git would not take and that would not be a
// plain name of a folder.
func checkBranch(branch string) []fault.Fault {
	bad := branch == "" || branch[0] == '-' || strings.Trim(branch, "/ ") != branch || !utf8.ValidString(branch) || len(branch) > 500 || strings.Trim(branch, ".") == "" ||
		strings.ContainsAny(branch, "\\:") || strings.Contains(branch, "..") ||
		strings.ContainsFunc(branch, func(c rune) bool { return unicode.IsControl(c) || unicode.Is(unicode.Cf, c) })
	if !bad {
		return nil
	}
	return []fault.Fault{{Field: "branch", Found: fault.Shorten(branch), Allowed: "a branch's name as git allows it"}}
}
