package transcript

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/prompt"
)

// collect decodes the live records, in the order of the file, and the results of live
// calls: those of calls made at once hang beside the branch.
func (x *reader) collect() {
	for i := range x.all {
		r := &x.all[i]
		taken := r.live
		switch {
		case r.answers:
			taken = x.results(r)
		case !r.live:
		case r.typ == "assistant":
			x.assistant(r)
		case r.typ == "user" && r.summary:
			x.Summary = cmp.Or(x.Summary, unsecret(r.words()))
		case r.asked != "":
			said := r.words()
			name, _ := slashCommand(said)
			x.Recovers = x.Recovers || len(x.Prompts) == 0 && prompt.Recovers(name)
			x.Idle = x.Idle || strings.HasPrefix(said, interruption)
			x.prompt(userText(r.asked), r.at, r.typ != "user")
		}
		if taken && !r.at.IsZero() {
			if x.First.IsZero() || r.at.Before(x.First) {
				x.First = r.at
			}
			if r.at.After(x.Last) {
				x.Last = r.at
			}
		}
	}
}

// prompt takes in words of the user. Those from the queue may be recorded a second time.
func (x *reader) prompt(words string, at time.Time, queue bool) {
	k := len(x.Prompts)
	if words == "" || k > 0 && (queue || x.byQueue) && x.Prompts[k-1].Text == words {
		return
	}
	x.Idle, x.stale, x.byQueue = false, "", queue
	if prompt.PlanTitle(words) != "" {
		x.Plan = Plan{Title: prompt.PlanTitle(unsecret(words)), Time: at}
	}
	x.Prompts, x.LastAnswer = append(x.Prompts, Prompt{Text: words, Time: at}), ""
}

func (x *reader) assistant(r *record) {
	stop, model, content := r.body.pick("stop_reason", "model", "content")
	reason := stop.str()
	x.Idle = reason != "" && reason != "tool_use" && reason != "pause_turn"
	invented := r.apiError || model.str() == "<synthetic>"
	for block := range content.elements() {
		kind, id, text := block.pick("type", "id", "text")
		switch kind.str() {
		case "text":
			words := strings.TrimSpace(text.text())
			if invented || words == "" {
				continue
			}
			x.LastAnswer = fence.Head(words, maxText)
			if k := len(x.Prompts); k > 0 {
				x.Prompts[k-1].Answer = fence.Head(words, maxAnswer)
			}
		case "tool_use":
			if id := id.str(); id != "" {
				x.calls[id] = &call{record: r, block: block}
			}
		}
	}
}

// results takes in the results of tool calls: all of a live record, and those that answer
// a live call of one beside the branch. It says whether there was one.
func (x *reader) results(r *record) (taken bool) {
	taken = r.live
	for block := range r.content().elements() {
		kind, id, failed := block.pick("type", "tool_use_id", "is_error")
		made := x.calls[id.str()]
		if kind.str() != "tool_result" || !r.live && made == nil {
			continue
		}
		taken, x.Idle = true, false
		made = cmp.Or(made, &call{record: &record{}})
		made.end, made.failed = r, failed == "true"
		if made.failed {
			made.output = blocksText(block.get("content"), func(s string) string { return s })
			x.prompt(refusalWords(made.output), r.at, false)
		}
		changed, name := x.took(*made), r.branch.text()
		if name != x.stale {
			x.stale = ""
		}
		if changed {
			if name == "HEAD" || name == x.stale {
				name = ""
			}
			x.Changes = append(x.Changes, Change{Span{made.at, r.at}, name, x.squashed})
		}
		if x.settled {
			x.squashed, x.settled = "", false
		}
	}
	return taken
}

// atOnce is how far apart the records of calls can be that a model makes at once.
const atOnce = time.Minute

// conversation is what was collected.
func (x *reader) conversation() Conversation {
	if x.Branch == x.stale {
		x.Branch = "" // there was a checkout since
	}
	x.Files, _ = x.files.newest(math.MaxInt)
	x.Tasks = append(x.Tasks, x.tasks...) // behind the list of an older client
	_, x.Checks = x.checks.newest(maxChecks)
	x.Succeeded, _ = x.succeeded.newest(maxSucceeded)
	slices.Reverse(x.Succeeded)
	_, failures := x.failures.newest(maxFailures)
	for _, f := range slices.Backward(failures) {
		x.Failures = append(x.Failures, f.Failure)
	}
	for _, made := range x.calls {
		if made.end != nil {
			continue
		}
		// Of calls made at once only one result may be on the live branch.
		x.Calling = x.Calling || x.Last.Sub(made.at) < atOnce
		x.UsedShell = x.UsedShell || slices.Contains(shells, made.tool())
		if path := pathIn(made.input()); path != "" && slices.Contains(editors, made.tool()) {
			x.Pending = append(x.Pending, path)
		}
	}
	slices.Sort(x.Pending)
	x.Commands, x.Read = x.commands(), x.read()
	return x.Conversation
}
