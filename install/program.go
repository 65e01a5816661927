package main

import (
	_ "embed"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"holdfast/lib/artifact"
	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/design"
	"holdfast/lib/each"
	"holdfast/lib/epic"
	"holdfast/lib/history"
	"holdfast/lib/line"
	"holdfast/lib/platform"
	"holdfast/lib/task"
	"holdfast/lib/undo"
	"holdfast/lib/workflow"
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
	beside := func(program string) string { return filepath.Join(filepath.Dir(exe), program+filepath.Ext(exe)) }
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

//go:embed completion.txtar
var completionScripts []byte

func runCompletion(inv *cli.Invocation) error {
	file := each.First(txtar.Parse(completionScripts).Files, func(f txtar.File) bool { return f.Name == inv.Rest[0] })
	inv.PrintText(string(file.Data))
	return inv.PrintJSON(map[string]string{"shell": file.Name, "script": string(file.Data)})
}

// completeName offers the names that there are in the project for a placeholder of a
// command, behind a tab what a line or prompt is about. A shell has no place for an error.
func completeName(inv *cli.Invocation, command, placeholder, flag string) (names []string) {
	switch flag {
	case "--mode", "--outcome":
		return artifact.Values(flag[2:])
	case "--session":
		placeholder = "LINE"
	case "", "--source", "--line":
	default:
		return nil
	}
	err := inv.Place()
	root, folder := inv.Project, inv.Machine
	switch ofRun := command == "run"; {
	case placeholder == "SOURCE":
		names = []string{"startup", "resume", "clear", "compact", "fork"}
	case placeholder == "KEY":
		names = config.Names()
	case placeholder == "VALUE":
		key := each.First(config.Keys, func(k config.Key) bool { return slices.Contains(inv.Args, k.Name) })
		names = append([]string{"default"}, key.Allowed...)
	case err != nil:
	case placeholder == "LINE":
		open := slices.Contains([]string{"close", "rename", "merge", "adopt", "forget"}, command)
		lines, _ := line.In(artifact.Of(root, folder), inv.Now()).Lines(inv.Ctx)
		names = each.If(append(lines.Own, lines.Foreign...), func(l *line.Line) (string, bool) {
			return l.Name + "\t" + l.Goal, !open || !l.Closed
		})
	case placeholder == "SESSION":
		h, _ := history.Open(root, folder, inv.Getenv)
		names = h.Matching("")
	case placeholder == "FEATURE":
		names, _ = design.In(root, folder).Features()
	case placeholder == "EPIC":
		names, _ = epic.In(root, folder).IDs()
	case placeholder == "TASK":
		names, _ = task.Store{Root: root, Machine: folder}.IDs()
	case placeholder == "RUN", ofRun && (placeholder == "ID" || placeholder == "CHECKPOINT"):
		names = workflow.In(root, folder).IDs(inv.Now(), placeholder != "RUN")
	case placeholder == "CHECKPOINT" && (command == "diff" || command == "rollback"):
		all, _, _ := checkpoint.Store{Root: root, Machine: folder, Now: inv.Now}.List("")
		names = each.Of(all, func(c checkpoint.Checkpoint) string { return c.ID + "\t" + c.Description })
		h, _ := undo.Store{Root: root, Machine: folder}.Read()
		names = append(names, each.Of(h.Prompts, func(p *undo.Entry) string { return p.Name() + "\t" + p.Text })...)
	}
	return names
}
