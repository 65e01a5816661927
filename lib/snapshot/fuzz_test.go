package snapshot

import (
	"strings"
	"testing"

	"holdfast/lib/machine"
	"holdfast/testscripts/disk"
)

// What was read as an entry is written and read as the same one.
func FuzzParseEntry(f *testing.F) {
	f.Add("f 644 5 " + strings.Repeat("a", 64) + " a name")
	f.Add("d 0 0  sub")
	f.Add("l 777 -1 x ../..")
	f.Add("ff 9 x  ")
	f.Fuzz(func(t *testing.T, line string) {
		e, ok := parseEntry(line)
		if !ok {
			return
		}
		again, ok := parseEntry(strings.TrimSuffix(string(e.line(nil)), "\x00"))
		if !ok || again != e {
			t.Errorf("%q is read as %+v, and that as %+v", line, e, again)
		}
	})
}

// What a snapshot of a clone's own making may name is no entry: an object elsewhere on
// the disk, or a kind that nothing saves. Permissions are all of a mode that is read.
func TestAnEntryNamesAnObjectOfTheStore(t *testing.T) {
	sum := strings.Repeat("a", 64)
	for line, want := range map[string]bool{
		"f 644 5 " + sum + " a":              true,
		"l 0 5 " + sum + " a":                true,
		"r 0 0 0123456789012345678901 a":     true,
		"f 644 5 ../../../../etc/passwd a":   false,
		"l 0 5 ../../../../etc/passwd a":     false,
		"d 0 0 " + sum + " a":                false,
		"o 0 0 " + sum + " a":                false,
		"x 644 5 " + sum + " a":              false,
		"f 37777777777 5 " + sum + " setuid": true,
	} {
		if e, ok := parseEntry(line); ok != want || e.Mode != e.Mode.Perm() {
			t.Errorf("%q: %v, %+v", line, ok, e)
		}
	}
}

// A list that was damaged holds no file without a name, and a damaged cache only knows
// fewer files.
func FuzzStoredFiles(f *testing.F) {
	sum := strings.Repeat("a", 64)
	f.Add([]byte("f 644 5 " + sum + " a\x00d 0 0 " + sum + " sub\x00"))
	f.Add([]byte("1.2.3.4.5 f 644 5 " + sum + " a/b\x00"))
	f.Add([]byte("f 644 5 " + sum + " ../a\x00\x00\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		s := Store{Dir: t.TempDir()}
		sum := machine.Sum(b)
		disk.Write(t, s.object(sum).Path(), b)
		disk.Write(t, s.cacheFile(), b)
		for path := range s.cached() {
			if path == "" {
				t.Error("the cache knows a file without a name")
			}
		}
		entries, _ := s.list(sum)
		for _, e := range entries {
			if e.Path == "" {
				t.Error("a list holds a file without a name")
			}
		}
	})
}
