package transcript

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"holdfast/lib/platform"
)

const (
	// shortTail is how much of a file's end is read; longTail where that is cut and
	// holds few records, as where results carry pictures, or no prompt.
	shortTail = 8 << 20
	longTail  = 32 << 20
	fewInTail = 250
	maxSkim   = 128 << 20 // of a line longer than that, in which its start is looked for
)

// mapped is what a file holds until release. It is mapped: fresh memory for as much costs more than all that is done
// with it. Where the system cannot do that, the end is read, and cut says that something is before it.
func mapped(file *os.File, size int64) (text string, cut bool, release func(), err error) {
	if data, release, err := platform.Map(file, 0, int(size)); err == nil {
		return view(data), false, release, nil
	}
	data := make([]byte, min(size, longTail))
	_, err = file.ReadAt(data, size-int64(len(data))) // which fails where it has become shorter
	return view(data), size > longTail, func() {}, err
}

// opened calls read with the file at path; a mapped part of it that is gone is an error.
func opened(path string, read func(file *os.File, size int64) error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		fault := recover()
		if _, gone := fault.(interface{ Addr() uintptr }); gone {
			err = io.ErrUnexpectedEOF
		} else if fault != nil {
			panic(fault)
		}
		if err != nil {
			err = fmt.Errorf("reading transcript %q: %w", path, err)
		}
	}()
	file, info, err := platform.OpenRegular(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return read(file, info.Size())
}

// addEnd takes in the whole lines among the last so many bytes of a text, and says whether something is
// before them. Where one line takes most of a long tail, what is before that line is taken in too.
func (x *reader) addEnd(text string, most int) (cut bool) {
	start := max(0, len(text)-most)
	last := text[start:]
	if cut = start > 0; cut {
		_, last, _ = strings.Cut(last, "\n")
	}
	if cut && most == longTail && strings.Count(last, "\n") < fewInTail {
		skimmed := text[max(0, start-maxSkim):start]
		if end := strings.LastIndexByte(skimmed, '\n') + 1; end > 0 {
			cut = x.addEnd(text[:start-len(skimmed)+end], shortTail)
		}
	}
	x.add(last)
	return cut
}
