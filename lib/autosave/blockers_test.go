package autosave

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// The name of a test that failed comes first, what is warned of last, wherever it stands.
func TestABlockerNamesTheTestThatFailed(t *testing.T) {
	for output, want := range map[string]string{
		// unittest
		"/w/sensors.py:2: ResourceWarning: unclosed file <a>\n/w/sensors.py:2: ResourceWarning: unclosed file <b>\n====\nFAIL: test_week (tests.test_store.StoreTest.test_week)\n----\nTraceback (most recent call last):\n  File \"/w/tests/test_store.py\", line 22, in test_week\nAssertionError: 0 != 1\n\nRan 16 tests in 0.011s\n\nFAILED (failures=1)": "FAIL: test_week (tests.test_store.StoreTest.test_week)|AssertionError: 0 != 1|/w/sensors.py:2: ResourceWarning: unclosed file <a>",
		"ERROR: test_pump (tests.test_pump.PumpTest.test_pump)\nImportError: cannot import name 'x'\n/w/sensors.py:2: ResourceWarning: unclosed file\nFAILED (errors=1)":                                                                                                                                                                                      "ERROR: test_pump (tests.test_pump.PumpTest.test_pump)|ImportError: cannot import name 'x'|/w/sensors.py:2: ResourceWarning: unclosed file",
		// pytest
		"E       assert 3 == 4\ntests/test_a.py:5: AssertionError\n=== warnings summary ===\n  /w/lib/a.py:3: DeprecationWarning: invalid escape\n=== short test summary info ===\nFAILED tests/test_a.py::test_total - assert 3 == 4\n=== 1 failed, 1 warning in 0.02s ===": "FAILED tests/test_a.py::test_total - assert 3 == 4|E       assert 3 == 4|tests/test_a.py:5: AssertionError",
		// go
		"10:00:00 server.go:12: WARN retrying\n10:00:00 server.go:12: WARN retrying\n10:00:00 server.go:12: WARN retrying\n--- FAIL: TestTotal (0.00s)\n    total_test.go:9: got 3, want 4\nFAIL\nFAIL\tx/total\t0.002s": "--- FAIL: TestTotal (0.00s)|total_test.go:9: got 3, want 4|FAIL",
		// jest
		"  console.warn\n    Warning: componentWillMount has been renamed\n      at printWarning (node_modules/dom.js:88:30)\n      at Object.<anonymous> (src/cart.js:3:9)\n\nFAIL src/cart.test.js\n    ✓ is empty (2 ms)\n    ✕ adds a total (3 ms)\n\n  ● Cart › adds a total\n\n    Expected: 4\n    Received: 3": "● Cart › adds a total|Expected: 4|at Object.<anonymous> (src/cart.js:3:9)",
		// vitest
		"(node:12) ExperimentalWarning: VM Modules in a.mjs:3\n   ✓ Cart > is empty\n   × Cart > adds a total 4ms\n     → expected 3 to be 4\n": "× Cart > adds a total 4ms|→ expected 3 to be 4|(node:12) ExperimentalWarning: VM Modules in a.mjs:3",
		// cargo
		"warning: unused variable: `x`\n --> src/lib.rs:3:9\nwarning: unused import: `std::error::Error`\n --> src/lib.rs:1:5\ntest tests::empty ... ok\ntest tests::adds ... FAILED\n\nthread 'tests::adds' panicked at src/lib.rs:14:9:\nassertion `left == right` failed\n  left: 3\n right: 4\n": "thread 'tests::adds' panicked at src/lib.rs:14:9:|assertion `left == right` failed|--> src/lib.rs:3:9",
		// rspec
		"/w/lib/cart.rb:3: warning: method redefined\n/w/lib/cart.rb:9: warning: shadowing x\n/w/lib/cart.rb:12: warning: unused y\n\n  1) Cart adds a total\n     Failure/Error: expect(cart.total).to eq(4)\n       expected: 4\nFailed examples:\nrspec ./spec/cart_spec.rb:7 # Cart adds a total": "1) Cart adds a total|Failure/Error: expect(cart.total).to eq(4)|expected: 4",
		// phpunit
		"/w/a.php:3 Deprecated warning\nThere was 1 failure:\n\n1) Tests\\CartTest::testAddsATotal\nFailed asserting that 3 matches expected 4.\n\n/w/tests/CartTest.php:12\n\nFAILURES!": "1) Tests\\CartTest::testAddsATotal|Failed asserting that 3 matches expected 4.|/w/tests/CartTest.php:12",
		// dotnet
		"/w/Cart.cs(7,13): warning CS0219: x is an Error nobody uses\n/w/Cart.cs(9,13): warning CS0168: e is one\n  Failed Cart.Tests.AddsATotal [12 ms]\n  Error Message:\n   Assert.Equal() Failure: Values differ\n\nFailed!  - Failed:     1, Passed:     1": "Failed Cart.Tests.AddsATotal [12 ms]|Error Message:|Assert.Equal() Failure: Values differ",
		// mocha
		"(node:31) Warning: Error of module a.js:3\n  Cart\n    ✔ is empty\n    1) adds a total\n\n  1 failing\n\n  1) Cart\n       adds a total:\n      AssertionError [ERR_ASSERTION]: values differ\n": "1) adds a total|1) Cart|AssertionError [ERR_ASSERTION]: values differ",
		// node's own
		"# (node:31) Warning: fs.promises of a.js:3\nok 1 - is empty\nnot ok 2 - adds a total\n  location: '/w/test/cart.js:7:1'\n": "not ok 2 - adds a total|location: '/w/test/cart.js:7:1'|# (node:31) Warning: fs.promises of a.js:3",
		// a compiler names no test
		"a.c:3:5: warning: unused x\na.c:9:12: error: use of undeclared q":      "a.c:9:12: error: use of undeclared q|a.c:3:5: warning: unused x",
		"# x/total\ntotal.go:7:2: undefined: sum\nFAIL\tx/total [build failed]": "total.go:7:2: undefined: sum|FAIL\tx/total [build failed]",
	} {
		if got := strings.Join(saidLines(output), "|"); got != want {
			t.Errorf("%q is said as %q, want %q", output, got, want)
		}
	}
}

// Where no answer ended the last turn, now is how far that is: its files, and what a check of them said.
func TestNowIsHowFarABrokenTurnIs(t *testing.T) {
	minute := func(n int) time.Time { return now.Add(time.Duration(n) * time.Minute) }
	check := func(n int, failed bool) transcript.Command {
		return transcript.Command{Command: "make test", When: minute(n), Failed: failed}
	}
	for want, c := range map[string]struct {
		last   string
		ran    []transcript.Command
		broken bool
	}{
		"asked: the lamp; answered: [so far edited lamp.go; no check ran since]":                      {"", []transcript.Command{check(2, true), {Command: "ls", When: minute(9)}}, true},
		"asked: the lamp; answered: [so far edited lamp.go; make test failed since]":                  {"", []transcript.Command{check(5, true)}, true},
		"asked: the lamp; answered: [so far edited lamp.go; make test ran since] Now the bulb of it.": {"Now the bulb of it.", []transcript.Command{check(5, false)}, true},
		"asked: the lamp; answered: The lamp is lit.":                                                 {"The lamp is lit.", nil, false},
	} {
		talk := said("the pier", "the lamp")
		talk[0].Time, talk[0].Answer, talk[1].Time, talk[1].Broken = now, "Built.", minute(1), c.broken
		f := Facts{Session: Session{Date: minute(10)}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: c.last, Commands: c.ran}}
		f.Work.touched = []line.File{{Path: "pier.go", At: now.Add(time.Second)}, {Path: "lamp.go", At: minute(4)}}
		if got := f.now(f.left(f.talk()), f.talk()); got != want {
			t.Errorf("now is %q, want %q", got, want)
		}
		if f.Conversation.Prompts = nil; f.soFar() != "" {
			t.Error("no prompt has gone far")
		}
	}
}
