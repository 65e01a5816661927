// Package checkpoint keeps files as they were: .claude/checkpoints/chk-<task>-<n> holds checkpoint.json
// and the bytes of the files, each at its own path. Where git might take that in, the folder is the
// machine folder's (place.go). A checkpoint appears whole or not at all, its number is never used again,
// and what it holds never changes: files are only added.
//
// What is there may have come with a clone. Nothing of it is believed that leads out of the checkpoint's own folder or
// out of the project, and the ledger of the machine folder says which of them this machine made.
package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
)

const (
	Dir = ".claude/checkpoints" // the folder of the checkpoints, relative to the project root

	fileName   = "checkpoint.json"
	prefix     = "chk-"
	ignoreName = ".gitignore" // keeps a checkpoint out of git whatever is above it
	NoTask     = "manual"     // in an id where no task was named
	MaxBackup  = 10 << 20     // bytes of a file above which only its hash is recorded, unless it is named
	maxJSON    = 64 << 20
)

// The types of a checkpoint.
const (
	PreExecution = "pre-execution"
	MidExecution = "mid-execution"
	Manual       = "manual"
	PreRollback  = "pre-rollback" // made by a rollback, of what it overwrites
)

// ErrNotFound means that there is no such checkpoint.
var ErrNotFound = errors.New("no checkpoint")

// A File is one file as it was.
type File struct {
	Path       string `json:"path"`              // relative to the project root
	Hash       string `json:"hash"`              // SHA-256 in hex; of a link, of its target; "" where it did not exist
	BackupPath string `json:"backup_path"`       // relative to the project root; "" where there are no bytes
	Existed    bool   `json:"existed"`           //
	Mode       string `json:"mode,omitempty"`    // permissions, such as "0644"
	Size       *int64 `json:"size,omitempty"`    // bytes
	Symlink    string `json:"symlink,omitempty"` // where the link led

	Without []string `json:"without,omitempty"` // what a restore does not bring back
}

// FileOf is the entry of what is at a path, without a backup.
func FileOf(rel string, c snapshot.Content) File {
	f := File{Path: rel, Existed: !c.Free(), Hash: c.Sum}
	switch c.Kind {
	case snapshot.File:
		f.Mode = Octal(c.Mode)
	case snapshot.Link:
		f.Symlink = c.Source.Text
	}
	return f
}

// State is what an entry says was at its path.
func (f File) State() snapshot.State {
	mode, err := strconv.ParseUint(f.Mode, 8, 32)
	switch {
	case !f.Existed:
		return snapshot.State{}
	case f.Symlink != "":
		return snapshot.LinkTo(f.Symlink).State
	case err != nil: // of another writer, which does not know it
		return snapshot.State{Kind: snapshot.File, Mode: snapshot.AnyMode, Sum: strings.ToLower(f.Hash)}
	}
	return snapshot.State{Kind: snapshot.File, Mode: fs.FileMode(mode) & fs.ModePerm, Sum: strings.ToLower(f.Hash)}
}

// Octal is a mode as checkpoints write it.
func Octal(mode fs.FileMode) string { return fmt.Sprintf("%04o", mode.Perm()) }

// Git is what the repository had checked out.
type Git struct {
	Branch   string   `json:"branch"`
	Head     string   `json:"head"`
	Snapshot string   `json:"snapshot"`           // its id, "" for none
	Skipped  []string `json:"skipped,omitempty"`  // files that the snapshot passed over
	LeftOut  string   `json:"left_out,omitempty"` // why there is no snapshot
}

// A Checkpoint is what its checkpoint.json says.
type Checkpoint struct {
	ID          string          `json:"checkpoint_id"`
	TaskID      string          `json:"task_id"`
	Time        time.Time       `json:"-"` // of its file, where Timestamp is not a time or far ahead
	Timestamp   string          `json:"timestamp"`
	Type        string          `json:"type"`
	Description string          `json:"description"`
	Files       []File          `json:"files"`
	TaskState   json.RawMessage `json:"task_state"`
	Git         Git             `json:"git,omitzero"`
	Rollback    *Rollback       `json:"rollback,omitempty"`
	Ours        bool            `json:"-"` // this machine wrote it as it is
	Raw         []byte          `json:"-"`
	Elsewhere   fence.Words     `json:"-"` // why it was made in the machine folder, "" where it was not
	Notes       []fence.Note    `json:"-"` // for who made it or added to it

	home durable.Place
}

// Paths are those of the checkpoint's list.
func (c Checkpoint) Paths() map[string]bool {
	return each.By(c.Files, func(f File) (string, bool) { return f.Path, true })
}

// Content is what a file of the list was.
func (c Checkpoint) Content(f File) snapshot.Content {
	is := snapshot.Content{State: f.State(), Without: f.Without}
	switch {
	case is.Kind == snapshot.Link:
		is.Source.Text = f.Symlink
	case f.BackupPath != "":
		is.Source = snapshot.Source{At: c.home.At(inDir(f.BackupPath)), Sum: is.Sum}
	case is.Kind == snapshot.File:
		is.Gone = "the checkpoint has only its checksum"
	}
	return is
}

// Whole is when the checkpoint was, the zero time where that is not known: when its
// .gitignore was written, which only Cover replaces, where a pull did before.
func (c Checkpoint) Whole() time.Time {
	info, err := c.home.At(c.ID + "/" + ignoreName).Lstat()
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// A Rollback is what a safety checkpoint was made for.
type Rollback struct {
	To      string          `json:"to"`      // the id of what was gone back to
	Options json.RawMessage `json:"options"` // as the rollback knows them
	Files   []File          `json:"files"`   // as it leaves them; their backups are elsewhere
}

// A Store is the checkpoints of one project.
type Store struct {
	Root      string // absolute
	Machine   machine.Folder
	Snapshots snapshot.Store // none are taken where git is not installed
	Now       func() time.Time
}

// In is the store of the project at root; git is the zero one where it is not installed.
func In(folder machine.Folder, root string, git gitrepo.Git, now func() time.Time) Store {
	return Store{Root: root, Machine: folder, Snapshots: snapshot.Of(folder, root, git), Now: now}
}

// Allowed says why a path must never be captured or restored, or nil.
func Allowed(rel string) error {
	switch {
	case path.IsAbs(rel) || len(rel) > 1 && rel[1] == ':':
		return fence.ReasonError("the path is absolute")
	case !utf8.ValidString(rel):
		return fence.ReasonError("its name is not valid UTF-8")
	case slices.Contains(strings.Split(rel, "/"), ".."):
		return fence.ReasonError("the path leaves the project")
	case !fs.ValidPath(rel):
		return fence.ReasonError("it is not a path")
	case rel == ".":
		return fence.ReasonError("it is the project itself")
	case snapshot.Forbidden(rel):
		return fence.ReasonError("git's own files and checkpoints are never touched")
	}
	return nil
}

// Guarded reports whether a file is restored only by name: it makes Claude Code run programs or trust
// others, or is a saved state.
func Guarded(rel string) bool {
	rel = snapshot.Plain(rel)
	dir, name := path.Split(rel)
	settings := dir == ".claude/" && strings.HasPrefix(name, "settings") && strings.HasSuffix(name, ".json")
	kept := []string{artifact.Dir, ".mcp.json", ".claude/agents", ".claude/commands", ".claude/hooks", ".claude/skills"}
	return settings || name == "claude.md" || name == "claude.local.md" ||
		slices.ContainsFunc(kept, func(k string) bool { return rel == k || strings.HasPrefix(rel, k+"/") })
}

// ParseID takes an id apart: the id of the task, and the number, which may be zero-padded.
func ParseID(id string) (taskID string, n int, ok bool) {
	rest, ok := strings.CutPrefix(id, prefix)
	at := strings.LastIndexByte(rest, '-')
	digits := rest[at+1:]
	if !ok || at < 1 || !task.ValidID(rest[:at]) ||
		digits == "" || len(digits) > 9 || strings.Trim(digits, "0123456789") != "" {
		return "", 0, false
	}
	n, _ = strconv.Atoi(digits)
	return rest[:at], n, true
}

// Parse reads the checkpoint.json of the checkpoint id. A path that may not be touched, or a
// backup outside the checkpoint's own folder, makes it invalid as a whole.
func Parse(id string, b []byte) (c Checkpoint, err error) {
	if err := json.Unmarshal(b, &c); err != nil {
		return Checkpoint{ID: id}, unreadable(id, err.Error())
	}
	var faults []fault.Fault
	add := func(field, found, allowed string) {
		faults = append(faults, fault.Fault{Field: field, Found: fault.Shorten(found), Allowed: allowed})
	}
	own, n, ok := ParseID(id)
	if said, m, valid := ParseID(c.ID); c.ID != "" && (!valid || said != own || m != n) || !ok {
		add("checkpoint_id", c.ID, "the name of its folder, "+id)
	}
	c.ID, c.TaskID, c.Raw = id, own, b
	c.Time, _ = artifact.ParseDate(strings.TrimSpace(c.Timestamp))
	for i, f := range c.Files {
		field := fmt.Sprintf("files[%d]", i)
		if err := Allowed(f.Path); err != nil {
			add(field+".path", f.Path, "a path below the project root: "+err.Error())
		}
		if f.BackupPath != "" && !(fs.ValidPath(f.BackupPath) && strings.HasPrefix(f.BackupPath, Dir+"/"+id+"/")) {
			add(field+".backup_path", f.BackupPath, "a path in "+Dir+"/"+id)
		}
		if f.Hash != "" && !machine.IsSum(strings.ToLower(f.Hash)) || f.Hash == "" && f.BackupPath != "" {
			add(field+".hash", f.Hash, "SHA-256 in hex")
		}
	}
	if len(faults) > 0 {
		return c, Invalid(id, faults...)
	}
	return c, nil
}

// Invalid is the error for what is wrong in a checkpoint.
func Invalid(id string, faults ...fault.Fault) error {
	return fault.Of(fmt.Sprintf("the checkpoint %q", id), faults...)
}

func unreadable(id, found string) error {
	return Invalid(id, fault.Fault{Field: fileName, Found: fault.Shorten(found),
		Allowed: "a JSON object that lists its files"})
}

func backupPath(id, rel string) string { return Dir + "/" + id + "/" + backupName(rel) }

// backupName is where the bytes of a file are in the checkpoint's folder. What some file system
// takes for its checkpoint.json or .gitignore has one "~1" more.
func backupName(rel string) string {
	first, rest, _ := strings.Cut(rel, "/")
	stem := first
	for found := true; found; {
		stem, found = strings.CutSuffix(stem, "~1")
	}
	if strings.EqualFold(stem, fileName) || strings.EqualFold(stem, ignoreName) {
		first += "~1"
	}
	return path.Join(first, rest)
}
