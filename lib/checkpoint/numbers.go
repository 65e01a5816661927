package checkpoint

import (
	"context"
	"encoding/json"
	"path/filepath"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/project"
)

// numbersFile holds, per task, the highest number that was used, so that none
// is used again when its checkpoint was pruned.
const (
	numbersFile = "checkpoint-numbers"
	numbersTime = time.Second
	maxNumbers  = 4 << 20
)

func (s Store) folder() string { return s.Machine.Project(project.Hash(s.Root)) }

func (s Store) remembered() map[string]int {
	numbers := map[string]int{}
	if b, err := durable.Read(filepath.Join(s.folder(), numbersFile), maxNumbers); err == nil {
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
	path := filepath.Join(s.folder(), numbersFile)
	_ = durable.File(path+".lock").Locked(ctx, func() error {
		numbers := s.remembered()
		if numbers[taskID] >= n {
			return nil
		}
		numbers[taskID] = n
		b, err := json.Marshal(numbers)
		if err != nil {
			return err
		}
		return durable.File(path).Replace(b, 0o600)
	})
}
