package design

import (
	"fmt"
	"io/fs"
	pathpkg "path"
	"path/filepath"

	"holdfast/lib/durable"
	"holdfast/lib/record"
)

func (s Store) full(rel string) string { return filepath.Join(s.Root, filepath.FromSlash(rel)) }

// made is the folder of rel, made where it is missing and ready to be written in.
func (s Store) made(rel string) error {
	return durable.In(s.Root, pathpkg.Dir(rel)).Prepare(0o755)
}

// read returns the file at rel, which no link leads to.
func (s Store) read(rel string) ([]byte, error) {
	if !record.IsLocal(rel) {
		return nil, fmt.Errorf("reading %q: not a path in the project: %w", rel, fs.ErrInvalid)
	}
	return durable.In(s.Root, rel).Read(maxContent)
}

// there reports whether a regular file is at rel.
func (s Store) there(rel string) bool {
	if !record.IsLocal(rel) {
		return false
	}
	info, err := s.records().Stat(rel)
	return err == nil && info.Mode().IsRegular()
}

// names are the files in the folder at rel, sorted.
func (s Store) names(rel string) ([]string, error) {
	entries, err := s.records().Entries(rel)
	names := []string{}
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, err
}
