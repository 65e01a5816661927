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
	Pruned         []checkpoint.Pruned `json:"pruned"`
	Prompts        int                 `json:"prompts"` // that can no longer be gone back to
	Bytes          int64               `json:"bytes"`
	SnapshotsBytes int64               `json:"snapshots_bytes"` // what the snapshots take on the disk now
	DryRun         bool                `json:"dry_run"`
}

func runPrune(inv *cli.Invocation) error {
	keep, keepErr := inv.Number("keep", 5)
	days, daysErr := inv.Number("older-than", 30)
	if keepErr != nil || daysErr != nil || days > 36_500 {
		return inv.UsageError("--keep and --older-than take numbers of 0 or more")
	}
	e, doc := engine(inv), pruneDocument{DryRun: inv.On("dry-run")}
	tasks, err := e.Tasks.IDs()
	if err != nil {
		return err
	}
	var open []string // whose checkpoints stay
	for _, id := range tasks {
		t, err := e.Tasks.Load(id)
		if err != nil {
			inv.Warnf("%v; its checkpoints stay", err)
		}
		if err != nil || t.Status == task.InProgress {
			open = append(open, id)
		}
	}
	gone, notes, err := e.Prune(inv.Ctx, keep, time.Duration(days)*24*time.Hour, doc.DryRun, open)
	warn(inv, notes)
	if err != nil {
		return err
	}
	settings, err := config.Load(e.Machine, project.Hash(e.Root))
	inv.Warn(err)
	needed := func() ([]string, error) { return e.Needed(gone) }
	n, freed, err := prompts(e).Prune(inv.Ctx, e.Snapshots, needed, settings.KeepSnapshots, inv.Now().UTC(), doc.DryRun)
	doc.Pruned, doc.Prompts, doc.Bytes, doc.SnapshotsBytes = gone, n, freed, e.Snapshots.Size()
	for _, c := range gone {
		doc.Bytes += c.Bytes
	}
	return inv.Report(doc, err)
}

func (d pruneDocument) Print(inv *cli.Invocation) {
	word, sum := "removed", "freed"
	if d.DryRun {
		word, sum = "would remove", "would free at least"
	}
	for _, p := range d.Pruned {
		inv.Printf("%s %s, of %s\n", word, p.ID, inv.When(p.Time))
	}
	inv.Counted(word+" what was kept before %s\n", d.Prompts, "prompt")
	switch {
	case len(d.Pruned)+d.Prompts > 0:
		inv.Printf("%s %s\n", sum, fence.Size(d.Bytes))
	case d.Bytes > 0:
		inv.Printf("%s what no snapshot needs any more\n%s %s\n", word, sum, fence.Size(d.Bytes))
	default:
		inv.Printf("nothing to remove\n")
	}
	if d.SnapshotsBytes > 0 {
		inv.Printf("the snapshots take %s\n", fence.Size(d.SnapshotsBytes))
	}
}
