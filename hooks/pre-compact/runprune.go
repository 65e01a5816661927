package main

import (
	"context"
	"os"

	"holdfast/lib/cli"
	"holdfast/lib/workflow"
)

type prunedDocument struct {
	DryRun bool              `json:"dry_run"`
	Runs   []workflow.Pruned `json:"runs"`
}

func pruneRuns(ctx context.Context, inv *cli.Invocation, s workflow.Store, o workflow.PruneOptions) error {
	done, err := s.Prune(ctx, o)
	printPruned(inv, done, o.DryRun)
	if err != nil {
		return err
	}
	if len(done) == 0 {
		inv.Printf("no run to archive\n")
	}
	return inv.PrintJSON(prunedDocument{DryRun: o.DryRun, Runs: append([]workflow.Pruned{}, done...)})
}

func printPruned(inv *cli.Invocation, done []workflow.Pruned, dry bool) {
	would := ""
	if dry {
		would = "would have "
	}
	for _, p := range done {
		if p.Deleted {
			inv.Printf("%sdeleted %s\n", would, p.From)
		} else {
			inv.Printf("%sarchived %s to %s\n", would, p.From, p.To)
		}
	}
}

func fileThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
