package line

import (
	"slices"
	"time"
)

// IsTopic reports whether a branch is about one thing: neither the default one nor one treated like it.
func (p *Project) IsTopic(branch string) bool { return p.isTopic(p.Renamed(branch)) }

func (p *Project) isTopic(now string) bool {
	return now != "" && p.InGit() && now != p.trunk() && !slices.Contains(p.Trunks, now)
}

// Renamed is the name that a branch has now.
func (p *Project) Renamed(branch string) string {
	for range 8 { // a circle ends here
		if branch == "" || !p.InGit() || !p.Lacks(branch) || p.renamed()[branch] == "" {
			break
		}
		branch = p.renamed()[branch]
	}
	return branch
}

// Lacks reports whether the repository says which branches it has, and none of these.
func (p *Project) Lacks(branches ...string) bool {
	all, known := p.branches()
	for _, branch := range branches { // of 1,000 lines, so without a function for each
		known = known && !all.Has(branch)
	}
	return known
}

// MadeBranch reports whether the line made the branch that is checked out and was saved on it, where nobody committed
// yet.
func (l *Line) MadeBranch() bool {
	branch, ls := l.Branch, l.among
	if l.Elsewhere || branch != ls.CheckedOut().Branch || slices.Contains(l.Branches, branch) || !ls.IsTopic(branch) ||
		l.Topic() != "" && l.Stashed() { // on a trip
		return false
	}
	moves := ls.Repo.Moves(branch)
	return len(moves) == 1 && moves[0].Made && !moves[0].At.Before(l.Began.Truncate(time.Second))
}

// Topic is the last branch of the line that is about one thing (IsTopic), "" for none.
func (l *Line) Topic() string { return l.onTopic().name }

// A topic is a branch as a line was saved on it, what it is called now, and whether the repository lacks it.
type topic struct {
	name, now string
	lacks     bool
}

func (l *Line) onTopic() topic {
	of := l.topic.Load()
	if of == nil { // it is asked for several times of each of 1,000 lines
		of = &topic{}
		for _, branch := range slices.Backward(l.Branches) {
			if now := l.among.Renamed(branch); l.among.isTopic(now) {
				of = &topic{branch, now, l.among.Lacks(branch)}
				break
			}
		}
		l.topic.Store(of)
	}
	return *of
}

// Lacks reports whether the repository lacks a branch of the line.
func (l *Line) Lacks(branch string) bool {
	if of := l.onTopic(); of.name == branch {
		return of.lacks
	}
	return l.among.Lacks(branch)
}
