package workflow

import (
	"cmp"
	"fmt"
	"path"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
)

const day = 24 * time.Hour

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

func (p Pruning) Print(inv *cli.Invocation) {
	would := ""
	if p.DryRun {
		would = "would have "
	}
	if len(p.Runs) == 0 {
		inv.Printf("no run to archive\n")
	}
	for _, r := range p.Runs {
		if r.Deleted {
			inv.Printf("%sdeleted %s\n", would, r.From)
		} else {
			inv.Printf("%sarchived %s to %s\n", would, r.From, r.To)
		}
	}
}

// prune archives the runs that are due; --delete deletes them, and those in the archive.
func (s Store) prune(c command) (Pruning, error) {
	pruning := Pruning{DryRun: c.On("dry-run"), Runs: []Pruned{}}
	all, err := s.List("", c.Now())
	if _, none := s.Stat(Dir); err != nil || none != nil && len(all) == 0 {
		return pruning, err
	}
	err = s.Turn(c.Ctx, Dir, func() error {
		if !pruning.DryRun {
			for _, runs := range Folders() {
				s.sweep(runs, 3) // a run in a branch's folder in the archive
			}
		}
		for _, r := range all {
			if !r.due(c) {
				continue
			}
			p := Pruned{ID: r.ID, From: r.Path, Deleted: c.On("delete")}
			done, err := s.retire(c, r.place, &p)
			if err != nil {
				return fmt.Errorf("pruning %q: %w", r.Path, err)
			}
			if done {
				pruning.Runs = append(pruning.Runs, p)
			}
		}
		return nil
	})
	return pruning, err
}

// sweep removes what a killed process was deleting, or had begun to write.
func (s Store) sweep(dir string, deep int) {
	durable.In(s.Root, dir).Sweep()
	names, _ := s.Names(dir, true)
	for _, name := range names {
		if deep > 0 {
			s.sweep(path.Join(dir, name), deep-1)
		}
	}
}

func (r Run) due(c command) bool {
	keep, ended := map[string]time.Duration{Completed: 7 * day, Failed: 30 * day}[r.Status] // beside the others
	if r.Archived {
		return ended && c.On("delete")
	}
	return ended && r.broken == nil && !r.Last.IsZero() && c.Now().Sub(r.Last) >= keep
}

// retire archives or deletes a run, where it is still due once nobody works on it.
func (s Store) retire(c command, at place, p *Pruned) (done bool, err error) {
	if !p.Deleted {
		p.To, err = s.Free(path.Join(at.runs, archiveName, cmp.Or(at.folder, defaultBranch), path.Base(at.Path)))
	}
	if err != nil || c.On("dry-run") {
		return err == nil, err
	}
	folder := durable.In(s.Root, at.Path)
	err = s.InTurn(c.Ctx, at.Path, func() error {
		if now, _ := s.read(at); !now.due(c) {
			return nil
		}
		done = true
		if p.Deleted {
			return folder.RemoveAll()
		}
		return folder.Move(p.To)
	})
	if err == nil && at.folder != "" {
		_ = durable.In(s.Root, path.Dir(at.Path)).RemoveEmpty() // one that holds more stays
	}
	return done, err
}
