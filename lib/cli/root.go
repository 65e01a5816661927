package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/moved"
	"holdfast/lib/project"
)

// Place is the project that a command is about, and the machine folder.
func (inv *Invocation) Place() (root string, folder machine.Folder, err error) {
	if root, err = inv.ProjectRoot(); err != nil {
		return "", machine.Folder{}, err
	}
	if folder, err = machine.Locate(inv.Getenv); err != nil {
		return root, folder, err
	}
	git := gitrepo.Finder(inv.Getenv, inv.Environ)
	from, err := moved.Project{Root: root, Machine: folder, Git: git}.Follow(inv.Ctx)
	if err != nil {
		inv.Warnf("%v", err)
	} else if from != "" {
		inv.Warnf("this project was at %q; what is kept of it came along", from)
	}
	return root, folder, nil
}

// InProject is a path that was given from the working directory, where there is
// such a file, or from the root, as the project stores it; false for one outside.
func (inv *Invocation) InProject(root, p string) (rel string, ok bool) {
	if dir, err := inv.WorkingDir(); err == nil && !filepath.IsAbs(p) {
		full := filepath.Join(dir, p)
		if rel, ok := project.Rel(root, full); ok && fileAt(full) {
			return rel, true
		}
	}
	return project.Rel(root, p)
}

func fileAt(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
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
