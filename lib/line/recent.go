package line

import (
	"cmp"
	"context"
	"encoding/base64"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/machine"
	"holdfast/lib/rank"
)

const (
	// Of a project this many sittings are known, with this many files and prompts each.
	maxRecent      = 100
	maxChanged     = 60
	maxBeginnings  = 8
	longBeginning  = 80 // characters of a prompt
	shortBeginning = 25 // characters that say something
)

// sat notes what the session of a save did, in the place of its earlier sitting, and
// by which words its line is found.
func (r *reading) sat(k Kept, l *Line) error {
	words := map[key]row{l.homes[0]: rowOf(base64.RawStdEncoding.EncodeToString(document(l, l.fresh.state())))}
	err := r.table("words").put(r.Store.Machine, words, false)
	if s := k.Sitting; err == nil && s.Session != "" {
		var prompts []string
		for _, p := range s.Prompts {
			if p = oneRow(p); len([]rune(p)) >= shortBeginning && len(prompts) < maxBeginnings {
				prompts = append(prompts, string([]rune(p)[:min(len([]rune(p)), longBeginning)]))
			}
		}
		at, sittings := key{r.Store.Hash(), s.Session}, r.table(ofSittings)
		files, commits := slices.Clone(s.Files), s.Commits
		if was := sittingOf(s.Session, sittings.read()[at]); r.nameOf(was.Line) == l.Name {
			files = append(files, without(was.Files, files)...)
			commits = append(without(was.Commits, commits), commits...)
		}
		err = sittings.put(r.Store.Machine, map[key]row{at: rowOf(
			seconds(s.Date), escaped(l.Name), escaped(s.Branch), escaped(oneRow(s.Title)), list(files[:min(len(files), maxChanged)]),
			list(s.Read[:min(len(s.Read), MaxRead)]), list(prompts), list(commits),
		)}, false)
	}
	return err
}

// sittingOf reads what sat renders.
func sittingOf(session string, f row) Sitting {
	return Sitting{
		Session: session, Date: moment(f.next()), Line: plain(f.next()), Branch: plain(f.next()), Title: plain(f.next()),
		Files: listed(f.next()), Read: listed(f.next()), Prompts: listed(f.next()), Commits: listed(f.next()),
	}
}

// ofSittings is the table of what the sessions did.
const ofSittings = "sittings"

// keepNewest removes from rows of that table what is not among the newest of its
// worktree.
func keepNewest(rows map[key]row) {
	worktrees := map[string][]key{}
	for k := range rows {
		worktrees[k.project] = append(worktrees[k.project], k)
	}
	for _, keys := range worktrees {
		sortRows(rows, keys)
		for _, k := range keys[min(len(keys), maxRecent):] {
			delete(rows, k)
		}
	}
}

// sortRows puts the newest sittings first.
func sortRows(rows map[key]row, keys []key) {
	slices.SortFunc(keys, func(a, b key) int {
		x, y := rows[a], rows[b]
		return cmp.Or(strings.Compare(y.next(), x.next()), strings.Compare(a.name, b.name))
	})
}

// without is a list without what another holds.
func without(list, other []string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return slices.Contains(other, s) })
}

// Sittings are what the sessions of the project did, the newest first. Of a line of
// which the register knows none they are what its artifacts say.
func (ls *Lines) Sittings() []Sitting {
	r := ls.r
	rows := r.table(ofSittings).read()
	var newest []key
	for k := range rows {
		if k.project == r.Store.Hash() {
			newest = append(newest, k)
		}
	}
	sortRows(rows, newest)
	var all []Sitting
	known := map[string]bool{}
	for i, k := range newest {
		s := sittingOf(k.name, rows[k])
		s.Line = r.nameOf(s.Line)
		if known[s.Line] = true; i < maxRecent {
			all = append(all, s)
		}
	}
	for _, l := range ls.Own[:min(len(ls.Own), maxRecent)] { // the newest
		if known[l.Name] {
			continue
		}
		var files []string
		for _, f := range l.Files() {
			files = append(files, f.Path)
		}
		all = append(all, Sitting{Session: lastOf(l.Sittings), Date: l.Saved, Line: l.Name, Branch: lastOf(l.Branches), Title: l.Goal, Files: files})
	}
	slices.SortFunc(all, func(a, b Sitting) int { return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(a.Session, b.Session)) })
	return all[:min(len(all), maxRecent)]
}

// Documents are what a question finds each of the own lines by, in their order.
func (ls *Lines) Documents() []rank.Packed {
	r := ls.r
	rows, fresh := r.table("words").read(), map[key]row{}
	all := make([]rank.Packed, len(ls.Own))
	for i, l := range ls.Own {
		if b, err := base64.RawStdEncoding.DecodeString(rows[l.homes[0]].rest); err == nil && len(b) > 0 {
			all[i] = b
			continue
		}
		all[i] = document(l, l.State())
		fresh[l.homes[0]] = rowOf(base64.RawStdEncoding.EncodeToString(all[i]))
	}
	_ = r.table("words").put(r.Store.Machine, fresh, false) // else they are packed again
	return all
}

func document(l *Line, s State) rank.Packed {
	var passages []rank.Passage
	add := func(weight float64, texts ...string) {
		for _, text := range texts {
			if text != "" {
				passages = append(passages, rank.Passage{Text: text, Weight: weight})
			}
		}
	}
	add(3, l.Name, s.Goal)
	for _, sat := range s.LastSittings {
		add(3, sat.Title)
	}
	add(1.5, Texts(s.Prompts)...)
	add(2, Texts(s.Decisions)...)
	add(1, Texts(s.Failed)...)
	add(2, s.Files[:min(len(s.Files), maxNamed)]...)
	add(2, s.Read...)
	add(3, l.Branches...)
	add(3, l.Beads...)
	add(3, s.PullRequest)
	return rank.Pack(passages)
}

// A Rule is a standing instruction of the user, wherever in the project it was said.
type Rule struct {
	ID   string    `json:"id"`
	Text string    `json:"text"`
	Line string    `json:"line"`
	At   time.Time `json:"at"`
}

// Rules are the standing instructions of all own lines, in every state, the newest
// first: each once, but for those that were resolved or forgotten since.
func (ls *Lines) Rules() []Rule {
	resolved := map[string]time.Time{}
	for id, at := range ls.r.forgotten {
		resolved[id] = at
	}
	var all []Rule
	for _, l := range ls.Own {
		eachDated(l.rules, func(text string, at time.Time) bool {
			all = append(all, Rule{ID: ruleID(text), Text: text, Line: l.Name, At: at})
			return true
		})
		eachDated(l.resolved, func(text string, at time.Time) bool {
			if id := ruleID(text); at.After(resolved[id]) {
				resolved[id] = at
			}
			return true
		})
	}
	slices.SortStableFunc(all, func(a, b Rule) int { return b.At.Compare(a.At) })
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(r Rule) bool {
		gone := seen[r.ID] || !r.At.After(resolved[r.ID])
		seen[r.ID] = true
		return gone
	})
}

// ForgetRule has a rule told no more, whichever artifact holds it, until it is said
// again later; ok is false where no such rule is told.
func (p Project) ForgetRule(ctx context.Context, id string) (rule Rule, ok bool, err error) {
	lines, err := p.Lines(ctx)
	if err != nil {
		return rule, false, err
	}
	rules := lines.Rules()
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return rule, false, nil
	}
	return rules[i], true, p.say(key{ofRules, id}, word{closed: p.Now})
}

// ruleID names a rule by its words.
func ruleID(text string) string { return machine.Sum([]byte(Key(text)))[:6] }

// Empty reports whether nothing is known to have been saved in the project.
func (p Project) Empty() bool {
	return !exists(p.table("heads").file()) && !exists(path.Join(p.Store.Root, artifact.Dir))
}
