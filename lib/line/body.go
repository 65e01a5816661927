package line

import (
	"strconv"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/yamldoc"
)

// objects are the items of a list of a body: mappings about one key, or texts.
func objects[T any](a artifact.Artifact, key, about string, read func(text string, n *yamldoc.Node) T) []T {
	n := yamldoc.Get(a.Body, key)
	if n == nil || n.Kind != yamldoc.Sequence {
		return nil
	}
	return each.If(n.Content, func(item *yamldoc.Node) (T, bool) {
		text := yamldoc.Text(item, about)
		if item.Kind == yamldoc.Scalar {
			text = item.Value
		}
		return read(text, item), strings.TrimSpace(text) != ""
	})
}

// timeIn is the time under a key, else the given one.
func timeIn(n *yamldoc.Node, key string, or time.Time) time.Time {
	if t, ok := artifact.ParseDate(yamldoc.Text(n, key)); ok {
		return t
	}
	return or
}

// commandsOf are those of the key checks or commands.
func commandsOf(a artifact.Artifact, key string) []Command {
	return objects(a, key, "command", func(text string, n *yamldoc.Node) Command {
		c := Command{Command: text, When: timeIn(n, "when", a.Date), Failed: yamldoc.Text(n, "failed") == "true"}
		if c.Times, _ = strconv.Atoi(yamldoc.Text(n, "times")); key == "commands" {
			c.Times = max(c.Times, 1)
		}
		return c
	})
}

func doneOf(a artifact.Artifact) []Done {
	return objects(a, "done_this_session", "task", func(text string, n *yamldoc.Node) Done {
		return Done{Task: text, Files: artifact.ItemLines(yamldoc.Get(n, "files")), At: a.Date}
	})
}

func sittingsOf(a artifact.Artifact) []Sitting {
	return objects(a, "sittings", "title", func(text string, n *yamldoc.Node) Sitting {
		return Sitting{
			Date: timeIn(n, "date", a.Date), Title: text, Session: yamldoc.Text(n, "session_id"),
			Files: artifact.ItemLines(yamldoc.Get(n, "files")), Commits: artifact.ItemLines(yamldoc.Get(n, "commits")),
		}
	})
}

func itemsOf(a artifact.Artifact, key string) []Item { return dated(a, a.Lines(key)) }

func dated(a artifact.Artifact, texts []string) []Item {
	return each.Of(texts, func(text string) Item { return Item{Text: text, At: a.Date} })
}

// decisionsOf takes a mapping, a list of mappings of one key, and texts.
func decisionsOf(a artifact.Artifact) (all []Item) {
	n := yamldoc.Get(a.Body, "decisions")
	if n == nil {
		return nil
	}
	items := []*yamldoc.Node{n}
	if n.Kind == yamldoc.Sequence {
		items = n.Content
	}
	for _, item := range items {
		if item.Kind != yamldoc.Mapping || item != n && len(item.Content) != 2 {
			all = append(all, dated(a, artifact.ItemLines(item))...)
			continue
		}
		for name, value := range yamldoc.Pairs(item) {
			if text := strings.Join(artifact.ItemLines(value), "; "); name.Value != "" && text != "" {
				all = append(all, Item{Name: name.Value, Text: text, At: a.Date})
			}
		}
	}
	return all
}
