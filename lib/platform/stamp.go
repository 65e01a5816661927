package platform

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// A Stamp is of a file what every change of it changes, as git's index has it: of two
// equal ones the file is the same, unless it changed right after the first was taken.
type Stamp string

// StampOf is the stamp of the file that info describes.
func StampOf(info os.FileInfo) Stamp {
	facts := FactsOf(info)
	b := strconv.AppendInt(nil, facts.Changed, 36)
	b = strconv.AppendInt(append(b, '.'), info.ModTime().UnixNano(), 36)
	b = strconv.AppendUint(append(b, '.'), facts.Inode, 36)
	b = strconv.AppendInt(append(b, '.'), info.Size(), 36)
	b = strconv.AppendUint(append(b, '.'), uint64(info.Mode()), 36)
	return Stamp(b)
}

// Last is when the file changed last: by the time that nobody can set, where the system keeps one.
func (s Stamp) Last() time.Time {
	changed, rest, _ := strings.Cut(string(s), ".")
	if changed == "0" {
		changed, _, _ = strings.Cut(rest, ".")
	}
	at, _ := strconv.ParseInt(changed, 36, 64)
	return time.Unix(0, at)
}

// Settled reports whether the file was last changed long enough before a time for a later change to give another stamp.
func (s Stamp) Settled(now time.Time) bool {
	wait := 100 * time.Millisecond // how coarse the times of a file system are
	if s.Last().Nanosecond() == 0 {
		wait = 2 * time.Second // of one without parts of seconds
	}
	return now.Sub(s.Last()) > wait
}
