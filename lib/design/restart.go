package design

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	r.Tell(inv)
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
func (s Store) Restart(ctx context.Context, feature string, now time.Time) (Restarted, error) {
	done := Restarted{Feature: feature, Path: path(feature)}
	err := s.turn(ctx, feature, &done.Warnings, func(x Session) (err error) {
		if done.Moved, err = s.filesOf(feature); err != nil {
			return err
		}
		if len(done.Moved) > 0 {
			if done.To, err = s.freeArchive(feature, now); err != nil {
				return err
			}
		}
		done.Superseded = s.outlasting(x)
		if done.Archived, err = s.records().Keep(Sessions+"/"+archive, feature+"-"+stamp(now), suffix, x.file.Bytes); err != nil {
			return err
		}
		after := newSession(feature, x.Source(), now)
		after.file = x.file
		if len(done.Superseded) > 0 {
			after = after.with(record.Texts(done.Superseded...), "superseded")
		}
		if len(done.Moved) > 0 {
			after = after.with(record.Text(done.To), moving, "to").with(record.Texts(done.Moved...), moving, "files")
		}
		if after, err = s.put(after, &done.Warnings); err == nil {
			_, err = s.settle(after, &done.Warnings)
		}
		return err
	})
	return done, err
}

// settle moves what a restart has still to move.
func (s Store) settle(x Session, w *cli.Warnings) (Session, error) {
	if !x.get(moving).Exists() {
		return x, nil
	}
	to := x.get(moving, "to").Text()
	for _, rel := range x.get(moving, "files").Texts() {
		// Only what a restart itself would have written is done.
		if pathpkg.Dir(rel) != Dir || !record.IsLocal(rel) || pathpkg.Dir(to) != Dir+"/"+archive || !record.IsLocal(to) {
			continue
		}
		if err := s.move(rel, to+"/"+pathpkg.Base(rel)); err != nil {
			return x, err
		}
	}
	return s.put(x.without(moving), w)
}

// move renames a file of the project; where it is gone, or its new place taken,
// it was moved before.
func (s Store) move(from, to string) error {
	if !s.there(from) || s.there(to) {
		return nil
	}
	if err := s.made(to); err != nil {
		return err
	}
	return durable.In(s.Root, from).Move(to)
}

// freeArchive is a folder of the archive that is not there yet.
func (s Store) freeArchive(feature string, now time.Time) (string, error) {
	for rel := range durable.Numbered(Dir + "/" + archive + "/" + feature + "-" + stamp(now)) {
		if _, err := s.records().Stat(rel); errors.Is(err, fs.ErrNotExist) {
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
	files := []string{}
	for _, n := range names {
		if owner(n, append(features, feature)) == feature {
			files = append(files, Dir+"/"+n)
		}
	}
	return files, nil
}

// owner is the feature that a file in Dir belongs to: what comes before a known
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

// outlasting are the documents and tickets of a session that are outside Dir, with those of designs before it.
func (s Store) outlasting(x Session) []string {
	all := x.get("superseded").Texts()
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
