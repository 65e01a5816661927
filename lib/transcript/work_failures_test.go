package transcript

import (
	"fmt"
	"strings"
	"testing"
)

// What a program says of a call that it does not understand, and near misses: what it says of the work.
func TestACallThatAProgramDoesNotKnowIsNoFailure(t *testing.T) {
	for output, is := range map[string]bool{
		"error: unknown option `dry-run'\nusage: git gc [<options>]":  true,
		"mise ERROR no task lint:full found":                          true,
		"npm error Missing script: \"lint:full\"":                     true,
		"error: Script not found \"lint:full\"":                       true,
		"make: *** No rule to make target 'lint-all'.  Stop.":         true,
		"error: Justfile does not contain recipe `lint-all`":          true,
		"rake aborted!\nDon't know how to build task 'lint'":          true,
		"error: no such command: `nextst`":                            true,
		"go tesst: unknown command\nRun 'go help' for usage.":         true,
		"flag provided but not defined: -runn":                        true,
		"git: 'chekout' is not a git command. See 'git --help'.":      true,
		"unknown flag: --jsonn\n\nUsage:  gh pr view":                 true,
		"unknown shorthand flag: 'z' in -z":                           true,
		"error: unrecognized subcommand 'bun'\n\nUsage: rtk":          true,
		"usage: x.py [-h]\nx.py: error: unrecognized arguments: --fo": true,
		"x.py: error: argument mode: invalid choice: 'fsat'":          true,
		"error: unexpected argument '--foo' found":                    true,
		"error TS5023: Unknown compiler option '--strct'.":            true,
		"node: bad option: --tets":                                    true,
		"CACError: Unknown option `--wacth`":                          true,
		"error: Task not found: lnt":                                  true,

		"make[1]: *** No rule to make target 'foo.o', needed by 'app'.  Stop.": false,
		"--- FAIL: TestFlags\n    a_test.go:3: got nil":                        false,
		"src/a.ts(3,1): error TS2304: Cannot find name 'x'.":                   false,
		"ERROR: 2 tests failed":                                                false,
		"CONFLICT (content): Merge conflict in a.go":                           false,
		"fatal: Authentication failed for 'https://x'":                         false,
		"a.go:3:2: undefined: x":                                               false,
		"error: invalid argument supplied":                                     false,
		"the option is on\n1 failed, 2 passed":                                 false,
		"1\n2\n3\n4\n5\n--- FAIL: x: want \"unknown option\"":                  false,
	} {
		w := newTurn().fail("Bash", bash("tool lint:full"), "Exit code 1\n"+output)
		if got := len(readLines(t, w.lines...).Failures) == 0; got != is {
			t.Errorf("%q is a mistyped call: %v", output, got)
		}
		w.fail("Bash", bash("tool lint:full"), "Exit code 1\n"+output)
		if len(readLines(t, w.lines...).Failures) != 1 {
			t.Errorf("%q: of two tries none failed", output)
		}
	}
}

func TestWhenAFailureEnds(t *testing.T) {
	const mistyped, red, shows = "!error: unknown option", "!--- FAIL: TestA", ": [test] $ go test ./..."
	others := make([]string, recentUses+1)
	for i := range others {
		others[i] = fmt.Sprint("gen ", i)
	}
	late := strings.Join(others, "; run ")
	for _, c := range []struct{ runs, open string }{
		{"make e2e " + red, "make e2e"},
		{"make e2e " + red + "; run " + late, "make e2e"},
		{"gen x !broken; run " + late, ""},
		{"make e2e " + red + "; run make e2e " + red + "; run " + late, "make e2e"},
		{"make e2e; run make e2e " + red + "; run " + late, "make e2e"},
		{"gen x; run gen x " + mistyped, "gen x"},
		{"gen x " + mistyped, ""},
		{"git merge topic !CONFLICT (content): a.go; run git log", "git merge topic"},
		{"git stash && git checkout main !fatal: main is used; run git checkout -b x origin/main", ""},
		{"git merge topic !CONFLICT (content): a.go; run git checkout --ours a.go", "git merge topic"},
		{"git push !rejected; run git checkout -b x", "git push"},

		{"mise run fmt && mise run lint !1 issues; run mise run lint; run mise run fmt", ""},
		{"npm run a:lint && npm test " + red + "; run npm test " + red + "; run npm run a:lint", "npm run a:lint && npm test; npm test"},
		{"npm run a:lint && npm test " + red + "; run npm run a:lint", "npm run a:lint && npm test"},
		{"npm run a:lint && npm test " + red + "; run npm run build", "npm run a:lint && npm test"},
		{"go test ./session -run TestA " + red + "; run mise run test" + shows, ""},
		{"go test -race ./session " + red + "; run mise run test" + shows, "go test -race ./session"},
		{"npx vitest run " + red + "; run npm test: > app@1 test\n> vitest run\n3 passed", ""},
		{"npx vitest run " + red + "; run npm test: costs 5$ vitest run", "npx vitest run"},
		{"npx vitest run " + red + "; run mise run test" + shows, "npx vitest run"},
		{"cd a/b && go test -run TestA " + red + "; run cd c && go test -run TestA", ""},
		{"cd a && pytest tests/test_x.py " + red + "; run cd b && pytest tests/test_x.py", "cd a && pytest tests/test_x.py"},
		{"cd a && go test ./... " + red + "; run cd b && go test ./...", "cd a && go test ./..."},
		{"cd a && bun run lint " + red + "; run cd b && bun run lint", "cd a && bun run lint"},
		{"cd a && npm run lint " + red + "; run cd b && npm run lint", "cd a && npm run lint"},
	} {
		w := newTurn()
		for _, run := range strings.Split(c.runs, "; run ") {
			if command, output, fails := strings.Cut(run, " !"); fails {
				w.fail("Bash", bash(command), "Exit code 1\n"+output)
			} else {
				command, output, _ := strings.Cut(run, ": ")
				w.ok("Bash", bash(command), `{"stdout":`+quote(output)+`,"stderr":""}`)
			}
		}
		var open []string
		for _, f := range readLines(t, w.lines...).Failures {
			open = append(open, f.Command)
		}
		if got := strings.Join(open, "; "); got != c.open {
			t.Errorf("%.90q leaves %q, want %q", c.runs, got, c.open)
		}
	}
}
