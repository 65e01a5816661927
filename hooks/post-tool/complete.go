package main

import (
	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/task"
	"holdfast/lib/undo"
)

// maxLabel is how much of a description is shown beside an id, in UTF-16 units.
const maxLabel = 60

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
			ids = append(ids, c.ID+"\t"+fence.Line(c.Description, maxLabel))
		}
		h, err := undo.Store{Root: root, Machine: folder}.Read()
		if err != nil {
			return ids
		}
		for _, p := range h.Prompts {
			ids = append(ids, p.Name()+"\t"+fence.Line(p.Text, maxLabel))
		}
		return ids
	case "TASK":
		ids, _ := task.Store{Root: root, Machine: folder}.IDs()
		return ids
	}
	return nil
}
