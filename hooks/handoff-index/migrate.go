package main

import (
	"context"
	"errors"
	"fmt"
	"time"
	_ "time/tzdata" // --timezone works where the system has no zones; nothing of it is read before

	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/legacy"
)

func runMigrate(inv *cli.Invocation) error {
	m, err := newMigration(inv, inv.Flag("timezone"))
	if err != nil {
		return err
	}
	if inv.On("undo") {
		return undoMigration(inv, m)
	}
	result, err := m.Run(inv.Ctx, inv.On("dry-run"), inv.On("remove-originals"))
	if err != nil {
		if len(result.Migrated) > 0 {
			inv.Warnf("it failed after %s; the next run continues there", fence.Count(len(result.Migrated), "file"))
		}
		return refusal(err)
	}
	return reportMigration(inv, result)
}

func newMigration(inv *cli.Invocation, timezone string) (legacy.Migration, error) {
	var m legacy.Migration
	zone := time.Local
	if timezone != "" {
		var err error
		if zone, err = time.LoadLocation(timezone); err != nil {
			return m, inv.UsageError(fmt.Sprintf("unknown time zone %q; names are such as Europe/Paris or UTC", timezone))
		}
	}
	m = legacy.Migration{Root: inv.Project, Machine: inv.Machine, Zone: zone, Now: inv.Now()}
	m.Progress = inv.Progress("migrating", "files")
	return m, nil
}

// refusal gives the errors that are not failures their exit code and hint.
func refusal(err error) error {
	switch {
	case errors.Is(err, artifact.ErrLinkedOut):
		return &cli.Error{Code: cli.Refused, Message: "migrating", Cause: err, Hint: "holdfast rebuild --follow, if you trust where it leads"}
	case errors.Is(err, context.DeadlineExceeded):
		return &cli.Error{Code: cli.Refused, Message: "another migration of this project is running", Cause: err}
	}
	return err
}

type migratedDocument struct {
	Migrated []legacy.Migrated `json:"migrated"`
	Skipped  []legacy.Skipped  `json:"skipped"`
	Removed  []string          `json:"removed"`
	Kept     []legacy.Skipped  `json:"kept"`
	Manifest string            `json:"manifest"`
	DryRun   bool              `json:"dry_run"`
}

func reportMigration(inv *cli.Invocation, r legacy.Result) error {
	for _, m := range r.Migrated {
		for _, field := range m.Redacted {
			inv.Warnf("a secret was removed from %q: %s", m.From, cli.OneLine(field))
		}
		for _, p := range m.Problems {
			inv.Warnf("%q: %s", m.From, cli.OneLine(p))
		}
		inv.Printf("%s\n  to %s\n  %s, %s\n", m.From, m.To, m.Mode, m.Outcome)
		for _, why := range m.Why {
			inv.Printf("  - %s\n", why)
		}
	}
	before := 0
	for _, s := range r.Skipped {
		if s.Before {
			before++
		} else {
			inv.Printf("left %s: %s\n", s.Path, inv.Typed(s.Why))
		}
	}
	if before > 0 {
		inv.Printf("skipped %s migrated before\n", fence.Count(before, "file"))
	}
	for _, path := range r.Removed {
		inv.Printf("removed %s\n", path)
	}
	for _, k := range r.Kept {
		inv.Warnf("%q stays: %s", k.Path, cli.OneLine(k.Why))
	}
	switch {
	case inv.On("dry-run"):
		inv.Printf("would migrate %s; nothing was written\n", fence.Count(len(r.Migrated), "file"))
	case len(r.Migrated) == 0:
		inv.Printf("nothing to migrate\n")
	default:
		inv.Printf("migrated %s; the manifest is %s\n", fence.Count(len(r.Migrated), "file"), r.Manifest)
	}
	if r.Foreign > 0 {
		inv.Printf("%s not written on this machine; if they are your own: holdfast adopt --migrated\n", fence.Count(r.Foreign, "migrated file"))
	}
	if len(r.Removed) > 0 {
		inv.Printf("removed %s; to undo the migration: holdfast migrate --undo\n", fence.Count(len(r.Removed), "original"))
	} else if r.Left > 0 && !inv.On("dry-run") {
		inv.Printf("%s kept in place; to move them out of the project once you have checked the new files:\n  holdfast migrate --remove-originals\n", fence.Count(r.Left, "original"))
	}
	err := inv.PrintJSON(migratedDocument{
		Migrated: append([]legacy.Migrated{}, r.Migrated...), Skipped: append([]legacy.Skipped{}, r.Skipped...),
		Removed: append([]string{}, r.Removed...), Kept: append([]legacy.Skipped{}, r.Kept...),
		Manifest: r.Manifest, DryRun: inv.On("dry-run"),
	})
	if err != nil {
		return err
	}
	return incomplete(r.Kept, "removing originals")
}

// incomplete is the error of a run that the system kept from its end, nil
// where all that stays was to stay.
func incomplete(kept []legacy.Skipped, what string) error {
	failed := 0
	for _, k := range kept {
		if k.Failed {
			failed++
		}
	}
	if failed == 0 {
		return nil
	}
	return &cli.Error{
		Code: cli.Failed, Message: fmt.Sprintf("%s: %d of the files could not be read or removed", what, failed), Shown: true,
		Hint: "fix what the warnings name and type the same command again; finished work is not repeated",
	}
}

type undoneDocument struct {
	Manifest string           `json:"manifest"`
	Removed  []string         `json:"removed"`
	Restored []string         `json:"restored"`
	Kept     []legacy.Skipped `json:"kept"`
}

func undoMigration(inv *cli.Invocation, m legacy.Migration) error {
	name := ""
	if len(inv.Rest) > 0 {
		name = inv.Rest[0]
	}
	u, err := m.Undo(inv.Ctx, name)
	if errors.Is(err, legacy.ErrNoManifest) {
		names, _ := m.Names()
		return &cli.Error{Code: cli.NotFound, Message: "undoing", Cause: err, Candidates: names}
	}
	if err != nil {
		return refusal(err)
	}
	for _, path := range u.Restored {
		inv.Printf("restored %s\n", path)
	}
	for _, path := range u.Removed {
		inv.Printf("removed %s\n", path)
	}
	for _, k := range u.Kept {
		inv.Warnf("%q stays: %s", k.Path, cli.OneLine(k.Why))
	}
	inv.Printf("undone: removed %s, restored %s\n", fence.Count(len(u.Removed), "new file"), fence.Count(len(u.Restored), "original"))
	err = inv.PrintJSON(undoneDocument{
		Manifest: u.Manifest, Removed: append([]string{}, u.Removed...),
		Restored: append([]string{}, u.Restored...), Kept: append([]legacy.Skipped{}, u.Kept...),
	})
	if err != nil {
		return err
	}
	return incomplete(u.Kept, "undoing")
}
