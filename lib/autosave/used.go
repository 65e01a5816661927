package autosave

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/project"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

const (
	maxUsed    = 300 // characters of a command of use
	maxSatOn   = 60  // files of a sitting that are named, the last changed first
	maxSatLong = 12  // of an earlier one
	maxCommits = 5   // commits of one
)

// used puts what the line's sittings used again, and what they were.
func (f Facts) used(body *yamldoc.Node) {
	commands, sittings := yamldoc.List(), yamldoc.List()
	for _, c := range f.commands() {
		item := yamldoc.Map()
		put(item, "command", c.Command)
		yamldoc.Set(item, "times", yamldoc.Int(c.Times))
		if !c.When.IsZero() {
			put(item, "when", c.When.UTC().Format(time.RFC3339))
		}
		if c.Failed {
			yamldoc.Set(item, "failed", yamldoc.Bool(true))
		}
		commands.Content = append(commands.Content, item)
	}
	for _, s := range f.sittings() {
		item := yamldoc.Map()
		put(item, "date", s.Date.UTC().Format(time.RFC3339))
		put(item, "title", s.Title)
		putList(item, "files", s.Files)
		putList(item, "commits", s.Commits)
		put(item, "session_id", s.Session)
		sittings.Content = append(sittings.Content, item)
	}
	for key, list := range map[string]*yamldoc.Node{"commands": commands, "sittings": sittings} {
		if len(list.Content) > 0 {
			yamldoc.Set(body, key, list)
		}
	}
	putList(body, "read", f.read())
}

// commands are the session's of use, then the line's of other kinds; where there are
// too many those that were run once long ago go first.
func (f Facts) commands() []line.Command {
	known := map[string]bool{}
	for _, c := range f.Conversation.Checks {
		known[transcript.Kind(c.Command)] = true
	}
	for _, c := range f.State.Checks {
		known[transcript.Kind(c.Command)] = true
	}
	var all []line.Command
	add := func(c line.Command) {
		kind := transcript.Kind(c.Command)
		if !known[kind] && c.Command != "" {
			known[kind] = true
			all = append(all, c)
		}
	}
	for _, c := range f.Conversation.Commands {
		text, _, _ := strings.Cut(strings.TrimSpace(clean(c.Command)), "\n")
		add(line.Command{Command: short(text, maxUsed), Times: c.Times, When: c.Time, Failed: c.Failed})
	}
	for _, c := range f.State.Commands {
		add(c)
	}
	for i := len(all) - 1; i >= 0 && len(all) > line.MaxCommands; i-- {
		if all[i].Times == 1 {
			all = slices.Delete(all, i, i+1)
		}
	}
	return all[:min(len(all), line.MaxCommands)]
}

// read are the files of the project that the session read and nobody of the line
// changed, then those of earlier sittings.
func (f Facts) read() []string {
	var all []string
	add := func(file string) {
		if file != "" && len(all) < line.MaxRead && !slices.Contains(all, file) && !slices.Contains(f.Work.Changed, file) && !slices.Contains(f.State.Files, file) {
			all = append(all, file)
		}
	}
	own := newFileSet(f.Root)
	for _, file := range f.Conversation.Read {
		if filepath.IsAbs(file) && !own.ownStore(file) {
			if rel, ok := project.Rel(f.Root, file); ok && rel != "." {
				if rel = strings.ToValidUTF8(rel, "\uFFFD"); clean(rel) == rel { // else a part of its name is a secret
					add(rel)
				}
			}
		}
	}
	for _, file := range f.State.Read {
		add(file)
	}
	return all
}

// sittings are the last of the line, the session's own among them.
func (f Facts) sittings() []line.Sitting {
	all := slices.Clone(f.State.LastSittings)
	own := f.sat()
	if f.State.Written || own.Title == "" || len(f.Conversation.Prompts)+len(f.Work.Changed)+len(f.Conversation.Commits) == 0 {
		return all
	}
	all = slices.DeleteFunc(all, func(s line.Sitting) bool { return s.Session == f.SessionID && f.SessionID != "" })
	for i, s := range all {
		all[i].Files = s.Files[:min(len(s.Files), maxSatLong)]
	}
	return append(all, own)[max(0, len(all)+1-line.MaxSittings):]
}

// sat is what this session did in the line, what it saved before included.
func (f Facts) sat() line.Sitting {
	title, named := f.title()
	if !named {
		title = cmp.Or(f.State.Goal, title)
	}
	own := line.Sitting{Date: f.after(), Title: title, Session: f.SessionID}
	if i := slices.IndexFunc(f.State.LastSittings, func(s line.Sitting) bool { return s.Session == f.SessionID && f.SessionID != "" }); i >= 0 {
		own.Files, own.Commits = f.State.LastSittings[i].Files, slices.Clone(f.State.LastSittings[i].Commits)
	}
	earlier := slices.DeleteFunc(slices.Clone(own.Files), func(file string) bool { return slices.Contains(f.Work.Changed, file) })
	own.Files = slices.Concat(f.Work.Changed, earlier)
	for _, c := range f.Conversation.Commits {
		own.Commits = later(own.Commits, short(c.Subject, maxSubject))
	}
	own.Files = own.Files[:min(len(own.Files), maxSatOn)]
	own.Commits = own.Commits[max(0, len(own.Commits)-maxCommits):]
	return own
}

// maxSubject is how much of a commit's message is kept, in characters.
const maxSubject = 120
