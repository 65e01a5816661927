package prompt

import (
	"runtime"
	"strings"
	"testing"
)

// bytesFor is how many bytes a call allocates, which no other load on the machine changes.
func bytesFor(call func()) uint64 {
	var before, after runtime.MemStats
	call() // what is made once
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// grows tells whether four times a text costs more than it should, the work being counted in bytes.
func grows(t *testing.T, name string, text func(n int) string, read func(string)) {
	t.Helper()
	small, large := text(2000), text(8000)
	few, many := bytesFor(func() { read(small) }), bytesFor(func() { read(large) })
	if many > 7*few {
		t.Errorf("%s: %d bytes of work became %d, more than 7 times as many for 4 times the text", name, few, many)
	}
}

func repeated(s string) func(n int) string {
	return func(n int) string { return strings.Repeat(s, n/len(s)) }
}

func TestTheWorkGrowsAsTheTextDoes(t *testing.T) {
	left := func(s string) { Left(s) }
	for _, s := range []string{"1. a1 ", "a1; ", "Fix it. ", "Next: a. ", "add a, and ", "x? "} {
		grows(t, "a line of steps of "+s, func(n int) string { return "Next steps: " + repeated(s)(n) }, left)
	}
}
