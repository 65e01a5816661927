package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
)

// lockWait is how long a job waits for another one to end.
const lockWait = 10 * time.Second

// A job is one installation or its undoing.
type job struct {
	inv *cli.Invocation
	site
	disk
	record record
	report report
}

// A report is the result of a job, as --json prints it.
type report struct {
	DryRun   bool             `json:"dry_run"`
	Version  string           `json:"version"`
	Settings []settingsReport `json:"settings"`
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

func newJob(inv *cli.Invocation) (*job, error) {
	s, err := siteOf(inv)
	return &job{inv: inv, site: s, disk: disk{dry: inv.On("dry-run"), written: []string{}, removed: []string{}},
		report: report{Settings: []settingsReport{}, Kept: []string{}, Warnings: []string{}}}, err
}

// alone runs do, with the record, while no other job runs on this machine folder. A
// dry run takes no lock, because that would make the folder, and where there is none
// nobody is to be kept out of it.
func (j *job) alone(do func() error) error {
	work := func() error {
		if err := j.loadRecord(); err != nil {
			return err
		}
		return do()
	}
	state := j.machine.State()
	if j.dry || !exists(state) {
		return work()
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
	j.record, err = readRecord(j.machine)
	if !errors.Is(err, errCorrupt) {
		return err
	}
	path, to := j.machine.InstallRecord(), ""
	err = j.do(func() (err error) { to, err = durable.File(path).SetAside(j.inv.Now()); return err })
	j.warn("%q is not a record of an installation; set aside as %q", path, to)
	return err
}

// saveRecord writes the record where it changed.
func (j *job) saveRecord() error {
	if j.record.Since == nil {
		now := j.inv.Now().UTC().Truncate(time.Second)
		j.record.Since = &now
	}
	text, err := json.MarshalIndent(j.record, "", "  ")
	if err != nil {
		return fmt.Errorf("writing the record of the installation: %w", err)
	}
	return j.place(j.machine.InstallRecord(), append(text, '\n'), modePrivate, modeOwn)
}

func (j *job) warn(format string, a ...any) {
	j.inv.Warnf(format, a...)
	j.report.Warnings = append(j.report.Warnings, fmt.Sprintf(format, a...))
}

// say prints a row of what was done.
func (j *job) say(format string, a ...any) {
	if !j.dry {
		j.inv.Printf(format+"\n", a...)
	}
}

// finish reports the whole job.
func (j *job) finish() error {
	j.report.DryRun, j.report.Version = j.dry, cli.Version()
	j.report.Written, j.report.Removed = j.written, j.removed
	return j.inv.Report(j.report, nil)
}

// Print prints what a dry run would do; of what was done each row is printed already.
func (r report) Print(inv *cli.Invocation) {
	if !r.DryRun {
		return
	}
	for _, s := range r.Settings {
		inv.PrintText(s.Diff)
	}
	for _, path := range r.Written {
		inv.Printf("would write %s\n", path)
	}
	for _, path := range r.Removed {
		inv.Printf("would remove %s\n", path)
	}
	if len(r.Written)+len(r.Removed) == 0 {
		inv.Printf("nothing would change\n")
	}
}
