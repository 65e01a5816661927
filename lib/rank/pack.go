package rank

import (
	"encoding/binary"
	"math"
	"slices"
)

// A Passage is a piece of a document that can answer by itself: a turn of a
// conversation, a title, a line of a list.
type Passage struct {
	Text   string
	Weight float64 // of its words in the document; 0 counts as 1
}

// A Packed document is what ranking needs of it, in bytes that can be stored. It
// holds no text:
//
//	uvarint passages, uvarint terms
//	passages times: uvarint terms of it, one byte weight
//	terms times, sorted: 4 bytes hash, 4 bytes where its postings end
//	postings: uvarint passages since the last one, uvarint times in it
//
// Bytes that Pack did not make match nothing or something wrong, and do no harm.
type Packed []byte

// weightUnit is the smallest difference of two weights.
const weightUnit = 1.0 / 16

// Pack makes a document of its passages.
func Pack(passages []Passage) Packed {
	var all []uint64 // hash and passage of each occurrence
	known := memo{}
	head := binary.AppendUvarint(nil, uint64(len(passages)))
	sizes := make([]byte, 0, 3*len(passages))
	for i, p := range passages {
		n := 0
		scan(p.Text, known, func(c chunk) {
			if c.whole != "" {
				all = append(all, uint64(hash(c.whole))<<32|uint64(i))
				n++
			}
			for _, part := range c.parts {
				all = append(all, uint64(hash(part))<<32|uint64(i))
				n++
			}
		})
		sizes = binary.AppendUvarint(sizes, uint64(n))
		sizes = append(sizes, packWeight(p.Weight))
	}
	slices.Sort(all)
	table, postings, terms := packPostings(all)
	head = binary.AppendUvarint(head, uint64(terms))
	return slices.Concat(head, sizes, table, postings)
}

// packPostings writes sorted occurrences.
func packPostings(all []uint64) (table, postings []byte, terms int) {
	for i := 0; i < len(all); {
		term, last := all[i]>>32, uint64(0)
		for i < len(all) && all[i]>>32 == term {
			same, times := all[i], uint64(0)
			for i < len(all) && all[i] == same {
				times++
				i++
			}
			passage := same & math.MaxUint32
			postings = binary.AppendUvarint(postings, passage-last)
			postings = binary.AppendUvarint(postings, times)
			last = passage
		}
		terms++
		table = binary.LittleEndian.AppendUint32(table, uint32(term))
		table = binary.LittleEndian.AppendUint32(table, uint32(len(postings)))
	}
	return table, postings, terms
}

func packWeight(w float64) byte {
	if w <= 0 {
		w = 1
	}
	return byte(min(max(w/weightUnit, 1), 255))
}

// hash is FNV-1a of a term.
func hash(term string) uint32 {
	h := uint32(2166136261)
	for i := range len(term) {
		h = (h ^ uint32(term[i])) * 16777619
	}
	return h
}

// A reader is a packed document as it is looked into.
type reader struct {
	passages int
	terms    int
	sizes    []byte // and all that follows, until the passages were read
	table    []byte
	postings []byte
}

// open finds the parts of a packed document.
func (p Packed) open() (r reader, ok bool) {
	passages, a := binary.Uvarint(p)
	if a <= 0 {
		return r, false
	}
	terms, b := binary.Uvarint(p[a:])
	if b <= 0 {
		return r, false
	}
	rest := p[a+b:]
	if passages > uint64(len(rest))/2 || terms > uint64(len(rest))/entrySize {
		return r, false
	}
	r = reader{passages: int(passages), terms: int(terms), sizes: rest}
	at := 0
	for range r.passages {
		_, n := binary.Uvarint(rest[at:])
		if n <= 0 || at+n >= len(rest) {
			return r, false
		}
		at += n + 1
	}
	if len(rest)-at < r.terms*entrySize {
		return r, false
	}
	r.sizes, r.table, r.postings = rest[:at], rest[at:at+r.terms*entrySize], rest[at+r.terms*entrySize:]
	return r, true
}

// entrySize is that of a term in the table.
const entrySize = 8

// each calls visit with the passages that hold a term.
func (r reader) each(term uint32, visit func(passage, times int)) {
	at := r.find(term)
	if at < 0 {
		return
	}
	from, to := uint32(0), binary.LittleEndian.Uint32(r.table[at*entrySize+4:])
	if at > 0 {
		from = binary.LittleEndian.Uint32(r.table[at*entrySize-4:])
	}
	if from > to || uint64(to) > uint64(len(r.postings)) {
		return
	}
	passage := uint64(0)
	for rest := r.postings[from:to]; len(rest) > 0; {
		delta, a := binary.Uvarint(rest)
		if a <= 0 {
			return
		}
		times, b := binary.Uvarint(rest[a:])
		if passage += delta; b <= 0 || delta > uint64(r.passages) || passage >= uint64(r.passages) {
			return
		}
		visit(int(passage), int(min(times, 1<<16)))
		rest = rest[a+b:]
	}
}

// find is where in the table a term is, -1 where it is not.
func (r reader) find(term uint32) int {
	low, high := 0, r.terms
	for low < high {
		middle := int(uint(low+high) / 2)
		switch h := binary.LittleEndian.Uint32(r.table[middle*entrySize:]); {
		case h == term:
			return middle
		case h < term:
			low = middle + 1
		default:
			high = middle
		}
	}
	return -1
}

// passage sizes are read in order: they are of varying width.
func (r reader) eachPassage(visit func(i, terms int, weight float64)) {
	at := 0
	for i := range r.passages {
		n, size := binary.Uvarint(r.sizes[at:])
		at += size + 1
		visit(i, int(min(n, 1<<24)), float64(r.sizes[at-1])*weightUnit)
	}
}
