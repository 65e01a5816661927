//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

const (
	savedFiles = 1_000
	savedBytes = 50 << 20
	repeatDisk = 1 << 20 // bytes that a checkpoint of unchanged files may take
)

// guarded are the rows of tasks and checkpoints.
func guarded(bin, scratch string) ([]row, error) {
	watch, err := watched(scratch)
	if err != nil {
		return nil, err
	}
	first, again, err := saved(scratch)
	if err != nil {
		return nil, err
	}
	same, ten, err := prompted(bin, scratch)
	return []row{watch, first, again, same, ten}, err
}

const (
	promptFiles = 11_500
	promptBytes = 127 << 20
)

// prompted are a prompt in a work tree in which nothing, or ten files, changed
// since the last one, against git status of the same.
func prompted(bin, scratch string) (same, ten row, err error) {
	dir, home := mustFolder(scratch, "prompted"), mustFolder(scratch, "home-prompted")
	random := rand.NewChaCha8([32]byte{2})
	content := make([]byte, promptBytes/promptFiles)
	name := func(i int) string { return filepath.Join(dir, fmt.Sprintf("p%d/m%d/f%d.go", i%12, i%115, i)) }
	for i := range promptFiles {
		if _, err := random.Read(content); err != nil {
			return same, ten, err
		}
		mustFolder(filepath.Dir(name(i)))
		if err := os.WriteFile(name(i), content, 0o644); err != nil {
			return same, ten, err
		}
	}
	env := environment(home)
	for _, args := range [][]string{
		{"git", "init", "-q"}, {"git", "add", "-A"}, {"git", "-c", "user.name=b", "-c", "user.email=b", "commit", "-q", "-m", "first"},
		{filepath.Join(bin, "post-tool"), "checkpoint", "--file", "p0/m0/f0.go"}, // its snapshot is completed without a limit
	} {
		command := exec.Command(args[0], args[1:]...)
		command.Dir, command.Env = dir, env
		if said, err := command.CombinedOutput(); err != nil {
			return same, ten, fmt.Errorf("%q: %w: %s", args, err, said)
		}
	}
	status := row{what: "git status", dir: dir, env: env, args: []string{"status", "--porcelain"}}
	if status.absolute, err = exec.LookPath("git"); err != nil {
		return same, ten, err
	}
	edit := 0
	change := func() error {
		edit++
		for i := range 10 {
			if err := os.WriteFile(name(i*1000), fmt.Appendf(nil, "edit %d of %d", edit, i), 0o644); err != nil {
				return err
			}
		}
		return nil
	}
	same = row{
		what: "UserPromptSubmit, 11,500 files of 127 MB, nothing changed", program: "post-tool", dir: dir, env: env, base: &status, ratio: 3, runs: 20,
		stdin: []byte(`{"hook_event_name":"UserPromptSubmit","session_id":"bench","cwd":"` + dir + `","prompt":"go on"}`),
		check: func() error { return keptLast(home) },
	}
	ten = same
	ten.what, ten.ratio, ten.reset = "the same, ten files changed", 5, change
	return same, ten, nil
}

// keptLast fails where the last prompt has no snapshot.
func keptLast(home string) error {
	found, err := filepath.Glob(filepath.Join(home, ".claude/holdfast/state/projects/*/prompts"))
	if err != nil || len(found) != 1 {
		return fmt.Errorf("%d lists of prompts, %v", len(found), err)
	}
	b, err := os.ReadFile(found[0])
	if err != nil {
		return err
	}
	last := b[max(0, bytes.LastIndex(b, []byte(`{"prompt":`))):]
	if !bytes.Contains(last, []byte(`"snapshot":`)) {
		return fmt.Errorf("the last prompt has no snapshot: %s", last)
	}
	return nil
}

// watched is the hook after a Bash call that changed no task, of 200.
func watched(scratch string) (row, error) {
	dir := mustFolder(scratch, "tasks")
	if err := writeTasks(dir, 200, 0); err != nil {
		return row{}, err
	}
	return row{
		what: "post-tool on a Bash call with no task changed, 200 tasks", program: "post-tool", dir: dir,
		env: environment(mustFolder(scratch, "home-tasks")), ratio: 2.5,
		stdin: []byte(`{"hook_event_name":"PostToolUse","session_id":"bench","cwd":"` + dir + `","tool_name":"Bash",` +
			`"tool_input":{"command":"ls -la"},"tool_response":{"stdout":"","stderr":"","interrupted":false},"duration_ms":8}`),
	}, nil
}

// writeTasks makes tasks, the first of them in progress, as of an hour ago.
func writeTasks(dir string, n, inProgress int) error {
	folder := mustFolder(dir, ".claude", "tasks")
	old := time.Now().Add(-time.Hour)
	for i := range n {
		status := "Pending"
		if i < inProgress {
			status = "In Progress"
		}
		file := filepath.Join(folder, fmt.Sprintf("task-%d.json", i))
		text := fmt.Sprintf("{\n  \"id\": \"%d\",\n  \"title\": \"task %d\",\n  \"status\": %q,\n  \"files_affected\": [\"src/f%d.go\"]\n}\n", i, i, status, i)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
		if err := os.Chtimes(file, old, old); err != nil {
			return err
		}
	}
	return os.Chtimes(folder, old, old)
}

// saved are a checkpoint of 1,000 files of 50 MB together without a snapshot,
// against cp -r and sync of the same, and the checkpoint after it.
func saved(scratch string) (first, again row, err error) {
	dir := mustFolder(scratch, "saved")
	random := rand.NewChaCha8([32]byte{1})
	content := make([]byte, savedBytes/savedFiles)
	for i := range savedFiles {
		if _, err := random.Read(content); err != nil {
			return first, again, err
		}
		file := filepath.Join(mustFolder(dir, "src", fmt.Sprint(i%50)), fmt.Sprintf("f%d.bin", i))
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return first, again, err
		}
	}
	// Without git on the PATH there is no snapshot.
	env := append(environment(mustFolder(scratch, "home-saved"))[:1:1], "PATH=/nonexistent")
	copied := filepath.Join(scratch, "copied")
	base := row{
		what: "cp -r and sync", absolute: "sh", dir: dir, env: environment(mustFolder(scratch, "home-copied")),
		args:  []string{"-c", "cp -r src '" + copied + "' && sync -f '" + copied + "'"},
		reset: func() error { return aside(copied) },
	}
	if base.absolute, err = exec.LookPath(base.absolute); err != nil {
		return first, again, err
	}
	store := filepath.Join(dir, ".claude", "checkpoints")
	first = row{
		what: "checkpoint of 1,000 files, 50 MB", program: "post-tool", dir: dir, env: env, runs: 10,
		args: []string{"checkpoint", "--root", dir, "--file", "src"}, base: &base, ratio: 1.6, expect: "1000 existing",
		reset: func() error { return aside(store) },
	}
	again = first
	again.what, again.ratio = "the same again, unchanged", 0.65
	again.reset = func() error { return onlyNewest(store) }
	again.check = func() error { return tookLittle(store) }
	return first, again, nil
}

// aside moves a folder out of the way. Taking it away would slow what comes
// after: ext4 looks at each inode that was freed of late before it gives one.
func aside(folder string) error {
	for i := 0; ; i++ {
		to := fmt.Sprintf("%s-%d", folder, i)
		if _, err := os.Lstat(to); err == nil {
			continue
		}
		if err := os.Rename(folder, to); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
}

// onlyNewest takes all checkpoints away but the newest, as pruning does.
func onlyNewest(store string) error {
	found, err := checkpoints(store)
	if err != nil {
		return err
	}
	for _, folder := range found[:max(len(found)-1, 0)] {
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
	}
	return nil
}

// checkpoints are the folders of a store, the newest last.
func checkpoints(store string) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(store, "chk-*"))
	made := map[string]time.Time{}
	for _, folder := range found {
		if info, err := os.Stat(filepath.Join(folder, "checkpoint.json")); err == nil {
			made[folder] = info.ModTime()
		}
	}
	slices.SortFunc(found, func(a, b string) int { return made[a].Compare(made[b]) })
	return found, err
}

// tookLittle fails where the checkpoints take more of the disk than one does.
func tookLittle(store string) error {
	out, err := exec.Command("du", "-s", "--block-size=1", store).Output()
	if err != nil {
		return fmt.Errorf("measuring the disk: %w", err)
	}
	var all int64
	if _, err := fmt.Fscan(bytes.NewReader(out), &all); err != nil {
		return fmt.Errorf("measuring the disk: %w", err)
	}
	one, err := firstSize(store)
	if err == nil && all-one > repeatDisk {
		err = fmt.Errorf("the repeat took %d bytes of the disk, at most %d", all-one, repeatDisk)
	}
	return err
}

// firstSize is what the files of one checkpoint take.
func firstSize(store string) (int64, error) {
	found, err := checkpoints(store)
	if err != nil || len(found) < 2 {
		return 0, fmt.Errorf("%d checkpoints where two should be: %w", len(found), fs.ErrNotExist)
	}
	out, err := exec.Command("du", "-s", "--block-size=1", found[0]).Output()
	if err != nil {
		return 0, fmt.Errorf("measuring the disk: %w", err)
	}
	var size int64
	_, err = fmt.Fscan(bytes.NewReader(out), &size)
	return size, err
}
