package recovery

import (
	"strings"

	"holdfast/lib/fence"
)

const leftOut = "Left out for room: %s. In full: %s"

// reserve is the room that is kept for the end of the brief and its fence.
func (w *writer) reserve(whole string) int {
	status := w.fit(w.request.Show.status())
	if w.request.small() {
		const frame = 120 // what is around the text, the fence's name on either side
		return frame + len(leftOut) + smallNames + max(fence.Units(whole), fence.Units(status))
	}
	return fence.Units(whole+w.fit(w.request.Show.Brief())+status) + tailRoom
}

// fit is a command as the brief has room for it: of a tenth of it at most.
func (w *writer) fit(command string) string {
	const least = 120
	if fence.Units(command) > max(least, w.request.room()/10) {
		return "/recover"
	}
	return command
}

// tail names what was left out, with the commands that print it.
func (w *writer) tail(whole string) fence.Context {
	var tail fence.Context
	status := w.fit(w.request.Show.status())
	if w.request.small() {
		names, command := numbers(w.unnamed), status
		if len(w.left)+len(w.some) > 0 {
			names = strings.TrimSuffix("details, "+names, ", ")
		}
		if names == "" {
			return tail
		}
		if len(w.unnamed) == 0 {
			command = whole
		}
		return fence.Stated(fence.Say(leftOut, fence.Data{Text: names, Max: smallNames}, fence.Data{Text: command}))
	}
	all := w.fit(w.request.Show.Brief())
	note := func(what fence.Words, names, command string) {
		if names != "" {
			tail = tail.Then(fence.Stated(fence.Say("Left out for room: "+what+"%s. In full: %s", fence.Data{Text: names, Max: tailNames}, fence.Data{Text: command})))
		}
	}
	note("", strings.Join(w.left, ", "), whole)
	note("some of ", numbers(w.some), all)
	note("", numbers(w.unnamed), status)
	return tail
}

// numbers are counts by kind, in words.
func numbers(counts map[string]int) string {
	var parts []string
	for _, kind := range []string{"epic", kindLine, kindLines, "design", "run", "task", "note"} {
		if n := counts[kind]; n > 0 {
			parts = append(parts, plural(n, strings.TrimSuffix(kind, "s")))
		}
	}
	return strings.Join(parts, ", ")
}
