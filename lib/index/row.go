package index

import (
	"bytes"
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
	Faults     int64  `json:"faults"`     // how many faults it has by the schema
	Line       string `json:"-"`          // the line of work that it says it was saved to, "" of the first build
	// Origin is what a migration made it of, as OriginOf has it, "" where none did.
	Origin string `json:"-"`
	// Words are what search looks at.
	Words rank.Packed `json:"-"`
}

// OriginOf is the Origin of what was made of the file at path with that SHA-256.
func OriginOf(path, sum string) string { return sum + " " + path }

// Fits reports whether a row still describes its file, by size and time.
func (r Row) Fits(root string) bool {
	info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(r.Path)))
	return err == nil && info.Mode().IsRegular() && info.Size() == r.Size && info.ModTime().UnixNano() == r.Modified
}

// texts and numbers are what the line of a row has in this order; its words end it, as
// they are: no byte of them ends a line.
func (r *Row) texts() []*string {
	return []*string{&r.Path, &r.Sum, &r.Mode, &r.Session, &r.Bead, &r.Outcome, &r.SessionID, &r.Branch,
		&r.Generation, &r.Broken, &r.Goal, &r.Now, &r.Line, &r.Origin}
}

func (r *Row) numbers() []*int64 { return []*int64{&r.Size, &r.Modified, &r.Date, &r.Faults} }

// line renders a row for the file.
func (r Row) line() string {
	var b strings.Builder
	for _, text := range r.texts() {
		b.WriteString(escape(*text) + "\t")
	}
	for _, n := range r.numbers() {
		b.WriteString(strconv.FormatInt(*n, 10) + "\t")
	}
	return b.String() + string(r.Words) + "\n"
}

// parseRow reads a line. The row's strings share its memory.
func parseRow(line string) (r Row, err error) {
	rest, whole := strings.TrimSuffix(line, "\n"), true
	for _, text := range r.texts() {
		if *text, rest, whole = strings.Cut(rest, "\t"); !whole {
			return Row{}, errLine
		}
		*text = unescape(*text)
	}
	for _, n := range r.numbers() {
		var text string
		text, rest, whole = strings.Cut(rest, "\t")
		if *n, err = strconv.ParseInt(text, 10, 64); err != nil || !whole {
			return Row{}, errLine
		}
	}
	r.Words = rank.Packed(rest)
	return r, nil
}

// folderOf is the folder of a path, as the source names it.
func folderOf(path string) string { return path[:max(0, strings.LastIndexByte(path, '/'))] }

// A block is what is known of a folder. The zero block says that nothing is known, as of
// a folder that is no more or that is to be read again.
type block struct {
	at   int64  // the time that the folder had, 0 where that is not to be trusted
	rows string // a line for each file
}

// text is the block in the file: the checksum of what follows that, how long its rows
// are, the time, the folder, and the rows.
func (b block) text(folder string) string {
	text := fmt.Sprintf("%d\t%d\t%s\n%s", len(b.rows), b.at, escape(folder), b.rows)
	return fmt.Sprintf("%08x\t%s", checksum([]byte(text)), text)
}

// parseBlock reads the block that a text begins with; size is how much of it that is,
// 0 for one that is not as it was written.
func parseBlock(text []byte) (folder string, b block, size int) {
	var sum uint32
	var length int
	line, _, _ := bytes.Cut(text, []byte("\n"))
	head := string(line)
	fields := strings.SplitN(head, "\t", 4)
	_, err := fmt.Sscanf(head, "%x %d %d", &sum, &length, &b.at)
	begin, end := len("00000000\t"), len(head)+1+length
	if err != nil || len(fields) < 4 || length < 0 || end < begin || end > len(text) ||
		checksum(text[begin:end]) != sum {
		return "", block{}, 0
	}
	b.rows = string(text[len(head)+1 : end])
	return unescape(fields[3]), b, end
}

func checksum(text []byte) uint32 { return crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)) }

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
