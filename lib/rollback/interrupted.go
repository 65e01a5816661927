package rollback

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/snapshot"
)

// An Interruption is a rollback that was cut short, and how many of its files are in which state.
type Interruption struct {
	Safety  checkpoint.Checkpoint // that holds what was before it
	Options Options               // of that rollback
	Before  int                   // files as before it
	After   int                   // files as it leaves them
	Other   int                   // files that changed since
}

const oldInterruption = 7 * 24 * time.Hour

// Settled is what became of the rollbacks that were cut short.
type Settled struct {
	Interrupted []Interruption // those that are not settled
	Notes       []fence.Note
}

// Settle clears away what killed rollbacks left, unless one is running.
func (e Engine) Settle(ctx context.Context) (s Settled, err error) {
	marked, err := e.Unfinished()
	if err != nil || len(marked) == 0 {
		return s, err
	}
	err = e.Exclusively(ctx, 0, func(tree durable.Place) (err error) {
		s, err = e.settle(ctx, tree)
		return err
	})
	if errors.Is(err, durable.ErrBusy) {
		err = nil
	}
	return s, err
}

// settle counts the files of each by state. One all of whose files are on one side is settled.
func (e Engine) settle(ctx context.Context, tree durable.Place) (s Settled, err error) {
	marked, err := e.Unfinished()
	for _, c := range marked {
		err := e.clearAsides(ctx, tree, &c)
		if s.Notes = append(s.Notes, c.Notes...); err != nil {
			return s, err
		}
		i := count(ctx, tree, c)
		if i.Before > 0 && i.After > 0 && e.Now().Sub(c.Time) < oldInterruption {
			s.Interrupted = append(s.Interrupted, i)
			continue
		}
		if i.After == len(c.Rollback.Files) {
			if err := e.enter(ctx, c); err != nil {
				s.Notes = append(s.Notes, fence.Say(unnoted, err))
			}
		}
		if err := e.Unmark(c); err != nil {
			return s, err
		}
	}
	return s, err
}

// count counts the files of an interrupted rollback by state, and removes folders that it emptied.
func count(ctx context.Context, tree durable.Place, c checkpoint.Checkpoint) Interruption {
	i := Interruption{Safety: c}
	_ = json.Unmarshal(c.Rollback.Options, &i.Options) // this machine wrote it
	after := map[string]checkpoint.File{}
	for _, f := range c.Rollback.Files {
		after[f.Path] = f
	}
	for _, f := range c.Files {
		restored, ok := after[f.Path]
		switch {
		case !ok: // saved during the rollback
		case isAs(ctx, tree, f, f.Path):
			i.Before++
		case isAs(ctx, tree, restored, f.Path), f.Path == taskFile(c.TaskID):
			i.After++
			if !restored.Existed {
				removeEmpty(tree, path.Dir(f.Path))
			}
		default:
			i.Other++
		}
	}
	return i
}

// clearAsides removes what a killed rollback was about to put in place or had moved aside. What its safety
// checkpoint does not hold was saved at that very moment and is added to it.
func (e Engine) clearAsides(ctx context.Context, tree durable.Place, c *checkpoint.Checkpoint) error {
	if own := taskFile(c.TaskID); own != "" {
		tree.At(path.Dir(own)).Sweep()
	}
	known := map[string][]checkpoint.File{} // by folder
	for _, f := range slices.Concat(c.Files, c.Rollback.Files) {
		dir := path.Dir(f.Path)
		known[dir] = append(known[dir], f)
	}
	for dir, files := range known {
		tree.At(dir).Sweep()
		names, _ := tree.At(dir).Names() // none where it is gone, or no folder
		for _, name := range names {
			was, ok := durable.Aside(name)
			if !ok {
				continue
			}
			aside := path.Join(dir, name)
			isHeld := func(f checkpoint.File) bool {
				f.Mode = "" // of one that was about to take its place it may not be set
				return f.Existed && durable.AsideFrom(was, path.Base(f.Path)) && isAs(ctx, tree, f, aside)
			}
			var err error
			if slices.ContainsFunc(files, isHeld) {
				err = tree.At(aside).Derived().Remove()
			} else {
				_, err = e.hold(ctx, tree, c, path.Join(dir, was), aside)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

const savedSuffix = ".saved-during-rollback"

// hold adds what was moved aside to the safety checkpoint, under a name of its own, which it returns. A
// folder or a pipe stays where it is now.
func (e Engine) hold(ctx context.Context, tree durable.Place, c *checkpoint.Checkpoint, was, aside string) (as string,
	err error) {
	now, err := snapshot.Read(ctx, tree.At(aside))
	if err != nil || now.Kind != snapshot.File && now.Kind != snapshot.Link {
		return "", err
	}
	for as = range durable.Numbered(was + savedSuffix) {
		if !c.Paths()[as] {
			break
		}
	}
	if *c, err = e.AddFile(ctx, *c, as, now); err != nil {
		return "", fmt.Errorf("what was saved as %q is now %q: %w", was, aside, err)
	}
	return as, tree.At(aside).Derived().Remove()
}
