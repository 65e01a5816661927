package line

import (
	"cmp"
	"context"
	"os"
	"path"
	"slices"

	"holdfast/lib/artifact"
)

// A glance reads lines one by one, by the names of their folders and files:
// for a command that is about one line, in a project of any size.
type glance struct {
	project *answer
	names   []string
	lines   map[string]*Line
}

// Glance is Lines for who asks for one of them: nothing is read yet but the
// names of the session folders.
func (p Project) Glance() (Lines, error) {
	g := &glance{project: p.answer(context.Background(), nil), lines: map[string]*Line{}}
	dir, err := p.Store.Folder()
	if err != nil {
		return Lines{}, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		return Lines{}, err
	}
	for _, e := range entries {
		if e.IsDir() {
			g.names = append(g.names, e.Name())
		}
	}
	return Lines{glance: g}, nil
}

// line is the line of a folder, nil where it does not exist.
func (g *glance) line(name string) *Line {
	if l, known := g.lines[name]; known {
		return l
	}
	if !slices.Contains(g.names, name) {
		return nil
	}
	l := &Line{Name: name, project: g.project}
	l.list()
	l.entries = slices.DeleteFunc(l.entries, func(e *Entry) bool { return e.Saved.IsZero() })
	if len(l.entries) == 0 {
		l = nil
	} else {
		l.date()
		l.classify()
	}
	g.lines[name] = l
	return l
}

// list makes the entries of a line that has none yet, newest first: from the index
// where it is kept, else those of its folder by their names.
func (l *Line) list() {
	if l.entries != nil {
		return
	}
	if l.kept != nil {
		folders, _ := l.project.read(map[string]artifact.Folder{l.Name: {Own: true}})
		l.entries = folders[l.Name]
		for _, e := range l.entries {
			e.fill()
		}
	}
	if l.entries == nil {
		names, _ := artifact.NamesIn(l.project.dir(), l.Name)
		for _, name := range names {
			l.entries = append(l.entries, entryNamed(path.Join(artifact.Dir, l.Name, name)))
		}
	}
	order := artifact.Order(l.project.Now)
	slices.SortFunc(l.entries, func(a, b *Entry) int { return order(a.date, a.Path, b.date, b.Path) })
}

// maxDated is how many files of one minute are put in order at a glance.
const maxDated = 64

// date reads the entries of the newest minute: a file's name tells no seconds.
func (l *Line) date() {
	newest := slices.MaxFunc(l.entries, func(a, b *Entry) int { return cmp.Compare(a.date, b.date) }).date
	n := 0
	for _, e := range l.entries {
		if e.date == newest && n < maxDated {
			l.project.wrote(e)
			n++
		}
	}
}

// find is the line of that name, nil where it does not exist.
func (ls *Lines) find(name string) *Line {
	if ls.glance != nil {
		return ls.glance.line(name)
	}
	for _, list := range [][]*Line{ls.Own, ls.Foreign} {
		if i := slices.IndexFunc(list, func(l *Line) bool { return l.Name == name }); i >= 0 {
			return list[i]
		}
	}
	return nil
}

// candidates are the lines that may be meant: all, or at a glance those whose
// names pass.
func (ls *Lines) candidates(passes func(name string) bool) []*Line {
	if ls.glance == nil {
		return slices.Concat(ls.Own, ls.Foreign)
	}
	var out []*Line
	for _, name := range ls.glance.names {
		if passes(name) {
			if l := ls.glance.line(name); l != nil {
				out = append(out, l)
			}
		}
	}
	slices.SortFunc(out, func(a, b *Line) int { return newest(a, b) })
	return out
}

// taken reports whether a new line cannot have the name.
func (ls *Lines) taken(name string) bool {
	return ls.find(name) != nil || ls.glance != nil && slices.Contains(ls.glance.names, name)
}
