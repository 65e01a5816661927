package transcript

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/platform"
)

const (
	// maxHead is how much of a transcript's beginning tells where it is from.
	maxHead = 64 << 10
	// maxSiblings is how many transcripts beside it are looked at.
	maxSiblings = 500
)

// Origins are the sessions that the transcript at path was forked from, as far
// as it tells: those that its first records name beside its own session, or,
// where it begins with the record of another transcript beside it, that one's.
func Origins(path string) []string {
	own := strings.TrimSuffix(filepath.Base(path), ".jsonl")
	first, ids := begins(path)
	ids = slices.DeleteFunc(ids, func(id string) bool { return id == own })
	if len(ids) > 0 || first == "" {
		return ids
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil
	}
	for _, e := range entries[:min(len(entries), maxSiblings)] {
		id, isTranscript := strings.CutSuffix(e.Name(), ".jsonl")
		if !isTranscript || id == own || !e.Type().IsRegular() {
			continue
		}
		if uuid, _ := begins(filepath.Join(filepath.Dir(path), e.Name())); uuid == first {
			ids = append(ids, id)
		}
	}
	return ids
}

// begins is the id of a transcript's first record that has one, and the sessions
// that its first records name.
func begins(path string) (first string, sessions []string) {
	f, _, err := platform.OpenRegular(path)
	if err != nil {
		return "", nil
	}
	defer f.Close()
	head, _ := io.ReadAll(io.LimitReader(f, maxHead))
	for line := range bytes.Lines(head) {
		if first == "" {
			first = value(line).get("uuid").text()
		}
		for _, id := range []value{value(line).get("sessionId"), value(line).get("forkedFrom", "sessionId")} {
			sessions = addNew(sessions, id.text())
		}
	}
	return first, sessions
}
