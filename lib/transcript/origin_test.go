package transcript

import (
	"path/filepath"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
)

func TestOriginsAreTheSessionsThatATranscriptWasForkedFrom(t *testing.T) {
	dir := t.TempDir()
	write := func(id string, lines ...string) string {
		t.Helper()
		file := filepath.Join(dir, id+".jsonl")
		disk.Write(t, file, strings.Join(lines, "\n")+"\n")
		return file
	}
	write("parent", `{"type":"mode"}`, `{"uuid":"u-1","sessionId":"parent"}`, `{"uuid":"u-2","sessionId":"parent"}`)
	write("other", `{"uuid":"u-9","sessionId":"other"}`)
	for name, file := range map[string]string{
		"copied":    write("copied", `{"uuid":"u-1","sessionId":"copied"}`, `{"uuid":"u-5","sessionId":"copied"}`),
		"as it was": write("kept", `{"uuid":"u-7","sessionId":"parent"}`, `{"uuid":"u-5","sessionId":"kept"}`),
		"said":      write("said", `{"uuid":"u-8","sessionId":"said","forkedFrom":{"sessionId":"parent","messageUuid":"u-2"}}`),
	} {
		if got := strings.Join(Origins(file), " "); !strings.HasPrefix(got, "parent") || strings.Contains(got, "other") {
			t.Errorf("%s: %q", name, got)
		}
	}
	for name, file := range map[string]string{
		"its own":  write("alone", `{"uuid":"u-alone","sessionId":"alone"}`),
		"empty":    write("empty"),
		"rubbish":  write("rubbish", `{"uuid":`, strings.Repeat("[", 100000)),
		"no ids":   write("none", `{"type":"user"}`),
		"missing":  filepath.Join(dir, "missing.jsonl"),
		"a folder": dir,
	} {
		if got := Origins(file); len(got) > 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
}
