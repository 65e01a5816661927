package design

import (
	"bytes"
	pathpkg "path"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// prd is the kind of what a design starts from.
const prd Kind = "prd"

// sourceOf is what a design starts from: what the remains of its session name,
// else the file that has such a name, "" if there is none.
func (s Store) sourceOf(feature string, hints []byte) string {
	if src := gjson.GetBytes(hints, "prd_source").Str; s.there(src) {
		return src
	}
	name := strings.ToLower(feature)
	for _, dir := range []string{"docs/prd", "docs/prds", "docs", ".claude/prd", ".claude/prds", Dir, "."} {
		names, _ := s.names(dir) // what cannot be read holds no source
		for _, n := range names {
			stem, _ := strings.CutSuffix(strings.ToLower(n), ".md")
			before, after, found := strings.Cut(stem, name)
			own := stem == name && dir != "." && dir != Dir ||
				found && (before == "" || after == "") && strings.Trim(before+after, "-_. ") == "prd"
			rel := pathpkg.Join(dir, n)
			if own || stem == "prd" && (s.alone(feature) || s.mentions(rel, feature)) {
				return rel
			}
		}
	}
	return ""
}

// adrsOf are the decisions of a feature: those that the remains of its session
// or its documents name, and those that name the feature; where there is no such
// one and no other feature, all. claimed says that they are named.
func (s Store) adrsOf(feature string, hints []byte) (adrs []string, claimed bool) {
	names, _ := s.names(adrDir)
	var all []string
	for _, n := range names {
		rel := adrDir + "/" + n
		if _, _, ok := adrNumber(n); !ok {
			continue
		}
		all = append(all, rel)
		if bytes.Contains(hints, []byte(n)) || s.mentions(rel, feature) {
			adrs = append(adrs, rel)
		}
	}
	if len(adrs) == 0 && s.alone(feature) {
		return all, false
	}
	return adrs, len(adrs) > 0
}

// ticketsOf are the tickets of a feature: those that the remains of its session
// name, those that name the feature or are numbered after it, and all of them
// where there is no other feature. claimed says that one is named.
func (s Store) ticketsOf(feature string, hints []byte) (found []string, claimed bool) {
	alone := s.alone(feature)
	names, _ := s.names(TicketsDir)
	for _, n := range names {
		rel, id := TicketsDir+"/"+n, ticketID(n)
		if id == n || !okName(id) {
			continue
		}
		number, numbered := strings.CutPrefix(strings.ToLower(id), strings.ToLower(feature)+"-")
		named := numbered && strings.Trim(number, "0123456789") == "" || bytes.Contains(hints, []byte(rel)) || s.mentions(rel, feature)
		claimed = claimed || named
		if named || alone {
			found = append(found, rel)
		}
	}
	return found, claimed
}

// mentions reports whether a file names a feature, as a word.
func (s Store) mentions(rel, feature string) bool {
	b, err := s.read(rel)
	t, want := strings.ToLower(string(b)), strings.ToLower(feature)
	for i := 0; err == nil; {
		j := strings.Index(t[i:], want)
		if j < 0 {
			return false
		}
		from, to := i+j, i+j+len(want)
		if !inName(t, from-1) && !inName(t, to) {
			return true
		}
		i = from + 1
	}
	return false
}

// inName reports whether the byte at i goes on a name; "-rules.md" after a
// feature's name does not, "-refactor" might: a "-" counts only before a letter
// that begins no known suffix.
func inName(t string, i int) bool {
	if i < 0 || i >= len(t) {
		return false
	}
	if t[i] == '-' {
		for _, end := range append([]string{"-rules", "-analysis", "-contracts", "-bdd", "-tdd"}, otherSuffixes...) {
			if strings.HasPrefix(t[i:], end) {
				return false
			}
		}
		return i+1 < len(t) && okName(t[i+1:i+2])
	}
	return t[i] == '_' || okName(t[i:i+1])
}

// alone reports whether a project has no other feature.
func (s Store) alone(feature string) bool { return len(s.otherFeatures(feature)) == 0 }

// otherFeatures are the features of the project but one, those with documents
// and no session included.
func (s Store) otherFeatures(feature string) []string {
	all, err := s.Features()
	if err != nil {
		return nil
	}
	orphans, _ := s.orphans(all)
	return slices.DeleteFunc(append(all, orphans...), func(f string) bool { return f == feature })
}

// orphans are the features that have documents and are not among those with a
// session, sorted.
func (s Store) orphans(features []string) ([]string, error) {
	names, err := s.names(Dir)
	var all []string
	for _, n := range names {
		f := owner(n, features)
		if okName(f) && !slices.Contains(features, f) && !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all, err
}
