//go:build e2e && unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"holdfast/testscripts/e2e/api"

	"github.com/rogpeppe/go-internal/testscript"
)

// commands are the scripts' own commands; scripts/README.md describes them.
func (l *lab) commands() map[string]func(*testscript.TestScript, bool, []string) {
	var building sync.Mutex // one make at a time works in the checkout
	return map[string]func(*testscript.TestScript, bool, []string){
		"make": func(ts *testscript.TestScript, neg bool, args []string) {
			building.Lock()
			defer building.Unlock()
			l.make(ts, neg, args)
		},
		"turns":        turns,
		"summary":      summary,
		"claude":       l.claude,
		"claude-until": l.claudeUntil,
		"request":      request,
		"requests":     requests,
		"brief":        brief,
		"told":         told,
		"artifact":     findArtifact,
		"age":          age,
		"terminal":     l.terminal,
	}
}

// mine returns the script's own world.
func mine(ts *testscript.TestScript) *world { return ts.Value(worldKey{}).(*world) }

// make runs make in the checkout, for the script's home.
func (l *lab) make(ts *testscript.TestScript, neg bool, args []string) {
	command := exec.Command("make", append([]string{"--no-print-directory"}, args...)...)
	command.Dir = l.checkout
	command.Env = append([]string{"HOME=" + ts.Getenv("HOME"), "PATH=" + ts.Getenv("PATH")}, l.toolchain...)
	command.Stdout, command.Stderr = ts.Stdout(), ts.Stderr()
	judge(ts, neg, "make "+strings.Join(args, " "), command.Run())
}

// judge fails the script unless err is what it expects.
func judge(ts *testscript.TestScript, neg bool, what string, err error) {
	switch {
	case err != nil && !neg:
		ts.Fatalf("%s: %v", what, err)
	case err == nil && neg:
		ts.Fatalf("%s: succeeded against expectation", what)
	}
}

// turns FILE plays a file of turns and forgets the requests so far. $WORK in
// the file stands for the script's folder.
func turns(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: turns FILE")
	}
	text := strings.ReplaceAll(ts.ReadFile(args[0]), "$WORK", ts.Getenv("WORK"))
	script, err := api.ParseTurns(text)
	ts.Check(err)
	mine(ts).api.Play(script)
}

// summary TEXT is what the model answers to compactions from now on.
func summary(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: summary TEXT")
	}
	mine(ts).api.Summarize(args[0])
}

// request WHICH TEXT checks that a recorded request holds the text; negated,
// that it does not. WHICH is the number of a turn's request, counted from 1
// since `turns`; `last`, the last of these; `compaction`, the last request for
// a summary; `any`, all requests of the client together.
func request(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: [!] request N|last|compaction|any TEXT")
	}
	found := pick(ts, args[0])
	held := false
	for _, r := range found {
		held = held || strings.Contains(r.Text, args[1])
	}
	if held == neg {
		for _, r := range found {
			ts.Logf("[%s request]", r.Kind)
			for _, message := range r.Messages() {
				ts.Logf("%s---", cut(message))
			}
		}
		ts.Fatalf("request %s: holds %q: %v", args[0], args[1], held)
	}
}

// cut shortens a message for the log of a failure; what hooks say is at
// the start or the end of one.
func cut(message string) string {
	const limit = 1500 // bytes, from each end
	if len(message) <= 2*limit {
		return message
	}
	return message[:limit] + "\n… cut …\n" + message[len(message)-limit:]
}

// pick returns the requests that which names, at least one.
func pick(ts *testscript.TestScript, which string) []api.Request {
	server := mine(ts).api
	var found []api.Request
	switch which {
	case "any":
		found = server.Requests()
	case "compaction":
		found = server.Requests(api.KindCompaction)
		found = found[max(0, len(found)-1):]
	case "last":
		found = server.Requests(api.KindTurn)
		found = found[max(0, len(found)-1):]
	default:
		all := server.Requests(api.KindTurn)
		n, err := strconv.Atoi(which)
		if err != nil || n < 1 {
			ts.Fatalf("%q names no request", which)
		}
		if n <= len(all) {
			found = all[n-1 : n]
		}
	}
	if len(found) == 0 {
		ts.Fatalf("there is no request %q", which)
	}
	return found
}

// briefMark is what the client puts before the words of a SessionStart hook.
const briefMark = "SessionStart hook additional context: "

// brief WHICH TEXT checks that what SessionStart said last, as a recorded
// request holds it, holds the text; negated, that it does not, which it must
// have said something for. What it said at earlier starts of the same
// conversation stays in the request, and does not count.
func brief(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: [!] brief N|last TEXT")
	}
	said := briefOf(ts, args[0])
	if held := strings.Contains(said, args[1]); held == neg {
		ts.Fatalf("the brief of request %s holds %q: %v\n%s", args[0], args[1], held, said)
	}
}

// briefOf is what SessionStart said last, as a recorded request holds it.
func briefOf(ts *testscript.TestScript, which string) string {
	said := ""
	for _, message := range pick(ts, which)[0].Messages() {
		if at := strings.LastIndex(message, briefMark); at >= 0 {
			said, _, _ = strings.Cut(message[at+len(briefMark):], "\n\n") // the client's own words follow
		}
	}
	if said == "" {
		ts.Fatalf("request %s holds no brief", which)
	}
	return said
}

// told WHICH FILE... checks that the brief of a request holds every line of the
// files, but for those that start with "! ": these it must not hold. Variables
// in them are filled in. The brief is the standard output afterwards.
func told(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: told N|last FILE...")
	}
	said := briefOf(ts, args[0])
	ts.Stdout().Write([]byte(said))
	wrong := 0
	for _, file := range args[1:] {
		for line := range strings.Lines(os.Expand(ts.ReadFile(file), ts.Getenv)) {
			fact, absent := strings.CutPrefix(strings.TrimSpace(line), "! ")
			if fact != "" && strings.Contains(said, fact) == absent {
				ts.Logf("%s: told is %v of %q", file, !absent, fact)
				wrong++
			}
		}
	}
	if wrong > 0 {
		ts.Fatalf("%d facts are not as they should be", wrong)
	}
}

// requests KIND N checks how many requests of a kind were made.
func requests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: requests turn|compaction N")
	}
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	made := func() int { return len(mine(ts).api.Requests(api.Kind(args[0]))) }
	await(ts, fmt.Sprintf("the client never made %d requests of kind %s", want, args[0]), func() bool { return made() >= want })
	if n := made(); n != want {
		ts.Fatalf("the client made %d requests of kind %s, not %d", n, args[0], want)
	}
}

// age DURATION PATTERN moves all files that match back in time, as if all that
// happened to them had happened that much earlier: their own times and, in
// transcripts, those of the records.
func age(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: age DURATION PATTERN")
	}
	by, err := time.ParseDuration(args[0])
	ts.Check(err)
	files, err := filepath.Glob(ts.MkAbs(args[1]))
	ts.Check(err)
	if len(files) == 0 {
		ts.Fatalf("no file matches %q", args[1])
	}
	for _, file := range files {
		info, err := os.Stat(file)
		ts.Check(err)
		if filepath.Ext(file) == ".jsonl" {
			ts.Check(os.WriteFile(file, []byte(earlier(ts.ReadFile(file), by)), info.Mode()))
		}
		then := info.ModTime().Add(-by)
		ts.Check(os.Chtimes(file, then, then))
	}
}

// earlier sets the time stamps of a transcript's records back.
func earlier(transcript string, by time.Duration) string {
	stamp := regexp.MustCompile(`"timestamp":"([^"]+)"`)
	return stamp.ReplaceAllStringFunc(transcript, func(found string) string {
		t, err := time.Parse(time.RFC3339, stamp.FindStringSubmatch(found)[1])
		if err != nil {
			return found
		}
		return `"timestamp":"` + t.Add(-by).Format("2006-01-02T15:04:05.000Z07:00") + `"`
	})
}
