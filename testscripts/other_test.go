//go:build !linux

package testscripts

import "github.com/rogpeppe/go-internal/testscript"

func terminal(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("no terminals can be opened here")
}

func gone(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("processes cannot be waited for here")
}
