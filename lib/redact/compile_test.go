package redact

import (
	"cmp"
	"flag"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
)

var update = flag.Bool("update", false, "write tables.bin")

// tables.bin is what compile makes of tables.txt: a program that starts has no time to take that apart.
func TestTablesAreCompiled(t *testing.T) {
	want := compile(t)
	if *update {
		disk.Write(t, "tables.bin", want)
	} else if want != compiled {
		t.Fatal("tables.txt was changed: go generate ./lib/redact")
	}
}

// A tableLine is a row of tables.txt.
type tableLine struct {
	list, kind string
	says       []string
	numbers    []int // set, min and max of a prefix
	words      []string
}

func linesOf(t *testing.T) (all []tableLine) {
	b := disk.Read(t, "tables.txt")
	for text := range strings.Lines(string(b)) {
		spec, words, _ := strings.Cut(text, ":")
		of := strings.Fields(spec)
		if len(of) == 0 || of[0] == "#" {
			continue
		}
		l := tableLine{list: of[0], numbers: make([]int, 3), words: strings.Fields(words)}
		if of = of[1:]; l.list == "key" || l.list == "name" {
			l.kind, of = of[0], of[1:]
		}
		if l.list == "key" {
			set := slices.IndexFunc(charsets[:], func(set struct{ name, extra string }) bool { return set.name == of[0] })
			least, err := strconv.Atoi(of[1])
			most, err2 := strconv.Atoi(of[2])
			if err = cmp.Or(err, err2); err != nil || set < 0 {
				t.Fatalf("%q: no set of charset.go, or no number", text)
			}
			l.numbers, of = []int{set, least, most}, of[3:]
		}
		l.says = of
		all = append(all, l)
	}
	return all
}

// flagsOf are what a row may say besides; that a word must be whole says the - before it.
var flagsOf = map[string]flags{
	"weak": flagWeak, "random": flagRandom, "phrase": flagPhrase, "line": flagLine, "part": flagPart, "dense": flagDense,
}

// tables are what tables.bin is put together of.
type tables struct {
	t     *testing.T
	rows  []compiledRow
	words [3][256][]string // of each index by their hash, as they are compiled
	lists map[uint8]string // by their hash
}

type compiledRow struct{ kind, says string }

// number is that of the row of a line and what its words say besides.
func (tb *tables) number(l tableLine, says flags) int {
	for _, flag := range l.says {
		if flagsOf[flag] == 0 {
			tb.t.Fatalf("%q is no flag", flag)
		}
		says |= flagsOf[flag]
	}
	r := compiledRow{l.kind, tb.bytes(append([]int{int(says)}, l.numbers...)...)}
	if !slices.Contains(tb.rows, r) {
		tb.rows = append(tb.rows, r)
	}
	return slices.Index(tb.rows, r)
}

func (tb *tables) bytes(numbers ...int) string {
	var b []byte
	for _, n := range numbers {
		if n < 0 || n > 255 {
			tb.t.Fatalf("%d is too much for tables.bin", n)
		}
		b = append(b, byte(n))
	}
	return string(b)
}

func (tb *tables) add(index int, hash uint8, number int, text string) {
	in := &tb.words[index/names][hash]
	*in = append(*in, tb.bytes(len(text), number)+text)
}

// compile is tables.bin, as compiled describes it.
func compile(t *testing.T) string {
	tb := &tables{t: t, lists: map[uint8]string{}}
	for _, l := range linesOf(t) {
		for _, w := range l.words {
			switch bare, isWhole := strings.CutPrefix(w, "-"); {
			case l.list == "key":
				tb.add(prefixes, hash(w[0], w[1]), tb.number(l, 0), w)
			case l.list == "name" && isWhole:
				tb.add(names, w[len(w)-1], tb.number(l, flagWhole), bare)
			case l.list == "name":
				tb.add(names, w[len(w)-1], tb.number(l, 0), w)
			default:
				of := hash(l.list[0], l.list[1])
				if name := cmp.Or(tb.lists[of], l.list); name != l.list {
					t.Fatalf("the names of the lists %q and %q have the same hash", name, l.list)
				}
				tb.lists[of] = l.list
				tb.add(lists, hash(of, w[0]|0x20), int(of), w)
			}
		}
	}
	return tb.String()
}

// String puts them together: indexes and rows are the head, which says where words are.
func (tb *tables) String() string {
	var head strings.Builder
	words := ""
	here := func() string {
		at := rows + rowSize*len(tb.rows) + len(words)
		return tb.bytes(at&0xff, at>>8)
	}
	none := here()
	words += "\x00"
	for index := range tb.words {
		for _, of := range tb.words[index] {
			if of == nil {
				head.WriteString(none)
				continue
			}
			if index == prefixes/names {
				slices.SortStableFunc(of, func(a, b string) int { return len(b) - len(a) })
			}
			head.WriteString(here())
			words += strings.Join(of, "") + "\x00"
		}
	}
	kinds := map[string]string{} // where they are
	for _, r := range tb.rows {
		if kinds[r.kind] == "" {
			kinds[r.kind] = here()
			words += tb.bytes(len(r.kind), 0) + r.kind
		}
		head.WriteString(kinds[r.kind] + r.says)
	}
	return head.String() + words
}
