package rank

import (
	"cmp"
	"encoding/binary"
)

// A Passage is a piece of a document that can answer by itself: a turn, a title, a line.
type Passage struct {
	Text   string
	Weight float64 // of its words in the document; 0 counts as 1
}

// A Packed document is what ranking needs of it, in bytes that can be stored in a line of a file: none of them ends
// one. It holds no text, but of each passage how many terms it has (3 bytes of 7 bits), its weight (7 bits), and the
// hashes of those terms (4 bytes each). Bytes that Pack did not make match nothing or something wrong, and do no harm.
type Packed []byte

// Form names how documents are packed: what was packed in another one answers wrongly.
const Form = "4"

const (
	// weightUnit is the smallest difference of two weights.
	weightUnit = 1.0 / 16
	headSize   = 4
	hashSize   = 4
	high       = 1 << 7 // a byte that has it ends no line
)

// Pack makes a document of its passages.
func Pack(passages []Passage) Packed {
	var doc, terms []byte
	known := map[string]chunk{}
	for _, p := range passages {
		terms = terms[:0]
		scan(p.Text, known, func(c chunk) {
			if c.whole != "" {
				terms = binary.LittleEndian.AppendUint32(terms, hash(c.whole))
			}
			for _, part := range c.parts {
				terms = binary.LittleEndian.AppendUint32(terms, hash(part))
			}
		})
		n := min(len(terms)/hashSize, 1<<21-1)
		weight := min(max(cmp.Or(p.Weight, 1)/weightUnit, 1), high-1)
		doc = append(doc, high|byte(n), high|byte(n>>7), high|byte(n>>14), high|byte(weight))
		doc = append(doc, terms[:n*hashSize]...)
	}
	return doc
}

// hash is FNV-1a of a term, without a byte that ends a line.
func hash(term string) uint32 {
	h := uint32(2166136261)
	for i := range len(term) {
		h = (h ^ uint32(term[i])) * 16777619
	}
	for at := 0; at < 32; at += 8 {
		if byte(h>>at) == '\n' {
			h ^= high << at
		}
	}
	return h
}
