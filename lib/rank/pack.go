package rank

import "encoding/binary"

// A Passage is a piece of a document that can answer by itself: a turn of a
// conversation, a title, a line of a list.
type Passage struct {
	Text   string
	Weight float64 // of its words in the document; 0 counts as 1
}

// A Packed document is what ranking needs of it, in bytes that can be stored. It
// holds no text, but of each passage how many terms it has (uvarint), its weight
// (one byte), and the hashes of those terms (4 bytes each). Bytes that Pack did not
// make match nothing or something wrong, and do no harm.
type Packed []byte

const (
	// weightUnit is the smallest difference of two weights.
	weightUnit = 1.0 / 16
	hashSize   = 4
)

// Pack makes a document of its passages.
func Pack(passages []Passage) Packed {
	var doc, terms []byte
	known := memo{}
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
		doc = binary.AppendUvarint(doc, uint64(len(terms)/hashSize))
		doc = append(append(doc, packWeight(p.Weight)), terms...)
	}
	return doc
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

// each calls visit with each passage: its number, its weight, and the hashes of its
// terms.
func (p Packed) each(visit func(i int, weight float64, terms []byte)) {
	for i := 0; len(p) > 0; i++ {
		n, size := binary.Uvarint(p)
		if size <= 0 || size == len(p) || n > uint64(len(p)-size-1)/hashSize {
			return
		}
		end := size + 1 + int(n)*hashSize
		visit(i, float64(p[size])*weightUnit, p[size+1:end])
		p = p[end:]
	}
}
