package yamldoc

import (
	"bytes"
	"encoding/json"

	"github.com/tidwall/gjson"
)

// parseJSON is the node of a JSON object; ok is false where b is not one. YAML
// would read most of it, but not every escape.
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
