package autosave

import (
	"slices"

	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

// tasks are the session's tasks as they are: those that its last artifact
// kept open, overlaid with what the conversation did since.
func (f Facts) tasks() []transcript.Task {
	var all []transcript.Task
	if f.Earlier.Mentions("tasks") {
		all = openTasks(f.Earlier.Artifact().Body)
	}
	for _, t := range f.Conversation.Tasks {
		i := slices.IndexFunc(all, func(a transcript.Task) bool { return a.ID != "" && a.ID == t.ID })
		switch {
		case i < 0:
			all = append(all, t)
		case t.Subject == "":
			all[i].Status = t.Status
		default:
			all[i] = t
		}
	}
	return all
}

// openTasks reads metadata.tasks of an artifact. Finished ones were told there.
func openTasks(body *yamldoc.Node) []transcript.Task {
	list := yamldoc.Get(yamldoc.Get(body, "metadata"), "tasks")
	if list == nil {
		return nil
	}
	var open []transcript.Task
	for _, n := range list.Content {
		t := transcript.Task{ID: yamldoc.Text(n, "id"), Subject: yamldoc.Text(n, "subject"), Status: yamldoc.Text(n, "status")}
		if t.Status == "pending" || t.Status == "in_progress" {
			open = append(open, t)
		}
	}
	return open
}

func taskNodes(tasks []transcript.Task) *yamldoc.Node {
	list := yamldoc.List()
	for _, t := range tasks {
		if t.Subject == "" || t.Status == "deleted" {
			continue
		}
		n := yamldoc.Map()
		put(n, "id", t.ID)
		put(n, "subject", short(t.Subject, maxTaskLength))
		put(n, "status", t.Status)
		list.Content = append(list.Content, n)
	}
	return list
}
