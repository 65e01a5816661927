package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
)

// lockWait is how long a job waits for another one to end.
const lockWait = 10 * time.Second

// A job is one installation or its undoing.
type job struct {
	inv    *cli.Invocation
	site   site
	disk   disk
	record record
	report report
}

// A report is the result of a job, as --json prints it.
type report struct {
	DryRun   bool             `json:"dry_run"`
	Version  string           `json:"version"`
	Before   string           `json:"version_before"` // "" where no other release was installed
	Settings []settingsReport `json:"settings"`
	Skills   []skillReport    `json:"skills"`
	Written  []string         `json:"written"`
	Removed  []string         `json:"removed"`
	Kept     []string         `json:"kept"`
	Warnings []string         `json:"warnings"`
}

type settingsReport struct {
	Path  string `json:"path"`
	State string `json:"state"` // wired, current, plugin, restored, cleaned, removed, absent
	Diff  string `json:"diff"`  // unified, of a dry run
}

type skillReport struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	State string `json:"state"` // installed, current, edited, foreign
}

func newJob(inv *cli.Invocation, s site) *job {
	dry := inv.On("dry-run")
	return &job{inv: inv, site: s, disk: disk{dry: dry}, report: report{DryRun: dry, Version: cli.Version(),
		Settings: []settingsReport{}, Skills: []skillReport{}, Kept: []string{}, Warnings: []string{}}}
}

// alone runs do, with the record, while no other job runs on this machine folder. A
// dry run takes no lock, because that would make the folder.
func (j *job) alone(do func() error) error {
	work := func() error {
		if err := j.loadRecord(); err != nil {
			return err
		}
		return do()
	}
	if j.disk.dry {
		return work()
	}
	state := j.site.machine.State()
	if err := j.disk.makeDir(state, modeOwn); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(j.inv.Ctx, lockWait)
	defer cancel()
	err := durable.File(filepath.Join(state, "install.lock")).Locked(ctx, work)
	if errors.Is(err, context.DeadlineExceeded) {
		return &cli.Error{Code: cli.Refused, Message: "another installation is running", Cause: err,
			Hint: "wait for it to end and try again"}
	}
	return err
}

// loadRecord reads the record. One that is corrupt is set aside and counts as
// missing; what it told is then found by looking.
func (j *job) loadRecord() (err error) {
	j.record, err = readRecord(j.site.machine)
	if !errors.Is(err, errCorrupt) {
		return err
	}
	path, to := j.site.machine.InstallRecord(), ""
	err = j.disk.do(func() (err error) { to, err = durable.File(path).SetAside(j.inv.Now()); return err })
	j.warn("%q is not a record of an installation; set aside as %q", path, to)
	return err
}

// saveRecord writes the record where it changed.
func (j *job) saveRecord() error {
	if j.record.Format == 0 {
		now := j.inv.Now().UTC().Truncate(time.Second)
		j.record.Since = &now
	}
	j.record.Format = recordFormat
	for _, dir := range j.disk.made {
		if !slices.Contains(j.record.Folders, dir) {
			j.record.Folders = append(j.record.Folders, dir)
		}
	}
	text, err := json.MarshalIndent(j.record, "", "  ")
	if err != nil {
		return fmt.Errorf("writing the record of the installation: %w", err)
	}
	return j.disk.place(j.site.machine.InstallRecord(), append(text, '\n'), modePrivate)
}

func (j *job) warn(format string, a ...any) {
	j.inv.Warnf(format, a...)
	j.report.Warnings = append(j.report.Warnings, fmt.Sprintf(format, a...))
}

// finish prints what a dry run would do, or the JSON document.
func (j *job) finish() error {
	j.report.Written = append([]string{}, j.disk.written...)
	j.report.Removed = append([]string{}, j.disk.removed...)
	if j.disk.dry {
		for _, s := range j.report.Settings {
			j.inv.PrintText(s.Diff)
		}
		for _, path := range j.report.Written {
			j.inv.Printf("would write %s\n", path)
		}
		for _, path := range j.report.Removed {
			j.inv.Printf("would remove %s\n", path)
		}
		if len(j.report.Written)+len(j.report.Removed) == 0 {
			j.inv.Printf("nothing would change\n")
		}
	}
	return j.inv.PrintJSON(j.report)
}
