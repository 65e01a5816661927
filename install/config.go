package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

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
	hash := project.Hash(inv.Project)
	var key config.Key
	if len(inv.Rest) > 0 {
		var ok bool
		if key, ok = config.Find(inv.Rest[0]); !ok {
			return cli.Unknown("setting", inv.Rest[0], config.Names(), "holdfast config lists the settings")
		}
	}
	if len(inv.Rest) == 2 {
		if err := setConfig(inv, key, hash); err != nil {
			return err
		}
	}
	settings, err := config.Settings(inv.Machine, hash)
	if err != nil {
		inv.Warnf("%v; the default is used", err)
	}
	documents := []settingDocument{}
	for _, s := range settings {
		if key.Name != "" && s.Key.Name != key.Name {
			continue
		}
		documents = append(documents, settingDocument{s.Key.Name, s.Value, s.Source, s.Key.Default})
		source := cmp.Or(s.Source, "default")
		switch {
		case len(inv.Rest) == 0:
			inv.Printf("%-15s %-7s %s (%s)\n", s.Key.Name, s.Value, s.Key.Help, source)
		case len(inv.Rest) == 1:
			inv.Printf("%s\n", s.Value)
		case inv.Rest[1] == "default":
			inv.Printf("it is %s here (%s)\n", s.Value, source)
		}
	}
	return inv.PrintJSON(map[string]any{"settings": documents})
}

// setConfig sets a key, or removes what was set, and says so.
func setConfig(inv *cli.Invocation, key config.Key, hash string) error {
	value, in := inv.Rest[1], "all projects"
	if value == "default" {
		value = ""
	} else if !key.Takes(value) {
		return inv.UsageError(fmt.Sprintf("%s cannot be %q; allowed: %s", key.Name, value, key.Range()))
	}
	if inv.On("project") || inv.Root != "" {
		in = inv.Project
	} else {
		hash = ""
	}
	state := inv.Machine.State()
	if err := inv.Machine.Ensure(state); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(inv.Ctx, lockWait)
	defer cancel()
	err := durable.File(filepath.Join(state, "config.lock")).Locked(ctx, func() error {
		return config.Set(inv.Machine, hash, key, value)
	})
	switch {
	case err != nil:
		return &cli.Error{Code: cli.Failed, Message: "nothing was set", Cause: err, Hint: "holdfast doctor"}
	case value != "":
		inv.Printf("%s is %s for %s\n", key.Name, value, in)
	default:
		inv.Printf("%s is no longer set for %s\n", key.Name, in)
	}
	return nil
}
