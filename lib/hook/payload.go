package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/tidwall/gjson"
)

const maxPayload = 64 << 20 // bytes; a Write carries the file's text twice

// Payload is what Claude Code tells a hook. A key that is missing or of another type is empty.
type Payload struct {
	Event          string // hook_event_name
	SessionID      string
	TranscriptPath string        // may be empty, or not exist
	Cwd            string        // follows a cd in the model's shell
	AgentID        string        // set only inside a subagent
	Source         string        // SessionStart: startup, resume, clear, compact, fork
	Trigger        string        // PreCompact: manual, auto
	Reason         string        // SessionEnd: clear, logout, other
	Instructions   string        // PreCompact: custom_instructions
	Summary        string        // PostCompact: compact_summary
	Prompt         string        // UserPromptSubmit
	PromptID       string        // of most events: prompt_id
	Tool           string        // PostToolUse: tool_name
	Input          gjson.Result  // PostToolUse: tool_input
	Response       gjson.Result  // PostToolUse: tool_response
	Took           time.Duration // PostToolUse: duration_ms, 0 where the client does not report it
	Raw            []byte        // the whole object, valid JSON

	other bool // it has a key that only other clients send
}

// otherKeys are sent by clients that run the hooks of Claude Code's settings too, and not by Claude Code: Cursor's,
// then those of Copilot's own form. Source: their documentation of hooks, 2026-11.
var otherKeys = []string{"conversation_id", "cursor_version", "generation_id", "workspace_roots",
	"sessionId", "toolName", "initialPrompt"}

var errOther = errors.New("called by another client than Claude Code; nothing is done for it")

// errNoPayload means that standard input was empty: nobody called a hook.
var errNoPayload = errors.New("no payload on standard input")

func readPayload(r io.Reader) (Payload, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxPayload+1))
	if err != nil {
		return Payload{}, fmt.Errorf("reading the payload: %w", err)
	}
	if len(b) > maxPayload {
		return Payload{}, fmt.Errorf("reading the payload: more than %d bytes", maxPayload)
	}
	return DecodePayload(b)
}

func DecodePayload(b []byte) (Payload, error) {
	b = bytes.TrimPrefix(b, []byte("\ufeff")) // other clients on Windows write one
	if len(bytes.TrimSpace(b)) == 0 {
		return Payload{}, errNoPayload
	}
	// gjson neither validates nor bounds its depth; encoding/json does both.
	if !json.Valid(b) {
		return Payload{}, errors.New("decoding the payload: not valid JSON")
	}
	root := gjson.ParseBytes(b)
	if !root.IsObject() {
		return Payload{}, errors.New("decoding the payload: not a JSON object")
	}
	keys := root.Map()
	text := func(key string) string { return keys[key].Str }
	p := Payload{
		Event: text("hook_event_name"), SessionID: text("session_id"), TranscriptPath: text("transcript_path"),
		Cwd: text("cwd"), AgentID: text("agent_id"), Source: text("source"), Trigger: text("trigger"),
		Reason: text("reason"), Instructions: text("custom_instructions"), Summary: text("compact_summary"),
		Prompt: text("prompt"), PromptID: text("prompt_id"), Tool: text("tool_name"),
		Input: keys["tool_input"], Response: keys["tool_response"], Raw: b,
	}
	if took := keys["duration_ms"].Num; took >= 0 && took <= float64(24*time.Hour/time.Millisecond) {
		p.Took = time.Duration(took * float64(time.Millisecond))
	}
	p.other = slices.ContainsFunc(otherKeys, func(key string) bool { return keys[key].Exists() })
	return p, nil
}

// An Edit is what the client reports of one file that a call wrote.
type Edit struct {
	File    string  // its path, absolute or relative to the project
	Created bool    // it did not exist
	Before  *string // its text before, decoded; nil for unknown
	After   *string // its text after, decoded, where the client reports it whole
	Hunks   []Hunk  // what changed, where After is nil
}

// A Hunk is one part of a structuredPatch: lines are counted from 1, each line begins with a space, "-", "+" or "\".
type Hunk struct {
	OldStart, OldLines, NewStart, NewLines int
	Lines                                  []string
}

// File is the file that the call wrote, "" where it wrote none, or only staged it.
func (p Payload) File() string {
	if p.Response.Get("staged").Bool() {
		return ""
	}
	return cmp.Or(p.Response.Get("filePath").Str, p.Input.Get("file_path").Str, p.Input.Get("notebook_path").Str)
}

// Edit is what the client reports of that file, false where there is none.
func (p Payload) Edit() (Edit, bool) {
	e, notebook := Edit{File: p.File()}, p.Tool == "NotebookEdit"
	if p.Tool != "Write" && p.Tool != "Edit" && !notebook || e.File == "" {
		return Edit{}, false
	}
	var r struct {
		Type            string
		OriginalFile    *string
		StructuredPatch []Hunk
		Was             *string `json:"original_file"` // of a notebook
		Is              *string `json:"updated_file"`
	}
	_ = json.Unmarshal([]byte(p.Response.Raw), &r) // a key of another type is empty
	if notebook && r.Is == nil {
		return e, true
	}
	if e.Before = r.OriginalFile; notebook {
		e.Before, e.After = r.Was, r.Is
	}
	e.Created = p.Tool == "Write" && r.Type == "create"
	e.Hunks = append(e.Hunks, r.StructuredPatch...)
	return e, true
}
