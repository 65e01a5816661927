package design

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	pathpkg "path"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/durable"
)

// folder is where the folder at rel is, relative to the root and without a link
// on the way; it need not exist. A link is followed only inside the project: a
// cloned repository must not choose where this machine reads and writes.
func (s Store) folder(rel string) (string, error) {
	at := "."
	parts := strings.Split(pathpkg.Clean(rel), "/")
	for i, part := range parts {
		at = pathpkg.Join(at, part)
		info, err := os.Lstat(s.full(at))
		if errors.Is(err, fs.ErrNotExist) {
			return pathpkg.Join(append([]string{at}, parts[i+1:]...)...), nil
		}
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			at, err = s.follow(at)
		}
		if err != nil {
			return "", fmt.Errorf("opening %q: %w", rel, err)
		}
	}
	return at, nil
}

func (s Store) full(rel string) string { return filepath.Join(s.Root, filepath.FromSlash(rel)) }

// follow is where a link leads, inside the project.
func (s Store) follow(link string) (string, error) {
	root, err := filepath.EvalSymlinks(s.Root)
	if err != nil {
		return "", err
	}
	at, err := filepath.EvalSymlinks(s.full(link))
	if err != nil {
		return "", ErrLinkedOut
	}
	rel, err := filepath.Rel(root, at)
	rel = filepath.ToSlash(rel)
	if err != nil || !filepath.IsLocal(rel) || slices.Contains(strings.Split(rel, "/"), ".git") {
		return "", ErrLinkedOut
	}
	return rel, nil
}

// made is folder, made where it is missing and ready to be written in.
func (s Store) made(rel string) (string, error) {
	dir, err := s.folder(rel)
	if err != nil {
		return "", err
	}
	return dir, durable.In(s.Root, dir).Prepare(0o755)
}

// file is where the file at rel is to be written, without a link in its folders,
// which are made.
func (s Store) file(rel string) (string, error) {
	dir, err := s.made(pathpkg.Dir(rel))
	return pathpkg.Join(dir, pathpkg.Base(rel)), err
}

// real is where the file at rel is to be read, without a link in its folders.
func (s Store) real(rel string) (string, error) {
	if !local(rel) {
		return "", fmt.Errorf("reading %q: not a path in the project: %w", rel, fs.ErrInvalid)
	}
	dir, err := s.folder(pathpkg.Dir(rel))
	return pathpkg.Join(dir, pathpkg.Base(rel)), err
}

// local reports whether rel is a clean path below the root that holds no
// repository's own data.
func local(rel string) bool {
	if rel == "" || rel == "." || pathpkg.Clean(rel) != rel || strings.ContainsAny(rel, "\\\x00") || !filepath.IsLocal(filepath.FromSlash(rel)) {
		return false
	}
	for _, part := range strings.Split(rel, "/") {
		if strings.EqualFold(part, ".git") {
			return false
		}
	}
	return true
}

// read returns the file at rel.
func (s Store) read(rel string, limit int64) ([]byte, error) {
	at, err := s.real(rel)
	if err != nil {
		return nil, err
	}
	return durable.In(s.Root, at).Read(limit)
}

// there reports whether a regular file is at rel.
func (s Store) there(rel string) bool {
	at, err := s.real(rel)
	if err != nil {
		return false
	}
	info, err := os.Lstat(s.full(at))
	return err == nil && info.Mode().IsRegular()
}

// names are the entries of the folder at rel, sorted; a missing one has none.
func (s Store) names(rel string) ([]string, error) {
	dir, err := s.folder(rel)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(s.full(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("opening %q: %w", rel, err)
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		if !e.IsDir() && !durable.Temp(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}
