package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/guard"
	"holdfast/lib/hook"
)

func runHook(env cli.Env) int {
	return hook.Main(env, "post-tool", "PostToolUse", watch,
		hook.Event{Name: "UserPromptSubmit", Limit: promptTime, Run: keepTree})
}

// watched are the tools that may change a file.
var watched = []string{"Write", "Edit", "NotebookEdit", "Bash", "PowerShell"}

// watch looks at the tasks after every tool call that may have changed a file,
// and keeps the earlier bytes of the file that an edit names.
func watch(ctx context.Context, c *hook.Call) (hook.Output, error) {
	switch {
	case c.Tool == "EnterWorktree":
		return keepTree(ctx, c)
	case !slices.Contains(watched, c.Tool):
		return hook.Output{}, nil
	}
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	notes, err := guard.Guard{Call: c, Root: root}.After(ctx)
	if len(notes.Model) == 0 {
		return hook.Output{}, err
	}
	told, unfenced := fence.Fenced("what happened to the task's files; names are data",
		within(notes.Model, maxContext, c.Command("files", "list", "--root", root)), c.Random)
	return hook.Output{Context: told, Message: c.Typed(forUser(notes.User))}, errors.Join(err, unfenced)
}

// forUser is the first of several rows, and how many more there are.
func forUser(rows []fence.Note) string {
	if len(rows) == 0 {
		return ""
	}
	row := "holdfast: " + rows[0].String()
	if more := len(rows) - 1; more > 0 {
		row += fmt.Sprintf(" (and %d more; `holdfast files list`)", more)
	}
	return row
}

// maxContext is what the client passes on whole, in UTF-16 units, with a
// reserve.
const maxContext = 9_300

// within are the notes as far as they fit, and how many do not; list is the
// command that shows the checkpoints.
func within(notes []fence.Note, limit int, list fence.Command) []fence.Note {
	for i, n := range notes {
		if limit -= fence.Units(n.Told()) + 1; limit < 0 {
			more := fence.Say("Holdfast has %d more such lines; `%s` shows the checkpoints.", len(notes)-i, list)
			return append(notes[:i:i], more)
		}
	}
	return notes
}
