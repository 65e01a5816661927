package transcript

import (
	"slices"
	"strings"
	"time"

	"holdfast/lib/prompt"
)

// collector decodes the live records, in the order of the file, into a
// conversation.
type collector struct {
	x       *index
	lines   *window
	conv    Conversation
	calls   map[uint64]call // the live tool calls, by the hash of their id
	sources map[uint64]bool // live records of the model
	work                    // what the tool calls did
	first   int64           // microseconds since 1970 of the oldest live record, 0 for none
	last    int64
	byQueue bool   // the last prompt came out of the queue
	answer  []byte // the last text of the model as JSON: only that one is decoded
}

func newCollector(x *index, lines *window) *collector {
	c := &collector{
		x: x, lines: lines, conv: x.conv,
		calls: map[uint64]call{}, sources: map[uint64]bool{}, work: newWork(),
	}
	for _, n := range x.nodes {
		if n.live && n.kind == assistant {
			c.sources[n.id] = true
		}
	}
	return c
}

func (c *collector) collect() error {
	for i := range c.x.nodes {
		n := &c.x.nodes[i]
		// Results of parallel calls hang beside the branch.
		beside := !n.live && n.answersTool && (c.sources[n.source] || c.calls[n.call].tool != unknown)
		if !n.live && !beside && (!n.answersTool || n.call != 0) {
			continue
		}
		taken := n.live || beside
		if n.size == 0 {
			if taken {
				c.files.add(c.x.files[n.off])
				c.prompt(c.x.words[n.off], n.at, false)
			}
		} else if n.kind != other && !c.nothingIn(n) {
			line, err := c.lines.line(n.off, int(n.size))
			if err != nil {
				return err
			}
			taken = c.decode(n, taken, n.body.of(line), n.result.of(line))
		}
		if taken {
			c.noteTime(n.at)
		}
	}
	return nil
}

// nothingIn says whether a record is the result of a tool that tells nothing,
// such as a file that was read.
func (c *collector) nothingIn(n *node) bool {
	made, known := c.calls[n.call]
	if known && made.tool == silent {
		return n.answersTool
	}
	return false
}

// decode takes in a record and says whether it turned out to be live. The
// parts of its line were valid when they were indexed; should the file have
// been rewritten since, the scanner stops at the fault.
func (c *collector) decode(n *node, trusted bool, body, result []byte) bool {
	switch {
	case n.kind == assistant:
		c.assistant(n, body)
	case n.kind == queued:
		c.queued(n, body)
	case n.answersTool:
		return c.results(n, trusted, body, result)
	case n.summary:
		if c.conv.Intent == "" {
			c.conv.Intent = prompt.Intent(unsecret(blocksText(member(body, "content"), strings.TrimSpace)))
		}
	case n.spoken:
		content := member(body, "content")
		switch said := blocksText(content, strings.TrimSpace); {
		case strings.HasPrefix(said, interruption):
			c.conv.Idle = true
		case len(c.conv.Prompts) == 0:
			name, _ := slashCommand(said)
			c.conv.Recovers = c.conv.Recovers || prompt.Recovers(name)
		}
		c.prompt(userText(content), n.at, false)
	}
	return true
}

// prompt takes in words of the user. A prompt from the queue may be recorded a
// second time, as a turn of its own.
func (c *collector) prompt(words string, at int64, queue bool) {
	if words == "" {
		return
	}
	if k := len(c.conv.Prompts); k > 0 && (queue || c.byQueue) && c.conv.Prompts[k-1].Text == words {
		return
	}
	c.conv.Idle = false
	if prompt.PlanTitle(words) != "" {
		c.plan = Plan{Title: prompt.PlanTitle(unsecret(words)), Time: timeOf(at)}
	}
	c.byQueue = queue
	c.answer = c.answer[:0] // what was written before answers an earlier prompt
	c.conv.Prompts = append(c.conv.Prompts, Prompt{Text: words, Time: timeOf(at)})
}

func (c *collector) queued(n *node, attachment []byte) {
	var typ, mode, prompt, origin []byte
	mine := n.spoken
	members(attachment, func(key, value []byte) {
		switch string(key) {
		case "type":
			typ = inner(value)
		case "commandMode":
			mode = inner(value)
		case "prompt":
			prompt = value
		case "origin":
			origin = value
		case "isMeta":
			mine = mine && !isTrue(value)
		}
	})
	if string(typ) != "queued_command" || len(mode) > 0 && string(mode) != "prompt" {
		return
	}
	if mine && humanOrigin(origin) {
		c.prompt(userText(prompt), n.at, true)
	}
}

func (c *collector) assistant(n *node, message []byte) {
	switch string(inner(member(message, "stop_reason"))) {
	case "", "null", "tool_use", "pause_turn":
		c.conv.Idle = false
	default:
		c.conv.Idle = true
	}
	invented := n.apiError || string(inner(member(message, "model"))) == "<synthetic>"
	elements(member(message, "content"), func(value []byte) {
		switch b := parseBlock(value); string(b.typ) {
		case "text":
			if !invented && !blank(b.text) {
				c.answer = append(c.answer[:0], b.text...)
			}
		case "tool_use":
			if made := c.work.call(c.x, b); len(b.id) > 0 {
				c.calls[c.x.hash(b.id)] = made
			}
		}
	})
}

// results takes in the results of tool calls: all of a record that is trusted
// to be live, and those that answer a live call of one beside the branch. It
// says whether there was one.
func (c *collector) results(n *node, trusted bool, message, result []byte) bool {
	taken := trusted
	elements(member(message, "content"), func(value []byte) {
		b := parseBlock(value)
		if string(b.typ) != "tool_result" {
			return
		}
		id := c.x.hash(b.answers)
		made, known := c.calls[id]
		if !trusted && !known {
			return
		}
		taken, c.conv.Idle = true, false
		if known {
			made.answered = true
			c.calls[id] = made
		}
		end := outcome{failed: b.failed, denied: n.denied, result: result, at: n.at}
		if b.failed {
			end.output = blocksText(b.content, func(s string) string { return s })
			c.prompt(refusalWords(end.output), n.at, false)
			c.answers = append(c.answers, clarified(end.output)...)
		}
		if c.work.result(made, end) && n.branch != 0 {
			name := c.x.branches[n.branch]
			c.conv.Branches = append(slices.DeleteFunc(c.conv.Branches, func(b string) bool { return b == name }), name)
		}
	})
	return taken
}

// timeOf turns microseconds since 1970 into a time, 0 into the zero time.
func timeOf(at int64) time.Time {
	if at == 0 {
		return time.Time{}
	}
	return time.UnixMicro(at).UTC()
}

func (c *collector) noteTime(at int64) {
	if at == 0 {
		return
	}
	if c.first == 0 || at < c.first {
		c.first = at
	}
	c.last = max(c.last, at)
}

// conversation is what was collected.
func (c *collector) conversation() Conversation {
	conv := c.conv
	conv.LastAnswer = clip(strings.TrimSpace(text(c.answer)), maxText)
	conv.Files = c.files.paths
	conv.Tasks = c.taskList()
	conv.Failures = c.lastFailures()
	conv.Answers = c.answers
	conv.Plan = c.plan
	conv.Checks, conv.Succeeded = c.ran.checks(), c.ran.commands()
	conv.UsedShell = c.usedShell
	for _, made := range c.calls {
		conv.Calling = conv.Calling || !made.answered
		conv.UsedShell = conv.UsedShell || made.tool == shell && !made.answered
		if made.tool == edit && !made.answered && made.what != "" {
			conv.Pending = append(conv.Pending, made.what)
		}
	}
	slices.Sort(conv.Pending)
	conv.First, conv.Last = timeOf(c.first), timeOf(c.last)
	return conv
}

// pathSet is a list of paths without doubles, in order of arrival.
type pathSet struct {
	paths []string
	known map[string]bool
}

func (s *pathSet) add(path string) {
	if path == "" || s.known[path] {
		return
	}
	s.known[path] = true
	s.paths = append(s.paths, path)
}

// lastFailures is the newest failures, oldest first.
func (w *work) lastFailures() []Failure {
	var all []failed
	for _, f := range w.failures {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b failed) int { return a.order - b.order })
	all = all[max(0, len(all)-maxFailures):]
	var list []Failure
	for _, f := range all {
		list = append(list, f.Failure)
	}
	return list
}
