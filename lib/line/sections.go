package line

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

const (
	maxRules = 30 // that are told, newest first

	toldSittings = 3
)

// Sections are what is known of a line in the one order in which it is told
// everywhere; what is empty is left out.
func (s State) Sections() []More {
	var out []More
	add := func(name string, lines ...string) {
		if len(lines) > 0 && strings.TrimSpace(strings.Join(lines, "")) != "" {
			out = append(out, More{Name: name, Lines: lines})
		}
	}
	add("goal", s.Goal)
	add("now", s.Now)
	add("since", s.Since)
	rules := Texts(s.Rules)
	slices.Reverse(rules)
	add("rules", rules[:min(len(rules), maxRules)]...)
	add("next", Texts(s.Next)...)
	add("blockers", Texts(s.Blockers)...)
	add("decisions", Texts(s.Decisions)...)
	add("failed", Texts(s.Failed)...)
	add("prompts", Texts(s.Prompts)...)
	var checks, done []string
	for _, c := range s.Checks {
		checks = append(checks, c.Command)
	}
	add("checks", checks...)
	var commands, sittings []string
	for _, c := range s.Commands {
		commands = append(commands, c.Command)
	}
	add("commands", commands...)
	add("questions", Texts(s.Questions)...)
	add("worked", Texts(s.Worked)...)
	for _, sat := range s.LastSittings[max(0, len(s.LastSittings)-toldSittings):] {
		sittings = append(sittings, sat.String())
	}
	add("sittings", sittings...)
	for _, d := range s.Done {
		if d.Counts() {
			continue
		}
		text := d.Task
		if len(d.Files) > 0 {
			text += " (" + strings.Join(d.Files, ", ") + ")"
		}
		done = append(done, text)
	}
	add("done", done...)
	add("files", ByFolder(s.Files)...)
	add("read", ByFolder(s.Read)...)
	for _, m := range s.More {
		add(m.Name, m.Lines...)
	}
	if s.Follows != "" {
		add("follows", s.Follows)
	}
	return out
}

// Counts reports whether it is what a hook says of changed files, which are told
// by their names.
func (d Done) Counts() bool {
	n, ok := strings.CutPrefix(d.Task, "changed ")
	return ok && strings.Trim(strings.TrimSuffix(n, "s"), "0123456789") == " file"
}

// ByFolder names files, those of one folder together.
func ByFolder(changed []string) []string {
	var folders []string
	names := map[string][]string{}
	for _, f := range changed[:min(len(changed), maxNamed)] {
		dir := path.Dir(f)
		if names[dir] == nil {
			folders = append(folders, dir)
		}
		names[dir] = append(names[dir], path.Base(f))
	}
	var out []string
	for _, dir := range folders {
		text := strings.Join(names[dir], ", ")
		switch {
		case dir == ".":
		case len(names[dir]) == 1:
			text = dir + "/" + text
		default:
			text = dir + "/: " + text
		}
		out = append(out, text)
	}
	if more := len(changed) - maxNamed; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return out
}
