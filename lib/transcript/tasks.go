package transcript

// taskResult takes in what a task tool did.
func (w *work) taskResult(made call, result []byte) {
	switch made.tool {
	case taskCreate:
		t := parseTask(member(result, "task"))
		if t.Status == "" {
			t.Status = "pending"
		}
		w.setTask(t)
	case taskUpdate:
		if string(member(result, "success")) == "false" {
			return
		}
		t := made.task
		if id := scalar(member(result, "taskId")); id != "" {
			t.ID = id
		}
		if to := text(member(member(result, "statusChange"), "to")); to != "" {
			t.Status = to
		}
		w.setTask(t)
	case taskList:
		for value := range elements(member(result, "tasks")) {
			w.setTask(parseTask(value))
		}
	}
}

func parseTask(value []byte) Task {
	return Task{
		ID: scalar(member(value, "id")), Subject: clip(text(member(value, "subject")), maxCommand),
		Status: text(member(value, "status")),
	}
}

// setTask takes over what t knows of a task. One that was made before the part
// read is first mentioned here.
func (w *work) setTask(t Task) {
	if t.ID == "" {
		return
	}
	i, ok := w.places[t.ID]
	if !ok {
		i = len(w.tasks)
		w.places[t.ID] = i
		w.tasks = append(w.tasks, Task{ID: t.ID})
	}
	if t.Subject != "" {
		w.tasks[i].Subject = t.Subject
	}
	if t.Status != "" {
		w.tasks[i].Status = t.Status
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
		t := parseTask(value)
		if t.Subject = clip(text(member(value, "content")), maxCommand); t.Subject != "" {
			w.todos = append(w.todos, t)
		}
	}
}

// taskList is all tasks as they are.
func (w *work) taskList() []Task {
	return append(w.todos[:len(w.todos):len(w.todos)], w.tasks...)
}
