package gitrepo

import (
	"bufio"
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/platform"
)

const (
	// maxIndex is the size of the largest index that is read, in bytes.
	maxIndex = 64 << 20
	// maxIndexPath is the longest path in an index that is believed, in bytes.
	maxIndexPath = 32 << 10
	statBytes    = 40 // an entry's times, device, inode, mode, owner, size

	flagExtended = 0x4000
	maskStage    = 0x3000
	maskName     = 0x0fff

	modeRegular = 0o10
	modeFolder  = 0o04
	modeSymlink = 0o12
	modeModule  = 0o16
)

var (
	errTornIndex    = errors.New("the index is torn or not an index")
	errIndexVersion = errors.New("the index has an unknown version")
	errSplitIndex   = errors.New("the index is a split index")
	errIndexNeeds   = errors.New("the index needs an unknown extension")
)

// TrackedSince returns the paths (relative to Top, with slashes) of at most
// limit tracked files whose modification time, as git last recorded it in the
// index, is at or after t: newest first, then by path. So it finds what was
// changed and committed or staged since, and also what a checkout wrote. No
// index is no files. An index over 64 MiB, torn, split or of an unknown
// version is an error.
func (r Repo) TrackedSince(t time.Time, limit int) ([]string, error) {
	f, info, err := platform.OpenRegular(filepath.Join(r.GitDir, "index"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	if info.Size() > maxIndex {
		return nil, fmt.Errorf("reading %q: %w", f.Name(), errTooLarge)
	}
	paths, err := trackedSince(f, info.Size(), t, limit)
	if err != nil {
		return nil, fmt.Errorf("reading %q: %w", f.Name(), err)
	}
	return paths, nil
}

// trackedSince is [Repo.TrackedSince] over the bytes of an index. The index
// does not say which hash its repository uses, so it tries both: read with the
// wrong one, no entry makes sense.
func trackedSince(index io.ReaderAt, size int64, t time.Time, limit int) ([]string, error) {
	if limit <= 0 {
		return nil, nil
	}
	var first error
	for _, sum := range []hash.Hash{sha1.New(), sha256.New()} {
		found := newest{limit: limit}
		err := readIndex(index, size, sum, func(e indexEntry) {
			if !e.modified.Before(t) {
				found.add(e.path, e.modified)
			}
		})
		if err == nil {
			return found.paths(), nil
		}
		if first == nil || errors.Is(first, errTornIndex) && !errors.Is(err, errTornIndex) {
			first = err
		}
	}
	return nil, first
}

// readIndex calls visit for each file's entry of an index that uses the hash
// sum, and then checks its checksum. Zeros are none: git leaves it out where
// index.skipHash is set.
func readIndex(index io.ReaderAt, size int64, sum hash.Hash, visit func(indexEntry)) error {
	left := size - int64(sum.Size())
	if left < 0 {
		return errTornIndex
	}
	content := io.TeeReader(io.NewSectionReader(index, 0, left), sum)
	in := indexReader{from: bufio.NewReaderSize(content, 64<<10), left: left, hashBytes: sum.Size()}
	if err := in.read(visit); err != nil {
		return err
	}
	checksum := make([]byte, sum.Size())
	if _, err := index.ReadAt(checksum, left); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !bytes.Equal(checksum, make([]byte, sum.Size())) && !bytes.Equal(checksum, sum.Sum(nil)) {
		return errTornIndex
	}
	return nil
}

// indexEntry is a tracked file that is not in conflict.
type indexEntry struct {
	path     string
	modified time.Time
}

// indexReader reads an index once from its start to its end.
// Source: git's documentation, gitformat-index.
type indexReader struct {
	from      *bufio.Reader
	left      int64 // bytes not read yet, without the checksum
	hashBytes int
	version   uint32
	path      []byte // the last entry's
	stage     uint16 // the last entry's
}

// read calls visit for each file's entry, then checks that what follows the
// entries ends where the checksum starts.
func (in *indexReader) read(visit func(indexEntry)) error {
	var header [12]byte
	if err := in.fill(header[:]); err != nil {
		return err
	}
	if string(header[:4]) != "DIRC" {
		return errTornIndex
	}
	in.version = binary.BigEndian.Uint32(header[4:])
	if in.version < 2 || in.version > 4 {
		return fmt.Errorf("%w: %d", errIndexVersion, in.version)
	}
	for range binary.BigEndian.Uint32(header[8:]) {
		if err := in.entry(visit); err != nil {
			return err
		}
	}
	for in.left > 0 {
		if err := in.extension(); err != nil {
			return err
		}
	}
	return nil
}

// entry reads one entry and calls visit if it is a file's.
func (in *indexReader) entry(visit func(indexEntry)) error {
	var fixed [statBytes + sha256.Size + 2]byte
	stat := fixed[:statBytes+in.hashBytes+2]
	if err := in.fill(stat); err != nil {
		return err
	}
	seconds, nanos := binary.BigEndian.Uint32(stat[8:]), binary.BigEndian.Uint32(stat[12:])
	mode := binary.BigEndian.Uint32(stat[24:]) >> 12
	flags := binary.BigEndian.Uint16(stat[statBytes+in.hashBytes:])
	length := len(stat)
	if flags&flagExtended != 0 {
		var more [2]byte
		if err := in.fill(more[:]); err != nil || in.version < 3 {
			return errTornIndex
		}
		length += len(more)
	}
	before, stage := bytes.Clone(in.path), flags&maskStage
	if err := in.readPath(length); err != nil {
		return err
	}
	if named := int(flags & maskName); named != min(len(in.path), maskName) || !cleanPath(string(in.path)) {
		return errTornIndex
	}
	if order := bytes.Compare(before, in.path); order > 0 || order == 0 && in.stage >= stage {
		return errTornIndex
	}
	in.stage = stage
	switch mode {
	case modeRegular, modeSymlink:
		if stage == 0 {
			visit(indexEntry{string(in.path), time.Unix(int64(seconds), int64(nanos))})
		}
	case modeFolder, modeModule:
	default:
		return errTornIndex
	}
	return nil
}

// readPath reads the path of an entry of which length bytes were read, and the
// padding after it.
func (in *indexReader) readPath(length int) error {
	if in.version == 4 {
		cut, err := in.varint()
		if err != nil || cut > uint64(len(in.path)) {
			return errTornIndex
		}
		in.path = in.path[:len(in.path)-int(cut)]
		return in.appendString()
	}
	in.path = in.path[:0]
	if err := in.appendString(); err != nil {
		return err
	}
	// The zero byte that ended the path counts as padding.
	var padding [8]byte
	zeros := padding[:7-(length+len(in.path))%8]
	if err := in.fill(zeros); err != nil || padding != [8]byte{} {
		return errTornIndex
	}
	return nil
}

// appendString appends what stands before the next zero byte to the path.
func (in *indexReader) appendString() error {
	for {
		c, err := in.byte()
		if err != nil {
			return err
		}
		if c == 0 {
			return nil
		}
		if len(in.path) >= maxIndexPath {
			return errTornIndex
		}
		in.path = append(in.path, c)
	}
}

// varint reads a number as git's packs encode offsets: seven bits a byte, most
// significant first, one added for each byte that continues.
func (in *indexReader) varint() (uint64, error) {
	c, err := in.byte()
	if err != nil {
		return 0, err
	}
	value := uint64(c & 0x7f)
	for c&0x80 != 0 {
		if c, err = in.byte(); err != nil {
			return 0, err
		}
		if value > maxIndexPath {
			return 0, errTornIndex
		}
		value = (value+1)<<7 | uint64(c&0x7f)
	}
	return value, nil
}

// extension passes over one extension.
func (in *indexReader) extension() error {
	var header [8]byte
	if err := in.fill(header[:]); err != nil {
		return err
	}
	size := int64(binary.BigEndian.Uint32(header[4:]))
	if size > in.left {
		return errTornIndex
	}
	switch name := string(header[:4]); {
	case name == "link":
		return errSplitIndex
	case name == "sdir":
	case header[0] < 'A' || header[0] > 'Z':
		return fmt.Errorf("%w: %q", errIndexNeeds, name)
	}
	skipped, err := in.from.Discard(int(size))
	in.left -= int64(skipped)
	if err != nil {
		return errTornIndex
	}
	return nil
}

func (in *indexReader) fill(into []byte) error {
	if int64(len(into)) > in.left {
		return errTornIndex
	}
	if _, err := io.ReadFull(in.from, into); err != nil {
		return errTornIndex
	}
	in.left -= int64(len(into))
	return nil
}

func (in *indexReader) byte() (byte, error) {
	c, err := in.from.ReadByte()
	if err != nil {
		return 0, errTornIndex // the reader ends where left does
	}
	in.left--
	return c, nil
}

// cleanPath reports whether path, with slashes, stays below where it starts.
// A sparse index's folders end in a slash.
func cleanPath(path string) bool {
	for part := range strings.SplitSeq(strings.TrimSuffix(path, "/"), "/") {
		if part == "" || part == "." || part == ".." {
			return false
		}
	}
	return true
}

// newest keeps the limit entries with the latest times.
type newest struct {
	limit   int
	entries []indexEntry
}

func (n *newest) add(path string, modified time.Time) {
	n.entries = append(n.entries, indexEntry{path, modified})
	if len(n.entries)/2 > n.limit+512 {
		n.trim()
	}
}

func (n *newest) trim() {
	slices.SortFunc(n.entries, func(a, b indexEntry) int {
		if order := b.modified.Compare(a.modified); order != 0 {
			return order
		}
		return strings.Compare(a.path, b.path)
	})
	n.entries = n.entries[:min(len(n.entries), n.limit)]
}

func (n *newest) paths() []string {
	n.trim()
	paths := make([]string, len(n.entries))
	for i, entry := range n.entries {
		paths[i] = entry.path
	}
	return paths
}
