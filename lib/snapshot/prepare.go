package snapshot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"holdfast/lib/durable"
)

// parts are the files that make a folder a repository. They are written here
// and not by git init, which a kill or a power failure can leave half done.
// The attributes take precedence over those of the project: bytes go in as they are.
// Source: git's documentation, gitrepository-layout and gitattributes.
var parts = []struct{ path, text string }{
	{"info/attributes", "* -text !eol -ident -filter !working-tree-encoding\n"},
	{"config", "[core]\n\trepositoryformatversion = 0\n"},
	{"HEAD", "ref: refs/heads/none\n"},
}

// prepare makes the repository where it is missing, and clears away what killed
// processes left. Only the holder of the lock may call it.
func (r Repo) prepare() error {
	if err := durable.Make(r.Dir, 0o700); err != nil {
		return err
	}
	for _, folder := range []string{".", "info", "objects", strings.TrimSuffix(refs, "/")} {
		if err := durable.In(r.Dir, folder).Prepare(0o700); err != nil {
			return err
		}
	}
	for _, part := range parts {
		file := filepath.Join(r.Dir, filepath.FromSlash(part.path))
		if b, err := durable.Read(file, 1<<10); err == nil && string(b) == part.text {
			continue
		}
		if err := durable.File(file).Replace([]byte(part.text), 0o600); err != nil {
			return err
		}
	}
	return r.sweep()
}

// sweep clears away the locks, the indexes and the unfinished objects of gits
// that were killed.
func (r Repo) sweep() error {
	for _, folder := range []string{".", refs, "objects"} {
		folder = filepath.Join(r.Dir, filepath.FromSlash(folder))
		entries, err := os.ReadDir(folder)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			name := entry.Name()
			if !strings.HasPrefix(name, indexName+"-") && !strings.HasPrefix(name, "tmp_obj") &&
				!strings.HasSuffix(name, ".lock") {
				continue
			}
			if err := durable.File(filepath.Join(folder, name)).RemoveAll(); err != nil {
				return err
			}
		}
	}
	return nil
}

// withIndex runs do on a repository whose index has a name of its own: a git
// that outlives its killed parent writes to a name that nobody uses any more.
// The index is moved and not copied, since git compares its time with those of
// the files that it lists. An index that git cannot work with, or that names
// objects which are lost, is rebuilt.
func (r Repo) withIndex(ctx context.Context, do func(Repo) error) error {
	own := r
	own.index = filepath.Join(r.Dir, indexName+"-"+rand.Text())
	had, err := moveIndex(r.indexFile(), own.index)
	if err != nil {
		return err
	}
	err = do(own)
	var listing *listError
	if err != nil && ctx.Err() == nil && had && !errors.As(err, &listing) {
		if err := durable.File(own.index).Remove(); err != nil {
			return err
		}
		err = do(own)
	}
	if err != nil && ctx.Err() == nil && listing == nil {
		return errors.Join(err, durable.File(own.index).Remove())
	}
	_, moveErr := moveIndex(own.index, r.indexFile())
	if err == nil && moveErr != nil {
		return fmt.Errorf("keeping the index: %w", moveErr)
	}
	return err
}

// moveIndex reports whether there was one.
func moveIndex(from, to string) (bool, error) {
	err := durable.File(from).Move(filepath.Base(to))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
