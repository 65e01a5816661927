package snapshot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

// A Kind is what is at a path.
type Kind byte

const (
	Absent     Kind = 0 // nothing, or nothing that can be reached without following a link
	File       Kind = 'f'
	Link       Kind = 'l'
	Folder     Kind = 'd'
	Repository Kind = 'r' // of its own, which a snapshot records and does not hold
	Other      Kind = 'o' // a pipe, a socket, a device
)

func (k Kind) String() string {
	return map[Kind]string{Absent: "absent", File: "file", Link: "link", Folder: "folder", Repository: "repository",
		Other: "other"}[k]
}

// AnyMode is the mode of a file whose permissions are not known.
const AnyMode = fs.ModeIrregular

// A State is what is at a path, as far as it is kept.
type State struct {
	Kind Kind
	Mode fs.FileMode // permissions of a file
	Sum  string      // SHA-256 of a file or of a link's target; of a repository its commit
}

// Matches reports whether what is found is this state. An absent file and a folder, such as
// one that was made for a file below it, are the same.
func (s State) Matches(found State) bool {
	if s.Mode == AnyMode {
		found.Mode = AnyMode
	}
	return s == found || s.Free() && found.Free()
}

// Free reports whether no file is there.
func (s State) Free() bool { return s.Kind == Absent || s.Kind == Folder }

// A Content is what is at a path, and where its bytes or its link's target are.
type Content struct {
	State
	Source  Source
	Gone    string   // why its bytes are not kept, "" where they are
	Without []string // what a new file in its place has not
}

// FileOf is the content of a file of that text.
func FileOf(text string, mode fs.FileMode) Content {
	sum := machine.Sum([]byte(text))
	return Content{State: State{Kind: File, Mode: mode, Sum: sum}, Source: Source{Text: text, Sum: sum}}
}

// LinkTo is the content of a link.
func LinkTo(target string) Content {
	return Content{State: State{Kind: Link, Sum: machine.Sum([]byte(target))}, Source: Source{Text: target}}
}

// Look is what is at a place of the work tree, without the sum of a file.
func Look(at durable.Place) (c Content, err error) {
	info, err := at.Lstat()
	switch {
	case Unreachable(err):
		return c, nil
	case err != nil:
		return c, err
	case info.IsDir():
		c.Kind = Folder
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := at.Readlink()
		return LinkTo(target), err
	case info.Mode().IsRegular():
		c.Kind, c.Mode, c.Source.At = File, info.Mode().Perm(), at
	default:
		c.Kind = Other
	}
	return c, nil
}

// Read is [Look] with the sum of a file, which is read until ctx ends.
func Read(ctx context.Context, at durable.Place) (c Content, err error) {
	for range 3 {
		if c, err = Look(at); err != nil || c.Kind != File {
			return c, err
		}
		f, info, err := at.Open()
		if err == nil {
			defer f.Close()
			from := NewReader(ctx, f)
			err = Drain(from)
			c.Mode, c.Sum, c.Without = info.Mode().Perm(), from.Sum(), Lost(f, info)
		}
		if !Unreachable(err) { // else it went, or something else took its place, since it was looked at
			return c, err
		}
	}
	return Content{}, fmt.Errorf("%q: %w", at.Path(), durable.ErrChanged)
}

// Lost is what an open file has and a new file in its place has not, sorted.
func Lost(f *os.File, info fs.FileInfo) []string {
	facts := platform.FactsOf(info)
	lost := map[string]bool{
		"extended attributes": platform.Xattrs(f), "hard links": facts.Links > 1,
		"owner": facts.UID != os.Geteuid() && os.Geteuid() != 0, "setuid bit": facts.Special,
	}
	maps.DeleteFunc(lost, func(_ string, is bool) bool { return !is })
	return slices.Sorted(maps.Keys(lost))
}

// Unreachable reports whether an error says that no file can be at a path.
func Unreachable(err error) bool {
	return durable.Missing(err) || errors.Is(err, durable.ErrLink) || errors.Is(err, durable.ErrNotRegular)
}

// A Reader reads from another reader until its context ends, and sums what it gives.
type Reader struct {
	Size int64 // of what was read, in bytes
	Err  error // of the other reader

	ctx  context.Context
	from io.Reader
	hash hash.Hash
	sum  string // that all of it must have, unless it is ""
}

// NewReader is a Reader of what from gives.
func NewReader(ctx context.Context, from io.Reader) *Reader {
	return &Reader{ctx: ctx, from: from, hash: sha256.New()}
}

func (r *Reader) Read(p []byte) (n int, err error) {
	if err = r.ctx.Err(); err == nil {
		n, err = r.from.Read(p)
	}
	r.hash.Write(p[:n])
	r.Size += int64(n)
	switch {
	case !errors.Is(err, io.EOF):
		r.Err = err
	case r.sum != "" && r.Sum() != r.sum:
		err = fmt.Errorf("damaged: its SHA-256 is %s, not %s", r.Sum(), r.sum)
	}
	return n, err
}

// Sum is the SHA-256 of what was read, in hex.
func (r *Reader) Sum() string { return hex.EncodeToString(r.hash.Sum(nil)) }

// Drain reads a reader to its end.
func Drain(from io.Reader) error {
	_, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, from, make([]byte, 64<<10))
	return err
}

// A Source is where bytes are: in the file At, whose SHA-256 is Sum unless that is "",
// or else in Text. The zero one has none.
type Source struct {
	At   durable.Place
	Sum  string
	Text string
}

// Open opens the bytes. Those that are damaged cannot be read to their end.
func (s Source) Open(ctx context.Context) (io.ReadCloser, error) {
	switch {
	case s == Source{}:
		return nil, errors.New("no bytes are kept")
	case s.At == durable.Place{}:
		return io.NopCloser(strings.NewReader(s.Text)), nil
	}
	file, _, err := s.At.Open()
	if errors.Is(err, fs.ErrNotExist) && s.Sum != "" {
		err = errors.New("the backup is missing")
	}
	if err != nil {
		return nil, err
	}
	from := NewReader(ctx, file)
	from.sum = s.Sum
	return struct {
		io.Reader
		io.Closer
	}{from, file}, nil
}

// Verify says what is wrong with sources that are damaged. It ends with ctx.
func Verify[V any](ctx context.Context, sources map[Source]V) map[Source]error {
	each := slices.Collect(maps.Keys(sources))
	errs := make([]error, len(each))
	parallel.Each(2*runtime.NumCPU(), len(each), func(i int) {
		from, err := each[i].Open(ctx)
		if err == nil {
			err = Drain(from)
			from.Close()
		}
		errs[i] = err
	})
	wrong := map[Source]error{}
	for i, err := range errs {
		if err != nil && ctx.Err() == nil {
			wrong[each[i]] = err
		}
	}
	return wrong
}
