package index

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"holdfast/lib/rank"
)

// A Row is what the index holds of one file. Its keys in JSON do not change.
type Row struct {
	Path       string      `json:"path"` // relative to the project root, with "/"
	Size       int64       `json:"-"`    // bytes
	Modified   int64       `json:"-"`    // modification time, nanoseconds since 1970
	Sum        string      `json:"-"`    // SHA-256 of the bytes, hex
	Date       int64       `json:"-"`    // when it was saved by its own word, seconds since 1970
	Mode       string      `json:"mode"`
	Outcome    string      `json:"outcome"`
	Session    string      `json:"session"`
	Bead       string      `json:"bead"`
	SessionID  string      `json:"session_id"`
	Branch     string      `json:"branch"`
	Goal       string      `json:"goal"`
	Now        string      `json:"now"`
	Generation string      `json:"generation"` // "" for the present format, else the earlier one's name
	Broken     string      `json:"broken"`     // why it is not an artifact at all, "" where it is one
	Faults     int64       `json:"faults"`     // how many faults it has by the schema
	Line       string      `json:"-"`          // the line of work that it says it was saved to, "" of the first build
	Origin     string      `json:"-"`          // what a migration made it of, as OriginOf has it, "" where none did
	Words      rank.Packed `json:"-"`          // what search looks at
}

// OriginOf is the Origin of what was made of the file at path with that SHA-256.
func OriginOf(path, sum string) string { return sum + " " + path }

// Fits reports whether a row still describes its file, by size and time.
func (r Row) Fits(root string) bool {
	info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(r.Path)))
	return err == nil && info.Mode().IsRegular() && info.Size() == r.Size && info.ModTime().UnixNano() == r.Modified
}

// texts and numbers are what the line of a row has in this order; its words end it.
func (r *Row) texts() []*string {
	return []*string{&r.Path, &r.Sum, &r.Mode, &r.Session, &r.Bead, &r.Outcome, &r.SessionID, &r.Branch,
		&r.Generation, &r.Broken, &r.Goal, &r.Now, &r.Line, &r.Origin}
}

func (r *Row) numbers() []*int64 { return []*int64{&r.Size, &r.Modified, &r.Date, &r.Faults} }

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
func parseRow(line string) (r Row, whole bool) {
	rest := strings.TrimSuffix(line, "\n")
	for _, text := range r.texts() {
		if *text, rest, whole = strings.Cut(rest, "\t"); !whole {
			return r, false
		}
		*text = unescape(*text)
	}
	for _, n := range r.numbers() {
		var text string
		var err error
		text, rest, whole = strings.Cut(rest, "\t")
		if *n, err = strconv.ParseInt(text, 10, 64); err != nil || !whole {
			return r, false
		}
	}
	r.Words = rank.Packed(rest)
	return r, true
}

// escape keeps tabs and line breaks out of a field.
func escape(s string) string {
	if !strings.ContainsAny(s, "\t\n\\") {
		return s
	}
	return strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`).Replace(s)
}

func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	return strings.NewReplacer(`\\`, "\\", `\t`, "\t", `\n`, "\n").Replace(s)
}
