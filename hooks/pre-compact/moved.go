package main

import (
	"path/filepath"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/gitrepo"
	"holdfast/lib/moved"
)

// adoptMoved takes over what is kept of the project that was at dir.
func adoptMoved(inv *cli.Invocation, dir string) error {
	root, folder := inv.Project, inv.Machine
	if !filepath.IsAbs(dir) {
		here, err := inv.WorkingDir()
		if err != nil {
			return err
		}
		dir = filepath.Join(here, dir)
	}
	git := func() (gitrepo.Git, bool) { return gitrepo.New(inv.Getenv("PATH"), inv.Environ()) }
	stayed, err := moved.Project{Root: root, Machine: folder, Git: git}.From(inv.Ctx, filepath.Clean(dir))
	if err != nil {
		return &cli.Error{Code: cli.NotFound, Message: err.Error()}
	}
	inv.Printf("took over what was kept of %s\n", dir)
	if len(stayed) > 0 {
		inv.Printf("this project has its own already of: %s\n", strings.Join(stayed, ", "))
	}
	return inv.PrintJSON(map[string]any{"from": dir, "stayed": append([]string{}, stayed...)})
}
