package main

import (
	"slices"

	"holdfast/lib/artifact"
	"holdfast/lib/catalog"
	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/design"
	"holdfast/lib/epic"
	"holdfast/lib/history"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/task"
	"holdfast/lib/undo"
	"holdfast/lib/workflow"
)

// maxOffered is how many saved files a shell is offered, newest first.
const maxOffered = 100

// completeName offers the names that there are in the project for a placeholder of a
// command. A shell has no place for an error.
func completeName(inv *cli.Invocation, command, placeholder, flag string) []string {
	switch flag {
	case "--mode", "--outcome":
		return artifact.Values(flag[2:])
	case "--session":
		placeholder = "LINE"
	case "", "--source", "--line":
	default:
		return nil
	}
	switch placeholder {
	case "SOURCE":
		return []string{"startup", "resume", "clear", "compact", "fork"}
	case "KEY", "VALUE":
		return completeSetting(inv, placeholder)
	}
	root, folder, err := inv.Place()
	if err != nil {
		return nil
	}
	runs := workflow.In(root, folder)
	switch placeholder {
	case "LINE":
		open := slices.Contains([]string{"close", "rename", "merge", "adopt", "forget"}, command)
		return line.In(artifact.Of(root, folder), inv.Now()).Names(inv.Ctx, !open)
	case "PATH":
		if command == "show" || command == "validate" {
			return savedPaths(inv, artifact.Of(root, folder))
		}
	case "SESSION":
		if dir, err := machine.ConfigDir(inv.Getenv); err == nil {
			set, _ := config.Load(folder, project.Hash(root)) // doctor tells of a broken one
			h, _ := history.Of(root, folder, dir, set)
			return h.IDs()
		}
	case "FEATURE":
		features, _ := design.In(root, folder).Features()
		return features
	case "EPIC":
		return epic.In(root, folder).IDs()
	case "TASK":
		ids, _ := task.Store{Root: root, Machine: folder}.IDs()
		return ids
	case "RUN":
		return runs.IDs(inv.Now(), false)
	case "ID":
		if command == "run" {
			return runs.IDs(inv.Now(), true)
		}
	case "CHECKPOINT":
		switch command {
		case "run":
			return runs.IDs(inv.Now(), true)
		case "diff", "rollback":
			return fileCheckpoints(inv, root, folder)
		}
	}
	return nil
}

func savedPaths(inv *cli.Invocation, store artifact.Store) (paths []string) {
	all, err := catalog.Catalog{Store: store, Zone: inv.Zone, Now: inv.Now()}.Open(inv.Ctx)
	if err != nil {
		return nil
	}
	rows, _, _ := all.List(inv.Ctx, catalog.Filter{}, maxOffered)
	for _, r := range rows {
		paths = append(paths, r.Path)
	}
	return paths
}

// fileCheckpoints are the checkpoints of files, and the prompts.
func fileCheckpoints(inv *cli.Invocation, root string, folder machine.Folder) (ids []string) {
	all, _, err := checkpoint.Store{Root: root, Machine: folder, Now: inv.Now}.List("")
	if err != nil {
		return nil
	}
	for _, c := range all {
		ids = append(ids, c.ID)
	}
	h, _ := undo.Store{Root: root, Machine: folder}.Read()
	for _, p := range h.Prompts {
		ids = append(ids, p.Name())
	}
	return ids
}

// completeSetting offers the settings and the values that the one before takes.
func completeSetting(inv *cli.Invocation, placeholder string) []string {
	if placeholder == "KEY" {
		return config.Names()
	}
	for _, k := range config.Keys {
		if slices.Contains(inv.Args, k.Name) {
			return append([]string{"default"}, k.Allowed...)
		}
	}
	return nil
}
