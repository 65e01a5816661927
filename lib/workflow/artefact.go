package workflow

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// maxArtefact is the size of the largest file that is copied.
const maxArtefact = 64 << 20

// A file is an artefact as it was read.
type file struct {
	path string // relative to the project root
	sum  string
	data []byte
}

// take reads the files at paths relative to the project root, through no link;
// all that cannot be taken is named.
func (s Store) take(paths []string) ([]file, error) {
	var files []file
	var faults []fault.Fault
	for _, p := range paths {
		b, err := s.readArtefact(p)
		if err != nil {
			faults = append(faults, fault.Fault{Field: "artefact", Found: fault.Shorten(p) + " (" + reason(err) + ")", Allowed: "a file in the project, of at most 64 MiB, not behind a link"})
			continue
		}
		if !slices.ContainsFunc(files, func(o file) bool { return o.path == p }) {
			files = append(files, file{path: p, sum: machine.Sum(b), data: b})
		}
	}
	if len(faults) > 0 {
		return nil, &fault.InvalidError{What: "the step", Faults: faults, Hint: help}
	}
	return files, nil
}

func (s Store) readArtefact(p string) ([]byte, error) {
	if !record.IsLocal(p) {
		return nil, fs.ErrInvalid
	}
	return durable.In(s.Root, p).Read(maxArtefact)
}

// reason says in a few words why a file cannot be taken.
func reason(err error) string {
	for _, known := range []error{fs.ErrNotExist, fs.ErrPermission, durable.ErrLink, durable.ErrNotRegular, durable.ErrTooLarge} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return "no path in the project"
}

// copies puts copies of the files of step n into the run's artefacts folder, a
// copy with the same bytes only once, and enters them in artefacts_produced, in
// the place of those of the same step and path.
func (s Store) copies(r *Run, n int, files []file) error {
	produced := slices.Clone(r.state.Get("artefacts_produced").Items())
	var used []string
	for _, f := range files {
		copied, err := s.records().Keep(r.place.rel+"/"+copyFolder, fmt.Sprintf("step-%02d-output", n), plainExt(f.path), f.data, used...)
		if err != nil {
			return fmt.Errorf("copying %q: %w", f.path, err)
		}
		used = append(used, copied)
		made := record.Object().With(record.Int(n), "step").With(record.Text(path.Base(f.path)), "name").
			With(record.Text(f.path), "path").With(record.Text(f.sum), "sha256").With(record.Text(path.Base(copied)), "copy")
		i := slices.IndexFunc(produced, func(o record.Value) bool {
			a := artefactOf(o)
			return o.IsObject() && a.Step == n && a.Path == f.path
		})
		if i < 0 {
			produced = append(produced, made)
		} else {
			produced[i] = made
		}
	}
	r.put("artefacts_produced", record.List(produced...))
	return nil
}

// plainExt is a path's extension where it is a plain one.
func plainExt(p string) string {
	ext := path.Ext(path.Base(p))
	plain := func(c rune) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }
	if len(ext) < 2 || len(ext) > 17 || strings.ContainsFunc(ext[1:], func(c rune) bool { return !plain(c) }) {
		return ""
	}
	return ext
}

// looked is a checkpoint of a run with how its artefacts are now. What a foreign
// state names outside the project is not looked at.
func (s Store) looked(r Run, c Checkpoint) Checkpoint {
	for i := range c.Artefacts {
		a := &c.Artefacts[i]
		b, err := s.readArtefact(a.Path)
		if errors.Is(err, fs.ErrNotExist) && a.SHA256 == "" {
			b, err = s.readArtefact(path.Join(r.place.rel, a.Path)) // some writers name it from the run's folder
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			a.State = "missing"
		case err != nil:
			a.State = "unreadable"
		case a.SHA256 == "":
			a.State = "present"
		case machine.Sum(b) == a.SHA256:
			a.State = "unchanged"
		default:
			a.State = "changed"
		}
	}
	return c
}
