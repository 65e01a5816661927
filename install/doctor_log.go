package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
)

// checkLog shows every failure in the log, of all projects, those of one message
// together.
func (d *doctor) checkLog() {
	failures, err := d.site.machine.Failures(time.Time{})
	if err != nil {
		d.add("warn", "log", err.Error(), "")
		return
	}
	if len(failures) == 0 {
		d.add("ok", "log", "no failures", "")
		return
	}
	type kind struct{ program, project, message string }
	times, order := map[kind]int{}, []machine.Failure(nil)
	for _, f := range slices.Backward(failures) {
		k := kind{f.Program, f.Project, f.Message}
		if times[k]++; times[k] == 1 {
			order = append(order, f)
		}
	}
	for i, f := range slices.Backward(order) {
		where, cure := "", ""
		if f.Project != "" {
			where = " in " + fence.Line(f.Project, 0)
		}
		text := fmt.Sprintf("%s %s%s: %s", d.inv.When(f.Time), f.Program, where, f.Message)
		if n := times[kind{f.Program, f.Project, f.Message}]; n > 1 {
			text += fmt.Sprintf(" (%d times)", n)
		}
		if i == 0 {
			cure = d.site.command("doctor") + " --clear forgets failures that are settled"
		}
		d.add("warn", "log", text, cure)
	}
}

// clearLog forgets the failures of all projects.
func clearLog(inv *cli.Invocation, s site) error {
	failures, err := s.machine.Failures(time.Time{})
	if err != nil {
		return err
	}
	if len(failures) > 0 {
		ctx, cancel := context.WithTimeout(inv.Ctx, runLimit)
		defer cancel()
		if err := s.machine.ClearLog(ctx); err != nil {
			return err
		}
	}
	switch len(failures) {
	case 0:
		inv.Printf("no failures to forget\n")
	case 1:
		inv.Printf("forgot 1 failure\n")
	default:
		inv.Printf("forgot %d failures\n", len(failures))
	}
	return inv.PrintJSON(map[string]int{"forgotten": len(failures)})
}
