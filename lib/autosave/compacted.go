package autosave

import (
	"strings"

	"holdfast/lib/line"
	"holdfast/lib/redact"
)

// KeepSummary keeps the client's own summary of a session with its line, without
// secrets and without the notes that the client made for it.
func KeepSummary(p line.Project, session, summary string) error {
	if _, rest, ok := strings.Cut(summary, "</analysis>"); ok && strings.HasPrefix(strings.TrimSpace(summary), "<analysis>") {
		summary = rest
	}
	summary = strings.TrimSpace(summary)
	summary = strings.TrimSuffix(strings.TrimPrefix(summary, "<summary>"), "</summary>")
	clean, _ := redact.Text(strings.ToValidUTF8(strings.TrimSpace(summary), "\uFFFD"))
	return p.KeepSummary(session, clean)
}
