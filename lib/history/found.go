package history

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/moved"
	"holdfast/lib/transcript"
)

var errNoConfig = errors.New("no configuration folder of the client is known")

// transcripts lists the transcripts of sessions that were started in the root
// or a folder below it, those that were forgotten left out.
func (s Store) transcripts() ([]transcript.File, error) {
	if len(s.Configs) == 0 {
		return nil, fmt.Errorf("looking for earlier sessions: %w", errNoConfig)
	}
	forgotten := s.forgotten()
	var files []transcript.File
	for _, config := range s.Configs {
		projects := filepath.Join(config, "projects")
		for _, name := range s.folderNames(projects) {
			files = append(files, transcript.In(filepath.Join(projects, name))...)
		}
	}
	files = slices.DeleteFunc(files, func(f transcript.File) bool { return forgotten[mark(f.Session)] })
	// Of a session that is in two places, as after a copy of a home, the longer one.
	slices.SortFunc(files, func(a, b transcript.File) int {
		same := strings.Compare(a.Session, b.Session)
		return cmp.Or(same, cmp.Compare(b.Size, a.Size), strings.Compare(a.Path, b.Path))
	})
	return slices.CompactFunc(files, func(a, b transcript.File) bool { return a.Session == b.Session }), nil
}

// folderNames are the folders below projects that may hold sessions of the root:
// the client names them for the folder that it was started in, with everything
// but letters and digits turned to "-".
func (s Store) folderNames(projects string) []string {
	entries, err := os.ReadDir(projects)
	if err != nil {
		return nil
	}
	var slugs, names []string
	for _, root := range s.roots() {
		slugs = append(slugs, folderName(root))
	}
	for _, e := range entries {
		if e.IsDir() && slices.ContainsFunc(slugs, func(slug string) bool {
			return e.Name() == slug || strings.HasPrefix(e.Name(), slug+"-")
		}) {
			names = append(names, e.Name())
		}
	}
	return names
}

// roots are the paths that the project has and had, and where links lead.
func (s Store) roots() []string {
	roots := append([]string{s.Root}, moved.Roots(s.Machine, s.Root)...)
	if resolved, err := filepath.EvalSymlinks(s.Root); err == nil && resolved != s.Root {
		roots = append(roots, resolved)
	}
	return roots
}

// folderName is the client's name for the folder of a project's transcripts.
func folderName(path string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, path)
}

// Matching are the ids of known sessions that begin with id.
func (s Store) Matching(id string) []string {
	files, _ := s.transcripts()
	all := slices.Collect(maps.Keys(s.heads()))
	for _, f := range files {
		all = append(all, f.Session)
	}
	ids := slices.DeleteFunc(all, func(k string) bool { return !strings.HasPrefix(k, id) })
	slices.Sort(ids)
	return slices.Compact(ids)
}
