package autosave

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/yamldoc"
)

const (
	maxFiles  = 200
	maxListed = 500 // entries of a list that an artifact carries
	// maxSessions is how many earlier sessions of its line an artifact names, the newest:
	// a person who resumes one of them goes on with the line.
	maxSessions = 200
	maxSatLong  = 12 // files of an earlier sitting
)

// Document is the artifact of the facts: the whole state of the line with what
// the session adds.
func (f Facts) Document() artifact.Document {
	a := f.adds()
	s := f.State.With(a)
	if f.NoPrompts {
		s.Prompts = nil
	}
	next := a.Lines("next") // the session's own first
	for _, text := range line.Texts(s.Next) {
		if !slices.Contains(next, text) {
			next = append(next, text)
		}
	}
	d := artifact.NewDocument()
	put(d.Front, "mode", artifact.Checkpoint)
	put(d.Front, "date", a.Date)
	put(d.Front, "session", f.Line.Name)
	put(d.Front, "primary_bead", f.bead())
	put(d.Front, "session_id", f.ID)
	put(d.Body, "goal", s.Goal)
	put(d.Body, "now", s.Now)
	put(d.Body, "since", s.Since)
	var done, checks, commands, sittings []*yamldoc.Node
	for _, x := range slices.Backward(s.Done) { // newest first
		again := func(step string) bool { return line.Key(step) == line.Key(x.Task) } // it is open
		if !x.Counts() && !slices.ContainsFunc(next, again) {
			done = append(done, object("task", x.Task, "files", x.Files))
		}
	}
	if own := f.done(nil); len(own) > 0 { // how many files it changed
		done = append(done, own...)
	}
	put(d.Body, "done_this_session", done)
	put(d.Body, "next", next)
	put(d.Body, "blockers", line.Texts(s.Blockers))
	put(d.Body, "questions", line.Texts(s.Questions))
	decisions := yamldoc.Map()
	for _, x := range newest(s.Decisions, maxListed) {
		name := cmp.Or(x.Name, short(x.Text, maxAnswer)) // one without a name is kept under its beginning
		put(decisions, name, x.Text)
	}
	put(d.Body, "decisions", decisions)
	put(d.Body, "worked", line.Texts(s.Worked))
	put(d.Body, "failed", line.Texts(s.Failed))
	put(d.Body, "rules", line.Texts(s.Rules))
	for _, c := range s.Checks {
		checks = append(checks, object("command", c.Command, "when", c.When))
	}
	put(d.Body, "checks", checks)
	for _, c := range s.Commands {
		commands = append(commands, object("command", c.Command, "times", c.Times, "when", c.When, "failed", c.Failed))
	}
	put(d.Body, "commands", commands)
	for _, x := range s.LastSittings {
		if x.Session != f.ID {
			x.Files = x.Files[:min(len(x.Files), maxSatLong)]
		}
		sittings = append(sittings, sittingNode(x))
	}
	put(d.Body, "sittings", sittings)
	put(d.Body, "read", s.Read)
	put(d.Body, "resolved", line.Texts(s.Resolved))
	for _, m := range f.State.More {
		put(d.Body, m.Name, m.Lines)
	}
	put(d.Body, "metadata", f.metadata(s))
	return d
}

// ofHooks are the keys of metadata that only a hook's save has.
var ofHooks = []string{"trigger", "transcript_path", "custom_instructions", "sessions"}

// metadata are the line, what git has checked out, the user's words and the files.
func (f Facts) metadata(s line.State) *yamldoc.Node {
	m := yamldoc.Map()
	put(m, "git_branch", f.Work.Branch)
	put(m, "git_commit", f.Work.Commit)
	if f.Work.Known {
		yamldoc.Set(m, "git_dirty", yamldoc.Bool(f.Work.Dirty))
	}
	put(m, "worktree", f.Work.Worktree)
	// A folder that is not named after its bead or this session says that it is one
	// line: in those of the first release a folder could mix several.
	if f.ID != "" && !line.NamedAfter(f.Line.Name, f.bead(), f.ID) {
		put(m, "line", f.Line.Name)
	}
	put(m, "follows", cmp.Or(f.State.Follows, f.Line.Follows))
	if strings.Join(s.Branches, "\n") != f.Work.Branch {
		yamldoc.Set(m, "branches", yamldoc.Strings(s.Branches))
	}
	put(m, "team", s.Team)
	put(m, "pull_request", s.PullRequest)
	if f.Agent {
		put(m, "only_for", f.ID)
	}
	put(m, "trigger", f.Trigger)
	put(m, "transcript_path", f.Transcript)
	put(m, "custom_instructions", short(f.Instructions, maxAnswer))
	put(m, "prompts", line.Texts(s.Prompts))
	files := slices.Clone(s.Files)
	slices.Reverse(files)
	put(m, "files_changed", files)
	sessions := slices.DeleteFunc(slices.Clone(s.Sittings), func(id string) bool { return id == f.ID })
	put(m, "sessions", newest(sessions, maxSessions))
	var list []*yamldoc.Node
	for _, t := range f.tasks() {
		if t.Subject != "" && t.Status != "deleted" {
			list = append(list, object("id", t.ID, "subject", short(t.Subject, maxTaskLength), "status", t.Status))
		}
	}
	put(m, "tasks", list)
	return m
}

func sittingNode(s line.Sitting) *yamldoc.Node {
	return object("date", s.Date, "title", s.Title, "files", s.Files, "commits", s.Commits, "session_id", s.Session)
}

// put sets a key to a value that says something: not empty, not zero. Of a list it
// puts the newest.
func put(m *yamldoc.Node, key string, value any) {
	var n *yamldoc.Node
	switch v := value.(type) {
	case string:
		if v != "" {
			n = yamldoc.String(v)
		}
	case []string:
		if len(v) > 0 {
			n = yamldoc.Strings(newest(v, maxListed))
		}
	case time.Time:
		if !v.IsZero() {
			n = yamldoc.String(v.UTC().Format(time.RFC3339))
		}
	case bool:
		if v {
			n = yamldoc.Bool(v)
		}
	case int:
		n = yamldoc.Int(v)
	case []*yamldoc.Node:
		if len(v) > 0 {
			n = yamldoc.List(v...)
		}
	case *yamldoc.Node:
		if v != nil && (v.Kind == yamldoc.Scalar || len(v.Content) > 0) {
			n = v
		}
	}
	if n != nil {
		yamldoc.Set(m, key, n)
	}
}

// object is a mapping of pairs of a key and its value, as put sets them.
func object(pairs ...any) *yamldoc.Node {
	m := yamldoc.Map()
	for i := 0; i < len(pairs); i += 2 {
		put(m, pairs[i].(string), pairs[i+1])
	}
	return m
}

// Complete adds to a document that a person or model made what it need not
// say: the line, the bead, the Claude Code session, what git has checked out, and
// what the conversation tells beside the writer's words. What the document says
// stays.
func (f Facts) Complete(d artifact.Document) {
	own := f.Document()
	fill(d.Front, own.Front, "session", "primary_bead", "session_id")
	if at := f.after(); !at.Equal(f.Date) {
		fill(d.Front, own.Front, "date")
	}
	if d.Text("now") == "" { // what a hook saw since is kept beside the line's own words
		put(d.Body, "now", f.State.Now)
		put(d.Body, "since", f.State.Since)
	}
	if d.Text("goal") == "" {
		put(d.Body, "goal", f.State.Goal)
	}
	if list := yamldoc.Get(d.Body, "rules"); list == nil || list.Kind == yamldoc.Sequence {
		known, more := slices.Concat(d.Lines("rules"), line.Texts(f.State.Rules)), []string(nil)
		for _, rule := range f.rules() { // those that neither the writer nor the line has
			if !slices.ContainsFunc(known, func(k string) bool { return line.Key(k) == line.Key(rule) }) {
				known, more = append(known, rule), append(more, rule)
			}
		}
		if list == nil {
			put(d.Body, "rules", more)
		} else {
			list.Content = append(list.Content, yamldoc.Strings(more).Content...)
		}
	}
	fill(d.Body, own.Body, "checks", "commands", "read")
	facts := yamldoc.Get(own.Body, "metadata")
	if facts == nil {
		return
	}
	for _, key := range ofHooks {
		yamldoc.Delete(facts, key)
	}
	if len(f.Work.Changed) == 0 {
		yamldoc.Delete(facts, "files_changed")
	}
	m := yamldoc.Get(d.Body, "metadata")
	switch {
	case m != nil && m.Kind == yamldoc.Mapping:
		for i := 0; i+1 < len(facts.Content); i += 2 {
			fill(m, facts, facts.Content[i].Value)
		}
	case m == nil:
		put(d.Body, "metadata", facts)
	}
}

// fill sets those of the keys that a mapping lacks to what another one has.
func fill(m, from *yamldoc.Node, keys ...string) {
	for _, key := range keys {
		if n := yamldoc.Get(m, key); n == nil || n.Kind == yamldoc.Scalar && n.Value == "" {
			put(m, key, yamldoc.Get(from, key))
		}
	}
}
