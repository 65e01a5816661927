package recovery

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/resume"
)

const (
	maxRules     = 15
	maxRuleUnits = 1200
	startFiles   = 26 // files that are named at a start
	startSitting = 3
)

// project offers what belongs to the project and not to one line: the user's
// rules, the files that are used most, the earlier sessions that matter most.
func (o *offer) project(lines line.Lines) {
	e := resume.Entry{Kind: kindProject, Ours: true, Pointer: true}
	add := func(name, about string, text []string) {
		if len(text) > 0 {
			e.Details = append(e.Details, resume.Detail{Name: name, About: about, Lines: text})
		}
	}
	rules, n := Rules(lines.Rules(), o.foremostName())
	about := ""
	if more := len(rules) - n; more > 0 {
		about = fmt.Sprintf("%d more: holdfast rules", more)
	}
	var told []string
	for _, r := range rules[:n] {
		told = append(told, r.Text)
	}
	add("rules", about, told)
	if source := o.q.Source; source == "startup" || source == "" {
		use := useOf(lately(lines.Sittings(), o.q.Now), o.q.Branch)
		add("files", "used most", line.ByFolder(use.best(startFiles)))
		add("sessions", "holdfast show ID", use.sessions([]string{o.foremostName()}, nil, startSitting))
	}
	if len(e.Details) > 0 {
		o.entries = append(o.entries, e)
	}
}

// lately are the sittings that are not stale.
func lately(sittings []line.Sitting, now time.Time) []line.Sitting {
	return slices.DeleteFunc(slices.Clone(sittings), func(s line.Sitting) bool { return now.Sub(s.Date) > line.StaleAfter })
}

// foremostName is the line that is told first, "" for none.
func (o *offer) foremostName() string {
	for _, l := range append(slices.Clone(o.here), o.last) {
		if l != nil {
			return l.Name
		}
	}
	return ""
}

// Rules are a project's rules in the order in which they are told, those of the
// named line first, then the newest; the first n of them are told at a start.
func Rules(rules []line.Rule, name string) (ordered []line.Rule, n int) {
	ordered = slices.Clone(rules)
	slices.SortStableFunc(ordered, func(a, b line.Rule) int {
		if mine := a.Line == name; mine != (b.Line == name) {
			if mine {
				return -1
			}
			return 1
		}
		return b.At.Compare(a.At)
	})
	room := maxRuleUnits
	for ; n < min(len(ordered), maxRules); n++ {
		if room -= fence.Units(ordered[n].Text); room < 0 && n > 0 {
			break
		}
	}
	return ordered, n
}

// A use is how much each file of a project was used by its sittings: a change
// counts for more than a read, what happened on this branch for more than on
// others, and each sitting since takes a tenth off. On real histories the first
// 15 names by this hold as much of what a session opens as the 25 that were
// changed last (docs/performance.md).
type use struct {
	sittings []line.Sitting
	branch   string
	files    map[string]float64
	holders  map[string]float64 // sittings that changed it
	most     float64
}

const (
	fading     = 0.9
	readPart   = 0.5
	branchPart = 3
)

// useOf weighs the files of sittings, the newest first.
func useOf(sittings []line.Sitting, branch string) use {
	u := use{sittings: sittings, branch: branch, files: map[string]float64{}, holders: map[string]float64{}}
	weight := 1.0
	for _, s := range sittings {
		w := weight
		if branch != "" && s.Branch == branch {
			w *= branchPart
		}
		for _, f := range s.Files {
			u.files[f] += w
			u.holders[f]++
		}
		for _, f := range s.Read {
			u.files[f] += w * readPart
		}
		weight *= fading
	}
	for _, w := range u.files {
		u.most = max(u.most, w)
	}
	return u
}

// best are the n files that are used most.
func (u use) best(n int) []string {
	var files []string
	for f := range u.files {
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b string) int { return cmp.Or(cmp.Compare(u.files[b], u.files[a]), strings.Compare(a, b)) })
	return files[:min(len(files), n)]
}

// sessions are the n sittings that matter most for what is probably next: those
// that changed the files in use, rare ones counting more, of late, and here.
// about, which may be nil, adds what a prompt makes of a sitting; those of the
// lines in told are left out.
func (u use) sessions(told []string, about func(i int) float64, n int) []string {
	type scored struct {
		at    int
		score float64
	}
	var all []scored
	age := 1.0
	for i, s := range u.sittings {
		if s.Session == "" || slices.Contains(told, s.Line) {
			age *= fading
			continue
		}
		score := age
		if s.Branch == u.branch {
			score += 0.5
		}
		for _, f := range s.Files {
			score += 0.5 * u.files[f] / u.most / math.Sqrt(u.holders[f])
		}
		if about != nil {
			score += about(i)
		}
		all = append(all, scored{i, score})
		age *= fading
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var out []string
	for _, x := range all[:min(len(all), n)] {
		x := u.sittings[x.at]
		out = append(out, sittingRow(x.Session, x.Date, x.Title, x.Branch))
	}
	return out
}

const idLength = 8

// sittingRow tells of a session: the id that "holdfast show" takes, when, and what
// it was about.
func sittingRow(id string, at time.Time, title, branch string) string {
	text := id[:min(len(id), idLength)] + " " + at.UTC().Format(time.DateOnly)
	if branch != "" {
		text += " on " + branch
	}
	if title != "" {
		text += ": " + title
	}
	return strings.TrimSpace(text)
}
