package artifact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"unicode/utf16"
)

// The patterns hold the characters themselves, not escapes: the dialects of
// regular expressions that validators use differ in those.
const (
	notBlank = "[^\t\n\f\r ]"
	// unsafe are separators, control characters and bidirectional controls.
	unsafe = "/\\\\\x00-\x1f\x7f\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
	// aDate is a date or an RFC 3339 date-time of the years 1 to 9999.
	aDate = "^([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])" +
		"(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9]))?$"
	aName = "^[^.\\-" + unsafe + "][^" + unsafe + "]*$"
)

// JSONSchema is the schema as a JSON Schema (draft-07) of front matter and body
// together, as a program would load them into one object.
func JSONSchema() ([]byte, error) {
	all := append(append([]field{}, front...), body...)
	schema := objectSchema(all)
	schema["$schema"] = "http://json-schema.org/draft-07/schema#"
	schema["title"] = "Holdfast artifact " + SchemaVersion
	schema["description"] = "Front matter and body of one file below " + Dir + ", taken together."
	var unless []any
	for _, f := range all {
		if f.required && f.unless != "" {
			unless = append(unless, map[string]any{
				"if": map[string]any{
					"properties": map[string]any{"mode": map[string]any{"const": f.unless}},
					"required":   []string{"mode"},
				},
				"then": true,
				"else": map[string]any{"required": []string{f.name}},
			})
		}
	}
	schema["allOf"] = unless
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(schema)
	return []byte(inASCII(b.String())), err
}

// inASCII escapes what is not ASCII in a JSON document: a pattern names characters
// that control a terminal.
func inASCII(document string) string {
	var b strings.Builder
	for _, r := range document {
		if r < 0x7f {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, "\\u%04x", unit)
		}
	}
	return b.String()
}

func objectSchema(fields []field) map[string]any {
	properties := map[string]any{}
	required := []string{}
	for _, f := range fields {
		s := f.schema()
		if f.about != "" {
			s["description"] = f.about
		}
		properties[f.name] = s
		if f.required && f.unless == "" {
			required = append(required, f.name)
		}
	}
	s := map[string]any{"type": "object", "properties": properties, "additionalProperties": true}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

func (f field) schema() map[string]any {
	str := map[string]any{"type": "string"}
	list := map[string]any{"type": "array", "items": str}
	mapping := map[string]any{"type": "object", "additionalProperties": str}
	switch f.shape {
	case date:
		return map[string]any{"type": "string", "pattern": aDate, "anyOf": []any{
			map[string]any{"format": "date"}, map[string]any{"format": "date-time"},
		}}
	case name:
		return map[string]any{"type": "string", "pattern": aName, "maxLength": maxSession}
	case texts:
		return list
	case textMap:
		return mapping
	case loose:
		return map[string]any{"anyOf": []any{map[string]any{"type": "string", "pattern": notBlank}, list, mapping}}
	case truth:
		return map[string]any{"type": "boolean"}
	case count:
		return map[string]any{"type": "integer", "minimum": 0, "maximum": math.MaxUint32}
	case anything:
		return map[string]any{"type": "object"}
	case object:
		return objectSchema(f.fields)
	case objects:
		return map[string]any{"type": "array", "items": objectSchema(f.fields)}
	}
	if f.values != nil {
		return map[string]any{"type": "string", "enum": f.values}
	}
	return map[string]any{"type": "string", "pattern": notBlank}
}
