package transcript

import (
	"cmp"
	"slices"
	"strings"

	"holdfast/lib/fence"
)

// maxTasks is how many tasks with ids are kept.
const maxTasks = 1000

// taskResult takes in what a task tool did.
func (w *work) taskResult(made call, result value) {
	switch made.tool {
	case taskCreate:
		t := parseTask(result.get("task"), "id", "subject")
		t.Status = cmp.Or(t.Status, "pending")
		w.setTask(t)
	case taskUpdate:
		if result.get("success") == "false" {
			return
		}
		t := made.task
		t.ID = cmp.Or(result.get("taskId").scalar(), t.ID)
		t.Status = cmp.Or(result.get("statusChange", "to").text(), t.Status)
		w.setTask(t)
	case taskList:
		for value := range result.get("tasks").elements() {
			w.setTask(parseTask(value, "id", "subject"))
		}
	}
}

func parseTask(value value, id, subject string) Task {
	return Task{
		ID: value.get(id).scalar(), Subject: fence.Head(value.get(subject).text(), maxCommand),
		Status: value.get("status").text(),
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
func (w *work) todoWrite(input value) {
	list := input.get("todos")
	if !strings.HasPrefix(string(list), "[") {
		return
	}
	w.todos = nil
	for value := range list.elements() {
		if t := parseTask(value, "id", "content"); t.Subject != "" {
			w.todos = append(w.todos, t)
		}
	}
}
