package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
)

// A linkFlag is --link: alone it means the usual folder, with a value or a
// following argument that one.
type linkFlag struct {
	given bool
	dir   string
}

func (l *linkFlag) String() string   { return l.dir }
func (l *linkFlag) IsBoolFlag() bool { return true }

func (l *linkFlag) Set(value string) error {
	l.given = true
	if value != "true" {
		l.dir = value
	}
	return nil
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
		return "", j.inv.UsageError(fmt.Sprintf("%q is not on PATH; name a folder that is", j.site.usualBin()))
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

// sayCommand says how holdfast is typed from now on.
func (j *job) sayCommand() {
	if j.inv.Holdfast() == "holdfast" {
		j.inv.Printf("command   %s is on PATH: type holdfast help\n", "holdfast")
		return
	}
	dir := j.site.usualBin()
	j.inv.Printf("command   %s\n", cli.OneLine(j.site.command("help")))
	if onPath(j.inv, dir) {
		j.inv.Printf("          to type just holdfast: %s\n", cli.OneLine(j.site.command("install --link")))
		return
	}
	j.inv.Printf("          to type just holdfast: %s, with DIR on your PATH\n", cli.OneLine(j.site.command("install --link "+fence.Word("DIR"))))
}
