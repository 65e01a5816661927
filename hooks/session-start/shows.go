package main

import (
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/recovery"
)

// shows are the commands that show more, as they can be typed in any folder.
func shows(env cli.Env, root string) recovery.Commands {
	name := env.Holdfast()
	command := func(verb string) string { return name + " " + verb + " --root " + fence.Word(root) }
	return recovery.Commands{
		Brief:  command("brief"),
		Status: command("status"),
		Lines:  name + " lines",
		Line:   func(name string) string { return command("show " + fence.Word(name)) },
	}
}
