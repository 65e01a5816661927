package main

import (
	"context"
	"flag"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/task"
)

const pruneHelp = `Removes old checkpoints: those that are both beyond the newest --keep of their
task and older than --older-than days. A task's newest one with whole backups
stays, and so do those of a task in progress. What only they held of the
snapshots goes too, and so does what is left of a checkpoint whose folder is
gone for at least a day.

Options:
  --keep N           of each task (default 5)
  --older-than DAYS  (default 30)
  --dry-run          name them and what would be freed; remove nothing
  --root DIR         the project (default: found upward from the working directory)
  --json             {"pruned":[{"id","task","time","bytes","snapshot_only"}],
                     "bytes","dry_run"}

Examples:
  post-tool prune --dry-run
  post-tool prune --keep 2 --older-than 7

`

func pruneVerb() cli.Verb {
	return cli.Verb{
		Name:     "prune",
		Synopsis: "prune [--keep N] [--older-than DAYS] [--dry-run]",
		Summary:  "removes old checkpoints",
		Help:     pruneHelp,
		Run:      runPrune,
	}
}

type pruneDocument struct {
	Pruned []checkpoint.Pruned `json:"pruned"`
	Bytes  int64               `json:"bytes"`
	DryRun bool                `json:"dry_run"`
}

const maxDays = 36_500

func runPrune(inv *cli.Invocation) error {
	keep, days, dryRun := 5, 30, false
	err := inv.Parse(func(fs *flag.FlagSet) {
		fs.IntVar(&keep, "keep", keep, "")
		fs.IntVar(&days, "older-than", days, "")
		fs.BoolVar(&dryRun, "dry-run", false, "")
	}, 0, 0)
	if err != nil {
		return err
	}
	if keep < 0 || days < 0 || days > maxDays {
		return inv.UsageError("--keep and --older-than take numbers from 0 on")
	}
	root, folder, err := place(inv)
	if err != nil {
		return err
	}
	open, err := inProgress(inv, task.Store{Root: root, Machine: folder})
	if err != nil {
		return err
	}
	store := rollbackEngine(inv, root, folder).Checkpoints
	pruned, freed, err := store.Prune(context.Background(), keep, time.Duration(days)*24*time.Hour, dryRun, open)
	if err != nil {
		return err
	}
	word, sum := "removed", "freed"
	if dryRun {
		word, sum = "would remove", "would free at least"
	}
	for _, p := range pruned {
		if p.SnapshotOnly {
			inv.Printf("%s the snapshot of %s, of %s; its checkpoint is gone\n", word, p.ID, shortTime(p.Time))
			continue
		}
		inv.Printf("%s %s, of %s\n", word, p.ID, shortTime(p.Time))
	}
	if len(pruned) == 0 {
		inv.Printf("nothing to remove\n")
	} else {
		inv.Printf("%s %s\n", sum, sizeText(freed))
	}
	return inv.PrintJSON(pruneDocument{pruned, freed, dryRun})
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
