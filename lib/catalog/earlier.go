package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/index"
	"holdfast/lib/legacy"
	"holdfast/lib/machine"
	"holdfast/lib/yamldoc"
)

// Folders lists the folders in which such files may lie: the session folders and the
// one that holds them, the events that they hold, and those of earlier generations.
func (c Catalog) Folders(ctx context.Context) (folders []index.Folder, err error) {
	dir, err := c.Store.Folder()
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !durable.Missing(err) {
		return nil, fmt.Errorf("reading the artifacts: %w", err)
	}
	rels := append(legacy.Folders(c.Store.Root), artifact.Dir)
	for _, e := range entries {
		if session := path.Join(artifact.Dir, e.Name()); e.IsDir() {
			rels = append(rels, session, path.Join(session, legacy.Events))
		}
	}
	for _, rel := range rels {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("reading the artifacts: %w", ctx.Err())
		}
		if info, err := os.Lstat(c.full(rel)); err == nil && info.IsDir() {
			folders = append(folders, index.Folder{Path: rel, Modified: info.ModTime().UnixNano()})
		}
	}
	return folders, nil
}

// Files lists what is stored where artifacts are, also what has another name, is no file, or cannot be
// read: it is broken, and not hidden; elsewhere the files that an earlier generation wrote.
func (c Catalog) Files(folder string) (files []index.File, err error) {
	entries, err := os.ReadDir(c.full(folder))
	if err != nil {
		return nil, fmt.Errorf("reading %q: %w", folder, err)
	}
	for _, e := range entries {
		rel := path.Join(folder, e.Name())
		_, earlier := legacy.Recognise(rel)
		if e.IsDir() || !artifact.InStore(rel) && !(earlier && e.Type().IsRegular()) {
			continue
		}
		if info, err := e.Info(); err == nil {
			files = append(files, index.File{Path: rel, Size: info.Size(), Modified: info.ModTime().UnixNano()})
		}
	}
	return files, nil
}

// Read describes one file.
func (c Catalog) Read(rel string) (index.Row, error) {
	info, gone := os.Lstat(c.full(rel))
	a, problems, err := c.Load(rel)
	if err = cmp.Or(gone, err); err != nil {
		return index.Row{}, err
	}
	r := artifact.RowOf(a, info)
	if !artifact.InStore(rel) {
		r.Generation, _ = legacy.Recognise(rel)
		r.Faults = int64(len(problems))
	}
	return r, nil
}

// full is where rel is: the session folders may be linked out of the project.
func (c Catalog) full(rel string) string {
	if below, ok := strings.CutPrefix(rel+"/", artifact.Dir+"/"); ok {
		dir, _ := c.Store.Folder() // which was there when the folders were listed
		return filepath.Join(dir, filepath.FromSlash(below))
	}
	return filepath.Join(c.Store.Root, filepath.FromSlash(rel))
}

// Load reads an artifact, or an earlier generation as one, with what was wrong with it.
func (c Catalog) Load(rel string) (a artifact.Artifact, problems []string, err error) {
	var b []byte
	now := artifact.InStore(rel)
	switch {
	case now:
		a, err = c.Store.Load(rel)
	case strings.HasPrefix(rel, artifact.Dir+"/"):
		b, err = c.Store.Bytes(rel)
	default:
		b, err = durable.In(c.Store.Root, rel).Read(artifact.MaxFile)
	}
	if !now && err == nil && legacy.Bounded(c.Store, rel, b) != nil {
		err = durable.ErrTooLarge
	}
	unreadable := []error{durable.ErrTooLarge, durable.ErrNotRegular, artifact.ErrLinkedOut, fs.ErrPermission}
	if why := each.First(unreadable, func(e error) bool { return errors.Is(err, e) }); why != nil {
		a = artifact.Parse(rel, nil)
		a.Sum, a.Broken = "", fmt.Errorf("the file cannot be read: %w", why)
		return a, nil, nil
	}
	if now || err != nil {
		return a, nil, err
	}
	l := legacy.Read(rel, b, c.Zone)
	if a = (artifact.Artifact{Path: l.Path, Sum: machine.Sum(b), Document: l.Document}); l.Empty {
		yamldoc.Delete(l.Document.Body, "goal") // which is only what the file is called
	}
	a.Date, _ = artifact.ParseDate(l.Document.Text("date"))
	return a, l.Problems, nil
}
