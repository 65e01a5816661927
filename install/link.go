package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/platform"
)

// A linkFlag is --link: without a folder it means the usual one.
type linkFlag struct {
	given bool
	dir   string
}

// usualBin is the folder for a person's own programs.
func (s site) usualBin() string { return filepath.Join(s.home, ".local", "bin") }

// onPath reports whether PATH names the folder.
func onPath(inv *cli.Invocation, dir string) bool {
	return slices.ContainsFunc(filepath.SplitList(inv.Getenv("PATH")), func(d string) bool {
		return d != "" && filepath.Clean(d) == filepath.Clean(dir)
	})
}

// linkPath is where the link is to be made, "" for none.
func (j *job) linkPath(l linkFlag) (string, error) {
	if !l.given {
		return "", nil
	}
	dir := l.dir
	switch {
	case dir == "" && !onPath(j.inv, j.site.usualBin()):
		return "", &cli.Error{Code: cli.Usage, Message: fmt.Sprintf("%q is not on PATH; name a folder that is", j.site.usualBin()),
			Hint: j.site.putOnPath(j.site.usualBin()) + ", here and in the profile of your shell, and again"}
	case dir == "":
		dir = j.site.usualBin()
	case !filepath.IsAbs(dir):
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
	if err := j.disk.link(path, j.site.program("holdfast")); err != nil {
		return fmt.Errorf("making the link %q: %w", path, err)
	}
	return nil
}

// removeLinks removes the links that still lead here.
func (j *job) removeLinks() {
	for _, path := range j.record.Links {
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
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
	dir, link := j.site.usualBin(), j.site.command("install --link")
	for _, made := range j.record.Links {
		if j.ours(made) {
			dir, link = filepath.Dir(made), ""
		}
	}
	short := []string{link}
	if !onPath(j.inv, dir) {
		short = append([]string{j.site.putOnPath(dir)}, short...)
	}
	if short = slices.DeleteFunc(short, func(s string) bool { return s == "" }); len(short) > 0 {
		j.inv.Printf("          to type just holdfast: %s\n", cli.OneLine(strings.Join(short, "; ")))
	}
}

// putOnPath is what puts a folder on PATH; in a shell's profile it stays there.
func (s site) putOnPath(dir string) string {
	if s.suffix != "" {
		return fmt.Sprintf("put %q on Path", dir)
	}
	return "export PATH=" + fence.Word(dir) + `:"$PATH"`
}
