package gitrepo

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// trapTime is how long git runs before anybody asks what it may be waiting for.
const trapTime = 2 * time.Second

// WithoutTraps returns a context for git at work in the tree at top, which ends
// before ctx where git would wait for ever: it opens .gitignore and
// .gitattributes, and they can be pipes. The tree is looked through only where
// git takes long. stop must be called.
func WithoutTraps(ctx context.Context, top string) (guarded context.Context, stop func()) {
	guarded, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(trapTime, func() {
		if trap := findTrap(guarded, top); trap != "" {
			cancel(fmt.Errorf("git would wait for %q, which is no file", trap))
		}
	})
	return guarded, func() { timer.Stop(); cancel(context.Canceled) }
}

// findTrap is what git would open below top and wait for, "" for none.
func findTrap(ctx context.Context, top string) (trap string) {
	_ = filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return fs.SkipAll
		case err != nil:
			return nil // git cannot read it either
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case entry.Name() != ".gitignore" && entry.Name() != ".gitattributes":
			return nil
		}
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			trap = path
			return fs.SkipAll
		}
		return nil
	})
	return trap
}
