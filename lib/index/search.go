package index

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// fieldMark begins a field in a search text; it is followed by the field's
// place in the list of fields, as one letter.
const fieldMark = '\x01'

// SearchText is what search looks at of a row: the words of its fields in
// order, each brought to its stem, each between blanks.
func SearchText(order []string, fields map[string][]string) string {
	var b strings.Builder
	for i, key := range order {
		if len(fields[key]) == 0 {
			continue
		}
		b.WriteByte(fieldMark)
		b.WriteByte(byte('a' + i))
		b.WriteByte(' ')
		for _, line := range fields[key] {
			for _, w := range Words(line) {
				b.WriteString(w)
				b.WriteByte(' ')
			}
		}
	}
	return b.String()
}

// Words takes a text apart into words as search compares them: letters and
// digits, in lower case, without a plural's s. A hyphenated word gives its
// parts; of writing without blanks between words each character is one.
func Words(s string) []string {
	var words []string
	start := -1
	end := func(i int) {
		if start >= 0 {
			words = append(words, stem(strings.ToLower(s[start:i])))
			start = -1
		}
	}
	for i, r := range s {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer):
			end(i)
			words = append(words, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if start < 0 {
				start = i
			}
		default:
			end(i)
		}
	}
	end(len(s))
	return words
}

// stem takes the s off an English plural: stories and story, tests and test,
// classes and class meet; bus, class and css stay. What is left need not be a
// word (redi, databa): what counts is that singular and plural give the same,
// caches and branches, cookies and stories, aliases and schemas.
func stem(w string) string {
	if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		w = w[:len(w)-1]
	}
	switch {
	case len(w) > 3 && strings.HasSuffix(w, "ie"):
		return w[:len(w)-2] + "y"
	case len(w) > 4 && hasAnySuffix(w, "ase", "use"):
		return w[:len(w)-2]
	case len(w) > 3 && hasAnySuffix(w, "sse", "she", "che", "xe", "use", "oe"):
		return w[:len(w)-1]
	}
	return w
}

func hasAnySuffix(w string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(w, s) })
}

// A Hit is a row that holds every word that was searched for.
type Hit struct {
	Row   Row
	Score float64 // relevance, greater is better
}

// Search returns the rows that hold every word, in no order, with their
// relevance: a word counts for more the rarer it is, the oftener it is in
// the row, and by the weight of the field it is in (weights go by the order
// of the fields). keep filters rows before they are looked at.
func (v *View) Search(query string, weights []float64, keep func(Row) bool) ([]Hit, error) {
	words := Words(query)
	slices.Sort(words)
	words = slices.Compact(words)
	needles := make([]string, len(words))
	for i, w := range words {
		needles[i] = " " + w + " "
	}
	type found struct {
		row  Row
		text string
	}
	var hits []found
	in := make([]int, len(words)) // rows that hold the word
	rows := 0
	err := v.eachText(func(r Row, text string) {
		if !keep(r) {
			return
		}
		rows++
		all := true
		for i, n := range needles {
			if strings.Contains(text, n) {
				in[i]++
			} else {
				all = false
			}
		}
		if all && len(words) > 0 {
			hits = append(hits, found{r, text})
		}
	})
	if err != nil {
		return nil, err
	}
	out := make([]Hit, len(hits))
	for i, h := range hits {
		out[i] = Hit{Row: h.row}
		for j, n := range needles {
			rarity := math.Log(1 + float64(rows)/float64(in[j]))
			out[i].Score += rarity * occurrences(h.text, n, weights)
		}
	}
	return out, nil
}

// occurrences weighs how often a word is in the fields of a text.
func occurrences(text, needle string, weights []float64) float64 {
	total := 0.0
	for field := range strings.SplitSeq(text, string(fieldMark)) {
		if field == "" {
			continue
		}
		n := count(field, needle)
		if i := int(field[0] - 'a'); n > 0 && i >= 0 && i < len(weights) {
			total += weights[i] * math.Sqrt(float64(n))
		}
	}
	return total
}

// count counts needle, whose blanks at both ends neighbours share.
func count(s, needle string) (n int) {
	for {
		i := strings.Index(s, needle)
		if i < 0 {
			return n
		}
		n++
		s = s[i+len(needle)-1:]
	}
}
