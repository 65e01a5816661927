package autosave

import (
	"cmp"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

const (
	maxFiles    = 200
	maxListed   = 500 // entries of a list that an artifact carries
	maxSessions = 200 // earlier sessions of its line that it names: one may be resumed
)

// Document is the whole state of the line with what the session adds.
func (f Facts) Document() artifact.Document {
	a := f.adds()
	s := f.State.With(a)
	if f.NoPrompts {
		s.Prompts = nil
	}
	next := each.Once(a.Lines("next"), line.Texts(s.Next))                       // the session's own first
	done := each.If(each.Reversed(s.Done), func(x line.Done) (line.Done, bool) { // the oldest first
		again := func(step string) bool { return line.Key(step) == line.Key(x.Task) } // it is open
		return x, !x.Counts() && !slices.ContainsFunc(next, again)
	})
	own := func(step line.Item) bool { return f.Line.Line != nil || !slices.Contains(f.State.Next, step) }
	s.Resolved = slices.Concat(s.Resolved, each.Without(s.Next, own)) // for another line: a new one took them over
	decisions := yamldoc.Map()
	for _, x := range line.NewestOf(s.Decisions, maxListed) {
		if x.Name == "" || len(x.Name) > maxAnswer { // it is kept under its beginning
			x.Text = x.String()
			x.Name = short(x.Text, maxAnswer)
		}
		put(decisions, x.Name, x.Text)
	}
	front := object("mode", artifact.Checkpoint, "date", a.Date, "session", f.Line.Name,
		"primary_bead", f.bead(), "session_id", f.ID)
	body := object("goal", s.Goal, "now", s.Now, "since", s.Since,
		"done_this_session", append(done, f.changed()...),
		"next", next, "blockers", s.Blockers, "questions", s.Questions, "decisions", decisions,
		"worked", s.Worked, "failed", s.Failed, "rules", s.Rules,
		"checks", s.Checks, "commands", s.Commands, "sittings", s.LastSittings, "read", s.Read, "resolved", s.Resolved)
	for _, m := range s.More {
		value, _ := artifact.Fit(m.Name, yamldoc.Strings(m.Lines).Content) // in the shape that the schema wants
		put(body, m.Name, value)
	}
	put(body, "metadata", f.metadata(s))
	return artifact.Document{Front: front, Body: body}
}

// metadata are the line, what git has checked out, the user's words and the files.
func (f Facts) metadata(s line.State) *yamldoc.Node {
	m := object("git_branch", f.Work.Branch, "git_commit", f.Work.Commit)
	if f.Work.Known {
		yamldoc.Set(m, "git_dirty", yamldoc.Bool(len(f.Work.dirty) > 0))
	}
	put(m, "worktree", f.Work.Worktree)
	put(m, "follows", cmp.Or(f.State.Follows, f.Line.Follows))
	if strings.Join(s.Branches, "\n") != f.Work.Branch {
		yamldoc.Set(m, "branches", yamldoc.Strings(s.Branches))
	}
	if s.Began.Before(s.Saved) { // which a first save begins otherwise
		put(m, "began", s.Began)
	}
	put(m, "team", s.Team, "pull_request", s.PullRequest)
	if f.Agent {
		put(m, "only_for", f.ID)
	}
	sessions := each.Without(s.Sessions, func(id string) bool { return id == f.ID })
	listed := each.If(s.Next, func(i line.Item) (string, bool) { return i.Text, i.Listed })
	tasks := each.If(f.tasks(), func(t transcript.Task) (*yamldoc.Node, bool) {
		told := object("id", t.ID, "subject", short(t.Subject, maxTaskLength), "status", t.Status)
		return told, t.Subject != "" && t.Status != "deleted"
	})
	put(m, "trigger", f.Trigger, "transcript_path", f.Transcript,
		"custom_instructions", short(f.Instructions, maxAnswer), "prompts", s.Prompts,
		"files_changed", each.Reversed(s.Files), "sessions", line.NewestOf(sessions, maxSessions),
		"tasks", tasks, "listed", listed)
	return m
}

// put sets keys to the values after them that say something, a list to its newest items.
func put(m *yamldoc.Node, pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		n, zero := node(pairs[i+1]), reflect.ValueOf(pairs[i+1]).IsZero()
		if !zero && (n.Value != "" || len(n.Content) > 0) {
			yamldoc.Set(m, pairs[i].(string), n)
		}
	}
}

// object is a mapping of pairs of a key and its value, as put sets them.
func object(pairs ...any) *yamldoc.Node {
	m := yamldoc.Map()
	put(m, pairs...)
	return m
}

// node is a value as it is written.
func node(value any) *yamldoc.Node {
	switch v := value.(type) {
	case string:
		return yamldoc.String(v)
	case []string:
		return yamldoc.Strings(line.NewestOf(v, maxListed))
	case time.Time:
		return yamldoc.String(v.UTC().Format(time.RFC3339))
	case bool:
		return yamldoc.Bool(v)
	case int:
		return yamldoc.Int(v)
	case *yamldoc.Node:
		return v
	case []*yamldoc.Node:
		return yamldoc.List(v...)
	case []line.Item:
		return node(line.Texts(v))
	case []line.Done:
		return node(each.Of(v, func(d line.Done) *yamldoc.Node { return object("task", d.Task, "files", d.Files) }))
	case []line.Command:
		return node(each.Of(v, func(c line.Command) *yamldoc.Node {
			return object("command", c.Command, "times", c.Times, "when", c.When, "failed", c.Failed)
		}))
	case []line.Sitting:
		return node(each.Of(v, func(s line.Sitting) *yamldoc.Node {
			return object("date", s.Date, "title", s.Title, "files", s.Files, "commits", s.Commits,
				"session_id", s.Session)
		}))
	}
	return nil
}

// Complete adds to a person's or model's document what it does not say of line, bead, session, git and talk.
func (f Facts) Complete(d artifact.Document) {
	own, known := f.Document(), object("goal", f.State.Goal)
	fill(d.Front, own.Front, "session", "primary_bead", "session_id")
	if !f.after().Equal(f.Date) {
		fill(d.Front, own.Front, "date")
	}
	if d.Text("now") == "" { // what a hook saw since is kept beside the line's own words
		put(known, "now", f.State.Now, "since", f.State.Since)
	}
	fill(d.Body, known)
	if rules := yamldoc.Get(d.Body, "rules"); rules == nil || rules.Kind == yamldoc.Sequence {
		known := each.Set(each.Of(slices.Concat(d.Lines("rules"), line.Texts(f.State.Rules)), line.Key))
		standing, _ := f.rules(f.talk().prompts)
		fresh := each.Without(standing, func(rule string) bool { return known[line.Key(rule)] })
		said := cmp.Or(rules, yamldoc.List())
		said.Content = append(said.Content, yamldoc.Strings(each.FirstOf(fresh, line.Key)).Content...)
		put(d.Body, "rules", said)
	}
	fill(d.Body, own.Body, "checks", "commands", "read")
	facts := yamldoc.Get(own.Body, "metadata")
	ofHooks := []string{"trigger", "transcript_path", "custom_instructions", "sessions", "listed"}
	for _, key := range ofHooks {
		yamldoc.Delete(facts, key)
	}
	if len(f.Work.Changed) == 0 {
		yamldoc.Delete(facts, "files_changed")
	}
	if f.Conversation.First.IsZero() {
		yamldoc.Delete(facts, "began") // which the line's other artifacts tell as well
	}
	if m := yamldoc.Get(d.Body, "metadata"); m == nil {
		put(d.Body, "metadata", facts)
	} else if m.Kind == yamldoc.Mapping {
		fill(m, facts)
	}
}

// Keep enters what was saved of the facts in the register of lines once named says that its file is
// there; nil for one that has no file in the project.
func (f Facts) Keep(saved artifact.Saved, named func() bool) (file string, err error) {
	did := f.sitting()
	did.Branch = redact.Text(f.worksOn())
	did.Files = each.Of(did.Files, redacted)
	did.Read = each.Of(filesOf(f.Project.Store.Root, f.Conversation.Read), redacted)
	did.Prompts, did.Ran = f.talk().prompts, each.Of(f.Conversation.Ran, redacted)
	if file, err = f.lines.Keep(saved, did, named); err == nil && f.back {
		err = f.Project.HandOver(f.Line.Line.Name, "", time.Time{})
	}
	return file, err
}

// HandOver records of a handoff that who asked for it says that it is for somebody else.
func (f Facts) HandOver(a artifact.Artifact) error {
	work := strings.Join(append(slices.Clone(f.State.Branches), withoutSubjects(f.State.Goal), f.Work.Branch), "\n")
	if a.Mode() != artifact.Handoff || f.ID == "" || !prompt.HandsOver(f.talk().prompts, work) {
		return nil
	}
	return f.Project.HandOver(path.Base(path.Dir(a.Path)), f.ID, a.Date)
}

// withoutSubjects are the words of a goal, of one of several sentences without who or what each begins with: "yuki
// agrees with the split. rerun all".
func withoutSubjects(goal string) string {
	all := prompt.Sentences(goal)
	if len(all) < 2 {
		return goal
	}
	return strings.Join(each.Of(all, func(s string) string { return s[len(strings.SplitN(s, " ", 2)[0]):] }), "\n")
}

// fill sets those of the keys, or of all, that a mapping lacks to what another one has.
func fill(m, from *yamldoc.Node, keys ...string) {
	for k, value := range yamldoc.Pairs(from) {
		n, key := yamldoc.Get(m, k.Value), k.Value
		if (len(keys) == 0 || slices.Contains(keys, key)) && (n == nil || n.Kind == yamldoc.Scalar && n.Value == "") {
			put(m, key, value)
		}
	}
}
