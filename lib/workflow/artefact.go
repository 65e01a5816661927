package workflow

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
)

// maxArtefact is the size of the largest file that is copied.
const maxArtefact = 64 << 20

// maxCopies is how many copies one step may have.
const maxCopies = 1000

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
		f := file{path: p, sum: machine.Sum(b), data: b}
		if !slices.ContainsFunc(files, func(o file) bool { return o.path == p }) {
			files = append(files, f)
		}
	}
	if len(faults) > 0 {
		return nil, &fault.InvalidError{What: "the step", Faults: faults, Hint: help}
	}
	return files, nil
}

func (s Store) readArtefact(p string) ([]byte, error) {
	if !filepath.IsLocal(filepath.FromSlash(p)) || path.Clean(p) != p || strings.ContainsFunc(p, func(c rune) bool { return c < ' ' }) {
		return nil, fs.ErrInvalid
	}
	if slices.ContainsFunc(strings.Split(p, "/"), func(part string) bool { return strings.EqualFold(part, ".git") }) {
		return nil, fs.ErrPermission
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

// copies puts copies of the files of step n into the run's artefacts folder and
// returns their entries. A copy with the same bytes is there only once.
func (s Store) copies(r Run, n int, files []file) ([]jsondoc.Doc, error) {
	if len(files) == 0 {
		return nil, nil
	}
	dir := r.place.rel + "/" + copyFolder
	if err := durable.In(s.Root, dir).Prepare(0o755); err != nil {
		return nil, err
	}
	var made []jsondoc.Doc
	used := map[string]bool{}
	for _, f := range files {
		name, err := s.copyOne(dir, n, f, used)
		if err != nil {
			return nil, err
		}
		used[name] = true
		made = append(made, jsondoc.Object(
			"step", strconv.Itoa(n), "name", jsondoc.Quote(path.Base(f.path)), "path", jsondoc.Quote(f.path), "sha256", jsondoc.Quote(f.sum), "copy", jsondoc.Quote(name),
		))
	}
	return made, nil
}

func (s Store) copyOne(dir string, n int, f file, used map[string]bool) (string, error) {
	ext := plainExt(f.path)
	for k := 1; k <= maxCopies; k++ {
		name := fmt.Sprintf("step-%02d-output%s", n, ext)
		if k > 1 {
			name = fmt.Sprintf("step-%02d-output-%d%s", n, k, ext)
		}
		if used[name] {
			continue
		}
		err := durable.In(s.Root, dir+"/"+name).Create(f.data, durable.Shared)
		if err == nil {
			return name, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", fmt.Errorf("copying %q: %w", f.path, err)
		}
		if b, err := durable.In(s.Root, dir+"/"+name).Read(maxArtefact); err == nil && machine.Sum(b) == f.sum {
			return name, nil
		}
	}
	return "", fmt.Errorf("copying %q: step %d has %d copies already", f.path, n, maxCopies)
}

// plainExt is a path's extension where it is a plain one.
func plainExt(p string) string {
	ext := path.Ext(path.Base(p))
	for _, c := range []byte(strings.TrimPrefix(ext, ".")) {
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') {
			return ""
		}
	}
	if len(ext) < 2 || len(ext) > 17 {
		return ""
	}
	return ext
}

// addArtefacts adds entries to artefacts_produced; one of the same step and
// path is replaced.
func addArtefacts(produced jsondoc.Doc, made []jsondoc.Doc) string {
	all := produced.Items()
	for _, m := range made {
		of := artefacts(listOf(m))[0]
		i := slices.IndexFunc(all, func(o jsondoc.Doc) bool {
			a := artefacts(listOf(o))
			return len(a) == 1 && is(o, '{') && a[0].Step == of.Step && a[0].Path == of.Path
		})
		if i >= 0 {
			all[i] = m
		} else {
			all = append(all, m)
		}
	}
	return string(listOf(all...))
}

// look says how an artefact's original is now. What a foreign state
// names outside the project is not looked at.
func (s Store) look(at place, a *Artefact) {
	b, err := s.readArtefact(a.Path)
	if errors.Is(err, fs.ErrNotExist) && a.SHA256 == "" {
		b, err = s.readArtefact(path.Join(at.rel, a.Path)) // some writers name it from the run's folder
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
