package main

import (
	"bytes"
	"context"
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
	dry    bool
	record record
	// statusline says that the status line was asked for.
	statusline bool
	report     report
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
	j := &job{inv: inv, site: s, dry: dry, disk: disk{dry: dry}}
	j.report = report{DryRun: dry, Version: cli.Version(), Settings: []settingsReport{}, Skills: []skillReport{},
		Written: []string{}, Removed: []string{}, Kept: []string{}, Warnings: []string{}}
	return j
}

// alone runs do while no other job runs on this machine folder. A dry run
// takes no lock, because that would make the folder.
func (j *job) alone(do func() error) error {
	if j.dry {
		return do()
	}
	state := j.site.machine.State()
	if err := j.disk.makeDir(state, 0o700); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(j.inv.Ctx, lockWait)
	defer cancel()
	err := durable.File(filepath.Join(state, "install.lock")).Locked(ctx, do)
	if err != nil && errors.Is(err, context.DeadlineExceeded) {
		return &cli.Error{Code: cli.Refused, Message: "another installation is running", Cause: err,
			Hint: "wait for it to end and try again"}
	}
	return err
}

// loadRecord reads the record. One that is corrupt is set aside and counts as
// none; what it told is then found by looking.
func (j *job) loadRecord() error {
	j.disk.sweep(j.site.machine.State())
	j.disk.sweep(j.site.machine.Backup())
	r, err := readRecord(j.site.machine)
	if errors.Is(err, errCorrupt) {
		to, asideErr := j.disk.setAside(recordPath(j.site.machine), j.inv.Now())
		if asideErr != nil {
			return asideErr
		}
		j.warn("%q is not a record of an installation; set aside as %q", recordPath(j.site.machine), to)
		err = nil
	}
	j.record = r
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
	text, err := j.record.text()
	if err != nil {
		return err
	}
	return j.keep(recordPath(j.site.machine), text)
}

// keep writes a file of the machine folder's state unless it holds the data
// already.
func (j *job) keep(path string, data []byte) error {
	if old, err := durable.Read(path, int64(len(data))); err == nil && bytes.Equal(old, data) {
		return nil
	}
	if err := j.disk.makeDir(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return j.disk.write(path, data, modePrivate)
}

func (j *job) warn(format string, a ...any) {
	j.inv.Warnf(format, a...)
	j.report.Warnings = append(j.report.Warnings, fmt.Sprintf(format, a...))
}

// finish prints what a dry run would do, or the JSON document.
func (j *job) finish() error {
	written, removed := j.disk.written, j.disk.removed
	j.report.Written = append(j.report.Written, written...)
	j.report.Removed = append(j.report.Removed, removed...)
	if j.dry {
		for _, s := range j.report.Settings {
			j.inv.PrintText(s.Diff)
		}
		for _, path := range written {
			j.inv.Printf("would write %s\n", path)
		}
		for _, path := range removed {
			j.inv.Printf("would remove %s\n", path)
		}
		if len(written)+len(removed) == 0 {
			j.inv.Printf("nothing would change\n")
		}
	}
	return j.inv.PrintJSON(j.report)
}
