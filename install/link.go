package main

import (
	"fmt"
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
	path := filepath.Join(dir, "holdfast"+j.suffix)
	if exists(path) && !j.leadsHere(path) {
		return "", &cli.Error{Code: cli.Refused, Hint: "remove it, or name another folder",
			Message: fmt.Sprintf("%q exists and is not a link to this installation", path)}
	}
	return path, nil
}

// leadsHere reports whether a link leads to the installed program.
func (s site) leadsHere(link string) bool {
	target, err := os.Readlink(link)
	return err == nil && filepath.Clean(target) == s.program("holdfast")
}

// link makes holdfast callable by its name.
func (j *job) link() error {
	path, err := j.linkPath()
	if err != nil || path == "" || exists(path) {
		return err
	}
	if err := j.makeDir(filepath.Dir(path), modeFolder); err != nil {
		return err
	}
	if !slices.Contains(j.record.Links, path) {
		j.record.Links = append(j.record.Links, path)
	}
	if err := j.saveRecord(); err != nil {
		return err
	}
	return j.write(path, func() error { return durable.File(path).Link(j.program("holdfast")) })
}

// typed is the program that runs where a person types holdfast, "" for none, and
// whether it is the installed one.
func (s site) typed(inv *cli.Invocation) (path string, ours bool) {
	path, err := platform.LookPath("holdfast", inv.Getenv("PATH"))
	return path, err == nil && same(path, s.program("holdfast"))
}

// next is how a person calls the installed program from now on.
func (j *job) next(verb string) string {
	if _, ours := j.typed(j.inv); ours {
		return "holdfast " + verb
	}
	return j.command(verb)
}

// sayCommand says how holdfast is typed from now on, and what makes that short.
func (j *job) sayCommand() {
	j.inv.Printf("command   %s\n", cli.OneLine(j.next("help")))
	typed, ours := j.typed(j.inv)
	switch dir := j.machine.Bin(); {
	case ours:
	case typed != "":
		j.inv.Printf("          holdfast on PATH is another one: %s\n", cli.OneLine(typed))
	case j.suffix != "":
		j.inv.Printf("          to type just holdfast, put %s on Path\n", cli.OneLine(dir))
	default:
		j.inv.Printf("          to type just holdfast: export PATH=%s:\"$PATH\"\n", cli.OneLine(fence.Word(dir)))
	}
}
