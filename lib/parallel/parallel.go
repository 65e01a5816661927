// Package parallel starts every goroutine of the programs. A panic in one comes
// back to whoever waits for it, as a [PanicError]: no input ends a process past the
// recover of its entry point. So does a fault on a mapped file that somebody cut.
package parallel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"
)

// A PanicError is a panic that was caught.
type PanicError struct {
	Value any
	Place string // file and line in our own source, "" where unknown
}

func (f *PanicError) Error() string {
	return strings.TrimSuffix(fmt.Sprintf("internal fault: %v (%s)", f.Value, f.Place), " ()")
}

// Try runs do; a panic in it is an error that is a *PanicError.
func Try(do func() error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *PanicError:
			err = p
		default:
			err = &PanicError{Value: p, Place: place()}
		}
	}()
	return do()
}

// Caught is do for a goroutine of another package: nothing runs outside of [Try], not even the call of it.
func Caught(do func() error) func() error { return func() error { return Try(do) } }

// A Taker takes what a goroutine of another package writes. It never fails, so that a program that prints does not end
// by a broken pipe before it is stopped.
type Taker struct {
	Take  func(p []byte)
	Fault error // a panic in Take, after which it is not called again
}

func (t *Taker) Write(p []byte) (int, error) {
	if t.Fault == nil {
		t.Fault = Try(func() error { t.Take(p); return nil })
	}
	return len(p), nil
}

// place is where our own code was when it panicked, for a deferred function.
func place() string {
	calls := make([]uintptr, 64)
	frames := runtime.CallersFrames(calls[:runtime.Callers(1, calls)])
	panicked := false
	for {
		f, more := frames.Next()
		if f.Function == "runtime.gopanic" {
			panicked = true
		} else if name, ours := strings.CutPrefix(f.Function, "holdfast/"); ours && panicked {
			dir, fn := path.Split(name)
			pkg, _, _ := strings.Cut(fn, ".")
			return fmt.Sprintf("%s%s/%s:%d", dir, pkg, path.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}

// Start runs do in a goroutine. The result comes by the channel, which nobody needs to read.
func Start(do func() error) <-chan error {
	ended := make(chan error, 1)
	go func() {
		debug.SetPanicOnFault(true)
		roomy(0)
		ended <- Try(do)
	}()
	// What was started last is left to this core for 50 µs, what was started before that another one takes at once.
	go func() {}()
	return ended
}

// roomy, for 0, only makes the stack grow to what most work needs, while there is little on it that is moved each time.
//
//go:noinline
func roomy(n int) byte {
	if n == 0 {
		return 0
	}
	var room [31 << 10]byte
	room[n] = 1
	return room[n/2]
}

// Wait runs do until ctx ends: what it does then, as where it waits for a disk, is waited for by nobody.
func Wait(ctx context.Context, do func() error) error {
	select {
	case err := <-Start(do):
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// After runs do once the time has passed, unless it was stopped before that.
func After(d time.Duration, do func()) (stop func() bool) {
	return time.AfterFunc(d, func() { _ = Try(func() error { do(); return nil }) }).Stop
}

// A Group is goroutines that are waited for together. The zero value is ready.
type Group struct{ running []<-chan error }

// Go runs do in a goroutine.
func (g *Group) Go(do func()) {
	g.running = append(g.running, Start(func() error { do(); return nil }))
}

// Wait waits until all have ended, and panics as the first of them did that did.
func (g *Group) Wait() {
	var fault error
	for _, ended := range g.running {
		fault = cmp.Or(fault, <-ended)
	}
	if g.running = nil; fault != nil {
		panic(fault)
	}
}

// Each calls do for 0 to n-1, by that many goroutines at most.
func Each(workers, n int, do func(i int)) {
	var next atomic.Int64
	var all Group
	for range min(max(1, workers), n) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	all.Wait()
}

// All runs all of do at the same time, and returns their errors.
func All(do ...func() error) error {
	failed := make([]error, len(do))
	Each(len(do), len(do), func(i int) { failed[i] = do[i]() })
	return errors.Join(failed...)
}
