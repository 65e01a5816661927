package index

import (
	"context"
	"strings"
	"testing"
)

func TestARebuildTellsHowFarItIs(t *testing.T) {
	src := newFake()
	for _, name := range strings.Split("abcdefghi", "") {
		src.folders[name] = old
	}
	last, calls := 0, 0
	v, err := rebuilt(context.Background(), Index{Dir: t.TempDir()}, src, func(done, total int) {
		if calls++; done != last+1 || total != 9 {
			t.Errorf("told %d of %d after %d", done, total, last)
		}
		last = done
	})
	if err != nil || v.Unstored != nil || last != 9 || calls != 9 {
		t.Errorf("%v, told %d times, the last %d", err, calls, last)
	}
}
