package autosave

import (
	"context"
	"os"
	"time"
)

// The client writes its transcript some 100 ms behind the conversation (seen in
// release 2.1.329), and calls the hook without waiting for that.
const (
	fresh     = 10 * time.Second       // a transcript touched since then may still be behind
	quiet     = 200 * time.Millisecond // without growth for so long it is not
	settleFor = time.Second            // the longest wait
	pollEvery = 50 * time.Millisecond
)

// settle waits until the transcript at path has stopped growing, and reports
// whether it waited: one that was not touched lately is not waited for.
func settle(ctx context.Context, path string, now time.Time) (waited bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || now.Sub(info.ModTime()) > fresh {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, settleFor)
	defer cancel()
	size := info.Size()
	for still := time.Duration(0); still < quiet; still += pollEvery {
		select {
		case <-ctx.Done():
			return true
		case <-time.After(pollEvery):
		}
		info, err := os.Stat(path)
		if err != nil {
			return true
		}
		if info.Size() != size {
			size, still = info.Size(), 0
		}
	}
	return true
}
