package main

import (
	"holdfast/lib/cli"
	"holdfast/lib/recovery"
)

// shows are the commands that show more, as they can be typed in any folder.
func shows(env cli.Env, root string) recovery.Commands {
	command := func(words ...string) string { return env.Command(append(words, "--root", root)...).String() }
	return recovery.Commands{
		Brief:  command("brief"),
		Status: command("status"),
		Lines:  env.Command("lines").String(),
		Line:   func(name string) string { return command("show", name) },
	}
}
