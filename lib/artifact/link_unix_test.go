//go:build !windows

package artifact

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"holdfast/testscripts/disk"
)

func link(t *testing.T, target, path string) {
	t.Helper()
	disk.Folder(t, filepath.Dir(path))
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

func TestAFolderLinkedOutOfTheProjectIsNeitherReadNorWritten(t *testing.T) {
	for _, at := range []string{"thoughts", "thoughts/shared", "thoughts/shared/handoffs"} {
		for _, target := range []string{"outside", "missing", "../outside"} {
			t.Run(at+" to "+target, func(t *testing.T) {
				s := newStore(t)
				outside := filepath.Join(filepath.Dir(s.Root), "outside")
				disk.Folder(t, filepath.Join(outside, "shared", "handoffs", "work"))
				before := tree(t, outside)
				to := filepath.Join(filepath.Dir(s.Root), target)
				if strings.HasPrefix(target, "..") {
					to = strings.Repeat("../", strings.Count(at, "/")) + target
				}
				link(t, to, filepath.Join(s.Root, filepath.FromSlash(at)))
				_, errs := s.Save(given(t, least()), Options{Now: now})
				_, dry := s.Save(given(t, least()), Options{Now: now, DryRun: true})
				_, load := s.Load(Dir + "/work/x.yaml")
				_, prune := s.RemoveUnchanged(Dir+"/work/x.yaml", "")
				for name, err := range map[string]error{"Save": errs, "a dry run": dry, "Load": load, "RemoveUnchanged": prune} {
					if !errors.Is(err, ErrLinkedOut) {
						t.Errorf("%s: %v, want ErrLinkedOut", name, err)
					}
				}
				if got := tree(t, outside); got != before {
					t.Errorf("outside there is now %q", got)
				}
				if _, err := os.Lstat(s.Machine.Path); err == nil {
					t.Error("the ledger was written")
				}
			})
		}
	}
}

func TestALinkInsideTheProjectIsFollowed(t *testing.T) {
	s := newStore(t)
	disk.Folder(t, filepath.Join(s.Root, "notes"))
	link(t, "notes", filepath.Join(s.Root, "thoughts"))
	saved := mustSave(t, s, given(t, least()), Options{})
	if !strings.HasPrefix(saved.Path, Dir+"/work/") || len(heads(t, s)) != 1 {
		t.Errorf("saved at %q", saved.Path)
	}
	if _, err := os.Stat(filepath.Join(s.Root, "notes", "shared", "handoffs", "work")); err != nil {
		t.Error(err)
	}
}

func TestAProjectReachedThroughALinkIsTheSameProject(t *testing.T) {
	s := newStore(t)
	alias := filepath.Join(filepath.Dir(s.Root), "alias")
	link(t, s.Root, alias)
	mustSave(t, Of(alias, s.Machine), given(t, least()), Options{})
	if len(heads(t, s)) != 1 {
		t.Error("the artifact is not in the project")
	}
}

func TestALinkedSessionFolderIsRefused(t *testing.T) {
	for _, target := range []string{"other", "../../../..", "missing"} {
		s := newStore(t)
		put(t, s, "other/2026-11-20_09-00_x_checkpoint.yaml", file("2026-11-20T09:00:00Z"))
		link(t, target, filepath.Join(s.Root, filepath.FromSlash(Dir), "work"))
		for _, dry := range []bool{false, true} {
			if _, err := s.Save(given(t, least()), Options{Now: now, DryRun: dry}); !errors.Is(err, ErrLinkedOut) {
				t.Errorf("to %s, dry run %t: %v, want ErrLinkedOut", target, dry, err)
			}
		}
		if n := len(heads(t, s)); n != 1 {
			t.Errorf("to %s: %d artifacts, want the one of the other folder", target, n)
		}
	}
}

func TestALinkedOrBlockingFileIsNotRead(t *testing.T) {
	s := newStore(t)
	dir := filepath.Join(s.Root, filepath.FromSlash(Dir))
	outside := filepath.Join(filepath.Dir(s.Root), "outside")
	disk.Folder(t, outside)
	const name = "2026-11-20_09-00_x_checkpoint.yaml"
	disk.Write(t, filepath.Join(outside, name), file("2026-11-20"))
	link(t, filepath.Join(outside, name), filepath.Join(dir, "work", name))
	link(t, outside, filepath.Join(dir, "linked"))
	link(t, outside, filepath.Join(dir, "deep", "linked"))
	for _, rel := range []string{"/work/" + name, "/linked/" + name, "/deep/linked/" + name} {
		if _, err := s.Load(Dir + rel); !errors.Is(err, ErrLinkedOut) {
			t.Errorf("%s: %v, want ErrLinkedOut", rel, err)
		}
	}
	disk.Folder(t, filepath.Join(outside, "sub"))
	disk.Write(t, filepath.Join(outside, "sub", name), file("2026-11-20"))
	if _, err := s.Load(Dir + "/linked/sub/" + name); !errors.Is(err, ErrLinkedOut) {
		t.Errorf("below a linked folder: %v, want ErrLinkedOut", err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "work", "2026-11-20_10-00_pipe_checkpoint.yaml"), 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := s.Load(Dir + "/work/2026-11-20_10-00_pipe_checkpoint.yaml"); err == nil {
		t.Error("a pipe was read")
	}
	if got := namesOf(heads(t, s)); got != "" {
		t.Errorf("found %s", got)
	}
}
