package main

import (
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/recovery"
)

// shows are the commands that show more, as they can be typed in any folder, or
// where root is "" in the project.
func shows(env cli.Env, root string) recovery.Commands {
	holdfast := slices.Clip(env.Command())
	command := func(words ...string) string {
		if root != "" {
			words = append(words, "--root", root)
		}
		return append(holdfast, words...).String()
	}
	return recovery.Commands{
		Brief:  command("brief"),
		Status: command("status"),
		Lines:  append(holdfast, "lines").String(),
		Line:   func(name string) string { return command("show", name) },
	}
}
