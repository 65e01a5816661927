package line

import (
	"cmp"
	"slices"
	"time"
)

// Bounds say which automatic artifacts stay. Zero values are the defaults.
type Bounds struct {
	Autos int // of each line; 3
	Days  int // how long those stay that are not the newest of an open line; 30
}

// Prune removes automatic artifacts that are past their use: each holds the
// whole state of its line, so an older one says nothing that a newer does not.
// Only files of this machine go, as it wrote them. saved is the path of the one
// that was just written, which stays; where outside says that this was to the
// machine folder, because git would take in the project's, all others of its line
// go. It returns the paths removed.
func (ls *Lines) Prune(b Bounds, saved string, outside bool) ([]string, error) {
	most, days := cmp.Or(b.Autos, 3), cmp.Or(b.Days, 30)
	var removed []string
	for _, l := range ls.Own {
		kept, newest := 0, true
		exposed := outside && l.holds(saved)
		if l.holds(saved) {
			kept, newest = 1, false
		}
		for _, e := range l.automatic() {
			if e.copied != nil || e.Path == saved {
				continue
			}
			kept++
			old := l.project.Now.Sub(e.Saved) > time.Duration(days)*24*time.Hour
			stays := !exposed && kept <= most && !old
			if stays && !newest || !l.project.wrote(e) {
				continue
			}
			last := newest && !l.Closed
			newest = false
			if stays || !exposed && last {
				continue
			}
			gone, err := l.project.Store.RemoveUnchanged(e.Path, e.Sum)
			if err != nil {
				return removed, err
			}
			if !gone {
				continue
			}
			removed = append(removed, e.Path)
			if l.holds(saved) {
				continue // its copy is of the new one by now, or will be
			}
			if err := l.project.dropCopy(l.Name, e.Path); err != nil {
				return removed, err
			}
		}
	}
	return removed, nil
}

// automatic are the line's automatic artifacts, newest first.
func (l *Line) automatic() (autos []*Entry) {
	if l.entries == nil && l.kept != nil {
		for _, a := range l.kept.Autos {
			autos = append(autos, a.entry())
		}
		return autos
	}
	for _, e := range l.entries {
		if e.isAuto() {
			autos = append(autos, e)
		}
	}
	return autos
}

// has reports whether an artifact is one of the line's.
func (l *Line) has(rel string) bool {
	is := func(e *Entry) bool { return e.Path == rel }
	if slices.ContainsFunc(l.automatic(), is) {
		return true
	}
	l.list()
	return slices.ContainsFunc(l.entries, is)
}

// holds reports whether a path is in the line's folder.
func (l *Line) holds(path string) bool { return folderOf(path) == l.Name }
