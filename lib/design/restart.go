package design

import (
	pathpkg "path"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/record"
)

// moving is the key of a session whose restart is under way: what still has to
// be moved, and where to. Whoever writes the session next finishes it.
const moving = "archiving"

// Restart moves the session of a feature and its files to the archive and makes
// a new one. Nothing is deleted: documents and tickets stay where they are and
// are named in the new session.
func (s Store) Restart(c Change) (Result, error) {
	c.closed = true
	return s.change(c, func(x *Session, r *Result) (err error) {
		if r.Moved, err = s.filesOf(c.Feature); err != nil {
			return err
		}
		r.Superseded = x.outlasting()
		stem := c.Feature + "-" + stamp(c.Now)
		if r.Archived, err = s.Keep(Sessions+"/archive", stem, suffix, x.file.Bytes); err != nil {
			return err
		}
		r.done = "archived the design " + c.Feature + " as " + r.Archived
		fresh := s.begun(c.Feature, x.source(), c.Now)
		x.doc, x.table = fresh.doc, fresh.table
		if len(r.Superseded) > 0 {
			x.set(r.Superseded, "superseded")
		}
		if len(r.Moved) > 0 {
			r.To, err = s.Free(archiveDir + "/" + stem)
			x.set(record.Object("to", r.To, "files", r.Moved), moving)
		}
		return err
	})
}

// settle moves what a restart has still to move. Only what a restart itself would
// have written is done. What is gone, or whose new place is taken, was moved before.
func (x *Session) settle(r *Result) error {
	if !x.doc.Get(moving).Exists() {
		return nil
	}
	to := x.doc.Get(moving, "to").Text()
	for _, rel := range x.doc.Get(moving, "files").Texts() {
		after := to + "/" + pathpkg.Base(rel)
		if pathpkg.Dir(rel) != Dir || pathpkg.Dir(to) != archiveDir || !x.IsFile(rel) || x.IsFile(after) {
			continue
		}
		if err := durable.In(x.Root, to).Prepare(0o755); err != nil {
			return err
		}
		if err := durable.In(x.Root, rel).Move(after); err != nil {
			return err
		}
	}
	x.unset(moving)
	return x.put(&r.Warnings)
}

// filesOf are the files of a feature in Dir.
func (s Store) filesOf(feature string) (files []string, err error) {
	names, err := s.Names(Dir, false)
	features, _ := s.Features()
	for _, n := range names {
		if owner(n, features) == feature {
			files = append(files, Dir+"/"+n)
		}
	}
	return files, err
}

// owner is the feature that a file in Dir belongs to: what comes before a known
// end, else the longest of the features that its name begins with.
func owner(name string, features []string) (longest string) {
	for _, end := range ends {
		if f, ok := strings.CutSuffix(name, end); ok {
			return f
		}
	}
	for _, f := range features {
		if strings.HasPrefix(name, f+"-") && len(f) > len(longest) {
			longest = f
		}
	}
	return longest
}

// outlasting are the documents and tickets of a session that are outside Dir, with
// those of designs before it.
func (x *Session) outlasting() []string {
	all := x.superseded()
	candidates := []string{docsDir + "/" + x.Feature + ".md"}
	for _, k := range append(slices.Clone(Kinds), tickets) {
		candidates = append(candidates, x.listed(k)...)
	}
	for _, p := range candidates {
		if !slices.Contains(all, p) && pathpkg.Dir(p) != Dir && x.IsFile(p) {
			all = append(all, p)
		}
	}
	return all
}
