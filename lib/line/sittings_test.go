package line

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSittingsAreASetInOrder(t *testing.T) {
	var s Sittings
	want(t, "none", fmt.Sprint(s.Len(), s.All(), s.Last(3), s.Has(""), s.Has("a")), "0 [] [] false false")
	s.add("a", "bb", "", "with space", "tab\t", "a", "c")
	want(t, "some", strings.Join(s.All(), "|"), "a|bb|c")
	want(t, "the newest", fmt.Sprint(s.Len(), s.Last(2), s.Last(9)), "3 [bb c] [a bb c]")
	for id, is := range map[string]bool{"a": true, "bb": true, "c": true, "b": false, "": false, "a bb": false} {
		if s.Has(id) != is {
			t.Errorf("it has %q: %t", id, !is)
		}
	}
	b, err := json.Marshal(s)
	var back Sittings
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	want(t, "as JSON", fmt.Sprintln(string(b), err, back.All()), `["a","bb","c"] <nil> [a bb c]`+"\n")
	var all []string
	for i := range 5 * fewAdded { // past what is looked for in the text
		all = append(all, fmt.Sprint("s", i))
		s.add(slices.Concat(all, all[:1])...)
	}
	want(t, "many", strings.Join(s.All(), "|"), "a|bb|c|"+strings.Join(all, "|"))
}

func TestSittingsOfOneTextDoNotChangeEachOther(t *testing.T) {
	text := make([]byte, 0, 100)
	text = append(text, " a "...)
	one, two := sittingsIn(text), sittingsIn(text)
	one.add("b")
	two.add("c")
	want(t, "both", fmt.Sprint(one.All(), two.All()), "[a b] [a c]")
}

// What is rendered of a row, after any other, is what is read.
func FuzzRow(f *testing.F) {
	id := rowID("line")
	f.Add("{}", " a ", "{1}", " a b ", " a ", "\n"+id+"\t{}\t\t{}\t=3 b \n")
	f.Add("", "", "", "", "", id+"\t\t\t\t=99 x\n")
	f.Add("h", "", "f", "no prefix", "other", "\n")
	f.Fuzz(func(t *testing.T, head, sittings, folding, folded, before, line string) {
		rows := map[string]row{id: {folding: []byte(before), folded: []byte(before)}}
		parseRow([]byte(line), rows) // whatever it is
		if strings.ContainsAny(head+sittings+folding+folded+before, "\t\n") || strings.HasPrefix(folded, follows) || strings.HasPrefix(folding, follows) {
			return // what no row holds
		}
		r := row{[]byte(head), []byte(sittings), []byte(folding), []byte(folded)}
		text := string(r.render(nil, id, rows[id]))
		got, back, ok := parseRow([]byte(strings.TrimPrefix(text, "\n")), rows)
		if !ok || got != id || fmt.Sprintf("%s", back) != fmt.Sprintf("%s", r) {
			t.Errorf("%q is read as %t, %s, %q", text, ok, got, back)
		}
		if _, _, ok := parseRow([]byte(text[1:]), map[string]row{id: {folding: []byte(before), folded: []byte(before + "more")}}); ok && before != "" && strings.HasPrefix(folded, before) {
			t.Errorf("%q is read after another row than the one before it", text)
		}
	})
}
