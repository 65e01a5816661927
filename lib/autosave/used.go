package autosave

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

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
	maxSubject = 120 // characters of a commit's message
)

// commands are the session's of use, then the line's of other kinds; where there are
// too many those that were run once long ago go first.
func (f Facts) commands() (list []*yamldoc.Node) {
	known := map[string]bool{}
	for _, c := range f.Conversation.Checks {
		known[transcript.Kind(c.Command)] = true
	}
	for _, c := range f.State.Checks {
		known[transcript.Kind(c.Command)] = true
	}
	var all []line.Command
	add := func(c line.Command) {
		if kind := transcript.Kind(c.Command); !known[kind] && c.Command != "" {
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
	for _, c := range all[:min(len(all), line.MaxCommands)] {
		list = append(list, object("command", c.Command, "times", c.Times, "when", c.When, "failed", c.Failed))
	}
	return list
}

// files are those that the line changed, the session's own last.
func (f Facts) files() []string {
	all := slices.Clone(f.State.Files) // newest first
	slices.Reverse(all)
	for _, file := range slices.Backward(f.Work.Changed) {
		all = later(all, file)
	}
	return newest(all, maxFiles)
}

// read are the files of the project that the session read and nobody of the line
// changed, then those of earlier sittings.
func (f Facts) read() []string {
	var all []string
	add := func(file string) {
		changed := slices.Contains(f.Work.Changed, file) || slices.Contains(f.State.Files, file)
		if file != "" && len(all) < line.MaxRead && !changed && !slices.Contains(all, file) {
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
func (f Facts) sittings() (list []*yamldoc.Node) {
	all := slices.Clone(f.State.LastSittings)
	did := len(f.Conversation.Prompts)+len(f.Work.Changed)+len(f.Conversation.Commits) > 0
	if own := f.sits(); !f.State.Written && own.Title != "" && did {
		all = slices.DeleteFunc(all, f.isOwn)
		for i, s := range all {
			all[i].Files = s.Files[:min(len(s.Files), maxSatLong)]
		}
		all = newest(append(all, own), line.MaxSittings)
	}
	for _, s := range all {
		list = append(list, object("date", s.Date, "title", s.Title, "files", s.Files, "commits", s.Commits, "session_id", s.Session))
	}
	return list
}

func (f Facts) isOwn(s line.Sitting) bool { return s.Session == f.SessionID && f.SessionID != "" }

// sat is what this session did in the line as it saved it before; known says that
// it did.
func (f Facts) sat() (s line.Sitting, known bool) {
	i := slices.IndexFunc(f.State.LastSittings, f.isOwn)
	if i < 0 {
		return s, false
	}
	return f.State.LastSittings[i], true
}

// sits is what this session did in the line, what it saved before included.
func (f Facts) sits() line.Sitting {
	title, named := f.title()
	if !named {
		title = cmp.Or(f.State.Goal, title)
	}
	own, _ := f.sat()
	own.Date, own.Title, own.Session = f.after(), title, f.SessionID
	earlier := slices.DeleteFunc(slices.Clone(own.Files), func(file string) bool { return slices.Contains(f.Work.Changed, file) })
	own.Files = slices.Concat(f.Work.Changed, earlier)
	own.Files = own.Files[:min(len(own.Files), maxSatOn)]
	commits := slices.Clone(own.Commits)
	for _, c := range f.Conversation.Commits {
		commits = later(commits, short(c.Subject, maxSubject))
	}
	own.Commits = newest(commits, maxCommits)
	return own
}
