package autosave

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

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

// What leads to a list, or is ticked in one, is not where the work is.
func TestNowIsWhatASentenceSays(t *testing.T) {
	for answer, want := range map[string]string{
		"Step 1 is done\n\n| step | of what | done |\n|---|---|---|\n| 2. the docs | of the page and more | no |\n\nLeft:\n- the docs": "Step 1 is done",
		"I looked.\n\nNot done yet:\n- [ ] the docs":                                                                              "I looked",
		"Here is where we stand:\n\nThe page is built.\n\nLeft:\n- the docs":                                                      "The page is built",
		"Where we stand:\n- [x] the page: it is built well\n- [ ] the docs":                                                       "Where we stand",
		"`tools/table.py` prints six rows:\n\n```\nstep & 0.904 is in the table\n```\n\nMissing: std, bold, head.":                "`tools/table.py` prints six rows",
		"The alerts are in:\n\n- `BurnFast` (5m/1h, pages)\n- `BurnSlow` (a ticket)\n\nBoth have a runbook.\n\nLeft:\n- the docs": "The alerts are in",
		"The alerts are in:\n\n- `BurnFast` (5m/1h, pages)\n\nLeft:\n- the docs":                                                  "The alerts are in",
		"Committed. Only the docs are left.":                                                                                      "asked: build the page; answered: Committed. Only the docs are left.",
		// a heading says less than the sentence below it
		"## Page of prices complete!\n\nThe page now sorts by price.\n\nLeft:\n- the docs":              "The page now sorts by price",
		"Super!\n\n# Preisseite fertig\n\nDie Seite sortiert nun nach Preis.\n\nOffen:\n- die Doku":     "Die Seite sortiert nun nach Preis",
		"## Página de precios lista\n\nLa página ya ordena por precio.\n\nPendiente:\n- los docs":       "La página ya ordena por precio",
		"## Страница цен готова\n\nСтраница сортирует по цене.\n\nОсталось:\n- документация":            "Страница сортирует по цене",
		"## 価格ページの完成\n\n価格ページを並べ替えました。\n\n残り:\n- ドキュメント":                                                "価格ページを並べ替えました。",
		"## Page of prices complete!\n\nIt has:\n- a column to sort by\n\nLeft:\n- the docs":            "Page of prices complete!",
		"Done!\n\n## Page of prices complete!\n\n### The columns of it\n\nIt has:\n\nLeft:\n- the docs": "Page of prices complete!",
		"## Page des prix terminée\n\n- [x] la page trie par prix\n\nReste à faire:\n- la doc":          "Page des prix terminée",
	} {
		f := Facts{Conversation: transcript.Conversation{Prompts: said("build the page"), LastAnswer: answer}}
		if got := f.now(f.left(f.talk()), f.talk()); got != want {
			t.Errorf("%q: now is %q", answer, got)
		}
	}
}

func TestAQuestionBesideTheWorkIsNotWhereItIs(t *testing.T) {
	talk := said("build the page of prices", "by the way, what is an ETag?")
	talk[0].Time, talk[0].Answer, talk[1].Time = now.Add(-time.Hour), "The prices are listed.", now.Add(-time.Minute)
	for trigger, want := range map[string]string{
		SessionEnd: "asked: build the page of prices; answered: The prices are listed.",
		"auto":     "asked: by the way, what is an ETag?; answered: A hash of the body.",
	} {
		f := Facts{Session: Session{Date: now, Trigger: trigger}, Work: Work{Changed: []string{"a.go"}}}
		f.Conversation = transcript.Conversation{Prompts: talk, LastAnswer: "A hash of the body."}
		if got := f.now(f.left(f.talk()), f.talk()); got != want {
			t.Errorf("%s: now is %q", trigger, got)
		}
	}
}

// Nor is a trip to another branch, where the session came back to the line's.
func TestATripToAnotherBranchIsNotWhereTheWorkIs(t *testing.T) {
	for branch, want := range map[string]string{
		"feat/a": "asked: build the page of prices; answered: The prices are listed.",
		"feat/b": "asked: quick, on feat/b: push the refunds; answered: They are pushed.",
	} {
		talk := said("build the page of prices", "quick, on feat/b: push the refunds", "ok, back. what was it?")
		for i, answer := range []string{"The prices are listed.", "They are pushed.", "The page of prices."} {
			talk[i].Time, talk[i].Answer = now.Add(time.Duration(i-5)*time.Minute), answer
		}
		change := func(i int, branch string) transcript.Change {
			at := talk[i].Time.Add(time.Second)
			return transcript.Change{Span: transcript.Span{From: at, To: at}, Branch: branch}
		}
		f := Facts{Session: Session{Date: now, Trigger: SessionEnd}, Work: Work{Branch: branch, On: []string{"feat/a", "feat/b"}}}
		f.Work.made = []transcript.Change{change(0, "feat/a"), change(1, "feat/b")}
		f.Conversation = transcript.Conversation{Prompts: talk, LastAnswer: "The page of prices."}
		if got := f.now(f.left(f.talk()), f.talk()); got != want {
			t.Errorf("on %s now is %q", branch, got)
		}
	}
}

func TestNowIsNeitherThrownAwayNorOnlyToGoOn(t *testing.T) {
	const lint, list = "**eslint**: `eslint.config.js` forbids console.log.", "\n\nLeft:\n- a test for the mail symbols"
	for last, now := range map[string]string{"scrap the eslint thing": "asked: scrap the eslint thing; answered: Removed.", "thanks": "eslint: `eslint.config.js` forbids console.log"} {
		talk := said("forbid console.log by eslint", last)
		talk[0].Answer, talk[1].Answer = lint+list, "Removed."
		f := Facts{Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Removed."}}
		want(t, last, f.now(f.left(f.talk()), f.talk()), now)
	}
	talk := said("forbid console.log by eslint", "scrap the eslint thing. commit the mail fix only")
	talk[0].Answer, talk[1].Answer, talk[1].Time = lint, "Removed.", now
	f := Facts{Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Removed.", Commits: []transcript.Commit{{Time: now}}}}
	want(t, "committed", f.now(f.left(f.talk()), f.talk()), "asked: scrap the eslint thing. commit the mail fix only; answered: Removed.")
	f = Facts{Conversation: transcript.Conversation{Prompts: said("go on")}}
	f.State.Now = "the ledger is an append-only list"
	want(t, "killed", f.now(f.left(f.talk()), f.talk()), f.State.Now)
}

// A reply that only agrees names nothing: what it takes is what the answer before it offers.
func TestWhatIsAskedLastIsTheOfferThatWasTaken(t *testing.T) {
	for _, c := range []struct{ offer, reply, answer, want string }{
		{"The page is built. Want me to add a test of the empty list?", "y", "", "asked: add a test of the empty list (y)"},
		{"The page is built. Shall I also write the docs?", "yes please", "They are written.", "asked: write the docs (yes please); answered: They are written."},
		{"Die Seite steht. Soll ich die Doku umbauen?", "ja", "", "asked: die Doku umbauen (ja)"},
		{"La page est prête. Veux-tu que je mette à jour la doc ?", "oui", "", "asked: mette à jour la doc (oui)"},
		{"La página está. ¿Quieres que añada las pruebas?", "dale", "", "asked: añada las pruebas (dale)"},
		{"页面做好了。要我更新文档吗？", "好的", "", "asked: 更新文档 (好的)"},
		{"The page is built. Want me to commit it?", "y", "", "asked: build the page of prices; answered: The page is built. Want me to commit it?"},
		{"The page is built. Is that the right file?", "yes", "", "asked: build the page of prices"},
		{"The page is built.", "go on", "", "asked: build the page of prices; answered: The page is built."},
		{"Die Seite steht.", "weiter", "", "asked: build the page of prices; answered: Die Seite steht."},
		{"La page est prête.", "vas-y", "", "asked: build the page of prices; answered: La page est prête."},
		{"La página está. Ahora quito la columna.", "ok", "", "asked: build the page of prices; answered: La página está. Ahora quito la columna."},
		{"The page is built.", "now the docs", "", "asked: now the docs"},
	} {
		talk := said("build the page of prices", c.reply)
		talk[0].Time, talk[0].Answer, talk[1].Time = now.Add(-time.Hour), c.offer, now.Add(-time.Minute)
		f := Facts{Session: Session{Date: now, Trigger: "auto"}, Work: Work{Changed: []string{"a.go"}}}
		f.Conversation = transcript.Conversation{Prompts: talk, LastAnswer: c.answer}
		want(t, c.offer, f.now(f.left(f.talk()), f.talk()), c.want)
	}
}

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

func TestABlockerQuotesWhatFailed(t *testing.T) {
	for output, want := range map[string]string{
		" ✓ tests/a.test.ts (2 tests)\n   × folds lines 4ms\n     → expected 'x' to be 'y'\n\n Test Files  1 failed | 3 passed (4)\n   Duration  300ms":                                                           "× folds lines 4ms|→ expected 'x' to be 'y'",
		"ok  \tx/a\t0.1s\n--- FAIL: TestSum (0.00s)\n    sum_test.go:12: got 3\nFAIL\nFAIL\tx/b\t0.2s\nok  \tx/c\t0.1s":                                                                                           "--- FAIL: TestSum (0.00s)|sum_test.go:12: got 3|FAIL",
		"   Compiling x\nerror[E0382]: borrow of moved value\n  --> src/main.rs:4:5\nwarning: unused":                                                                                                             "error[E0382]: borrow of moved value|--> src/main.rs:4:5",
		"Exit code 1\none\ntwo\nServing at 127.0.0.1:80 since 10:00:00\nfour":                                                                                                                                     "two|Serving at 127.0.0.1:80 since 10:00:00|four",
		"=== FAILURES ===\n___ test_mondays ___\n>   assert out == 1\nE   assert 2 == 1\ntests/test_week.py:9: AssertionError\nFAILED tests/test_week.py::test_mondays - assert 2 == 1\n=== 1 failed in 0.1s ===": "FAILED tests/test_week.py::test_mondays - assert 2 == 1|>   assert out == 1|E   assert 2 == 1",
		"FAILURE: Build failed with an exception.\n* What went wrong:\nCould not resolve all files.\n> Could not GET 'https://repo.example/a.pom'.\n* Try:\nBUILD FAILED in 1s":                                   "Could not resolve all files.|> Could not GET 'https://repo.example/a.pom'.",
	} {
		if got := strings.Join(saidLines(output), "|"); got != want {
			t.Errorf("%q is said as %q, want %q", output, got, want)
		}
	}
}

// The last turn counts, however small its prompt, where its answer asks, says that it failed, or did not come.
func TestNowIsOfTheLastTurnThatIsOpen(t *testing.T) {
	build := [2]string{"widen the modal of the tour", "+Done. The modal is wider."}
	const blocked = "The hook is red for cloned repositories only. Should I commit with `--no-verify`?"
	for _, c := range []struct {
		want   string
		broken bool
		turns  [][2]string
	}{
		{"asked: commit; answered: " + blocked, false, [][2]string{build, {"commit", blocked}}},
		{"asked: commit and push; answered: The commit failed, the hook is red.", false, [][2]string{build, {"commit and push", "The commit failed, the hook is red."}}},
		{"asked: committe es; answered: Der Commit ist fehlgeschlagen.", false, [][2]string{build, {"committe es", "Der Commit ist fehlgeschlagen."}}},
		{"asked: widen the modal of the tour; answered: The modal is wider.", false, [][2]string{build, {"commit", "Committed as `b220ccc`."}}},
		{"asked: widen the modal of the tour; answered: The modal is wider.", false, [][2]string{build, {"commit and update the changelog", "@Committed, 0 failed."}}},
		{"asked: widen the modal of the tour; answered: The modal is wider.", false, [][2]string{build, {"I allow you to commit with --no-verify", "@Committed as `b220ccc`."}}},
		{"asked: fix the typo and commit; answered: Fixed and committed.", false, [][2]string{build, {"fix the typo and commit", "@Fixed and committed."}}},
		{"asked: why does resume print the help?; answered: Cobra prints it for each error.", true, [][2]string{build, {"why does resume print the help?", "Cobra prints it for each error. Let me look where."}}},
		{"asked: widen the modal of the tour; answered: The modal is wider.", false, [][2]string{build, {"why does resume print the help?", "Cobra does that."}}},
		{"asked: widen the modal of the tour; answered: The modal is wider.", false, [][2]string{build,
			{"is the modal of the tour too wide?", "A bit. Shall I narrow it?"}, {"how many customers see it?", "About 40."}}},
		// An answer is told with the prompt to which it was given.
		{"asked: update the table. run nothing now, tell me what it changes (ok go); answered: The table shows them.", false,
			[][2]string{{"update the table. run nothing now, tell me what it changes", "The last column."}, {"ok go", "+The table shows them."}}},
		{"asked: schreib das Menü um, aber zeig es mir erst (ja mach); answered: Das Menü ist neu.", false,
			[][2]string{{"schreib das Menü um, aber zeig es mir erst", "Erst die Suppe, dann der Fisch."}, {"ja mach", "+Das Menü ist neu."}}},
		{"asked: make the export; answered: It writes csv; umlauts are broken. Not committed yet.", false,
			[][2]string{{"make the export", "+It writes csv; umlauts are broken. Not committed yet."}, {"commit and push", "Pushed."}}},
		{"asked: widen the modal of the tour; answered: The other, too.", false, [][2]string{build, {"go on", "+The other, too."}}},
	} {
		f := toldTurns(SessionEnd, line.State{}, c.turns...)
		last := &f.Conversation.Prompts[len(c.turns)-1]
		if answer, commits := strings.CutPrefix(last.Answer, "@"); commits {
			last.Answer, f.Conversation.LastAnswer = answer, answer
			span := transcript.Span{From: last.Time.Add(time.Second), To: last.Time.Add(2 * time.Second)}
			f.Conversation.Changes = append(f.Conversation.Changes, transcript.Change{Span: span})
			f.Conversation.Commits = []transcript.Commit{{Subject: "tour: wider", Time: span.To}}
		}
		last.Broken = c.broken
		want(t, c.turns[len(c.turns)-1][0], f.now(f.left(f.talk()), f.talk()), c.want)
	}
}

// What the user said last is told beside where the work is, if no answer came to it or one that only announces work.
func TestNowTellsWhatNoAnswerSettled(t *testing.T) {
	const broken = "the pay button does nothing on my phone"
	for answer, asked := range map[string]string{"I will look at it.": broken, "": broken, "It was the viewport, it is fixed.": ""} {
		f := toldTurns(SessionEnd, line.State{}, [2]string{"build the page", "+The page is built.\n\nLeft:\n- the docs"}, [2]string{broken, answer + " "})
		f.Conversation.LastAnswer = answer
		if got := f.now(f.left(f.talk()), f.talk()); strings.Contains(got, "; asked: "+broken) != (asked != "") {
			t.Errorf("%q: now is %q", answer, got)
		}
	}
}

// Of a session whose last prompt got no answer, now is how the work stood, too, unless that says what was done since.
func TestNowIsHowTheWorkStoodBeforeALastPrompt(t *testing.T) {
	for last, want := range map[string]string{
		"stop here, I have to go. the lamp is for Ana only": "the bulb is missing; asked: stop here, I have to go. the lamp is for Ana only",
		"published. the next one on tuesday":                "asked: published. the next one on tuesday",
	} {
		talk := said("the lamp", last)
		talk[0].Time, talk[0].Answer, talk[1].Time = now, "The lamp is there. the bulb is missing.", now.Add(time.Minute)
		f := Facts{Session: Session{Date: now.Add(time.Hour), Trigger: SessionEnd}, Conversation: transcript.Conversation{Prompts: talk}}
		if got := f.now(leftWork{}, f.talk()); got != want {
			t.Errorf("now is %q, want %q", got, want)
		}
	}
}

func TestNowIsNotOnlyThatAllIsCommitted(t *testing.T) {
	talk := said("buyers of Pro keep it", "thx, that's enough for today")
	talk[0].Time, talk[0].Answer, talk[1].Time = now, "Buyers of Pro count as subscribers now. Committed.", now.Add(time.Minute)
	f := Facts{Session: Session{Date: now.Add(time.Hour), Trigger: SessionEnd}, Conversation: transcript.Conversation{Prompts: talk, Last: now}}
	want(t, "now", f.now(f.left(f.talk()), f.talk()), "Buyers of Pro count as subscribers now; asked: thx, that's enough for today")
}
