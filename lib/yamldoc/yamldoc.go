// Package yamldoc is the one place that knows the YAML library. It parses
// untrusted text into nodes within bounds, and renders nodes so that reading
// them again gives the same values.
package yamldoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
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
	maxBytes     = 4 << 20
	maxDepth     = 100
	maxDocuments = 8
)

// ErrUnsupported is the cause of a refusal of YAML that is well formed but
// never needed here: anchors, aliases, tags of one's own, extreme nesting.
var ErrUnsupported = errors.New("not supported here")

// Parse returns the content node of each document in b; an empty document is
// left out. It fails, naming the line where it can, on text that is not YAML,
// no UTF-8, over 4 MiB, or uses what ErrUnsupported names.
func Parse(b []byte) (documents []*Node, err error) {
	if len(b) > maxBytes {
		return nil, fmt.Errorf("parsing YAML: %d bytes, at most %d", len(b), maxBytes)
	}
	if !utf8.Valid(b) {
		return nil, fmt.Errorf("parsing YAML: line %d: not valid UTF-8", invalidLine(b))
	}
	// The library panics on a few malformed inputs that it should report.
	defer func() {
		if p := recover(); p != nil {
			documents, err = nil, fmt.Errorf("parsing YAML: %v", p)
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(b))
	for {
		var doc Node
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return documents, nil
		}
		if err != nil {
			return nil, fmt.Errorf("parsing YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
		}
		if len(documents) == maxDocuments {
			return nil, fmt.Errorf("parsing YAML: line %d: more than %d documents", doc.Line, maxDocuments)
		}
		if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
			continue
		}
		if err := check(doc.Content[0], 0); err != nil {
			return nil, err
		}
		if n := doc.Content[0]; n.Kind != Scalar || n.Tag != "!!null" {
			documents = append(documents, n)
		}
	}
}

func invalidLine(b []byte) int {
	line := 1
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 {
			return line
		}
		if r == '\n' {
			line++
		}
		b = b[size:]
	}
	return line
}

func check(n *Node, depth int) error {
	unsupported := func(what string) error {
		return fmt.Errorf("parsing YAML: line %d: %s: %w", n.Line, what, ErrUnsupported)
	}
	switch {
	case depth > maxDepth:
		return unsupported("nested too deeply")
	case n.Kind == yaml.AliasNode:
		return unsupported("an alias")
	case n.Anchor != "":
		return unsupported("an anchor")
	case n.Style&yaml.TaggedStyle != 0 || !strings.HasPrefix(n.Tag, "!!"):
		return unsupported("a tag")
	}
	if n.Tag == "!!merge" {
		n.Tag = "!!str" // nothing is ever merged here, so the key is its text
	}
	for _, c := range n.Content {
		if err := check(c, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// Render returns the documents as YAML, each after a line "---". Reading the
// result gives the same values; where the library's emitter would not keep
// one, every string is quoted instead.
func Render(documents ...*Node) ([]byte, error) {
	b, err := encode(documents)
	if err != nil {
		return nil, err
	}
	if readsAs(b, documents) {
		return b, nil
	}
	quoted := make([]*Node, len(documents))
	for i, d := range documents {
		quoted[i] = quoteAll(d)
	}
	if b, err = encode(quoted); err != nil {
		return nil, err
	}
	if !readsAs(b, documents) {
		return nil, errors.New("rendering YAML: the result would read differently")
	}
	return b, nil
}

func encode(documents []*Node) ([]byte, error) {
	var b bytes.Buffer
	for i, d := range documents {
		if i == 0 {
			b.WriteString("---\n")
		} else {
			b.WriteString("---\n\n")
		}
		enc := yaml.NewEncoder(&b)
		enc.SetIndent(2)
		if err := enc.Encode(guarded(d)); err != nil {
			return nil, fmt.Errorf("rendering YAML: %w", err)
		}
		if err := enc.Close(); err != nil {
			return nil, fmt.Errorf("rendering YAML: %w", err)
		}
	}
	return b.Bytes(), nil
}

// guarded copies a node so that plain strings which YAML 1.1 readers take for a
// truth value or a number of base 60 are quoted; the library quotes only what
// YAML 1.2 would misread. Source: yaml.org/type/bool.html, int.html.
func guarded(n *Node) *Node {
	c := *n
	if n.Kind == Scalar && n.Style == 0 && n.ShortTag() == "!!str" && ambiguous(n.Value) {
		c.Style = DoubleQuoted
	}
	c.Content = make([]*Node, len(n.Content))
	for i, child := range n.Content {
		c.Content[i] = guarded(child)
	}
	return &c
}

func ambiguous(s string) bool {
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off", "<<", "=":
		return true
	}
	if len(s) >= len("2026-1-1") && strings.Trim(s[:4], "0123456789") == "" && s[4] == '-' {
		return true // what begins like a date
	}
	return strings.Contains(s, ":") && strings.Trim(s, "0123456789:_.+-") == ""
}

func readsAs(b []byte, documents []*Node) bool {
	back, err := Parse(b)
	if err != nil || len(back) != len(documents) {
		return false
	}
	for i := range back {
		if !Equal(back[i], documents[i]) {
			return false
		}
	}
	return true
}

func quoteAll(n *Node) *Node {
	c := &Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value}
	if n.Kind == Scalar && n.ShortTag() == "!!str" {
		c.Style = DoubleQuoted
	}
	if n.Kind == Scalar && n.ShortTag() == "!!null" {
		c.Value = "null" // one without text, as a key, is emitted as a string
	}
	for _, child := range n.Content {
		c.Content = append(c.Content, quoteAll(child))
	}
	return c
}

// Equal reports whether two nodes hold the same values in the same order;
// styles and comments do not count.
func Equal(a, b *Node) bool {
	if a.Kind != b.Kind || a.ShortTag() != b.ShortTag() || len(a.Content) != len(b.Content) {
		return false
	}
	if a.Value != b.Value && a.ShortTag() != "!!null" {
		return false
	}
	for i := range a.Content {
		if !Equal(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}
