package main

import (
	_ "embed"
	"fmt"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/config"
)

var (
	//go:embed help.txt
	pages string // the help of the verbs
)

// program is the installer with its verbs.
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
