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

// record is the outside of one line: members of the outer object, as written.
// Slices point into the line.
type record struct {
	typ, subtype             []byte
	uuid, parent, source     []byte // source: the assistant record a tool result answers
	hasParent                bool   // false for a root, whose parentUuid is null or absent
	sidechain, meta, summary bool
	hidden                   bool // shown to people only, never said by one
	apiError                 bool // the client's words in an assistant record
	denied                   bool // the tool call was not allowed to run
	at                       time.Time
	message, result          []byte
	attachment, origin       []byte
	position                 []byte // of a prompt in the conversation
	session, cwd, branch     []byte
	compaction               []byte // what the client says of a compaction
	team, agent              []byte // of agents
	title                    []byte // of the session
	pull, pullNumber         []byte // the pull request
}

// set takes in one member of the outer object; members repeated count as
// JavaScript counts them, the last one wins.
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
		r.hasParent = len(r.parent) > 0
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

// parseRecord reads the outside of a line; ok is false when the line is not
// one whole JSON object.
func parseRecord(line []byte) (r record, ok bool) {
	ok = members(line, r.set)
	return r, ok
}

// known says whether the client's format is recognised: a record of the
// conversation, or one of those about the session that releases 2.0 to 2.1
// write beside it.
func (r *record) known() bool {
	switch string(r.typ) {
	case "user", "assistant", "system", "attachment", "progress", "summary", "file-history-snapshot", "queue-operation",
		"last-prompt", "custom-title", "ai-title", "agent-name", "agent-setting", "tag", "mode", "permission-mode", "pr-link",
		"tools-used", "cost-state", "worktree-state", "content-replacement", "bridge-session", "task-summary":
		return true
	}
	return false
}

// boundary says whether the record marks a compaction.
func (r *record) boundary() bool {
	return string(r.typ) == "system" && string(r.subtype) == "compact_boundary"
}

func (r *record) kind() kind {
	switch string(r.typ) {
	case "user":
		return user
	case "assistant":
		return assistant
	case "attachment":
		if bytes.Contains(r.attachment, []byte(`"queued_command"`)) {
			return queued
		}
	}
	return other
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

// spoken says whether a record may hold words of the user.
func (r *record) spoken() bool {
	return !r.meta && !r.summary && !r.hidden && humanOrigin(r.origin)
}

// humanOrigin says whether a prompt was typed by a person, as far as its
// record says: other sessions, channels and the client itself are named.
func humanOrigin(origin []byte) bool {
	return !isObject(origin) || string(inner(member(origin, "kind"))) == "human"
}

// place is where in the conversation a prompt of the user is; the zero
// place where the record is no such prompt or does not say.
func (r *record) place() place {
	if string(r.typ) != "user" || r.summary || r.meta || r.position == nil {
		return place{}
	}
	return place{prompt: number(member(r.position, "promptIndex")), turn: number(member(r.position, "turnIndex"))}
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
func (n *node) messageID() []byte {
	if n.kind != assistant {
		return nil
	}
	return inner(member(n.body, "id"))
}

// parseTime reads a timestamp of the client (RFC 3339); anything else is the
// zero time.
func parseTime(b []byte) time.Time {
	if len(b) < len("2006-01-02T15:04:05Z") || len(b) > 40 {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339Nano, string(b))
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
