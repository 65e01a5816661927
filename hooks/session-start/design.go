package main

import (
	"holdfast/lib/cli"
	"holdfast/lib/design"
)

const designHelp = `A design takes a feature in stages from a sentence to tickets; it can pause at
any stage. Without FEATURE this lists the designs of the project. With FEATURE
it shows what each stage produced, what to do next, which files to read, what to
ask, and where the session file and the documents disagree. It changes nothing.

Options:
  --all        closed designs too
  -n N         at most N rows (default: 20 on a terminal, else all; 0: all)
  --stage N    what going back to that stage would redo, and what it would keep
  --json       the same as data: stages, resume_stage, action, next, read,
               question, choices, missing, conflicts, options

Examples:
  holdfast design
  holdfast design auth
  holdfast design auth --stage 3 --json
`

func showDesign(inv *cli.Invocation) error {
	store := design.In(inv.Project, inv.Machine)
	if len(inv.Rest) == 0 {
		return inv.Report(store.Overview(inv, inv.On("all")))
	}
	var stage *string
	if inv.Has("stage") {
		stage = new(inv.Flag("stage"))
	}
	return inv.Report(store.Show(inv, inv.Rest[0], stage))
}
