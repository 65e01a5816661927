package checkpoint

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/task"
)

const (
	// maxNumber is more than any number that an id can hold. Above maxForeign none
	// counts that a project says was used: there is room for all that this machine
	// will give.
	maxNumber  = 1_000_000_000
	maxForeign = 100_000_000
)

func (s Store) folder() string { return s.Machine.Project(project.Hash(s.Root)) }

// numbers holds a row for each number that was given, so that none is given again when
// its checkpoint was pruned.
func (s Store) numbers() machine.Rows {
	return machine.Rows{Path: filepath.Join(s.folder(), "checkpoint-numbers"), Bound: 1 << 20}
}

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

// remembered are the highest numbers that were given, by task. Without the rows the
// folders and the task still know.
func (s Store) remembered() map[string]int {
	numbers := map[string]int{}
	_ = s.numbers().Each(func(row []byte) {
		id, number, _ := strings.Cut(string(row), "\t")
		if n, err := strconv.Atoi(number); err == nil {
			numbers[id] = max(numbers[id], n)
		} else {
			_ = json.Unmarshal(row, &numbers) // as earlier builds kept them
		}
	})
	return numbers
}

// remember enters a number. A machine folder that cannot be written leaves it
// to the folders and the task's own list.
func (s Store) remember(taskID string, n int) {
	if s.Machine.Ensure(s.folder()) == nil {
		_ = s.numbers().Add(context.Background(), taskID+"\t"+strconv.Itoa(n))
	}
}
