package main

import (
	_ "embed"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/platform"
)

//go:embed help.txt
var pages string // the help of the verbs

func program() cli.Program {
	var settings strings.Builder
	for _, k := range config.Keys {
		fmt.Fprintf(&settings, "  %-15s %-16s %s\n", k.Name, k.Range(), k.Help)
	}
	return cli.Program{
		Name:     "holdfast",
		Summary:  "installs, checks and removes Holdfast, and runs its commands",
		Overview: overview(),
		Complete: completeName,
		Pages:    []byte(strings.Replace(pages, "SETTINGS\n", settings.String(), 1)),
		Verbs: []cli.Verb{
			{Name: "install", Anywhere: true, Run: runInstall},
			{Name: "uninstall", Anywhere: true, Run: runUninstall},
			{Name: "doctor", Anywhere: true, Run: runDoctor},
			{Name: "config", Run: runConfig},
			{Name: "completion", Anywhere: true, Run: runCompletion},
			{Name: "statusline", Anywhere: true, Run: runStatusline},
		},
	}
}

// run is holdfast: its own commands, and every command of the other programs,
// which it becomes.
func run(env cli.Env) int {
	p, args := program(), env.Args
	help := len(args) > 1 && slices.Contains([]string{"help", "-h", "--help"}, args[0])
	if help {
		args = args[1:]
	}
	c, _ := cli.FrontCommand(append(args, "")[0])
	if c.Program == "" {
		return p.Main(env)
	}
	p.Verbs = append(p.Verbs, cli.Verb{Name: c.Name, Raw: true, Run: func(inv *cli.Invocation) error {
		return passOn(inv, c, args[1:], help)
	}})
	env.Args = args
	return p.Main(env)
}

func passOn(inv *cli.Invocation, c cli.Command, args []string, help bool) error {
	called := "holdfast"
	words := append([]string{c.Name}, args...)
	if c.Words != nil {
		called += " " + c.Name
		switch {
		case len(args) == 0 && !help:
			args = []string{"list"}
		case len(args) > 0 && !strings.HasPrefix(args[0], "-") && !slices.Contains(c.Words, args[0]):
			return cli.Unknown("command", args[0], c.Words, "holdfast help files")
		}
		words = args
	}
	exe, err := running(inv.Env)
	if err != nil {
		return err
	}
	beside := func(program string) string {
		return filepath.Join(filepath.Dir(exe), program+filepath.Ext(exe))
	}
	path := beside(c.Owner(args))
	if help {
		path, words = beside(c.Program), append([]string{"help"}, words...)
	}
	words = append([]string{called}, words...)
	if help && c.Reader != "" { // the help of the reading forms comes first
		cmd := exec.Cmd{
			Path: beside(c.Reader), Args: words, Env: inv.Environ(), Stdout: inv.Stdout, Stderr: inv.Stderr,
		}
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("running %q: %w", cmd.Path, err)
		}
		inv.Printf("\n")
	}
	code, err := platform.Become(path, words, inv.Environ(), inv.Stdin, inv.Stdout, inv.Stderr)
	if err != nil {
		return cli.Fail(cli.Failed, "holdfast doctor", "running %q: %w", path, err)
	}
	if code != cli.OK {
		return &cli.Error{Code: code, Cause: fmt.Errorf("%q ended with %d", path, code), Silent: true}
	}
	return nil
}

func overview() string {
	var b strings.Builder
	b.WriteString("holdfast saves your work with Claude Code, brings it back, and undoes edits.\n")
	group := ""
	for _, c := range cli.Front() {
		if c.Group != group && c.Group != "" {
			group = c.Group
			fmt.Fprintf(&b, "\n%s\n", group)
		}
		if c.Group != "" {
			fmt.Fprintf(&b, "  %-12s%s\n", c.Name, c.Summary)
		}
	}
	b.WriteString("\nholdfast help COMMAND prints options and examples; holdfast version the release.\n")
	return b.String()
}
