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
		Name: "holdfast", Complete: completeName, Others: passOn,
		Pages: []byte(strings.Replace(pages, "SETTINGS\n", settings.String(), 1)),
		Verbs: map[string]func(*cli.Invocation) error{
			"install": runInstall, "uninstall": runUninstall, "doctor": runDoctor, "config": runConfig,
			"completion": runCompletion, "statusline": runStatusline,
		},
		Anywhere: []string{"install", "uninstall", "doctor", "completion", "statusline"},
	}
}

// passOn becomes the program that owns a command. Of one that two own it shows the help of both.
func passOn(inv *cli.Invocation, c cli.Command) error {
	called, args := "holdfast", inv.Args
	words := append([]string{c.Name}, args...)
	if c.Words != nil {
		called += " " + c.Name
		if len(args) == 0 {
			args = []string{"list"}
		} else if !strings.HasPrefix(args[0], "-") && !slices.Contains(c.Words, args[0]) {
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
	words = append([]string{called}, words...)
	if c.Reader != "" && slices.Equal(args, []string{"-h"}) {
		path = beside(c.Program)
		cmd := exec.Cmd{Path: beside(c.Reader), Args: words, Env: inv.Environ(), Stdout: inv.Stdout, Stderr: inv.Stderr}
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
