package index

import (
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"holdfast/lib/rank"
)

// A Row is what the index holds of one file.
type Row struct {
	Path       string // relative to the project root, with "/"
	Size       int64  // bytes
	Modified   int64  // modification time, nanoseconds since 1970
	Sum        string // SHA-256 of the bytes, hex
	Date       int64  // when it was saved by its own word, seconds since 1970
	Mode       string
	Session    string
	Bead       string
	Outcome    string
	SessionID  string
	Branch     string
	Generation string // "" for the present format, else the earlier one's name
	Broken     string // why it is not an artifact at all, "" where it is one
	Faults     int    // how many faults it has by the schema
	Goal       string
	Now        string
	Line       string // the line of work that it says it was saved to, "" of the first build
	// Origin is what a migration made it of, as OriginOf has it, "" where none did.
	Origin string
	// Words are what search looks at; a View leaves them empty until asked.
	Words rank.Packed

	textAt, textLen int64
}

const originMark = "original "

// OriginOf is the Origin of what was made of the file at path with that SHA-256.
func OriginOf(path, sum string) string { return originMark + sum + " " + path }

// HasOrigin reports whether the line of a row may have an Origin.
func HasOrigin(line string) bool { return strings.Contains(line, "\t"+originMark) }

// LineMayHold reports whether the line of a row may hold value in a field.
func LineMayHold(line, value string) bool { return strings.Contains(line, "\t"+escape(value)+"\t") }

// Fits reports whether a row still describes its file, by size and time.
func (r Row) Fits(root string) bool {
	info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(r.Path)))
	return err == nil && info.Mode().IsRegular() && info.Size() == r.Size && info.ModTime().UnixNano() == r.Modified
}

// line renders a row for the rows file.
func (r Row) line() string {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	return line(kindRow, r.Path, r.Sum, r.Mode, r.Session, r.Bead, r.Outcome, r.SessionID, r.Branch, r.Generation,
		r.Broken, r.Goal, r.Now, r.Line, r.Origin, number(r.Size), number(r.Modified), number(r.Date),
		number(int64(r.Faults)), number(r.textAt), number(r.textLen))
}

// The line of a row has its texts first, then its numbers.
const rowTexts, rowNumbers = 14, 6

// parseRow reads the fields of a row. Its strings share the line's memory.
func parseRow(fields string) (Row, error) {
	var t [rowTexts]string
	var n [rowNumbers]int64
	for i := range t {
		at := strings.IndexByte(fields, '\t')
		if at < 0 {
			return Row{}, errLine
		}
		t[i], fields = unescape(fields[:at]), fields[at+1:]
	}
	for i := range n {
		text, rest, more := strings.Cut(fields, "\t")
		number, err := strconv.ParseInt(text, 10, 64)
		if err != nil || more != (i < rowNumbers-1) {
			return Row{}, errLine
		}
		n[i], fields = number, rest
	}
	return Row{
		Path: t[0], Sum: t[1], Mode: t[2], Session: t[3], Bead: t[4], Outcome: t[5], SessionID: t[6], Branch: t[7],
		Generation: t[8], Broken: t[9], Goal: t[10], Now: t[11], Line: t[12], Origin: t[13],
		Size: n[0], Modified: n[1], Date: n[2], Faults: int(n[3]), textAt: n[4], textLen: n[5],
	}, nil
}

// line renders one line of the rows file: its checksum, its kind, and the fields.
func line(kind string, fields ...string) string {
	for i, f := range fields {
		fields[i] = escape(f)
	}
	text := kind + "\t" + strings.Join(fields, "\t")
	return fmt.Sprintf("%08x\t%s\n", checksum(text), text)
}

// parseLine takes a line apart; false for one that is not as it was written.
func parseLine(text string) (kind, fields string, ok bool) {
	sum, text, _ := strings.Cut(text, "\t")
	if n, err := strconv.ParseUint(sum, 16, 32); err != nil || uint32(n) != checksum(text) {
		return "", "", false
	}
	return strings.Cut(text, "\t")
}

func checksum(text string) uint32 {
	return crc32.Checksum(stringAsBytes(text), crc32.MakeTable(crc32.Castagnoli))
}

// escape keeps tabs and line breaks out of a field.
func escape(s string) string {
	if !strings.ContainsAny(s, "\t\n\r\\") {
		return s
	}
	return strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`).Replace(s)
}

func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	return strings.NewReplacer(`\\`, "\\", `\t`, "\t", `\n`, "\n", `\r`, "\r").Replace(s)
}
