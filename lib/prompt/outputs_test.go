package prompt

import (
	"strings"
	"testing"
)

// A line is no program's output because it begins with one of its words.
func TestASentenceMayBeginLikeAnOutput(t *testing.T) {
	for _, line := range []string{
		"commit and push. rule: never use tabs in yaml", "commit this. the totals line (3) tomorrow, not now", "commit y push. regla: nunca squash",
		"commit e push. regra: nunca squash (2 pessoas)", "commit und push. Regel: nie squashen", "commit et push. règle : jamais de squash", "commit. luego el csv: sin cabecera",
		"commit, then 2 more things: the header and the footer", "commit 3 files: a.go, b.go, c.go", "commit a/b.go only, 2 lines", "commit it [wip]", "commit what we have / push", "commit 1: the parser, 2: the tests",
		"commit messages: always in English", "commit it, tag 0.4.0, push", "commit cada cambio: 1 por tema", "commit a, b and c. see #12", "commit auf dev/2, nicht main", "commit deadlines are at 12:30",
		"index the orders table, 2 columns", "index only what is younger than 30 days", "index: add created_at", "index page first: it is empty since 0.4", "index all docs/ files", "commit 7886c067 broke the export: revert it", "commit deadbeef: revert it",
		"error messages always in English, 80 chars at most", "error texts only in src/errors.js, never in the pages", "error handling: never swallow, always log", "error page for 404 and 500, please", "error codes go into docs/errors.md",
		"error pages 404/500 in German too", "error rows in red, max 10", "fail fast: no retries, exit 2", "fail the build if a test is slower than 3 s", "fail hard when config/ is missing", "fail loudly: print the path",
		"exception texts in English: 1 line", "exception handling stays in api/handler.py", "exception classes go into errors.py, 1 per module", "exception for the admin: he sees all 3 tabs",
		"exit code 2 for a bad config, always", "exit code should be 0 when nothing is to be done", "goroutine leak in worker.go, have a look", "uncaught exceptions always go to the log", "unhandled rejections should end the process",
		"note: run with the race detector from now on", "error loading the page, look into it", "error while loading the list, look", "error could not be reproduced, add a log line",
		"error 404 page in german", "error 500 when i save", "exit code 1 is wrong, should be 2", "goroutine 7 never ends",
		"date: use ISO in all files", "date: 2 columns, please", "author: show the name, not the id", "date range of 30 days, not 7", "author names with initials: A. Miller",
	} {
		if output(line) {
			t.Errorf("%q is read as an output", line)
		}
	}
	for _, line := range []string{
		"commit 7886c067", "commit 7886c067f2ab6d3cbd6e0e3f9b0d4d6f1d2a3b4c", "commit 7886c067f2ab6d3cbd6e0e3f9b0d4d6f1d2a3b4c (HEAD -> main, origin/main)", "commit 0123456", "index 83db48f..bf2a0a1 100644", "index 0000000..e69de29",
		"index 7886c067f..0d4d6f1d2,83db48f", "error: cannot find module 'x'",
		"error TS2304: Cannot find name 'x'.", "Error TS2304: x", "error CS0103: The name 'x' does not exist", "ERROR 2026-11-27 10:42 no disk", "ERROR Could not resolve host: x", "error [E0308] mismatched types", "Error while loading config: ENOENT", "Error in render: \"x\"",
		"Error loading config.yml: no such file", "FAIL src/a.test.ts", "FAIL src/App.test.js (5.2 s)", "FAIL tests/test_a.py::test_b", "FAIL example.com/a 0.012s", "fail 3 of 12 tests [4 s]", "Exception in thread \"main\" java.lang.NullPointerException: x",
		"Exception ignored in: <function x>", "exit code 1", "exit code 2", "Unhandled 'error' event", "Date:   Tue Mar 3 10:11:12 2026 +0100", "exit code: 2", "Exit code 137", "goroutine 12 [running]:", "goroutine 1 [chan receive]:", "Uncaught TypeError: x is not a function", "unhandled promise rejection: x", "Unhandled exception at 0x00", "thread 'main' panicked at src/main.rs:2:5:",
		"warning: unused variable: `x`", "warning: LF will be replaced by CRLF", "note: run with `RUST_BACKTRACE=1` environment variable", "File \"a.py\", line 12, in f", "running [python3 x.py]",
	} {
		if !output(line) {
			t.Errorf("%q is not read as an output", line)
		}
	}
	log := "what broke it?\ncommit 7886c067 (HEAD -> main)\nAuthor: Ana <a@b.c>\nDate:   Fri Nov 27 10:42:15 2026\n\n    never use tabs\n"
	if got := Rules(log); len(got) > 0 {
		t.Errorf("rules of a log are %q", got)
	}
	for text, want := range map[string][2]string{
		"commit and push. rule: never use tabs in yaml. the totals line (3) tomorrow, not now": {"never use tabs in yaml.", "the totals line (3) tomorrow, not now"},
	} {
		if got := Rules(text); strings.Join(got, "|") != want[0] {
			t.Errorf("rules of %q are %q", text, got)
		}
		if got := PutsOff(text); strings.Join(got, "|") != want[1] {
			t.Errorf("%q puts off %q", text, got)
		}
	}
}
