package design

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
	"holdfast/testscripts/disk"
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

// A given is a command as these tests give it.
type given struct {
	Now     time.Time
	Feature string
	Force   bool
}

func change(feature string) given { return given{Now: now, Feature: feature} }

func forced(feature string) given { return given{Now: now, Feature: feature, Force: true} }

// A Save is what is saved of a stage, a TicketSave a ticket.
type Save struct {
	Checkpoint    string
	Data, Content []byte
	Complete      bool
	Kind          Kind
	Title         string
}

type TicketSave struct {
	ID      string
	Covers  []string
	Depends []string
	Content []byte
}

// edit is a command of these words, as a program reads it.
func (s Store) edit(c given, content []byte, action string, words ...string) (e *edit) {
	if c.Force {
		words = append(words, "--force")
	}
	take := func(inv *cli.Invocation) error {
		e = newEdit(inv)
		return nil
	}
	cli.Program{Name: "pre-compact", Verbs: map[string]func(*cli.Invocation) error{"design": take}}.Main(cli.Env{
		Args: append([]string{"design", "--root", s.Root, c.Feature, action}, words...), Stdin: bytes.NewReader(content),
		Stdout: io.Discard, Stderr: io.Discard, Environ: os.Environ,
		Now: func() time.Time { return c.Now }, Terminal: func(any) bool { return false },
		Getenv:     func(key string) string { return map[string]string{"HOLDFAST_HOME": s.Machine.Path}[key] },
		WorkingDir: func() (string, error) { return s.Root, nil },
	})
	e.inv.Ctx, e.inv.Stderr = ctx, &strings.Builder{}
	return e
}

// An outcome is a result with the warnings that came with it.
type outcome struct {
	Result
	Warnings string
}

func (s Store) run(c given, content []byte, action string, words ...string) (outcome, error) {
	e := s.edit(c, content, action, words...)
	err := e.run()
	return outcome{e.result, e.inv.Stderr.(*strings.Builder).String()}, err
}

func (s Store) Start(c given, prd string) (outcome, error) {
	if prd == "" {
		return s.run(c, nil, "start")
	}
	return s.run(c, nil, "start", "--prd", prd)
}

func (s Store) SetStage(c given, stage, status string) (outcome, error) {
	return s.run(c, nil, "stage", stage, status)
}

func (s Store) Save(c given, v Save) (outcome, error) {
	words := []string{v.Checkpoint}
	add := func(when bool, more ...string) {
		if when {
			words = append(words, more...)
		}
	}
	add(v.Complete, "--complete")
	add(v.Data != nil, "--data", string(v.Data))
	add(v.Kind != "", "--artifact", string(v.Kind))
	add(v.Title != "", "--title", v.Title)
	return s.run(c, v.Content, "save", words...)
}

func (s Store) Ticket(c given, v TicketSave) (outcome, error) {
	words := []string{v.ID}
	for _, covered := range v.Covers {
		words = append(words, "--covers", covered)
	}
	for _, id := range v.Depends {
		words = append(words, "--depends", id)
	}
	return s.run(c, v.Content, "ticket", words...)
}

func (s Store) PlanTickets(c given, total string, remaining []string) (outcome, error) {
	words := []string{"--total", total}
	for _, left := range remaining {
		words = append(words, "--remaining", left)
	}
	return s.run(c, nil, "plan-tickets", words...)
}

func (s Store) Restart(c given) (outcome, error) { return s.run(c, nil, "restart") }

func (s Store) Rebuild(c given, write bool) (Report, error) {
	return s.edit(c, nil, "rebuild").rebuild(write)
}

var now = time.Date(2026, 1, 13, 15, 30, 0, 0, time.UTC)

func newStore(t *testing.T) Store {
	t.Helper()
	dir := t.TempDir()
	root := filepath.Join(dir, "app")
	disk.Folder(t, root)
	return In(root, machine.Folder{Path: filepath.Join(dir, "machine")})
}

func (s Store) lay(t *testing.T, rel, content string) {
	t.Helper()
	full := filepath.Join(s.Root, filepath.FromSlash(rel))
	disk.Write(t, full, content)
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

func mustSave(t *testing.T, s Store, feature string, v Save) outcome {
	t.Helper()
	r, err := s.Save(change(feature), v)
	if err != nil {
		t.Fatal(err)
	}
	if r.Warnings != "" {
		t.Error(r.Warnings)
	}
	return r
}

// fields are the fields of an invalid input.
func fields(err error) string {
	var invalid *fault.Error
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
	var r *fault.Error
	return errors.As(err, &r)
}
