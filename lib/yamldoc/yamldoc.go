// Package yamldoc is the one place that knows YAML. The library parses untrusted
// text into nodes within bounds; nodes are rendered so that reading them again gives
// the same values.
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

func invalidLine(b []byte) (line int) {
	for text := range bytes.Lines(b) {
		if line++; !utf8.Valid(text) {
			break
		}
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
