package transcript

// scalar is an id as text: the client writes strings, but a number will do.
func scalar(value []byte) string {
	if len(value) > 0 && (value[0] == '-' || value[0] >= '0' && value[0] <= '9') {
		return string(value)
	}
	return text(value)
}

// taskResult takes in what a task tool did.
func (w *work) taskResult(made call, result []byte) {
	if !isObject(result) {
		return
	}
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
		elements(member(result, "tasks"), func(value []byte) { w.setTask(parseTask(value)) })
	}
}

func parseTask(value []byte) (t Task) {
	if !isObject(value) {
		return t
	}
	members(value, func(key, value []byte) {
		switch string(key) {
		case "id":
			t.ID = scalar(value)
		case "subject":
			t.Subject = text(value)
		case "status":
			t.Status = text(value)
		}
	})
	return t
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
		w.tasks[i].Subject = clip(t.Subject, maxCommand)
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
	elements(list, func(value []byte) {
		if !isObject(value) {
			return
		}
		t := Task{
			ID:      scalar(member(value, "id")),
			Subject: clip(text(member(value, "content")), maxCommand),
			Status:  text(member(value, "status")),
		}
		if t.Subject != "" {
			w.todos = append(w.todos, t)
		}
	})
}

// taskList is all tasks as they are.
func (w *work) taskList() []Task {
	return append(w.todos[:len(w.todos):len(w.todos)], w.tasks...)
}
