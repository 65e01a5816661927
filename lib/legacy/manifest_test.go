package legacy

import (
	"path/filepath"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
)

// FuzzManifest reads any bytes as a manifest: what it takes names no place outside
// the project.
func FuzzManifest(f *testing.F) {
	for _, seed := range []string{
		"", "{}", `{"version": 1}`, `{"version": 2}`, `{"version": 1, "pairs": [{"from": "../x", "to": "y"}]}`,
		"{\"version\":1,\"pairs\":[{\"from\":\"a\",\"to\":\"thoughts/shared/handoffs/a/b.yaml\"}]}\n{\"from\":\"a\",\"to\":\"thoughts/shared/handoffs/a/c.yaml\"}\n{\"finish",
		`{"version": 1, "finished": true, "pairs": [{"from": ".handoff/a.md", "to": "thoughts/shared/handoffs/a/b.yaml"}], "made": ["thoughts/shared/handoffs/a"]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		file := filepath.Join(t.TempDir(), "m.json")
		disk.Write(t, file, b)
		j, err := readManifest(file)
		if err != nil {
			return
		}
		for _, p := range j.Pairs {
			if !filepath.IsLocal(p.From) || !strings.HasPrefix(p.To, "thoughts/shared/handoffs/") || strings.Contains(p.To, "..") && !filepath.IsLocal(p.To) {
				t.Errorf("%q to %q", p.From, p.To)
			}
		}
	})
}
