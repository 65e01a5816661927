package rollback_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"holdfast/lib/checkpoint"
)

// bytesRead is how many bytes this process has read.
func bytesRead(t *testing.T) (n int) {
	t.Helper()
	b, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Skip(err)
	}
	if _, err := fmt.Sscanf(string(b), "rchar: %d", &n); err != nil {
		t.Skip(err)
	}
	return n
}

func TestAFileOfManyCheckpointsIsReadOnce(t *testing.T) {
	s := newSite(t)
	text := strings.Repeat("0123456789abcde\n", 1<<18)
	s.put("big", text, 0o644)
	var all []checkpoint.Checkpoint
	for range 8 {
		all = append(all, s.checkpoint("big"))
	}
	s.put("README", "changed\n", 0o644)
	all = append(all, s.checkpoint("README"))
	s.put("README", "keep\n", 0o644)
	before := bytesRead(t)
	current := s.e.Current(context.Background(), all)
	read := bytesRead(t) - before
	if want := append(slices.Repeat([]bool{true}, 8), false); !slices.Equal(current, want) {
		t.Errorf("current are %v", current)
	}
	if read > 2*len(text) {
		t.Errorf("read %d bytes for a file of %d", read, len(text))
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if current := s.e.Current(ended, all); slices.Contains(current, true) {
		t.Errorf("without time current are %v", current)
	}
}
