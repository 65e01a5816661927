package recovery

import (
	"strings"
	"testing"

	"holdfast/lib/resume"
)

func TestAClearedSessionIsToldThePullRequest(t *testing.T) {
	of := resume.Entry{Kind: "line", ID: "l", Path: "l.yaml", Ours: true, Saved: now, Details: []resume.Detail{
		{Name: "goal", Lines: []string{"the export"}}, {Name: "pull request", Lines: []string{"#45"}}}}
	if told := compose(t, []resume.Entry{of}, request("clear")).Context.String(); !strings.Contains(told, "pull request: #45") {
		t.Errorf("told is %s", told)
	}
}
