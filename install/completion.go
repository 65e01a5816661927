package main

import (
	_ "embed"
	"slices"

	"github.com/rogpeppe/go-internal/txtar"

	"holdfast/lib/cli"
)

var (
	//go:embed completion.txtar
	completionScripts []byte
)

// A completion is the script for a shell.
type completion struct {
	Shell  string `json:"shell"`
	Script string `json:"script"`
}

func (c completion) Print(inv *cli.Invocation) { inv.PrintText(c.Script) }

func runCompletion(inv *cli.Invocation) error {
	all := txtar.Parse(completionScripts).Files
	i := slices.IndexFunc(all, func(f txtar.File) bool { return f.Name == inv.Rest[0] })
	return inv.Report(completion{inv.Rest[0], string(all[i].Data)}, nil)
}
