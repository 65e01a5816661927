package fence_test

import (
	"testing"

	"holdfast/lib/fence"
)

func TestScreenKeepsTextFromDrawing(t *testing.T) {
	if got := fence.Screen("a\tb\r\n\x1b[2J\x7f\u009b\u202e<x>"); got != "a\tb\r\n [2J   <x>" {
		t.Errorf("%q", got)
	}
}
