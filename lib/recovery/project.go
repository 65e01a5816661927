package recovery

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/resume"
)

const (
	startFiles   = 24 // files that are named at a start
	startSitting = 4
)

// project offers the user's rules and what else belongs to the project.
func (o *offer) project(lines *line.Lines, files []string, sessions []line.Sitting) {
	first := ""
	if i := foremost(o.entries); i >= 0 {
		first = o.entries[i].ID
		for n, s := range sessions {
			if line.Key(s.Title) == line.Key(Goal(o.entries[i])) {
				sessions[n].Title = "" // it is told
			}
		}
	}
	rules, n := Rules(lines.Rules(), first)
	about := ""
	if more := len(rules) - n; more > 0 {
		about = fmt.Sprintf("%d more: holdfast rules", more)
	}
	texts := each.Of(rules[:n], func(r line.Rule) string { return r.Text })
	o.entries = append(o.entries, projectEntry(resume.Detail{Name: "rules", About: about, Lines: texts},
		resume.Detail{Name: "files", About: "used most", Lines: line.ByFolder(files)}, sessionsDetail(sessions))...)
}

// projectEntry is the entry of what belongs to the project, if that is anything.
func projectEntry(details ...resume.Detail) []resume.Entry {
	empty := func(d resume.Detail) bool { return strings.Join(d.Lines, "") == "" }
	if details = slices.DeleteFunc(details, empty); len(details) == 0 {
		return nil
	}
	return []resume.Entry{{Kind: kindProject, Ours: true, Pointer: true, Details: details}}
}

// Rules are a project's rules, which are newest first, those of the named line before; n are told at a start.
func Rules(rules []line.Rule, name string) (ordered []line.Rule, n int) {
	of := each.Group(rules, func(r line.Rule) bool { return r.Line == name })
	ordered = slices.Concat(of[true], of[false])
	room := 1200
	for ; n < min(len(ordered), 15); n++ {
		if room -= fence.Units(ordered[n].Text); room < 0 && n > 0 {
			break
		}
	}
	return ordered, n
}

// A use is how much each file was used: a change counts more than a read, this branch more than
// others, each sitting since takes a tenth off (measured in docs/performance.md).
type use struct {
	root     string
	sittings []line.Sitting // that are not stale, the newest first
	branch   string
	files    map[string]float64 // how much each matters
	holders  map[string]float64 // sittings that changed it
}

const fading = 0.9

// useOf weighs the files of the sittings of a project.
func (s Lines) useOf(lines *line.Lines, q resume.Query) use {
	stale := func(s line.Sitting) bool { return q.Now.Sub(s.Date) > line.StaleAfter }
	sittings := each.Without(lines.Sittings(), stale)
	files := 5 * len(sittings) // or so
	u := use{s.Project.Store.Root, sittings, q.Branch, make(map[string]float64, files), make(map[string]float64, files)}
	weight := 1.0
	for _, s := range sittings {
		w := weight
		if u.branch != "" && s.Branch == u.branch {
			w *= 3
		}
		for _, f := range s.Files {
			u.files[f] += w
			u.holders[f]++
		}
		for _, f := range s.Read {
			u.files[f] += w * 0.5
		}
		weight *= fading
	}
	return u
}

// best are the n that weigh most of the files that the work tree holds, in that order.
func (u use) best(of map[string]float64, n int) []string {
	var best []string
	before := func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), strings.Compare(a, b)) }
	for f := range of {
		if len(best) == 2*n && before(best[2*n-1], f) < 0 { // as most are
			continue
		}
		at, _ := slices.BinarySearchFunc(best, f, before)
		best = first(slices.Insert(best, at, f), 2*n)
	}
	return first(each.If(best, func(f string) (string, bool) {
		_, err := os.Lstat(filepath.Join(u.root, filepath.FromSlash(f)))
		return f, err == nil
	}), n)
}

// first are the first n of a list.
func first[T any](list []T, n int) []T { return list[:min(len(list), n)] }

// sessions are the n sittings that matter most for what is probably next: of late, here, with
// files in use. about is what a prompt makes of them; told ones and those of nothing are left out.
func (u use) sessions(told []string, about map[int]float64, n int) []line.Sitting {
	most := slices.Max(append(slices.Collect(maps.Values(u.files)), 0))
	score := map[int]float64{}
	var order []int
	age := 1.0
	for i, s := range u.sittings {
		hit := about == nil || about[i] > 0
		if hit && s.Session != "" && !slices.Contains(told, s.Line) && !slices.Contains(told, s.Session) {
			score[i] = age + about[i]
			if s.Branch == u.branch {
				score[i] += 0.5
			}
			for _, f := range s.Files {
				score[i] += 0.5 * u.files[f] / most / math.Sqrt(u.holders[f])
			}
			order = append(order, i)
		}
		age *= fading
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	return each.Of(first(order, n), func(i int) line.Sitting { return u.sittings[i] })
}

// sessionsDetail tells of sittings in one row.
func sessionsDetail(sittings []line.Sitting) resume.Detail {
	all := each.Of(sittings, func(s line.Sitting) string {
		return strings.TrimSpace(line.ShortID(s.Session) + " " + fence.Short(s.Title, 40))
	})
	return resume.Detail{Name: "sessions", About: "holdfast show ID", Lines: []string{strings.Join(all, "; ")}}
}
