package main

import (
	"cmp"
	"path/filepath"
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/project"
)

// runConfig shows all settings, or the value of one; of one just set only if another value holds.
func runConfig(inv *cli.Invocation) error {
	hash, name := project.Hash(inv.Project), append(inv.Rest, "")[0]
	key := each.First(config.Keys, func(k config.Key) bool { return k.Name == name })
	if key.Name == "" && len(inv.Rest) > 0 {
		return cli.Unknown("setting", name, config.Names(), "holdfast config lists the settings")
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
	settings = slices.DeleteFunc(settings, func(s config.Setting) bool { return name != "" && s.Name != name })
	for _, s := range settings {
		source := cmp.Or(s.Source, "default")
		switch {
		case name == "":
			inv.Printf("%-15s %-7s %s (%s)\n", s.Name, s.Value, s.Help, source)
		case len(inv.Rest) == 1:
			inv.Printf("%s\n", s.Value)
		case inv.Rest[1] == "default":
			inv.Printf("it is %s here (%s)\n", s.Value, source)
		}
	}
	return inv.PrintJSON(map[string]any{"settings": settings})
}

func setConfig(inv *cli.Invocation, key config.Key, hash string) error {
	value, in := inv.Rest[1], "all projects"
	if value == "default" {
		value = ""
	} else if !key.Takes(value) {
		return inv.UsageError("%s cannot be %q; allowed: %s", key.Name, value, key.Range())
	}
	if inv.On("project") || inv.Root != "" {
		in = inv.Project
	} else {
		hash = ""
	}
	err := durable.Own(filepath.Join(inv.Machine.State(), "config.lock")).Locked(inv.Ctx, lockWait, func() error {
		return config.Set(inv.Machine, hash, key, value)
	})
	switch {
	case err != nil:
		return cli.Fail(cli.Failed, "holdfast doctor", "nothing was set: %w", err)
	case value != "":
		inv.Printf("%s is %s for %s\n", key.Name, value, in)
	default:
		inv.Printf("%s is no longer set for %s\n", key.Name, in)
	}
	return nil
}
