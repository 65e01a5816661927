package transcript

import (
	"bytes"
	"strconv"
	"strings"
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

// record is one line. Its bytes are those of the file, strings without their quotes.
type record struct {
	line, typ    []byte
	uuid, parent []byte
	body         []byte // the message, or the attachment
	result       []byte // toolUseResult
	call         []byte // the tool call that a result answers, where it is one
	session, cwd []byte // with their quotes, as branch and team
	branch, team []byte
	at           time.Time
	kind         kind
	place        place // of a prompt of the user
	sidechain    bool  // what a subagent did
	answers      bool  // it carries results of tool calls
	summary      bool
	unspoken     bool // it holds no words of the user
	apiError     bool // the client's words in an assistant record
	denied       bool // the tool call was not allowed to run

	up, root   int32 // places of the parent, -1 without, and of the topmost known ancestor
	live, kept bool  // kept: from before the compaction, and still in the context
}

// place counts the user's prompts and the turns of a conversation, from 1.
// Outside an interactive client the prompt's number is 0.
type place struct{ prompt, turn int32 }

// parseRecord reads the outside of a line; ok is false when the line is not
// one whole JSON object. Of members that are repeated the last one counts.
func parseRecord(line []byte) (r record, ok bool) {
	if len(line) == 0 || line[0] != '{' || bytes.IndexByte(line, 0) >= 0 { // a NUL is a hole that a crash left
		return r, false
	}
	r.line = line
	members := values{data: line}
	for key, value := range members.each {
		r.set(key, value)
	}
	r.classify()
	return r, members.whole
}

func (r *record) set(key, value []byte) {
	switch string(key) {
	case "type":
		r.typ = inner(value)
	case "uuid":
		r.uuid = inner(value)
	case "parentUuid":
		r.parent = inner(value)
	case "isSidechain":
		r.sidechain = isTrue(value)
	case "isMeta", "isVisibleInTranscriptOnly":
		r.unspoken = r.unspoken || isTrue(value)
	case "origin":
		r.unspoken = r.unspoken || !humanOrigin(value)
	case "isCompactSummary":
		r.summary = isTrue(value)
	case "isApiErrorMessage":
		r.apiError = isTrue(value)
	case "toolDenialKind":
		r.denied = len(inner(value)) > 0
	case "timestamp":
		r.at = parseTime(inner(value))
	case "message", "attachment":
		r.body = value
	case "toolUseResult":
		r.result = value
	case "sessionId":
		r.session = value
	case "cwd":
		r.cwd = value
	case "gitBranch":
		r.branch = value
	case "teamName":
		r.team = value
	}
}

// classify works out what the members say together.
func (r *record) classify() {
	r.unspoken = r.unspoken || r.summary
	switch string(r.typ) {
	case "user":
		r.kind = user
		if r.call, r.answers = r.answered(); !r.answers && !r.unspoken {
			position := member(r.line, "turnPosition")
			r.place = place{number(member(position, "promptIndex")), number(member(position, "turnIndex"))}
		}
	case "assistant":
		r.kind = assistant
	case "attachment":
		if bytes.Contains(r.body, []byte(`"queued_command"`)) {
			r.kind = queued
		}
	}
}

// knownTypes are the types of records of the conversation, and of those about the
// session that releases 2.0 to 2.1 write beside it.
const knownTypes = " user assistant system attachment progress summary file-history-snapshot queue-operation " +
	"last-prompt custom-title ai-title agent-name agent-setting tag mode permission-mode pr-link tools-used " +
	"cost-state worktree-state content-replacement bridge-session task-summary "

// known says whether the client's format is recognised.
func (r *record) known() bool { return oneOf(knownTypes, string(r.typ)) }

// boundary says whether the record marks a compaction.
func (r *record) boundary() bool {
	return string(r.typ) == "system" && is(r.line, "subtype", "compact_boundary")
}

// answered is the id of the tool call whose result a user record carries, none
// where it carries several or none, and whether it carries any.
func (r *record) answered() (id []byte, answers bool) {
	const key = `"tool_use_id":"`
	_, rest, found := bytes.Cut(r.body, []byte(key))
	if !found {
		return nil, r.result != nil || bytes.Contains(r.body, []byte(`"tool_result"`))
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
	return len(origin) == 0 || origin[0] != '{' || is(origin, "kind", "human")
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
func (r *record) messageID() []byte { return inner(member(r.body, "id")) }

// content are the blocks of a message.
func (r *record) content() []byte { return member(r.body, "content") }

// words is the text of a message or a summary, whoever wrote it.
func (r *record) words() string { return blocksText(r.content(), strings.TrimSpace) }

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
