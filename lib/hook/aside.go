package hook

import (
	"holdfast/lib/cli"
	"holdfast/lib/machine"
)

// standsAside reports whether this is a plugin's copy of a program that settings run
// too: theirs does the work. Only a copy in a plugin looks for that.
func standsAside(env cli.Env, program string) bool {
	if env.Getenv("CLAUDE_PLUGIN_ROOT") == "" {
		return false
	}
	folder, err := machine.Locate(env.Getenv)
	return err == nil && folder.Wired(program, env.Getenv("CLAUDE_PROJECT_DIR"))
}
