package transcript

import (
	"strings"
	"time"
)

// record is one line. Its texts are those of the file.
type record struct {
	line         value
	typ          string
	uuid, parent string
	body         value // the message, or the attachment
	result       value // toolUseResult
	asked        value // what the user wrote: a prompt, or one typed while the model worked
	cwd          value
	branch, team value
	at           time.Time
	sidechain    bool // what a subagent did
	answers      bool // it carries results of tool calls
	summary      bool
	program      bool   // it is of a program that runs the client, as with -p
	unspoken     bool   // it holds no words of the user
	apiError     bool   // the client's words in an assistant record
	denial       string // why the tool call was not allowed to run, which only the client writes
	broken       bool   // it is no JSON object

	up         int  // the place of the parent, -1 without
	live, kept bool // kept: from before the compaction, and still in the context
}

// blank may be around a record, as NUL bytes that a crash left.
const blank = " \t\r\n\x00"

// parseRecord reads the outside of a line; ok is false where that is not one whole JSON object.
func parseRecord(line string) (r record, ok bool) {
	line = strings.Trim(line, blank)
	if !strings.HasPrefix(line, "{") || strings.IndexByte(line, 0) >= 0 { // a NUL is a hole that a crash left
		return r, false
	}
	r.line = value(line)
	typed := false
	ok = r.line.each(func(name string, of value) bool {
		is := of == "true"
		switch name {
		case "type":
			r.typ = of.str()
		case "uuid":
			r.uuid = of.str()
		case "parentUuid":
			r.parent = of.str()
		case "isSidechain":
			r.sidechain = is
		case "isMeta", "isVisibleInTranscriptOnly":
			r.unspoken = r.unspoken || is
		case "permissionMode", "thinkingMetadata": // which a prompt has
			typed = true
		case "origin":
			r.unspoken = r.unspoken || !humanOrigin(of)
		case "promptSource", "turnOrigin", "entrypoint":
			r.program = r.program || strings.HasPrefix(of.str(), "sdk")
		case "isCompactSummary":
			r.summary = is
		case "isApiErrorMessage":
			r.apiError = is
		case "toolDenialKind":
			r.denial = of.str()
		case "timestamp":
			r.at, _ = time.Parse(time.RFC3339Nano, of.str())
			r.at = r.at.UTC()
		case "message", "attachment":
			r.body = of
		case "toolUseResult":
			r.result = of
		case "cwd":
			r.cwd = of
		case "gitBranch":
			r.branch = of
		case "teamName":
			r.team = of
		}
		return true
	})
	r.unspoken = r.unspoken || r.summary
	switch r.typ {
	case "user":
		r.answers = r.result != "" || strings.Contains(string(r.body), `"tool_result"`)
		stopped := !typed && strings.HasPrefix(string(r.content()), `"Operation stopped by hook: `)
		if !r.answers && !r.unspoken && !stopped {
			r.asked = r.content()
		}
	case "attachment":
		mode := r.body.get("commandMode").str()
		if r.body.get("type").str() == "queued_command" && (mode == "" || mode == "prompt") && !r.unspoken &&
			r.body.get("isMeta") != "true" && humanOrigin(r.body.get("origin")) {
			r.asked = r.body.get("prompt")
		}
	}
	return r, ok
}

// said reports whether a record is of what was said and done.
func (r *record) said() bool { return r.typ == "user" || r.typ == "assistant" || r.asked != "" }

// knownTypes are the types of records that releases 2.0 to 2.1 write.
const knownTypes = " user assistant system attachment progress summary file-history-snapshot queue-operation " +
	"last-prompt custom-title ai-title agent-name agent-setting tag mode permission-mode pr-link tools-used " +
	"cost-state worktree-state content-replacement bridge-session task-summary "

// boundary says whether the record marks a compaction.
func (r *record) boundary() bool {
	return r.typ == "system" && r.line.get("subtype").str() == "compact_boundary"
}

// humanOrigin says whether a person typed a prompt: other sessions and the client are named.
func humanOrigin(origin value) bool {
	return !strings.HasPrefix(string(origin), "{") || origin.get("kind").str() == "human"
}

// content are the blocks of a message.
func (r *record) content() value { return r.body.get("content") }

// words is the text of a message or a summary, whoever wrote it.
func (r *record) words() string { return blocksText(r.content(), strings.TrimSpace) }
