package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"holdfast/lib/fence"
	"holdfast/testscripts/disk"
)

func TestARecordedPayloadIsDecoded(t *testing.T) {
	files, err := filepath.Glob("testdata/payloads/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded payloads", err)
	}
	for _, file := range files {
		b := disk.Read(t, file)
		p, err := readPayload(bytes.NewReader(b))
		if err != nil {
			t.Fatal(file, err)
		}
		var want struct {
			Event          string `json:"hook_event_name"`
			SessionID      string `json:"session_id"`
			TranscriptPath string `json:"transcript_path"`
			Cwd            string `json:"cwd"`
			AgentID        string `json:"agent_id"`
			Source         string `json:"source"`
			Trigger        string `json:"trigger"`
			Instructions   string `json:"custom_instructions"`
			Tool           string `json:"tool_name"`
		}
		if err := json.Unmarshal(b, &want); err != nil {
			t.Fatal(err)
		}
		got := want
		got.Event, got.SessionID, got.TranscriptPath, got.Cwd = p.Event, p.SessionID, p.TranscriptPath, p.Cwd
		got.AgentID, got.Source, got.Trigger, got.Instructions, got.Tool = p.AgentID, p.Source, p.Trigger, p.Instructions, p.Tool
		if got != want || want.Event == "" || want.SessionID == "" {
			t.Errorf("%s: decoded as %+v, want %+v", file, got, want)
		}
		if !bytes.Equal(p.Raw, bytes.TrimPrefix(b, []byte("\ufeff"))) {
			t.Errorf("%s: Raw is not what came in", file)
		}
	}
}

func TestWhatACallWroteIsDecoded(t *testing.T) {
	hi := "hi\n"
	for name, want := range map[string]struct {
		edit Edit
		took time.Duration
	}{
		"post-tool-use.bash.json":         {Edit{}, 8 * time.Millisecond},
		"post-tool-use.write.create.json": {Edit{File: "/home/dev/app/hello2.txt", Created: true}, 7 * time.Millisecond},
		"post-tool-use.edit.json": {Edit{File: "/home/dev/app/hello2.txt", Before: &hi, Hunks: []Hunk{
			{OldStart: 1, OldLines: 1, NewStart: 1, NewLines: 1, Lines: []string{"-hi", "+hello"}},
		}}, 3 * time.Millisecond},
	} {
		b := disk.Read(t, filepath.Join("testdata", "payloads", name))
		p, err := DecodePayload(b)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := p.Edit()
		if !reflect.DeepEqual(got, want.edit) || ok != (want.edit.File != "") || p.Took != want.took {
			t.Errorf("%s: %+v, %t, took %s", name, got, ok, p.Took)
		}
	}
	for _, in := range []string{
		`{"tool_name":"Write","tool_response":{"filePath":"a","staged":true}}`, `{"tool_name":"Edit","tool_response":{"filePath":1}}`,
		`{"tool_name":"Read","tool_input":{"file_path":"a"}}`, `{"tool_name":"Edit","tool_response":"filePath"}`, `{"tool_name":"Edit"}`,
	} {
		p, err := DecodePayload([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := p.Edit(); ok {
			t.Errorf("%s wrote %+v", in, e)
		}
	}
}

func TestAKeyOfAnotherTypeIsEmptyAndUnknownKeysStayInRaw(t *testing.T) {
	in := `{"session_id":12,"cwd":null,"trigger":["auto"],"source":{"a":1},"agent_id":true,"tool_name":"B\u00e4sh\n","new_key":{"x":1}}`
	p, err := DecodePayload([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if p.SessionID != "" || p.Cwd != "" || p.Trigger != "" || p.Source != "" || p.AgentID != "" {
		t.Errorf("decoded as %+v", p)
	}
	if p.Tool != "Bäsh\n" {
		t.Errorf("tool_name is %q", p.Tool)
	}
	if !strings.Contains(string(p.Raw), `"new_key":{"x":1}`) {
		t.Errorf("Raw is %q", p.Raw)
	}
}

func TestWhatIsNoPayloadIsRefused(t *testing.T) {
	for name, in := range map[string]string{
		"nothing":            "",
		"white space":        " \n",
		"no JSON":            "hello",
		"torn":               `{"session_id":"a`,
		"two objects":        `{}{}`,
		"an array":           `[{"session_id":"a"}]`,
		"a string":           `"session_id"`,
		"null":               "null",
		"trailing bytes":     `{} x`,
		"ten million arrays": strings.Repeat("[", 10_000_000),
		"nested objects":     strings.Repeat(`{"a":`, 200_000),
	} {
		if p, err := DecodePayload([]byte(in)); err == nil || p.Raw != nil {
			t.Errorf("%s: %+v, %v", name, p, err)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the message has more than one line", name)
		}
	}
}

func TestAByteOrderMarkBeforeAPayloadIsPassedOver(t *testing.T) {
	p, err := DecodePayload([]byte("\ufeff{\"session_id\":\"one\"}"))
	if err != nil || p.SessionID != "one" {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestReadingAPayloadIsBounded(t *testing.T) {
	endless := iotest.DataErrReader(strings.NewReader(strings.Repeat(" ", maxPayload+10)))
	if _, err := readPayload(endless); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("an oversized payload: %v", err)
	}
	cause := errors.New("pipe broke")
	if _, err := readPayload(iotest.ErrReader(cause)); !errors.Is(err, cause) {
		t.Errorf("a broken pipe: %v", err)
	}
}

func FuzzPayload(f *testing.F) {
	files, _ := filepath.Glob("testdata/payloads/*.json")
	for _, file := range files {
		if b, err := os.ReadFile(file); err == nil {
			f.Add(b)
		}
	}
	for _, s := range []string{
		"", "{}", "[]", `{"session_id":"\ud800"}`, `{"session_id":"a","session_id":"b"}`, "{\"cwd\":\"\xff\"}",
		`{"a":[[[[{}]]]],"cwd":"\\\"\u2028"}`, `{"":1,"tool_name":"` + strings.Repeat("x", 100) + `"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := DecodePayload(b)
		var object map[string]json.RawMessage
		isObject := json.Unmarshal(b, &object) == nil && object != nil
		if (err == nil) != isObject {
			t.Fatalf("error %v, a JSON object %t", err, isObject)
		}
		if err != nil {
			return
		}
		if !bytes.Equal(p.Raw, bytes.TrimPrefix(b, []byte("\ufeff"))) {
			t.Fatal("Raw is not what came in")
		}
		if e, ok := p.Edit(); ok && e.File == "" || p.Took < 0 {
			t.Fatalf("an edit of %+v, after %s", e, p.Took)
		}
		// Whatever a payload holds, a hook that repeats it prints valid JSON.
		var out bytes.Buffer
		fr := &Call{Env: testEnv(nil, &out, &out, nil), Program: "p", event: Event{Name: p.Event}}
		if err := fr.answer(Output{Context: fence.Stated(fence.Say("%s", p.Cwd+p.Tool)), Message: p.SessionID + p.Instructions}); err != nil {
			t.Fatal(err)
		}
		if out.Len() > 0 && !json.Valid(out.Bytes()) {
			t.Fatalf("printed %q", out.Bytes())
		}
	})
}
