package gitrepo

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"holdfast/lib/platform"
)

// maxFiles is how much of a list of files is read, in bytes: some millions of
// files.
const maxFiles = 256 << 20

// filesTime bounds the listing of a large work tree that is not in memory.
const filesTime = time.Minute

// Tracks reports whether git tracks a file at or below rel in the work tree top.
func (g Git) Tracks(ctx context.Context, top, rel string) (bool, error) {
	out, err := g.run(ctx, g.command(top, "ls-files", "-z", "--cached", "--", rel))
	if errors.Is(err, platform.ErrOutputTooLarge) {
		return true, nil
	}
	return len(out) > 0, err
}

// Files lists the files of the work tree below dir that git tracks or would
// track: relative to dir, with slashes, any bytes but zero, sorted, each once.
// Some may be gone. A repository inside ends in a slash where it is not
// tracked. It reads the index and the ignore rules and writes nothing; paths
// that lead out of dir, which a forged index can hold, are left out.
func (g Git) Files(ctx context.Context, dir string) ([]string, error) {
	return g.list(ctx, dir, "--cached", "--others", "--exclude-standard")
}

// list runs git ls-files in dir.
func (g Git) list(ctx context.Context, dir string, args ...string) ([]string, error) {
	c := g.command(dir, append([]string{"ls-files", "-z"}, args...)...)
	c.MaxOutput, c.Time = maxFiles, filesTime
	out, err := g.run(ctx, c)
	if err != nil {
		return nil, err
	}
	return paths(out), nil
}

// IgnoredFiles lists what git ignores below dir, as Files lists the others: a folder
// that a rule covers is one entry, which ends in a slash.
func (g Git) IgnoredFiles(ctx context.Context, dir string) ([]string, error) {
	all, err := g.list(ctx, dir, "--others", "--ignored", "--exclude-standard", "--directory")
	if err != nil {
		return nil, err
	}
	// A folder all of whose files are ignored is listed with them, and is not
	// what a rule covers: what comes into it later may be a file like any other.
	kept := all[:0]
	for i, name := range all {
		if !strings.HasSuffix(name, "/") || i+1 == len(all) || !strings.HasPrefix(all[i+1], name) {
			kept = append(kept, name)
		}
	}
	return kept, nil
}

// Untracked returns those of the given files of the work tree top, relative to
// it with slashes, that are in it and that its index does not hold, ignored
// ones too: no checkout brought them. Files of submodules and of repositories
// inside are not among them.
func (g Git) Untracked(ctx context.Context, top string, files []string) ([]string, error) {
	others, err := g.list(ctx, top, append([]string{"--others", "--"}, files...)...)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(files), func(f string) bool { return !slices.Contains(others, f) }), nil
}

// paths are the clean paths of a list whose items end in a zero byte, sorted,
// each once.
func paths(list []byte) []string {
	files := slices.DeleteFunc(strings.Split(string(list), "\x00"), func(p string) bool { return !cleanPath(p) })
	slices.Sort(files)
	return slices.Compact(files)
}

// Ignored reports whether git's ignore rules cover the absolute path, which need
// not exist.
func (g Git) Ignored(ctx context.Context, top, path string) (bool, error) {
	c := g.command(top, "check-ignore", "-q", "--no-index", "--", path)
	// The one command that refuses it; an absolute path needs it not.
	c.Args = slices.DeleteFunc(c.Args, func(arg string) bool { return arg == "--literal-pathspecs" })
	_, err := g.run(ctx, c)
	if exitedWith(err, 1) {
		return false, nil
	}
	return err == nil, err
}
