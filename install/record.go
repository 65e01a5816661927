package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

const (
	recordFormat = 1
	maxRecord    = 4 << 20
)

// errCorrupt means that the record cannot be read as one.
var errCorrupt = errors.New("not a record of an installation")

// A record is what an installation did, as far as undoing it needs to know:
// state/installed.json in the machine folder.
type record struct {
	Format   int            `json:"format"`
	Since    *time.Time     `json:"installed_at,omitempty"` // the first time
	Version  string         `json:"version"`                // of the programs
	Bins     []string       `json:"bins"`                   // folders where the programs are or once were
	Settings []settingsFile `json:"settings"`               // files that were wired
	Skills   sums           `json:"skills"`                 // files that were written
	Links    []string       `json:"links,omitempty"`        // to holdfast
}

// A settingsFile is one that was wired.
type settingsFile struct {
	Path    string   `json:"path"`
	Project string   `json:"project"` // "" for the user's own
	Existed bool     `json:"existed"` // before the first change
	Before  string   `json:"before"`  // SHA-256 of its bytes then, which are kept under that name
	After   []string `json:"after"`   // SHA-256 of bytes whose undoing is exactly Before
}

// Sums are SHA-256 of files by their paths.
type sums map[string]string

// UnmarshalJSON also takes the list that earlier releases wrote.
func (s *sums) UnmarshalJSON(b []byte) error {
	var list []struct{ Path, SHA256 string }
	if json.Unmarshal(b, &list) != nil {
		return json.Unmarshal(b, (*map[string]string)(s))
	}
	*s = sums{}
	for _, f := range list {
		(*s)[f.Path] = f.SHA256
	}
	return nil
}

// readRecord reads the record; a missing one is empty. A record that cannot be decoded
// is errCorrupt.
func readRecord(f machine.Folder) (record, error) {
	r, path := record{Skills: sums{}}, f.InstallRecord()
	b, err := durable.Read(path, maxRecord)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return r, nil
	case err != nil:
		return r, fmt.Errorf("reading the record of the installation: %w", err)
	case json.Unmarshal(b, &r) != nil || r.Format < 1:
		return record{Skills: sums{}}, fmt.Errorf("reading %q: %w", path, errCorrupt)
	case r.Format > recordFormat:
		return r, &cli.Error{Code: cli.Invalid, Hint: "run that release's holdfast",
			Message: fmt.Sprintf("%q was written by a later release (format %d)", path, r.Format)}
	}
	return r, nil
}

// file returns the record of a settings file, or nil.
func (r *record) file(path string) *settingsFile {
	i := slices.IndexFunc(r.Settings, func(f settingsFile) bool { return f.Path == path })
	if i < 0 {
		return nil
	}
	return &r.Settings[i]
}

// wired enters that a settings file goes from t to the bytes out. held says whether t
// had hooks of ours already: then its earlier bytes come back only if it was as an
// installation left it.
func (r *record) wired(s scope, t settingsText, held bool, out []byte) {
	if r.file(s.settings) == nil {
		r.Settings = append(r.Settings, settingsFile{Path: s.settings, Project: s.project, Existed: true})
	}
	f := r.file(s.settings)
	switch {
	case !held:
		f.Existed, f.Before, f.After = t.exists, "", []string{machine.Sum(out)}
		if t.exists {
			f.Before = machine.Sum(t.text)
		}
	case slices.Contains(f.After, machine.Sum(t.text)):
		f.After = append(f.After, machine.Sum(out))
	default:
		f.After = nil
	}
}
