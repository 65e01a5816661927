package transcript

import (
	"fmt"
	"strings"
	"testing"
)

func used(conv Conversation) string {
	var all []string
	for _, c := range conv.Commands {
		all = append(all, fmt.Sprintf("%s x%d", c.Command, c.Times))
	}
	return strings.Join(all, " | ")
}

func TestCommandsOfUseAreKeptInTheirLastForm(t *testing.T) {
	w := newTurn()
	for _, command := range []string{
		"ssh root@host uptime", "cd /srv && mix test test/a.exs", "ls -la", "git status", "/home/a/.claude/holdfast/bin/session-start status", "GIN_MODE=test curl http://localhost:3000/health",
		"cat x | head", "xxd a.tsx | sed -n 1,9p", "ssh root@host uptime -p", "for i in 1 2; do echo; done", "# only a comment", "cd /nowhere",
		"python3 -c \"\nimport sys\n\"", "node << 'EOF'\nrun()\nEOF", `\`,
	} {
		w.ok("Bash", bash(command), fine)
	}
	w.fail("Bash", bash("gh pr view 7 --comments"), "Exit code 1")
	conv := readLines(t, w.lines...)
	want := "gh pr view 7 --comments x1 | ssh root@host uptime -p x2 | GIN_MODE=test curl http://localhost:3000/health x1 | cd /srv && mix test test/a.exs x1"
	if got := used(conv); got != want {
		t.Errorf("commands are\n%s\nwant\n%s", got, want)
	}
	if !conv.Commands[0].Failed {
		t.Error("the last run failed")
	}
}

func TestWhatIsRecordedAfterACommandIsNotOfIt(t *testing.T) {
	w := newTurn()
	for _, command := range []string{
		`gen prices && git add -A && git commit -qm "prices: of May"`, "hugo -D && git commit -am 'site: May'",
		"git add a && git commit -m b && rsync -a site/ h:", "psql -c 'x' && git add.sh", "mdbook build && git push",
		`ssh prod "cd /srv && git add -A && git commit -m x"`, "gen a && git add a && git commit -m b && rsync -a site/ h:",
	} {
		w.ok("Bash", bash(command), fine)
	}
	want := "gen a && git add a && git commit -m b && rsync -a site/ h: x1 | " +
		`ssh prod "cd /srv && git add -A && git commit -m x" x1 | ` +
		"mdbook build && git push x1 | psql -c 'x' && git add.sh x1 | hugo -D x1 | gen prices x1"
	if got := used(readLines(t, w.lines...)); got != want {
		t.Errorf("commands are\n%s\nwant\n%s", got, want)
	}
}

func TestAKindThatWasRunOnceLongAgoIsNotOfUse(t *testing.T) {
	w := newTurn().ok("Bash", bash("pandoc a.md"), fine)
	for i := range recentUses {
		w.ok("Bash", bash(fmt.Sprint("prog", i)), fine)
	}
	if got := used(readLines(t, w.lines...)); strings.Contains(got, "pandoc") {
		t.Errorf("commands are %s", got)
	}
}

func TestFilesReadAreThoseThatWereNotChanged(t *testing.T) {
	read := func(path string) string { return `{"file_path":"` + path + `"}` }
	file := `{"type":"text","file":{"filePath":"/x"}}`
	conv := readLines(t, newTurn().
		ok("Read", read("/a"), file).ok("Read", read("/b"), file).ok("Read", read("/c"), file).ok("Read", read("/a"), file).
		fail("Read", read("/missing"), "File does not exist").
		ok("Edit", read("/b"), `{"filePath":"/b","structuredPatch":[]}`).lines...)
	if got := strings.Join(conv.Read, " "); got != "/a /c" {
		t.Errorf("read are %q", got)
	}
}

func TestAFileThatAShellPrintsIsRead(t *testing.T) {
	for line, want := range map[string]string{
		"cat a.go": "/p/a.go", "head -n 20 src/b.go": "/p/src/b.go", "sed -n '1,40p' /x/c.go": "/x/c.go", "tail -40 d.log 2>/dev/null | grep x": "/p/d.log",
		"cd sub && cat -n e.go": "/p/sub/e.go", "cat 'f.go'": "/p/f.go",
		"cat a b": "", "cat > a.go": "", "cat <<EOF": "", "sed -i s/a/b/ a.go": "", "head -20": "", "cat *.go": "", "cat $F": "", "ls a.go": "", "cat a.go && rm a.go": "", "cat": "", "cat ''": "",
	} {
		if got := parseShell(line).fileRead("/p"); got != want {
			t.Errorf("%s reads %q, want %q", line, got, want)
		}
	}
}

func TestCommitsAreTheMessagesOfCommandsThatSucceeded(t *testing.T) {
	conv := readLines(t, newTurn().
		ok("Bash", bash("git add -A && git commit -qm 'Count in cents' && git push"), fine).
		fail("Bash", bash("git commit -m 'Not made'"), "Exit code 1").
		ok("Bash", bash("echo '[main 1a2b3c4] not a commit'"), fine).
		ok("Bash", bash("git commit -m \"$(cat <<'EOF'\nBegin\n\nWith a body.\nEOF\n)\""), fine).lines...)
	var all []string
	for _, c := range conv.Commits {
		all = append(all, c.Subject)
	}
	if got := strings.Join(all, " | "); got != "Count in cents | Begin" {
		t.Errorf("commits are %q", got)
	}
}

func TestEachPromptHasTheAnswerThatEndedItsTurn(t *testing.T) {
	conv := readLines(t, says("a", "", "first"), answers("b", "a", "I look"), answers("c", "b", "done; left: nothing"), says("d", "c", "second"), answers("e", "d", "ok"))
	if conv.Prompts[0].Answer != "done; left: nothing" || conv.Prompts[1].Answer != "ok" || conv.LastAnswer != "ok" {
		t.Errorf("got %+v", conv.Prompts)
	}
}

func TestWhatACommandTagsPushesOrDeploysIsPublished(t *testing.T) {
	conv := readLines(t, newTurn().
		ok("Bash", bash("git tag v2.1.0 && git push -q origin v2.1.0"), fine).
		ok("Bash", bash("git tag; git tag -l 'v2*'; git push --dry-run; ls deploy; mkdir deploy"), fine).
		fail("Bash", bash("make deploy"), "Exit code 1").
		ok("Bash", bash("kubectl -n shop rollout status deploy/cart; kubectl apply --dry-run=client -f a.yaml"), fine).
		ok("Bash", bash("ansible-playbook site.yml --check; kubectl get deploy cart; helm list"), fine).
		ok("Bash", bash("helm --kube-context prod rollback cart 11"), fine).
		ok("Bash", bash("kubectl -n shop rollout undo deploy/cart; ansible-playbook site.yml"), fine).
		ok("Bash", bash("gh pr list; gh pr create --title x; glab mr view 3"), fine).
		ok("Bash", bash("npm run deploy"), fine).ok("Bash", bash("./deploy.sh staging"), fine).lines...)
	var all []string
	for _, c := range conv.Published {
		all = append(all, c.Subject)
	}
	want := "git tag v2.1.0 | git push -q origin v2.1.0 | helm --kube-context prod rollback cart 11 | " +
		"kubectl -n shop rollout undo deploy/cart | ansible-playbook site.yml | gh pr create --title x | npm run deploy | ./deploy.sh staging"
	if got := strings.Join(all, " | "); got != want {
		t.Errorf("published are %q", got)
	}
}

func TestThePlanOfPlanModeIsNoChangeOfABranch(t *testing.T) {
	for path, want := range map[string]int{"/home/ana/.claude/plans/calm-owl.md": 0, "/p/docs/plans/api.md": 1} {
		w := newTurn().ok("Write", `{"file_path":"`+path+`"}`, `{"type":"create","filePath":"`+path+`"}`)
		for i, line := range w.lines {
			w.lines[i] = with(line, `"cwd":"/p"`)
		}
		if conv := readLines(t, w.lines...); len(conv.Changes) != want || len(conv.Files) != want {
			t.Errorf("changed are %q", conv.Files)
		}
	}
}

func TestWhatIsSentOnceIsNotOfUse(t *testing.T) {
	for command, of := range map[string]bool{
		`gh api repos/o/r/pulls/9/comments/1/replies -X POST -f body="Fixed"`: false, "gh pr comment 7 --body done": false,
		"gh pr create --fill": false, "gh pr merge 7 --squash": false, "gh issue close 12 -c 'done in #7'": false,
		"gh pr review 7 --approve": false, "glab mr note 4 -m ok": false, "gh release create v1": false,
		"gh api -X DELETE repos/o/r/git/refs/heads/x": false, "cd /p && gh issue create -t x -b y": false,
		"gh api repos/o/r/pulls/9/comments": true, "gh pr view 7 --comments": true, "gh pr checks 7": true, "gh run list": true,
		"curl -X POST http://localhost:3000/api/orders -d @order.json": true, "glab mr list": true, "gh issue list": true,
		"make comment": true, "npm run create": true, "ssh host gh": true, "gh search prs comment": true,
	} {
		if got := used(readLines(t, newTurn().ok("Bash", bash(command), fine).lines...)) != ""; got != of {
			t.Errorf("%s: of use is %v", command, got)
		}
	}
}

func TestAFailureThatAPipeHidesIsKnownByItsOutput(t *testing.T) {
	for _, c := range []struct {
		command, output string
		failed, check   bool
	}{
		{"make test 2>&1 | tail -5", "FAIL\tx\t1.2s\nmake: *** [test] Error 1", true, false},
		{"make test | tail -5", "ok x\nPASS", false, true},
		{"make test; true", "--- FAIL: TestX", true, false},
		{"tool run test 2>&1 | tail -20", "error: unrecognized subcommand 'run'\n\nUsage: tool", true, true},
		{"tool run test 2>&1 | tail -20", "12 passed\nerror: none of them slow", false, true}, // may be what it prints
		{"docker logs web | tail", "GET / 200\nerror: no such order", false, true},
		{"make test", "ok x", false, true},
	} {
		conv := readLines(t, newTurn().ok("Bash", bash("make test"), fine).
			ok("Bash", bash(c.command), `{"stdout":`+quote(c.output)+`,"stderr":""}`).lines...)
		if got := conv.Commands[0].Failed; got != c.failed {
			t.Errorf("%s: %q: failed is %v", c.command, c.output, got)
		}
		if got := len(conv.Checks) > 0; got != c.check {
			t.Errorf("%s: %q: a check that passes is %v", c.command, c.output, got)
		}
	}
}

func TestHowACommandEndedIsKnownWhereItIsSure(t *testing.T) {
	conv := readLines(t, newTurn().
		fail("Bash", bash("rtk bun run test -v 2>&1"), "Exit code 2\nerror: unrecognized").
		ok("Bash", bash("rtk bun run test | tail -20"), `{"stdout":"error: unrecognized","stderr":""}`).
		fail("Bash", bash("npm test"), "Exit code 1").ok("Bash", bash("cd web && npm test"), fine).
		fail("Bash", bash("make a && make b"), "Exit code 1").fail("Bash", bash("grep x y"), "Exit code 1").
		fail("Bash", bash("make c | tee log"), "Exit code 1").ok("Bash", bash("make d || make e"), fine).
		fail("Bash", bash("yarn test"), "Exit code 1").ok("Bash", bash("yarn test 2>&1 | tail -5"), fine).
		fail("Bash", bash("pytest tests/test_a.py"), "Exit code 1").ok("Bash", bash("pytest"), fine).
		fail("Bash", bash("make g"), "Exit code 1").ok("Bash", bash("make g > o; tail o"), fine).
		fail("Bash", bash(`python -c \"import a\"`), "Exit code 1").
		ok("Bash", bash("gen x && make f"), fine).fail("Bash", bash("psql -c '"+strings.Repeat("x", 100)+"'"), "Exit code 1").
		fail("Skill", `{"skill":"commit"}`, "<tool_use_error>Unknown skill: commit</tool_use_error>").
		ok("Skill", `{"skill":"review"}`, `{"success":true}`).lines...)
	want := "+Skill review|+gen x|+make f|+make g|+npm test|+pytest|+tail -20|+tail -5|+tail o|+yarn test|" +
		"-Skill commit|-pytest tests/test_a.py -> pytest|-rtk bun run test"
	if got := strings.Join(conv.Ran, "|"); got != want {
		t.Errorf("got %s", got)
	}
}

func TestWhatWorkedInsteadOfACommandThatFailed(t *testing.T) {
	hidden := `{"stdout":"error: unrecognized subcommand","stderr":""}`
	for _, c := range []struct {
		name string
		of   *turn
		want string
	}{
		{"another command passes, and a check", newTurn().fail("Bash", bash("rtk bun run test 2>&1"), "Exit code 2").
			ok("Bash", bash("bun run lint"), fine), "+bun run lint|-rtk bun run test"},
		{"the same without a word", newTurn().fail("Bash", bash("rtk bun run test"), "Exit code 2").
			ok("Bash", bash("bun run test 2>&1 | tail -5"), fine), "+bun run test|+tail -5|-rtk bun run test -> bun run test"},
		{"with another program", newTurn().fail("Bash", bash("python -m pytest"), "Exit code 127").
			ok("Bash", bash("python3 -m pytest"), fine), "+python3 -m pytest|-python -m pytest -> python3 -m pytest"},
		{"of another target", newTurn().fail("Bash", bash("make lint"), "Exit code 2").
			ok("Bash", bash("make test"), fine), "+make test|-make lint"},
		{"before it failed", newTurn().ok("Bash", bash("bun run test"), fine).
			fail("Bash", bash("rtk bun run test"), "Exit code 2"), "+bun run test|-rtk bun run test"},
		{"behind a pipe", newTurn().ok("Bash", bash("rtk bun run test | tail -5"), hidden).
			ok("Bash", bash("bun run test"), fine), "+bun run test|+tail -5|~rtk bun run test -> bun run test"},
		{"behind a pipe and without it", newTurn().ok("Bash", bash("rtk bun test | tail -5"), hidden).
			fail("Bash", bash("rtk bun test"), "Exit code 2"), "+tail -5|-rtk bun test"},
		{"one of two", newTurn().ok("Bash", bash("gen a; gen b | tail -5"), hidden), "+tail -5"},
	} {
		if got := strings.Join(readLines(t, c.of.lines...).Ran, "|"); got != c.want {
			t.Errorf("%s: got %s", c.name, got)
		}
	}
}
