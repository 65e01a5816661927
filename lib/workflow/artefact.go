package workflow

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// maxArtefact is the size of the largest file that is copied.
const maxArtefact = 64 << 20

// An Artefact is what a step made.
type Artefact struct {
	Step   int    `json:"step"`
	Name   string `json:"name"`
	Path   string `json:"path"`             // the original, relative to the project root
	SHA256 string `json:"sha256,omitempty"` // of the original as it was
	Copy   string `json:"copy,omitempty"`   // the copy's name in the run's artefacts folder
	State  string `json:"state"`            // unchanged, changed, missing, present (no checksum) or unreadable
}

func (a Artefact) String() string {
	text := a.Path
	if a.State != "" {
		text += " (" + a.State + ")"
	}
	text += fmt.Sprintf(", step %d", a.Step)
	if a.Copy != "" {
		text += ", copy " + a.Copy
	}
	return text
}

// artefacts are those of a moment: objects, or only paths.
func (r Run) artefacts() []Artefact {
	all := []Artefact{}
	for _, v := range r.produced().Items() {
		a := Artefact{
			Name: v.Get("name").Text(), Path: cmp.Or(v.Text(), v.Get("path").Text()),
			SHA256: strings.ToLower(v.Get("sha256").Text()), Copy: v.Get("copy").Text(),
		}
		a.Step, _ = step(v.Get("step"))
		if a.Name == "" && a.Path != "" {
			a.Name = path.Base(a.Path)
		}
		if a.Name != "" {
			all = append(all, a)
		}
	}
	return all
}

// looked are the artefacts of a moment as they are now. What a foreign state
// names outside the project is not looked at.
func (s Store) looked(r Run) []Artefact {
	all := r.artefacts()
	for i := range all {
		b, err := s.readArtefact(all[i].Path)
		state := "changed"
		switch sum := all[i].SHA256; {
		case errors.Is(err, fs.ErrNotExist):
			state = "missing"
		case err != nil:
			state = "unreadable"
		case sum == "":
			state = "present"
		case machine.Sum(b) == sum:
			state = "unchanged"
		}
		all[i].State = state
	}
	return all
}

func (s Store) readArtefact(p string) ([]byte, error) {
	if !record.IsLocal(p) {
		return nil, fmt.Errorf("%q: not a path in the project", p)
	}
	return durable.In(s.Root, p).Read(maxArtefact)
}

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
	for i, p := range paths {
		b, err := s.readArtefact(p)
		if err != nil {
			const allowed = "a file in the project, of at most 64 MiB, not behind a link"
			faults = append(faults, fault.Fault{Field: "artefact", Found: err.Error(), Allowed: allowed})
		} else if !slices.Contains(paths[:i], p) {
			files = append(files, file{path: p, sum: machine.Sum(b), data: b})
		}
	}
	if len(faults) > 0 {
		return nil, &fault.InvalidError{What: "the step", Faults: faults, Hint: help}
	}
	return files, nil
}

// copies puts copies of the files of step n into the run's artefacts folder, a
// copy with the same bytes only once, and enters them in artefacts_produced, in
// the place of those of the same step and path.
func (s Store) copies(r *Run, n int, files []file) error {
	produced := r.produced().Items()
	var used []string
	for _, f := range files {
		ext := path.Ext(f.path)
		if !fence.IsName(ext) {
			ext = ""
		}
		copied, err := s.Keep(path.Join(r.Path, copyFolder), fmt.Sprintf("step-%02d-output", n), ext, f.data, used...)
		if err != nil {
			return fmt.Errorf("copying %q: %w", f.path, err)
		}
		used = append(used, copied)
		made := record.Object(
			"step", n, "name", path.Base(f.path), "path", f.path, "sha256", f.sum, "copy", path.Base(copied),
		)
		i := slices.IndexFunc(produced, func(o record.Value) bool {
			at, _ := step(o.Get("step"))
			return at == n && o.Get("path").Text() == f.path
		})
		if i < 0 {
			produced = append(produced, made)
		} else {
			produced[i] = made
		}
	}
	r.put("artefacts_produced", produced)
	return nil
}
