package cli

import (
	"fmt"

	"holdfast/lib/machine"
	"holdfast/lib/project"
)

// Place is the project that a command is about, and the machine folder.
func (inv *Invocation) Place() (root string, folder machine.Folder, err error) {
	if root, err = inv.ProjectRoot(); err != nil {
		return "", machine.Folder{}, err
	}
	folder, err = machine.Locate(inv.Getenv)
	return root, folder, err
}

// ProjectRoot is the project that a command is about: --root, else found
// upward from the working directory.
func (inv *Invocation) ProjectRoot() (string, error) {
	dir, err := inv.WorkingDir()
	if err != nil {
		return "", fmt.Errorf("finding the working directory: %w", err)
	}
	return project.Root(project.Start{Explicit: inv.Root, WorkingDir: dir, Home: inv.Home()})
}
