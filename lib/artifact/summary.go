package artifact

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/redact"
)

const maxSummary = 256 << 10

// KeepSummary keeps the client's own summary of a session, redacted, without the client's notes,
// in place of the earlier one. The oldest beyond a number go.
func (s Store) KeepSummary(session, text string) error {
	text = strings.TrimSpace(text)
	if _, rest, ok := strings.Cut(text, "</analysis>"); ok && strings.HasPrefix(text, "<analysis>") {
		text = strings.TrimSpace(rest)
	}
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(text, "<summary>"), "</summary>"))
	text = redact.Text(strings.ToValidUTF8(text, "\uFFFD"))
	if session == "" || text == "" {
		return nil
	}
	file := s.summaryFile(session)
	err := durable.Own(file).Replace([]byte(fence.Head(text, maxSummary)), 0o600)
	if files, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*")); err == nil && len(files) > 200 {
		oldest := slices.MinFunc(files, func(a, b string) int { return changedAt(a).Compare(changedAt(b)) })
		err = durable.File(oldest).Derived().Remove()
	}
	if err != nil {
		return fmt.Errorf("keeping the client's summary: %w", err)
	}
	return nil
}

// Summary is the client's last one of a session, and when; ok is false for none.
func (s Store) Summary(session string) (text string, at time.Time, ok bool) {
	file := s.summaryFile(session)
	b, err := durable.Read(file, maxSummary)
	if session == "" || err != nil {
		return "", time.Time{}, false
	}
	return string(b), changedAt(file), true
}

func (s Store) summaryFile(session string) string {
	return filepath.Join(s.Kept(), "summaries", machine.Sum([]byte(session))[:32])
}

// changedAt is when a file changed, zero for one that is gone.
func changedAt(file string) (at time.Time) {
	if info, err := os.Lstat(file); err == nil {
		at = info.ModTime()
	}
	return at
}
