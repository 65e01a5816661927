package transcript

import (
	"bytes"
	"io"
	"iter"
	"os"
	"runtime/debug"
	"slices"

	"holdfast/lib/platform"
)

const (
	// shortTail is how much of a file's end is read; longTail where that is cut and
	// holds few records, as where results carry pictures, or no prompt.
	shortTail = 8 << 20
	longTail  = 32 << 20
	fewInTail = 250
	// chunk is how much is looked through at once for the ends of lines.
	chunk = 64 << 10
	// maxSkim is how much of a line longer than a tail is run through to find its
	// start: some 20 ms of reading.
	maxSkim = 128 << 20
)

// A tail is the end of a file. A file of the system is mapped: fresh memory for as much
// costs more than all that is done with it.
type tail struct {
	r       io.ReaderAt
	end     int64 // of what is read in the file
	held    int   // bytes before it that were looked at
	release []func()
}

func newTail(r io.ReaderAt, size int64) *tail { return &tail{r: r, end: size} }

// last is the whole lines among the last so many bytes, and whether there is more
// before them. They are there until close.
func (t *tail) last(most int64) (lines []byte, more bool, err error) {
	t.held = int(min(most, t.end))
	lines, err = t.load(t.end-int64(t.held), t.held)
	if err != nil || int64(t.held) == t.end {
		return lines, false, err
	}
	return lines[bytes.IndexByte(lines, '\n')+1:], true, nil
}

func (t *tail) load(off int64, n int) ([]byte, error) {
	if file, ok := t.r.(*os.File); ok {
		if data, release, err := platform.Map(file, off, n); err == nil {
			t.release = append(t.release, release)
			return data, nil
		}
	}
	data := make([]byte, n)
	return data, readFull(t.r, data, off)
}

func (t *tail) close() {
	for _, release := range t.release {
		release()
	}
}

// unlessCut calls read, for which a part of a mapped file that is gone is an error.
func unlessCut(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		fault := recover()
		if _, gone := fault.(interface{ Addr() uintptr }); gone {
			err = io.ErrUnexpectedEOF
		} else if fault != nil {
			panic(fault)
		}
	}()
	return read()
}

// skip goes to before the line that what was read begins in, without reading it.
func (t *tail) skip() (found bool, err error) {
	piece := make([]byte, chunk)
	start := t.end - int64(t.held)
	for left := maxSkim; start > 0 && left > 0; left -= chunk {
		k := int(min(chunk, start))
		start -= int64(k)
		if err := readFull(t.r, piece[:k], start); err != nil {
			return false, err
		}
		if bytes.IndexByte(piece[:k], '\n') >= 0 { // which is found many times faster than the last one
			i := bytes.LastIndexByte(piece[:k], '\n')
			t.end = start + int64(i) + 1
			return true, nil
		}
	}
	return false, nil
}

// readFull fills p from off. A file that has become shorter since it was
// opened is an error.
func readFull(r io.ReaderAt, p []byte, off int64) error {
	n, err := r.ReadAt(p, off)
	if n == len(p) {
		return nil
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// backward are the lines of a text without their line feeds, the last one first:
// what follows the last line feed, which is empty where no line is torn.
func backward(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		end := len(text)
		var breaks []int
		for hi := len(text); hi > 0; hi = max(0, hi-chunk) {
			breaks = breaks[:0]
			for at := max(0, hi-chunk); ; {
				n := bytes.IndexByte(text[at:hi], '\n')
				if n < 0 {
					break
				}
				breaks = append(breaks, at+n)
				at += n + 1
			}
			for _, at := range slices.Backward(breaks) {
				if !yield(text[at+1 : end]) {
					return
				}
				end = at
			}
		}
		yield(text[:end])
	}
}
