package catalog

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/index"
	"holdfast/lib/legacy"
)

// maxFile is the size of the largest file that is read as a saved state.
const maxFile = 1 << 20

// source is the files of all generations as the index reads them.
type source struct {
	artifact.Source
	c Catalog
}

func (c Catalog) source() (source, error) {
	own, err := c.Store.Source()
	return source{own, c}, err
}

// Folders lists the folders in which such files may lie.
func (s source) Folders(ctx context.Context) ([]index.Folder, error) {
	folders, err := s.Source.Folders(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range legacy.Folders(s.c.Store.Root) {
		info, err := os.Lstat(s.full(name))
		known := slices.ContainsFunc(folders, func(f index.Folder) bool { return f.Path == name })
		if err == nil && info.IsDir() && !known {
			folders = append(folders, index.Folder{Path: name, Modified: info.ModTime().UnixNano()})
		}
	}
	return folders, nil
}

// Files lists what is stored where artifacts are, also what has another name, is no
// file, or cannot be read: it is broken, and not hidden; elsewhere the files that an
// earlier generation wrote.
func (s source) Files(folder string) ([]index.File, error) {
	return index.FilesOf(s.full(folder), folder, func(rel string, e fs.DirEntry) bool {
		if today(rel) {
			return !e.IsDir()
		}
		_, ok := legacy.Recognise(rel)
		return ok && e.Type().IsRegular()
	})
}

// Read describes one file.
func (s source) Read(rel string) (index.Row, error) {
	if today(rel) {
		return s.Source.Read(rel)
	}
	info, err := os.Lstat(s.full(rel))
	if err != nil {
		return index.Row{}, err
	}
	b, err := s.c.bytes(rel)
	if a, ok := artifact.Unreadable(rel, err); ok {
		r := artifact.RowOf(a, info)
		r.Generation, _ = legacy.Recognise(rel)
		return r, nil
	}
	if err != nil {
		return index.Row{}, err
	}
	l := legacy.Read(rel, b, s.c.Zone)
	r := artifact.RowOf(s.c.asArtifact(l, b), info)
	r.Generation, r.Faults = l.Generation, len(l.Problems)
	return r, nil
}

func (s source) full(rel string) string {
	if rel == artifact.Dir || strings.HasPrefix(rel, artifact.Dir+"/") {
		return s.Full(rel)
	}
	return filepath.Join(s.c.Store.Root, filepath.FromSlash(rel))
}

func (c Catalog) bytes(rel string) ([]byte, error) {
	b, err := c.whole(rel)
	if err == nil && legacy.Bounded(c.Store, rel, b) != nil {
		return nil, fmt.Errorf("reading %q: %w", rel, durable.ErrTooLarge)
	}
	return b, err
}

func (c Catalog) whole(rel string) ([]byte, error) {
	if strings.HasPrefix(rel, artifact.Dir+"/") {
		return c.Store.Bytes(rel) // that folder may be linked out of the project, and followed
	}
	return durable.In(c.Store.Root, rel).Read(maxFile)
}
