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

	"holdfast/lib/durable"
	"holdfast/lib/parallel"
)

// bufferSize is how much of a file is read at once, in bytes.
const bufferSize = 64 << 10

// A Reader reads from another reader until its context ends, and sums what it gives.
type Reader struct {
	Size int64 // of what was read, in bytes
	Err  error // of the other reader

	ctx  context.Context
	from io.Reader
	hash hash.Hash
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
	if r.Size += int64(n); !errors.Is(err, io.EOF) {
		r.Err = err
	}
	return n, err
}

// Sum is the SHA-256 of what was read, in hex.
func (r *Reader) Sum() string { return hex.EncodeToString(r.hash.Sum(nil)) }

// Drain reads to the end.
func (r *Reader) Drain() error { return drain(r) }

func drain(from io.Reader) error {
	_, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, from, make([]byte, bufferSize))
	return err
}

// A Source opens the bytes of a file as they were saved. To read those that are
// damaged fails at their end, so that they never take a file's place.
type Source func(ctx context.Context) (io.ReadCloser, error)

// Saved is the source of what was saved with the sum, and open opens.
func Saved(sum string, open func() (*os.File, error)) Source {
	return func(ctx context.Context) (io.ReadCloser, error) {
		file, err := open()
		if errors.Is(err, fs.ErrNotExist) {
			err = errors.New("the backup is missing")
		}
		if err != nil {
			return nil, err
		}
		return &checked{NewReader(ctx, file), file, sum}, nil
	}
}

type checked struct {
	*Reader
	io.Closer
	sum string
}

func (c *checked) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if errors.Is(err, io.EOF) && c.Sum() != c.sum {
		return n, fmt.Errorf("damaged: its SHA-256 is %s, not %s", c.Sum(), c.sum)
	}
	return n, err
}

// Bytes are all that the source gives, at most limit bytes: [durable.ErrTooLarge].
func (s Source) Bytes(ctx context.Context, limit int64) ([]byte, error) {
	from, err := s(ctx)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	b, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err == nil && int64(len(b)) > limit {
		err = durable.ErrTooLarge
	}
	return b, err
}

// Verify reads sources to their ends, several at a time, until ctx ends. It returns what
// is wrong with those that are damaged, by their keys.
func Verify[K comparable](ctx context.Context, sources map[K]Source) map[K]error {
	keys := slices.Collect(maps.Keys(sources))
	errs := make([]error, len(keys))
	parallel.Each(2*runtime.NumCPU(), len(keys), func(i int) {
		from, err := sources[keys[i]](ctx)
		if err == nil {
			err = drain(from)
			from.Close()
		}
		errs[i] = err
	})
	wrong := map[K]error{}
	for i, err := range errs {
		if err != nil && ctx.Err() == nil {
			wrong[keys[i]] = err
		}
	}
	return wrong
}
