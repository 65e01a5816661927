package resume_test

import (
	"encoding/json"
	"testing"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/resume"
)

func TestASessionContinuesAfterACompactionOnResumeAndAsAFork(t *testing.T) {
	for source, want := range map[string]bool{"compact": true, "resume": true, "startup": false, "clear": false, "fork": true, "": false, "later": false} {
		if (resume.Query{Source: source}).Continues() != want {
			t.Errorf("%q: %t", source, !want)
		}
	}
}

func TestAnEntryHasStableKeysAndKeepsItsAnnouncementToItself(t *testing.T) {
	b, err := json.Marshal(resume.Entry{Kind: "epic", ID: "e-1", Saved: time.Unix(0, 0).UTC(), Announce: fence.Stated(fence.Say("secret")), Details: []resume.Detail{{Name: "goal", Lines: []string{"g"}}}})
	const want = `{"kind":"epic","id":"e-1","path":"","saved":"1970-01-01T00:00:00Z","state":"","fit":"","ours":false,"pointer":false,"details":[{"name":"goal","lines":["g"]}]}`
	if err != nil || string(b) != want {
		t.Errorf("%s, %v", b, err)
	}
}
