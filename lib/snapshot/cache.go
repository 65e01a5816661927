package snapshot

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/platform"
)

// The cache holds for each file its sum and its stamp: one that changed right before it was read, or while it was, is
// not in it, since a later change in the same moment could not be told.

const maxCache = 1 << 30

func (s Store) cacheFile() string { return filepath.Join(s.Dir, "cache") }

// cached reads the cache; one that is damaged knows fewer files.
func (s Store) cached() map[string]Entry {
	b, _ := durable.Read(s.cacheFile(), maxCache)
	known := make(map[string]Entry, bytes.Count(b, []byte{0}))
	for line := range strings.SplitSeq(string(b), "\x00") {
		stamp, rest, _ := strings.Cut(line, " ")
		if e, ok := parseEntry(rest); ok {
			e.stamp = platform.Stamp(stamp)
			known[e.Path] = e
		}
	}
	return known
}

// remember writes the cache: of files whose objects are there.
func (s Store) remember(files []Entry, have map[string]bool, now time.Time) error {
	var b []byte
	for _, e := range files {
		if e.stamp != "" && have[e.Sum] && e.stamp.Settled(now) {
			b = append(append(b, e.stamp...), ' ')
			b = e.line(b)
		}
	}
	if err := durable.File(s.cacheFile()).ReplaceDerived(b, 0o600); err != nil {
		return fmt.Errorf("keeping the cache: %w", err)
	}
	return nil
}
