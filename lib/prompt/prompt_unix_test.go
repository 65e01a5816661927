//go:build unix

package prompt

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// It asks for processor time, which others on the machine do not lengthen: the square took 9 s.
func TestALongLineTakesNoLongTime(t *testing.T) {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano())
	}
	timed := func(s string) time.Duration {
		from := used()
		Left(strings.Repeat(s, maxRead/len(s)))
		return used() - from
	}
	if many, sentences := timed("; "), timed(". "); many > 8*sentences+50*time.Millisecond { // it was 18 times
		t.Errorf("clauses take %v, sentences %v", many, sentences)
	}
	for _, s := range []string{"a; ", "a. ", "never a, ", "no x, ", "always use a, and ", "a? ", "1. a\n\n", "a) b\n\n"} {
		s, from := strings.Repeat(s, maxRead/4/len(s)), used()
		Rules(s)
		Left(s)
		Asked(s)
		StepOf(s)
		if took := used() - from; took > 6*time.Second { // what is quadratic takes 10 s
			t.Errorf("%.10q takes %v", s, took)
		}
	}
	steps := slices.Repeat([]Step{StepOf("write the test of the export")}, 40)
	turn, from := TurnOf(strings.Repeat("please do this, ", maxRuled/16), []string{"I added it."}, nil), used()
	turn.Changes = true
	for n := range steps {
		turn.TakesUp(steps, n)
	}
	if took := used() - from; took > 2*time.Second { // it was that, and 8 s with the race detector
		t.Errorf("to look for what was taken up takes %v", took)
	}
}
