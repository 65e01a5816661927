package rank

import (
	"cmp"
	"encoding/binary"
	"math"
	"runtime"
	"slices"

	"holdfast/lib/parallel"
)

const (
	saturation = 1.2  // BM25: how soon a repeated word stops to count
	lengthPart = 0.75 // and how much the length of a text does
)

// A Hit is a document that holds a word of a question.
type Hit struct {
	Doc      int // in the order in which the documents were given
	Score    float64
	Met      int      // words of the question that it holds
	Rare     int      // those that most documents do not hold, where there are some
	Words    int      // of the question
	Passages []Scored // the best first
}

// A Scored passage of a document.
type Scored struct {
	Passage int
	Score   float64
}

// Rank returns the documents that hold a word of the question, best first; equal ones stay in their order. A
// document's score is that of its whole text and that of its best passage: one that has all words somewhere is worth
// less than one that says them in one breath.
func (q Question) Rank(docs []Packed) []Hit {
	c := collect(q, docs)
	hits := make([]Hit, len(docs))
	inParts(len(hits), func(from, to int) {
		for i := from; i < to; i++ {
			if f := c.found[i]; len(f.met) > 0 {
				hits[i] = c.score(q, f)
				hits[i].Doc = i
			}
		}
	})
	hits = slices.DeleteFunc(hits, func(h Hit) bool { return h.Passages == nil })
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Doc, b.Doc))
	})
	return hits
}

// corpus is what all documents together tell of the question's terms.
type corpus struct {
	found                 []found // of each document
	docs, passages, words float64
	// What a term is worth in a document and in a passage: how many hold it, until all were counted.
	inDocs, inPassages []float64
}

// found is what a document holds of the terms.
type found struct {
	size, passages float64 // size is in terms
	met            []occurrence
}

// An occurrence is what a passage holds of a term. Those of a passage are neighbours.
type occurrence struct {
	term, passage       int32
	times, weight, size float64 // weight and size are the passage's
}

// inParts calls do for parts of n documents, on all cores where they are many: to wake one takes longer than 200.
func inParts(n int, do func(from, to int)) {
	parts := n/200 + 1
	parallel.Each(min(runtime.GOMAXPROCS(0), parts), parts, func(i int) { do(i*n/parts, (i+1)*n/parts) })
}

func collect(q Question, docs []Packed) *corpus {
	c := &corpus{
		found: make([]found, len(docs)), docs: float64(len(docs)),
		inDocs: make([]float64, len(q.weights)), inPassages: make([]float64, len(q.weights)),
	}
	inParts(len(docs), func(from, to int) {
		times, met := make([]float64, len(q.weights)), make([]occurrence, 0, 2*(to-from))
		for i := from; i < to; i++ {
			c.found[i], met = look(q, docs[i], times, met)
		}
	})
	last := make([]int, len(q.weights)) // document that holds a term, counted from 1
	for i, f := range c.found {
		c.passages, c.words = c.passages+f.passages, c.words+f.size
		for _, o := range f.met {
			if c.inPassages[o.term]++; last[o.term] <= i {
				c.inDocs[o.term], last[o.term] = c.inDocs[o.term]+1, i+1
			}
		}
	}
	for t := range q.weights {
		c.inDocs[t] = q.weights[t] * rarity(c.docs, c.inDocs[t])
		c.inPassages[t] = q.weights[t] * rarity(c.passages, c.inPassages[t])
	}
	return c
}

// look finds the question's terms in a document. times is a place to count in, all one to keep what is found. Nothing
// is added up in new memory: the kernel gives a page that is read before it is written twice.
func look(q Question, doc Packed, times []float64, all []occurrence) (f found, _ []occurrence) {
	before, common := len(all), q.common
	for ; len(doc) >= headSize; f.passages++ {
		end := headSize + hashSize*(int(doc[0]&^high)|int(doc[1]&^high)<<7|int(doc[2]&^high)<<14)
		if end > len(doc) {
			break
		}
		weight, size, met := float64(doc[3]&^high)*weightUnit, float64((end-headSize)/hashSize), false
		f.size += size
		for terms := doc[headSize:end]; len(terms) >= hashSize; terms = terms[hashSize:] {
			h := binary.LittleEndian.Uint32(terms)
			if !common.has(h) {
				continue
			}
			if t, is := q.at[h]; is {
				times[t]++
				met = true
			}
		}
		for t := 0; met && t < len(times); t++ {
			if times[t] > 0 {
				all = append(all, occurrence{int32(t), int32(f.passages), times[t], weight, size})
				times[t] = 0
			}
		}
		doc = doc[end:]
	}
	f.met = all[before:]
	return f, all
}

func (c *corpus) score(q Question, f found) Hit {
	h, times := Hit{Words: len(q.words), Passages: make([]Scored, 0, len(f.met))}, make([]float64, len(q.weights))
	for from := 0; from < len(f.met); {
		s, to := Scored{Passage: int(f.met[from].passage)}, from
		for ; to < len(f.met) && int(f.met[to].passage) == s.Passage; to++ {
			o := f.met[to]
			times[o.term] += o.times * o.weight
			s.Score += c.inPassages[o.term] * bm25(o.times, o.size, c.words/c.passages)
		}
		s.Score += c.phrases(q, f.met[from:to])
		h.Passages = append(h.Passages, s)
		from = to
	}
	slices.SortStableFunc(h.Passages, func(a, b Scored) int { return cmp.Compare(b.Score, a.Score) })
	h.Passages = h.Passages[:min(len(h.Passages), 4)]
	h.Score = h.Passages[0].Score
	for t, n := range times {
		if n > 0 {
			h.Score += c.inDocs[t] * bm25(n, f.size, c.words/c.docs)
		}
	}
	for _, w := range q.words {
		missing := func(part int) bool { return times[part] == 0 }
		if times[w.whole] > 0 || len(w.parts) > 0 && !slices.ContainsFunc(w.parts, missing) {
			h.Met++
			if c.docs < 4 || c.inDocs[w.whole] > math.Ln2*q.weights[w.whole] { // at most half of them hold it
				h.Rare++
			}
		}
	}
	return h
}

// phrases is what the quoted phrases are worth of which a passage holds every word.
func (c *corpus) phrases(q Question, met []occurrence) (worth float64) {
	for _, phrase := range q.phrases {
		all := 0.0
		for _, t := range phrase {
			if !slices.ContainsFunc(met, func(o occurrence) bool { return int(o.term) == t }) {
				all = 0
				break
			}
			all += c.inPassages[t]
		}
		worth += 0.5 * all // of its words, for a quoted phrase that one passage holds
	}
	return worth
}

// rarity is the inverse document frequency, never below zero.
func rarity(all, with float64) float64 { return math.Log(1 + (all-with+0.5)/(with+0.5)) }

func bm25(times, size, mean float64) float64 {
	return times * (saturation + 1) / (times + saturation*(1-lengthPart+lengthPart*size/max(mean, 1)))
}

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
