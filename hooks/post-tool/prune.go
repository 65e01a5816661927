package main

import (
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/project"
	"holdfast/lib/task"
)

type pruneDocument struct {
	Pruned  []checkpoint.Pruned `json:"pruned"`
	Prompts int                 `json:"prompts"` // that can no longer be gone back to
	Bytes   int64               `json:"bytes"`
	// SnapshotsBytes is what the snapshots take on the disk now.
	SnapshotsBytes int64 `json:"snapshots_bytes"`
	DryRun         bool  `json:"dry_run"`
}

const maxDays = 36_500

func runPrune(inv *cli.Invocation) error {
	keep, keepErr := inv.Number("keep", 5)
	days, daysErr := inv.Number("older-than", 30)
	if keepErr != nil || daysErr != nil || days > maxDays {
		return inv.UsageError("--keep and --older-than take numbers of 0 or more")
	}
	dryRun := inv.On("dry-run")
	e := engine(inv)
	open, err := inProgress(inv, e.Tasks)
	if err != nil {
		return err
	}
	done, err := e.Checkpoints.Prune(inv.Ctx, keep, time.Duration(days)*24*time.Hour, dryRun, open)
	warn(inv, done.Notes)
	if err != nil {
		return err
	}
	doc := pruneDocument{Pruned: done.Pruned, Bytes: done.Bytes, DryRun: dryRun}
	if e.Snapshots != nil {
		settings, err := config.Load(e.Machine, project.Hash(e.Root))
		if err != nil {
			inv.Warnf("%v", err)
		}
		var more int64
		if doc.Prompts, more, err = prompts(e).Prune(inv.Ctx, *e.Snapshots, settings.KeepSnapshots, inv.Now().UTC(),
			dryRun); err != nil {
			return err
		}
		doc.Bytes += more
		doc.SnapshotsBytes = e.Snapshots.Size()
	}
	word, sum := "removed", "freed"
	if dryRun {
		word, sum = "would remove", "would free at least"
	}
	for _, p := range done.Pruned {
		inv.Printf("%s %s, of %s\n", word, p.ID, inv.When(p.Time))
	}
	if doc.Prompts > 0 {
		inv.Printf("%s what was kept before %s\n", word, fence.Count(doc.Prompts, "prompt"))
	}
	if len(done.Pruned)+doc.Prompts == 0 {
		inv.Printf("nothing to remove\n")
	}
	if doc.Bytes > 0 || len(done.Pruned)+doc.Prompts > 0 {
		inv.Printf("%s %s\n", sum, fence.Size(doc.Bytes))
	}
	if doc.SnapshotsBytes > 0 {
		inv.Printf("the snapshots take %s\n", fence.Size(doc.SnapshotsBytes))
	}
	return inv.PrintJSON(doc)
}

// inProgress are the ids of the tasks in progress. Of a task that cannot be
// read nothing is known, so it counts as one.
func inProgress(inv *cli.Invocation, tasks task.Store) ([]string, error) {
	ids, err := tasks.IDs()
	if err != nil {
		return nil, err
	}
	var open []string
	for _, id := range ids {
		t, err := tasks.Load(id)
		if err != nil {
			inv.Warnf("%v; its checkpoints stay", err)
		}
		if err != nil || t.Status == task.InProgress {
			open = append(open, id)
		}
	}
	return open, nil
}
