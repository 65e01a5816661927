package api

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Kind says what the client wanted with a request.
type Kind string

// The kinds of request that the client makes.
const (
	KindTurn       Kind = "turn"       // carries tools: takes the next turn of the script
	KindCompaction Kind = "compaction" // asks for the summary of the conversation
	KindSide       Kind = "side"       // carries no tools: a title, a probe
)

// compactionMark is in the last messages of a compaction request.
const compactionMark = "Your task is to create a detailed summary"

// Request is one recorded POST /v1/messages.
type Request struct {
	Kind Kind
	Body []byte // as received, one JSON object
	Text string // every string of the body, decoded, one a line
}

// Messages returns the text of each message of the conversation, oldest first;
// the tools and the system prompt, the same in every request, are left out.
func (r Request) Messages() []string {
	var shape struct {
		Messages []any `json:"messages"`
	}
	if err := json.Unmarshal(r.Body, &shape); err != nil {
		return []string{err.Error()}
	}
	texts := make([]string, len(shape.Messages))
	for i, message := range shape.Messages {
		texts[i] = flatten(message)
	}
	return texts
}

// ToolResults returns the ids of the tool calls whose results the conversation
// holds, oldest first.
func (r Request) ToolResults() []string {
	var shape struct {
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if json.Unmarshal(r.Body, &shape) != nil {
		return nil
	}
	var ids []string
	for _, message := range shape.Messages {
		var blocks []struct {
			Type string `json:"type"`
			ID   string `json:"tool_use_id"`
		}
		if json.Unmarshal(message.Content, &blocks) != nil {
			continue // a message of plain text
		}
		for _, block := range blocks {
			if block.Type == "tool_result" {
				ids = append(ids, block.ID)
			}
		}
	}
	return ids
}

// newRequest classifies and flattens a body.
func newRequest(body []byte) (Request, error) {
	var shape struct {
		Tools    []json.RawMessage `json:"tools"`
		Messages []json.RawMessage `json:"messages"`
	}
	if err := json.Unmarshal(body, &shape); err != nil {
		return Request{}, err
	}
	var all any
	if err := json.Unmarshal(body, &all); err != nil {
		return Request{}, err
	}
	request := Request{Kind: KindTurn, Body: body, Text: flatten(all)}
	switch {
	case asksForSummary(shape.Messages):
		request.Kind = KindCompaction
	case len(shape.Tools) == 0:
		request.Kind = KindSide
	}
	return request, nil
}

// asksForSummary looks at the last two messages only: an older one may quote
// the mark.
func asksForSummary(messages []json.RawMessage) bool {
	for _, message := range messages[max(0, len(messages)-2):] {
		var m any
		if json.Unmarshal(message, &m) == nil && strings.Contains(flatten(m), compactionMark) {
			return true
		}
	}
	return false
}

// flatten returns every string value inside v, one a line: an array's in their
// order, an object's in the order of its keys.
func flatten(v any) string {
	var b strings.Builder
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			b.WriteString(v)
			b.WriteByte('\n')
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(v[key])
			}
		}
	}
	walk(v)
	return b.String()
}
