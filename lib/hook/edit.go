package hook

import (
	"cmp"
	"encoding/json"
)

// An Edit is what the client reports of one file that a call wrote.
type Edit struct {
	File    string  // its path, absolute or relative to the project
	Created bool    // it did not exist
	Before  *string // its text before, decoded; nil for unknown
	After   *string // its text after, decoded, where the client reports it whole
	Hunks   []Hunk  // what changed, where After is nil
}

// A Hunk is one part of a structuredPatch: lines are counted from 1, each line begins with a space, "-", "+" or "\".
type Hunk struct {
	OldStart, OldLines, NewStart, NewLines int
	Lines                                  []string
}

// File is the file that the call wrote, "" where it wrote none, or only staged it.
func (p Payload) File() string {
	if p.Response.Get("staged").Bool() {
		return ""
	}
	return cmp.Or(p.Response.Get("filePath").Str, p.Input.Get("file_path").Str, p.Input.Get("notebook_path").Str)
}

// Edit is what the client reports of that file, false where there is none.
func (p Payload) Edit() (Edit, bool) {
	e, notebook := Edit{File: p.File()}, p.Tool == "NotebookEdit"
	if p.Tool != "Write" && p.Tool != "Edit" && !notebook || e.File == "" {
		return Edit{}, false
	}
	var r struct {
		Type            string
		OriginalFile    *string
		StructuredPatch []Hunk
		Was             *string `json:"original_file"` // of a notebook
		Is              *string `json:"updated_file"`
	}
	_ = json.Unmarshal([]byte(p.Response.Raw), &r) // a key of another type is empty
	if notebook && r.Is == nil {
		return e, true
	}
	if e.Before = r.OriginalFile; notebook {
		e.Before, e.After = r.Was, r.Is
	}
	e.Created = p.Tool == "Write" && r.Type == "create"
	e.Hunks = append(e.Hunks, r.StructuredPatch...)
	return e, true
}
