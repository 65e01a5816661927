package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

const maxRecord = 4 << 20

var errCorrupt = errors.New("not a record of an installation")

// A record is what an installation did, as far as undoing it needs to know:
// state/installed.json in the machine folder.
type record struct {
	Since    *time.Time        `json:"installed_at,omitempty"` // the first time
	Version  string            `json:"version"`                // of the programs
	Bins     []string          `json:"bins"`                   // folders where the programs are or once were
	Settings []settingsFile    `json:"settings"`               // files that were wired
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
	case json.Unmarshal(b, &r) != nil || r.Since == nil || r.Skills == nil:
		return empty, fmt.Errorf("reading %q: %w", path, errCorrupt)
	}
	return r, nil
}

func (r *record) file(path string) *settingsFile {
	i := slices.IndexFunc(r.Settings, func(f settingsFile) bool { return f.Path == path })
	if i < 0 {
		return nil
	}
	return &r.Settings[i]
}
