// Package history is what the client itself remembers of a project, and what is kept of it when the
// client deletes it: the sessions, what was said and done in each, and which of them answers a question;
// and a page that shows them beside what was saved.
//
// It is one file a session in the machine folder, redacted, and brought up to date by
// size and time of the transcripts before each query.
package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/config"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/moved"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
)

// A Session is one earlier session of the project.
type Session struct {
	ID          string      `json:"session_id"`
	Transcript  string      `json:"transcript"`
	Gone        bool        `json:"gone"` // the client deleted the transcript
	Started     time.Time   `json:"started,omitzero"`
	Ended       time.Time   `json:"ended,omitzero"`
	Goal        string      `json:"goal"`
	Branches    []string    `json:"branches"`
	Files       []string    `json:"files"` // changed, relative to the root where below it
	Prompts     int         `json:"prompts"`
	Compactions []time.Time `json:"compactions"`
}

// A Store is the history of one project.
type Store struct {
	Root        string // the project root, absolute
	Machine     machine.Folder
	Configs     []string // the client's configuration folders
	SavePrompts bool     // texts of prompts may be stored
	Limit       int64    // bytes of all sessions that may be kept
}

// ErrOff means that the user wants no history of this project.
var ErrOff error = &fault.Error{
	Code: fault.CodeMissing, Cause: errors.New("history is off in this project"), Hint: "holdfast config history on",
}

// Open is the history of a project by the user's settings, complete also beside an
// error. What is wrong with the settings is reported where all of them are read.
func Open(root string, folder machine.Folder, getenv func(string) string) (Store, error) {
	set, _ := config.Load(folder, project.Hash(root))
	s := Store{Root: root, Machine: folder, SavePrompts: set.SavePrompts, Limit: int64(set.KeepHistory) << 20}
	own, err := machine.ConfigDir(getenv)
	if err != nil {
		return s, err
	}
	if s.Configs = folder.Configs(own); !set.History {
		return s, ErrOff
	}
	return s, nil
}

func (s Store) dir() string { return filepath.Join(s.Machine.Project(project.Hash(s.Root)), "past") }

func (s Store) at(name string) durable.Place { return durable.Own(filepath.Join(s.dir(), name)) }

// Sessions are those of the project, newest first; an error beside them says why they are not kept.
func (s Store) Sessions(ctx context.Context, progress func(done, total int)) ([]Session, error) {
	heads, err := s.current(ctx, nil, progress)
	return each.Of(heads, func(h head) Session { return h.Session }), err
}

// current is what is kept, brought up to date, the session that ended last first; where
// only is not nil, of the transcripts at those paths.
func (s Store) current(ctx context.Context, only []string, progress func(done, total int)) ([]head, error) {
	files, err := s.transcripts()
	if err != nil {
		return nil, err
	}
	var known map[string]head
	if only == nil {
		known = each.By(s.heads(), func(h head) (string, head) { return h.ID, h })
	} else {
		files = slices.DeleteFunc(files, func(f transcript.File) bool { return !slices.Contains(only, f.Path) })
		known = each.By(files, func(f transcript.File) (string, head) { return f.Session, s.head(fileOf(f.Session)) })
	}
	heads, stale := make([]head, len(files)), []int(nil)
	for i, f := range files {
		h := known[f.Session]
		h.Transcript = f.Path
		heads[i] = h
		delete(known, f.Session)
		if h.ID == "" || h.Size != f.Size || h.Modified != f.Touched.UnixNano() || h.Bare == s.SavePrompts {
			stale = append(stale, i)
		}
	}
	var mu sync.Mutex
	done := 0
	parallel.Each(workers, len(stale), func(n int) {
		i := stale[n]
		h, failed := s.refresh(ctx, heads[i], files[i])
		mu.Lock()
		defer mu.Unlock()
		heads[i], err = h, cmp.Or(err, failed)
		if done++; progress != nil && ctx.Err() == nil {
			progress(done, len(stale))
		}
	})
	if ended := ctx.Err(); ended != nil {
		return nil, fmt.Errorf("reading the sessions: %w", ended) // what was read until then is kept
	}
	for _, h := range known {
		if h.Gone = true; !h.Bare && !s.SavePrompts { // the texts of prompts go
			_, turns, failed := s.load(h.ID, true)
			if h.Bare, h.Goal = true, ""; failed == nil {
				failed = s.keep(&h, slices.DeleteFunc(turns, quotes))
			}
			err = cmp.Or(err, failed)
		}
		heads = append(heads, h)
	}
	heads = listed(heads)
	if len(stale) > 0 {
		err = cmp.Or(err, s.prune(heads))
	}
	return heads, cmp.Or(err, s.abstract(ctx, heads))
}

const workers = 2 // that read at once

// Note brings what is kept of some transcripts up to date, as at a session's end. What ctx
// leaves no time for is read with the next question.
func (s Store) Note(ctx context.Context, paths ...string) error {
	if end, limited := ctx.Deadline(); limited {
		early, stop := context.WithDeadline(ctx, end.Add(-200*time.Millisecond)) // for a hook to end in time
		defer stop()
		ctx = early
	}
	return parallel.Wait(ctx, func() error { // not everything that takes long looks at ctx
		_, err := s.current(ctx, paths, nil)
		return err
	})
}

// Noted is Note by the user's settings. A history that is off and too little time are no faults.
func Noted(ctx context.Context, root string, folder machine.Folder, getenv func(string) string, paths ...string) error {
	s, err := Open(root, folder, getenv)
	if err == nil {
		err = s.Note(ctx, paths...)
	}
	if errors.Is(err, ErrOff) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// refresh reads a transcript and keeps it. Of one that cannot be read stays what is
// known: the client may write or delete it at any moment.
func (s Store) refresh(ctx context.Context, known head, f transcript.File) (head, error) {
	var o transcript.Outline
	if err := o.Read(ctx, f.Path); err != nil {
		return known, nil
	}
	h := head{Size: f.Size, Modified: f.Touched.UnixNano(), Bare: !s.SavePrompts, Session: Session{
		ID: f.Session, Transcript: f.Path, Started: o.First, Ended: o.Last,
		Branches: each.Of(o.Branches, redact.Text), Compactions: o.Compactions,
	}}
	roots := s.roots()
	within := func(path string) (string, bool) {
		for _, root := range roots {
			if rel, inside := project.Rel(root, path); inside {
				return rel, true
			}
		}
		return path, false
	}
	_, inside := within(o.Cwd)
	h.Foreign = o.Cwd != "" && !inside
	var turns, kept []transcript.Turn
	if h.Redacted = known.Redacted; h.Redacted {
		_, kept, _ = s.load(known.ID, true)
	}
	for _, t := range o.Turns {
		if t.Who == transcript.ToldUser {
			h.Prompts++
		}
		if h.Foreign || h.Bare && quotes(t) {
			continue
		}
		t.Text = redact.Text(t.Text)
		is := func(k transcript.Turn) bool { return k.Who == t.Who && k.At.Equal(t.At) }
		known := each.First(kept, is)
		if h.Redacted && t.Who == transcript.ToldSummary && known.Text == "" { // it may tell again what was removed
			continue
		}
		turns = append(turns, cmp.Or(known, t))
	}
	title := o.Title()
	if h.Redacted { // so may a later title
		title = ""
		if known.Titled {
			title = known.Goal
		}
	}
	if !h.Bare && !h.Foreign {
		said := each.If(turns, func(t transcript.Turn) (string, bool) {
			return cmp.Or(redact.Text(t.Task), t.Text), t.Who == transcript.ToldUser
		})
		if h.Goal, h.Titled = redact.Text(title), title != ""; !h.Titled {
			h.Goal = prompt.Goal(slices.Values(said))
		}
	}
	shown := func(path string) string { path, _ = within(path); return redact.Text(path) }
	h.Files = each.Once(each.Of(o.Files, shown))
	return h, s.keep(&h, turns)
}

// quotes reports whether a turn holds the text of a prompt, as the client's summary does.
func quotes(t transcript.Turn) bool {
	return t.Who == transcript.ToldUser || t.Who == transcript.ToldSummary
}

// transcripts lists those of sessions that began in the root or below and are not forgotten.
func (s Store) transcripts() ([]transcript.File, error) {
	if len(s.Configs) == 0 {
		return nil, errors.New("looking for earlier sessions: no configuration folder of the client is known")
	}
	roots := s.roots()
	_, forgotten := s.Machine.Forgotten()
	var files []transcript.File
	for _, config := range s.Configs {
		projects := filepath.Join(config, "projects")
		entries, _ := os.ReadDir(projects)
		for _, e := range entries {
			if e.IsDir() && slices.ContainsFunc(roots, func(root string) bool {
				return strings.HasPrefix(e.Name()+"-", transcript.FolderName(root)+"-")
			}) {
				files = append(files, transcript.In(filepath.Join(projects, e.Name()))...)
			}
		}
	}
	files = slices.DeleteFunc(files, func(f transcript.File) bool { return forgotten[machine.Mark(f.Session)] })
	// Of a session that is in two places, as after a copy of a home, the longer one.
	slices.SortFunc(files, func(a, b transcript.File) int {
		same := strings.Compare(a.Session, b.Session)
		return cmp.Or(same, cmp.Compare(b.Size, a.Size), strings.Compare(a.Path, b.Path))
	})
	return slices.CompactFunc(files, func(a, b transcript.File) bool { return a.Session == b.Session }), nil
}

// roots are the paths that the project has and had, and where links lead.
func (s Store) roots() []string {
	roots := append([]string{s.Root}, moved.Roots(s.Machine, s.Root)...)
	if resolved, err := filepath.EvalSymlinks(s.Root); err == nil && resolved != s.Root {
		roots = append(roots, resolved)
	}
	return roots
}

// Matching are the ids of known sessions that begin with id.
func (s Store) Matching(id string) []string {
	files, _ := s.transcripts()
	ids := append(each.Of(files, func(f transcript.File) string { return f.Session }),
		each.Of(s.heads(), func(h head) string { return h.ID })...)
	slices.Sort(ids)
	return slices.DeleteFunc(slices.Compact(ids), func(k string) bool { return !strings.HasPrefix(k, id) })
}
