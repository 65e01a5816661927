package transcript

import (
	"bytes"
	"io"
	"slices"
	"strings"
)

// tailKeys are the members by which the end of an over-long line is found.
var tailKeys = [][]byte{
	[]byte(`,"parentUuid":`), []byte(`,"type":`), []byte(`,"uuid":`),
	[]byte(`,"timestamp":`), []byte(`,"sourceToolAssistantUUID":`), []byte(`,"isSidechain":`),
}

// maxTries is how many places in a tail are tried for each of tailKeys.
const maxTries = 4

// longRecord is what the two ends of an over-long line tell.
type longRecord struct {
	record
	file  string // path that the line says was written, where it is found easily
	words string // of the user: both ends of a prompt, or what is beside its pictures
}

// readLong looks at the first and the last 64 KiB of a line that is too long
// to be decoded.
func readLong(r io.ReaderAt, line rawLine) (longRecord, error) {
	n := int(min(line.size, edge))
	head, tail := make([]byte, n), make([]byte, n)
	if err := readFull(r, head, line.off); err != nil {
		return longRecord{}, err
	}
	if err := readFull(r, tail, line.off+line.size-int64(n)); err != nil {
		return longRecord{}, err
	}
	var long longRecord
	members(bytes.TrimLeft(head, " \t\r\x00"), long.set)
	tail = trimLine(tail)
	tail = tail[:long.setTail(tail)]
	if string(long.typ) == "user" {
		long.file = writtenFile(head)
		if long.spoken() {
			long.words = promptOf(head, tail)
		}
	}
	return long, nil
}

// promptOf is what the user said in a line of which head is the beginning and
// message the end of its message: a long paste, or words beside pictures.
func promptOf(head, message []byte) string {
	_, content, _ := bytes.Cut(head, []byte(`"message":{`))
	content = bytes.TrimPrefix(content, []byte(`"role":"user",`))
	content, found := bytes.CutPrefix(content, []byte(`"content":`))
	message = bytes.TrimSuffix(bytes.TrimRight(message, "}"), []byte(`,"role":"user"`))
	if result := []byte(`"tool_result"`); !found || len(content) == 0 || bytes.Contains(content, result) || bytes.Contains(message, result) {
		return ""
	}
	if content[0] == '"' {
		end, closed := bytes.CutSuffix(message, []byte(`"`))
		if !closed {
			return ""
		}
		// No escape sequence holds a space; an end without one says nothing.
		first, last := max(bytes.LastIndexByte(content, ' '), 1), bytes.IndexByte(end, ' ')
		if last < 0 {
			last = len(end)
		}
		return userWords(text(slices.Concat(content[:first], []byte(`\n`), end[last:], []byte(`"`))))
	}
	if content[0] != '[' {
		return ""
	}
	pieces := userText(content)
	if i := bytes.LastIndex(message, []byte(`{"type":"text","text":"`)); i >= 0 {
		if last := blocksText(slices.Concat([]byte("["), message[i:]), userWords); !strings.HasSuffix(pieces, last) {
			if pieces == picture {
				pieces = ""
			}
			pieces = strings.TrimPrefix(pieces+"\n"+last, "\n")
		}
	}
	return pieces
}

// setTail takes in the outer members at the end of the line, and
// returns where they begin. From `,"key":` on, the rest of the line closes exactly
// one object only where the key belongs to the outer one; inside a string its
// quotes would be escaped.
func (l *longRecord) setTail(tail []byte) int {
	from := len(tail)
	for _, key := range tailKeys {
		rest := tail
		for range maxTries {
			i := bytes.LastIndex(rest, key)
			if i < 0 {
				break
			}
			rest = tail[:i]
			if i < from && lastMembers(tail[i:], nil) {
				from = i
			}
		}
	}
	if from < len(tail) {
		lastMembers(tail[from:], l.set)
	}
	return from
}

// lastMembers is members for the end of an object, from a comma on.
func lastMembers(rest []byte, visit func(key, value []byte)) bool {
	rest[0] = '{'
	defer func() { rest[0] = ',' }()
	return members(rest, visit)
}

// writtenFile is the path in the result of a Write or an Edit whose text is too
// long to be decoded; a Read's is one level deeper and is not taken.
func writtenFile(head []byte) string {
	i := bytes.Index(head, []byte(`"toolUseResult":{`))
	if i < 0 {
		return ""
	}
	var result editResult
	members(head[i+len(`"toolUseResult":`):], result.set)
	if result.staged || result.typ != "" && result.typ != "create" && result.typ != "update" {
		return ""
	}
	return result.path
}
