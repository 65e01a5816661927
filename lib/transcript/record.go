package transcript

import (
	"bytes"
	"strconv"
	"time"
)

// kind is what a record is to the reader.
type kind uint8

const (
	other kind = iota
	user
	assistant
	queued // an attachment that holds a prompt typed while the model worked
)

// node is what is kept of a record of the conversation, as written. Its bytes are
// those of the file.
type node struct {
	uuid, parent, source []byte // source: the assistant record a tool result answers
	body                 []byte // the message, or the attachment
	result, branch, cwd  []byte
	call                 []byte // the tool call that a result answers, where it is one
	at                   time.Time
	up, root             int32 // places of the parent, -1 without, and of the topmost known ancestor
	place                place // of a prompt of the user
	kind                 kind
	answers              bool // it carries results of tool calls
	summary              bool
	spoken               bool // it may hold words of the user
	apiError             bool // the client's words in an assistant record
	denied               bool // the tool call was not allowed to run
	live                 bool
	kept                 bool // from before the compaction, and still in the context
}

// place counts the user's prompts and the turns of a conversation, from 1.
// Outside an interactive client the prompt's number is 0.
type place struct{ prompt, turn int32 }

// record is one line: a node, and what is looked at only once.
type record struct {
	node
	typ, subtype            []byte
	sidechain, meta, hidden bool // hidden: shown to people only, never said by one
	message, attachment     []byte
	origin, position        []byte // position: of a prompt in the conversation
	session, team, agent    []byte
	compaction              []byte // what the client says of a compaction
	title, pull, pullNumber []byte // of the session, and its pull request
}

// parseRecord reads the outside of a line; ok is false when the line is not
// one whole JSON object. Of members that are repeated the last one counts.
func parseRecord(line []byte) (r record, ok bool) {
	if bytes.IndexByte(line, 0) >= 0 {
		return r, false // a hole that a crash left
	}
	o := object{data: line}
	for o.next() {
		r.set(o.key, o.value)
	}
	r.classify()
	return r, o.whole
}

func (r *record) set(key, value []byte) {
	switch string(key) {
	case "type":
		r.typ = inner(value)
	case "subtype":
		r.subtype = inner(value)
	case "uuid":
		r.uuid = inner(value)
	case "parentUuid":
		r.parent = inner(value)
	case "sourceToolAssistantUUID":
		r.source = inner(value)
	case "isSidechain":
		r.sidechain = isTrue(value)
	case "isMeta":
		r.meta = isTrue(value)
	case "isCompactSummary":
		r.summary = isTrue(value)
	case "isVisibleInTranscriptOnly":
		r.hidden = isTrue(value)
	case "isApiErrorMessage":
		r.apiError = isTrue(value)
	case "toolDenialKind":
		r.denied = len(inner(value)) > 0
	case "timestamp":
		r.at = parseTime(inner(value))
	case "message":
		r.message = value
	case "toolUseResult":
		r.result = value
	case "attachment":
		r.attachment = value
	case "origin":
		r.origin = value
	case "turnPosition":
		r.position = value
	case "sessionId":
		r.session = value
	case "cwd":
		r.cwd = value
	case "gitBranch":
		r.branch = value
	case "compactMetadata":
		r.compaction = value
	case "teamName":
		r.team = value
	case "agentName":
		r.agent = value
	case "customTitle", "aiTitle", "summary":
		r.title = value
	case "prUrl":
		r.pull = value
	case "prNumber":
		r.pullNumber = value
	}
}

// classify works out what the members say together.
func (r *record) classify() {
	r.body = r.message
	r.spoken = !r.meta && !r.summary && !r.hidden && humanOrigin(r.origin)
	switch string(r.typ) {
	case "user":
		r.kind = user
		r.call, r.answers = r.answered()
		if r.position != nil && !r.answers && !r.summary && !r.meta {
			r.place.prompt = number(member(r.position, "promptIndex"))
			r.place.turn = number(member(r.position, "turnIndex"))
		}
	case "assistant":
		r.kind = assistant
	case "attachment":
		r.body = r.attachment
		if bytes.Contains(r.attachment, []byte(`"queued_command"`)) {
			r.kind = queued
		}
	}
}

// known says whether the client's format is recognised: a record of the
// conversation, or one of those about the session that releases 2.0 to 2.1
// write beside it.
func (r *record) known() bool {
	switch string(r.typ) {
	case "user", "assistant", "system", "attachment", "progress", "summary", "file-history-snapshot", "queue-operation",
		"last-prompt", "custom-title", "ai-title", "agent-name", "agent-setting", "tag", "mode", "permission-mode",
		"pr-link", "tools-used", "cost-state", "worktree-state", "content-replacement", "bridge-session",
		"task-summary":
		return true
	}
	return false
}

// boundary says whether the record marks a compaction.
func (r *record) boundary() bool {
	return string(r.typ) == "system" && string(r.subtype) == "compact_boundary"
}

// answered is the id of the tool call whose result a user record carries, none
// where it carries several or none, and whether it carries any.
func (r *record) answered() (id []byte, answers bool) {
	const key = `"tool_use_id":"`
	_, rest, found := bytes.Cut(r.message, []byte(key))
	if !found {
		return nil, r.result != nil || bytes.Contains(r.message, []byte(`"tool_result"`))
	}
	if bytes.Contains(rest, []byte(key)) {
		return nil, true
	}
	one, _, _ := bytes.Cut(rest, []byte(`"`))
	return one, true
}

// humanOrigin says whether a prompt was typed by a person, as far as its
// record says: other sessions, channels and the client itself are named.
func humanOrigin(origin []byte) bool {
	return len(origin) == 0 || origin[0] != '{' || string(inner(member(origin, "kind"))) == "human"
}

// number is a JSON number that is a small positive integer, else 0.
func number(value []byte) int32 {
	n, err := strconv.ParseInt(string(value), 10, 32)
	if err != nil || n < 0 {
		return 0
	}
	return int32(n)
}

// messageID is the id that the records of one message of the model share.
func (n *node) messageID() []byte { return inner(member(n.body, "id")) }

// parseTime reads a timestamp of the client (RFC 3339); anything else is the
// zero time.
func parseTime(b []byte) time.Time {
	at, err := time.Parse(time.RFC3339Nano, string(b[:min(len(b), 40)]))
	if err != nil {
		return time.Time{}
	}
	return at
}

// trimLine takes off what may be around a record: white space, the \r of a
// foreign line end, and the NUL bytes that a crash can leave in a file.
func trimLine(line []byte) []byte {
	const hole = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	for len(line) >= len(hole) && string(line[:len(hole)]) == hole { // it may be many megabytes
		line = line[len(hole):]
	}
	return bytes.Trim(line, " \t\r\n\x00")
}
