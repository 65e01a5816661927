package transcript

import (
	"bytes"
	"io"
	"os"
	"runtime/debug"

	"holdfast/lib/platform"
)

const (
	// shortTail is how much of a file's end is read; longTail where that is cut and
	// holds few records, as where results carry pictures, or no prompt.
	shortTail = 8 << 20
	longTail  = 32 << 20
	fewInTail = 250
	// maxSkim is how much of a line longer than a tail is run through to find its
	// start, a chunk at a time: some 20 ms of reading.
	maxSkim = 128 << 20
	chunk   = 64 << 10
)

// A tail is the end of a file. A file of the system is mapped: fresh memory for as much
// costs more than all that is done with it.
type tail struct {
	r       io.ReaderAt
	size    int64
	release []func()
}

// pieces are the whole lines among the last so many bytes, oldest first, until close;
// more says whether something is before them. Where one line takes most of a long
// tail, what is before that line is a piece of its own.
func (t *tail) pieces(most int64) (pieces [][]byte, more bool, err error) {
	last, start, err := t.lines(t.size, most)
	pieces = [][]byte{last}
	if err != nil || start == 0 || most < longTail || bytes.Count(last, []byte("\n")) >= fewInTail {
		return pieces, start > 0, err
	}
	end, err := t.lineStart(start)
	if err != nil || end == 0 {
		return pieces, true, err
	}
	before, start, err := t.lines(end, most)
	return [][]byte{before, last}, start > 0, err
}

// lines are the whole lines among so many bytes before end, and from where on that was read.
func (t *tail) lines(end, most int64) (lines []byte, start int64, err error) {
	start = max(0, end-most)
	lines, err = t.load(start, int(end-start))
	if start > 0 {
		lines = lines[bytes.IndexByte(lines, '\n')+1:]
	}
	return lines, start, err
}

func (t *tail) load(off int64, n int) ([]byte, error) {
	if file, ok := t.r.(*os.File); ok {
		if data, release, err := platform.Map(file, off, n); err == nil {
			t.release = append(t.release, release)
			return data, nil
		}
	}
	data := make([]byte, n)
	if got, err := t.r.ReadAt(data, off); got < n { // the file has become shorter since it was opened
		return nil, err
	}
	return data, nil
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

// lineStart is where the line begins that the byte at off is in, 0 where that is the
// file's start or too far away.
func (t *tail) lineStart(off int64) (int64, error) {
	buffer := make([]byte, chunk)
	for left := maxSkim; off > 0 && left > 0; left -= chunk {
		piece := buffer[:min(chunk, off)]
		off -= int64(len(piece))
		if _, err := t.r.ReadAt(piece, off); err != nil {
			return 0, err
		}
		if bytes.IndexByte(piece, '\n') >= 0 { // which is found many times faster than the last one
			return off + int64(bytes.LastIndexByte(piece, '\n')) + 1, nil
		}
	}
	return 0, nil
}
