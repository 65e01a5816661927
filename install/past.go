package main

import (
	"errors"
	"fmt"
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/history"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

// sayHistory reads what the client remembers of every project, so that the first
// question is answered at once, and ends with what can be searched.
func (j *job) sayHistory() error {
	inv := *j.inv
	if inv.Root == "" {
		inv.Root = j.site.scope.project
	}
	here, folder, err := inv.Place()
	if err != nil {
		return nil
	}
	roots := []string{here}
	if j.site.scope.project == "" {
		for _, dir := range history.Folders(folder.Configs(j.site.config)) {
			root, err := project.Root(project.Start{WorkingDir: dir, Home: inv.Home()})
			if err == nil && !slices.Contains(roots, root) {
				roots = append(roots, root)
			}
		}
	}
	sessions, projects, own := 0, 0, 0
	for _, root := range roots {
		n, err := j.readPast(inv, folder, root)
		if ended := inv.Ctx.Err(); ended != nil {
			return fmt.Errorf("all is installed; reading earlier sessions, with which the next search goes on: %w", ended)
		}
		if err != nil {
			inv.Warnf("%v", err)
		}
		if root == here {
			own = n
		}
		if sessions += n; n > 0 {
			projects++
		}
	}
	if own > 0 {
		inv.Printf("%s of this project can be searched: %s\n", fence.Count(own, "earlier session"), cli.OneLine(j.next("search --history QUESTION")))
	}
	if sessions > own {
		inv.Printf("%s of %s can be searched in all\n", fence.Count(sessions, "earlier session"), fence.Count(projects, "project"))
	}
	return nil
}

// readPast reads the sessions of one project and returns how many there are.
func (j *job) readPast(inv cli.Invocation, folder machine.Folder, root string) (int, error) {
	set, _ := config.Load(folder, project.Hash(root)) // doctor says what is wrong with it
	h, err := history.Of(root, folder, j.site.config, set)
	if errors.Is(err, history.ErrOff) {
		return 0, nil
	}
	sessions, err := h.Sessions(inv.Ctx, inv.Progress("reading", "sessions of "+fence.Line(root, 60)))
	return len(sessions), err
}
