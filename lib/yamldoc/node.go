package yamldoc

import (
	"encoding/json"
	"iter"
	"strconv"
	"strings"
)

// Map is a new, empty mapping.
func Map() *Node { return &Node{Kind: Mapping, Tag: "!!map"} }

// List is a new sequence of items.
func List(items ...*Node) *Node {
	return &Node{Kind: Sequence, Tag: "!!seq", Content: items}
}

// String is a new string scalar.
func String(s string) *Node { return &Node{Kind: Scalar, Tag: "!!str", Value: s} }

// Strings is a new sequence of strings.
func Strings(values []string) *Node {
	l := List()
	for _, v := range values {
		l.Content = append(l.Content, String(v))
	}
	return l
}

// Bool is a new boolean scalar.
func Bool(b bool) *Node {
	return &Node{Kind: Scalar, Tag: "!!bool", Value: strconv.FormatBool(b)}
}

// Int is a new number.
func Int(n int) *Node { return &Node{Kind: Scalar, Tag: "!!int", Value: strconv.Itoa(n)} }

// Pairs are the keys and values of a mapping; any other node, and nil, has none.
func Pairs(m *Node) iter.Seq2[*Node, *Node] {
	return func(yield func(key, value *Node) bool) {
		for i := 0; m != nil && m.Kind == Mapping && i+1 < len(m.Content); i += 2 {
			if !yield(m.Content[i], m.Content[i+1]) {
				return
			}
		}
	}
}

// at is the place of the value at key of a mapping, 0 where there is none.
func at(m *Node, key string) int {
	for i := 0; m != nil && m.Kind == Mapping && i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			return i + 1
		}
	}
	return 0
}

// Get returns the value at key of a mapping, else nil.
func Get(m *Node, key string) *Node {
	if i := at(m, key); i > 0 {
		return m.Content[i]
	}
	return nil
}

// Set puts value at key of the mapping m, in place or at the end.
func Set(m *Node, key string, value *Node) {
	if i := at(m, key); i > 0 {
		m.Content[i] = value
		return
	}
	m.Content = append(m.Content, String(key), value)
}

// Delete takes key out of the mapping m.
func Delete(m *Node, key string) {
	if i := at(m, key); i > 0 {
		m.Content = append(m.Content[:i-1:i-1], m.Content[i+1:]...)
	}
}

// Text is the scalar at key of the mapping m as it was written, "" for none and null.
func Text(m *Node, key string) string {
	n := Get(m, key)
	if n == nil || n.Kind != Scalar || n.ShortTag() == "!!null" {
		return ""
	}
	return n.Value
}

// Value is a node as encoding/json takes it, with numbers as they were written.
func Value(n *Node) any {
	switch n.Kind {
	case Mapping:
		m := make(map[string]any, len(n.Content)/2)
		for key, value := range Pairs(n) {
			m[key.Value] = Value(value)
		}
		return m
	case Sequence:
		l := make([]any, len(n.Content))
		for i, c := range n.Content {
			l[i] = Value(c)
		}
		return l
	}
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool", "!!int", "!!float":
		if text := strings.ToLower(n.Value); json.Valid([]byte(text)) {
			return json.RawMessage(text)
		}
	}
	return n.Value
}
