package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestParseTurns(t *testing.T) {
	const script = `
# a comment
text two words
tool Write {"file_path": "a", "content": "x\n"}
+ tool Bash {"command": "ls"}
+ full
follow "pre-compact" "goal: \"x\"\nnow: y"
+ tokens 7
hang
`
	turns, err := ParseTurns(script)
	if err != nil {
		t.Fatal(err)
	}
	if len(turns) != 4 {
		t.Fatalf("%d turns, want 4: %+v", len(turns), turns)
	}
	if got := turns[0]; got.Blocks[0].Text != "two words" || got.InputTokens != normalTokens {
		t.Errorf("the text turn is %+v", got)
	}
	if got := turns[1]; len(got.Blocks) != 2 || got.Blocks[1].Tool != "Bash" || got.InputTokens != FullWindow {
		t.Errorf("the turn of two tools is %+v", got)
	}
	if got := turns[2]; got.Blocks[0].Follow.Body != "goal: \"x\"\nnow: y" || got.InputTokens != 7 {
		t.Errorf("the turn that follows a skill is %+v", got)
	}
	if got := turns[3]; !got.Hang || len(got.Blocks) != 0 {
		t.Errorf("the turn that hangs is %+v", got)
	}
}

func TestParseTurnsRefuses(t *testing.T) {
	for name, script := range map[string]string{
		"an unknown verb":                "sing a song",
		"a continuation of nothing":      "+ text x",
		"a text without words":           "text",
		"a tool without an input":        "tool Bash",
		"an input that is no object":     "tool Bash [1]",
		"an input that is cut short":     `tool Bash {"command": `,
		"a number of tokens in a word":   "text x\n+ tokens many",
		"a follow without a body":        `follow "x"`,
		"a follow without quotes":        `follow x y`,
		"a hang as a continuation":       "text x\n+ hang",
		"a take of no pattern":           "text x\n+ take PLAN plan",
		"a take of a broken pattern":     "text x\n+ take PLAN \"(\"",
		"a take without its turn":        `take PLAN "plan"`,
		"a full window without its turn": "full",
	} {
		t.Run(name, func(t *testing.T) {
			if turns, err := ParseTurns(script); err == nil {
				t.Errorf("%q was read as %+v", script, turns)
			} else if !strings.HasPrefix(err.Error(), "line ") {
				t.Errorf("the error names no line: %v", err)
			}
		})
	}
}

func FuzzParseTurns(f *testing.F) {
	f.Add("text x\n+ full\n")
	f.Add("tool Bash {\"command\":\"ls\"}\nhang")
	f.Add(`follow "a" "b"`)
	f.Fuzz(func(t *testing.T, script string) {
		turns, err := ParseTurns(script)
		if err != nil && turns != nil {
			t.Errorf("turns beside the error %v", err)
		}
		for _, turn := range turns {
			for _, block := range turn.Blocks {
				if block.Tool != "" && block.Follow == nil && !json.Valid(block.Input) {
					t.Errorf("an input is no json: %s", block.Input)
				}
			}
		}
	})
}

func TestFollowTakesTheCommandThatTheSkillSpellsOut(t *testing.T) {
	const skill = "Save with pre-compact checkpoint.\n\n    \"/a b/pre-compact\" checkpoint --root \"/p\" <<'EOF'\n    goal: ?\n    EOF\n"
	follow := Follow{Command: "checkpoint --root", Body: "goal: x"}
	got, err := follow.command(skill)
	if want := "\"/a b/pre-compact\" checkpoint --root \"/p\" <<'EOF'\ngoal: x\nEOF"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if got, err := (&Follow{Command: "handoff"}).command(skill); err == nil {
		t.Errorf("a command that the skill does not hold was found: %q", got)
	}
}

// start runs a server for one test.
func start(t *testing.T, script string) *Server {
	t.Helper()
	server, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	turns, err := ParseTurns(script)
	if err != nil {
		t.Fatal(err)
	}
	server.Play(turns)
	return server
}

// post sends a body to the server and returns the answer's text.
func post(t *testing.T, server *Server, path, body string) (status int, text string) {
	t.Helper()
	response, err := http.Post(server.URL+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	out, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(out)
}

const (
	turnBody       = `{"model":"m","stream":true,"tools":[{"name":"Bash"}],"messages":[{"role":"user","content":"q\u0022uote"}]}`
	titleBody      = `{"model":"m","messages":[{"role":"user","content":"a title"}]}`
	compactionBody = `{"model":"m","stream":true,"tools":[{"name":"Bash"}],"messages":[{"role":"user","content":"Your task is to create a detailed summary"}]}`
)

func TestATurnTakesWhatTheConversationHeldLast(t *testing.T) {
	const turn = "tool Bash {\"command\": \"restore PLAN\"}\n+ take PLAN \"plan ([0-9a-f]{4})\"\n"
	server := start(t, turn+turn)
	const body = `{"tools":[1],"system":"plan 9999","messages":[{"role":"user","content":"plan abcd"},{"role":"user","content":"%s"}]}`
	if _, got := post(t, server, "/v1/messages", fmt.Sprintf(body, "now plan 12ef")); !strings.Contains(got, `restore 12ef`) {
		t.Errorf("the answer is %s", got)
	}
	if _, got := post(t, server, "/v1/messages", `{"tools":[1],"messages":[{"role":"user","content":"none"}]}`); strings.Contains(got, "restore") || len(server.Faults()) != 1 {
		t.Errorf("the answer is %s, the faults are %q", got, server.Faults())
	}
}

func TestServerStreamsATurn(t *testing.T) {
	server := start(t, "tool Bash {\"command\":\"ls\"}\n+ full\ntext bye")
	_, first := post(t, server, "/v1/messages?beta=true", turnBody)
	var names []string
	for line := range strings.Lines(first) {
		if name, found := strings.CutPrefix(line, "event: "); found {
			names = append(names, strings.TrimSpace(name))
		}
	}
	want := []string{"message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop"}
	if !slices.Equal(names, want) {
		t.Errorf("the events are %q, want %q", names, want)
	}
	for _, part := range []string{`"input_tokens":985000`, `"stop_reason":"tool_use"`, `"name":"Bash"`, `"partial_json":"{\"command\":\"ls\"}"`} {
		if !strings.Contains(first, part) {
			t.Errorf("the answer lacks %s:\n%s", part, first)
		}
	}
	_, second := post(t, server, "/v1/messages", turnBody)
	if !strings.Contains(second, `"text":"bye"`) || !strings.Contains(second, `"end_turn"`) {
		t.Errorf("the second answer is %s", second)
	}
	if server.Left() != 0 || len(server.Faults()) != 0 {
		t.Errorf("left %d, faults %q", server.Left(), server.Faults())
	}
}

func TestServerKeepsTurnsForRequestsWithTools(t *testing.T) {
	server := start(t, "text mine")
	server.Summarize("all said")
	if _, out := post(t, server, "/v1/messages", titleBody); strings.Contains(out, "mine") || !json.Valid([]byte(out)) {
		t.Errorf("a title was answered with %s", out)
	}
	if _, out := post(t, server, "/v1/messages", compactionBody); !strings.Contains(out, "all said") {
		t.Errorf("a compaction was answered with %s", out)
	}
	if _, out := post(t, server, "/v1/messages/count_tokens", "{}"); out != `{"input_tokens":100}` {
		t.Errorf("a count was answered with %s", out)
	}
	if server.Left() != 1 {
		t.Errorf("%d turns are left, want 1", server.Left())
	}
	kinds := []Kind{}
	for _, request := range server.Requests() {
		kinds = append(kinds, request.Kind)
	}
	if want := []Kind{KindSide, KindCompaction}; !slices.Equal(kinds, want) {
		t.Errorf("recorded %q, want %q", kinds, want)
	}
}

func TestServerRecordsRequestsDecoded(t *testing.T) {
	server := start(t, "text a\ntext b")
	post(t, server, "/v1/messages", turnBody)
	requests := server.Requests(KindTurn)
	if len(requests) != 1 || !strings.Contains(requests[0].Text, `q"uote`) || !bytes.Equal(requests[0].Body, []byte(turnBody)) {
		t.Fatalf("recorded %+v", requests)
	}
	if messages := requests[0].Messages(); len(messages) != 1 || strings.Contains(messages[0], "Bash") {
		t.Errorf("the messages are %q", messages)
	}
	const results = `{"tools":[1],"messages":[{"role":"user","content":"x"},` +
		`{"role":"user","content":[{"type":"text","text":"y"},{"type":"tool_result","tool_use_id":"t1"}]}]}`
	post(t, server, "/v1/messages", results)
	if ids := server.Requests(KindTurn)[1].ToolResults(); !slices.Equal(ids, []string{"t1"}) {
		t.Errorf("the tool results are %q", ids)
	}
	server.Play(nil)
	if left := server.Requests(); len(left) != 0 {
		t.Errorf("a new script keeps %+v", left)
	}
}

func TestServerReportsWhatItDoesNotExpect(t *testing.T) {
	server := start(t, "follow \"nowhere\" \"x\"")
	post(t, server, "/v1/messages", turnBody)
	post(t, server, "/v1/messages", turnBody)
	post(t, server, "/v1/messages", "no json")
	if status, _ := post(t, server, "/v1/else", "{}"); status != http.StatusNotFound {
		t.Errorf("an unknown path was answered with %d", status)
	}
	faults := server.Faults()
	for i, part := range []string{`"nowhere"`, "no turn left", "no json", "/v1/else"} {
		if i >= len(faults) || !strings.Contains(faults[i], part) {
			t.Errorf("fault %d should speak of %s: %q", i, part, faults)
		}
	}
}

func TestCloseEndsARequestThatHangs(t *testing.T) {
	server := start(t, "hang")
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if response, err := http.Post(server.URL+"/v1/messages", "", strings.NewReader(turnBody)); err == nil {
			response.Body.Close()
		}
	}()
	<-server.Hanging()
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	<-ended
}
