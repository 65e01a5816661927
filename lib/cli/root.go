package cli

import (
	"fmt"

	"holdfast/lib/project"
)

// ProjectRoot is the project that a command is about: --root, else found
// upward from the working directory.
func (inv *Invocation) ProjectRoot() (string, error) {
	dir, err := inv.WorkingDir()
	if err != nil {
		return "", fmt.Errorf("finding the working directory: %w", err)
	}
	return project.Root(project.Start{Explicit: inv.Root, WorkingDir: dir, Home: inv.Home()})
}
