package main

import (
	"bytes"
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
	Since    *time.Time     `json:"installed_at,omitempty"` // the first time; records of earlier releases have none
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

func recordPath(f machine.Folder) string { return f.InstallRecord() }

// readRecord reads the record; none is an empty one, of format 0. A record that cannot be
// decoded is errCorrupt.
func readRecord(f machine.Folder) (record, error) {
	var r record
	b, err := durable.Read(recordPath(f), maxRecord)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return r, fmt.Errorf("reading the record of the installation: %w", err)
	}
	var read record
	if err := json.Unmarshal(b, &read); err != nil || read.Format < 1 {
		return r, fmt.Errorf("reading %q: %w", recordPath(f), errCorrupt)
	}
	if read.Format > recordFormat {
		return r, &cli.Error{Code: cli.Invalid,
			Message: fmt.Sprintf("%q was written by a later release (format %d)", recordPath(f), read.Format),
			Hint:    "run that release's holdfast"}
	}
	return read, nil
}

// text is the record as it is stored.
func (r record) text() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		return nil, fmt.Errorf("writing the record of the installation: %w", err)
	}
	return b.Bytes(), nil
}

// file returns the record of a settings file, or nil.
func (r *record) file(path string) *settingsFile {
	for i := range r.Settings {
		if r.Settings[i].Path == path {
			return &r.Settings[i]
		}
	}
	return nil
}

// wired enters that a settings file goes from text (absent where it did not
// exist) to the bytes out. held says whether text held hooks of ours already.
func (r *record) wired(s scope, text []byte, existed, held bool, out []byte) {
	f := r.file(s.settings)
	if f == nil {
		r.Settings = append(r.Settings, settingsFile{Path: s.settings, Project: s.project})
		f = &r.Settings[len(r.Settings)-1]
		held = held && existed
		if held {
			f.Existed, f.Before = true, machine.Sum(text)
		}
	}
	after := machine.Sum(out)
	switch {
	case !held:
		*f = settingsFile{Path: s.settings, Project: s.project, Existed: existed, After: []string{after}}
		if existed {
			f.Before = machine.Sum(text)
		}
	case slices.Contains(f.After, machine.Sum(text)):
		if !slices.Contains(f.After, after) {
			f.After = append(f.After, after)
		}
	default:
		f.After = nil
	}
}

// forget drops the settings file at path.
func (r *record) forget(path string) {
	r.Settings = slices.DeleteFunc(r.Settings, func(f settingsFile) bool { return f.Path == path })
}

// skill returns the SHA-256 of the skill file at path as it was written, or "".
func (r *record) skill(path string) string {
	for _, f := range r.Skills {
		if f.Path == path {
			return f.SHA256
		}
	}
	return ""
}

// setSkill enters a skill file as written; an empty sum drops it.
func (r *record) setSkill(path, sum string) {
	for i := range r.Skills {
		if r.Skills[i].Path != path {
			continue
		}
		if sum == "" {
			r.Skills = slices.Delete(r.Skills, i, i+1)
		} else {
			r.Skills[i].SHA256 = sum
		}
		return
	}
	if sum != "" {
		r.Skills = append(r.Skills, skillFile{path, sum})
	}
}

// skillsBelow returns the skill files recorded in the folder dir.
func (r *record) skillsBelow(dir string) []skillFile {
	var found []skillFile
	for _, f := range r.Skills {
		if strings.HasPrefix(f.Path, dir+string(filepath.Separator)) {
			found = append(found, f)
		}
	}
	return found
}

// addBin enters a folder of programs.
func (r *record) addBin(dir string) {
	if !slices.Contains(r.Bins, dir) {
		r.Bins = append(r.Bins, dir)
	}
}
