package snapshot

import (
	"context"
	"fmt"
	"path"
	"strconv"
	"strings"

	"holdfast/lib/machine"
)

// ignoredText is what git ignored as a commit's message ends in it: a quoted path
// on each line, since a message cannot hold every byte of a path.
func (f *files) ignoredText() string {
	b := []byte("\nignored:\n")
	for _, name := range f.ignored {
		b = append(strconv.AppendQuoteToASCII(b, name), '\n')
	}
	return string(b)
}

// ignoredSum stands for what git ignored.
func (f *files) ignoredSum() string { return machine.Sum([]byte(f.ignoredText()))[:16] }

// Ignored are those of paths that git ignored when a snapshot was taken, whatever
// the rule's source. Snapshots of earlier releases know of none.
func (r Repo) Ignored(ctx context.Context, commit string, paths []string) (map[string]bool, error) {
	message, err := r.run(ctx, nil, "cat-file", "commit", commit)
	if err != nil {
		return nil, fmt.Errorf("reading what git ignored before snapshot %q: %w", commit, err)
	}
	_, list, _ := strings.Cut(string(message), "\nignored:\n")
	then := map[string]bool{} // a folder ends in a slash
	for line := range strings.Lines(list) {
		if name, err := strconv.Unquote(strings.TrimSuffix(line, "\n")); err == nil {
			then[name] = true
		}
	}
	ignored := map[string]bool{}
	for _, name := range paths {
		ignored[name] = then[name]
		for dir := path.Dir(name); dir != "." && !ignored[name]; dir = path.Dir(dir) {
			ignored[name] = then[dir+"/"]
		}
	}
	return ignored, nil
}
