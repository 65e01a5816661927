package autosave

import (
	"strings"
	"testing"

	"holdfast/lib/line"
)

// A sentence that only ends a rule is none itself, though it says "from now on".
func TestWhatEndsARuleIsNoRule(t *testing.T) {
	f := toldTurns(SessionEnd, line.State{}, [2]string{"never use floats for money", "+Noted."},
		[2]string{"ignore the rule about floats from now on", "Fine."})
	f.lines = &line.Lines{}
	rules, revoked := f.rules(f.talk().prompts)
	want(t, "rules", strings.Join(rules, "|"), "")
	want(t, "revoked", strings.Join(revoked, "|"), "never use floats for money")
}
