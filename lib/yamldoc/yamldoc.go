// Package yamldoc is the one place that knows YAML. Text that people, models and
// other tools wrote is read leniently into nodes, within bounds; nodes are rendered
// so that reading them again gives the same values.
package yamldoc

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
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
		if strings.HasPrefix(key.Tag, "!!") {
			key.Tag = "!!str" // as the name of a key in a block
		}
	}
	return !slices.ContainsFunc(n.Content, func(c *Node) bool { return !isSimple(c, depth+1) })
}

// parseJSON is the node of a JSON object, of which YAML would not read every escape.
func parseJSON(b []byte) (n *Node, ok bool) {
	b = bytes.TrimSpace(b)
	if len(b) == 0 || len(b) > maxBytes || b[0] != '{' || !json.Valid(b) {
		return nil, false
	}
	return fromJSON(gjson.ParseBytes(b)), true
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
