package recovery

import (
	"strings"

	"holdfast/lib/fence"
)

const leftOut = "Left out for room: %s. In full: %s"

// reserve is the room that is kept for the end of the brief and its fence.
func (w *writer) reserve(whole string) int {
	if w.request.small() {
		const frame = 120 // what is around the text, the fence's name on either side
		return frame + len(leftOut) + smallNames + max(fence.Units(inSmall(whole)), fence.Units(inSmall(w.request.Show.Status)))
	}
	return fence.Units(whole+w.request.Show.Brief+w.request.Show.Status) + tailRoom
}

// inSmall is a command as a small brief has room for it.
func inSmall(command string) string {
	const most = 120
	if fence.Units(command) > most {
		return "/recover"
	}
	return command
}

// tail names what was left out, with the commands that print it.
func (w *writer) tail(whole string) fence.Context {
	var tail fence.Context
	if w.request.small() {
		names, command := numbers(w.unnamed), w.request.Show.Status
		if len(w.left)+len(w.some) > 0 {
			names = strings.TrimSuffix("details, "+names, ", ")
		}
		if names == "" {
			return tail
		}
		if len(w.unnamed) == 0 {
			command = whole
		}
		return fence.Stated(fence.Say(leftOut, fence.Data{Text: names, Max: smallNames}, fence.Data{Text: inSmall(command)}))
	}
	all := w.request.Show.Brief
	note := func(what fence.Words, names, command string) {
		if names != "" {
			tail = tail.Then(fence.Stated(fence.Say("Left out for room: "+what+"%s. In full: %s", fence.Data{Text: names, Max: tailNames}, fence.Data{Text: command})))
		}
	}
	note("", strings.Join(w.left, ", "), whole)
	note("some of ", numbers(w.some), all)
	note("", numbers(w.unnamed), w.request.Show.Status)
	return tail
}

// numbers are counts by kind, in words.
func numbers(counts map[string]int) string {
	var parts []string
	for _, kind := range []string{"epic", KindLine, kindLines, "design", "run", "task", "note"} {
		if n := counts[kind]; n > 0 {
			parts = append(parts, plural(n, strings.TrimSuffix(kind, "s")))
		}
	}
	return strings.Join(parts, ", ")
}
