package settings

import (
	"encoding/json"
	"iter"
)

// A span is the bytes doc[start:end] of a document.
type span struct{ start, end int }

func (s span) of(doc []byte) []byte { return doc[s.start:s.end] }

// A member is one key of an object with its value; its span reaches from the
// key's opening quote to the value's end.
type member struct {
	span
	key   string
	value span
}

// The functions below read a document that encoding/json found valid, so each
// value is closed and nothing runs past the end.

func skipSpace(doc []byte, i int) int {
	for i < len(doc) && (doc[i] == ' ' || doc[i] == '\t' || doc[i] == '\n' || doc[i] == '\r') {
		i++
	}
	return i
}

// skipString returns the place after the string that opens at i.
func skipString(doc []byte, i int) int {
	for i++; doc[i] != '"'; i++ {
		if doc[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// skipValue returns the place after the value that begins at i.
func skipValue(doc []byte, i int) int {
	switch doc[i] {
	case '"':
		return skipString(doc, i)
	case '{', '[':
		return skipContainer(doc, i)
	}
	for i < len(doc) {
		switch doc[i] {
		case ' ', '\t', '\n', '\r', ',', ']', '}':
			return i
		}
		i++
	}
	return i
}

// skipContainer counts brackets instead of calling itself, so that the depth
// of a document costs no stack.
func skipContainer(doc []byte, i int) int {
	for depth := 0; ; {
		switch doc[i] {
		case '"':
			i = skipString(doc, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth == 0 {
				return i + 1
			}
		}
		i++
	}
}

// members yields the members of the object at obj in the document's order.
func members(doc []byte, obj span) iter.Seq[member] {
	return func(yield func(member) bool) {
		for i := skipSpace(doc, obj.start+1); doc[i] != '}'; {
			keyEnd := skipString(doc, i)
			start := skipSpace(doc, skipSpace(doc, keyEnd)+1)
			end := skipValue(doc, start)
			m := member{span: span{i, end}, key: text(doc[i:keyEnd]), value: span{start, end}}
			if !yield(m) {
				return
			}
			i = next(doc, end)
		}
	}
}

// elements yields the elements of the array at arr in the document's order.
func elements(doc []byte, arr span) iter.Seq[span] {
	return func(yield func(span) bool) {
		for i := skipSpace(doc, arr.start+1); doc[i] != ']'; {
			end := skipValue(doc, i)
			if !yield(span{i, end}) {
				return
			}
			i = next(doc, end)
		}
	}
}

// next returns the place of what follows a value that ends at end: the next
// key or value, or the closing bracket.
func next(doc []byte, end int) int {
	i := skipSpace(doc, end)
	if doc[i] == ',' {
		i = skipSpace(doc, i+1)
	}
	return i
}

// text is the decoded text of a string literal; "" for any other value.
func text(literal []byte) string {
	var s string
	if len(literal) == 0 || literal[0] != '"' || json.Unmarshal(literal, &s) != nil {
		return ""
	}
	return s
}

// children returns the spans of the members or elements of a container.
func children(doc []byte, container span) []span {
	var all []span
	if doc[container.start] == '[' {
		for e := range elements(doc, container) {
			all = append(all, e)
		}
		return all
	}
	for m := range members(doc, container) {
		all = append(all, m.span)
	}
	return all
}
