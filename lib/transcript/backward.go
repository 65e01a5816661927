package transcript

import (
	"bytes"
	"io"
)

const (
	// chunk is how much of the file is read at once: what a core's own cache holds,
	// since each page of a longer buffer has to be given by the system first.
	chunk = 64 << 10
	// edge is how much of each end of an over-long line is looked at.
	edge = 64 << 10
	// maxSkim is how much of over-long lines is run through to find where they
	// start: some 20 ms of reading.
	maxSkim = 128 << 20
)

// rawLine is one line without its line feed.
type rawLine struct {
	off  int64  // where it starts in the file
	size int64  // its length in bytes
	data []byte // valid until the next call; nil when the line is too long
	last bool   // it ends with the file, not with a line feed
}

// backward hands out a file's lines, the last one first.
type backward struct {
	r       io.ReaderAt
	start   int64 // file offset of buf[lo]
	buf     []byte
	lo, hi  int     // what was read and not handed out yet
	breaks  []int32 // places of the line feeds in buf[lo:hi], ascending
	longest int     // lines above it come without data
	size    int64   // the file's
	left    int64   // bytes that may still be handed out
	skim    int64   // bytes of over-long lines that may still be run through
}

func newBackward(r io.ReaderAt, size int64, lim Limits) *backward {
	return &backward{r: r, start: size, size: size, longest: lim.Line, left: lim.Bytes, skim: maxSkim}
}

// next returns the line before the one returned last. It returns io.EOF at the
// start of the file and errCut when a bound is reached.
func (b *backward) next() (rawLine, error) {
	for {
		if n := len(b.breaks); n > 0 {
			at := int(b.breaks[n-1])
			b.breaks = b.breaks[:n-1]
			return b.take(at + 1)
		}
		switch {
		case b.start == 0 && b.hi == b.lo:
			return rawLine{}, io.EOF
		case b.start == 0:
			line, err := b.take(b.lo)
			b.hi = b.lo
			return line, err
		case b.hi-b.lo > b.longest:
			return b.takeLong()
		case b.left < int64(b.hi-b.lo):
			return rawLine{}, errCut
		}
		if err := b.fill(); err != nil {
			return rawLine{}, err
		}
	}
}

// take hands out buf[from:hi], before which a line feed or the file's start
// stands.
func (b *backward) take(from int) (rawLine, error) {
	data := b.buf[from:b.hi]
	line := rawLine{off: b.start + int64(from-b.lo), size: int64(len(data)), data: data}
	line.last = line.off+line.size == b.size
	b.hi = max(from-1, b.lo)
	if len(data) > b.longest {
		line.data = nil
	}
	return line, b.spend(line)
}

// spend charges a line to the bound; an over-long one only with its edges.
func (b *backward) spend(line rawLine) error {
	cost := line.size + 1
	if line.data == nil {
		cost = min(cost, 2*edge)
	}
	if b.left -= cost; b.left < -1 {
		return errCut
	}
	return nil
}

// fill reads the chunk before what is held. A line that began in it stays in
// the buffer, which is never longer than a chunk and the longest line.
func (b *backward) fill() error {
	pending := b.hi - b.lo
	n := int(min(chunk, b.start))
	if need := pending + n; need > len(b.buf) {
		grown := make([]byte, max(need, 2*len(b.buf), 2*chunk))
		copy(grown[len(grown)-pending:], b.buf[b.lo:b.hi])
		b.buf = grown
	} else {
		copy(b.buf[len(b.buf)-pending:], b.buf[b.lo:b.hi])
	}
	b.hi = len(b.buf)
	b.lo = b.hi - pending - n
	b.start -= int64(n)
	if err := readFull(b.r, b.buf[b.lo:b.lo+n], b.start); err != nil {
		return err
	}
	b.findBreaks(b.lo, b.lo+n)
	return nil
}

func (b *backward) findBreaks(from, to int) {
	b.breaks = b.breaks[:0]
	for from < to {
		i := bytes.IndexByte(b.buf[from:to], '\n')
		if i < 0 {
			return
		}
		b.breaks = append(b.breaks, int32(from+i))
		from += i + 1
	}
}

// takeLong looks for the start of a line that is already too long, keeping
// nothing of it.
func (b *backward) takeLong() (rawLine, error) {
	end := b.start + int64(b.hi-b.lo)
	if len(b.buf) < chunk {
		b.buf = make([]byte, chunk)
	}
	b.lo, b.hi = 0, 0
	for b.start > 0 {
		n := int(min(chunk, b.start))
		if b.skim -= int64(n); b.skim < 0 {
			return rawLine{}, errCut
		}
		b.start -= int64(n)
		if err := readFull(b.r, b.buf[:n], b.start); err != nil {
			return rawLine{}, err
		}
		b.findBreaks(0, n)
		if k := len(b.breaks); k > 0 {
			b.hi = int(b.breaks[k-1])
			b.breaks = b.breaks[:k-1]
			off := b.start + int64(b.hi) + 1
			line := rawLine{off: off, size: end - off}
			return line, b.spend(line)
		}
	}
	line := rawLine{size: end}
	return line, b.spend(line)
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

// window reads lines by their place, in rising order, a chunk at a time.
type window struct {
	r    io.ReaderAt
	size int64 // the file's
	off  int64 // where buf is in the file
	buf  []byte
	held int // bytes of buf that are filled
}

// line returns the size bytes at off, valid until the next call.
func (w *window) line(off int64, size int) ([]byte, error) {
	if from := off - w.off; from >= 0 && from+int64(size) <= int64(w.held) {
		return w.buf[from : from+int64(size)], nil
	}
	n := int(min(int64(max(size, chunk)), w.size-off))
	if n > len(w.buf) {
		w.buf = make([]byte, n)
	}
	w.off, w.held = off, 0
	if err := readFull(w.r, w.buf[:n], off); err != nil {
		return nil, err
	}
	w.held = n
	return w.buf[:size], nil
}
