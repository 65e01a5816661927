package rank

import (
	"cmp"
	"math"
	"slices"
)

// The constants of BM25: how soon a word that is repeated stops to count, and
// how much the length of a text does.
const (
	saturation = 1.2
	lengthPart = 0.75
)

// phrasePart is how much of the worth of its words a quoted phrase adds where
// one passage holds all of them.
const phrasePart = 0.5

// A Hit is a document that holds a word of a question.
type Hit struct {
	Doc      int // in the order in which the documents were given
	Score    float64
	Met      int      // words of the question that it holds
	Words    int      // of the question
	Passages []Scored // the best first; of the first hits only

	found int // its place in the corpus
}

// All reports whether the document holds every word of the question.
func (h Hit) All() bool { return h.Met == h.Words }

// A Scored passage of a document.
type Scored struct {
	Passage int
	Score   float64
}

// keptPassages is how many passages a hit names, detailed how many hits do.
const (
	keptPassages = 4
	detailed     = 64
)

// Rank returns the documents that hold a word of the question, best first; equal
// ones stay in their order. A document's score is that of its whole text and
// that of its best passage: a session that has all words somewhere is worth less
// than one that says them in one breath. Where only few share a word it counts
// for more; keep, which may be nil, leaves documents out before any is counted.
func (q Question) Rank(docs []Packed, keep func(doc int) bool) []Hit {
	c := collect(q, docs, keep)
	hits := make([]Hit, 0, len(c.found))
	for i, f := range c.found {
		h, _ := c.score(q, f)
		if h.found = i; h.Score > 0 {
			hits = append(hits, h)
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Doc, b.Doc)) })
	for i := range hits[:min(len(hits), detailed)] {
		_, scores := c.score(q, c.found[hits[i].found])
		hits[i].Passages = best(scores)
	}
	return hits
}

// corpus is what all documents together tell of the question's terms.
type corpus struct {
	found                 []found
	docs, passages, words float64
	// What a term is worth in a document and in a passage: how many hold it, until
	// all were counted.
	inDocs, inPassages []float64

	met []occurrence // of all documents

	// What score works in.
	times, scores, weights, sizes []float64
}

// found is a document that holds a term, with what was met in it.
type found struct {
	doc      int
	in       reader
	from, to int // in what was met
	size     float64
}

type occurrence struct {
	term, passage, times int
}

func collect(q Question, docs []Packed, keep func(doc int) bool) *corpus {
	c := &corpus{inDocs: make([]float64, len(q.terms)), inPassages: make([]float64, len(q.terms))}
	for i, d := range docs {
		if keep != nil && !keep(i) {
			continue
		}
		r, ok := d.open()
		if !ok {
			continue
		}
		size := 0
		r.eachPassage(func(_, terms int, _ float64) { size += terms })
		c.docs++
		c.passages += float64(r.passages)
		c.words += float64(size)
		f := found{doc: i, in: r, from: len(c.met), size: float64(size)}
		for t, hash := range q.terms {
			before := len(c.met)
			r.each(hash, func(passage, times int) { c.met = append(c.met, occurrence{t, passage, times}) })
			if n := len(c.met) - before; n > 0 {
				c.inDocs[t]++
				c.inPassages[t] += float64(n)
			}
		}
		if f.to = len(c.met); f.to > f.from {
			c.found = append(c.found, f)
		}
	}
	for t := range q.terms {
		c.inDocs[t] = q.weights[t] * rarity(c.docs, c.inDocs[t])
		c.inPassages[t] = q.weights[t] * rarity(c.passages, c.inPassages[t])
	}
	return c
}

// score weighs one document and its passages; the scores of those are valid until
// the next call.
func (c *corpus) score(q Question, f found) (h Hit, scores []float64) {
	h = Hit{Doc: f.doc, Words: len(q.words)}
	weights, sizes := cleared(&c.weights, f.in.passages), cleared(&c.sizes, f.in.passages)
	f.in.eachPassage(func(i, terms int, weight float64) { weights[i], sizes[i] = weight, float64(terms) })
	times := cleared(&c.times, len(q.terms))
	scores = cleared(&c.scores, f.in.passages)
	for _, o := range c.met[f.from:f.to] {
		times[o.term] += float64(o.times) * weights[o.passage]
		scores[o.passage] += c.inPassages[o.term] * bm25(float64(o.times), sizes[o.passage], c.words/c.passages)
	}
	for t, n := range times {
		if n > 0 {
			h.Score += c.inDocs[t] * bm25(n, f.size, c.words/c.docs)
		}
	}
	c.addPhrases(q, f, scores)
	if len(scores) > 0 {
		h.Score += slices.Max(scores)
	}
	for _, w := range q.words {
		parts := len(w.parts) > 0
		for _, p := range w.parts {
			parts = parts && times[p] > 0
		}
		if times[w.whole] > 0 || parts {
			h.Met++
		}
	}
	return h, scores
}

// cleared is a slice of zeros, in the room of the one before.
func cleared(room *[]float64, n int) []float64 {
	if cap(*room) < n {
		*room = make([]float64, n)
	}
	*room = (*room)[:n]
	clear(*room)
	return *room
}

// best are the passages of the greatest scores.
func best(scores []float64) []Scored {
	var all []Scored
	for i, s := range scores {
		if s > 0 {
			all = append(all, Scored{i, s})
		}
	}
	slices.SortStableFunc(all, func(a, b Scored) int { return cmp.Compare(b.Score, a.Score) })
	return all[:min(len(all), keptPassages)]
}

// addPhrases adds to each passage what a quoted phrase in it is worth.
func (c *corpus) addPhrases(q Question, f found, scores []float64) {
	for _, phrase := range q.phrases {
		worth, distinct := 0.0, map[int]bool{}
		for _, t := range phrase {
			if !distinct[t] {
				distinct[t] = true
				worth += c.inPassages[t]
			}
		}
		held := map[int]int{}
		for _, o := range c.met[f.from:f.to] {
			if distinct[o.term] {
				held[o.passage]++
			}
		}
		for p, n := range held {
			if n == len(distinct) {
				scores[p] += phrasePart * worth
			}
		}
	}
}

// rarity is the inverse document frequency, never below zero.
func rarity(all, with float64) float64 { return math.Log(1 + (all-with+0.5)/(with+0.5)) }

func bm25(times, size, mean float64) float64 {
	return times * (saturation + 1) / (times + saturation*(1-lengthPart+lengthPart*size/max(mean, 1)))
}
