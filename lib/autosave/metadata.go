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

func (f Facts) metadata(tasks []transcript.Task) *yamldoc.Node {
	m := yamldoc.Map()
	f.place(m)
	put(m, "trigger", f.Trigger)
	put(m, "transcript_path", f.Transcript)
	if !f.NoPrompts {
		put(m, "custom_instructions", short(f.Instructions, maxAnswer))
	}
	putList(m, "prompts", f.prompts())
	var designs []string
	for _, d := range f.Designs {
		designs = append(designs, d.Row)
	}
	putList(m, "designs", designs)
	putList(m, "files_changed", f.files())
	sessions := slices.DeleteFunc(f.State.Sittings.Last(maxSessions+1), func(id string) bool { return id == f.SessionID })
	putList(m, "sessions", sessions[max(0, len(sessions)-maxSessions):])
	if list := taskNodes(tasks); len(list.Content) > 0 {
		yamldoc.Set(m, "tasks", list)
	}
	if list := f.waveNodes(); len(list.Content) > 0 {
		yamldoc.Set(m, "epic_waves", list)
	}
	return m
}

// place is the line, and what git has checked out.
func (f Facts) place(m *yamldoc.Node) {
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
}

// after is the time of the save: now, or a second after the line's newest
// artifact where that is of this very second, or where a clock was set back since,
// so that the later one counts as later. A recovered session may be older than what
// others saved since, but not than its own save.
func (f Facts) after() time.Time {
	newest := f.Line.Line
	if newest == nil || f.Date.IsZero() {
		return f.Date
	}
	ahead := newest.Saved.Sub(f.Date.Truncate(time.Second))
	older := f.Trigger == Recovered && ahead > 0 && f.Earlier.Newest != newest.Path
	if ahead < 0 || ahead > artifact.MaxAhead || older { // what claims to be too far ahead ranks last anyway
		return f.Date
	}
	return newest.Saved.Add(time.Second)
}

// named reports whether the line's folder is named after its bead or this
// session. Where it is not, the artifact says that the folder is its line: in
// those of the first release a folder could mix several.
func (f Facts) named() bool {
	name, bead := f.Line.Name, f.bead()
	return f.SessionID == "" || line.NamedAfter(name, bead, f.SessionID)
}

// branches are the line's, then those on which the session changed files or to
// which it took them.
func (f Facts) branches() []string {
	all := slices.Clone(f.State.Branches)
	add := func(name string) {
		if name, _ = redact.Text(name); name != "" && name != "HEAD" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	for _, b := range f.Conversation.Branches {
		add(b)
	}
	add(f.Work.Holds)
	if len(f.Conversation.Branches) == 0 && (len(f.Work.Changed) > 0 || f.Work.Meant) {
		add(f.Work.Branch)
	}
	return all
}

// Complete adds to a document that a person or model made what it need not
// say: the line, the bead, the Claude Code session, and what git has checked out. What
// the document says stays.
func (f Facts) Complete(d artifact.Document) {
	front := func(key, value string) {
		if value != "" && d.Text(key) == "" {
			yamldoc.Set(d.Front, key, yamldoc.String(value))
		}
	}
	front("session", f.Line.Name)
	front("primary_bead", f.bead())
	front("session_id", f.SessionID)
	if at := f.after(); !at.Equal(f.Date) {
		front("date", at.UTC().Format(time.RFC3339))
	}
	if d.Text("now") == "" { // what a hook saw since is kept beside the line's own words
		put(d.Body, "now", f.State.Now)
		put(d.Body, "since", f.State.Since)
	}
	if d.Text("goal") == "" {
		put(d.Body, "goal", f.State.Goal)
	}
	f.told(d.Body)
	m := yamldoc.Get(d.Body, "metadata")
	if m == nil {
		m = yamldoc.Map()
		yamldoc.Set(d.Body, "metadata", m)
	}
	if m.Kind != yamldoc.Mapping {
		return
	}
	facts := yamldoc.Map()
	f.place(facts)
	putList(facts, "prompts", f.prompts())
	if len(f.Work.Changed) > 0 {
		putList(facts, "files_changed", f.files())
	}
	if list := taskNodes(f.tasks()); len(list.Content) > 0 {
		yamldoc.Set(facts, "tasks", list) // the next checkpoint starts from them
	}
	if len(m.Content) == 0 && len(facts.Content) == 0 {
		yamldoc.Delete(d.Body, "metadata")
	}
	for i := 0; i+1 < len(facts.Content); i += 2 {
		if key := facts.Content[i].Value; yamldoc.Get(m, key) == nil {
			yamldoc.Set(m, key, facts.Content[i+1])
		}
	}
}

// told adds to a body what the conversation tells beside the writer's words: rules,
// checks, and what the session uses.
func (f Facts) told(body *yamldoc.Node) {
	if list := yamldoc.Get(body, "rules"); list == nil || list.Kind == yamldoc.Sequence {
		var more []string
		for _, rule := range f.rules() {
			known := list != nil && slices.ContainsFunc(list.Content, func(n *yamldoc.Node) bool { return line.Key(n.Value) == line.Key(rule) })
			if !known && !slices.ContainsFunc(f.State.Rules, func(old line.Item) bool { return old.Text == rule }) {
				more = append(more, rule)
			}
		}
		switch {
		case list != nil:
			list.Content = append(list.Content, yamldoc.Strings(more).Content...)
		default:
			putList(body, "rules", more)
		}
	}
	seen := yamldoc.Map()
	if checks := f.checks(); len(checks.Content) > 0 {
		yamldoc.Set(seen, "checks", checks)
	}
	f.used(seen)
	yamldoc.Delete(seen, "sittings") // these are of automatic lines
	for i := 0; i+1 < len(seen.Content); i += 2 {
		if yamldoc.Get(body, seen.Content[i].Value) == nil {
			yamldoc.Set(body, seen.Content[i].Value, seen.Content[i+1])
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
