package testscripts

import (
	"bytes"
	"crypto/sha1"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// gitTraps are what a repository's own .git can hold up or lead astray, by name.
// Each file named as a pipe is one that nobody writes, one that is large has
// 20 GB, of holes.
var gitTraps = map[string]struct{ pipe, large, key, value string }{
	"HEAD":     {pipe: ".git/HEAD"},
	"config":   {pipe: ".git/config"},
	"index":    {pipe: ".git/index"},
	"exclude":  {pipe: ".git/info/exclude"},
	"ref":      {pipe: ".git/refs/heads/main"},
	"excludes": {pipe: "pipe", key: "core.excludesFile", value: "pipe"},
	"include":  {pipe: "pipe", key: "include.path", value: "../pipe"},
	"rules":    {large: ".gitignore"},
	"forged":   {},
}

// gittrap KIND DIR makes DIR a git work tree whose .git attacks: one of
// gitTraps; forged is an index with an entry that leads out of the tree.
func gitTrap(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: gittrap KIND DIR")
	}
	trap, ok := gitTraps[args[0]]
	if !ok {
		ts.Fatalf("unknown kind %q", args[0])
	}
	dir := ts.MkAbs(args[1])
	const inside, outside = "aa/aa/aa/etc/passwd", "../../../etc/passwd"
	for name, text := range map[string]string{
		inside: "in", "file": "text",
		".claude/tasks/task-1.json": `{"id": "1", "status": "In Progress", "files_affected": ["file"]}`,
	} {
		ts.Check(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		ts.Check(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	for _, words := range []string{"init -q -b main", "add .", "commit -q -m x"} {
		git := exec.Command("git", strings.Fields(words)...)
		git.Dir, git.Env = dir, ts.Value(environKey{}).(*testscript.Env).Vars
		out, err := git.CombinedOutput()
		if err != nil {
			ts.Fatalf("git %s: %v %s", words, err, out)
		}
	}
	if trap.key != "" {
		section, key, _ := strings.Cut(trap.key, ".")
		config, err := os.OpenFile(filepath.Join(dir, ".git/config"), os.O_WRONLY|os.O_APPEND, 0)
		ts.Check(err)
		_, err = config.WriteString("[" + section + "]\n" + key + " = " + trap.value + "\n")
		ts.Check(err)
		ts.Check(config.Close())
	}
	if trap.pipe != "" {
		path := filepath.Join(dir, trap.pipe)
		ts.Check(os.RemoveAll(path))
		ts.Check(exec.Command("mkfifo", path).Run())
		return
	}
	if trap.large != "" {
		path := filepath.Join(dir, trap.large)
		ts.Check(os.WriteFile(path, nil, 0o644))
		ts.Check(os.Truncate(path, 20<<30))
		return
	}
	index := filepath.Join(dir, ".git/index")
	b, err := os.ReadFile(index)
	ts.Check(err)
	if !bytes.Contains(b, []byte(inside)) {
		ts.Fatalf("the index does not hold %q", inside)
	}
	b = bytes.Replace(b, []byte(inside), []byte(outside), 1)
	sum := sha1.Sum(b[:len(b)-sha1.Size])
	ts.Check(os.WriteFile(index, append(b[:len(b)-sha1.Size], sum[:]...), 0o644))
}

// gitVerbs are the commands that start git, or read its files.
var gitVerbs = []string{
	"session-start status", "session-start brief", "handoff-index list", "handoff-index show latest",
	"pre-compact checkpoint --session line --bead none --goal g --now n", "pre-compact run start line --steps 3",
	"post-tool checkpoint 1", "post-tool diff chk-1-1", "post-tool rollback chk-1-1 --dry-run --all",
	"post-tool rollback chk-1-1 --yes --all --remove-new", "post-tool prune --keep 0 --older-than 0",
}

// leftGit are the git processes at work in a folder, where the system tells.
func leftGit(dir string) []string {
	var left []string
	names, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, name := range names {
		at, err := os.Readlink(name)
		comm, commErr := os.ReadFile(filepath.Join(filepath.Dir(name), "comm"))
		if err == nil && commErr == nil && strings.HasPrefix(at, dir) && strings.HasPrefix(string(comm), "git") {
			left = append(left, filepath.Dir(name))
		}
	}
	return left
}
