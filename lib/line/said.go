package line

import (
	"strconv"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/yamldoc"
)

// An object is an item of a list of a body: a mapping, of which one key is what it is
// about, or that text alone.
type object struct {
	node *yamldoc.Node
	text string
}

func objects(a artifact.Artifact, key, about string) []object {
	n := yamldoc.Get(a.Body, key)
	if n == nil || n.Kind != yamldoc.Sequence {
		return nil
	}
	var all []object
	for _, item := range n.Content {
		text := yamldoc.Text(item, about)
		if item.Kind == yamldoc.Scalar {
			text = item.Value
		}
		if strings.TrimSpace(text) != "" {
			all = append(all, object{item, text})
		}
	}
	return all
}

func (o object) list(key string) []string {
	if n := yamldoc.Get(o.node, key); n != nil {
		return artifact.ItemLines(n)
	}
	return nil
}

// at is the time under a key, else the given one.
func (o object) at(key string, or time.Time) time.Time {
	if t, ok := artifact.ParseDate(yamldoc.Text(o.node, key)); ok {
		return t
	}
	return or
}

// commandsOf are those of the key checks or commands.
func commandsOf(a artifact.Artifact, key string) (all []Command) {
	for _, o := range objects(a, key, "command") {
		c := Command{Command: o.text, When: o.at("when", a.Date), Failed: yamldoc.Text(o.node, "failed") == "true"}
		if c.Times, _ = strconv.Atoi(yamldoc.Text(o.node, "times")); key == "commands" {
			c.Times = max(c.Times, 1)
		}
		all = append(all, c)
	}
	return all
}

func doneOf(a artifact.Artifact) (all []Done) {
	for _, o := range objects(a, "done_this_session", "task") {
		all = append(all, Done{Task: o.text, Files: o.list("files"), At: a.Date})
	}
	return all
}

func sittingsOf(a artifact.Artifact) (all []Sitting) {
	for _, o := range objects(a, "sittings", "title") {
		all = append(all, Sitting{
			Date: o.at("date", a.Date), Title: o.text, Session: yamldoc.Text(o.node, "session_id"),
			Files: o.list("files"), Commits: o.list("commits"),
		})
	}
	return all
}

func itemsOf(a artifact.Artifact, key string) (all []Item) {
	for _, text := range a.Lines(key) {
		all = append(all, Item{Text: text, At: a.Date})
	}
	return all
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
			for _, text := range artifact.ItemLines(item) {
				all = append(all, Item{Text: text, At: a.Date})
			}
			continue
		}
		for i := 0; i+1 < len(item.Content); i += 2 {
			name, text := item.Content[i].Value, strings.Join(artifact.ItemLines(item.Content[i+1]), "; ")
			if name != "" && text != "" {
				all = append(all, Item{Name: name, Text: text, At: a.Date})
			}
		}
	}
	return all
}
