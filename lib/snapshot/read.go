package snapshot

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/platform"
)

// An Entry is one path of a snapshot.
type Entry struct {
	Path      string
	Mode      fs.FileMode // 0644 or 0755; git keeps no more of it
	Size      int64       // of a file or of a link's target
	Blob      string      // git's id of the bytes
	Link      bool
	Submodule bool // a repository of its own, which is recorded and not held
}

// portionOfPaths is how many paths one call of git is given.
const portionOfPaths = 500

// Entries lists the tree of a snapshot, or of it what is at or below paths.
func (r Repo) Entries(ctx context.Context, commit string, paths ...string) ([]Entry, error) {
	if !objectID(commit) {
		return nil, fmt.Errorf("reading snapshot %q: no commit: %w", commit, fs.ErrInvalid)
	}
	var entries []Entry
	many := len(paths) > portionOfPaths
	for first := true; first || len(paths) > 0; first = false {
		part := paths[:min(len(paths), portionOfPaths)]
		paths = paths[len(part):]
		args := append([]string{"ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--"}, part...)
		out, err := r.run(ctx, nil, args...)
		if err != nil {
			return nil, fmt.Errorf("reading snapshot %q: %w", commit, err)
		}
		if entries, err = parseEntries(entries, out); err != nil {
			return nil, fmt.Errorf("reading snapshot %q: %w", commit, err)
		}
	}
	if many { // a path may lie below one that another call was given
		byPath := func(a, b Entry) int { return strings.Compare(a.Path, b.Path) }
		slices.SortFunc(entries, byPath)
		entries = slices.CompactFunc(entries, func(a, b Entry) bool { return a.Path == b.Path })
	}
	return entries, nil
}

// parseEntries reads what `git ls-tree -r -z -l` prints. Source: git's
// documentation, git-ls-tree, "Output format".
func parseEntries(entries []Entry, out []byte) ([]Entry, error) {
	for _, line := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if line == "" {
			continue
		}
		what, path, ok := strings.Cut(line, "\t")
		fields := strings.Fields(what)
		if !ok || len(fields) != 4 || !objectID(fields[2]) {
			return nil, fmt.Errorf("unexpected output of git ls-tree: %q", line)
		}
		e := Entry{Path: path, Mode: 0o644, Blob: fields[2]}
		e.Size, _ = strconv.ParseInt(fields[3], 10, 64)
		switch fields[0] {
		case "100755":
			e.Mode = 0o755
		case "120000":
			e.Link = true
		case "160000":
			e.Submodule = true
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// Blob writes the bytes of a blob to w.
func (r Repo) Blob(ctx context.Context, blob string, w io.Writer) error {
	if !objectID(blob) {
		return fmt.Errorf("reading blob %q: no id: %w", blob, fs.ErrInvalid)
	}
	err := r.loose(blob, w)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	out, err := r.run(ctx, nil, "cat-file", "blob", blob)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, bytes.NewReader(out))
	return err
}

// loose reads an object from its own file. Source: git's documentation,
// gitformat-loose.
func (r Repo) loose(blob string, w io.Writer) error {
	f, _, err := platform.OpenRegularNoFollow(filepath.Join(r.Dir, "objects", blob[:2], blob[2:]))
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := zlib.NewReader(bufio.NewReaderSize(f, 64<<10))
	if err != nil {
		return fmt.Errorf("reading blob %q: %w", blob, err)
	}
	defer z.Close()
	content := bufio.NewReader(z)
	header, err := content.ReadString(0)
	if err != nil {
		return fmt.Errorf("reading blob %q: %w", blob, err)
	}
	kind, length, _ := strings.Cut(strings.TrimSuffix(header, "\x00"), " ")
	size, err := strconv.ParseInt(length, 10, 64)
	if err != nil || kind != "blob" {
		return fmt.Errorf("reading blob %q: it is not a blob", blob)
	}
	n, err := io.Copy(w, content)
	if err != nil {
		return fmt.Errorf("reading blob %q: %w", blob, err)
	}
	if n != size {
		return fmt.Errorf("reading blob %q: %d bytes, not %d", blob, n, size)
	}
	return nil
}

// A Reader reads many blobs of one repository.
type Reader struct {
	repo Repo
	ctx  context.Context
}

// Blobs returns a reader of many blobs.
func (r Repo) Blobs(ctx context.Context) (*Reader, error) { return &Reader{r, ctx}, nil }

// Blob writes the bytes of a blob to w.
func (r *Reader) Blob(blob string, w io.Writer) error { return r.repo.Blob(r.ctx, blob, w) }

// Close gives the reader up.
func (r *Reader) Close() error { return nil }
