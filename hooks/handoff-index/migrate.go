package main

import (
	"strings"
	"time"
	_ "time/tzdata" // --timezone works where the system has no zones; nothing of it is read before

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/legacy"
)

func runMigrate(inv *cli.Invocation) error {
	m := legacy.Migration{Root: inv.Project, Machine: inv.Machine, Zone: time.Local, Now: inv.Now(),
		Progress: inv.Progress("migrating", "files")}
	if name := inv.Flag("timezone"); name != "" {
		var err error
		if m.Zone, err = time.LoadLocation(name); err != nil {
			return inv.UsageError("unknown time zone %q; names are such as Europe/Paris or UTC", name)
		}
	}
	if inv.On("undo") {
		u, err := m.Undo(inv.Ctx, strings.Join(inv.Rest, ""))
		if err != nil {
			return err
		}
		inv.Rows("restored ", u.Restored...)
		inv.Printf("undone: removed %s, restored %s\n",
			fence.Count(len(u.Removed), "new file"), fence.Count(len(u.Restored), "original"))
		return ended(inv, u.Removed, u.Kept, u)
	}
	result, err := m.Run(inv.Ctx, inv.On("dry-run"), inv.On("remove-originals"))
	if err != nil {
		if len(result.Migrated) > 0 {
			inv.Warnf("it failed after %s; the next run continues there", fence.Count(len(result.Migrated), "file"))
		}
		return err
	}
	foreign, err := m.Foreign()
	if err != nil {
		return err
	}
	return reportMigration(inv, result, foreign)
}

func reportMigration(inv *cli.Invocation, r legacy.Result, foreign int) error {
	dry := inv.On("dry-run")
	for _, m := range r.Migrated {
		for _, field := range m.Redacted {
			inv.Warnf("a secret was removed from %q: %s", m.From, field)
		}
		for _, p := range m.Problems {
			inv.Warnf("%q: %s", m.From, p)
		}
		inv.Printf("%s\n  to %s\n  %s, %s\n", m.From, m.To, m.Mode, m.Outcome)
		inv.Rows("  - ", m.Why...)
	}
	for _, s := range r.Skipped {
		if !s.Before {
			inv.Printf("left %s: %s\n", s.Path, inv.Typed(s.Why))
		}
	}
	files := fence.Count(len(r.Migrated), "file")
	switch {
	case dry:
		inv.Printf("would migrate %s; nothing was written\n", files)
	case len(r.Migrated) == 0:
		inv.Printf("nothing to migrate\n")
	default:
		inv.Printf("migrated %s; the manifest is %s\n", files, r.Manifest)
	}
	inv.Counted("%s not written on this machine; if they are your own: holdfast adopt LINE\n", foreign, "migrated file")
	if r.Left > 0 && !dry {
		inv.Printf("%s kept in place; to move them out of the project once you have checked the new files:\n"+
			"  holdfast migrate --remove-originals\n", fence.Count(r.Left, "original"))
	}
	return ended(inv, r.Removed, r.Kept, struct {
		legacy.Result
		DryRun bool `json:"dry_run"`
	}{r, dry})
}

// ended names the files that were removed and that were not, and prints the document.
func ended(inv *cli.Invocation, removed []string, kept []legacy.Skipped, document any) error {
	inv.Rows("removed ", removed...)
	failed := 0
	for _, k := range kept {
		inv.Warnf("%q stays: %s", k.Path, k.Why)
		if k.Failed {
			failed++
		}
	}
	if err := inv.PrintJSON(document); err != nil || failed == 0 {
		return err
	}
	const again = "fix what the warnings name and type the same command again; finished work is not repeated"
	return cli.Fail(cli.Failed, again, "%d of the files could not be read or removed", failed)
}
