package testscripts

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"

	"holdfast/testscripts/disk"
)

// projects holds the archives of projects/, each unpacked once and copied for every
// script that asks for it: a repository costs three processes.
type projects struct {
	mu   sync.Mutex
	dir  string
	made map[string]error
}

// project NAME unpacks projects/NAME.txtar as if its files were the script's own; those
// in app/ go to the project $P. Where the archive's head has a line "git: AUTHOR", the
// project is a repository on main in which AUTHOR committed them all. {2h ago} in a
// file is the time so long before now.
func (p *projects) project(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: project NAME")
	}
	p.mu.Lock()
	err, known := p.made[args[0]]
	if !known {
		err = p.unpack(args[0])
		p.made[args[0]] = err
	}
	p.mu.Unlock()
	ts.Check(err)
	ts.Check(os.CopyFS(ts.Getenv("P"), os.DirFS(filepath.Join(p.dir, args[0], "app"))))
	ts.Check(os.CopyFS(ts.Getenv("WORK"), os.DirFS(filepath.Join(p.dir, args[0], "beside"))))
}

var before = regexp.MustCompile(`\{(\w+) ago\}`)

// unpack makes of an archive what is copied.
func (p *projects) unpack(name string) error {
	archive, err := txtar.ParseFile(filepath.Join("projects", name+".txtar"))
	if err != nil {
		return err
	}
	dir := filepath.Join(p.dir, name)
	for _, folder := range []string{"app", "beside"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			return err
		}
	}
	for _, f := range archive.Files {
		path := f.Name
		if !strings.HasPrefix(path, "app/") {
			path = "beside/" + path
		}
		file := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		text := before.ReplaceAllStringFunc(string(f.Data), func(s string) string {
			d, wrong := time.ParseDuration(before.FindStringSubmatch(s)[1])
			if wrong != nil {
				err = fmt.Errorf("%s of project %q: %w", f.Name, name, wrong)
			}
			return time.Now().Add(-d).UTC().Format(time.RFC3339)
		})
		if err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	_, author, isRepository := strings.Cut(string(archive.Comment), "\ngit: ")
	if !isRepository {
		return nil
	}
	return repository(filepath.Join(dir, "app"), strings.TrimSpace(author))
}

// repository commits all of a folder, on main.
func repository(dir, author string) error {
	const at = "2026-01-01T00:00:00Z"
	for _, args := range [][]string{
		{"init", "-q", "-b", "main", "--template="}, {"add", "-A", "-f"}, {"commit", "-q", "--allow-empty", "-m", "first"},
	} {
		git := exec.Command("git", args...)
		git.Dir = dir
		git.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
			"GIT_AUTHOR_NAME="+author, "GIT_AUTHOR_EMAIL=author@example.org", "GIT_AUTHOR_DATE="+at,
			"GIT_COMMITTER_NAME="+author, "GIT_COMMITTER_EMAIL=author@example.org", "GIT_COMMITTER_DATE="+at)
		if said, err := git.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s in %s: %w\n%s", args[0], dir, err, said)
		}
	}
	for _, folder := range []string{"hooks", "info"} { // as git's own template has them
		if err := os.MkdirAll(filepath.Join(dir, ".git", folder), 0o755); err != nil {
			return err
		}
	}
	return nil
}

// An archive begins with a sentence that says what it is, and is one of many scripts.
func TestProjectsAreShared(t *testing.T) {
	archives, err := filepath.Glob("projects/*")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if head := string(archive.Comment); !regexp.MustCompile(`^[A-Z][^.]+\.`).MatchString(head) {
			t.Errorf("%s does not begin with a sentence: %q", path, head)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		if n := scriptsWith(t, "project "+name+"\n"); n < 3 {
			t.Errorf("%s is used by %d scripts: its files belong into them", path, n)
		}
	}
}

func scriptsWith(t *testing.T, line string) int {
	scripts, err := filepath.Glob("scripts/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range scripts {
		text := disk.Read(t, path)
		if strings.Contains(string(text), line) {
			n++
		}
	}
	return n
}
