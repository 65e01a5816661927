package parallel

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func fails() { panic("boom") }

// caughtIn is what do panics with.
func caughtIn(do func()) (f *PanicError) {
	errors.As(Try(func() error { do(); return nil }), &f)
	return f
}

func TestAPanicComesBackToWhoWaits(t *testing.T) {
	for name, do := range map[string]func(){
		"try": fails,
		"group": func() {
			var g Group
			g.Go(fails)
			g.Go(func() {})
			g.Wait()
		},
		"each, a worker": func() { Each(4, 100, func(int) { fails() }) },
		"each, alone":    func() { Each(1, 1, func(int) { fails() }) },
		"start":          func() { panic(<-Start(func() error { fails(); return nil })) },
		"twice":          func() { Each(2, 2, func(int) { Each(2, 2, func(int) { fails() }) }) },
	} {
		f := caughtIn(do)
		if f == nil || f.Value != "boom" {
			t.Errorf("%s: caught %v", name, f)
			continue
		}
		if !strings.HasPrefix(f.Place, "lib/parallel/parallel_test.go:") {
			t.Errorf("%s: the place is %q", name, f.Place)
		}
		if want := "internal fault: boom (" + f.Place + ")"; f.Error() != want {
			t.Errorf("%s: the error is %q", name, f)
		}
	}
}

func TestNothingThatIsNotWaitedForEndsTheProcess(t *testing.T) {
	ran := make(chan bool)
	After(0, func() { defer close(ran); fails() })
	<-ran
	Start(func() error { fails(); return nil })
	if f := new(PanicError); !errors.As(Caught(func() error { fails(); return nil })(), &f) {
		t.Error("what runs in another package's goroutine is not caught")
	}
	if !After(time.Hour, fails)() {
		t.Error("what waited for its time could not be stopped")
	}
}

func TestEachCallsForEveryNumberOnce(t *testing.T) {
	for _, workers := range []int{-1, 0, 1, 3, 200} {
		for _, n := range []int{0, 1, 2, 100} {
			calls := make([]atomic.Int32, n)
			Each(workers, n, func(i int) { calls[i].Add(1) })
			for i := range calls {
				if calls[i].Load() != 1 {
					t.Errorf("%d workers, %d: %d was called %d times", workers, n, i, calls[i].Load())
				}
			}
		}
	}
}

func TestAnErrorIsNoFault(t *testing.T) {
	want := errors.New("an error")
	if err := Try(func() error { return want }); err != want {
		t.Errorf("Try returned %v", err)
	}
	if err := <-Start(func() error { return want }); err != want {
		t.Errorf("Start returned %v", err)
	}
}
