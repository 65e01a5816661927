package workflow

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
)

const (
	completedKept = 7 * 24 * time.Hour
	failedKept    = 30 * 24 * time.Hour
	pruneWait     = 200 * time.Millisecond // for a run that somebody is changing
)

// PruneOptions say what Prune does.
type PruneOptions struct {
	DryRun bool
	Delete bool // deletes what is due, and what is archived
	Now    time.Time
}

// Pruned is a run that was archived or deleted.
type Pruned struct {
	ID      string `json:"run_id"`
	From    string `json:"from"`
	To      string `json:"to"` // "" where it is deleted
	Deleted bool   `json:"deleted"`
}

// Pruning is what Prune did, or in a dry run would do.
type Pruning struct {
	DryRun bool     `json:"dry_run"`
	Runs   []Pruned `json:"runs"`
}

// Print prints what became of each run.
func (p Pruning) Print(inv *cli.Invocation) {
	would := ""
	if p.DryRun {
		would = "would have "
	}
	printPruned(inv, p.Runs, would)
	if len(p.Runs) == 0 {
		inv.Printf("no run to archive\n")
	}
}

func printPruned(inv *cli.Invocation, runs []Pruned, would string) {
	for _, p := range runs {
		if p.Deleted {
			inv.Printf("%sdeleted %s\n", would, p.From)
		} else {
			inv.Printf("%sarchived %s to %s\n", would, p.From, p.To)
		}
	}
}

// Prune archives the runs that are due: completed ones 7 days after their end,
// failed ones after 30. Only with Delete is anything deleted. Running and paused
// runs, and those that cannot be read, are never touched.
func (s Store) Prune(ctx context.Context, o PruneOptions) (Pruning, error) {
	done := Pruning{DryRun: o.DryRun, Runs: []Pruned{}}
	all, err := s.places(true, nil)
	if err != nil || len(all) == 0 && len(s.leftovers()) == 0 {
		return done, err
	}
	err = s.locked(ctx, func() error {
		for _, rel := range s.leftovers() {
			if !o.DryRun {
				durable.In(s.Root, rel).Sweep()
			}
		}
		all, err := s.places(true, nil)
		for _, at := range all {
			var p Pruned
			if p, err = s.pruneOne(ctx, at, o); err != nil {
				return err
			}
			if p.ID != "" {
				done.Runs = append(done.Runs, p)
			}
		}
		return err
	})
	return done, err
}

// leftovers are the folders that hold what a killed process was deleting.
func (s Store) leftovers() []string {
	var all []string
	for _, runs := range Folders() {
		for _, level := range []string{runs, path.Join(runs, archiveName)} {
			if there, err := s.real(level); err != nil || !there {
				continue
			}
			for _, dir := range append(s.folders(level), ".") {
				if rel := path.Join(level, dir); !s.isRun(rel) && s.holdsTemp(rel) {
					all = append(all, rel)
				}
			}
		}
	}
	return all
}

func (s Store) due(r Run, o PruneOptions) bool {
	kept := map[string]time.Duration{Completed: completedKept, Failed: failedKept}[r.Status]
	switch {
	case r.Broken != nil || kept == 0:
		return false
	case r.Archived:
		return o.Delete
	}
	last := r.Last.Time
	if last.IsZero() {
		info, err := os.Lstat(s.under(r.place, stateFile))
		if err != nil {
			return false
		}
		last = info.ModTime()
	}
	return o.Now.Sub(last) >= kept
}

// pruneOne archives or deletes a run, if it is due and nobody works on it.
func (s Store) pruneOne(ctx context.Context, at place, o PruneOptions) (Pruned, error) {
	r, _ := s.read(at)
	if !s.due(r, o) {
		return Pruned{}, nil
	}
	p := Pruned{ID: r.ID, From: at.rel, Deleted: o.Delete}
	if !o.Delete {
		p.To = s.archivePlace(r)
	}
	if o.DryRun {
		return p, nil
	}
	ctx, cancel := context.WithTimeout(ctx, pruneWait)
	defer cancel()
	folder := durable.In(s.Root, at.rel)
	err := folder.LockedFolder(ctx, func() error {
		if now, _ := s.read(at); !s.due(now, o) {
			p = Pruned{}
			return nil
		}
		if o.Delete {
			return folder.Vanish()
		}
		if err := durable.In(s.Root, path.Dir(p.To)).MkdirAll(0o755); err != nil {
			return err
		}
		return folder.Move(p.To)
	})
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return Pruned{}, nil // somebody works on it: it is not due
	case err != nil:
		return Pruned{}, fmt.Errorf("pruning %q: %w", at.rel, err)
	case at.branch != "":
		// An empty folder would be taken for a branch that has runs; one that is not stays.
		_ = durable.In(s.Root, path.Dir(at.rel)).RemoveEmpty()
	}
	return p, nil
}

// archivePlace is a free place in the archive for a run.
func (s Store) archivePlace(r Run) string {
	branch := r.place.branch
	if branch == "" {
		branch = "main"
		if len(checkBranch(r.Branch)) == 0 {
			branch = fold(r.Branch)
		}
	}
	base := path.Join(r.place.runs, archiveName, branch, r.place.name)
	for rel := range durable.Numbered(base) {
		if _, err := s.records().Stat(rel); errors.Is(err, fs.ErrNotExist) {
			return rel
		}
	}
	return base // which is taken: the move fails
}
