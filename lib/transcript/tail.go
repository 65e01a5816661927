package transcript

import (
	"bytes"
	"io"
	"iter"
	"slices"
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

// A tail is the end of a file in memory, as much as was asked for so far.
type tail struct {
	r    io.ReaderAt
	end  int64  // of what is read in the file
	buf  []byte // what was read is its end
	held int
}

func newTail(r io.ReaderAt, size int64) *tail { return &tail{r: r, end: size} }

// last is the whole lines among the last so many bytes, and whether there is more
// before them.
func (t *tail) last(most int64) (lines []byte, more bool, err error) {
	n := int(min(most, t.end))
	if n > len(t.buf) {
		grown := make([]byte, int(min(longTail, t.end))) // what is not read takes no memory
		copy(grown[len(grown)-t.held:], t.buf[len(t.buf)-t.held:])
		t.buf = grown
	}
	from, to := len(t.buf)-n, len(t.buf)-t.held
	if err := readFull(t.r, t.buf[from:to], t.end-int64(n)); err != nil {
		return nil, false, err
	}
	t.held = n
	lines = t.buf[from:]
	if int64(n) == t.end {
		return lines, false, nil
	}
	return lines[bytes.IndexByte(lines, '\n')+1:], true, nil
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
		if i := bytes.LastIndexByte(piece[:k], '\n'); i >= 0 {
			t.end, t.buf, t.held = start+int64(i)+1, nil, 0
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
