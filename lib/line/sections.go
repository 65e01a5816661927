package line

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"holdfast/lib/each"
)

const maxNamed = 60 // changed files that are told

// Sections are what is known of a line in its one order, without what is empty.
func (s State) Sections() []More {
	command := func(c Command) string { return c.Command }
	all := slices.Concat([]More{
		{"goal", []string{s.Goal}}, {"now", []string{s.Now}}, {"since", []string{s.Since}},
		{"rules", Texts(Reversed(NewestOf(s.Rules, 30)))}, {"next", Texts(s.Next)},
		{"blockers", Texts(s.Blockers)}, {"decisions", Texts(s.Decisions)}, {"failed", Texts(s.Failed)},
		{"prompts", Texts(s.Prompts)}, {"checks", each.Of(s.Checks, command)},
		{"commands", each.Of(s.Commands, command)}, {"questions", Texts(s.Questions)}, {"worked", Texts(s.Worked)},
		{"sittings", each.Of(NewestOf(s.LastSittings, 3), Sitting.String)},
		{"done", each.Of(without(s.Done, Done.Counts), Done.String)},
		{"files", ByFolder(s.Files)}, {"read", ByFolder(s.Read)},
	}, s.More, []More{{"follows", []string{s.Follows}}})
	return slices.DeleteFunc(all, func(m More) bool { return strings.TrimSpace(strings.Join(m.Lines, "")) == "" })
}

// Counts reports whether it is what a hook says of changed files, which are told by their names.
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
	out := each.Of(folders, func(dir string) string {
		switch text := strings.Join(names[dir], ", "); {
		case dir == ".":
			return text
		case len(names[dir]) == 1:
			return dir + "/" + text
		default:
			return dir + "/: " + text
		}
	})
	if more := len(changed) - maxNamed; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return out
}
