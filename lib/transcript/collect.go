package transcript

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"holdfast/lib/prompt"
)

// collector decodes the live records, in the order of the file, into a
// conversation.
type collector struct {
	x       *tree
	conv    Conversation
	calls   map[string]*call // the live tool calls, by their ids
	sources map[string]bool  // live records of the model, once one is asked for
	work                     // what the tool calls did
	byQueue bool             // the last prompt came out of the queue
	answer  []byte           // the last text of the model as JSON: only those that end a turn are decoded
}

func newCollector(x *tree) *collector {
	c := &collector{x: x, conv: x.conv, calls: map[string]*call{}, work: work{places: map[string]int{}}}
	return c
}

func (c *collector) collect() {
	for i := range c.x.nodes {
		n := &c.x.nodes[i]
		beside := !n.live && n.answers && c.isBeside(n)
		if !n.live && !beside && (!n.answers || len(n.call) > 0) {
			continue
		}
		taken := n.live || beside
		if n.kind != other && !c.nothingIn(n) {
			taken = c.decode(n, taken)
		}
		if taken {
			c.noteTime(n.at)
		}
	}
}

// isBeside says whether a record holds results of live calls: those of parallel ones
// hang beside the branch.
func (c *collector) isBeside(n *node) bool {
	if c.sources == nil {
		c.sources = c.x.liveModel(func(n *node) []byte { return n.uuid })
	}
	made := c.calls[string(n.call)]
	return len(n.source) > 0 && c.sources[string(n.source)] || made != nil && made.tool != unknown
}

// nothingIn says whether a record is the result of a tool that tells nothing,
// such as a file that was read.
func (c *collector) nothingIn(n *node) bool {
	made := c.calls[string(n.call)]
	return made != nil && made.tool == silent && n.answers
}

// decode takes in a record and says whether it turned out to be live.
func (c *collector) decode(n *node, trusted bool) bool {
	switch {
	case n.kind == assistant:
		c.assistant(n)
	case n.kind == queued:
		c.queued(n)
	case n.answers:
		return c.results(n, trusted)
	case n.summary:
		c.conv.Summary = cmp.Or(c.conv.Summary, unsecret(blocksText(member(n.body, "content"), strings.TrimSpace)))
	case n.spoken:
		content := member(n.body, "content")
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
func (c *collector) prompt(words string, at time.Time, queue bool) {
	if words == "" {
		return
	}
	if k := len(c.conv.Prompts); k > 0 && (queue || c.byQueue) && c.conv.Prompts[k-1].Text == words {
		return
	}
	c.conv.Idle, c.stale = false, ""
	if prompt.PlanTitle(words) != "" {
		c.plan = Plan{Title: prompt.PlanTitle(unsecret(words)), Time: at.UTC()}
	}
	c.byQueue = queue
	c.endTurn()
	c.conv.Prompts = append(c.conv.Prompts, Prompt{Text: words, Time: at.UTC()})
}

// endTurn keeps the model's last text as the answer to the last prompt.
func (c *collector) endTurn() {
	if k := len(c.conv.Prompts); k > 0 {
		c.conv.Prompts[k-1].Answer = clip(strings.TrimSpace(text(c.answer)), maxAnswer)
	}
	c.answer = c.answer[:0]
}

func (c *collector) queued(n *node) {
	mode := string(inner(member(n.body, "commandMode")))
	if string(inner(member(n.body, "type"))) != "queued_command" || mode != "" && mode != "prompt" {
		return
	}
	if n.spoken && !isTrue(member(n.body, "isMeta")) && humanOrigin(member(n.body, "origin")) {
		c.prompt(userText(member(n.body, "prompt")), n.at, true)
	}
}

func (c *collector) assistant(n *node) {
	switch string(inner(member(n.body, "stop_reason"))) {
	case "", "tool_use", "pause_turn":
		c.conv.Idle = false
	default:
		c.conv.Idle = true
	}
	invented := n.apiError || string(inner(member(n.body, "model"))) == "<synthetic>"
	for value := range elements(member(n.body, "content")) {
		switch b := parseBlock(value); string(b.typ) {
		case "text":
			if !invented && !blank(b.text) {
				c.answer = append(c.answer[:0], b.text...)
			}
		case "tool_use":
			made := c.work.call(b)
			made.at, made.branch = n.at.UTC(), text(n.branch)
			if len(b.id) > 0 {
				c.calls[string(b.id)] = &made
			}
		}
	}
}

// results takes in the results of tool calls: all of a record that is trusted
// to be live, and those that answer a live call of one beside the branch. It
// says whether there was one.
func (c *collector) results(n *node, trusted bool) bool {
	taken := trusted
	for value := range elements(member(n.body, "content")) {
		b := parseBlock(value)
		made := c.calls[string(b.answers)]
		if string(b.typ) != "tool_result" || !trusted && made == nil {
			continue
		}
		taken, c.conv.Idle = true, false
		made = cmp.Or(made, &call{})
		made.answered = true
		end := outcome{failed: b.failed, denied: n.denied, result: n.result, cwd: text(n.cwd), at: n.at}
		if b.failed {
			end.output = blocksText(b.content, func(s string) string { return s })
			c.prompt(refusalWords(end.output), n.at, false)
		}
		changed, name := c.work.result(*made, end), text(n.branch)
		if name != c.stale {
			c.stale = ""
		}
		if changed && name != "" && name != "HEAD" && name != c.stale {
			c.conv.Branches = append(slices.DeleteFunc(c.conv.Branches, func(b string) bool { return b == name }), name)
		}
	}
	return taken
}

func (c *collector) noteTime(at time.Time) {
	if at.IsZero() {
		return
	}
	at = at.UTC()
	if c.conv.First.IsZero() || at.Before(c.conv.First) {
		c.conv.First = at
	}
	if at.After(c.conv.Last) {
		c.conv.Last = at
	}
}

// atOnce is how far apart the records of calls can be that a model makes at once.
const atOnce = time.Minute

// conversation is what was collected.
func (c *collector) conversation() Conversation {
	last := clip(strings.TrimSpace(text(c.answer)), maxText)
	c.endTurn()
	conv := c.conv
	if conv.Branch == c.stale {
		conv.Branch = "" // there was a checkout since
	}
	conv.LastAnswer = last
	conv.Files = c.files.newest(math.MaxInt)
	conv.Tasks = c.taskList()
	conv.Failures = c.lastFailures()
	conv.Answers = c.answers
	conv.Plan = c.plan
	conv.Checks, conv.Succeeded = c.lastChecks(), c.succeeded.newest(maxSucceeded)
	slices.Reverse(conv.Succeeded)
	conv.UsedShell, conv.Moved = c.usedShell, c.moved
	for _, made := range c.calls {
		// One that the conversation has left behind is not at work any more: of calls
		// made at once only one result may be on the live branch.
		conv.Calling = conv.Calling || !made.answered && conv.Last.Sub(made.at) < atOnce
		conv.UsedShell = conv.UsedShell || made.tool == shell && !made.answered
		if made.tool == edit && !made.answered && made.what != "" {
			conv.Pending = append(conv.Pending, made.what)
		}
	}
	slices.Sort(conv.Pending)
	conv.Commands, conv.Commits, conv.Read = c.commands(), c.commits, c.read()
	return conv
}
