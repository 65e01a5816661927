package line

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

// How much a state holds; of all lists the newest stay.
const (
	MaxChecks   = 8
	MaxCommands = 12
	MaxRead     = 30
	MaxSittings = 10

	maxPrompts     = 500
	maxPromptBytes = 64 << 10
	maxDone        = 30
	maxFiles       = 200
	maxResolved    = 100
	maxSessions    = 1000
	maxFailing     = 5 // failing commands among the blockers; others all stay
	failedAfter    = " failed"
)

// Fold computes the state of a line from its own artifacts, in any order. It
// is pure: now only ranks what claims to be from the future last.
func Fold(artifacts []artifact.Artifact, now time.Time) State {
	sorted := slices.Clone(artifacts)
	order := artifact.Order(now)
	slices.SortFunc(sorted, func(a, b artifact.Artifact) int {
		return order(b.Date.Unix(), b.Path, a.Date.Unix(), a.Path)
	})
	f := newFolding()
	for _, a := range sorted {
		f.take(a)
	}
	return f.state()
}

// folding is a state in the making: artifacts are taken oldest first. Its fields
// are what the machine folder keeps of it.
type folding struct {
	Form  string // the register's as it was made
	State State
	// Written are goal and now of the newest written artifact, Auto those of
	// the newest automatic one.
	Written, Auto saying
	More          map[string][]string
	Planned       bool                 // a written artifact set the steps down
	Changed       map[string]time.Time // when each file was changed last
	Wrote         time.Time            // the newest written artifact
	OnlyFor       string               // the session that the newest artifact is told to
	Beads         []string
	Lifted        []Item            // what was resolved and no step: it may be a rule of any line
	Sums          map[string]string // of what was folded, shortened, by path

	part bool // what is taken was another line, which no finalize of it closes
}

func newFolding() *folding {
	return &folding{
		Form: registerForm, More: map[string][]string{}, Changed: map[string]time.Time{}, Sums: map[string]string{},
	}
}

// A saying is what one artifact says of goal and now.
type saying struct{ Path, Goal, Now, Since string }

func (f *folding) take(a artifact.Artifact) {
	s, auto := &f.State, a.Auto()
	if s.Artifacts == 0 {
		s.Began = a.Date
	}
	s.Artifacts++
	s.Saved, s.Path = a.Date, a.Path
	f.Sums[a.Path] = shortSum(a)
	for key, to := range map[string]*string{
		"primary_bead": &s.Bead, "metadata.follows": &s.Follows, "metadata.team": &s.Team,
		"metadata.pull_request": &s.PullRequest,
	} {
		setIf(to, a.Text(key))
	}
	setIf(&s.Commit, a.Commit())
	setIf(&s.Branch, a.Branch())
	if began, ok := artifact.ParseDate(a.Text("metadata.began")); ok && began.Before(s.Began) {
		s.Began = began
	}
	f.OnlyFor = a.Text("metadata.only_for")
	s.Branches = lastOfEach(append(s.Branches, a.Branches()...), itself)
	f.Beads = said(firstOfEach(append(f.Beads, a.Text("primary_bead")), itself))
	s.Sittings = firstOfEach(append(s.Sittings, a.Sessions()...), itself)
	s.Sittings = newestOf(said(lastOfEach(append(s.Sittings, a.SessionID()), itself)), maxSessions)
	f.say(a, auto)
	f.forget(a, auto)
	f.lists(a, auto)
	f.results(a)
	f.files(a)
	s.standing()
}

// say takes in goal and now. A text that a broken file lacks keeps the one
// before it.
func (f *folding) say(a artifact.Artifact, auto bool) {
	s, says := &f.State, &f.Written
	s.Since = a.Text("since")
	if auto {
		says = &f.Auto
		says.Since, s.Since = s.Since, cmp.Or(s.Since, a.Now())
	} else {
		s.Written, s.Outcome, f.Wrote = true, a.Text("outcome"), a.Date
		s.Closed = a.Mode() == artifact.Finalize && !f.part
	}
	says.Path = a.Path
	setIf(&says.Goal, a.Goal())
	setIf(&says.Now, a.Now())
}

// forget takes away what the artifact records as done or no longer holding.
func (f *folding) forget(a artifact.Artifact, auto bool) {
	s, gone, fixed := &f.State, map[string]bool{}, map[string]bool{}
	resolved := itemsOf(a, "resolved")
	for _, i := range resolved {
		gone[Key(i.Text)] = true
	}
	known := map[string]bool{}
	for _, i := range slices.Concat(s.Resolved, s.Next, s.Questions, s.Blockers) {
		known[blockerKey(i)] = true
	}
	for _, i := range resolved {
		if !known[Key(i.Text)] {
			f.Lifted = newestOf(append(f.Lifted, i), maxResolved)
		}
	}
	for _, list := range []*[]Item{&s.Rules, &s.Questions, &s.Decisions, &s.Worked, &s.Failed} {
		*list = slices.DeleteFunc(*list, func(i Item) bool {
			return gone[Key(i.Text)] || i.Name != "" && gone[Key(i.Name)] || gone[Key(i.String())]
		})
	}
	s.Checks = slices.DeleteFunc(s.Checks, func(c Command) bool { return gone[Key(c.Command)] })
	for _, c := range commandsOf(a, "checks") {
		fixed[Key(c.Command)] = true
	}
	s.Blockers = slices.DeleteFunc(s.Blockers, func(i Item) bool {
		return gone[Key(i.Text)] || gone[blockerKey(i)] || fixed[Key(Failing(i.Text))]
	})
	for _, d := range doneOf(a) {
		gone[Key(d.Task)] = true
	}
	s.Next = slices.DeleteFunc(s.Next, func(i Item) bool {
		done := gone[Key(i.Text)]
		if done && auto { // later ones say so again, so that it can be pruned
			resolved = append(resolved, Item{Text: i.Text, At: a.Date})
		}
		return done
	})
	// Automatic ones repeat what was resolved before: that keeps its time.
	s.Resolved = newestOf(firstOfEach(append(s.Resolved, resolved...), textKey), maxResolved)
}

// standing takes what holds again out of what was resolved.
func (s *State) standing() {
	holds := map[string]bool{}
	for _, list := range [][]Item{s.Next, s.Questions, s.Rules, s.Worked, s.Failed, s.Blockers, s.Decisions} {
		for _, i := range list {
			holds[nameKey(i)], holds[blockerKey(i)] = true, true
		}
	}
	s.Resolved = slices.DeleteFunc(s.Resolved, func(r Item) bool { return holds[Key(r.Text)] })
}

// Failing is the command of a blocker that a hook wrote, "" of another.
func Failing(blocker string) string {
	first, _, _ := strings.Cut(blocker, "\n")
	if command, ok := strings.CutSuffix(first, failedAfter); ok {
		return command
	}
	return ""
}

// Blocker is what a hook writes of a failing command.
func Blocker(command string, output []string) string {
	return strings.Join(append([]string{command + failedAfter}, output...), "\n")
}

// The keys by which items are compared.
func textKey(i Item) string { return Key(i.Text) }
func nameKey(i Item) string { return Key(cmp.Or(i.Name, i.Text)) }
func blockerKey(i Item) string {
	if c := Failing(i.Text); c != "" {
		return Key(c + failedAfter)
	}
	return Key(i.Text)
}

// lists takes in the lists that a written artifact sets and a hook adds to,
// then those that only grow.
func (f *folding) lists(a artifact.Artifact, auto bool) {
	s := &f.State
	if yamldoc.Get(a.Body, "next") != nil && (!auto || !f.Planned) {
		s.Plan = Mark{At: a.Date, Commit: a.Commit(), Sittings: len(s.Sittings)}
		f.Planned = f.Planned || !auto
	}
	for key, list := range map[string]*[]Item{"next": &s.Next, "questions": &s.Questions, "blockers": &s.Blockers} {
		if yamldoc.Get(a.Body, key) != nil && !auto {
			*list = nil
		}
		*list = append(*list, itemsOf(a, key)...)
	}
	s.Next, s.Questions = firstOfEach(s.Next, textKey), firstOfEach(s.Questions, textKey)
	s.Blockers = lastOfEach(s.Blockers, blockerKey) // the newest output counts
	failing := 0
	for i := len(s.Blockers) - 1; i >= 0; i-- {
		if Failing(s.Blockers[i].Text) == "" {
			continue
		}
		if failing++; failing > maxFailing {
			s.Blockers = slices.Delete(s.Blockers, i, i+1)
		}
	}
	for key, list := range map[string]*[]Item{"rules": &s.Rules, "worked": &s.Worked, "failed": &s.Failed} {
		*list = firstOfEach(append(*list, itemsOf(a, key)...), textKey)
	}
	at := map[string]int{}
	for i, d := range s.Decisions {
		at[nameKey(d)] = i
	}
	for _, d := range decisionsOf(a) {
		i, known := at[nameKey(d)]
		switch {
		case !known:
			at[nameKey(d)] = len(s.Decisions)
			s.Decisions = append(s.Decisions, d)
		case textKey(s.Decisions[i]) != textKey(d):
			s.Decisions[i] = d
		}
	}
}

// results takes in what succeeded, was used, done and said.
func (f *folding) results(a artifact.Artifact) {
	s := &f.State
	s.Checks = ofKinds(s.Checks, commandsOf(a, "checks"), MaxChecks)
	s.Commands = ofKinds(s.Commands, commandsOf(a, "commands"), MaxCommands)
	s.Done = lastOfEach(append(s.Done, doneOf(a)...), func(d Done) string { return Key(d.Task) })
	for _, text := range a.Prompts() {
		s.Prompts = append(s.Prompts, Item{Text: text, At: a.Date})
	}
	s.Prompts = newestOf(lastOfEach(s.Prompts, func(p Item) string { return p.Text }), maxPrompts)
	from, room := len(s.Prompts), maxPromptBytes
	for from > 0 && room >= len(s.Prompts[from-1].Text) {
		from--
		room -= len(s.Prompts[from].Text)
	}
	s.Prompts = s.Prompts[from:]
	s.LastSittings = lastOfEach(append(s.LastSittings, sittingsOf(a)...), func(sat Sitting) string {
		return cmp.Or(sat.Session, sat.Date.String()+sat.Title)
	})
	slices.SortStableFunc(s.LastSittings, func(a, b Sitting) int { return a.Date.Compare(b.Date) })
	s.LastSittings = newestOf(s.LastSittings, MaxSittings)
	for _, name := range moreKeys {
		if lines := a.Lines(name); yamldoc.Get(a.Body, name) != nil {
			f.More[name] = lines
		}
	}
}

// ofKinds are commands with further ones, the newest of each kind and the newest first.
func ofKinds(list, more []Command, most int) []Command {
	for _, c := range more {
		kind := transcript.Kind(c.Command)
		i := slices.IndexFunc(list, func(old Command) bool { return transcript.Kind(old.Command) == kind })
		switch {
		case i < 0:
			list = append(list, c)
		case !list[i].When.After(c.When):
			c.Times = max(c.Times, list[i].Times)
			list[i] = c
		}
	}
	slices.SortStableFunc(list, func(a, b Command) int { return b.When.Compare(a.When) })
	return list[:min(len(list), most)]
}

// files takes in the changed files and those that were read. An artifact names those
// of its whole line, the ones that its own session changed last: what stands in another
// order than before is its own, and what it says was done.
func (f *folding) files(a artifact.Artifact) {
	s, named := &f.State, a.FilesChanged()
	own, at := 0, 0
	for _, file := range named {
		i := slices.Index(s.Files[at:], file)
		if i < 0 {
			break
		}
		own, at = own+1, at+i+1
	}
	s.Files = lastOfEach(append(s.Files, named[own:]...), itself)
	for _, file := range named[own:] {
		f.Changed[file] = a.Date
	}
	for _, d := range doneOf(a) {
		for _, file := range d.Files {
			if d.Counts() && f.Changed[file].Before(a.Date) {
				f.Changed[file] = a.Date
			}
		}
	}
	s.Read = without(firstOfEach(append(a.Lines("read"), s.Read...), itself), named)
	s.Read = s.Read[:min(len(s.Read), MaxRead)]
}

// state is what was folded.
func (f *folding) state() State {
	s := f.State
	s.Goal, s.Now = f.Auto.Goal, f.Auto.Now
	if s.Written {
		s.Goal, s.Now = cmp.Or(f.Written.Goal, f.Auto.Goal), cmp.Or(f.Written.Now, f.Auto.Now)
	} else {
		s.Since = f.Auto.Since
		s.Written = s.Since != "" // a written artifact that is gone is what it was saved after
	}
	if s.Since == s.Now {
		s.Since = ""
	}
	s.Plan.Sittings = max(len(s.Sittings)-s.Plan.Sittings, 0)
	s.Done, s.Files = newestFirst(s.Done, maxDone), newestFirst(s.Files, maxFiles)
	s.Changed = nil
	for _, file := range s.Files {
		s.Changed = append(s.Changed, File{Path: file, At: f.Changed[file]})
	}
	slices.SortStableFunc(s.Changed, func(a, b File) int { return b.At.Compare(a.At) })
	for _, name := range moreKeys {
		if lines := f.More[name]; len(lines) > 0 {
			s.More = append(s.More, More{Name: name, Lines: lines})
		}
	}
	return s
}

// Key is a text as it is compared: white space, case and a full stop at its end
// do not count.
func Key(s string) string {
	return strings.TrimRight(strings.ToLower(strings.Join(strings.Fields(s), " ")), ".")
}

func setIf(to *string, value string) {
	if value != "" {
		*to = value
	}
}

func itself(s string) string { return s }

// said are the texts of a list that say something.
func said(list []string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return s == "" || s == "none" })
}

// without is a list without what another holds.
func without(list, other []string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return slices.Contains(other, s) })
}

func newestOf[T any](oldestFirst []T, most int) []T {
	return oldestFirst[max(0, len(oldestFirst)-most):]
}

func newestFirst[T any](oldestFirst []T, most int) []T {
	list := slices.Clone(newestOf(oldestFirst, most))
	slices.Reverse(list)
	return list
}

// lastOfEach keeps of what has the same key the last.
func lastOfEach[T any](list []T, key func(T) string) []T {
	last := make(map[string]int, len(list))
	for i, x := range list {
		last[key(x)] = i
	}
	at := -1
	return slices.DeleteFunc(list, func(x T) bool {
		at++
		return last[key(x)] != at
	})
}

// firstOfEach keeps of what has the same key the first.
func firstOfEach[T any](list []T, key func(T) string) []T {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(x T) bool {
		k := key(x)
		again := seen[k]
		seen[k] = true
		return again
	})
}
