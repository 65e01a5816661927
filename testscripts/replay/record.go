package main

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// A record is one line of a transcript that holds a JSON object.
type record struct {
	raw  string
	data gjson.Result
}

// load returns the records of a transcript; lines that hold no JSON object are
// passed over.
func load(path string) ([]record, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []record
	for line := range bytes.Lines(data) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 || !json.Valid(line) {
			continue
		}
		if r := gjson.ParseBytes(line); r.IsObject() {
			all = append(all, record{raw: strings.ToValidUTF8(string(line), "\uFFFD"), data: r})
		}
	}
	return all, nil
}

// boundaries are the places of the compactions of the main conversation.
func boundaries(records []record) []int {
	var at []int
	for i, r := range records {
		if r.data.Get("subtype").String() == "compact_boundary" && !truthy(r.data.Get("isSidechain")) {
			at = append(at, i)
		}
	}
	return at
}

func truthy(v gjson.Result) bool {
	switch v.Type {
	case gjson.True:
		return true
	case gjson.String:
		return v.Str != ""
	case gjson.Number:
		return v.Num != 0
	case gjson.JSON:
		return v.Raw != "[]" && v.Raw != "{}"
	}
	return false
}

// blocks are the pieces of a record's message.
func (r record) blocks() []gjson.Result {
	content := r.data.Get("message.content")
	if content.Type == gjson.String {
		text, _ := json.Marshal(map[string]string{"type": "text", "text": content.String()})
		return []gjson.Result{gjson.ParseBytes(text)}
	}
	if !content.IsArray() {
		return nil
	}
	return slices.DeleteFunc(content.Array(), func(b gjson.Result) bool { return !b.IsObject() })
}

func text(blocks []gjson.Result) string {
	var pieces []string
	for _, b := range blocks {
		if t := b.Get("text"); b.Get("type").String() == "text" && t.Type == gjson.String {
			pieces = append(pieces, t.String())
		}
	}
	return strings.Join(pieces, " ")
}

// human is what a person typed in a record, "" for none.
func (r record) human() string {
	if r.data.Get("type").String() != "user" {
		return ""
	}
	for _, flag := range []string{"isMeta", "isSidechain", "isCompactSummary"} {
		if truthy(r.data.Get(flag)) {
			return ""
		}
	}
	if kind := r.data.Get("origin.kind"); kind.Exists() && kind.Type != gjson.Null && kind.String() != "human" {
		return ""
	}
	blocks := r.blocks()
	if slices.ContainsFunc(blocks, func(b gjson.Result) bool { return b.Get("type").String() == "tool_result" }) {
		return ""
	}
	said := strings.TrimSpace(text(blocks))
	for _, mark := range []string{"<", "[Request interrupted", "Caveat:", "Base directory for this skill", "This session is being continued"} {
		if strings.HasPrefix(said, mark) {
			return ""
		}
	}
	return said
}
