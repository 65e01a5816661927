package line

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

const (
	maxSummary   = 256 << 10
	maxSummaries = 200
)

// KeepSummary keeps the client's own summary of a session's conversation in the
// machine folder; it takes the place of the session's earlier one. The text holds
// no secrets any more.
func (p Project) KeepSummary(session, text string) error {
	if session == "" || text == "" {
		return nil
	}
	dir := p.summaries()
	err := p.Store.Machine.Ensure(dir)
	if err == nil {
		text = strings.ToValidUTF8(text[:min(len(text), maxSummary)], "")
		err = durable.File(p.summaryFile(session)).Replace([]byte(text), 0o600)
	}
	if err == nil {
		err = pruneSummaries(dir)
	}
	if err != nil {
		return fmt.Errorf("keeping the client's summary: %w", err)
	}
	return nil
}

// Summary is what the client said last of a session's conversation, and when; ok
// is false where nothing is kept.
func (p Project) Summary(session string) (text string, at time.Time, ok bool) {
	file := p.summaryFile(session)
	b, err := durable.Read(file, maxSummary)
	info, statErr := os.Lstat(file)
	if session == "" || err != nil || statErr != nil {
		return "", time.Time{}, false
	}
	return string(b), info.ModTime(), true
}

func (p Project) summaries() string { return filepath.Join(p.Store.Kept(), "summaries") }

func (p Project) summaryFile(session string) string {
	return filepath.Join(p.summaries(), machine.Sum([]byte(session))[:32])
}

// pruneSummaries removes the oldest beyond the number that is kept.
func pruneSummaries(dir string) error {
	entries, err := os.ReadDir(dir)
	age := map[string]time.Time{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			age[e.Name()] = info.ModTime()
		}
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return age[b.Name()].Compare(age[a.Name()]) })
	for _, e := range entries[min(len(entries), maxSummaries):] {
		err = errors.Join(err, durable.File(filepath.Join(dir, e.Name())).RemoveDerived())
	}
	return err
}
