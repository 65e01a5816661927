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

// oneOf reports whether a list, words between blanks, holds a word.
func oneOf(list, word string) bool { return strings.Contains(list, " "+word+" ") }

const (
	// runners start another program that is named after them; a word with another one
	// after it stands for both.
	runners = " npx uv_run poetry_run pipenv_run pdm_run hatch_run bundle_exec yarn_dlx pnpm_exec bunx pnpm_dlx " +
		"time sudo env xvfb-run "
	// scripts run what a project calls so, always with a name that says what it is for:
	// one of purposes is in it.
	scripts = " npm pnpm yarn bun mise just task nx turbo deno rake composer lerna rush moon invoke lein mage " +
		"pixi "
	// checkers are checks by themselves.
	checkers = " make gmake ninja ctest pytest py.test vitest jest mocha ava tsc vue-tsc eslint prettier biome " +
		"oxlint stylelint ruff mypy pyright black flake8 pylint tox nox golangci-lint staticcheck gotestsum " +
		"shellcheck hadolint mvn mvnw gradle gradlew sbt ant rspec rubocop phpunit phpstan pest xcodebuild " +
		"swiftlint ktlint clang-tidy cypress tap ansible-lint uvicorn "
	// modules of Python are.
	modules = " pytest unittest mypy ruff black flake8 build tox nox pylint coverage compileall "
)

var (
	purposes = []string{
		"test", "build", "lint", "check", "e2e", "fmt", "format", "start", "serve", "dev", "compile", "tsc", "verify",
		"bench", "ci", "spec",
	}
	// verbs are the words with which a program is a check.
	verbs = map[string]string{
		"go":    " test build vet run generate install fmt ",
		"cargo": " test build clippy check run fmt nextest bench doc ", "dotnet": " test build run format ",
		"playwright": " test ", "bazel": " test build run ", "buck2": " test build run ", "cmake": " --build ",
		"swift": " test build run ", "flutter": " test build run analyze ", "zig": " build test run ",
		"dart": " test analyze run compile ", "mix": " test compile format credo dialyzer ", "stack": " test build ",
		"cabal": " test build run ", "terraform": " validate plan fmt ", "tofu": " validate plan ",
		"docker": " build compose ", "docker-compose": " up build ", "pre-commit": " run ",
		"next": " build lint dev ", "vite": " build ", "webpack": " build ", "rails": " test server ",
		"php": " artisan ", "helm": " lint template ", "buf": " lint build ", "flask": " run ",
		"meson": " test compile ",
	}
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
	second, after := "", ""
	for i, w := range words[1:] {
		if !strings.HasPrefix(w, "-") || w == "-m" || w == "--build" {
			second, after = w, strings.Join(words[min(i+2, len(words)):min(i+3, len(words))], "")
			break
		}
	}
	switch {
	case oneOf(scripts, program):
		if second == "run" || second == "exec" {
			second = after
		}
		return second != "ci" && hasPurpose(second)
	case oneOf(checkers, program):
		return true
	case program == "python" || program == "python3":
		return second == "-m" && oneOf(modules, after)
	case verbs[program] != "":
		return oneOf(verbs[program], second)
	}
	return strings.HasPrefix(words[0], "./") && strings.HasSuffix(program, ".sh") && hasPurpose(program)
}

func hasPurpose(name string) bool {
	return slices.ContainsFunc(purposes, func(p string) bool { return strings.Contains(name, p) })
}

// lookups are programs that only look: that they find nothing is not a failure of
// the work, nor is a refusal of ours.
const lookups = " grep egrep fgrep rg ag ls cat find fd head tail wc which type command test [ [[ diff cmp stat " +
	"file cd echo printf pwd sleep tree sort uniq cut awk jq ps pgrep true false nl less realpath basename " +
	"dirname xargs handoff-index pre-compact session-start post-tool holdfast "

// gitLookups are the verbs of git that do.
const gitLookups = " diff log show status grep rev-parse branch ls-files ls-tree cat-file blame merge-base " +
	"show-ref ls-remote config "

// looksUp says whether a shell line only looks at things.
func looksUp(line string) bool {
	parts := shellParts(line)
	for _, p := range parts {
		words := strings.Fields(p.text)
		if words[0] == "git" && len(words) > 3 && words[1] == "-C" {
			words = append(words[:1], words[3:]...)
		}
		words[0] = words[0][strings.LastIndexByte(words[0], '/')+1:]
		switch {
		case words[0] == "git" && len(words) > 1 && oneOf(gitLookups, words[1]):
		case words[0] == "sed" && !slices.Contains(words, "-i"), oneOf(lookups, words[0]):
		default:
			return false
		}
	}
	return len(parts) > 0
}

// brings are the verbs of git that bring what others did, or what was done before.
const brings = " checkout switch pull merge rebase reset restore clone fetch worktree submodule "

// moves says whether a shell line only brings files that others changed.
func moves(line string) bool {
	found := false
	for _, p := range shellParts(line) {
		words := strings.Fields(p.text)
		if words[0] == "git" && len(words) > 1 && oneOf(brings, words[1]) {
			found = true
		} else if !looksUp(p.text) {
			return false
		}
	}
	return found
}

// switches says whether a shell line may check out another branch.
func switches(line string) bool {
	return slices.ContainsFunc(shellParts(line), func(p part) bool {
		words := strings.Fields(p.text)
		return len(words) > 1 && words[0] == "git" && oneOf(" checkout switch ", words[1])
	})
}

// runner is how many words at the beginning of a command start another program.
func runner(words []string) int {
	switch {
	case len(words) > 2 && words[0] == "timeout":
		return 2
	case len(words) > 1 && oneOf(runners, words[0]):
		return 1
	case len(words) > 2 && oneOf(runners, words[0]+"_"+words[1]):
		return 2
	}
	return 0
}

// failures begin lines that tell of a failure.
var failures = []string{
	"fail\t", "fail:", "--- fail", "failed ", "error:", "error[", "make: ***", "npm err!", "panic:", "traceback (most",
	"✗", "✖", "fatal:", "exit status 1", "build failed",
}

// looksFailed says whether what a command printed tells of a failure that its
// line's exit code hides, as behind a pipe.
func looksFailed(result []byte) bool {
	out := text(member(result, "stdout")) + "\n" + text(member(result, "stderr"))
	for line := range strings.Lines(out) {
		line = strings.ToLower(strings.TrimSpace(line))
		switch {
		case line == "fail", line == "failed",
			strings.Contains(line, " failed,") && !strings.Contains(line, " 0 failed"),
			strings.HasSuffix(line, " failed") && strings.Contains(line, "test"),
			slices.ContainsFunc(failures, func(mark string) bool { return strings.HasPrefix(line, mark) }):
			return true
		}
	}
	return false
}

// writers are in shell commands that change files.
var writers = []string{
	"git commit", "git merge", "git cherry-pick", "git apply", "git am ", "git revert", "sed -i", "perl -i", "perl -pi",
	"apply_patch", "tee ", ">>", "cat >",
}

// writes says whether a shell command is one that changes files.
func writes(command string) bool {
	_, to, redirects := strings.Cut(command, " > ")
	return redirects && !strings.HasPrefix(strings.TrimSpace(to), "/dev/") ||
		slices.ContainsFunc(writers, func(mark string) bool { return strings.Contains(command, mark) })
}
