package workflow

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/cli"
)

// What these tests give to the verbs.
type StartOptions struct {
	Workflow, Branch string
	Steps            int
	Now              time.Time
}

type given struct {
	vars             []string // the flags and their values
	Artefacts, Notes []string
	Force            bool
	Now              time.Time
}

func (g *given) Set(flag, value string) error {
	g.vars = append(g.vars, "--"+flag, value)
	return nil
}

type PruneOptions struct {
	DryRun, Delete bool
	Now            time.Time
}

// command is a command of these words, as a program reads it.
func (s Store) command(now time.Time, words ...string) (c command, err error) {
	take := func(inv *cli.Invocation) error {
		c = command{Invocation: inv}
		err = c.read()
		return nil
	}
	cli.Program{Name: "pre-compact", Verbs: map[string]func(*cli.Invocation) error{"run": take}}.Main(cli.Env{
		Args: append([]string{"run", "--root", s.Root}, words...), Stdin: strings.NewReader(""),
		Stdout: io.Discard, Stderr: io.Discard, Environ: os.Environ,
		Now: func() time.Time { return now }, Terminal: func(any) bool { return false },
		Getenv:     func(key string) string { return map[string]string{"HOLDFAST_HOME": s.Machine.Path}[key] },
		WorkingDir: func() (string, error) { return s.Root, nil },
	})
	if c.Invocation == nil {
		panic(fmt.Sprintf("usage: %q", words))
	}
	c.Ctx = context.Background()
	return c, err
}

func (s Store) Start(_ context.Context, o StartOptions) (Saved, error) {
	c, err := s.command(o.Now, "start", o.Workflow, "--branch", o.Branch, "--steps", fmt.Sprint(o.Steps))
	if err != nil {
		return Saved{}, err
	}
	return s.do(c)
}

func (s Store) changed(g given, words ...string) (Saved, error) {
	words = append(words, g.vars...)
	for _, p := range g.Artefacts {
		words = append(words, "--artefact", p)
	}
	for _, n := range g.Notes {
		words = append(words, "--note", n)
	}
	if g.Force {
		words = append(words, "--force")
	}
	c, err := s.command(g.Now, words...)
	if err != nil {
		return Saved{}, err
	}
	return s.do(c)
}

func (s Store) Begin(_ context.Context, id string, n int, g given) (Saved, error) {
	return s.changed(g, "begin", id, fmt.Sprint(n))
}

func (s Store) Step(_ context.Context, id string, n int, g given) (Saved, error) {
	return s.changed(g, "step", id, fmt.Sprint(n))
}

func (s Store) Close(_ context.Context, id, status string, g given) (Saved, error) {
	return s.changed(g, "close", id, status)
}

func (s Store) Prune(_ context.Context, o PruneOptions) (Pruning, error) {
	words := []string{"prune"}
	if o.DryRun {
		words = append(words, "--dry-run")
	}
	if o.Delete {
		words = append(words, "--delete")
	}
	c, err := s.command(o.Now, words...)
	if err != nil {
		return Pruning{}, err
	}
	return s.prune(c)
}

func (s Store) full(rel ...string) string {
	return filepath.Join(s.Root, filepath.FromSlash(path.Join(rel...)))
}
