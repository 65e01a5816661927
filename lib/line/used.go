package line

import (
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

const (
	// MaxCommands, MaxRead and MaxSittings are how many a state holds.
	MaxCommands = 12
	MaxRead     = 30
	MaxSittings = 10
)

// newestPrompts are the newest of the user's words that a state holds.
func newestPrompts(all []Item) []Item {
	from, room := len(all), maxPromptBytes
	for from > 0 && len(all)-from < maxPrompts && room >= len(all[from-1].Text) {
		from--
		room -= len(all[from].Text)
	}
	return slices.Clone(all[from:])
}

// used takes in what an artifact's sittings used and were.
func (f *folding) used(a artifact.Artifact) {
	s := &f.State
	for _, c := range commandsOf(a) {
		kind := transcript.Kind(c.Command)
		same := func(old Command) bool { return transcript.Kind(old.Command) == kind }
		if i := slices.IndexFunc(s.Commands, same); i < 0 {
			s.Commands = append(s.Commands, c)
		} else if old := s.Commands[i]; !old.When.After(c.When) {
			c.Times = max(c.Times, old.Times)
			s.Commands[i] = c
		}
	}
	slices.SortStableFunc(s.Commands, func(a, b Command) int { return b.When.Compare(a.When) })
	s.Commands = s.Commands[:min(len(s.Commands), MaxCommands)]
	read := a.Lines("read")
	changed := a.FilesChanged()
	s.Read = append(slices.Clone(read), without(s.Read, read)...)
	s.Read = without(s.Read, changed)
	s.Read = s.Read[:min(len(s.Read), MaxRead)]
	for _, sat := range sittingsOf(a) {
		s.LastSittings = slices.DeleteFunc(s.LastSittings, func(old Sitting) bool {
			same := sat.Session != "" || old.Date.Equal(sat.Date) && old.Title == sat.Title
			return same && old.Session == sat.Session
		})
		s.LastSittings = append(s.LastSittings, sat)
	}
	slices.SortStableFunc(s.LastSittings, func(a, b Sitting) int { return a.Date.Compare(b.Date) })
	s.LastSittings = s.LastSittings[max(0, len(s.LastSittings)-MaxSittings):]
}

func commandsOf(a artifact.Artifact) []Command {
	var all []Command
	for _, n := range objectsAt(a, "commands") {
		c := Command{Command: yamldoc.Text(n, "command"), Times: 1, When: a.Date}
		c.Failed = yamldoc.Text(n, "failed") == "true"
		if n.Kind == yamldoc.Scalar {
			c.Command = n.Value
		}
		if times, err := strconv.Atoi(yamldoc.Text(n, "times")); err == nil && times > 0 {
			c.Times = times
		}
		if t, ok := artifact.ParseDate(yamldoc.Text(n, "when")); ok {
			c.When = t
		}
		if strings.TrimSpace(c.Command) != "" {
			all = append(all, c)
		}
	}
	return all
}

func sittingsOf(a artifact.Artifact) []Sitting {
	var all []Sitting
	for _, n := range objectsAt(a, "sittings") {
		sat := Sitting{Date: a.Date, Title: yamldoc.Text(n, "title"), Session: yamldoc.Text(n, "session_id")}
		if t, ok := artifact.ParseDate(yamldoc.Text(n, "date")); ok {
			sat.Date = t
		}
		for key, to := range map[string]*[]string{"files": &sat.Files, "commits": &sat.Commits} {
			if list := yamldoc.Get(n, key); list != nil {
				*to = artifact.ItemLines(list)
			}
		}
		if sat.Title != "" {
			all = append(all, sat)
		}
	}
	return all
}

// objectsAt are the items of a list of a body.
func objectsAt(a artifact.Artifact, key string) []*yamldoc.Node {
	if n := yamldoc.Get(a.Body, key); n != nil && n.Kind == yamldoc.Sequence {
		return n.Content
	}
	return nil
}
