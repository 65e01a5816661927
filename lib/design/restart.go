package design

import (
	"errors"
	"fmt"
	"os"
	pathpkg "path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
)

// moving is the key of a session whose restart is under way: what still has to
// be moved, and where to. Whoever writes the session next finishes it.
const moving = "archiving"

// A Restarted is what a restart did.
type Restarted struct {
	Result
	Archived   string   // where the former session is now
	Moved      []string // the feature's files, as they were named
	To         string   // the folder they are in now, "" where there were none
	Superseded []string // documents and tickets that stay where they are
}

// Restart moves the session of a feature and its files to the archive and makes
// a new one. Nothing is deleted: documents and tickets stay where they are and
// are named in the new session.
func (s Store) Restart(feature string, now time.Time) (Restarted, error) {
	var done Restarted
	if _, err := s.Load(feature); err != nil {
		return done, err
	}
	err := s.locked(func() error {
		x, err := s.loadSettled(feature, &done.Result)
		if err != nil {
			return err
		}
		if err := x.Writable(); err != nil {
			return err
		}
		if done.Moved, err = s.filesOf(feature); err != nil {
			return err
		}
		if len(done.Moved) > 0 {
			if done.To, err = s.freeArchive(feature, now); err != nil {
				return err
			}
		}
		done.Superseded = s.outlasting(x)
		if done.Archived, err = s.copyToArchive(x, now); err != nil {
			return err
		}
		after := x.over(fresh(feature, x.Source(), now))
		after.table = eight
		if len(done.Superseded) > 0 {
			after = after.with(texts(done.Superseded), "superseded")
		}
		if len(done.Moved) > 0 {
			after = after.withString(done.To, moving, "to").with(texts(done.Moved), moving, "files")
		}
		if done.Session, err = s.put(x, after, &done.Result); err != nil {
			return err
		}
		done.Session, err = s.settle(done.Session, &done.Result)
		return err
	})
	return done, err
}

// loadSettled loads a session and finishes a restart that was interrupted.
func (s Store) loadSettled(feature string, r *Result) (Session, error) {
	x, err := s.Load(feature)
	if err != nil || x.Newer() {
		return x, err
	}
	return s.settle(x, r)
}

// settle moves what a restart has still to move.
func (s Store) settle(x Session, r *Result) (Session, error) {
	if !x.get(moving).Exists() {
		return x, nil
	}
	to := x.str(moving, "to")
	for _, rel := range x.strs(moving, "files") {
		// Only what a restart itself would have written is done.
		if pathpkg.Dir(rel) != Dir || !local(rel) || pathpkg.Dir(to) != Dir+"/"+archive || !local(to) {
			continue
		}
		if err := s.move(rel, to+"/"+pathpkg.Base(rel)); err != nil {
			return x, err
		}
	}
	return s.put(x, x.over(x.text.Unset(moving)), r)
}

// move renames a file of the project; where it is gone, or its new place taken,
// it was moved before.
func (s Store) move(from, to string) error {
	if !s.there(from) || s.there(to) {
		return nil
	}
	source, err := s.folder(pathpkg.Dir(from))
	if err != nil {
		return err
	}
	target, err := s.made(pathpkg.Dir(to))
	if err != nil {
		return err
	}
	return durable.In(s.Root, pathpkg.Join(source, pathpkg.Base(from))).Move(pathpkg.Join(target, pathpkg.Base(to)))
}

// copyToArchive keeps the session's file as it stands. One that an interrupted
// restart left there serves.
func (s Store) copyToArchive(x Session, now time.Time) (string, error) {
	dir, err := s.made(Sessions + "/" + archive)
	if err != nil {
		return "", err
	}
	for n := 1; n < 1000; n++ {
		name := x.Feature + "-" + stamp(now) + suffix
		if n > 1 {
			name = fmt.Sprintf("%s-%s-%d%s", x.Feature, stamp(now), n, suffix)
		}
		err := durable.In(s.Root, pathpkg.Join(dir, name)).Create(x.text, durable.Shared)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		return Sessions + "/" + archive + "/" + name, err
	}
	return "", fmt.Errorf("archiving %q: no free name", x.Path)
}

// freeArchive is a folder of the archive that is not there yet.
func (s Store) freeArchive(feature string, now time.Time) (string, error) {
	base := Dir + "/" + archive + "/" + feature + "-" + stamp(now)
	dir, err := s.folder(Dir + "/" + archive)
	if err != nil {
		return "", err
	}
	for rel := range durable.Numbered(base) {
		if _, err := os.Lstat(s.full(pathpkg.Join(dir, pathpkg.Base(rel)))); errors.Is(err, os.ErrNotExist) {
			return rel, nil
		}
	}
	return "", fmt.Errorf("archiving %q: no free name", feature)
}

// filesOf are the files of a feature in Dir: those that begin with its name, and
// not with that of another feature that begins alike.
func (s Store) filesOf(feature string) ([]string, error) {
	names, err := s.names(Dir)
	if err != nil {
		return nil, err
	}
	features, err := s.Features()
	if err != nil {
		return nil, err
	}
	var files []string
	for _, n := range names {
		if owner(n, append(features, feature)) == feature {
			files = append(files, Dir+"/"+n)
		}
	}
	return files, nil
}

// owner is the feature that a file in Dir belongs to: what stands before a known
// suffix, else the longest of the features that its name begins with.
func owner(name string, features []string) string {
	for _, k := range Kinds {
		if f, ok := strings.CutSuffix(name, docKinds[k].suffix); ok && docKinds[k].suffix != "" {
			return f
		}
	}
	for _, end := range otherSuffixes {
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

// outlasting are the documents and tickets of a session that lie outside Dir
// and are there, with those of designs before it.
func (s Store) outlasting(x Session) []string {
	all := x.strs("superseded")
	candidates := append(append(x.listed(TDD), x.listed(ADR)...), x.tickets()...)
	candidates = append(candidates, docsDir+"/"+x.Feature+".md")
	for _, k := range []Kind{Rules, Analysis, Contracts, BDD} {
		candidates = append(candidates, x.listed(k)...)
	}
	for _, p := range candidates {
		if !slices.Contains(all, p) && pathpkg.Dir(p) != Dir && s.there(p) {
			all = append(all, p)
		}
	}
	return all
}
