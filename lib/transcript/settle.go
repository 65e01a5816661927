package transcript

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"
)

const pollEvery = 50 * time.Millisecond

// Settle waits until a transcript that was touched lately, or is not there yet, has stopped growing,
// and reports whether it waited: the client writes some 100 ms behind the conversation (seen in
// release 2.1.329), and calls the hook without waiting for that.
func Settle(ctx context.Context, path string, now time.Time) (waited bool) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	size, still := int64(-1), time.Duration(0)
	for ; still < 200*time.Millisecond; still += pollEvery {
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			still = 0
		case err != nil || !info.Mode().IsRegular() || !waited && now.Sub(info.ModTime()) > 10*time.Second:
			return waited
		case info.Size() != size:
			size, still = info.Size(), 0
		}
		waited = true
		select {
		case <-ctx.Done():
			return true
		case <-time.After(pollEvery):
		}
	}
	return true
}
