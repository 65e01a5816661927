package gitrepo

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"holdfast/lib/platform"
)

const (
	// maxHops is how many symbolic refs may follow each other, as in git.
	maxHops = 5
	// maxPackedRefs is how far packed-refs is read, in bytes.
	maxPackedRefs = 64 << 20
	branchPrefix  = "refs/heads/"
	remotePrefix  = "refs/remotes/"
)

var errBadRef = errors.New("not a ref")

// Head is what is checked out. The zero Head means that it could not be read,
// for instance because the repository keeps its refs in the reftable format.
type Head struct {
	Branch   string // without refs/heads/, as valid UTF-8; empty when detached
	Commit   string // object id, 40 or 64 lower-case hex digits; empty on a branch without a commit
	Detached bool   // HEAD names a commit, not a branch
	Rebased  string // the branch that is being rebased, "" for none
}

// Work is the branch that work here belongs to: the one that is checked out, or the
// one that is being rebased; "" on a detached HEAD otherwise.
func (h Head) Work() string {
	if h.Detached {
		return h.Rebased
	}
	return h.Branch
}

// Head reads what is checked out from HEAD, the loose refs and packed-refs.
func (r Repo) Head() Head {
	if r.GitDir == "" {
		return Head{} // no repository
	}
	ref := "HEAD"
	for range maxHops + 1 {
		value, err := r.readRef(ref)
		if err != nil {
			return Head{}
		}
		if next, ok := strings.CutPrefix(value, "ref:"); ok {
			if next = strings.Trim(next, " \t\r\n"); !validRef(next) {
				return Head{}
			}
			ref = next
			continue
		}
		branch := strings.TrimPrefix(ref, branchPrefix)
		if ref == "HEAD" {
			return Head{Commit: value, Detached: value != "", Rebased: r.rebased()}
		}
		return Head{Branch: strings.ToValidUTF8(branch, "\uFFFD"), Commit: value}
	}
	return Head{}
}

// readRef returns an object id, or "ref: " and the name of another ref, or
// nothing for a ref that does not exist. HEAD must exist.
func (r Repo) readRef(ref string) (string, error) {
	value, err := r.looseRef(ref)
	if err != nil && ref != "HEAD" && mayBePacked(err) {
		return r.packedRef(ref)
	}
	return value, err
}

// looseRef reads a ref from its own file.
func (r Repo) looseRef(ref string) (string, error) {
	dir := r.CommonDir
	if ref == "HEAD" || strings.HasPrefix(ref, "refs/worktree/") ||
		strings.HasPrefix(ref, "refs/bisect/") || strings.HasPrefix(ref, "refs/rewritten/") {
		dir = r.GitDir
	}
	path := filepath.Join(dir, filepath.FromSlash(ref))
	f, _, err := platform.OpenRegularNoFollow(path)
	if errors.Is(err, platform.ErrNotRegular) {
		// Old gits wrote symbolic refs as symbolic links.
		if target, linkErr := os.Readlink(path); linkErr == nil {
			return "ref: " + filepath.ToSlash(target), nil
		}
	}
	if err == nil {
		text, err := readOpened(f)
		if err != nil {
			return "", err
		}
		return parseRef(text)
	}
	return "", err
}

// mayBePacked reports whether a loose ref is absent: no file, or a folder in
// its place or on its way, both of which git leaves behind.
func mayBePacked(err error) bool {
	return errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) ||
		errors.Is(err, platform.ErrNotRegular)
}

// parseRef reads the text of HEAD or of a loose ref.
func parseRef(text string) (string, error) {
	if strings.HasPrefix(text, "ref:") {
		return text, nil
	}
	id := strings.TrimRight(text, " \t\r\n")
	if !isObjectID(id) {
		return "", errBadRef
	}
	return id, nil
}

// packedRef looks ref up in packed-refs; nothing means it is not there.
func (r Repo) packedRef(ref string) (string, error) {
	f, info, err := platform.OpenRegular(filepath.Join(r.CommonDir, "packed-refs"))
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	if info.Size() > maxPackedRefs {
		return "", fmt.Errorf("reading %q: %w", f.Name(), errTooLarge)
	}
	return findPacked(io.LimitReader(f, maxPackedRefs), ref)
}

// findPacked looks ref up in the text of a packed-refs file: comments (#),
// lines of an id and a name, and peeled tags (^), which are passed over.
// Source: git's documentation of pack-refs, and refs/packed-backend.c.
func findPacked(packed io.Reader, ref string) (string, error) {
	lines := bufio.NewReaderSize(packed, maxSmallFile)
	sorted := false
	for {
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			return "", errBadRef
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		if err != nil {
			// Git ends every line, so what follows the last end is torn.
			if len(line) > 0 {
				return "", errBadRef
			}
			return "", nil
		}
		if line[0] == '#' {
			sorted = sorted || strings.Contains(string(line), " sorted ")
			continue
		}
		if line[0] == '^' {
			continue
		}
		id, name, ok := strings.Cut(string(line[:len(line)-1]), " ")
		if !ok || !isObjectID(id) {
			return "", errBadRef
		}
		if name = strings.TrimSuffix(name, "\r"); name == ref {
			return id, nil
		}
		if sorted && name > ref {
			return "", nil
		}
	}
}

// isObjectID reports whether id is a whole SHA-1 or SHA-256 in hex.
func isObjectID(id string) bool {
	return (len(id) == 40 || len(id) == 64) && isHex(id)
}

func isHex(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// validRef reports whether git would take name for a full ref name, and so
// whether it is safe as a path below a repository.
// Source: git's documentation, git-check-ref-format.
func validRef(name string) bool {
	if !strings.HasPrefix(name, "refs/") || len(name) > 4<<10 ||
		strings.Contains(name, "..") || strings.Contains(name, "@{") ||
		strings.HasSuffix(name, ".") || strings.ContainsAny(name, " ~^:?*[\\\x7f") {
		return false
	}
	for i := range len(name) {
		if name[i] < ' ' {
			return false
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return true
}
