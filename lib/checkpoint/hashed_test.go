package checkpoint

import "testing"

func TestOnlyABoundedNumberOfBytesIsHashedOfFilesThatAreNotKept(t *testing.T) {
	c := &copying{}
	for _, step := range []struct {
		size int64
		may  bool
	}{{maxHashed - 10, true}, {11, false}, {64 << 30, false}, {10, true}, {1, false}} {
		if got := c.mayHash(step.size); got != step.may {
			t.Errorf("%d bytes after %d: %v, want %v", step.size, c.read, got, step.may)
		}
	}
}
