//go:build !windows

package gitrepo_test

import (
	"bytes"
	"context"
	"crypto/sha1"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"holdfast/lib/gitrepo"
)

func TestAPipeHoldsUpNoCommand(t *testing.T) {
	for _, name := range []string{".git/config", ".git/index", ".git/info/exclude", "deep/.gitignore", "p"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newScratch(t)
			s.commit("file")
			s.write("deep/new", "changed\n")
			s.git("config", "core.excludesFile", "~/p")
			path := filepath.Join(s.top, filepath.FromSlash(name))
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mkfifo(path, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := s.program().Status(t.Context(), s.top, gitrepo.Skip{})
			if err == nil || !strings.Contains(err.Error(), "file") || errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAConfigurationThatNeverEndsIsGivenUp(t *testing.T) {
	t.Parallel()
	s := newScratch(t)
	s.commit("file")
	if err := syscall.Mkfifo(filepath.Join(s.top, "p"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.write(".git/config", "[core]\nrepositoryformatversion = 0\nbare = false\n[include]\npath = ../p\n")
	if _, err := s.program().Status(t.Context(), s.top, gitrepo.Skip{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestAForgedIndexLeadsNowhere(t *testing.T) {
	s := newScratch(t)
	const inside, outside = "aa/aa/aa/etc/passwd", "../../../etc/passwd"
	s.commit(inside, "kept")
	index := filepath.Join(s.top, ".git", "index")
	b, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	b = bytes.Replace(b, []byte(inside), []byte(outside), 1)
	sum := sha1.Sum(b[:len(b)-sha1.Size])
	if err := os.WriteFile(index, append(b[:len(b)-sha1.Size], sum[:]...), 0o600); err != nil {
		t.Fatal(err)
	}
	if listed := s.git("ls-files"); !strings.Contains(listed, outside) {
		t.Fatalf("git itself lists %q, so this shows nothing", listed)
	}
	files, err := s.program().Files(t.Context(), s.top)
	if want := []string{inside, "kept"}; err != nil || !slices.Equal(files, want) {
		t.Errorf("files %q, %v, want %q", files, err, want)
	}
	status, err := s.program().Status(t.Context(), s.top, gitrepo.Skip{})
	for _, c := range status.Changed {
		if strings.HasPrefix(c.Path, "..") {
			t.Errorf("the status holds %q", c.Path)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

func TestCommittedSinceNamesWhatLaterCommitsWrote(t *testing.T) {
	s := newScratch(t)
	at := func(seconds string, names ...string) {
		for _, name := range names {
			s.write(name, name+seconds+"\n")
		}
		s.git("add", "-A")
		s.git("commit", "-q", "-m", "x")
	}
	git := s.program()
	if got, err := git.CommittedSince(t.Context(), s.top, time.Unix(0, 0)); err == nil || got != nil {
		t.Errorf("before the first commit: %q, %v", got, err)
	}
	at("1", "one", "gone")
	if err := os.Remove(filepath.Join(s.top, "gone")); err != nil {
		t.Fatal(err)
	}
	at("2", "dir/a\nb", "one")
	committed := time.Unix(1700000100, 0) // of every commit here
	got, err := git.CommittedSince(t.Context(), s.top, committed)
	if want := []string{"dir/a\nb", "gone", "one"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	got, err = git.CommittedSince(t.Context(), s.top, committed.Add(time.Second))
	if err != nil || len(got) != 0 {
		t.Errorf("later: got %q, %v", got, err)
	}
}
