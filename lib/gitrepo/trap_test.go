//go:build !windows

package gitrepo_test

import (
	"bytes"
	"context"
	"crypto/sha1"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"holdfast/lib/gitrepo"
	"holdfast/testscripts/disk"
)

// pipe puts a named pipe that nobody writes in place of a file of the work tree.
func (s scratch) pipe(name string) {
	s.t.Helper()
	path := filepath.Join(s.top, filepath.FromSlash(name))
	disk.Folder(s.t, filepath.Dir(path))
	if err := os.RemoveAll(path); err != nil {
		s.t.Fatal(err)
	}
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func TestAPipeHoldsUpNoCommand(t *testing.T) {
	for name, set := range map[string]func(s scratch){
		"HEAD of a folder below": func(s scratch) { s.git("init", "-q", "below"); s.pipe("below/.git/HEAD") },
		"config":                 func(s scratch) { s.pipe(".git/config") },
		"index":                  func(s scratch) { s.pipe(".git/index") },
		"info/exclude":           func(s scratch) { s.pipe(".git/info/exclude") },
		"packed-refs":            func(s scratch) { s.git("pack-refs", "--all"); s.pipe(".git/packed-refs") },
		"core.excludesFile":      func(s scratch) { s.pipe("p"); s.git("config", "core.excludesFile", "p") },
		"core.excludesFile at home": func(s scratch) {
			s.pipe("p")
			s.git("config", "core.excludesFile", "~/p")
		},
		"a file included that names one": func(s scratch) {
			s.pipe("p")
			s.write("more", "[core]\nattributesFile = p\n")
			s.git("config", "include.path", "../more")
		},
		"a loose ref": func(s scratch) { s.pipe(".git/refs/heads/main") },
		"an object":   func(s scratch) { s.pipe(".git/objects/info/alternates") },
		".gitignore":  func(s scratch) { s.pipe("deep/er/.gitignore") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newScratch(t)
			commit := s.commit("file")
			s.write("file", "changed\n")
			set(s)
			dir := s.top
			if name == "HEAD of a folder below" {
				dir = filepath.Join(s.top, "below")
			}
			git := s.program()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			_, filesErr := git.Files(ctx, dir)
			_, statusErr := git.Status(ctx, dir, gitrepo.Skip{})
			_, countErr := git.CommitsBetween(ctx, dir, commit, "HEAD")
			_, sinceErr := git.CommittedSince(ctx, dir, time.Unix(0, 0))
			_, authorsErr := git.Authors(ctx, dir, []string{"file"})
			trapped := false
			for _, err := range []error{filesErr, statusErr, countErr, sinceErr, authorsErr} {
				met := err != nil && (strings.Contains(err.Error(), "is not a file"))
				trapped = trapped || met
				if err != nil && !met {
					t.Errorf("not seen as a pipe: %v", err)
				}
			}
			if !trapped {
				t.Error("no command met the pipe, so this shows nothing")
			}
		})
	}
}

func TestAConfigurationThatNeverEndsIsGivenUp(t *testing.T) {
	t.Parallel()
	s := newScratch(t)
	s.commit("file")
	s.pipe("p")
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
	b := disk.Read(t, index)
	b = bytes.Replace(b, []byte(inside), []byte(outside), 1)
	sum := sha1.Sum(b[:len(b)-sha1.Size])
	disk.Write(t, index, append(b[:len(b)-sha1.Size], sum[:]...))
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
	if want := []string{"dir/a\nb", "gone", "one"}; err != nil || !slices.Equal(slices.Sorted(maps.Keys(got)), want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if one := got["one"]; len(one) != 2 || !slices.Equal(one[:1], got["dir/a\nb"]) || !slices.Equal(one, got["gone"]) {
		t.Errorf("by their commits: %q", got)
	}
	got, err = git.CommittedSince(t.Context(), s.top, committed.Add(time.Second))
	if err != nil || len(got) != 0 {
		t.Errorf("later: got %q, %v", got, err)
	}
}
