package transcript

import (
	"slices"
	"strings"
)

const (
	maxChecks    = 8
	maxSucceeded = 500
	// maxCheck is the longest command of a check, in bytes: longer ones are
	// scripts made for one occasion.
	maxCheck = 400
	// kindWords are how many words of a command say of which kind it is.
	kindWords = 3
)

// runs are the shell commands that ran, in order of their last run.
type runs struct {
	list  []string
	kinds map[string]Check
	order []string // of kinds, the newest last
}

func newRuns() runs { return runs{kinds: map[string]Check{}} }

func (r *runs) failed(made call) {
	r.list = slices.DeleteFunc(r.list, func(x string) bool { return x == made.what })
}

// succeeded takes in a command that worked, and returns the checks in it.
func (r *runs) succeeded(made call, end outcome) (checks []string) {
	r.failed(made)
	if len(r.list) >= maxSucceeded {
		r.list = slices.Delete(r.list, 0, 1)
	}
	r.list = append(r.list, made.what)
	for _, c := range checksIn(made.what) {
		if !c.sure && looksFailed(end.result) {
			continue
		}
		kind := Kind(c.command)
		r.order = append(slices.DeleteFunc(r.order, func(k string) bool { return k == kind }), kind)
		r.kinds[kind] = Check{Command: c.command, Time: end.at.UTC()}
		checks = append(checks, c.command)
	}
	return checks
}

func (r *runs) checks() []Check {
	var all []Check
	for _, kind := range slices.Backward(r.order) {
		if len(all) < maxChecks {
			all = append(all, r.kinds[kind])
		}
	}
	return all
}

// Kind is of which kind a check is: the first three words of its command, after
// a change of folder and variables.
func Kind(command string) string {
	words := strings.Fields(ownCommand(command))
	return strings.Join(words[:min(len(words), kindWords)], " ")
}

// A check is one command of a shell line. sure says that the line's success is
// the command's own.
type check struct {
	command string
	sure    bool
}

// checksIn are the build, test, lint and run commands of a shell line.
func checksIn(line string) []check {
	if len(line) > maxCommand-1 {
		return nil
	}
	parts := shellParts(line)
	var all []check
	folder := ""
	for i, p := range parts {
		words := strings.Fields(p.text)
		if len(words) == 2 && words[0] == "cd" && p.end == "&&" {
			folder = words[1]
			continue
		}
		if !isCheck(words) || len(p.text) > maxCheck {
			continue
		}
		c := check{command: strings.Join(words, " "), sure: !p.background}
		for _, after := range parts[i:] {
			c.sure = c.sure && (after.end == "&&" || after.end == "")
		}
		if folder != "" && !strings.HasPrefix(folder, "/") && folder != "." {
			c.command = "cd " + folder + " && " + c.command
		}
		all = append(all, c)
	}
	return all
}

// A part is a command of a shell line up to a redirection, and the operator
// after it: "&&", "||", ";", "|", or "" at the end of the line. A command that
// is put into the background stays in one part with what follows it.
type part struct {
	text, end  string
	background bool
}

// shellParts splits a shell line outside quotes.
func shellParts(line string) []part {
	var parts []part
	var text strings.Builder
	quote, cut, background := byte(0), false, false
	flush := func(end string) {
		if s := strings.TrimSpace(text.String()); s != "" {
			parts = append(parts, part{s, end, background})
		}
		text.Reset()
		cut, background = false, false
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		two := line[i:min(i+2, len(line))]
		switch {
		case quote != 0:
			if c == '\\' && quote == '"' && i+1 < len(line) {
				if !cut {
					text.WriteByte(c)
				}
				i++
				c = line[i]
			} else if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '\\' && two == "\\\n":
			i++
			c = ' '
		case two == "&&" || two == "||":
			flush(two)
			i++
			continue
		case two == "<<":
			flush("") // what follows is a document
			return parts
		case c == ';' || c == '\n' || c == '|':
			flush(map[byte]string{';': ";", '\n': ";", '|': "|"}[c])
			continue
		case c == '>' || c == '<':
			if s := text.String(); !cut && (strings.HasSuffix(s, " 2") || strings.HasSuffix(s, " 1")) {
				text.Reset()
				text.WriteString(s[:len(s)-2])
			}
			cut = true
		case two == "&>":
			continue
		case c == '&' && !cut:
			background = true
		}
		if !cut {
			text.WriteByte(c)
		}
	}
	flush("")
	return parts
}

func assigns(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_'
	})
}

// runners start another program that is named after them; scripts run what a
// project calls so, always with a name that says what it is for.
var (
	runners  = []string{"npx", "uv run", "poetry run", "pipenv run", "pdm run", "hatch run", "bundle exec", "yarn dlx", "pnpm exec", "bunx", "pnpm dlx", "time", "sudo", "env", "xvfb-run"}
	scripts  = []string{"npm", "pnpm", "yarn", "bun", "mise", "just", "task", "nx", "turbo", "deno", "rake", "composer", "lerna", "rush", "moon", "invoke", "lein", "mage", "pixi"}
	purposes = []string{"test", "build", "lint", "check", "e2e", "fmt", "format", "start", "serve", "dev", "compile", "tsc", "verify", "bench", "ci", "spec"}
	// programs are checks by themselves, or with one of the words after them.
	programs = map[string]string{
		"make": "", "gmake": "", "ninja": "", "ctest": "", "pytest": "", "py.test": "", "vitest": "", "jest": "", "mocha": "", "ava": "", "tsc": "", "vue-tsc": "",
		"eslint": "", "prettier": "", "biome": "", "oxlint": "", "stylelint": "", "ruff": "", "mypy": "", "pyright": "", "black": "", "flake8": "", "pylint": "", "tox": "", "nox": "",
		"golangci-lint": "", "staticcheck": "", "gotestsum": "", "shellcheck": "", "hadolint": "", "mvn": "", "mvnw": "", "gradle": "", "gradlew": "", "sbt": "", "ant": "",
		"rspec": "", "rubocop": "", "phpunit": "", "phpstan": "", "pest": "", "xcodebuild": "", "swiftlint": "", "ktlint": "", "clang-tidy": "", "cypress": "", "tap": "",
		"go": "test build vet run generate install fmt", "cargo": "test build clippy check run fmt nextest bench doc", "dotnet": "test build run format",
		"python": "-m", "python3": "-m", "playwright": "test", "bazel": "test build run", "buck2": "test build run", "cmake": "--build", "swift": "test build run",
		"flutter": "test build run analyze", "dart": "test analyze run compile", "mix": "test compile format credo dialyzer", "stack": "test build", "cabal": "test build run",
		"zig": "build test run", "terraform": "validate plan fmt", "tofu": "validate plan", "docker": "build compose", "docker-compose": "up build", "pre-commit": "run", "next": "build lint dev",
		"vite": "build", "webpack": "build", "rails": "test server", "php": "artisan", "helm": "lint template", "ansible-lint": "", "buf": "lint build", "uvicorn": "", "flask": "run", "meson": "test compile",
	}
	modules = []string{"pytest", "unittest", "mypy", "ruff", "black", "flake8", "build", "tox", "nox", "pylint", "coverage", "compileall"}
)

// isCheck says whether a command builds, tests, lints or runs the project.
func isCheck(words []string) bool {
	for len(words) > 1 && assigns(words[0]) {
		words = words[1:]
	}
	for n := runner(words); n > 0; n = runner(words) {
		words = words[n:]
	}
	if len(words) == 0 {
		return false
	}
	program := words[0][strings.LastIndexByte(words[0], '/')+1:]
	second := ""
	for _, w := range words[1:] {
		if !strings.HasPrefix(w, "-") || w == "-m" || w == "--build" {
			second = w
			break
		}
	}
	if slices.Contains(scripts, program) {
		script := second
		if script == "run" || script == "exec" {
			script = ""
			if i := slices.Index(words, second); i+1 < len(words) {
				script = words[i+1]
			}
		}
		return slices.ContainsFunc(purposes, func(p string) bool { return strings.Contains(script, p) }) && script != "ci"
	}
	if want, ok := programs[program]; ok {
		switch {
		case want == "":
			return true
		case want == "-m":
			i := slices.Index(words, "-m")
			return i > 0 && i+1 < len(words) && slices.Contains(modules, words[i+1])
		}
		return slices.Contains(strings.Fields(want), second)
	}
	return strings.HasPrefix(words[0], "./") && strings.HasSuffix(program, ".sh") &&
		slices.ContainsFunc(purposes, func(p string) bool { return strings.Contains(program, p) })
}

// lookups are programs that only look: that they find nothing is not a failure of
// the work.
var lookups = []string{
	"grep", "egrep", "fgrep", "rg", "ag", "ls", "cat", "find", "fd", "head", "tail", "wc", "which", "type", "command", "test", "[", "[[", "diff", "cmp", "stat", "file",
	"cd", "echo", "printf", "pwd", "sleep", "tree", "sort", "uniq", "cut", "awk", "jq", "ps", "pgrep", "true", "false", "nl", "less", "realpath", "basename", "dirname", "xargs",
	"holdfast", "session-start", "pre-compact", "handoff-index", "post-tool", // a refusal of ours is an answer
}

// looksUp says whether a shell line only looks at things.
func looksUp(line string) bool {
	parts := shellParts(line)
	for _, p := range parts {
		words := strings.Fields(p.text)
		if words[0] == "git" && len(words) > 3 && words[1] == "-C" {
			words = append(words[:1], words[3:]...)
		}
		if words[0] == "git" && len(words) > 1 {
			if !slices.Contains([]string{"diff", "log", "show", "status", "grep", "rev-parse", "branch", "ls-files", "ls-tree", "cat-file", "blame", "merge-base", "show-ref", "ls-remote", "config"}, words[1]) {
				return false
			}
			continue
		}
		if words[0] == "sed" && !slices.Contains(words, "-i") || slices.Contains(lookups, words[0]) {
			continue
		}
		return false
	}
	return len(parts) > 0
}

// brings are the verbs of git that bring what others did, or what was done before.
var brings = []string{"checkout", "switch", "pull", "merge", "rebase", "reset", "restore", "clone", "fetch", "worktree", "submodule"}

// moves says whether a shell line only brings files that others changed.
func moves(line string) bool {
	found := false
	for _, p := range shellParts(line) {
		words := strings.Fields(p.text)
		if words[0] == "git" && len(words) > 1 && slices.Contains(brings, words[1]) {
			found = true
		} else if !looksUp(p.text) {
			return false
		}
	}
	return found
}

// runner is how many words at the beginning of a command start another program.
func runner(words []string) int {
	switch {
	case len(words) > 2 && words[0] == "timeout":
		return 2
	case len(words) > 1 && slices.Contains(runners, words[0]):
		return 1
	case len(words) > 2 && slices.Contains(runners, words[0]+" "+words[1]):
		return 2
	}
	return 0
}

// looksFailed says whether what a command printed tells of a failure that its
// line's exit code hides, as behind a pipe.
func looksFailed(result []byte) bool {
	out := text(member(result, "stdout")) + "\n" + text(member(result, "stderr"))
	for line := range strings.Lines(out) {
		line = strings.ToLower(strings.TrimSpace(line))
		for _, mark := range []string{"fail\t", "fail:", "--- fail", "failed ", "error:", "error[", "make: ***", "npm err!", "panic:", "traceback (most", "✗", "✖", "fatal:", "exit status 1", "build failed"} {
			if strings.HasPrefix(line, mark) {
				return true
			}
		}
		if line == "fail" || line == "failed" || strings.Contains(line, " failed,") && !strings.Contains(line, " 0 failed") || strings.HasSuffix(line, " failed") && strings.Contains(line, "test") {
			return true
		}
	}
	return false
}

// writes says whether a shell command is one that changes files.
func writes(command string) bool {
	for _, mark := range []string{"git commit", "git merge", "git cherry-pick", "git apply", "git am ", "git revert", "sed -i", "perl -i", "perl -pi", "apply_patch", "tee "} {
		if strings.Contains(command, mark) {
			return true
		}
	}
	_, to, redirects := strings.Cut(command, " > ")
	return redirects && !strings.HasPrefix(strings.TrimSpace(to), "/dev/") || strings.Contains(command, ">>") || strings.Contains(command, "cat >")
}
