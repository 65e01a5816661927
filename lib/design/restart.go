package design

import (
	pathpkg "path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/record"
)

// moving is the key of a session whose restart is under way: what still has to
// be moved, and where to. Whoever writes the session next finishes it.
const moving = "archiving"

// A Restarted is what a restart did.
type Restarted struct {
	Feature      string   `json:"feature"`
	Path         string   `json:"path"`
	Archived     string   `json:"archived"`   // where the former session is now
	Moved        []string `json:"moved"`      // the feature's files, as they were named
	To           string   `json:"to"`         // the folder they are in now, "" where there were none
	Superseded   []string `json:"superseded"` // documents and tickets that stay where they are
	cli.Warnings `json:"-"`
}

// Print says what was moved where.
func (r Restarted) Print(inv *cli.Invocation) {
	inv.Printf("archived the design %s as %s\n", r.Feature, r.Archived)
	for _, p := range r.Moved {
		inv.Printf("moved %s to %s\n", p, r.To)
	}
	for _, p := range r.Superseded {
		inv.Printf("kept %s, of the earlier design\n", p)
	}
	inv.Printf("Current stage: 0 %s\n", eight[0].Name)
}

// Restart moves the session of a feature and its files to the archive and makes
// a new one. Nothing is deleted: documents and tickets stay where they are and
// are named in the new session.
func (s Store) Restart(c Change) (Restarted, error) {
	r := Restarted{Feature: c.Feature, Path: path(c.Feature)}
	err := s.turn(c, &r.Warnings, func(x *Session) (err error) {
		if r.Moved, err = s.filesOf(c.Feature); err != nil {
			return err
		}
		stem := c.Feature + "-" + stamp(c.Now)
		if len(r.Moved) > 0 {
			if r.To, err = s.Free(archiveDir + "/" + stem); err != nil {
				return err
			}
		}
		r.Superseded = s.outlasting(*x)
		if r.Archived, err = s.Keep(Sessions+"/archive", stem, suffix, x.file.Bytes); err != nil {
			return err
		}
		after := newSession(c.Feature, x.source(), c.Now)
		after.file = x.file
		if len(r.Superseded) > 0 {
			after.set(r.Superseded, "superseded")
		}
		if len(r.Moved) > 0 {
			after.set(record.Object("to", r.To, "files", r.Moved), moving)
		}
		if err := s.put(&after, &r.Warnings); err != nil {
			return err
		}
		return s.settle(&after, &r.Warnings)
	})
	return r, err
}

// settle moves what a restart has still to move. Only what a restart itself would
// have written is done.
func (s Store) settle(x *Session, w *cli.Warnings) error {
	if !x.doc.Get(moving).Exists() {
		return nil
	}
	to := x.doc.Get(moving, "to").Text()
	for _, rel := range x.doc.Get(moving, "files").Texts() {
		if pathpkg.Dir(rel) != Dir || pathpkg.Dir(to) != archiveDir || !record.IsLocal(rel) || !record.IsLocal(to) {
			continue
		}
		if err := s.move(rel, to+"/"+pathpkg.Base(rel)); err != nil {
			return err
		}
	}
	x.unset(moving)
	return s.put(x, w)
}

func stamp(t time.Time) string { return t.UTC().Format(stampForm) }

// move renames a file of the project; where it is gone, or its new place taken,
// it was moved before.
func (s Store) move(from, to string) error {
	if !s.IsFile(from) || s.IsFile(to) {
		return nil
	}
	if err := s.prepare(to); err != nil {
		return err
	}
	return durable.In(s.Root, from).Move(to)
}

// filesOf are the files of a feature in Dir.
func (s Store) filesOf(feature string) ([]string, error) {
	names, err := s.Names(Dir, false)
	if err != nil {
		return nil, err
	}
	features, err := s.Features()
	files := []string{}
	for _, n := range names {
		if owner(n, append(features, feature)) == feature {
			files = append(files, Dir+"/"+n)
		}
	}
	return files, err
}

// owner is the feature that a file in Dir belongs to: what comes before a known
// suffix, else the longest of the features that its name begins with.
func owner(name string, features []string) string {
	ends := slices.Clone(otherSuffixes)
	for _, k := range Kinds {
		ends = append(ends, docKinds[k].suffix)
	}
	for _, end := range ends {
		if f, ok := strings.CutSuffix(name, end); ok && end != "" {
			return f
		}
	}
	longest := ""
	for _, f := range features {
		if strings.HasPrefix(name, f+"-") && len(f) > len(longest) {
			longest = f
		}
	}
	return longest
}

// outlasting are the documents and tickets of a session that are outside Dir, with
// those of designs before it.
func (s Store) outlasting(x Session) []string {
	all := x.superseded()
	candidates := append(x.listed(TDD), docsDir+"/"+x.Feature+".md")
	for _, k := range []Kind{ADR, tickets, Rules, Analysis, Contracts, BDD} {
		candidates = append(candidates, x.listed(k)...)
	}
	for _, p := range candidates {
		if !slices.Contains(all, p) && pathpkg.Dir(p) != Dir && s.IsFile(p) {
			all = append(all, p)
		}
	}
	return all
}
