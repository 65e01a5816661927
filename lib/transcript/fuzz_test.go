package transcript

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"holdfast/testscripts/disk"
)

// secret is in a summary and before it, and must never come out.
const secret = "words of the compact summary 5b1f"

func FuzzRead(f *testing.F) {
	recorded := disk.Read(f, "testdata/auto-compaction.jsonl")
	f.Add(recorded, 0)
	f.Add(recorded[:len(recorded)-100], 7_000)
	f.Add([]byte(says("a", "a", "self")+"\n"+says("b", "c", "x")+"\r\n"+says("c", "b", "y")), 50)
	f.Add([]byte(strings.Repeat("[", 1000)+"\n\x00\n{\"uuid\":\"\xff\"}"), 0)
	f.Add([]byte(newTurnOfEverything()), 0)
	f.Fuzz(func(t *testing.T, data []byte, limit int) {
		if limit <= 0 || limit > longTail {
			limit = shortTail
		}
		conv, err := readEnd(data, limit)
		if err != nil && !errors.Is(err, ErrFormat) {
			t.Fatal(err)
		}
		checkText(t, conv)
		whole := says("old", "", secret) + "\n" + boundary + "\n" +
			with(says("sum", "boundary", secret), `"isCompactSummary":true`) + "\n" + string(data)
		conv, err = readEnd([]byte(whole), shortTail)
		if err != nil {
			t.Fatal(err)
		}
		if !conv.Compacted && !conv.Cut {
			t.Error("the compaction was passed by")
		}
		if strings.Contains(prompts(conv), secret) {
			t.Errorf("a summary became a prompt: %q", prompts(conv))
		}
		checkText(t, conv)
	})
}

// checkText fails when something that came out is not valid UTF-8 or too long.
func checkText(t *testing.T, conv Conversation) {
	t.Helper()
	texts := append([]string{conv.LastAnswer, conv.Cwd, conv.Branch}, conv.Files...)
	for _, p := range conv.Prompts {
		texts = append(texts, p.Text)
	}
	for _, f := range conv.Failures {
		texts = append(texts, f.Command, f.Output)
	}
	for _, s := range conv.Tasks {
		texts = append(texts, s.ID, s.Subject, s.Status)
	}
	for _, c := range conv.Commands {
		texts = append(texts, c.Command)
	}
	texts = append(append(texts, conv.Read...), conv.Summary, conv.Titles.Custom, conv.Titles.Client, conv.PullRequest)
	for _, a := range conv.Answers {
		texts = append(texts, a.Question, a.Answer)
	}
	for _, s := range texts {
		if !utf8.ValidString(s) {
			t.Errorf("%q is not valid UTF-8", s)
		}
	}
	if len(conv.Failures) > maxFailures {
		t.Errorf("%d failures", len(conv.Failures))
	}
}

// newTurnOfEverything is a transcript in which each tool is called.
func newTurnOfEverything() string {
	return strings.Join(newTurn().
		ok("Write", `{"file_path":"/w"}`, `{"type":"create","filePath":"/w"}`).
		ok("Bash", `{"command":"x"}`, `{"stdout":"","bashEditDiff":{"files":[{"filePath":"/b"}],"changedFiles":["/b"]}}`).
		fail("Bash", `{"command":"y"}`, "Exit code 1").
		ok("TaskCreate", `{}`, `{"task":{"id":"1","subject":"one"}}`).
		ok("TaskUpdate", `{"taskId":"1"}`, `{"statusChange":{"to":"completed"}}`).
		ok("TodoWrite", `{"todos":[{"content":"one","status":"completed"}]}`, `{}`).
		ok("AskUserQuestion", `{}`, `{"answers":{"q":"a"}}`).lines, "\n")
}

// What the standard library calls an object is a whole record too.
func FuzzObject(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-2.5e+3,true,false,null,"x\u00e9\n",{}],"b":{"c":[]}}`, `{"a":01}`, `{"a":1.}`, `{"a":"\u12g4"}`,
		` { } `, `{"a":1,}`, `{"a":}`, `{"a" 1}`, `{"a":-}`, `{"a":1e}`, `[1]`, `{}x`, `{"a":"` + "\x1f" + `"}`, `{"a":[1,]}`, `{"a":[,1]}`,
		`{"a" : 1 , "b" :"x" }`, `{"type":"user","mess{"type":"user"}`, `{"message":{"a":{"message":{}}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		line = strings.Trim(line, blank)
		_, ok := parseRecord(line)
		if json.Valid([]byte(line)) && strings.HasPrefix(line, "{") && !ok {
			t.Errorf("%q is not whole", line)
		}
	})
}

func TestWhatIsCutOffIsNotWhole(t *testing.T) {
	whole := `{"a":"x\"y","b":{"c":[1,{"d":"}"}]},"e":12}`
	for cut := range len(whole) + 1 {
		if _, ok := parseRecord(whole[:cut]); ok != (cut == len(whole)) {
			t.Errorf("%q: whole is %v", whole[:cut], ok)
		}
		if _, ok := parseRecord(whole[:cut] + whole); ok && strings.Trim(whole[:cut], "0123456789") == whole[:cut] && cut > 0 {
			t.Errorf("%q is whole", whole[:cut]+whole)
		}
	}
}
