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
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

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
	text := strings.TrimSuffix(a.Path+" ("+a.State+")", " ()") + fmt.Sprintf(", step %d", a.Step)
	return strings.TrimSuffix(text+", copy "+a.Copy, ", copy ")
}

// artefact reads what a state says of one: an object, or only its path.
func artefact(v record.Value) Artefact {
	a := Artefact{
		Path: cmp.Or(v.Text(), v.Get("path").Text()), Copy: v.Get("copy").Text(),
		SHA256: strings.ToLower(v.Get("sha256").Text()),
	}
	if a.Name = v.Get("name").Text(); a.Name == "" && a.Path != "" {
		a.Name = path.Base(a.Path)
	}
	a.Step, _ = step(v.Get("step"))
	return a
}

func (r Run) artefacts() []Artefact {
	all := append([]Artefact{}, each.Of(r.produced(), artefact)...)
	return slices.DeleteFunc(all, func(a Artefact) bool { return a.Name == "" })
}

func (s Store) looked(r Run) []Artefact {
	all := r.artefacts()
	for i, a := range all {
		f, err := s.take(a.Path)
		switch all[i].State = "changed"; {
		case errors.Is(err, fs.ErrNotExist):
			all[i].State = "missing"
		case err != nil:
			all[i].State = "unreadable"
		case a.SHA256 == "":
			all[i].State = "present"
		case f.sum == a.SHA256:
			all[i].State = "unchanged"
		}
	}
	return all
}

type file struct {
	path string // relative to the project root
	sum  string
	data []byte
}

func (s Store) take(p string) (file, error) {
	if !record.IsLocal(p) {
		return file{}, fmt.Errorf("%q: not a path in the project", p)
	}
	b, err := durable.In(s.Root, p).Read(64 << 20)
	return file{p, machine.Sum(b), b}, err
}

func (s Store) given(c command) (files []file, err error) {
	var faults []fault.Fault
	for _, p := range c.All("artefact") {
		if rel, ok := c.InProject(s.Root, p); ok {
			p = rel // one outside is refused as such
		}
		if f, err := s.take(p); err != nil {
			const allowed = "a file in the project, of at most 64 MiB, not behind a link"
			faults = append(faults, fault.Fault{Field: "artefact", Found: err.Error(), Allowed: allowed})
		} else if !slices.ContainsFunc(files, func(other file) bool { return other.path == p }) {
			files = append(files, f)
		}
	}
	if len(faults) > 0 {
		return nil, fault.Of("the step", faults...)
	}
	return files, nil
}

func (s Store) keep(r *Run, c command) error {
	n, produced := c.step, r.produced()
	var used []string
	for _, f := range c.files {
		ext := path.Ext(f.path)
		if !fence.IsName(ext) {
			ext = ""
		}
		copied, err := s.Keep(path.Join(r.Path, "artefacts"), fmt.Sprintf("step-%02d-output", n), ext, f.data, used...)
		if err != nil {
			return fmt.Errorf("copying %q: %w", f.path, err)
		}
		used = append(used, copied)
		i := slices.IndexFunc(produced, func(v record.Value) bool {
			a := artefact(v)
			return a.Step == n && a.Path == f.path
		})
		if i < 0 {
			i, produced = len(produced), append(produced, record.Value{})
		}
		produced[i] = record.Object(
			"step", n, "name", path.Base(f.path), "path", f.path, "sha256", f.sum, "copy", path.Base(copied),
		)
	}
	r.put("artefacts_produced", produced)
	return nil
}
