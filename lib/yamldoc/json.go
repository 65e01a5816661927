package yamldoc

import (
	"bytes"
	"encoding/json"
)

// parseJSON is the node of a JSON object; ok is false where b is not one. YAML
// would read most of it, but not every escape.
func parseJSON(b []byte) (n *Node, ok bool) {
	b = bytes.TrimSpace(b)
	if len(b) == 0 || len(b) > maxBytes || b[0] != '{' || !json.Valid(b) {
		return nil, false
	}
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	return fromJSON(dec)
}

func fromJSON(dec *json.Decoder) (*Node, bool) {
	token, err := dec.Token()
	if err != nil {
		return nil, false
	}
	switch t := token.(type) {
	case json.Delim:
		n := Map()
		if t == '[' {
			n = List()
		}
		for dec.More() {
			child, ok := fromJSON(dec) // a key is a string like any other
			if !ok {
				return nil, false
			}
			n.Content = append(n.Content, child)
		}
		_, err := dec.Token()
		return n, err == nil
	case string:
		return String(t), true
	case bool:
		return Bool(t), true
	case json.Number:
		return &Node{Kind: Scalar, Tag: plainTag(t.String()), Value: t.String()}, true // as YAML reads it
	}
	return &Node{Kind: Scalar, Tag: "!!null", Value: "null"}, true
}
