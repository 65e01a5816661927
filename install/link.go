package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/platform"
)

// linkPath is where --link makes its link, "" where it was not given.
func (j *job) linkPath() (string, error) {
	dir := j.inv.Flag("link")
	if dir == "" {
		return "", j.inv.Filled("link")
	}
	if !filepath.IsAbs(dir) {
		wd, err := j.inv.WorkingDir()
		if err != nil {
			return "", fmt.Errorf("finding the working directory: %w", err)
		}
		dir = filepath.Join(wd, dir)
	}
	path := filepath.Join(dir, "holdfast"+j.site.suffix)
	info, err := os.Lstat(path)
	if err == nil && (info.Mode()&fs.ModeSymlink == 0 || !j.ours(path) && !slices.Contains(j.record.Links, path)) {
		return "", &cli.Error{Code: cli.Refused, Hint: "remove it, or name another folder",
			Message: fmt.Sprintf("%q exists and is not a link to this installation", path)}
	}
	return path, nil
}

// ours reports whether a link leads to the installed program.
func (j *job) ours(link string) bool {
	target, err := os.Readlink(link)
	return err == nil && filepath.Clean(target) == j.site.program("holdfast")
}

// link makes holdfast callable by its name.
func (j *job) link(path string) error {
	if path == "" || j.ours(path) {
		return nil
	}
	if err := j.disk.makeDir(filepath.Dir(path), modeFolder); err != nil {
		return err
	}
	if _, err := os.Lstat(path); err == nil {
		if err := j.disk.remove(path); err != nil { // one of an earlier machine folder
			return err
		}
	}
	if !slices.Contains(j.record.Links, path) {
		j.record.Links = append(j.record.Links, path)
	}
	if err := j.saveRecord(); err != nil {
		return err
	}
	j.disk.wrote(path)
	return j.disk.do(func() error { return durable.File(path).Link(j.site.program("holdfast")) })
}

// removeLinks removes the links that still lead here.
func (j *job) removeLinks() {
	for _, path := range j.record.Links {
		if _, err := os.Lstat(path); err != nil {
			continue
		}
		if !j.ours(path) {
			j.report.Kept = append(j.report.Kept, path)
		} else if err := j.disk.remove(path); err != nil {
			j.warn("%v", err)
		}
	}
	j.record.Links = nil
}

// typed is the program that runs where a person types holdfast, "" for none, and
// whether it is the installed one.
func (s site) typed(inv *cli.Invocation) (string, bool) {
	path, err := platform.LookPath("holdfast", inv.Getenv("PATH"))
	if err != nil {
		return "", false
	}
	a, errA := os.Stat(path)
	b, errB := os.Stat(s.program("holdfast"))
	return path, errA == nil && errB == nil && os.SameFile(a, b)
}

// next is how a person calls the installed program from now on.
func (j *job) next(verb string) string {
	if _, ours := j.site.typed(j.inv); ours {
		return "holdfast " + verb
	}
	return j.site.command(verb)
}

// sayCommand says how holdfast is typed from now on, and what makes that short.
func (j *job) sayCommand() {
	j.inv.Printf("command   %s\n", cli.OneLine(j.next("help")))
	typed, ours := j.site.typed(j.inv)
	dir := j.site.machine.Bin()
	switch {
	case ours:
		return
	case typed != "":
		j.inv.Printf("          holdfast on PATH is another one: %s\n", cli.OneLine(typed))
	case j.site.suffix != "":
		j.inv.Printf("          to type just holdfast, put %s on Path\n", cli.OneLine(dir))
	default:
		j.inv.Printf("          to type just holdfast: export PATH=%s:\"$PATH\"\n", cli.OneLine(fence.Word(dir)))
	}
}
