package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
)

// A scope is what one wiring serves: every folder of the user's, or one
// project.
type scope struct {
	project  string // "" for the user's own
	settings string // the settings file that is wired
	skills   string // the folder that holds one folder per skill
}

// A site is where everything of one call is. All paths are absolute.
type site struct {
	machine machine.Folder
	config  string // Claude Code's configuration folder
	from    string // the folder of the running program, without links
	suffix  string // of a program's file name: "" or ".exe"
	home    string
	user    scope
	scope   scope // the one that was asked for
}

// siteOf finds the places that the environment and --project name.
func siteOf(inv *cli.Invocation) (site, error) {
	project := inv.Flag("project")
	if inv.Has("project") && project == "" { // of a variable that is not set: not the user's own scope
		return site{}, inv.UsageError("--project takes a folder")
	}
	folder, err := machine.Locate(inv.Getenv)
	if err != nil {
		return site{}, &cli.Error{Code: cli.Failed, Message: "finding the machine folder", Cause: err,
			Hint: "set HOME, or HOLDFAST_HOME and CLAUDE_CONFIG_DIR, to a folder"}
	}
	config, err := machine.ConfigDir(inv.Getenv)
	if err != nil {
		return site{}, &cli.Error{Code: cli.Failed, Message: "finding Claude Code's folder", Cause: err,
			Hint: "set HOME or CLAUDE_CONFIG_DIR to a folder"}
	}
	exe, err := inv.Executable()
	if err != nil {
		return site{}, fmt.Errorf("finding this program: %w", err)
	}
	if resolved, err := filepath.EvalSymlinks(exe); err == nil {
		exe = resolved
	}
	s := site{machine: folder, config: config, from: filepath.Dir(exe), home: inv.Home()}
	if strings.EqualFold(filepath.Ext(exe), ".exe") {
		s.suffix = filepath.Ext(exe)
	}
	s.user = scope{
		settings: filepath.Join(config, "settings.json"),
		skills:   filepath.Join(config, "skills"),
	}
	s.scope = s.user
	if project == "" {
		project = inv.Root
	}
	if project != "" {
		if s.scope, err = projectScope(inv, project); err != nil {
			return site{}, err
		}
	}
	return s, s.checkPath()
}

// projectScope resolves a project's folder, so that each has one name.
func projectScope(inv *cli.Invocation, project string) (scope, error) {
	if !filepath.IsAbs(project) {
		dir, err := inv.WorkingDir()
		if err != nil {
			return scope{}, fmt.Errorf("finding the working directory: %w", err)
		}
		project = filepath.Join(dir, project)
	}
	resolved, err := filepath.EvalSymlinks(project)
	if err == nil {
		var info os.FileInfo
		if info, err = os.Stat(resolved); err == nil && !info.IsDir() {
			err = fmt.Errorf("it is a file")
		}
	}
	if err != nil {
		return scope{}, &cli.Error{Code: cli.NotFound, Cause: err,
			Message: fmt.Sprintf("no project folder %q", project)}
	}
	s := scopeOf(resolved)
	return s, s.refuseLinks()
}

func scopeOf(project string) scope {
	dir := filepath.Join(project, ".claude")
	return scope{
		project:  project,
		settings: filepath.Join(dir, "settings.local.json"),
		skills:   filepath.Join(dir, "skills"),
	}
}

// refuseLinks refuses a project whose folder or file of settings is a link: whoever
// made the project must not choose which file of the user's is written.
func (s scope) refuseLinks() error {
	for _, path := range []string{filepath.Dir(s.settings), s.settings, s.skills} {
		if info, err := os.Lstat(path); s.project != "" && err == nil && info.Mode()&os.ModeSymlink != 0 {
			return &cli.Error{Code: cli.Refused, Hint: "replace the link by a file or folder of the project's own",
				Message: fmt.Sprintf("%q is a link, which may lead out of the project", path)}
		}
	}
	return nil
}

// checkPath refuses a machine folder whose path cannot be written into
// settings and skills: JSON holds UTF-8 alone, and in a skill the path is
// in double quotes of a shell command and in one line of YAML.
func (s site) checkPath() error {
	bin := filepath.ToSlash(s.machine.Bin())
	bad := !utf8.ValidString(bin) || strings.ContainsAny(bin, "\"$`\\") ||
		strings.Contains(bin, ": ") || strings.Contains(bin, " #") ||
		strings.ContainsFunc(bin, unicode.IsControl)
	if !bad {
		return nil
	}
	return &cli.Error{Code: cli.Invalid,
		Message: fmt.Sprintf("the machine folder %q has a path that cannot be written safely in a skill's command",
			s.machine.Path),
		Hint: "set HOLDFAST_HOME to a folder whose path has no quote, $, backquote, backslash, line break, " +
			"\": \" or \" #\""}
}

// program is where the program of that name is installed.
func (s site) program(name string) string {
	return filepath.Join(s.machine.Bin(), name+s.suffix)
}

// source is where a program of that name is that is to be installed.
func (s site) source(name string) string { return filepath.Join(s.from, name+s.suffix) }

// installed reports whether the running program is the installed one.
func (s site) installed() bool {
	return same(s.from, s.machine.Bin())
}

// same reports whether two paths lead to one folder.
func same(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// command is how a person calls the installed program.
func (s site) command(verb string) string {
	return fence.Word(s.program("holdfast")) + " " + verb
}
