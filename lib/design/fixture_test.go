package design

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

var ctx = context.Background()

// decoded is a session out of the text of its file.
func decoded(s Store, feature, text string) (Session, error) {
	v, err := record.ParseObject([]byte(text))
	if err != nil {
		return Session{}, fmt.Errorf("%w: %w", errCorrupt, err)
	}
	x := Session{Store: s, Feature: feature, Path: sessions.Path(feature), doc: v, table: tableOf(v)}
	if err := x.check(); err != nil {
		return x, fmt.Errorf("%w: %w", errCorrupt, err)
	}
	return x, nil
}

func change(feature string) Change { return Change{Ctx: ctx, Now: now, Feature: feature} }

func forced(feature string) Change { return Change{Ctx: ctx, Now: now, Feature: feature, Force: true} }

var now = time.Date(2026, 1, 13, 15, 30, 0, 0, time.UTC)

func newStore(t *testing.T) Store {
	t.Helper()
	dir := t.TempDir()
	root := filepath.Join(dir, "app")
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	return In(root, machine.Folder{Path: filepath.Join(dir, "machine")})
}

func (s Store) lay(t *testing.T, rel, content string) {
	t.Helper()
	full := filepath.Join(s.Root, filepath.FromSlash(rel))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func holdsText(t *testing.T, s Store, rel, want string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(s.Root, filepath.FromSlash(rel)))
	if err != nil || string(b) != want {
		t.Errorf("%s holds %q, %v; want %q", rel, b, err, want)
	}
}

func started(t *testing.T, s Store, feature string) *Session {
	t.Helper()
	if _, err := s.Start(change(feature), "docs/prd.md"); err != nil {
		t.Fatal(err)
	}
	return loaded(t, s, feature)
}

func loaded(t *testing.T, s Store, feature string) *Session {
	t.Helper()
	x, err := s.load(feature)
	if err != nil {
		t.Fatal(err)
	}
	return &x
}

func mustSave(t *testing.T, s Store, feature string, v Save) Result {
	t.Helper()
	r, err := s.Save(change(feature), v)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range r.Warnings {
		t.Errorf("warning: %v", w)
	}
	return r
}

// fields are the fields of an invalid input.
func fields(err error) string {
	var invalid *fault.InvalidError
	if !errors.As(err, &invalid) {
		return "not invalid"
	}
	var all []string
	for _, f := range invalid.Faults {
		all = append(all, f.Field)
	}
	return strings.Join(all, " ")
}

func refused(err error) bool {
	var r *fault.RefusedError
	return errors.As(err, &r)
}
