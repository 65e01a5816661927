package main

import (
	"os/exec"
	"strings"
	"testing"
)

// The checkout's Makefile must not turn an empty PROJECT into the user's own
// scope, as a variable of the shell that is not set would.
func TestMakeHandsAnEmptyProjectOn(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip(err)
	}
	for _, test := range []struct{ args, want string }{
		{"", "bin/holdfast VERB"},
		{"PROJECT=", "bin/holdfast VERB --project ''"},
		{"PROJECT=/a b", "bin/holdfast VERB --project '/a b'"},
		{"PROJECT=it's", `bin/holdfast VERB --project 'it'\''s'`},
	} {
		for _, verb := range []string{"install", "uninstall"} {
			args := []string{"-n", "-C", "..", "--no-print-directory", verb}
			if test.args != "" {
				args = append(args, test.args)
			}
			cmd := exec.Command("make", args...)
			cmd.Env = []string{"PATH=/usr/bin:/bin"}
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			want := strings.Replace(test.want, "VERB", verb, 1)
			if got := strings.TrimSpace(lines[len(lines)-1]); got != want {
				t.Errorf("make %s %s runs %q, want %q", verb, test.args, got, want)
			}
		}
	}
}
