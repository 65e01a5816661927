package transcript

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"holdfast/lib/each"
)

// turn is a conversation in which tools are called one after the other.
type turn struct {
	lines []string
	n     int
}

func newTurn() *turn { return &turn{lines: []string{says("a", "", "start")}} }

func (w *turn) last() string {
	if w.n == 0 {
		return "a"
	}
	return fmt.Sprintf("r%d", w.n)
}

func (w *turn) call(name, input string) (uuid, up string) {
	up = w.last()
	w.n++
	uuid = fmt.Sprintf("c%d", w.n)
	w.lines = append(w.lines, calls(uuid, up, name, input))
	return uuid, uuid
}

func (w *turn) ok(name, input, result string) *turn {
	of, up := w.call(name, input)
	w.lines = append(w.lines, gives(w.last(), up, of, "ok", result))
	return w
}

func (w *turn) fail(name, input, output string) *turn {
	of, up := w.call(name, input)
	w.lines = append(w.lines, fails(w.last(), up, of, output))
	return w
}

func TestFilesAreThoseThatChanged(t *testing.T) {
	conv := readLines(t, newTurn().
		ok("Write", `{"file_path":"/w"}`, `{"type":"create","filePath":"/w","content":"x"}`).
		ok("Read", `{"file_path":"/read"}`, `{"type":"text","file":{"filePath":"/read"}}`).
		ok("Edit", `{"file_path":"C:\\e"}`, `{"filePath":"C:\\e","oldString":"a","structuredPatch":[]}`).
		ok("MultiEdit", `{"file_path":"/m"}`, `{"filePath":"/m","edits":[]}`).
		ok("NotebookEdit", `{"notebook_path":"/n.ipynb"}`, `{"notebook_path":"/n.ipynb"}`).
		ok("Write", `{"file_path":"/w"}`, `{"type":"update","filePath":"/w"}`).
		ok("Write", `{"file_path":"/staged"}`, `{"type":"create","filePath":"/staged","staged":true}`).
		ok("Write", `{"file_path":"/input-only"}`, `"done"`).
		fail("Edit", `{"file_path":"/failed"}`, "String to replace not found").
		fail("Write", `{"file_path":"/refused"}`, "The user doesn't want to proceed with this tool use.").
		ok("Bash", `{"command":"x"}`, `{"stdout":"","bashEditDiff":{"files":[{"filePath":"/b1"},{"filePath":7}],"changedFiles":["/b1","/b2",null]}}`).
		ok("PowerShell", `{"command":"x"}`, `{"stdout":"","bashEditDiff":{"changedFiles":["/p"]}}`).
		ok("mcp__x__y", `{"file_path":"/mcp"}`, `{"filePath":"/mcp","structuredPatch":[]}`).lines...)
	wantFiles(t, conv, `/p /b2 /b1 /input-only /w /n.ipynb /m C:\e`)
}

func TestWhatGitBringsIsNotTheSessionsWork(t *testing.T) {
	for line, brings := range map[string]bool{
		"git pull": true, "cd x && git checkout main && git pull --rebase": true, "git switch -c new && ls": true, "git merge topic | tail -3": true,
		"git status": false, "git checkout main && sed -i s/a/b/ x": false, "git commit -qm x": false, "go generate": false, "": false,

		"git checkout -qb x && cat > v.py <<'E'\nv = 1\nE": false, "git checkout -qb x && cat <<'E' >v.py\nv = 1\nE": false,
		"git checkout -qb x\necho 1 >> v.py": false, "git checkout -qb x && cat <<E\ngit pull\nE\ncp a b": false,
		"git checkout -qb x && grep -l a * | xargs sed -i.bak s/a/b/": false, "git checkout -qb x && echo 1 | tee v.py": false,
		"git show x:v.py > v.py && git checkout -q x": false, "git checkout -qb x && gofmt -w .": false,

		"git checkout main > /dev/null 2>&1 && git pull -q": true, "git pull > pull.log 2>&1 && tail -3 pull.log": true,
		"git checkout main && awk '$1 > 3' x": true, "git pull; git log --format='%h -> %s' | grep -i sed": true,
		"git checkout main 2>&1 | tail -3; sed -n 's/ > /x/p' v.py": true, "git pull && cat <<E\na > b\nE": true,
		"git pull 2>&1 | tee /tmp/pull.log": true, "git checkout main && git diff x > /tmp/x.diff; wc -l </tmp/x.diff": true,
		"git switch main &>/dev/null; grep x <<< \"$y > z\"": true,
	} {
		conv := readLines(t, newTurn().ok("Bash", bash(line), `{"stdout":"ok"}`).lines...)
		if got := len(conv.Moved) > 0; got != brings {
			t.Errorf("%q: %t", line, got)
		}
	}
}

func TestFailuresAreShellCommandsThatDidNotSucceedLater(t *testing.T) {
	conv := readLines(t, newTurn().
		fail("Bash", `{"command":"make one"}`, "Exit code 2\nno rule").
		fail("Bash", `{"command":"make two"}`, "Exit code 1").
		fail("Read", `{"file_path":"/x"}`, "File does not exist").
		ok("Bash", `{"command":"make two"}`, `{"stdout":"fine","interrupted":false}`).
		fail("PowerShell", `{"command":"Get-It"}`, "Exit code 1\nnot there").
		fail("Bash", `{"command":"make one"}`, "Exit code 2\nagain").
		fail("Bash", `{"command":"refused"}`, "The user doesn't want to proceed with this tool use. STOP").
		fail("Bash", `{"command":"interrupted"}`, "Exit code 137\n[Request interrupted by user for tool use]").
		fail("Bash", `{"command":"aborted"}`, "x\n<error>Command was aborted before completion</error>").
		fail("Bash", `{"command":"forbidden"}`, "Permission to use Bash with command forbidden has been denied.").
		fail("Bash", `{"command":"invalid"}`, "<tool_use_error>InputValidationError</tool_use_error>").
		ok("Bash", `{"command":"make one","run_in_background":true}`, `{"stdout":"","backgroundTaskId":"b1"}`).lines...)
	want := []Failure{
		{Command: "Get-It", Output: "Exit code 1\nnot there", before: 4},
		{Command: "make one", Output: "Exit code 2\nagain", checks: []string{"make one"}, again: true, before: 5},
	}
	if !reflect.DeepEqual(conv.Failures, want) {
		t.Errorf("got %+v", conv.Failures)
	}
}

func TestWhatFailsBesideTheWorkIsNoFailure(t *testing.T) {
	for commands, fails := range map[[2]string]bool{
		{"git add a.go && git commit -m x", ""}: false, {"rtk git commit -m x", ""}: false,
		{"git commit -m \"$(cat <<'EOF'\nFix; it (all)\nEOF\n)\"", ""}: false, {"go test ./a && git commit -m x", ""}: true,
		{"git push", ""}: true, {"git push", "git push --force"}: false, {"git push", "git pull"}: true,
		{"gh api a/b", "gh api a/c"}: true, {"docker compose up", "docker compose ps"}: true,
		{"pytest", "pytest -q"}: false, {"pytest -v tests/a.py", "pytest tests/a.py"}: false, {"pytest", "pytest -k one"}: true,
		{"git push origin feature", "git push origin main"}: true, {"kubectl apply -f a.yaml", "kubectl apply -f b.yaml"}: true,
	} {
		w := newTurn().fail("Bash", bash(commands[0]), "Exit code 1")
		if commands[1] != "" {
			w.ok("Bash", bash(commands[1]), `{"stdout":""}`)
		}
		if got := len(readLines(t, w.lines...).Failures) > 0; got != fails {
			t.Errorf("%q: %t", commands, got)
		}
	}
}

func TestADeniedOrInterruptedCommandIsNoFailure(t *testing.T) {
	w := newTurn().fail("Bash", `{"command":"x"}`, "not allowed here")
	w.lines[len(w.lines)-1] = with(w.lines[len(w.lines)-1], `"toolDenialKind":"rule"`)
	denied := readLines(t, w.lines...)
	if len(denied.Failures) != 0 || denied.UsedShell {
		t.Errorf("got %+v", denied)
	}
	w = newTurn()
	of, up := w.call("Bash", `{"command":"x"}`)
	w.lines = append(w.lines, strings.Replace(gives("r1", up, of, "half", `{"stdout":"half","interrupted":true}`),
		`"type":"tool_result"`, `"type":"tool_result","is_error":true`, 1))
	interrupted := readLines(t, w.lines...)
	if len(interrupted.Failures) != 0 || !interrupted.UsedShell {
		t.Errorf("got %+v", interrupted)
	}
}

func TestACheckThatFailsWithMoreOptionsIsOneFailure(t *testing.T) {
	fails := func(commands ...string) string {
		w, all := newTurn(), []string{}
		for _, c := range commands {
			if passed, is := strings.CutPrefix(c, "passes "); is {
				w.ok("Bash", bash(passed), `{"stdout":"fine"}`)
			} else {
				w.fail("Bash", bash(c), "Exit code 1")
			}
		}
		for _, f := range readLines(t, w.lines...).Failures {
			all = append(all, f.Command)
		}
		return strings.Join(all, " | ")
	}
	for _, c := range []struct{ got, want string }{
		{fails("npx playwright test cart", "npx playwright test cart --debug"), "npx playwright test cart --debug"},
		{fails("npx playwright test cart --debug", "npx playwright test cart"), "npx playwright test cart"},
		{fails("npx playwright test cart", "npx playwright test cart --debug", "passes npx playwright test cart"), ""},
		{fails("npx playwright test cart", "npx playwright test login"), "npx playwright test cart | npx playwright test login"},
		{fails("go test -run TestA ./a", "go test -run TestB ./a"), "go test -run TestA ./a | go test -run TestB ./a"},
		{fails("npx vitest run --project=a", "npx vitest run --project=b"), "npx vitest run --project=a | npx vitest run --project=b"},
	} {
		if c.got != c.want {
			t.Errorf("%q failed, want %q", c.got, c.want)
		}
	}
}

func TestTheLastTenFailuresAreKept(t *testing.T) {
	w := newTurn()
	for i := range 13 {
		w.fail("Bash", fmt.Sprintf(`{"command":"make %d"}`, i), "Exit code 1")
	}
	w.ok("Bash", `{"command":"make 12"}`, `{"stdout":""}`)
	conv := readLines(t, w.lines...)
	if len(conv.Failures) != 10 || conv.Failures[0].Command != "make 2" || conv.Failures[9].Command != "make 11" {
		t.Errorf("got %+v", conv.Failures)
	}
}

func TestAFailureKeepsTheStartOfTheCommandAndTheEndOfTheOutput(t *testing.T) {
	long := strings.Repeat("é", maxCommand)
	w := newTurn().fail("Bash", `{"command":"make `+long+`"}`, "Exit code 1\n"+strings.Repeat("a secret\n", maxCommand)+"the end")
	w.fail("Bash", `{"command":"make `+long+`"}`, "Exit code 1\n"+strings.Repeat("a secret\n", maxCommand)+"the end")
	w.fail("Bash", `{"command":"cd /elsewhere && make lint 2>&1 | tail -3"}`, "Exit code 1\nfirst").fail("Bash", `{"command":"make lint"}`, "Exit code 1\nlast")
	conv := readLines(t, w.lines...)
	if len(conv.Failures) != 2 || conv.Failures[1].Command != "make lint" || !strings.HasSuffix(conv.Failures[1].Output, "last") {
		t.Fatalf("%d failures", len(conv.Failures))
	}
	f := conv.Failures[0]
	if !strings.HasPrefix(f.Command, "make é") || !strings.HasSuffix(f.Output, "\nthe end") ||
		!strings.HasPrefix(f.Output, "a secret\n") || len(f.Command) > maxCommand || len(f.Output) > maxCommand {
		t.Errorf("kept %d and %d bytes", len(f.Command), len(f.Output))
	}
}

func TestTheEndOfAnOutputBeginsWithNoHalfWord(t *testing.T) {
	for output, want := range map[string]string{
		strings.Repeat("x", maxCommand) + " the end": "the end",
		strings.Repeat("x", 2*maxCommand):            "",
	} {
		conv := readLines(t, newTurn().fail("Bash", `{"command":"make"}`, output).lines...)
		if len(conv.Failures) != 1 || conv.Failures[0].Output != want {
			t.Errorf("got %+v, want %q", conv.Failures, want)
		}
	}
}

func TestACommandWithoutResultUsedTheShell(t *testing.T) {
	conv := readLines(t, says("a", "", "start"), calls("b", "a", "Bash", `{"command":"sleep 9"}`))
	if !conv.UsedShell || len(conv.Failures) != 0 {
		t.Errorf("got %+v", conv)
	}
	if conv := readLines(t, says("a", "", "start"), calls("b", "a", "Read", `{"file_path":"/x"}`)); conv.UsedShell {
		t.Error("a Read is no shell")
	}
}

func TestTasksStandAsTheyWereLeft(t *testing.T) {
	conv := readLines(t, newTurn().
		ok("TaskCreate", `{"subject":"one"}`, `{"task":{"id":"1","subject":"one"}}`).
		ok("TaskCreate", `{"subject":"two"}`, `{"task":{"id":"2","subject":"two"}}`).
		ok("TaskUpdate", `{"taskId":"1","status":"in_progress"}`, `{"success":true,"taskId":"1","statusChange":{"from":"pending","to":"in_progress"}}`).
		ok("TaskUpdate", `{"taskId":"2","status":"completed"}`, `{"success":false,"taskId":"2"}`).
		ok("TaskUpdate", `{"taskId":"2","subject":"two, better"}`, `{"success":true,"taskId":"2"}`).
		ok("TaskUpdate", `{"taskId":"7","status":"deleted"}`, `{"success":true,"taskId":"7","statusChange":{"to":"deleted"}}`).
		ok("TaskUpdate", `{"taskId":8,"status":"completed"}`, `{}`).
		ok("TaskList", `{}`, `{"tasks":[{"id":"8","subject":"eight","status":"completed"},null]}`).
		fail("TaskUpdate", `{"taskId":"1","status":"completed"}`, "no such task").
		ok("TaskCreate", `{"subject":"odd"}`, `"text"`).lines...)
	want := []Task{{ID: "1", Subject: "one", Status: "in_progress"}, {ID: "2", Subject: "two, better", Status: "pending"}, {ID: "7", Subject: "", Status: "deleted"}, {ID: "8", Subject: "eight", Status: "completed"}}
	if !reflect.DeepEqual(conv.Tasks, want) {
		t.Errorf("got %q", conv.Tasks)
	}
}

func TestTheTasksOfATeamGoWithIt(t *testing.T) {
	made := newTurn().
		ok("TaskCreate", `{"subject":"one"}`, `{"task":{"id":"1","subject":"one"}}`).
		ok("TaskCreate", `{"subject":"two"}`, `{"task":{"id":"2","subject":"two"}}`).
		ok("TaskUpdate", `{"taskId":"2","status":"completed"}`, `{"success":true,"taskId":"2"}`).
		ok("TeamDelete", `{}`, `{"success":false,"message":"2 active members"}`)
	conv := readLines(t, made.lines...)
	want := []Task{{ID: "1", Subject: "one", Status: "pending"}, {ID: "2", Subject: "two", Status: "completed"}}
	if !reflect.DeepEqual(conv.Tasks, want) {
		t.Errorf("of a team that is still there: %q", conv.Tasks)
	}
	conv = readLines(t, made.ok("TeamDelete", `{}`, `{"success":true,"team_name":"dev"}`).lines...)
	want[0].Status = "deleted"
	if !reflect.DeepEqual(conv.Tasks, want) {
		t.Errorf("of a team that is gone: %q", conv.Tasks)
	}
}

// A task is open as of its turn: what its last words say comes after that.
func TestATaskIsOfTheTurnThatNamesIt(t *testing.T) {
	list := func(uuid, parent string) (lines []string) {
		return []string{at("09:10", calls(uuid, parent, "TodoWrite", `{"todos":[{"content":"one","status":"pending"}]}`)), at("09:10", gives(uuid+"r", uuid, uuid, "ok", `{}`))}
	}
	conv := readLines(t, append([]string{at("09:00", says("p", "", "do it"))}, list("a", "p")...)...)
	if len(conv.Tasks) != 1 || conv.Tasks[0].At.Format(time.TimeOnly) != "09:00:00" {
		t.Errorf("of a prompt: %v", conv.Tasks)
	}
	conv = readLines(t, list("a", "")...)
	if len(conv.Tasks) != 1 || conv.Tasks[0].At.Format(time.TimeOnly) != "09:10:00" {
		t.Errorf("of no prompt: %v", conv.Tasks)
	}
}

func TestTheLastTodoListOfAnOlderClientStands(t *testing.T) {
	conv := readLines(t, newTurn().
		ok("TodoWrite", `{"todos":[{"content":"old","status":"pending"}]}`, `{}`).
		ok("TodoWrite", `{"todos":[{"content":"one","status":"completed"},{"id":"5","content":"two","status":"in_progress"},7]}`, `{}`).
		ok("TodoWrite", `{"todos":"broken"}`, `{}`).lines...)
	want := []Task{{ID: "", Subject: "one", Status: "completed"}, {ID: "5", Subject: "two", Status: "in_progress"}}
	if !reflect.DeepEqual(conv.Tasks, want) {
		t.Errorf("got %q", conv.Tasks)
	}
}

func TestOnlyWhatATypedAnswerStatesCounts(t *testing.T) {
	const labels = `"Redis \"8\""},{"label":"Ship it?"},{"label":"None"}`
	for answer, want := range map[string]string{
		`"Redis \"8\""`: `Redis "8"`, `"Ship it?"`: "Ship it?", `["Redis","None"]`: "Redis, None", // options
		`"neither, a file"`: "neither, a file", `"where it is now"`: "where it is now", `"4 MB, not more"`: "4 MB, not more",
		`"und was passiert mit den alten Dateien?"`: "", `"c'est quoi la différence ?"`: "", `"что это такое?"`: "",
		`"これは何ですか？"`: "", `"qual é a diferença?"`: "", `"¿y qué pasa con los demás?"`: "", `"e gli altri?"`: "",
		`"为什么要删除它？"`: "", `"is the old one dirty then? what happens (to its files)?"`: "",
		`"what are the states? we also need the sessions"`: "we also need the sessions",
		`"I'd add a timeout\nDo we open it at the start?"`: "I'd add a timeout",
		`"nimm die Datei. Und wer löscht sie?"`:            "nimm die Datei.",
	} {
		conv := readLines(t, newTurn().ok("AskUserQuestion", `{"questions":[{"options":[{"label":`+labels+`]}]}`,
			`{"answers":{"Which?":`+answer+`}}`).lines...)
		if got := strings.Join(each.Of(conv.Answers, func(a Answer) string { return a.Answer }), "|"); got != want {
			t.Errorf("%s: got %q, want %q", answer, got, want)
		}
	}
}

func TestAnswersOfTheUserAreKept(t *testing.T) {
	conv := readLines(t, newTurn().
		ok("AskUserQuestion", `{"questions":[]}`, `{"questions":[],"answers":{"Which \"db\"?":"Redis","Which parts?":["a","b"],"None?":""}}`).
		fail("AskUserQuestion", `{"questions":[]}`, "The user doesn't want to proceed with this tool use.").
		ok("Other", `{}`, `{"answers":{"q":"a"}}`).lines...)
	want := []Answer{{`Which "db"?`, "Redis"}, {"Which parts?", "a, b"}}
	if !reflect.DeepEqual(conv.Answers, want) {
		t.Errorf("got %q", conv.Answers)
	}
}
