package index

import (
	"errors"
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

// fieldCount is how many fields the line of a row has after its kind.
const fieldCount = 20

var errLine = errors.New("a line of the index is malformed")

// line renders a row for the rows file, with its text's place.
func (r Row) line(textAt, textLen int64) string {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	fields := [fieldCount]string{
		r.Path, number(r.Size), number(r.Modified), r.Sum, number(r.Date), r.Mode, r.Session, r.Bead, r.Outcome,
		r.SessionID, r.Branch, r.Generation, r.Broken, number(int64(r.Faults)), r.Goal, r.Now,
		r.Line, r.Origin, number(textAt), number(textLen),
	}
	var b strings.Builder
	b.WriteByte(kindRow)
	for _, f := range fields {
		b.WriteByte('\t')
		b.WriteString(escape(f))
	}
	b.WriteByte('\n')
	return b.String()
}

// parseRow reads what follows the kind of a line, without its line break. The
// row's strings share the line's memory.
func parseRow(rest string) (Row, error) {
	var f [fieldCount]string
	for i := range fieldCount - 1 {
		at := strings.IndexByte(rest, '\t')
		if at < 0 {
			return Row{}, errLine
		}
		f[i], rest = rest[:at], rest[at+1:]
	}
	if f[fieldCount-1] = rest; strings.IndexByte(rest, '\t') >= 0 {
		return Row{}, errLine
	}
	var numbers [6]int64
	for i, at := range [6]int{1, 2, 4, 13, 18, 19} {
		n, err := strconv.ParseInt(f[at], 10, 64)
		if err != nil {
			return Row{}, errLine
		}
		numbers[i] = n
	}
	if numbers[4] < 0 || numbers[5] < 0 || numbers[4] > maxIndex || numbers[5] > maxIndex {
		return Row{}, errLine
	}
	return Row{
		Path: unescape(f[0]), Size: numbers[0], Modified: numbers[1], Sum: f[3], Date: numbers[2],
		Mode: unescape(f[5]), Session: unescape(f[6]), Bead: unescape(f[7]), Outcome: unescape(f[8]),
		SessionID: unescape(f[9]), Branch: unescape(f[10]), Generation: unescape(f[11]),
		Broken: unescape(f[12]), Faults: int(numbers[3]), Goal: unescape(f[14]), Now: unescape(f[15]),
		Line: unescape(f[16]), Origin: unescape(f[17]),
		textAt: numbers[4], textLen: numbers[5],
	}, nil
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
