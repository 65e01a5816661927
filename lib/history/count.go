package history

import (
	"path/filepath"
	"slices"
	"strings"
)

// Count is how many transcripts of sessions that were started in the root there
// are, without reading one.
func (s Store) Count() int {
	files, err := s.transcripts()
	if err != nil {
		return 0
	}
	n := 0
	for _, f := range files {
		if f.size > 0 && s.own(f) {
			n++
		}
	}
	return n
}

// own reports whether a transcript is in the folder of the root itself: that of
// a folder below it may be another project's of a similar name.
func (s Store) own(f file) bool {
	name := filepath.Base(filepath.Dir(f.path))
	resolved, err := filepath.EvalSymlinks(s.Root)
	return name == folderName(s.Root) || err == nil && name == folderName(resolved)
}

// Named reports whether a transcript's name begins with id.
func (s Store) Named(id string) bool {
	files, err := s.transcripts()
	if err != nil {
		return false
	}
	return slices.ContainsFunc(files, func(f file) bool { return strings.HasPrefix(filepath.Base(f.path), id) })
}

// IDs are the names of the transcripts that Count counts.
func (s Store) IDs() []string {
	files, _ := s.transcripts()
	var ids []string
	for _, f := range files {
		if s.own(f) {
			ids = append(ids, strings.TrimSuffix(filepath.Base(f.path), ".jsonl"))
		}
	}
	return ids
}
