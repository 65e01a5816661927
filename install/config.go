package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/durable"
	"holdfast/lib/project"
)

// configHelp lists the settings as they are.
func configHelp() string {
	var keys strings.Builder
	for _, k := range config.Keys {
		fmt.Fprintf(&keys, "  %-15s %-16s %s\n", k.Name, k.Range(), k.Help)
	}
	return `
Shows or changes settings, for all projects or for one. Without arguments it
prints every setting, its value and where it comes from; with KEY that value;
with KEY and VALUE it sets it. VALUE "default" removes what was set. A running
session follows at its next hook.

` + keys.String() + `
Options:
  --project   for the project of the working directory only
  --root DIR  for the project in DIR only
  --json      {"settings":[{"key","value","source","default"}]}

Examples:
  holdfast config
  holdfast config brief short
  holdfast config snapshots off --project
`
}

type settingDocument struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	Source  string `json:"source"` // the file, "" for the default
	Default string `json:"default"`
}

func runConfig(inv *cli.Invocation) error {
	root, folder := inv.Project, inv.Machine
	hash := project.Hash(root)
	var key config.Key
	if len(inv.Rest) > 0 {
		var ok bool
		if key, ok = config.Find(inv.Rest[0]); !ok {
			return cli.Unknown("setting", inv.Rest[0], config.Names(), "holdfast config lists the settings")
		}
	}
	if len(inv.Rest) == 2 {
		value := inv.Rest[1]
		if value == "default" {
			value = ""
		} else if !key.Takes(value) {
			return inv.UsageError(fmt.Sprintf("%s cannot be %q; allowed: %s", key.Name, value, key.Range()))
		}
		scope, in := "", "all projects"
		if inv.On("project") || inv.Root != "" {
			scope, in = hash, root
		}
		ctx, cancel := context.WithTimeout(inv.Ctx, lockTime)
		defer cancel()
		if err := folder.Ensure(folder.State()); err != nil {
			return err
		}
		err := durable.File(filepath.Join(folder.State(), "config.lock")).Locked(ctx, func() error {
			return config.Set(folder, scope, key, value)
		})
		if err != nil {
			return &cli.Error{Code: cli.Failed, Message: "nothing was set", Cause: err, Hint: "holdfast doctor"}
		}
		if value != "" {
			inv.Printf("%s is %s for %s\n", key.Name, value, in)
		} else {
			inv.Printf("%s is no longer set for %s\n", key.Name, in)
		}
	}
	settings, err := config.Settings(folder, hash)
	if err != nil {
		inv.Warnf("%v; the default is used", err)
	}
	documents := []settingDocument{}
	for _, s := range settings {
		if key.Name != "" && s.Key.Name != key.Name {
			continue
		}
		documents = append(documents, settingDocument{s.Key.Name, s.Value, s.Source, s.Key.Default})
		source := "default"
		if s.Source != "" {
			source = s.Source
		}
		switch len(inv.Rest) {
		case 0:
			inv.Prose(24, "%-15s %-7s %s (%s)", s.Key.Name, s.Value, s.Key.Help, source)
		case 1:
			inv.Printf("%s\n", s.Value)
		case 2:
			if inv.Rest[1] == "default" {
				inv.Printf("it is %s here (%s)\n", s.Value, source)
			}
		}
	}
	return inv.PrintJSON(map[string]any{"settings": documents})
}

// lockTime is how long a change waits for another one to end.
const lockTime = 5 * time.Second
