package snapshot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/platform"
)

// Ignored are those of paths that the .gitignore files of a snapshot ignore. They
// are laid out in an empty tree of their own, for git to read.
func (r Repo) Ignored(ctx context.Context, commit string, paths []string) (map[string]bool, error) {
	ignored := map[string]bool{}
	entries, err := r.Entries(ctx, commit)
	if err != nil || len(paths) == 0 {
		return ignored, err
	}
	then := r
	then.Root = r.Dir + "-rules-" + rand.Text()
	defer durable.File(then.Root).RemoveAll() // what stays is empty folders and rules
	if err := durable.Make(then.Root, 0o700); err != nil {
		return nil, err
	}
	tree, err := durable.OpenTree(then.Root)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	for _, e := range entries {
		if path.Base(e.Path) != ".gitignore" || e.Link || e.Submodule {
			continue
		}
		var rules strings.Builder
		if err := r.Blob(ctx, e.Blob, &rules); err != nil {
			return nil, err
		}
		if err := tree.Put(e.Path, strings.NewReader(rules.String()), 0o600); err != nil {
			return nil, err
		}
	}
	// This command takes patterns for names only with what keeps them literal.
	const literal = "./"
	c := then.command(literal+strings.Join(paths, "\x00"+literal), "check-ignore", "--no-index", "-z", "--stdin")
	c.Args = slices.DeleteFunc(c.Args, func(arg string) bool { return arg == "--literal-pathspecs" })
	out, err := platform.Run(ctx, c)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return ignored, nil // none is
	}
	if err != nil {
		return nil, fmt.Errorf("reading the ignore rules of a snapshot: %w", err)
	}
	for _, name := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		ignored[strings.TrimPrefix(name, literal)] = true
	}
	return ignored, nil
}
