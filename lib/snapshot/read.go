package snapshot

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"crypto/sha1" // git's object ids, no protection
	"errors"
	"fmt"
	"hash"
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

// BlobHash begins the id that git gives to size bytes. Source: git's documentation,
// gitformat-loose: "blob", the size, a zero byte, the bytes.
func BlobHash(size int64) hash.Hash {
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", size)
	return h
}

// Open opens the bytes of a blob.
func (r Repo) Open(ctx context.Context, blob string) (io.ReadCloser, error) {
	if !objectID(blob) {
		return nil, fmt.Errorf("reading blob %q: no id: %w", blob, fs.ErrInvalid)
	}
	from, err := r.loose(blob)
	if errors.Is(err, fs.ErrNotExist) {
		var out []byte
		out, err = r.run(ctx, nil, "cat-file", "blob", blob)
		from = io.NopCloser(bytes.NewReader(out))
	}
	if err != nil {
		return nil, fmt.Errorf("reading blob %q: %w", blob, err)
	}
	return from, nil
}

// loose opens an object's own file, after its header.
func (r Repo) loose(blob string) (io.ReadCloser, error) {
	f, _, err := platform.OpenRegularNoFollow(filepath.Join(r.Dir, "objects", blob[:2], blob[2:]))
	if err != nil {
		return nil, err
	}
	z, err := zlib.NewReader(bufio.NewReaderSize(f, 64<<10))
	if err != nil {
		f.Close()
		return nil, err
	}
	content := bufio.NewReader(z)
	if header, err := content.ReadString(0); err != nil || !strings.HasPrefix(header, "blob ") {
		f.Close()
		return nil, errors.Join(err, errors.New("it is not a blob"))
	}
	return struct {
		io.Reader
		io.Closer
	}{content, f}, nil
}
