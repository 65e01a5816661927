package guard

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/hook"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
)

// edited adds the earlier bytes of an edited file to the checkpoint of each task in progress that does
// not hold it. What cannot be known is said once: a later edit tells nothing of what was first.
func (g *Guard) edited(ctx context.Context) error {
	rel, ok := project.Rel(g.Root, g.File())
	if !ok || checkpoint.Allowed(rel) != nil || strings.HasPrefix(rel, task.Dir+"/") {
		return nil
	}
	e, ok := g.Edit()
	if !ok {
		return nil
	}
	tasks, missed := g.read().Tasks, map[string]bool{} // by task
	for _, task := range slices.Sorted(maps.Keys(tasks)) {
		id := tasks[task].Checkpoint
		if id == "" || slices.Contains(tasks[task].Missed, rel) {
			continue
		}
		switch why, err := g.keepEarlier(ctx, id, rel, e); {
		case err != nil:
			g.Failed(fmt.Errorf("adding %q to checkpoint %q: %w", rel, id, err))
		case why != "":
			g.Failed(fmt.Errorf("the earlier content of %q is not in checkpoint %q: %s", rel, id, why))
			g.say("could not add the earlier content of %s to checkpoint %s: %s", nil, rel, id, why)
			missed[task] = true
		}
	}
	if len(missed) == 0 {
		return nil
	}
	return g.change(ctx, func(s *state) error {
		for id, t := range s.Tasks {
			if missed[id] && t.Checkpoint == tasks[id].Checkpoint {
				t.Missed = append(t.Missed, rel)
				t.Missed = t.Missed[max(0, len(t.Missed)-maxMissed):]
			}
		}
		return nil
	})
}

const maxMissed = 1_000

// keepEarlier adds a file as it was before an edit: from the checkpoint's snapshot, else from what the
// client says. why says why its earlier bytes are not known.
func (g *Guard) keepEarlier(ctx context.Context, id, rel string, e hook.Edit) (why fence.Words, err error) {
	store := g.checkpoints()
	c, err := store.Load(id)
	if errors.Is(err, checkpoint.ErrNotFound) || err == nil && !c.Ours {
		return "", nil // pruned
	}
	if err != nil {
		return "", err
	}
	info, err := os.Lstat(filepath.Join(g.Root, filepath.FromSlash(rel)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	late := err == nil && c.MadeAfter(info)
	if c.Paths()[rel] {
		if late {
			why = "the checkpoint was made after this edit and may contain the edited file"
		}
		return why, nil
	}
	var earlier snapshot.Content
	if !late && c.Git.Snapshot != "" {
		earlier, err = store.Snapshots.At(ctx, c.Git.Snapshot, rel)
		g.Failed(err) // the client may know
	}
	if earlier.Free() && !e.Created {
		before, why := g.fromClient(rel, e)
		if why != "" {
			return why, nil
		}
		earlier = snapshot.FileOf(string(before), 0o644)
		if info != nil {
			earlier.Mode = info.Mode().Perm()
		}
	}
	_, err = store.AddFile(ctx, c, rel, earlier)
	return "", err
}

func (g *Guard) fromClient(rel string, e hook.Edit) (earlier []byte, why fence.Words) {
	if e.Before == nil {
		return nil, "the client does not report its earlier content"
	}
	present, err := durable.In(g.Root, rel).Read(checkpoint.MaxBackup)
	if err != nil {
		return nil, "the current one cannot be read, or is larger than 10 MB"
	}
	earlier, ok := earlierBytes(*e.Before, present, e)
	if !ok {
		return nil, "the earlier content that the client reports does not lead to the current one"
	}
	return earlier, ""
}
