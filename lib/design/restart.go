package design

import (
	"fmt"
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
		r.Superseded = s.outlasting(*x)
		stem := c.Feature + "-" + stamp(c.Now)
		if r.Archived, err = s.Keep(Sessions+"/archive", stem, suffix, x.file.Bytes); err != nil {
			return err
		}
		r.done = fmt.Sprintf("archived the design %s as %s", c.Feature, r.Archived)
		x.doc, x.table = newSession(c.Feature, x.source(), c.Now).doc, eight
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
func (s Store) settle(x *Session, r *Result) error {
	if !x.doc.Get(moving).Exists() {
		return nil
	}
	to := x.doc.Get(moving, "to").Text()
	for _, rel := range x.doc.Get(moving, "files").Texts() {
		after := to + "/" + pathpkg.Base(rel)
		if pathpkg.Dir(rel) != Dir || pathpkg.Dir(to) != archiveDir || !s.IsFile(rel) || s.IsFile(after) {
			continue
		}
		if err := durable.In(s.Root, to).Prepare(0o755); err != nil {
			return err
		}
		if err := durable.In(s.Root, rel).Move(after); err != nil {
			return err
		}
	}
	x.unset(moving)
	return s.put(x, &r.Warnings)
}

// filesOf are the files of a feature in Dir.
func (s Store) filesOf(feature string) (files []string, err error) {
	names, err := s.Names(Dir, false)
	if err != nil {
		return nil, err
	}
	features, err := s.Features()
	for _, n := range names {
		if owner(n, features) == feature {
			files = append(files, Dir+"/"+n)
		}
	}
	return files, err
}

// owner is the feature that a file in Dir belongs to: what comes before a known
// end, else the longest of the features that its name begins with.
func owner(name string, features []string) string {
	for _, end := range ends {
		if f, ok := strings.CutSuffix(name, end); ok {
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
	candidates := []string{docsDir + "/" + x.Feature + ".md"}
	for _, k := range append(slices.Clone(Kinds), tickets) {
		candidates = append(candidates, x.listed(k)...)
	}
	for _, p := range candidates {
		if !slices.Contains(all, p) && pathpkg.Dir(p) != Dir && s.IsFile(p) {
			all = append(all, p)
		}
	}
	return all
}
