package gitrepo

import (
	"context"
	"slices"
	"strings"

	"holdfast/lib/subprocess"
)

// maxFiles is how much of a list of files is read, in bytes: some millions of
// files.
const maxFiles = 256 << 20

// Files lists the files of the work tree below dir that git tracks or would
// track: relative to dir, with slashes, any bytes but zero, sorted, each once.
// Some may be gone. A repository inside ends in a slash where it is not
// tracked. It reads the index and the ignore rules and writes nothing.
func (g Git) Files(ctx context.Context, dir string) ([]string, error) {
	ctx, stop := WithoutTraps(ctx, dir)
	defer stop()
	c := g.command(dir, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	c.MaxOutput = maxFiles
	out, err := subprocess.Run(ctx, c)
	if err != nil {
		return nil, err
	}
	files := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if len(out) == 0 {
		return nil, nil
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}
