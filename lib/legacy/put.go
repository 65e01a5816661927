package legacy

import (
	"fmt"
	"strings"

	"holdfast/lib/yamldoc"
)

// item adds text to the list at a body key.
func (w *work) item(key, text string) {
	if text = trimLines(text); text != "" {
		list := w.list(key)
		list.Content = append(list.Content, yamldoc.String(text))
	}
}

// list is the list at a body key, mapping the mapping; each is made where it is
// missing.
func (w *work) list(key string) *yamldoc.Node { return w.part(key, yamldoc.List) }
func (w *work) mapping(key string) *yamldoc.Node {
	return w.part(key, func(...*yamldoc.Node) *yamldoc.Node { return yamldoc.Map() })
}

func (w *work) part(key string, empty func(...*yamldoc.Node) *yamldoc.Node) *yamldoc.Node {
	n, ok := w.parts[key]
	if !ok {
		n = empty()
		w.parts[key] = n
		yamldoc.Set(w.body, key, n)
	}
	return n
}

// add puts a key into a mapping; false where it is there.
func (w *work) add(m *yamldoc.Node, key string, value *yamldoc.Node) bool {
	if w.keys[m] == nil {
		w.keys[m] = map[string]bool{}
	}
	if w.keys[m][key] {
		return false
	}
	w.keys[m][key] = true
	m.Content = append(m.Content, yamldoc.String(key), value)
	return true
}

// finished adds a task that was done.
func (w *work) finished(task string, files []string) {
	if task = trimLines(task); task == "" {
		return
	}
	m := yamldoc.Map()
	yamldoc.Set(m, "task", yamldoc.String(task))
	yamldoc.Set(m, "files", yamldoc.Strings(files))
	list := w.list("done_this_session")
	list.Content = append(list.Content, m)
}

// remains adds an open step.
func (w *work) remains(text string) {
	w.open = true
	w.item("next", text)
}

// file adds a file that was created, modified or deleted.
func (w *work) file(how, text string) {
	if text = trimLines(text); text == "" {
		return
	}
	files := w.mapping("files")
	list := yamldoc.Get(files, how)
	if list == nil {
		list = yamldoc.List()
		yamldoc.Set(files, how, list)
	}
	list.Content = append(list.Content, yamldoc.String(text))
}

// decided adds a decision and its reason; one without a name gets a number.
func (w *work) decided(name, text string) {
	w.put(w.mapping(toDecisions), name, text, "decision")
}

// put sets a text in a mapping of texts without overwriting another.
func (w *work) put(m *yamldoc.Node, name, text, otherwise string) {
	name, text = strings.TrimSpace(name), trimLines(text)
	if name == "" && text == "" {
		return
	}
	const longest = 120
	if name == "" || len(name) > longest || strings.Contains(name, "\n") {
		if name != "" {
			text = strings.TrimSuffix(name+": "+text, ": ")
		}
		name = fmt.Sprintf("%s %d", otherwise, len(m.Content)/2+1)
	}
	if w.add(m, name, yamldoc.String(text)) {
		return
	}
	// The number of keys there is free but for one who wrote such names himself.
	for n := len(m.Content)/2 + 1; !w.add(m, fmt.Sprintf("%s (%d)", name, n), yamldoc.String(text)); n++ {
	}
}

// section keeps a text that has no key of its own.
func (w *work) section(heading, text string) {
	text = strings.Trim(trimLines(text), "\n")
	if heading == "" && text == "" {
		return
	}
	m := yamldoc.Map()
	yamldoc.Set(m, "heading", yamldoc.String(heading))
	yamldoc.Set(m, "text", yamldoc.String(text))
	w.sections.Content = append(w.sections.Content, m)
}

// went notes which key a heading of the original became.
func (w *work) went(heading, key string) {
	w.headings.Content = append(w.headings.Content, yamldoc.String(heading+": "+key))
}

// field is a named text of the original: a line "**Name:** value", or a key of
// its front matter. It is kept as it is, and what it says is taken in.
func (w *work) field(name, value string) {
	w.put(w.fields, name, value, "field")
	w.hear(name, value)
}

// hear takes from a named text what decides something.
func (w *work) hear(name, value string) {
	value = strings.TrimSpace(value)
	if value == "" {
		return
	}
	first := func(at *string) {
		if *at == "" {
			*at = value
		}
	}
	switch canonical(name) {
	case "goal", "objective":
		if len(w.goals) == 0 {
			first(&w.goal)
		}
	case "task", "focus":
		first(&w.task)
	case "now", "current focus":
		if len(w.nows) == 0 {
			first(&w.now)
		}
	case "active bead", "primary bead", "bead", "bead id":
		if w.bead == "" && w.beadTitle == "" {
			w.bead, w.beadTitle = splitBead(value)
		}
	case "session", "session name", "workstream", "stream":
		if canonical(name) != "session name" || artifactName(value) {
			first(&w.session)
		}
	case "mode", "event type":
		if isMode(value) {
			first(&w.mode)
		}
	case "outcome":
		first(&w.outcome)
	case "status":
		first(&w.status)
	case "branch", "git branch":
		first(&w.branch)
	case "test", "test command":
		if yamldoc.Get(w.body, "test") == nil {
			yamldoc.Set(w.body, "test", yamldoc.String(value))
		}
	case "session id", "agent id", "root span id", "turn span id":
		yamldoc.Set(w.front, strings.ReplaceAll(canonical(name), " ", "_"), yamldoc.String(value))
	case "date", "timestamp", "ts", "created at":
		first(&w.dates[0])
	case "updated", "last updated", "updated at":
		first(&w.dates[1])
	case "started", "created":
		first(&w.dates[2])
	}
}

// trimLines takes white space off the ends of all lines, and empty lines off
// both ends.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
