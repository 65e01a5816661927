package catalog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
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

// source is the files of earlier generations as their index reads them.
type source struct{ c Catalog }

func (c Catalog) source() source { return source{c} }

// Folders lists the folders in which such files may lie, the session folders
// among them.
func (s source) Folders(ctx context.Context) ([]index.Folder, error) {
	names := legacy.Folders(s.c.Store.Root)
	entries, err := os.ReadDir(s.full(artifact.Dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading earlier artifacts: %w", err)
	}
	known := names
	for _, e := range entries {
		if n := path.Join(artifact.Dir, e.Name()); e.IsDir() && !slices.Contains(known, n) {
			names = append(names, n)
		}
	}
	folders := make([]index.Folder, 0, len(names))
	for _, n := range names {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("reading earlier artifacts: %w", ctx.Err())
		}
		if info, err := os.Lstat(s.full(n)); err == nil && info.IsDir() {
			folders = append(folders, index.Folder{Path: n, Modified: info.ModTime().UnixNano()})
		}
	}
	return folders, nil
}

// Files lists the files of a folder that an earlier generation wrote.
func (s source) Files(folder string) ([]index.File, error) {
	return index.FilesOf(s.full(folder), folder, func(rel string, e fs.DirEntry) bool {
		_, ok := legacy.Recognise(rel)
		return ok && !today(rel) && e.Type().IsRegular()
	})
}

// Read describes one file.
func (s source) Read(rel string) (index.Row, error) {
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

func (s source) full(rel string) string {
	return filepath.Join(s.c.Store.Root, filepath.FromSlash(rel))
}
