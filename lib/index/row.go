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

// A Row is what the index holds of one file. Its keys in JSON do not change.
type Row struct {
	Path       string `json:"path"` // relative to the project root, with "/"
	Size       int64  `json:"-"`    // bytes
	Modified   int64  `json:"-"`    // modification time, nanoseconds since 1970
	Sum        string `json:"-"`    // SHA-256 of the bytes, hex
	Date       int64  `json:"-"`    // when it was saved by its own word, seconds since 1970
	Mode       string `json:"mode"`
	Outcome    string `json:"outcome"`
	Session    string `json:"session"`
	Bead       string `json:"bead"`
	SessionID  string `json:"session_id"`
	Branch     string `json:"branch"`
	Goal       string `json:"goal"`
	Now        string `json:"now"`
	Generation string `json:"generation"` // "" for the present format, else the earlier one's name
	Broken     string `json:"broken"`     // why it is not an artifact at all, "" where it is one
	Faults     int    `json:"faults"`     // how many faults it has by the schema
	Line       string `json:"-"`          // the line of work that it says it was saved to, "" of the first build
	// Origin is what a migration made it of, as OriginOf has it, "" where none did.
	Origin string `json:"-"`
	// Words are what search looks at.
	Words rank.Packed `json:"-"`
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

// line renders a row for the file. Its words end the line, as they are: no byte of them
// ends one.
func (r Row) line() string {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	return line(kindRow, string(r.Words), r.Path, r.Sum, r.Mode, r.Session, r.Bead, r.Outcome, r.SessionID, r.Branch,
		r.Generation, r.Broken, r.Goal, r.Now, r.Line, r.Origin,
		number(r.Size), number(r.Modified), number(r.Date), number(int64(r.Faults)))
}

func folderLine(path string, f folder) string {
	return line(kindFolder, fmt.Sprintf("%d %d", f.at, f.rows), path)
}

func parseFolder(text string) (f folder, err error) {
	at, rows, _ := strings.Cut(text, " ")
	if f.at, err = strconv.ParseInt(at, 10, 64); err == nil {
		f.rows, err = strconv.ParseInt(rows, 10, 64)
	}
	return f, err
}

// folderOf is the folder of a path, as the source names it.
func folderOf(path string) string { return path[:max(0, strings.LastIndexByte(path, '/'))] }

// The line of a row has its texts first, then its numbers, then its words.
const rowTexts, rowNumbers = 14, 4

// texts are the first fields of a row, as far as the number that follows them.
func texts(fields string) string {
	at := 0
	for range rowTexts {
		at += strings.IndexByte(fields[at:], '\t') + 1
	}
	return fields[:at]
}

// parseRow reads the fields of a row. Its strings and words share the line's memory.
func parseRow(fields string) (Row, error) {
	var t [rowTexts]string
	var n [rowNumbers]int64
	for i := range rowTexts + rowNumbers {
		at := strings.IndexByte(fields, '\t')
		if at < 0 {
			return Row{}, errLine
		}
		field := fields[:at]
		fields = fields[at+1:]
		if i < rowTexts {
			t[i] = unescape(field)
			continue
		}
		var err error
		if n[i-rowTexts], err = strconv.ParseInt(field, 10, 64); err != nil {
			return Row{}, errLine
		}
	}
	return Row{
		Path: t[0], Sum: t[1], Mode: t[2], Session: t[3], Bead: t[4], Outcome: t[5], SessionID: t[6], Branch: t[7],
		Generation: t[8], Broken: t[9], Goal: t[10], Now: t[11], Line: t[12], Origin: t[13],
		Size: n[0], Modified: n[1], Date: n[2], Faults: int(n[3]), Words: asBytes(fields),
	}, nil
}

// line renders one line of the file: its checksum, its kind, the fields, and last what
// is not escaped.
func line(kind, last string, fields ...string) string {
	var b strings.Builder
	b.WriteString(kind)
	for _, f := range fields {
		b.WriteString("\t" + escape(f))
	}
	b.WriteString("\t" + last)
	return sealed(b.String())
}

// sealed is a line with its checksum.
func sealed(text string) string { return fmt.Sprintf("%08x\t%s\n", checksum(text), text) }

// parseLine takes a line apart; false for one that is not as it was written.
func parseLine(text string) (kind, fields string, ok bool) {
	sum, text, _ := strings.Cut(text, "\t")
	if n, err := strconv.ParseUint(sum, 16, 32); err != nil || uint32(n) != checksum(text) {
		return "", "", false
	}
	return strings.Cut(text, "\t")
}

func checksum(text string) uint32 {
	return crc32.Checksum(asBytes(text), crc32.MakeTable(crc32.Castagnoli))
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
