package artifact

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/index"
)

const (
	shownGoal = 200 // characters of goal and now that a row holds
	// YAMLGeneration names the earlier generation of artifacts that have no
	// schema_version and no mode.
	YAMLGeneration = "3"
)

// Index is the index of the project's artifacts.
func (s Store) Index() index.Index {
	return index.Index{Dir: filepath.Join(s.Kept(), "index")}
}

// Kept is the folder of what the machine folder keeps of the project.
func (s Store) Kept() string { return s.Machine.Project(s.Hash()) }

// Unreadable is the broken artifact of a file whose bytes could not be had,
// because it is too large, no file, a link, or not this user's to read; ok is
// false where err says that there is nothing to tell of.
func Unreadable(rel string, err error) (a Artifact, ok bool) {
	for _, cause := range []error{durable.ErrTooLarge, durable.ErrNotRegular, ErrLinkedOut, fs.ErrPermission} {
		if errors.Is(err, cause) {
			a = Parse(rel, nil)
			a.Sum, a.Broken = "", fmt.Errorf("the file cannot be read: %w", cause)
			return a, true
		}
	}
	return Artifact{}, false
}

// RowOf is the index's row of an artifact, of the file that info describes.
func RowOf(a Artifact, info fs.FileInfo) index.Row {
	r := index.Row{
		Path: a.Path, Size: info.Size(), Modified: info.ModTime().UnixNano(), Sum: a.Sum, Date: a.Date.Unix(),
		Mode: a.Mode(), Session: a.Session(), Bead: a.Text("primary_bead"), Outcome: a.Text("outcome"),
		SessionID: a.SessionID(), Branch: a.Branch(), Faults: int64(len(a.Faults)),
		Goal: fence.Line(a.Goal(), shownGoal), Now: fence.Line(a.Now(), shownGoal), Line: a.Text("metadata.line"),
		Words: a.words(),
	}
	if from, sum := a.Origin(); from != "" && sum != "" {
		r.Origin = index.OriginOf(from, sum)
	}
	if a.Broken != nil {
		r.Broken = a.Broken.Error()
	} else if a.Text("schema_version") == "" && a.Text("mode") == "" {
		r.Generation, r.Mode = YAMLGeneration, Handoff
	}
	return r
}
