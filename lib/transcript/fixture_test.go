package transcript

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/testscripts/disk"
)

// day is the day on which all fixtures play; they tell hours and minutes.
const day = "2026-11-21T"

// rec is one record: members that fixtures commonly need, and the rest as
// JSON text that starts with a comma.
func rec(typ, uuid, parent, rest string) string {
	up := "null"
	if parent != "" {
		up = quote(parent)
	}
	return fmt.Sprintf(`{"parentUuid":%s,"isSidechain":false,"type":%q,"uuid":%q%s}`, up, typ, uuid, rest)
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// says is a user record with string content.
func says(uuid, parent, words string) string {
	return rec("user", uuid, parent, `,"message":{"role":"user","content":`+quote(words)+`}`)
}

// saysBlocks is a user record whose content is the JSON text of an array.
func saysBlocks(uuid, parent, blocks string) string {
	return rec("user", uuid, parent, `,"message":{"role":"user","content":`+blocks+`}`)
}

// answers is an assistant record with one text block.
func answers(uuid, parent, words string) string {
	return rec("assistant", uuid, parent,
		`,"message":{"id":"msg_`+uuid+`","role":"assistant","content":[{"type":"text","text":`+quote(words)+`}]}`)
}

// calls is an assistant record with one tool call, whose id is that of the
// record with "t-" before it.
func calls(uuid, parent, name, input string) string {
	return callsIn("msg_"+uuid, uuid, parent, name, input)
}

// callsIn is calls as a part of a message with the id.
func callsIn(message, uuid, parent, name, input string) string {
	return rec("assistant", uuid, parent, `,"message":{"id":"`+message+`","role":"assistant","content":[`+
		`{"type":"tool_use","id":"t-`+uuid+`","name":"`+name+`","input":`+input+`}]}`)
}

// gives is the result of the call in the record of.
func gives(uuid, parent, of, output, result string) string {
	return rec("user", uuid, parent, `,"message":{"role":"user","content":[{"tool_use_id":"t-`+of+
		`","type":"tool_result","content":`+quote(output)+`}]},"toolUseResult":`+result)
}

// fails is the result of a call that failed.
func fails(uuid, parent, of, output string) string {
	return rec("user", uuid, parent, `,"message":{"role":"user","content":[{"tool_use_id":"t-`+of+
		`","type":"tool_result","is_error":true,"content":`+quote(output)+`}]},"toolUseResult":`+quote("Error: "+output))
}

// at adds a timestamp to a record.
func at(clock, record string) string {
	return strings.TrimSuffix(record, "}") + `,"timestamp":"` + day + clock + `:00.000Z"}`
}

// with adds members to a record.
func with(record, rest string) string { return strings.TrimSuffix(record, "}") + "," + rest + "}" }

const boundary = `{"parentUuid":null,"isSidechain":false,"type":"system","subtype":"compact_boundary","content":"Conversation compacted","uuid":"boundary"}`

// save writes a transcript of the lines and returns its path.
func save(t testing.TB, lines ...string) string {
	t.Helper()
	return saveBytes(t, []byte(strings.Join(lines, "\n")+"\n"))
}

func saveBytes(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "session.jsonl")
	disk.Write(t, path, data)
	return path
}

func mustRead(t testing.TB, path string) Conversation {
	t.Helper()
	return mustReadSince(t, path, time.Time{})
}

func mustReadSince(t testing.TB, path string, since time.Time) Conversation {
	t.Helper()
	conv, err := Read(context.Background(), path, since)
	if err != nil {
		t.Fatal(err)
	}
	return conv
}

// readEnd reads no more than the last so many bytes.
func readEnd(data []byte, most int) (Conversation, error) {
	return read(string(data), false, time.Time{}, most)
}

func readLines(t testing.TB, lines ...string) Conversation {
	t.Helper()
	return mustRead(t, save(t, lines...))
}

// prompts is the prompts' texts, joined by " | ".
func prompts(conv Conversation) string {
	var all []string
	for _, p := range conv.Prompts {
		all = append(all, p.Text)
	}
	return strings.Join(all, " | ")
}

func wantPrompts(t *testing.T, conv Conversation, want string) {
	t.Helper()
	if got := prompts(conv); got != want {
		t.Errorf("prompts are %q, want %q", got, want)
	}
}

func wantFiles(t *testing.T, conv Conversation, want string) {
	t.Helper()
	if got := strings.Join(conv.Files, " "); got != want {
		t.Errorf("files are %q, want %q", got, want)
	}
}
