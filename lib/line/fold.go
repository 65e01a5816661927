package line

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

// How much a state holds; of all lists the newest stay.
const (
	maxRead        = 30
	maxPromptBytes = 64 << 10
	maxResolved    = 100
)

// With is the state with what one more, newer artifact says. Copies of the state stay as they are.
func (s State) With(a artifact.Artifact) State {
	auto, sessions := a.Auto(), len(s.Sessions)
	s.Began = cmp.Or(s.Began, a.Date)
	if began, ok := artifact.ParseDate(a.Text("metadata.began")); ok && began.Before(s.Began) {
		s.Began = began
	}
	s.Artifacts++
	trigger := a.Text("metadata.trigger")
	s.Saved, s.Path, s.Recovered, s.Ended = a.Date, a.Path, trigger == Recovered, trigger == "session-end"
	s.Bead, s.Follows = cmp.Or(a.Text("primary_bead"), s.Bead), cmp.Or(a.Text("metadata.follows"), s.Follows)
	s.Team = cmp.Or(a.Text("metadata.team"), s.Team)
	s.PullRequest = cmp.Or(a.Text("metadata.pull_request"), s.PullRequest)
	s.Commit, s.Branch = cmp.Or(a.Commit(), s.Commit), cmp.Or(a.Branch(), s.Branch)
	s.OnlyFor, s.Clean = a.Text("metadata.only_for"), a.Text("metadata.git_dirty") == "false"
	s.Branches = each.LastOf(slices.Concat(s.Branches, a.Branches()), each.Itself)
	s.Beads = nonEmpty(each.Once(s.Beads, []string{a.Text("primary_bead")}))
	known := each.Once(s.Sessions, a.MetadataList("sessions"))
	s.Sessions = NewestOf(nonEmpty(each.LastOf(append(known, a.SessionID()), each.Itself)), 1000)
	s.Plan.Sessions += max(len(s.Sessions)-sessions, 0)
	s.goalAndNow(a, auto)
	s.resolve(a)
	s.lists(a, auto)
	s.results(a)
	s.files(a)
	said := slices.Concat(s.Next, s.Questions, s.Rules, s.Worked, s.Failed, s.Blockers, s.Decisions)
	holds := each.Set(each.Of(said, aboutKey)) // again, so it is not resolved any more
	s.Resolved = each.Without(s.Resolved, func(r Item) bool { return holds[textKey(r)] })
	return s
}

// goalAndNow takes in goal and now. An automatic artifact tells now beside what was written; where
// that is gone, its own goal and now are the written ones.
func (s *State) goalAndNow(a artifact.Artifact, auto bool) {
	since := a.Text("since")
	if !auto {
		s.Wrote = a.Date
		s.Outcome, s.Closed = a.Text("outcome"), a.Mode() == artifact.Finalize
	}
	if auto && s.Written {
		s.Since = cmp.Or(since, a.Now())
		s.Goal, s.Now = cmp.Or(s.Goal, a.Goal()), cmp.Or(s.Now, a.Now())
	} else {
		s.Since, s.Written = since, !auto || since != ""
		// Of a team the goal is the lead's, to whom a person spoke.
		if member := a.Text("metadata.team") != "" && len(a.MetadataList("prompts")) == 0; s.Goal == "" || !member {
			s.Goal = cmp.Or(a.Goal(), s.Goal)
		}
		s.Now = cmp.Or(a.Now(), s.Now)
	}
}

// resolve takes away what the artifact records as done or no longer holding.
func (s *State) resolve(a artifact.Artifact) {
	resolved := itemsOf(a, "resolved")
	gone := each.Set(each.Of(resolved, textKey))
	known := each.Set(each.Of(slices.Concat(s.Resolved, s.Next, s.Questions, s.Blockers), aboutKey))
	lifts := each.Without(resolved, func(i Item) bool { return known[textKey(i)] })
	s.Lifted = NewestOf(slices.Concat(s.Lifted, lifts), maxResolved)
	for _, c := range commandsOf(a, "checks") {
		gone[Key(c.Command+failedSuffix)] = true
	}
	for _, list := range []*[]Item{&s.Rules, &s.Questions, &s.Decisions, &s.Worked, &s.Failed, &s.Blockers} {
		*list = each.Without(*list, func(i Item) bool {
			return gone[textKey(i)] || gone[aboutKey(i)] || gone[Key(i.String())]
		})
	}
	s.Checks = each.Without(s.Checks, func(c Command) bool { return gone[Key(c.Command)] })
	for _, d := range doneOf(a) {
		gone[Key(d.Task)] = true
	}
	resolved = append(resolved, each.If(s.Next, func(i Item) (Item, bool) {
		return Item{Text: i.Text, At: a.Date}, gone[textKey(i)] // later ones say so again, so that it can be pruned
	})...)
	s.Next = each.Without(s.Next, func(i Item) bool { return gone[textKey(i)] })
	// Automatic ones repeat what was resolved before: that keeps its time.
	s.Resolved = NewestOf(each.FirstOf(slices.Concat(s.Resolved, resolved), textKey), maxResolved)
}

func textKey(i Item) string { return Key(i.Text) }

// lists takes in the lists that a written artifact sets, then those that only grow.
func (s *State) lists(a artifact.Artifact, auto bool) {
	known := each.Set(each.Of(s.Next, textKey))
	fresh := func(step Item) bool { return !known[textKey(step)] }
	if yamldoc.Get(a.Body, "next") != nil &&
		(!auto || s.Plan.At.IsZero() || !s.Written && slices.ContainsFunc(itemsOf(a, "next"), fresh)) {
		s.Plan = Mark{At: a.Date, Commit: a.Commit()}
	}
	off := s.PutOff(a.Date.Add(-72 * time.Hour)) // which only a list ends that names it
	for key, list := range map[string]*[]Item{"next": &s.Next, "questions": &s.Questions, "blockers": &s.Blockers} {
		if yamldoc.Get(a.Body, key) != nil && !auto {
			*list = each.Without(*list, func(i Item) bool {
				return key != "next" || s.Closed || !off(i) || prompt.Repeats(i.Text, a.Lines(key))
			})
		}
		*list = slices.Concat(*list, itemsOf(a, key))
	}
	s.Next, s.Questions = each.FirstOf(s.Next, textKey), each.FirstOf(s.Questions, textKey)
	listed, named := each.Set(a.MetadataList("listed")), each.Set(a.Lines("next"))
	for i, step := range s.Next {
		s.Next[i].Listed = auto && listed[step.Text] || !auto && step.Listed && !named[step.Text]
	}
	place := map[string]int{} // the newest list comes first, in which a step that was known keeps its time
	for n, step := range each.Reversed(itemsOf(a, "next")) {
		place[textKey(step)] = -n - 1
	}
	slices.SortStableFunc(s.Next, func(a, b Item) int { return place[textKey(a)] - place[textKey(b)] })
	check := func(i Item) string { return cmp.Or(transcript.Plain(FailedCommand(i.Text)), aboutKey(i)) }
	s.Blockers = each.LastOf(s.Blockers, check) // the newest output counts
	failing := each.Without(s.Blockers, func(i Item) bool { return FailedCommand(i.Text) == "" })
	old := failing[:max(0, len(failing)-5)]
	s.Blockers = each.Without(s.Blockers, func(i Item) bool { return slices.Contains(old, i) })
	began, _ := artifact.ParseDate(a.Text("metadata.began"))
	said := each.Set(each.Of(itemsOf(a, "rules"), textKey))
	s.Rules = each.Without(s.Rules, func(i Item) bool { return said[textKey(i)] && i.At.Before(began) }) // said again
	for key, list := range map[string]*[]Item{"rules": &s.Rules, "worked": &s.Worked, "failed": &s.Failed} {
		*list = each.FirstOf(slices.Concat(*list, itemsOf(a, key)), textKey)
	}
	s.Decisions = slices.Clone(s.Decisions)
	for _, d := range DecisionsOf(a) {
		i := slices.IndexFunc(s.Decisions, func(known Item) bool { return aboutKey(known) == aboutKey(d) })
		if i < 0 {
			s.Decisions = append(s.Decisions, d)
		} else if textKey(s.Decisions[i]) != textKey(d) {
			s.Decisions[i] = d
		}
	}
}

// results takes in what succeeded, was used, done and said.
func (s *State) results(a artifact.Artifact) {
	s.Checks = ofKinds(s.Checks, commandsOf(a, "checks"), 8)
	s.Commands = each.Without(ofKinds(s.Commands, commandsOf(a, "commands"), 12), func(c Command) bool {
		return c.Failed && slices.ContainsFunc(s.Checks, func(x Command) bool { // it succeeded since
			return x.When.After(c.When) && transcript.Kind(x.Command) == transcript.Kind(c.Command)
		})
	})
	done := slices.Concat(each.Reversed(doneOf(a)), s.Done)
	s.Done = each.Head(each.FirstOf(done, func(d Done) string { return Key(d.Task) }), 30)
	prompts, known := dated(a, a.MetadataList("prompts")), s.Prompts
	for i, p := range prompts { // an artifact repeats its line's in their order, then says its session's own
		was := slices.IndexFunc(known, func(x Item) bool { return x.Text == p.Text })
		if was < 0 {
			break
		}
		prompts[i].At, known = known[was].At, known[was+1:]
	}
	prompts = slices.Concat(s.Prompts, prompts)
	prompts = NewestOf(each.LastOf(prompts, func(p Item) string { return p.Text }), 500)
	from := len(prompts)
	for room := maxPromptBytes; from > 0 && room >= len(prompts[from-1].Text); from-- {
		room -= len(prompts[from-1].Text)
	}
	s.Prompts = prompts[from:]
	s.LastSittings = each.LastOf(slices.Concat(s.LastSittings, sittingsOf(a)), func(sat Sitting) string {
		return cmp.Or(sat.Session, sat.Date.String()+sat.Title)
	})
	slices.SortStableFunc(s.LastSittings, func(a, b Sitting) int { return a.Date.Compare(b.Date) })
	s.LastSittings = NewestOf(s.LastSittings, 10)
	more := each.By(s.More, func(m More) (string, []string) { return m.Name, m.Lines })
	s.More = each.If(moreKeys, func(name string) (More, bool) {
		if yamldoc.Get(a.Body, name) != nil {
			more[name] = a.Lines(name)
		}
		return More{Name: name, Lines: more[name]}, len(more[name]) > 0
	})
}

// ofKinds are commands with further ones, the newest of each kind and the newest first.
func ofKinds(list, more []Command, most int) []Command {
	all, times := slices.Concat(more, list), map[string]int{}
	kind := func(c Command) string { return transcript.Kind(c.Command) }
	for _, c := range all {
		times[kind(c)] = max(times[kind(c)], c.Times)
	}
	slices.SortStableFunc(all, func(a, b Command) int { return b.When.Compare(a.When) })
	all = each.FirstOf(all, kind)
	for i, c := range all {
		all[i].Times = times[kind(c)]
	}
	return each.Head(all, most)
}

// files takes in the changed files and those that were read. An artifact names those of its whole line, oldest first,
// its own session's last: what stands in another order than before is its own, and what it says was done.
func (s *State) files(a artifact.Artifact) {
	named := a.MetadataList("files_changed")
	at := each.By(s.Changed, func(f File) (string, time.Time) { return f.Path, f.At })
	own, before := 0, each.Reversed(s.Files)
	for _, file := range named {
		i := slices.Index(before, file)
		if i < 0 {
			break
		}
		own, before = own+1, before[i+1:]
	}
	did := each.If(doneOf(a), func(d Done) ([]string, bool) { return d.Files, d.Counts() })
	for _, file := range slices.Concat(append(did, named[own:])...) {
		at[file] = a.Date
	}
	s.Files = each.Head(each.Once(each.Reversed(named[own:]), s.Files), 200)
	s.Changed = each.Of(s.Files, func(file string) File { return File{Path: file, At: at[file]} })
	slices.SortStableFunc(s.Changed, func(a, b File) int { return b.At.Compare(a.At) })
	s.Read = each.Head(each.Without(each.Once(a.Lines("read"), s.Read), each.In(named)), maxRead)
}

// Key is a text as it is compared: white space, case and a full stop at its end do not count.
func Key(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "`", ""), "()", "") // "call `f()`" is "call f"
	return strings.TrimRight(strings.ToLower(strings.Join(strings.Fields(s), " ")), ".")
}

// Names reports whether a text, as Key returns it, holds whole words: "#42" does not name "#4".
func Names(text, words string) bool {
	words = Key(words)
	part := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' }
	for at := 0; words != ""; {
		i := strings.Index(text[at:], words)
		if i < 0 {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		if after, _ := utf8.DecodeRuneInString(text[at+len(words):]); !part(before) && !part(after) {
			return true
		}
		at += len(words)
	}
	return false
}

// nonEmpty leaves out what says nothing: "" and "none".
func nonEmpty(list []string) []string {
	return each.Without(list, func(s string) bool { return s == "" || s == "none" })
}

// NewestOf are the last of a list.
func NewestOf[S ~[]T, T any](oldestFirst S, most int) S {
	return each.Tail(oldestFirst, most)
}

// objects are the items of a list of a body: mappings about one key, or texts.
func objects[T any](a artifact.Artifact, key, about string, read func(text string, n *yamldoc.Node) T) []T {
	n := yamldoc.Get(a.Body, key)
	if n == nil || n.Kind != yamldoc.Sequence {
		return nil
	}
	return each.If(n.Content, func(item *yamldoc.Node) (T, bool) {
		text := cmp.Or(yamldoc.Text(item, about), item.Value) // of a scalar
		return read(text, item), strings.TrimSpace(text) != ""
	})
}

// commandsOf are those of the key checks or commands.
func commandsOf(a artifact.Artifact, key string) []Command {
	return objects(a, key, "command", func(text string, n *yamldoc.Node) Command {
		when, _ := artifact.ParseDate(yamldoc.Text(n, "when"))
		c := Command{Command: text, When: cmp.Or(when, a.Date), Failed: yamldoc.Text(n, "failed") == "true"}
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
		date, _ := artifact.ParseDate(yamldoc.Text(n, "date"))
		return Sitting{
			Date: cmp.Or(date, a.Date), Title: text, Session: yamldoc.Text(n, "session_id"),
			Files: artifact.ItemLines(yamldoc.Get(n, "files")), Commits: artifact.ItemLines(yamldoc.Get(n, "commits")),
		}
	})
}

func itemsOf(a artifact.Artifact, key string) []Item { return dated(a, a.Lines(key)) }

func dated(a artifact.Artifact, texts []string) []Item {
	return each.Of(texts, func(text string) Item { return Item{Text: text, At: a.Date} })
}

// DecisionsOf are what an artifact says was decided: it takes a mapping, a list of mappings of one key, and texts.
func DecisionsOf(a artifact.Artifact) (all []Item) {
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
