package transcript

import (
	"cmp"
	"slices"

	"holdfast/lib/fence"
)

// maxTasks is how many tasks with ids are kept.
const maxTasks = 1000

// taskResult takes in what a task tool did.
func (w *work) taskResult(made call, result []byte) {
	switch made.tool {
	case taskCreate:
		t := parseTask(member(result, "task"), "id", "subject")
		t.Status = cmp.Or(t.Status, "pending")
		w.setTask(t)
	case taskUpdate:
		if string(member(result, "success")) == "false" {
			return
		}
		t := made.task
		t.ID = cmp.Or(scalar(member(result, "taskId")), t.ID)
		t.Status = cmp.Or(text(member(result, "statusChange", "to")), t.Status)
		w.setTask(t)
	case taskList:
		for value := range elements(member(result, "tasks")) {
			w.setTask(parseTask(value, "id", "subject"))
		}
	}
}

func parseTask(value []byte, id, subject string) Task {
	return Task{
		ID: scalar(member(value, id)), Subject: fence.Head(text(member(value, subject)), maxCommand),
		Status: text(member(value, "status")),
	}
}

// setTask takes over what t knows of a task. One that was made before the part
// read is first mentioned here.
func (w *work) setTask(t Task) {
	if t.ID == "" {
		return
	}
	i := slices.IndexFunc(w.tasks, func(old Task) bool { return old.ID == t.ID })
	switch {
	case i >= 0:
		old := w.tasks[i]
		w.tasks[i] = Task{t.ID, cmp.Or(t.Subject, old.Subject), cmp.Or(t.Status, old.Status)}
	case len(w.tasks) < maxTasks:
		w.tasks = append(w.tasks, t)
	}
}

// todoWrite takes in the whole list that an older client writes at each call.
func (w *work) todoWrite(input []byte) {
	list := member(input, "todos")
	if len(list) == 0 || list[0] != '[' {
		return
	}
	w.todos = nil
	for value := range elements(list) {
		if t := parseTask(value, "id", "content"); t.Subject != "" {
			w.todos = append(w.todos, t)
		}
	}
}
