package design

import (
	pathpkg "path"
	"slices"
	"strings"

	"holdfast/lib/durable"
)

// restart moves the session of a feature and its files in Dir to the archive and
// makes a new one. Nothing is deleted: documents and tickets elsewhere stay where
// they are. The new session names them all before a file is moved, so that those
// which a restart that breaks off leaves behind are no conflict.
func (s Store) restart(c command) (Result, error) {
	return s.change(c, func(x *Session, r *Result) error {
		files, err := s.filesOf(c.feature)
		if err != nil {
			return err
		}
		stay, stem := x.outlasting(), c.feature+"-"+stamp(c.now)
		if r.Archived, err = s.Keep(Sessions+"/archive", stem, sessions.Suffix, x.file.Bytes); err != nil {
			return err
		}
		r.done, r.Superseded = "archived the design "+c.feature+" as "+r.Archived, stay
		fresh := s.begun(c.feature, x.source(), c.now)
		x.doc, x.table = fresh.doc, fresh.table
		x.set(slices.Concat(stay, files), "superseded")
		if len(files) > 0 {
			if err := x.put(&r.Warnings); err != nil {
				return err
			}
			if r.To, err = s.archive(files, archiveDir+"/"+stem); err != nil {
				return err
			}
			r.Moved = files
			x.set(stay, "superseded")
		}
		return nil
	})
}

// archive moves files to a new folder named after base.
func (s Store) archive(files []string, base string) (to string, err error) {
	if to, err = s.Free(base); err == nil {
		err = durable.In(s.Root, to).Prepare(0o755)
	}
	for _, rel := range files {
		if err == nil {
			err = durable.In(s.Root, rel).Move(to + "/" + pathpkg.Base(rel))
		}
	}
	return to, err
}

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
func (x *Session) outlasting() (all []string) {
	candidates := append(x.superseded(), docsDir+"/"+x.Feature+".md")
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
