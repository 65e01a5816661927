package main

import (
	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/task"
	"holdfast/lib/undo"
)

// complete offers the checkpoints and tasks that there are.
func complete(inv *cli.Invocation, placeholder, _ string) []string {
	root, folder, err := inv.Place()
	if err != nil {
		return nil
	}
	switch placeholder {
	case "CHECKPOINT":
		all, _, err := checkpoint.Store{Root: root, Machine: folder, Now: inv.Now}.List("")
		if err != nil {
			return nil
		}
		var ids []string
		for _, c := range all {
			ids = append(ids, c.ID)
		}
		h, err := undo.Store{Root: root, Machine: folder}.Read()
		if err != nil {
			return ids
		}
		for _, p := range h.Prompts {
			ids = append(ids, p.Name())
		}
		return ids
	case "TASK":
		ids, _ := task.Store{Root: root, Machine: folder}.IDs()
		return ids
	}
	return nil
}
