package history

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/redact"
)

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
	//go:embed page.js
	pageJS string
)

// A Page shows lines of work as lanes over time. A Content-Security-Policy forbids all but its own
// inline style and script, named by their hashes; its data is JSON without a "<", which the script
// shows as text only. Times are seconds since 1970.
type Page struct {
	Project  string   `json:"project"`
	Version  string   `json:"version"`
	Made     int64    `json:"made"`
	Sessions int      `json:"sessions"`
	Saves    int      `json:"saves"`
	Lanes    []Lane   `json:"lanes"` // the one that was active last first
	Commits  []Commit `json:"commits"`
}

// A Lane is a line of work, a session that saved to none, or the file checkpoints.
type Lane struct {
	Name     string              `json:"name"`
	Kind     string              `json:"kind"`  // line, session or files
	State    string              `json:"state"` // of the line, foreign, or as the kind
	Goal     string              `json:"goal"`
	Now      string              `json:"now,omitempty"`
	Bead     string              `json:"bead,omitempty"`
	Branches []string            `json:"branches,omitempty"`
	Lists    map[string][]string `json:"lists,omitempty"` // Next, Rules, Decisions …
	Prompts  []string            `json:"prompts,omitempty"`
	Files    []string            `json:"files,omitempty"`
	Commands []string            `json:"commands,omitempty"` // that continue or show it
	Sittings []Sitting           `json:"sittings"`
	Events   []Event             `json:"events"`
}

// A Sitting is one Claude Code session.
type Sitting struct {
	ID      string `json:"id"`
	From    int64  `json:"from"`
	To      int64  `json:"to"`
	Prompts int    `json:"prompts"`
}

// An Event is one moment of a lane: a save by its mode, auto, compaction, files or rollback.
type Event struct {
	At    int64  `json:"at"`
	Kind  string `json:"kind"`
	Label string `json:"label"`
}

// A Commit is one of the repository.
type Commit struct {
	At      int64  `json:"at"`
	ID      string `json:"id"`
	Subject string `json:"subject"`
}

// Render returns the page, redacted and neutralised; over 3 MB the oldest lanes and commits go.
func (p Page) Render() []byte {
	for {
		if page := p.html(); len(page) <= 3<<20 {
			return page
		}
		p.Lanes, p.Commits = p.Lanes[:len(p.Lanes)*3/4], p.Commits[:len(p.Commits)*3/4]
	}
}

// IsPage reports whether a file begins as what Render returns does.
func IsPage(head []byte) bool {
	return bytes.Contains(head, []byte("<title>Holdfast timeline</title>"))
}

func (p Page) html() []byte {
	var document any
	data, _ := json.Marshal(p) // of texts and numbers
	_ = json.Unmarshal(data, &document)
	data, _ = json.Marshal(clean(document)) // escapes <, > and & as \u003c and the like
	const policy = "default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'"
	page := strings.NewReplacer(
		"{{POLICY}}", fmt.Sprintf(policy, source(pageCSS), source(pageJS)), "{{STYLE}}", pageCSS, "{{SCRIPT}}", pageJS,
		"{{DATA}}", string(data),
	)
	return []byte(page.Replace(pageHTML))
}

// source is what a Content-Security-Policy calls an inline text.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// clean redacts, neutralises and bounds every text of a document, and each list of texts.
func clean(document any) any {
	switch v := document.(type) {
	case string:
		text := fence.Plain(redact.Text(strings.ToValidUTF8(v, "\uFFFD")))
		return fence.Short(strings.TrimSpace(text), 600)
	case []any:
		if _, texts := append(v, nil)[0].(string); texts {
			v = each.Head(v, 12)
		}
		return append([]any{}, each.Of(v, clean)...)
	case map[string]any:
		for key := range v {
			if v[key] = clean(v[key]); v[key] == nil {
				v[key] = []any{} // the page takes its lists as lists
			}
		}
	}
	return document
}
