package legacy

import (
	"slices"
	"strings"

	"holdfast/lib/yamldoc"
)

// readShaped reads the keys that the schema gives a shape, whatever shape they
// have here; false for any other key.
func (w *work) readShaped(key string, value *yamldoc.Node) bool {
	switch key {
	case toNext, toBlockers, toQuestions, toWorked, toFailed, toRelated:
		w.readTexts(key, value)
	case toDecisions, toFindings:
		w.readNamed(key, value)
	case "files":
		w.readFiles(value)
	case "git":
		w.readGit(value)
	case "files_to_review", "artifacts_produced":
		w.readObjects(key, value, "path", "note")
	case "final_solutions":
		w.readObjects(key, value, "problem", "solution", "rationale")
	case "final_decisions":
		w.readObjects(key, value, "decision", "rationale", "why_this")
	default:
		return false
	}
	return true
}

// items are the items of a list; anything else is one item.
func items(value *yamldoc.Node) []*yamldoc.Node {
	switch {
	case value.Kind == yamldoc.Sequence:
		return value.Content
	case value.Kind == yamldoc.Scalar && flat(value) == "":
		return nil
	}
	return []*yamldoc.Node{value}
}

func (w *work) readTexts(key string, value *yamldoc.Node) {
	list := w.list(key)
	all := items(value)
	if value.Kind == yamldoc.Mapping {
		all = nil
		for i := 0; i+1 < len(value.Content); i += 2 {
			all = append(all, keyed(value.Content[i], value.Content[i+1]))
		}
	}
	for _, n := range all {
		text := trimLines(flat(n))
		if key == toNext && !isNothing(text) {
			w.open = true
		}
		if text != "" {
			list.Content = append(list.Content, yamldoc.String(text))
		}
	}
}

// keyed is a mapping of one key.
func keyed(key, value *yamldoc.Node) *yamldoc.Node {
	return &yamldoc.Node{Kind: yamldoc.Mapping, Tag: "!!map", Line: key.Line, Content: []*yamldoc.Node{key, value}}
}

// readNamed reads decisions or findings: a mapping of texts, a list of
// mappings, or texts. Findings that are all texts stay a list.
func (w *work) readNamed(key string, value *yamldoc.Node) {
	all := items(value)
	if key == toFindings && allScalars(all) {
		w.readTexts(key, value)
		return
	}
	m, otherwise := w.mapping(key), strings.TrimSuffix(key, "s")
	for _, n := range all {
		if n.Kind == yamldoc.Mapping {
			for i := 0; i+1 < len(n.Content); i += 2 {
				w.put(m, flat(n.Content[i]), flat(n.Content[i+1]), otherwise)
			}
			continue
		}
		name, text := splitReason(flat(n))
		w.put(m, name, text, otherwise)
	}
}

func allScalars(all []*yamldoc.Node) bool {
	return !slices.ContainsFunc(all, func(n *yamldoc.Node) bool { return n.Kind != yamldoc.Scalar })
}

// readDone reads what was finished: objects with a task and files, or texts.
func (w *work) readDone(value *yamldoc.Node) {
	w.list(toDone)
	for _, n := range items(value) {
		task := yamldoc.Text(n, "task")
		if task == "" {
			w.finished(flat(n), nil)
			continue
		}
		var files []string
		m := yamldoc.Map()
		for i := 0; i+1 < len(n.Content); i += 2 {
			switch key := n.Content[i].Value; {
			case key == "files":
				for _, f := range items(n.Content[i+1]) {
					files = append(files, flat(f))
				}
			case key != "task":
				w.add(m, key, bare(n.Content[i+1]))
			}
		}
		w.finished(task, files)
		if done := w.list(toDone).Content; len(done) > 0 {
			last := done[len(done)-1]
			last.Content = append(last.Content, m.Content...)
		}
	}
}

// readFiles reads the files of the work: by kind, or one list of them.
func (w *work) readFiles(value *yamldoc.Node) {
	if value.Kind != yamldoc.Mapping {
		for _, f := range items(value) {
			w.file("modified", flat(f))
		}
		return
	}
	files := w.mapping("files")
	for i := 0; i+1 < len(value.Content); i += 2 {
		key, v := flat(value.Content[i]), value.Content[i+1]
		switch key {
		case "created", "modified", "deleted":
			if yamldoc.Get(files, key) == nil {
				yamldoc.Set(files, key, yamldoc.List())
			}
			for _, f := range items(v) {
				w.file(key, flat(f))
			}
		default:
			if !w.add(files, key, bare(v)) {
				w.section("files: "+key, flat(v))
			}
		}
	}
}

func (w *work) readGit(value *yamldoc.Node) {
	if value.Kind != yamldoc.Mapping {
		w.section("git", flat(value))
		return
	}
	git := w.mapping("git")
	for i := 0; i+1 < len(value.Content); i += 2 {
		key, v := flat(value.Content[i]), value.Content[i+1]
		text := strings.TrimSpace(flat(v))
		known := key == "branch" || key == "commit" || key == "remote"
		switch {
		case known && text == "", key == "pr_ready" && v.ShortTag() != "!!bool":
			w.section("git: "+key, text)
			continue
		case known:
			if key == "branch" && w.branch == "" {
				w.branch = text
			}
			v = yamldoc.String(text)
		}
		if !w.add(git, key, bare(v)) {
			w.section("git: "+key, text)
		}
	}
}

// readObjects reads a list of objects whose first field is needed. A plain
// text becomes that field, with what comes after ": " or " - " in the second
// where an object needs both.
func (w *work) readObjects(key string, value *yamldoc.Node, fields ...string) {
	list := w.list(key)
	for _, n := range items(value) {
		m := yamldoc.Map()
		if n.Kind == yamldoc.Mapping && yamldoc.Text(n, fields[0]) != "" {
			w.readObject(m, n, fields)
		} else if text := trimLines(flat(n)); text != "" {
			yamldoc.Set(m, fields[0], yamldoc.String(text))
		} else {
			continue
		}
		if key == "final_solutions" && yamldoc.Text(m, "solution") == "" {
			whole := yamldoc.Text(m, "problem")
			name, text := splitReason(whole)
			if name == "" || text == "" {
				name, text = whole, whole
			}
			yamldoc.Set(m, "problem", yamldoc.String(name))
			yamldoc.Set(m, "solution", yamldoc.String(text))
		}
		list.Content = append(list.Content, m)
	}
}

func (w *work) readObject(m, n *yamldoc.Node, fields []string) {
	known := map[string]bool{}
	for _, f := range fields {
		known[f] = true
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, v := flat(n.Content[i]), n.Content[i+1]
		text := trimLines(flat(v))
		value := bare(v)
		switch {
		case known[key]:
			value = yamldoc.String(text)
		case key == "alternatives_considered":
			value = alternatives(v)
		}
		if known[key] && text == "" || !w.add(m, key, value) {
			w.section(key, text)
		}
	}
}

// alternatives is a value in one of the shapes that are allowed there: a text or
// a list of texts.
func alternatives(v *yamldoc.Node) *yamldoc.Node {
	if v.Kind == yamldoc.Scalar {
		if text := flat(v); strings.TrimSpace(text) != "" {
			return yamldoc.String(text)
		}
		return yamldoc.List()
	}
	l := yamldoc.List()
	for _, n := range items(v) {
		l.Content = append(l.Content, yamldoc.String(flat(n)))
	}
	return l
}
