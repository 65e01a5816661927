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

// MaxChecks is how many commands that succeeded a state holds.
const MaxChecks = 8

const (
	// maxPrompts bounds the prompts by their number and maxPromptBytes by their
	// length, the newest stay; maxPrompt is how many characters one has.
	maxPrompts     = 500
	maxPromptBytes = 64 << 10
	maxDone        = 30
	maxFiles       = 200
	maxResolved    = 100
	maxSessions    = 1000
	maxFailing     = 5 // of blockers that hooks added; a person's own all stay
	failedAfter    = " failed"
	// designLead began the rows of open designs among a hook's next steps, in the
	// first release. The designs have moved since and tell of themselves.
	designLead = "/design "
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
	State State
	// Written are goal and now of the newest written artifact, Auto those of
	// the newest automatic one.
	Written, Auto saying
	Hooked        map[string]bool // blockers that a hook added, by key
	Base          map[string]bool // keys of what held as a written artifact was saved
	More          map[string]owned
	Planned       bool
	Changed       map[string]time.Time // when each file was changed last
	Wrote         time.Time            // the newest written artifact
	OnlyFor       string               // the session that the newest artifact is told to
	Beads         []string
	Sums          map[string]string // of what was folded, shortened, by path

	part bool // what is taken was another line, which no finalize of it closes
}

func newFolding() *folding {
	return &folding{
		Hooked: map[string]bool{}, More: map[string]owned{}, Changed: map[string]time.Time{}, Sums: map[string]string{},
	}
}

// A saying is what one artifact says of goal and now.
type saying struct{ Path, Goal, Now, Since string }

// owned is the lines of a key, the key's value as it was written, and whether a
// person or model wrote it.
type owned struct {
	Lines   []string
	Text    string
	Written bool
}

func (f *folding) take(a artifact.Artifact) {
	s := &f.State
	auto := a.Auto()
	if s.Artifacts == 0 {
		s.Began = a.Date
	}
	s.Artifacts++
	s.Saved, s.Path = a.Date, a.Path
	f.Sums[a.Path] = shortSum(a)
	setIf(&s.Bead, a.Text("primary_bead"))
	setIf(&s.Commit, a.Commit())
	setIf(&s.Branch, a.Branch())
	setIf(&s.Follows, a.Text("metadata.follows"))
	setIf(&s.Team, a.Text("metadata.team"))
	setIf(&s.PullRequest, a.Text("metadata.pull_request"))
	if began, ok := artifact.ParseDate(a.Text("metadata.began")); ok && began.Before(s.Began) {
		s.Began = began
	}
	for _, b := range a.Branches() {
		s.Branches = append(slices.DeleteFunc(s.Branches, func(x string) bool { return x == b }), b)
	}
	f.OnlyFor = a.Text("metadata.only_for")
	addNew(&f.Beads, a.Text("primary_bead"))
	addNew((*[]string)(&s.Sittings), a.Sessions()...)
	if id := a.SessionID(); id != "" && id != "none" { // the newest last
		s.Sittings = append(slices.DeleteFunc(s.Sittings, func(x string) bool { return x == id }), id)
	}
	s.Sittings = s.Sittings[max(0, len(s.Sittings)-maxSessions):]
	f.say(a, auto)
	before := s.standing()
	f.forget(a)
	f.lists(a, auto)
	f.settle(before, auto)
	f.results(a)
	f.others(a, auto)
}

// standing are the keys of what a later artifact can record as done or resolved,
// with the words that do so.
func (s *State) standing() map[string]string {
	all := map[string]string{}
	for _, list := range [][]Item{s.Next, s.Questions, s.Rules, s.Worked, s.Failed} {
		for _, i := range list {
			all[Key(i.Text)] = i.Text
		}
	}
	for _, b := range s.Blockers {
		first, _, _ := strings.Cut(b.Text, "\n")
		all[blockerKey(b.Text)] = first
	}
	for _, d := range s.Decisions {
		all[Key(cmp.Or(d.Name, d.Text))] = cmp.Or(d.Name, d.Text)
	}
	return all
}

// settle notes what an automatic artifact took away of what written ones say:
// later ones say so again, so that it can be pruned.
func (f *folding) settle(before map[string]string, auto bool) {
	now := f.State.standing()
	if f.Base == nil {
		f.Base = map[string]bool{}
	}
	for key, text := range before {
		if _, still := now[key]; !still && auto && f.Base[key] {
			f.State.Settled = append(f.State.Settled, text)
		}
	}
	f.State.Settled = slices.DeleteFunc(f.State.Settled, func(text string) bool {
		_, again := now[Key(text)]
		return again
	})
	slices.Sort(f.State.Settled)
	f.State.Settled = slices.Compact(f.State.Settled)
	if !auto {
		for key := range now {
			f.Base[key] = true
		}
	}
}

func addNew(list *[]string, values ...string) {
	for _, v := range values {
		if v != "" && v != "none" && !slices.Contains(*list, v) {
			*list = append(*list, v)
		}
	}
}

func setIf(to *string, value string) {
	if value != "" {
		*to = value
	}
}

// say takes in goal and now. A text that a broken file lacks keeps the one
// before it.
func (f *folding) say(a artifact.Artifact, auto bool) {
	s := &f.State
	if auto {
		f.Auto.Path = a.Path
		setIf(&f.Auto.Goal, a.Goal())
		setIf(&f.Auto.Now, a.Now())
		f.Auto.Since = a.Text("since")
		s.Since = cmp.Or(a.Text("since"), a.Now())
		return
	}
	s.Written, s.Outcome, f.Wrote = true, a.Text("outcome"), a.Date
	s.Closed = a.Mode() == artifact.Finalize && !f.part
	f.Written.Path = a.Path
	setIf(&f.Written.Goal, a.Goal())
	setIf(&f.Written.Now, a.Now())
	s.Since = a.Text("since")
}

// forget takes away what the artifact records as done or no longer holding.
func (f *folding) forget(a artifact.Artifact) {
	s := &f.State
	gone := map[string]bool{}
	for _, text := range a.Lines("resolved") {
		gone[Key(text)] = true
		f.resolve(Item{Text: text, At: a.Date})
	}
	s.Resolved = s.Resolved[max(0, len(s.Resolved)-maxResolved):]
	if len(gone) > 0 {
		is := func(i Item) bool {
			return gone[Key(i.Text)] || i.Name != "" && gone[Key(i.Name)] || gone[Key(i.String())]
		}
		for _, list := range []*[]Item{&s.Rules, &s.Questions, &s.Decisions, &s.Worked, &s.Failed} {
			*list = slices.DeleteFunc(*list, is)
		}
		s.Checks = slices.DeleteFunc(s.Checks, func(c Check) bool { return gone[Key(c.Command)] })
	}
	fixed := map[string]bool{}
	for _, c := range checksOf(a) {
		fixed[Key(c.Command)] = true
	}
	s.Blockers = slices.DeleteFunc(s.Blockers, func(i Item) bool {
		return gone[Key(i.Text)] || gone[blockerKey(i.Text)] || fixed[Key(Failing(i.Text))]
	})
	for _, d := range doneOf(a) {
		gone[Key(d.Task)] = true
	}
	s.Next = slices.DeleteFunc(s.Next, func(i Item) bool { return gone[Key(i.Text)] })
}

// resolve notes what an artifact resolves. Automatic ones repeat what was resolved
// before: that keeps its time.
func (f *folding) resolve(text Item) {
	s := &f.State
	i := slices.IndexFunc(s.Resolved, func(r Item) bool { return Key(r.Text) == Key(text.Text) })
	if i < 0 {
		s.Resolved = append(s.Resolved, text)
	} else if slices.ContainsFunc(s.Rules, func(r Item) bool { return Key(r.Text) == Key(text.Text) }) {
		s.Resolved[i] = text
	}
}

// Failing is the command of a blocker that a hook wrote, "" of another.
func Failing(blocker string) string {
	first, _, _ := strings.Cut(blocker, "\n")
	command, ok := strings.CutSuffix(first, failedAfter)
	if !ok {
		return ""
	}
	return command
}

// Blocker is what a hook writes of a failing command.
func Blocker(command string, output []string) string {
	return strings.Join(append([]string{command + failedAfter}, output...), "\n")
}

func blockerKey(text string) string {
	if c := Failing(text); c != "" {
		return Key(c + failedAfter)
	}
	return Key(text)
}

// lists takes in the lists that a written artifact sets and a hook adds to,
// then those that only grow.
func (f *folding) lists(a artifact.Artifact, auto bool) {
	s := &f.State
	set := func(list *[]Item, name string, id func(string) string) {
		n := yamldoc.Get(a.Body, name)
		if n == nil {
			return
		}
		if !auto {
			*list = nil
		}
		for _, text := range a.Lines(name) {
			if auto && strings.HasPrefix(text, designLead) {
				continue
			}
			at := slices.IndexFunc(*list, func(i Item) bool { return id(i.Text) == id(text) })
			switch {
			case at < 0:
				*list = append(*list, Item{Text: text, At: a.Date})
			case name == "blockers": // the newest output counts
				*list = append(slices.Delete(*list, at, at+1), Item{Text: text, At: a.Date})
			}
		}
	}
	if n := yamldoc.Get(a.Body, "next"); n != nil && (!auto || !f.Planned) {
		s.Plan = Mark{At: a.Date, Commit: a.Commit(), Sittings: len(s.Sittings)}
		f.Planned = f.Planned || !auto
	}
	set(&s.Next, "next", Key)
	set(&s.Questions, "questions", Key)
	set(&s.Blockers, "blockers", blockerKey)
	for _, text := range a.Lines("blockers") {
		f.Hooked[blockerKey(text)] = auto
	}
	s.Rules = put(s.Rules, itemsOf(a, "rules"))
	s.Decisions = put(s.Decisions, decisionsOf(a))
	s.Worked = put(s.Worked, itemsOf(a, "worked"))
	s.Failed = put(s.Failed, itemsOf(a, "failed"))
}

func itemsOf(a artifact.Artifact, key string) []Item {
	var items []Item
	for _, text := range a.Lines(key) {
		items = append(items, Item{Text: text, At: a.Date})
	}
	return items
}

// put adds items. One of the same name is replaced in its place, equal text
// keeps the time when it was first said.
func put(list, items []Item) []Item {
	if len(items) == 0 {
		return list
	}
	keys := make([]string, len(list), len(list)+len(items))
	for i, old := range list {
		keys[i] = Key(old.Text)
	}
	for _, item := range items {
		key := Key(item.Text)
		i := 0
		for ; i < len(list); i++ {
			old := list[i].Name
			if item.Name != "" && old == item.Name || (old == "" || item.Name == "") && keys[i] == key {
				break
			}
		}
		switch {
		case i == len(list):
			list, keys = append(list, item), append(keys, key)
		case keys[i] != key:
			list[i], keys[i] = item, key
		}
	}
	return list
}

// results takes in what succeeded, was done, changed and said.
func (f *folding) results(a artifact.Artifact) {
	s := &f.State
	for _, c := range checksOf(a) {
		same := func(old Check) bool { return transcript.Kind(old.Command) == transcript.Kind(c.Command) }
		s.Checks = slices.DeleteFunc(s.Checks, func(old Check) bool { return same(old) && !old.When.After(c.When) })
		if !slices.ContainsFunc(s.Checks, same) {
			s.Checks = append(s.Checks, c)
		}
	}
	if done := doneOf(a); len(done) > 0 {
		last := map[string]int{}
		for i, d := range done {
			last[Key(d.Task)] = i
		}
		s.Done = slices.DeleteFunc(s.Done, func(old Done) bool { _, again := last[Key(old.Task)]; return again })
		for i, d := range done {
			if last[Key(d.Task)] == i {
				s.Done = append(s.Done, d)
			}
		}
	}
	said := map[string]bool{}
	for _, text := range a.Prompts() {
		said[text] = true
	}
	s.Prompts = slices.DeleteFunc(s.Prompts, func(old Item) bool { return said[old.Text] })
	for _, text := range a.Prompts() {
		if said[text] {
			said[text] = false
			s.Prompts = append(s.Prompts, Item{Text: text, At: a.Date})
		}
	}
	s.Prompts = newestPrompts(s.Prompts)
	f.files(a)
	f.used(a)
}

// files takes in the changed files. An artifact names those of its whole line, the
// ones that its own session changed last: what stands in another order than before is
// its own, and what it says was done.
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
	for i, file := range named {
		if i < own {
			continue
		}
		f.Changed[file] = a.Date
		s.Files = append(slices.DeleteFunc(s.Files, func(old string) bool { return old == file }), file)
	}
	for _, d := range doneOf(a) {
		for _, file := range d.Files {
			if d.Counts() && f.Changed[file].Before(a.Date) {
				f.Changed[file] = a.Date
			}
		}
	}
}

// More of what only the newest writer decides, in the order in which it is
// shown; nothing here folds.
var moreKeys = []string{
	"findings", "files_to_review", "continuation_prompt", "test", "related_beads", "final_solutions", "final_decisions",
	"artifacts_produced",
}

func (f *folding) others(a artifact.Artifact, auto bool) {
	for _, name := range moreKeys {
		n := yamldoc.Get(a.Body, name)
		if n == nil || auto && f.More[name].Written {
			continue
		}
		if text, err := yamldoc.Render(n); err == nil {
			f.More[name] = owned{a.Lines(name), string(text), !auto}
		}
	}
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
	for _, list := range []*[]Item{
		&s.Rules, &s.Next, &s.Blockers, &s.Questions, &s.Decisions, &s.Worked, &s.Failed, &s.Prompts,
	} {
		*list = slices.Clone(*list) // what is taken later changes the others
	}
	s.Branches, s.Sittings = slices.Clone(s.Branches), slices.Clone(s.Sittings)
	s.Blockers = f.fewFailing(s.Blockers)
	s.Checks, s.Done = slices.Clone(s.Checks), slices.Clone(s.Done)
	s.Files, s.Settled = slices.Clone(s.Files), slices.Clone(s.Settled)
	slices.SortStableFunc(s.Checks, func(a, b Check) int { return b.When.Compare(a.When) })
	s.Checks = s.Checks[:min(len(s.Checks), MaxChecks)]
	slices.Reverse(s.Done)
	s.Done = s.Done[:min(len(s.Done), maxDone)]
	slices.Reverse(s.Files)
	s.Files = s.Files[:min(len(s.Files), maxFiles)]
	for _, file := range s.Files {
		s.Changed = append(s.Changed, File{Path: file, At: f.Changed[file]})
	}
	slices.SortStableFunc(s.Changed, func(a, b File) int { return b.At.Compare(a.At) })
	for _, name := range moreKeys {
		if m := f.More[name]; len(m.Lines) > 0 {
			s.More = append(s.More, More{Name: name, Lines: m.Lines, text: m.Text})
		}
	}
	return s
}

// fewFailing keeps of the failing commands that hooks saw the newest few.
func (f *folding) fewFailing(blockers []Item) []Item {
	n := 0
	for i := len(blockers) - 1; i >= 0; i-- {
		if !f.Hooked[blockerKey(blockers[i].Text)] {
			continue
		}
		if n++; n > maxFailing {
			blockers = slices.Delete(blockers, i, i+1)
		}
	}
	return blockers
}

// Key is a text as it is compared: white space, case and a full stop at its end
// do not count.
func Key(s string) string {
	return strings.TrimRight(strings.ToLower(strings.Join(strings.Fields(s), " ")), ".")
}
