package api

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// answer is one message of the model, ready to be sent.
type answer struct {
	fails       bool
	id          string
	model       string
	blocks      []Block // no Follow is left in them
	inputTokens int
}

// outputTokens is the usage.output_tokens, in tokens, of every answer.
const outputTokens = 20

// stopReason is tool_use where the answer calls a tool, end_turn elsewhere.
func (a answer) stopReason() string {
	for _, block := range a.blocks {
		if block.Tool != "" {
			return "tool_use"
		}
	}
	return "end_turn"
}

// object is one JSON object under construction.
type object map[string]any

// writeMessage sends the answer as one JSON document, for a request that did
// not ask for a stream.
func (a answer) writeMessage(w http.ResponseWriter) error {
	content := make([]object, len(a.blocks))
	for i, block := range a.blocks {
		content[i] = a.start(i, block)
		if block.Tool == "" {
			content[i]["text"] = block.Text
			continue
		}
		content[i]["input"] = block.Input
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(a.message(content, a.stopReason()))
}

// writeStream sends the answer as server-sent events in the order of the
// Messages API's documentation, "Streaming messages".
func (a answer) writeStream(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	events := []object{{"type": "message_start", "message": a.message([]object{}, nil)}}
	for i, block := range a.blocks {
		delta := object{"type": "text_delta", "text": block.Text}
		if block.Tool != "" {
			delta = object{"type": "input_json_delta", "partial_json": string(block.Input)}
		}
		events = append(events,
			object{"type": "content_block_start", "index": i, "content_block": a.start(i, block)},
			object{"type": "content_block_delta", "index": i, "delta": delta},
			object{"type": "content_block_stop", "index": i})
	}
	events = append(events,
		object{"type": "message_delta",
			"delta": object{"stop_reason": a.stopReason(), "stop_sequence": nil},
			"usage": object{"output_tokens": outputTokens}},
		object{"type": "message_stop"})
	for _, event := range events {
		data, err := json.Marshal(event)
		if err != nil {
			return fmt.Errorf("encoding %v: %w", event["type"], err)
		}
		if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event["type"], data); err != nil {
			return fmt.Errorf("sending %v: %w", event["type"], err)
		}
	}
	return nil
}

// message is the envelope of an answer.
func (a answer) message(content []object, stopReason any) object {
	return object{
		"id": a.id, "type": "message", "role": "assistant", "model": a.model,
		"content": content, "stop_reason": stopReason, "stop_sequence": nil,
		"usage": object{"input_tokens": a.inputTokens, "output_tokens": outputTokens},
	}
}

// start is a content block before its content has arrived.
func (a answer) start(i int, block Block) object {
	if block.Tool == "" {
		return object{"type": "text", "text": ""}
	}
	id := fmt.Sprintf("toolu_%s_%d", a.id, i)
	return object{"type": "tool_use", "id": id, "name": block.Tool, "input": object{}}
}
