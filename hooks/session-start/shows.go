package main

import (
	"path/filepath"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/recovery"
)

// shows are the commands that show more, as they can be typed in any folder:
// the programs lie beside the running one.
func shows(env cli.Env, root string) recovery.Commands {
	dir := ""
	if path, err := env.Executable(); err == nil {
		dir = filepath.Dir(path)
	}
	command := func(program, verb string) string {
		return fence.Word(filepath.Join(dir, program)) + " " + verb + " --root " + fence.Word(root)
	}
	return recovery.Commands{
		Brief:  command("session-start", "brief"),
		Status: command("session-start", "status"),
		List:   command("handoff-index", "list"),
		File:   func(path string) string { return command("handoff-index", "show") + " " + fence.Word(path) },
	}
}
