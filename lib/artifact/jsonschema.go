package artifact

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// The patterns hold the characters themselves, since dialects differ in escapes.
const (
	notBlank = "[^\t\n\f\r ]"
	// unsafe are separators, control characters and bidirectional controls.
	unsafe = "/\\\\\x00-\x1f\x7f\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
	// aDate is a date or an RFC 3339 date-time of the years 1 to 9999.
	aDate = "^([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])" +
		"(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9]))?$"
	aName = "^[^.\\-" + unsafe + "][^" + unsafe + "]*$"
)

// JSONSchema is the JSON Schema (draft-07) of front matter and body loaded into one object.
func JSONSchema() (ascii []byte) {
	schema := objectSchema(slices.Concat(front, body))
	schema["$schema"] = "http://json-schema.org/draft-07/schema#"
	schema["title"] = "Holdfast artifact " + SchemaVersion
	schema["description"] = "Front matter and body of one file below " + Dir + ", taken together."
	mode := jsonObject{"mode": jsonObject{"const": Checkpoint}}
	schema["allOf"] = []jsonObject{{
		"if": jsonObject{"properties": mode, "required": []string{"mode"}}, "then": true,
		"else": jsonObject{"required": []string{"primary_bead"}},
	}}
	document, _ := json.MarshalIndent(schema, "", "  ") // of texts and numbers
	for _, r := range string(document) + "\n" {         // a pattern names characters that control a terminal
		if r < 0x7f {
			ascii = append(ascii, byte(r))
		} else {
			ascii = fmt.Appendf(ascii, "\\u%04x", r) // none of ours has more digits
		}
	}
	return ascii
}

func objectSchema(fields []field) jsonObject {
	properties := jsonObject{}
	required := []string{}
	for _, f := range fields {
		s := f.schema()
		s["description"] = f.about
		properties[f.name] = s
		if f.required && f.unless == "" {
			required = append(required, f.name)
		}
	}
	s := jsonObject{"type": "object", "properties": properties, "additionalProperties": true}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

func (f field) schema() jsonObject {
	switch {
	case f.values != nil:
		return jsonObject{"type": "string", "enum": f.values}
	case f.shape == object:
		return objectSchema(f.fields)
	case f.shape == objects:
		return jsonObject{"type": "array", "items": objectSchema(f.fields)}
	}
	return maps.Clone(f.shape.schema)
}
