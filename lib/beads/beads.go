// Package beads asks the issue tracker beads which issue is in progress. A project without it, and a
// tracker that fails, hangs or prints rubbish, have none in progress.
package beads

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/record"
)

// An Issue is one issue of the tracker.
type Issue struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Status  string    `json:"status"`
	Updated time.Time `json:"updated_at,omitzero"`
	Parent  string    `json:"parent,omitempty"` // "" where it has none, or the tracker does not say
}

// Exported reads the issues in progress from the tracker's own export, .beads/issues.jsonl, without
// starting a program: for a hook, which must not wait.
func Exported(root string) []Issue {
	b, _ := durable.In(root, ".beads/issues.jsonl").Read(16 << 20) // nothing where it cannot be read
	var issues []Issue
	for line := range strings.Lines(string(b)) {
		var i Issue
		if strings.Contains(line, Working) && json.Unmarshal([]byte(line), &i) == nil {
			issues = append(issues, i)
		}
	}
	return inProgress(issues)
}

// Latest is the issue that was updated last, the zero Issue of none.
func Latest(issues []Issue) Issue {
	if len(issues) == 0 {
		return Issue{}
	}
	return slices.MaxFunc(issues, func(a, b Issue) int { return a.Updated.Compare(b.Updated) })
}

// inProgress leaves out what has another id than the tracker makes: it came from
// somewhere else, and would end up in paths and prompts.
func inProgress(issues []Issue) []Issue {
	return slices.DeleteFunc(issues, func(i Issue) bool { return !record.IsID(i.ID) || i.Status != Working })
}
