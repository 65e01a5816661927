package checkpoint

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/project"
	"holdfast/lib/task"
)

const (
	numbersTime = time.Second
	maxNumbers  = 4 << 20

	// maxNumber is more than any number that an id can hold. Above maxForeign none
	// counts that a project says was used: there is room for all that this machine
	// will give.
	maxNumber  = 1_000_000_000
	maxForeign = 100_000_000
)

func (s Store) folder() string { return s.Machine.Project(project.Hash(s.Root)) }

// numbersFile holds, per task, the highest number that was used, so that none
// is used again when its checkpoint was pruned.
func (s Store) numbersFile() string { return filepath.Join(s.folder(), "checkpoint-numbers") }

// lastNumber is the highest number that a task's checkpoints ever had, as far
// as the folders, the task and the machine folder know.
func (s Store) lastNumber(taskID string, t *task.Task) (int, error) {
	var ids []string
	if t != nil {
		ids = slices.Clone(t.Checkpoints)
	}
	entries, err := s.entries()
	for _, e := range entries {
		ids = append(ids, e.Name())
	}
	last := s.remembered()[taskID]
	for _, id := range ids {
		if of, n, ok := ParseID(id); ok && of == taskID && n < maxForeign {
			last = max(last, n)
		}
	}
	return last, err
}

func (s Store) remembered() map[string]int {
	numbers := map[string]int{}
	if b, err := durable.Read(s.numbersFile(), maxNumbers); err == nil {
		_ = json.Unmarshal(b, &numbers) // damaged: the folders and the task still know
	}
	return numbers
}

// remember enters a number. A machine folder that cannot be written leaves it
// to the folders and the task's own list.
func (s Store) remember(taskID string, n int) {
	if s.Machine.Ensure(s.folder()) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), numbersTime)
	defer cancel()
	_ = durable.File(s.numbersFile()+".lock").Locked(ctx, func() error {
		numbers := s.remembered()
		if numbers[taskID] >= n {
			return nil
		}
		numbers[taskID] = n
		b, err := json.Marshal(numbers)
		if err != nil {
			return err
		}
		return durable.File(s.numbersFile()).Replace(b, 0o600)
	})
}
