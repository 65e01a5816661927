package autosave

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

// maxSessions is how many earlier sessions of its line an artifact names, the newest:
// a person who resumes one of them goes on with the line.
const maxSessions = 200

// ofHooks are the keys of metadata that only a hook's save has.
var ofHooks = []string{"trigger", "transcript_path", "custom_instructions", "sessions"}

// metadata are the line, what git has checked out, the user's words and the files.
func (f Facts) metadata(tasks []transcript.Task) *yamldoc.Node {
	m := yamldoc.Map()
	put(m, "git_branch", f.Work.Branch)
	put(m, "git_commit", f.Work.Commit)
	if f.Work.Known {
		yamldoc.Set(m, "git_dirty", yamldoc.Bool(f.Work.Dirty))
	}
	put(m, "worktree", f.Work.Worktree)
	if !f.named() {
		put(m, "line", f.Line.Name)
	}
	put(m, "follows", cmp.Or(f.State.Follows, f.Line.Follows))
	if all := f.branches(); strings.Join(all, "\n") != f.Work.Branch {
		yamldoc.Set(m, "branches", yamldoc.Strings(all))
	}
	put(m, "team", short(cmp.Or(f.Conversation.Team, f.State.Team), maxSubject))
	put(m, "pull_request", short(cmp.Or(f.Conversation.PullRequest, f.State.PullRequest), maxTaskLength))
	if f.Agent {
		put(m, "only_for", f.SessionID)
	}
	put(m, "trigger", f.Trigger)
	put(m, "transcript_path", f.Transcript)
	if !f.NoPrompts {
		put(m, "custom_instructions", short(f.Instructions, maxAnswer))
	}
	put(m, "prompts", f.prompts())
	put(m, "files_changed", f.files())
	sessions := slices.DeleteFunc(slices.Clone(f.State.Sittings[max(0, len(f.State.Sittings)-maxSessions-1):]), func(id string) bool { return id == f.SessionID })
	put(m, "sessions", newest(sessions, maxSessions))
	var list []*yamldoc.Node
	for _, t := range tasks {
		if t.Subject != "" && t.Status != "deleted" {
			list = append(list, object("id", t.ID, "subject", short(t.Subject, maxTaskLength), "status", t.Status))
		}
	}
	put(m, "tasks", list)
	return m
}

// tasks are the session's tasks as they are: those that its last artifact
// kept open, overlaid with what the conversation did since.
func (f Facts) tasks() []transcript.Task {
	var all []transcript.Task
	if f.Earlier.Mentions("tasks") {
		if list := yamldoc.Get(yamldoc.Get(f.Earlier.Artifact().Body, "metadata"), "tasks"); list != nil {
			for _, n := range list.Content {
				t := transcript.Task{ID: yamldoc.Text(n, "id"), Subject: yamldoc.Text(n, "subject"), Status: yamldoc.Text(n, "status")}
				if isOpen(t) { // finished ones were told there
					all = append(all, t)
				}
			}
		}
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

// after is the time of the save: now, or a second after the line's newest
// artifact where that is of this very second, or where a clock was set back since,
// so that the later one counts as later. A recovered session may be older than what
// others saved since, but not than its own save.
func (f Facts) after() time.Time {
	last := f.Line.Line
	if last == nil || f.Date.IsZero() {
		return f.Date
	}
	ahead := last.Saved.Sub(f.Date.Truncate(time.Second))
	older := f.Trigger == Recovered && ahead > 0 && f.Earlier.Newest != last.Path
	if ahead < 0 || ahead > artifact.MaxAhead || older { // what claims to be too far ahead ranks last anyway
		return f.Date
	}
	return last.Saved.Add(time.Second)
}

// named reports whether the line's folder is named after its bead or this
// session. Where it is not, the artifact says that the folder is its line: in
// those of the first release a folder could mix several.
func (f Facts) named() bool {
	return f.SessionID == "" || line.NamedAfter(f.Line.Name, f.bead(), f.SessionID)
}

// branches are the line's, then those on which the session changed files or to
// which it took them.
func (f Facts) branches() []string {
	all := slices.Clone(f.State.Branches)
	own := append(slices.Clone(f.Conversation.Branches), f.Work.Holds)
	if len(f.Conversation.Branches) == 0 && (len(f.Work.Changed) > 0 || f.Work.Meant) {
		own = append(own, f.Work.Branch)
	}
	for _, name := range own {
		if name, _ = redact.Text(name); name != "" && name != "HEAD" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// Complete adds to a document that a person or model made what it need not
// say: the line, the bead, the Claude Code session, what git has checked out, and
// what the conversation tells beside the writer's words. What the document says
// stays.
func (f Facts) Complete(d artifact.Document) {
	own := f.Document()
	keys := []string{"session", "primary_bead", "session_id"}
	if at := f.after(); !at.Equal(f.Date) {
		keys = append(keys, "date")
	}
	for _, key := range keys {
		if d.Text(key) == "" {
			put(d.Front, key, yamldoc.Get(own.Front, key))
		}
	}
	if d.Text("now") == "" { // what a hook saw since is kept beside the line's own words
		put(d.Body, "now", f.State.Now)
		put(d.Body, "since", f.State.Since)
	}
	if d.Text("goal") == "" {
		put(d.Body, "goal", f.State.Goal)
	}
	if list := yamldoc.Get(d.Body, "rules"); list == nil || list.Kind == yamldoc.Sequence {
		var said []string // that neither the writer nor the line has
		known := slices.Concat(d.Lines("rules"), line.Texts(f.State.Rules))
		for _, rule := range f.rules() {
			if !slices.ContainsFunc(known, func(k string) bool { return line.Key(k) == line.Key(rule) }) {
				said = append(said, rule)
			}
		}
		if list == nil {
			put(d.Body, "rules", said)
		} else {
			list.Content = append(list.Content, yamldoc.Strings(said).Content...)
		}
	}
	fill(d.Body, own.Body, "checks", "commands", "read")
	facts := f.metadata(f.tasks())
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
		if yamldoc.Get(m, key) == nil {
			put(m, key, yamldoc.Get(from, key))
		}
	}
}

// added is a hash of what the session adds to its line: equal for two saves
// between which nothing happened, whatever others saved there.
func (f Facts) added() string {
	f.State, f.Date, f.Trigger, f.Instructions = line.State{}, time.Time{}, "", ""
	f.Line.Goal, f.Line.Line, f.Work.Dirty = "", nil, false
	d := f.Document()
	return machine.Sum(yamldoc.Flat(d.Front, d.Body))
}
