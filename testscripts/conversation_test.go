package testscripts

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// transcript FILE STEPS writes a transcript as the client does, from a file of
// steps, one a line; $NAME is a variable, $x100 that many letters x, \n a line
// break. An existing FILE is continued. The session is the one that FILE is named for. The steps:
//
//	start -10m            the time of the next record, before now
//	at TIME               the same, RFC 3339
//	cwd DIR               the folder of the session ($P)
//	branch NAME           the branch (none)
//	prompt TEXT           the user asks
//	orders TEXT           a program asks, as with -p
//	picture TEXT          the user asks with a picture and words, or none
//	says TEXT             the model answers
//	write PATH            the model makes or changes a file by Write
//	begins PATH           the same, as far as it came before a kill: the call alone
//	bash COMMAND          a command that works; => OUTPUT is what it prints
//	fails COMMAND         a command that fails, likewise
//	diff PATHS            a command whose result names the files it changed
//	ask QUESTION          the model asks; => ANSWER is what the user chose
//	task ID SUBJECT       the model makes a task
//	set ID STATUS         the model changes a task
//	meta TEXT             the client's words in the user's mouth
//	sidechain TEXT        a prompt to a subagent, and its answer
//	read PATH             the model reads a file
//	title KIND TEXT       a title of the session: custom, ai or summary
//	team NAME             the records from here on are of a team's agent
//	compact SUMMARY       a compaction
//	mark NAME             names the place
//	rewind NAME           goes back to it: what follows hangs there
//	line TEXT             the line as it stands
//	torn TEXT             the same without its end of line
func transcript(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: transcript FILE STEPS")
	}
	file := ts.MkAbs(args[0])
	c := &conversation{
		session: strings.TrimSuffix(filepath.Base(file), ".jsonl"), cwd: ts.Getenv("P"),
		now: time.Now().Add(-10 * time.Minute), marks: map[string]string{}, parent: lastRecord(ts, file),
	}
	for i, line := range strings.Split(ts.ReadFile(args[1]), "\n") {
		step, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if step == "" || step == "#" {
			continue
		}
		text = strings.ReplaceAll(os.Expand(text, variable(ts)), `\n`, "\n")
		if err := c.step(step, strings.TrimSpace(text)); err != nil {
			ts.Fatalf("%s: line %d: %v", args[1], i+1, err)
		}
	}
	out, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	ts.Check(err)
	defer out.Close()
	_, err = out.WriteString(c.text.String())
	ts.Check(err)
}

func variable(ts *testscript.TestScript) func(string) string {
	return func(name string) string {
		if n, err := strconv.Atoi(strings.TrimPrefix(name, "x")); err == nil && name[0] == 'x' {
			return strings.Repeat("x", n)
		}
		return ts.Getenv(name)
	}
}

// lastRecord is the uuid of the record that a file ends with, "" where there is
// no file.
func lastRecord(ts *testscript.TestScript, file string) string {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	ts.Check(err)
	defer f.Close()
	info, err := f.Stat()
	ts.Check(err)
	end := make([]byte, min(info.Size(), 64<<10))
	_, err = f.ReadAt(end, info.Size()-int64(len(end)))
	ts.Check(err)
	_, uuid, _ := strings.Cut(string(end[strings.LastIndex(string(end), `"uuid":"`)+1:]), `:"`)
	uuid, _, _ = strings.Cut(uuid, `"`)
	return uuid
}

// recorded FILE NAME [BEFORE] writes the recorded transcript
// testdata/transcripts/NAME.jsonl to FILE, with the project in place of the
// recorded folder, up to the first line that holds BEFORE.
func recorded(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: recorded FILE NAME [BEFORE]")
	}
	b, err := os.ReadFile(filepath.Join("testdata", "transcripts", args[1]+".jsonl"))
	ts.Check(err)
	var out strings.Builder
	for line := range strings.Lines(string(b)) {
		if len(args) == 3 && strings.Contains(line, args[2]) {
			break
		}
		out.WriteString(strings.ReplaceAll(line, "/home/dev/app", ts.Getenv("P")))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(out.String()), 0o600))
}

// conversation grows a transcript record by record.
type conversation struct {
	text         strings.Builder
	session      string
	cwd, branch  string
	team         string
	now          time.Time
	parent       string
	records      int
	marks        map[string]string
	sideways     bool
	logicalAbove string
}

type object = map[string]any

func (c *conversation) step(step, text string) error {
	first, second, _ := strings.Cut(text, " ")
	before, after, _ := strings.Cut(text, " => ")
	switch step {
	case "start":
		d, err := time.ParseDuration(text)
		c.now = time.Now().Add(d)
		return err
	case "at":
		at, err := time.Parse(time.RFC3339, text)
		c.now = at
		return err
	case "cwd":
		c.cwd = text
	case "branch":
		c.branch = text
	case "prompt":
		c.user(text, nil)
	case "orders":
		c.user(text, object{"promptSource": "sdk"})
	case "meta":
		c.user(text, object{"isMeta": true})
	case "picture":
		content := []any{object{"type": "image", "source": object{"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}}}
		if text != "" {
			content = append([]any{object{"type": "text", "text": text}}, content...)
		}
		c.user(content, nil)
	case "says":
		c.model(object{"type": "text", "text": text})
	case "write":
		path := text
		if !filepath.IsAbs(path) {
			path = filepath.Join(c.cwd, path)
		}
		c.call("Write", object{"file_path": path, "content": "x\n"}, "File created successfully at: "+path, false, object{
			"type": "create", "filePath": path, "content": "x\n", "structuredPatch": []any{}, "originalFile": nil, "userModified": false,
		})
	case "read":
		path := text
		if !filepath.IsAbs(path) {
			path = filepath.Join(c.cwd, path)
		}
		c.call("Read", object{"file_path": path}, "1\tx", false, object{"type": "text", "file": object{"filePath": path, "content": "x\n", "numLines": 1}})
	case "begins":
		c.model(object{"type": "tool_use", "id": "toolu_" + c.session, "name": "Write", "input": object{"file_path": filepath.Join(c.cwd, text), "content": "x\n"}})
	case "bash":
		c.shell(before, after, false, nil)
	case "fails":
		c.shell(before, after, true, nil)
	case "diff":
		c.shell("edit through shell", "", false, strings.Fields(text))
	case "ask":
		c.call("AskUserQuestion", object{"questions": []any{object{"question": before}}}, "answered", false,
			object{"answers": object{before: after}})
	case "task":
		c.call("TaskCreate", object{"subject": second}, "Task created", false,
			object{"task": object{"id": first, "subject": second}})
	case "set":
		c.call("TaskUpdate", object{"taskId": first, "status": second}, "Updated", false,
			object{"success": true, "taskId": first, "statusChange": object{"from": "pending", "to": second}})
	default:
		return c.turn(step, text)
	}
	return nil
}

// turn takes the steps that change where records hang or how they are written.
func (c *conversation) turn(step, text string) error {
	switch step {
	case "sidechain":
		was := c.parent
		c.sideways, c.parent = true, ""
		c.user(text, nil)
		c.model(object{"type": "text", "text": "answer to " + text})
		c.sideways, c.parent = false, was
	case "compact":
		c.logicalAbove, c.parent = c.parent, ""
		c.record(object{"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted",
			"logicalParentUuid": c.logicalAbove, "compactMetadata": object{"trigger": "auto", "preTokens": 985021}})
		summary := "This session is being continued from a previous conversation that ran out of context."
		if text != "" {
			summary += "\n\nSummary:\n" + text
		}
		c.user(summary, object{"isCompactSummary": true})
	case "mark":
		c.marks[text] = c.parent
	case "title":
		kind, title, _ := strings.Cut(text, " ")
		r := object{"type": kind + "-title", kind + "Title": title, "sessionId": c.session}
		if kind == "summary" {
			r = object{"type": kind, kind: title, "leafUuid": c.parent}
		}
		line, err := json.Marshal(r)
		c.text.Write(append(line, '\n'))
		return err
	case "team":
		c.team = text
	case "rewind":
		to, ok := c.marks[text]
		if !ok {
			return fmt.Errorf("no mark %q", text)
		}
		c.parent = to
	case "line":
		c.text.WriteString(text + "\n")
	case "torn":
		c.text.WriteString(text)
	default:
		return fmt.Errorf("unknown step %q", step)
	}
	return nil
}

func (c *conversation) user(content any, more object) {
	r := object{"type": "user", "message": object{"role": "user", "content": content}}
	maps.Copy(r, more)
	c.record(r)
}

func (c *conversation) model(block object) {
	stop := "end_turn"
	if block["type"] == "tool_use" {
		stop = "tool_use"
	}
	c.record(object{"type": "assistant", "message": object{
		"id": fmt.Sprintf("msg_%s_%d", c.session, c.records), "type": "message", "role": "assistant",
		"model": "claude-opus-5-5", "content": []any{block}, "stop_reason": stop,
	}})
}

// call is a tool call and its result.
func (c *conversation) call(tool string, input object, said string, failed bool, result any) {
	id := fmt.Sprintf("toolu_%s_%d", c.session, c.records)
	c.model(object{"type": "tool_use", "id": id, "name": tool, "input": input})
	answer := object{"tool_use_id": id, "type": "tool_result", "content": said, "is_error": failed}
	c.user([]any{answer}, object{"toolUseResult": result, "sourceToolAssistantUUID": c.parent})
}

func (c *conversation) shell(command, output string, failed bool, files []string) {
	input := object{"command": command, "description": "run"}
	if failed {
		c.call("Bash", input, "Exit code 1\n"+output, true, "Error: Exit code 1\n"+output)
		return
	}
	result := object{"stdout": output, "stderr": "", "interrupted": false, "isImage": false}
	if len(files) > 0 {
		var changed, paths []any
		for _, f := range files {
			path := filepath.Join(c.cwd, f)
			changed, paths = append(changed, object{"filePath": path, "hunks": []any{}}), append(paths, path)
		}
		result["bashEditDiff"] = object{"files": changed, "moreFiles": 0, "changedFiles": paths}
	}
	c.call("Bash", input, output, false, result)
}

// record writes a record that hangs below the one before, a second later.
func (c *conversation) record(r object) {
	c.records++
	c.now = c.now.Add(time.Second)
	uuid := fmt.Sprintf("%08x-%04x-4000-8000-%012x", c.records, c.now.Unix()&0xffff, c.now.UnixNano()&0xffffffffffff)
	r["uuid"], r["parentUuid"] = uuid, any(nil)
	if c.parent != "" {
		r["parentUuid"] = c.parent
	}
	common := object{
		"isSidechain": c.sideways, "timestamp": c.now.UTC().Format("2006-01-02T15:04:05.000Z"), "cwd": c.cwd,
		"sessionId": c.session, "version": "2.1.329", "gitBranch": c.branch, "userType": "external", "entrypoint": "cli",
	}
	if c.team != "" {
		common["teamName"] = c.team
	}
	maps.Copy(r, common)
	line, err := json.Marshal(r)
	if err != nil {
		panic(err) // nothing in a record can fail to be JSON
	}
	c.text.Write(append(line, '\n'))
	c.parent = uuid
}
