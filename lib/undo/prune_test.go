package undo

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/platform"
	"holdfast/lib/snapshot"
	"holdfast/testscripts/disk"
)

// A yard is a git work tree with prompts.
type yard struct {
	t     *testing.T
	s     Store
	trees snapshot.Store
}

func newYard(t *testing.T) *yard {
	git, ok := gitrepo.New(os.Getenv("PATH"), os.Environ())
	if !ok {
		t.Skip("git is not installed")
	}
	root := t.TempDir()
	c := platform.Command{Path: git.Program, Args: []string{"init", "-q"}, Dir: root, Env: os.Environ(), MaxOutput: 1 << 10, Time: time.Minute}
	if _, err := platform.Run(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	s := Store{Root: root, Machine: machine.Folder{Path: t.TempDir()}}
	return &yard{t, s, snapshot.Of(s.Machine, root, git)}
}

// history is what another process has read.
func (y *yard) history() History {
	y.t.Helper()
	h, err := y.s.Read()
	if err != nil {
		y.t.Fatal(err)
	}
	return h
}

// prompt enters a prompt before which the one file is as text.
func (y *yard) prompt(h History, text string) Prompt {
	y.t.Helper()
	disk.Write(y.t, filepath.Join(y.s.Root, "f"), text)
	p, err := y.s.Take(context.Background(), time.Minute, y.trees, h, Prompt{Time: time.Now(), Session: "s"})
	if err != nil || !y.trees.Has(p.Snapshot) {
		y.t.Fatalf("%s has no snapshot: %q, %s, %v", p.Name(), p.Snapshot, p.LeftOut, err)
	}
	return p
}

func TestAPromptIsNotServedByASnapshotThatWasPrunedSince(t *testing.T) {
	y := newYard(t)
	y.prompt(y.history(), "one")
	y.prompt(y.history(), "two")
	before := y.history()
	if gone, _, err := y.s.Prune(context.Background(), y.trees, nobody, 1, time.Now(), false); err != nil || gone != 1 {
		t.Fatalf("%d prompts went, %v", gone, err)
	}
	y.prompt(before, "one")
}

func TestNothingIsPrunedBetweenASnapshotAndItsEntry(t *testing.T) {
	y := newYard(t)
	y.prompt(y.history(), "one")
	taken, err := y.trees.Take(context.Background(), snapshot.Taking{Time: time.Now(), Enter: func(snapshot.Snapshot) error {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		if _, _, err := y.s.Prune(ctx, y.trees, nobody, 1, time.Now(), false); err == nil {
			t.Error("it is pruned while a snapshot is taken")
		}
		return nil
	}})
	if err != nil || !y.trees.Has(taken.ID) {
		t.Errorf("%+v, %v", taken, err)
	}
	// What was never entered goes with the next pruning.
	y.prompt(y.history(), "two")
	if _, _, err := y.s.Prune(context.Background(), y.trees, nobody, 1, time.Now(), false); err != nil {
		t.Fatal(err)
	}
	if y.trees.Has(taken.ID) {
		t.Error("what nobody needs is still there")
	}
}

func nobody() ([]string, error) { return nil, nil }
