package hook

import "github.com/tidwall/gjson"

// An Edit is what the client reports of one file that a call wrote.
type Edit struct {
	File    string  // its path, absolute or relative to the project
	Created bool    // it did not exist
	Before  *string // its text before, decoded; nil for unknown
	After   *string // its text after, decoded, where the client reports it whole
	Hunks   []Hunk  // what changed, where After is nil
}

// A Hunk is one part of a structuredPatch: lines are counted from 1, each line
// begins with a space, "-", "+" or "\".
type Hunk struct {
	OldStart, OldLines, NewStart, NewLines int
	Lines                                  []string
}

// File is the file that the call wrote, "" where it wrote none, or only staged
// what it would write.
func (p Payload) File() string {
	file := textOf(p.Response.Get("filePath"))
	for _, key := range []string{"file_path", "notebook_path"} {
		if file == "" {
			file = textOf(p.Input.Get(key))
		}
	}
	if p.Response.Get("staged").Bool() {
		return ""
	}
	return file
}

// Edit is what the client reports of the file that the call wrote; false where
// it wrote none.
func (p Payload) Edit() (Edit, bool) {
	e := Edit{File: p.File()}
	if p.Tool != "Write" && p.Tool != "Edit" && p.Tool != "NotebookEdit" || e.File == "" {
		return Edit{}, false
	}
	before := "originalFile"
	if p.Tool == "NotebookEdit" {
		before = "original_file"
		e.After = optional(p.Response.Get("updated_file"))
		if e.After == nil {
			return e, true
		}
	}
	e.Created = p.Tool == "Write" && textOf(p.Response.Get("type")) == "create"
	e.Before = optional(p.Response.Get(before))
	for _, h := range p.Response.Get("structuredPatch").Array() {
		hunk := Hunk{
			OldStart: int(h.Get("oldStart").Int()), OldLines: int(h.Get("oldLines").Int()),
			NewStart: int(h.Get("newStart").Int()), NewLines: int(h.Get("newLines").Int()),
		}
		for _, line := range h.Get("lines").Array() {
			hunk.Lines = append(hunk.Lines, line.String())
		}
		e.Hunks = append(e.Hunks, hunk)
	}
	return e, true
}

func textOf(r gjson.Result) string {
	if r.Type != gjson.String {
		return ""
	}
	return r.Str
}

func optional(r gjson.Result) *string {
	if r.Type != gjson.String {
		return nil
	}
	return &r.Str
}
