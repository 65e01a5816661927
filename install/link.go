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

// usualBin is the folder for a person's own programs.
func (s site) usualBin() string { return filepath.Join(s.home, ".local", "bin") }

// onPath reports whether PATH names the folder.
func onPath(inv *cli.Invocation, dir string) bool {
	return slices.ContainsFunc(filepath.SplitList(inv.Getenv("PATH")), func(d string) bool {
		return d != "" && filepath.Clean(d) == filepath.Clean(dir)
	})
}

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
		return "", &cli.Error{Code: cli.Refused, Message: fmt.Sprintf("%q exists and is not a link to this installation", path),
			Hint: "remove it, or name another folder"}
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
	if ours {
		return
	}
	if typed != "" {
		j.inv.Printf("          holdfast on PATH is another one: %s\n", cli.OneLine(typed))
	}
	dir, linked := j.site.usualBin(), false
	for _, made := range j.record.Links {
		if j.ours(made) {
			dir, linked = filepath.Dir(made), true
		}
	}
	short := ""
	if !onPath(j.inv, dir) {
		short = "export PATH=" + fence.Word(dir) + `:"$PATH"`
		if j.site.suffix != "" {
			short = fmt.Sprintf("put %q on Path", dir)
		}
	}
	if !linked {
		if short != "" {
			short += "; "
		}
		short += j.site.command("install --link " + fence.Word(dir))
	}
	if short != "" {
		j.inv.Printf("          to type just holdfast: %s\n", cli.OneLine(short))
	}
}
