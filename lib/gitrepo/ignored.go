package gitrepo

import (
	"context"
	"errors"
	"os/exec"
	"slices"

	"holdfast/lib/platform"
)

// Ignored reports whether git's ignore rules cover the absolute path, which need
// not exist.
func (g Git) Ignored(ctx context.Context, top, path string) (bool, error) {
	ctx, stop := withoutTraps(ctx, top)
	defer stop()
	c := g.command(top, "check-ignore", "-q", "--no-index", "--", path)
	// The one command that refuses it; an absolute path needs it not.
	c.Args = slices.DeleteFunc(c.Args, func(arg string) bool { return arg == "--literal-pathspecs" })
	_, err := platform.Run(ctx, c)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return false, nil
	}
	return err == nil, err
}
