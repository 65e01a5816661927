// Package yamldoc is the one place that knows YAML. Text that people, models and other tools wrote is read leniently
// into nodes, within bounds; nodes are rendered so that reading them again gives the same values.
package yamldoc

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"gopkg.in/yaml.v3"

	"holdfast/lib/each"
)

// Node is one node of a parsed document.
type Node = yaml.Node

// The kinds of a Node, and the styles that a writer chooses.
const (
	Mapping      = yaml.MappingNode
	Sequence     = yaml.SequenceNode
	Scalar       = yaml.ScalarNode
	DoubleQuoted = yaml.DoubleQuotedStyle
)

const (
	maxBytes = 4 << 20
	maxDepth = 100
)

// library is the value of the one key of b as the library reads it; nil where b is not only a
// block scalar or one in quotes or brackets, or holds a comment, an anchor, an alias or a tag.
func library(b []byte, depth int) (n *Node) {
	// The library panics on a few malformed inputs that it should report.
	defer func() {
		if recover() != nil {
			n = nil
		}
	}()
	var doc Node
	dec := yaml.NewDecoder(bytes.NewReader(b))
	if dec.Decode(&doc) != nil || dec.Decode(new(Node)) != io.EOF || len(doc.Content[0].Content) != 2 {
		return nil
	}
	n = doc.Content[0].Content[1]
	if n.Style == 0 || n.LineComment != "" && !bytes.Contains(b, []byte(" "+n.LineComment)) {
		return nil
	}
	n.LineComment = ""
	if !isSimple(n, depth) {
		return nil
	}
	return n
}

func isSimple(n *Node, depth int) bool {
	if depth > maxDepth || n.Kind == yaml.AliasNode || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 ||
		!strings.HasPrefix(n.Tag, "!!") || n.HeadComment+n.LineComment+n.FootComment != "" {
		return false
	}
	n.Style = 0
	if n.Tag == "!!merge" {
		n.Tag = "!!str" // nothing is ever merged here, so the key is its text
	}
	for key := range Pairs(n) {
		if key.Kind != Scalar {
			return false
		}
		key.Tag = "!!str" // as the name of a key in a block
	}
	return !slices.ContainsFunc(n.Content, func(c *Node) bool { return !isSimple(c, depth+1) })
}

func fromJSON(v gjson.Result) *Node {
	switch {
	case v.Type == gjson.String:
		return String(v.Str)
	case v.Type != gjson.JSON:
		return &Node{Kind: Scalar, Tag: plainTag(v.Raw), Value: v.Raw} // as YAML reads it
	}
	n := List()
	if v.IsObject() {
		n = Map()
	}
	v.ForEach(func(key, value gjson.Result) bool {
		if v.IsObject() {
			n.Content = append(n.Content, String(key.Str))
		}
		n.Content = append(n.Content, fromJSON(value))
		return true
	})
	return n
}

// Map is a new, empty mapping.
func Map() *Node { return &Node{Kind: Mapping, Tag: "!!map"} }

// List is a new sequence of items.
func List(items ...*Node) *Node {
	return &Node{Kind: Sequence, Tag: "!!seq", Content: items}
}

// String is a new string scalar.
func String(s string) *Node { return &Node{Kind: Scalar, Tag: "!!str", Value: s} }

// Strings is a new sequence of strings.
func Strings(values []string) *Node { return List(each.Of(values, String)...) }

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
		return append([]any{}, each.Of(n.Content, Value)...)
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
