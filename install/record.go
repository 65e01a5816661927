package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
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
	Skills   []skillFile    `json:"skills"`                 // files that were written
	Folders  []string       `json:"folders"`                // folders that were made, outermost first
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

// A skillFile is one as it was written.
type skillFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// readRecord reads the record; a missing one is empty. A record that cannot be decoded
// is errCorrupt.
func readRecord(f machine.Folder) (r record, err error) {
	path := f.InstallRecord()
	b, err := durable.Read(path, maxRecord)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return r, nil
	case err != nil:
		return r, fmt.Errorf("reading the record of the installation: %w", err)
	case json.Unmarshal(b, &r) != nil || r.Format < 1:
		return record{}, fmt.Errorf("reading %q: %w", path, errCorrupt)
	case r.Format > recordFormat:
		return record{}, &cli.Error{Code: cli.Invalid,
			Message: fmt.Sprintf("%q was written by a later release (format %d)", path, r.Format),
			Hint:    "run that release's holdfast"}
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
	f := r.file(s.settings)
	if f == nil {
		r.Settings = append(r.Settings, settingsFile{})
		f = &r.Settings[len(r.Settings)-1]
	}
	switch {
	case !held:
		*f = settingsFile{Path: s.settings, Project: s.project, Existed: t.exists, After: []string{machine.Sum(out)}}
		if t.exists {
			f.Before = machine.Sum(t.text)
		}
	case slices.Contains(f.After, machine.Sum(t.text)):
		f.After = append(f.After, machine.Sum(out))
	case f.Path == "":
		*f = settingsFile{Path: s.settings, Project: s.project, Existed: true}
	default:
		f.After = nil
	}
}

// skill returns the SHA-256 of the skill file at path as it was written, or "".
func (r *record) skill(path string) string {
	i := slices.IndexFunc(r.Skills, func(f skillFile) bool { return f.Path == path })
	if i < 0 {
		return ""
	}
	return r.Skills[i].SHA256
}

// setSkill enters a skill file as written; an empty sum drops it.
func (r *record) setSkill(path, sum string) {
	i := slices.IndexFunc(r.Skills, func(f skillFile) bool { return f.Path == path })
	switch {
	case i >= 0 && sum == "":
		r.Skills = slices.Delete(r.Skills, i, i+1)
	case i >= 0:
		r.Skills[i].SHA256 = sum
	case sum != "":
		r.Skills = append(r.Skills, skillFile{path, sum})
	}
}

// skillsBelow returns the skill files recorded in the folder dir.
func (r *record) skillsBelow(dir string) (found []skillFile) {
	for _, f := range r.Skills {
		if strings.HasPrefix(f.Path, dir+string(filepath.Separator)) {
			found = append(found, f)
		}
	}
	return found
}
