package api

import (
	"bufio"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// FullWindow is the usage.input_tokens, in tokens, that makes the client
// believe its context window of one million is full, so that it compacts by
// itself before the next request.
const FullWindow = 985000

// normalTokens is the usage.input_tokens, in tokens, of every other answer.
const normalTokens = 100

// Turn is what the model answers to one request that carries tools.
type Turn struct {
	Blocks      []Block
	InputTokens int  // what usage.input_tokens claims
	Hang        bool // never answer: the request ends with the client or the server
	Fails       bool // answer that the request is invalid, from here on
	Takes       []Take
	To          string // whose conversation holds this is answered so; empty for anybody
}

// Take puts what the conversation holds into the inputs of a turn's tools: Name
// in them stands for the last match of Pattern, or of its first group.
type Take struct {
	Name    string
	Pattern *regexp.Regexp
}

// Block is one content block of an answer: a text, a tool call, or a command
// that is to be found in the text of a skill.
type Block struct {
	Text   string
	Tool   string          // the tool's name; empty for text
	Input  json.RawMessage // the tool's input, one JSON object
	Follow *Follow
}

// Follow asks for a Bash call with the command that the request's own text
// (an invoked skill) spells out. The command's line is the first that contains
// Command and opens a here-document; Body replaces what the skill shows inside.
type Follow struct {
	Command string // for example `pre-compact" checkpoint`, or `checkpoint --root`
	Body    string // the here-document's content, without its last newline
}

// ParseTurns reads turns from their text form, one line a block:
//
//	text WORDS            answer with words and end the turn
//	tool NAME {JSON}      answer with a tool call
//	follow "TEXT" "BODY"  call Bash with the command that the skill spells out
//	hang                  never answer
//	fail                  answer with an error from here on, which ends the turn
//	+ text|tool|follow …  a further block of the turn before
//	+ tokens N            what that turn's usage.input_tokens says
//	+ full                the same with FullWindow
//	+ to "TEXT"           only for a conversation that holds TEXT, one of several
//	                      that go on at the same time
//	+ take NAME "PATTERN" NAME in that turn's tool calls is what the conversation
//	                      held last that matches, or its first group
//
// BODY, TEXT and PATTERN are Go string literals. Empty lines and those that start with
// # are skipped. An error names the line by its number.
func ParseTurns(text string) ([]Turn, error) {
	var turns []Turn
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		rest, more := strings.CutPrefix(line, "+")
		if !more {
			turns = append(turns, Turn{InputTokens: normalTokens})
		}
		if len(turns) == 0 {
			return nil, fmt.Errorf("line %d: %q continues no turn", n, line)
		}
		if err := turns[len(turns)-1].add(strings.TrimSpace(rest), more); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading turns: %w", err)
	}
	return turns, nil
}

// add puts one line's content into the turn; more tells a "+" line.
func (t *Turn) add(line string, more bool) error {
	verb, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case verb == "text" && rest != "":
		t.Blocks = append(t.Blocks, Block{Text: rest})
	case verb == "tool":
		name, input, _ := strings.Cut(rest, " ")
		if name == "" || !isObject(input) {
			return fmt.Errorf("%q wants a tool's name and one JSON object", line)
		}
		t.Blocks = append(t.Blocks, Block{Tool: name, Input: json.RawMessage(input)})
	case verb == "follow":
		follow, err := parseFollow(rest)
		if err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
		t.Blocks = append(t.Blocks, Block{Tool: "Bash", Follow: follow})
	case verb == "take" && more:
		take, err := parseTake(rest)
		if err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
		t.Takes = append(t.Takes, take)
	case verb == "to" && more:
		var err error
		if t.To, err = strconv.Unquote(rest); err != nil || t.To == "" {
			return fmt.Errorf("%q wants a quoted text", line)
		}
	case verb == "hang" && rest == "" && !more:
		t.Hang = true
	case verb == "fail" && rest == "" && !more:
		t.Fails = true
	case verb == "full" && rest == "" && more:
		t.InputTokens = FullWindow
	case verb == "tokens" && more:
		tokens, err := strconv.Atoi(rest)
		if err != nil || tokens < 0 {
			return fmt.Errorf("%q wants a number of tokens", line)
		}
		t.InputTokens = tokens
	default:
		return fmt.Errorf("%q is no turn", line)
	}
	return nil
}

// parseFollow reads the two string literals of a follow line.
func parseFollow(text string) (*Follow, error) {
	command, err := strconv.QuotedPrefix(text)
	if err != nil {
		return nil, fmt.Errorf("reading the command: %w", err)
	}
	body := strings.TrimSpace(text[len(command):])
	var f Follow
	if f.Command, err = strconv.Unquote(command); err != nil {
		return nil, fmt.Errorf("reading the command: %w", err)
	}
	if f.Body, err = strconv.Unquote(body); err != nil {
		return nil, fmt.Errorf("reading the body: %w", err)
	}
	return &f, nil
}

// parseTake reads a name and a pattern.
func parseTake(text string) (Take, error) {
	name, literal, _ := strings.Cut(text, " ")
	source, err := strconv.Unquote(strings.TrimSpace(literal))
	if err != nil || name == "" {
		return Take{}, fmt.Errorf("wants a name and a quoted pattern")
	}
	pattern, err := regexp.Compile(source)
	return Take{name, pattern}, err
}

// fill replaces the name in a tool's input by what the conversation holds.
func (t Take) fill(input json.RawMessage, conversation string) (json.RawMessage, error) {
	found := t.Pattern.FindAllStringSubmatch(conversation, -1)
	if len(found) == 0 {
		return nil, fmt.Errorf("nothing in the conversation matches %q", t.Pattern)
	}
	last := found[len(found)-1]
	text, err := json.Marshal(last[len(last)-1])
	if err != nil {
		return nil, err
	}
	return json.RawMessage(strings.ReplaceAll(string(input), t.Name, strings.Trim(string(text), `"`))), nil
}

// isObject tells whether text is one JSON object.
func isObject(text string) bool {
	return strings.HasPrefix(text, "{") && json.Valid([]byte(text))
}

// command returns the shell command that text, an invoked skill, spells out,
// with the here-document's content replaced.
func (f *Follow) command(text string) (string, error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		_, mark, found := strings.Cut(line, "<<")
		if !found || !strings.Contains(line, f.Command) {
			continue
		}
		word := strings.Trim(strings.TrimSpace(mark), `'"`)
		if word == "" || strings.ContainsAny(word, " `'\"") {
			continue
		}
		return line + "\n" + f.Body + "\n" + word, nil
	}
	return "", fmt.Errorf("no line of the request holds %q and opens a here-document", f.Command)
}
