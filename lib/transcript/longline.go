package transcript

import (
	"bytes"
	"io"
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
	file string // path that the line says was written, where it is found easily
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
	long.setTail(trimLine(tail))
	if string(long.typ) == "user" {
		long.file = writtenFile(head)
	}
	return long, nil
}

// setTail takes in the outer members that stand at the end of the line. From
// `,"key":` on, the rest of the line closes exactly one object only where the
// key belongs to the outer one; inside a string its quotes would be escaped.
func (l *longRecord) setTail(tail []byte) {
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
}

// lastMembers is members for the end of an object, from a comma on.
func lastMembers(rest []byte, visit func(key, value []byte)) bool {
	rest[0] = '{'
	defer func() { rest[0] = ',' }()
	return members(rest, visit)
}

// writtenFile is the path in the result of a Write or an Edit whose text is too
// long to be decoded; a Read's stands one level deeper and is not taken.
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
