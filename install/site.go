package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

// A scope is what one wiring serves: every folder of the user's, or one project.
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
	user    scope
	scope   scope  // the one that was asked for
	record  record // of what was installed, once it is read
}

func siteOf(inv *cli.Invocation) (s site, err error) {
	chosen := cmp.Or(inv.Flag("project"), inv.Root)
	if inv.Has("project") && inv.Flag("project") == "" { // of a variable that is not set: not the user's own scope
		return s, inv.UsageError("--project takes a folder")
	}
	if s.machine, err = machine.Locate(inv.Getenv); err == nil {
		s.config, err = machine.ConfigDir(inv.Getenv)
	}
	if err != nil {
		return s, cli.Fail(cli.Failed, "set HOME, or HOLDFAST_HOME and CLAUDE_CONFIG_DIR, to a folder",
			"finding Claude Code's folder and the machine folder: %w", err)
	}
	exe, err := running(inv.Env)
	if err != nil {
		return s, err
	}
	if s.from = filepath.Dir(exe); strings.EqualFold(filepath.Ext(exe), ".exe") {
		s.suffix = filepath.Ext(exe)
	}
	s.user = scope{settings: filepath.Join(s.config, "settings.json"), skills: filepath.Join(s.config, "skills")}
	if s.scope = s.user; chosen != "" {
		s.scope, err = projectScope(inv, chosen)
	}
	return s, cmp.Or(err, s.checkPath())
}

// running is the path of the running program: a link in PATH is beside no other one.
func running(env cli.Env) (string, error) {
	exe, err := env.Executable()
	if err != nil {
		return "", fmt.Errorf("finding this program: %w", err)
	}
	if resolved, err := filepath.EvalSymlinks(exe); err == nil {
		exe = resolved
	}
	return exe, nil
}

// projectScope resolves a project's folder, so that each has one name.
func projectScope(inv *cli.Invocation, chosen string) (scope, error) {
	root, err := inv.Absolute(chosen)
	if err == nil {
		root, err = project.Root(project.Start{Explicit: root})
	}
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return scope{}, cli.Missing("", "no project folder %q: %w", chosen, err)
	}
	s := scopeOf(root)
	return s, s.refuseLinks()
}

func scopeOf(project string) scope {
	dir := filepath.Join(project, ".claude")
	return scope{project, filepath.Join(dir, "settings.local.json"), filepath.Join(dir, "skills")}
}

// refuseLinks refuses a project whose folder or file of settings is a link: whoever
// made the project must not choose which file of the user's is written.
func (s scope) refuseLinks() error {
	for _, path := range []string{filepath.Dir(s.settings), s.settings, s.skills} {
		if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return cli.Fail(cli.Refused, "replace the link by a file or folder of the project's own",
				"%q is a link, which may lead out of the project", path)
		}
	}
	return nil
}

func (s scope) option() string {
	if s.project == "" {
		return ""
	}
	return " --project " + fence.Word(s.project)
}

// settingsFiles are the files that Claude Code adds up in the scope.
func (s site) settingsFiles() []string {
	if s.scope.project == "" {
		return []string{s.user.settings}
	}
	dir := filepath.Dir(s.scope.settings)
	return []string{s.user.settings, filepath.Join(dir, "settings.json"), s.scope.settings}
}

// checkPath refuses a machine folder whose path cannot be written into settings and skills:
// there it is in double quotes of a shell command and in one line of YAML.
func (s site) checkPath() error {
	bin := filepath.ToSlash(s.machine.Bin())
	if utf8.ValidString(bin) && !strings.ContainsAny(bin, "\"$`\\") && !strings.Contains(bin, ": ") &&
		!strings.Contains(bin, " #") && !strings.ContainsFunc(bin, unicode.IsControl) {
		return nil
	}
	return cli.Fail(cli.Invalid, "set HOLDFAST_HOME to a folder whose path has no quote, $, backquote, backslash, "+
		"line break, \": \" or \" #\"",
		"the machine folder %q has a path that cannot be written safely in a skill's command", s.machine.Path)
}

func (s site) program(name string) string { return filepath.Join(s.machine.Bin(), name+s.suffix) }

func (s site) source(name string) string { return filepath.Join(s.from, name+s.suffix) }

func (s site) command(verb string) string { return fence.Word(s.program("holdfast")) + " " + verb }
