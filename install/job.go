package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/machine"
)

const (
	lockWait   = 10 * time.Second // how long a job waits for another one to end
	maxProgram = 256 << 20        // a release build has a few MB

	modePrivate fs.FileMode = 0o600
	modeProgram fs.FileMode = 0o755
	modeFolder  fs.FileMode = 0o755
	modeOwn     fs.FileMode = 0o700 // of folders in the machine folder
)

// A job is one installation or its undoing. In a dry run its changes are only noted.
type job struct {
	inv *cli.Invocation
	site
	report
}

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
	return &job{inv, s, report{DryRun: inv.On("dry-run"), Version: cli.Version()}}, err
}

func inTurn(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// alone does some steps, with the record, while no other job runs on this machine folder.
// A dry run takes no lock, because that would make the folder.
func (j *job) alone(steps ...func() error) error {
	work := func() error { return inTurn(append([]func() error{j.loadRecord}, steps...)...) }
	state := j.machine.State()
	if j.DryRun || !durable.Exists(state) {
		return work()
	}
	err := durable.File(filepath.Join(state, "install.lock")).Locked(j.inv.Ctx, lockWait, work)
	if errors.Is(err, context.DeadlineExceeded) {
		return cli.Fail(cli.Refused, "wait for it to end and try again", "another installation is running: %w", err)
	}
	return err
}

// loadRecord reads the record. One that is corrupt is set aside and counts as missing.
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

// saveRecord writes the record where it changed, and removes one that tells nothing.
func (j *job) saveRecord() error {
	r, path := &j.record, j.machine.InstallRecord()
	if len(r.Settings)+len(r.Skills)+len(r.Bins)+len(r.Links) == 0 {
		if !durable.IsFile(path) {
			return nil
		}
		return j.remove(path)
	}
	r.Since = cmp.Or(r.Since, new(j.inv.Now().UTC().Truncate(time.Second)))
	text, _ := json.MarshalIndent(r, "", "  ") // of texts and a time
	return j.place(path, append(text, '\n'), modePrivate, modeOwn)
}

func (j *job) warn(format string, a ...any) {
	j.inv.Warnf(format, a...)
	j.Warnings = append(j.Warnings, fmt.Sprintf(format, a...))
}

func (j *job) say(format string, a ...any) {
	if !j.DryRun {
		j.inv.Printf(format+"\n", a...)
	}
}

func (j *job) finish() error {
	if j.DryRun && len(j.Written)+len(j.Removed) == 0 {
		j.inv.Printf("nothing would change\n")
	}
	return j.inv.PrintJSON(j.report)
}

func (j *job) do(change func() error) error {
	if j.DryRun {
		return nil
	}
	return change()
}

func (j *job) makeDir(dir string, mode fs.FileMode) error {
	return j.do(func() error { return durable.Make(dir, mode) })
}

// place writes a file of ours, whose folder it makes, unless it is there already and
// may be run where it must be. A link there is replaced.
func (j *job) place(path string, data []byte, mode, folder fs.FileMode) error {
	if err := j.makeDir(filepath.Dir(path), folder); err != nil {
		return err
	}
	j.sweep(filepath.Dir(path))
	info, err := os.Lstat(path)
	switch {
	case err != nil:
	case info.Mode()&fs.ModeSymlink != 0:
		if err := j.remove(path); err != nil {
			return err
		}
	case info.Mode().IsRegular() && info.Mode().Perm()&0o100 == mode&0o100:
		if old, err := durable.Read(path, maxProgram); err == nil && bytes.Equal(old, data) {
			return nil
		}
	}
	return j.note("write", path, func() error {
		return unlessRunning(path, func() error { return durable.File(path).Replace(data, mode) })
	})
}

// note does a change, to write or to remove, and enters its path in the report; a dry run says it.
func (j *job) note(verb, path string, change func() error) error {
	list := map[string]*[]string{"write": &j.Written, "remove": &j.Removed}[verb]
	if err := j.do(change); err != nil || slices.Contains(*list, path) {
		return err
	}
	if *list = append(*list, path); j.DryRun {
		j.inv.Printf("would %s %s\n", verb, path)
	}
	return nil
}

// unlessRunning changes a file. A program that runs can only be renamed on Windows: it goes
// to the folder for temporary files, else gets a name that a later sweep removes.
func unlessRunning(path string, change func() error) error {
	err := change()
	if runtime.GOOS != "windows" || !errors.Is(err, fs.ErrPermission) {
		return err
	}
	top, away := filepath.VolumeName(path)+`\`, fmt.Sprintf("holdfast-%d-%s.old", os.Getpid(), filepath.Base(path))
	from, _ := filepath.Rel(top, path)
	to, _ := filepath.Rel(top, filepath.Join(os.TempDir(), away)) // "" on another volume
	if durable.In(top, filepath.ToSlash(from)).Move(filepath.ToSlash(to)) != nil && durable.File(path).Retire() != nil {
		return err
	}
	return change()
}

func (j *job) remove(path string) error {
	return j.note("remove", path, func() error { return unlessRunning(path, durable.File(path).Remove) })
}

func (j *job) removeEmpty(dir string) bool {
	j.sweep(dir)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || slices.Contains(j.Removed, dir) {
		return true
	}
	stays := func(e fs.DirEntry) bool { // a dry run still sees what was removed
		return !slices.Contains(j.Removed, filepath.Join(dir, e.Name()))
	}
	return err == nil && !slices.ContainsFunc(entries, stays) &&
		j.note("remove", dir, durable.File(dir).RemoveEmpty) == nil
}

// sweep removes what a killed installation left half written in a folder.
func (j *job) sweep(dir string) {
	_ = j.do(func() error { durable.In(dir, ".").Sweep(); return nil })
}

const maxRecord = 4 << 20

var errCorrupt = errors.New("not a record of an installation")

// A record is what undoing an installation has to know: state/installed.json in the machine folder.
type record struct {
	Since    *time.Time        `json:"installed_at,omitempty"` // the first time
	Version  string            `json:"version"`                // of the programs
	Bins     []string          `json:"bins"`                   // folders where the programs are or once were
	Settings []*settingsFile   `json:"settings"`               // files that were wired
	Skills   map[string]string `json:"skills"`                 // SHA-256 of the files that were written
	Links    []string          `json:"links,omitempty"`        // to holdfast
}

type settingsFile struct {
	Path    string `json:"path"`
	Project string `json:"project"` // "" for the user's own
	Existed bool   `json:"existed"` // before the first change
	Before  string `json:"before"`  // SHA-256 of its bytes then, which are kept under that name
}

func readRecord(f machine.Folder) (record, error) {
	r, empty, path := record{}, record{Skills: map[string]string{}}, f.InstallRecord()
	b, err := durable.Read(path, maxRecord)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return empty, nil
	case err != nil:
		return empty, fmt.Errorf("reading the record of the installation: %w", err)
	case json.Unmarshal(b, &r) != nil || r.Since == nil || r.Skills == nil || slices.Contains(r.Settings, nil):
		return empty, fmt.Errorf("reading %q: %w", path, errCorrupt)
	}
	return r, nil
}

func (r *record) file(path string) *settingsFile {
	return each.First(r.Settings, func(f *settingsFile) bool { return f.Path == path })
}
