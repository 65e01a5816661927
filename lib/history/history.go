// Package history is what the client itself remembers of a project, and what is
// kept of it when the client deletes it: the sessions, what was said and done in
// each, and which of them answers a question; and a page that shows them beside
// what was saved.
//
// All of it is in one folder of the machine folder. The file cards has a row and
// a few words of each session, and can be rebuilt; beside it is a file for each
// session with all that is searched and shown of it, redacted. They are brought
// up to date by size and time of the transcripts before each query.
package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/config"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/moved"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
)

const workers = 2

// A Session is one earlier session of the project.
type Session struct {
	ID          string      `json:"session_id"`
	Transcript  string      `json:"transcript"`
	Gone        bool        `json:"gone"` // the client deleted the transcript
	Started     time.Time   `json:"started"`
	Ended       time.Time   `json:"ended"`
	Goal        string      `json:"goal"`
	Branches    []string    `json:"branches"`
	Files       []string    `json:"files"` // changed, relative to the root where below it
	Prompts     int         `json:"prompts"`
	Compactions []time.Time `json:"compactions"`
}

// A Store is the history of one project.
type Store struct {
	Root    string // the project root, absolute
	Machine machine.Folder
	Configs []string // the client's configuration folders
	// SavePrompts says whether texts of prompts may be stored.
	SavePrompts bool
	// Limit is how much may be kept of all sessions, in bytes.
	Limit int64
}

// ErrOff means that the user wants no history of this project.
var ErrOff = errors.New("history is off in this project")

// Of is the history of a project by the user's settings; own is the client's
// configuration folder of this process.
func Of(root string, folder machine.Folder, own string, set config.Values) (Store, error) {
	s := Store{Root: root, Machine: folder, Configs: folder.Configs(own), SavePrompts: set.SavePrompts, Limit: int64(set.KeepHistory) << 20}
	if !set.History {
		return s, ErrOff
	}
	return s, nil
}

// A row is what is known of a transcript.
type row struct {
	Session
	Size     int64 `json:"size"`
	Modified int64 `json:"modified"` // nanoseconds since 1970
	Offset   int64 `json:"offset"`
	Foreign  bool  `json:"foreign"` // of another project
	Bare     bool  `json:"bare"`    // made without texts of prompts
	Titled   bool  `json:"titled"`  // the goal is a title that the user or the client gave
	Kept     int64 `json:"kept"`    // bytes of what is kept of it, 0 for nothing
}

// key is what a session is known by, whatever folder its transcript is in.
func key(transcript string) string { return strings.TrimSuffix(filepath.Base(transcript), ".jsonl") }

// Sessions returns the sessions of the project, the one that ended last first.
// progress, which may be nil, is called with how many transcripts of those to read are
// done. An error beside sessions says why the index could not be kept.
func (s Store) Sessions(ctx context.Context, progress func(done, total int)) ([]Session, error) {
	cards, err := s.current(ctx, progress)
	var sessions []Session
	for _, c := range cards {
		if !c.Foreign && c.Prompts > 0 {
			sessions = append(sessions, c.Session)
		}
	}
	slices.SortFunc(sessions, func(a, b Session) int { return cmp.Or(b.Ended.Compare(a.Ended), strings.Compare(a.ID, b.ID)) })
	return sessions, err
}

// current brings the index up to date and returns its cards.
func (s Store) current(ctx context.Context, progress func(done, total int)) ([]card, error) {
	files, err := s.transcripts()
	if err != nil {
		return nil, err
	}
	cards, stale, changed := merge(s.read(), files, s.SavePrompts)
	if !changed {
		return cards, nil
	}
	if err := s.Machine.Ensure(s.dir()); err != nil {
		for _, st := range stale {
			s.refresh(ctx, &cards[st.card], st.file, false)
		}
		return cards, err
	}
	// Little stays of all that is read, so that the memory is seldom looked through.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	var mu sync.Mutex
	done := 0
	parallel.Each(workers, len(stale), func(i int) {
		if ctx.Err() != nil {
			return
		}
		s.refresh(ctx, &cards[stale[i].card], stale[i].file, true)
		mu.Lock()
		defer mu.Unlock()
		if done++; progress != nil {
			progress(done, len(stale))
		}
	})
	for i := range cards {
		if c := &cards[i]; c.Gone && !c.Bare && !s.SavePrompts {
			s.strip(c)
		}
	}
	err = s.write(cards)
	if ended := ctx.Err(); ended != nil {
		return nil, ended // what was read until then is kept
	}
	return cards, err
}

// Note brings what is known of one transcript up to date, as at its session's
// end. Where the project has no history yet it does nothing: the first question
// reads all.
func (s Store) Note(ctx context.Context, path string) error {
	files, err := s.transcripts()
	i := slices.IndexFunc(files, func(f file) bool { return f.path == path })
	known := s.read()
	if err != nil || i < 0 || len(known) == 0 {
		return err
	}
	c, stale, _ := merge(map[string]card{key(path): known[key(path)]}, files[i:i+1], s.SavePrompts)
	if len(stale) == 0 {
		return nil
	}
	s.refresh(ctx, &c[0], files[i], true)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("reading the session: %w", err)
	}
	known[key(path)] = c[0]
	cards := make([]card, 0, len(known))
	for _, k := range known {
		cards = append(cards, k)
	}
	return s.write(cards)
}

// unread is a transcript that must be read, and its card's place.
type unread struct {
	card int
	file file
}

// merge returns a card for each session known or found, which of them must be
// read, and whether the index is not what it was.
func merge(known map[string]card, files []file, withPrompts bool) (cards []card, stale []unread, changed bool) {
	for _, f := range files {
		c, ok := known[key(f.path)]
		delete(known, key(f.path))
		rewritten := f.size < c.Size || f.size == c.Size && f.modified != c.Modified
		if !ok || c.Bare == withPrompts || rewritten {
			c = card{row: row{Session: Session{ID: key(f.path)}, Size: -1, Bare: !withPrompts}}
		}
		if c.Gone || c.Size != f.size || c.Transcript != f.path {
			changed = true
		}
		c.Gone, c.Transcript = false, f.path
		if c.Size != f.size || c.Modified != f.modified {
			stale = append(stale, unread{len(cards), f})
		}
		cards = append(cards, c)
	}
	for _, c := range known {
		changed = changed || !c.Gone || !c.Bare && !withPrompts
		c.Gone = true
		cards = append(cards, c)
	}
	return cards, stale, changed
}

// refresh reads what is new of a transcript and, where it may, keeps it. One that
// cannot be read keeps what is known of it: the client may write or delete it at
// any moment.
func (s Store) refresh(ctx context.Context, c *card, f file, store bool) {
	roots := s.roots()
	var turns []transcript.Turn
	if c.Offset > 0 {
		kept, err := s.load(key(c.Transcript))
		if err != nil {
			*c = card{row: row{Session: Session{ID: c.ID, Transcript: c.Transcript}, Bare: c.Bare}}
		}
		turns = kept.turns
	}
	o := transcript.Outline{SessionID: c.ID, Branches: c.Branches, First: c.Started, Last: c.Ended, Compactions: c.Compactions, Offset: c.Offset}
	if err := o.Extend(ctx, c.Transcript); err != nil {
		f.size = -1 // so that the next query tries again
	}
	c.Size, c.Modified, c.Offset = f.size, f.modified, o.Offset
	c.Branches, c.Started, c.Ended, c.Compactions = o.Branches, o.First, o.Last, o.Compactions
	if o.Cwd != "" {
		c.Foreign = !slices.ContainsFunc(roots, func(root string) bool { _, inside := project.Rel(root, o.Cwd); return inside })
	}
	for _, t := range o.Turns {
		if t.Who == transcript.ToldUser {
			c.Prompts++
		}
		if c.Bare && quotes(t) {
			continue
		}
		t.Text, _ = redact.Text(t.Text)
		turns = append(turns, t)
	}
	c.name(o.Title, turns)
	for _, path := range o.Files {
		for _, root := range roots {
			if rel, ok := project.Rel(root, path); ok {
				path = rel
				break
			}
		}
		if !slices.Contains(c.Files, path) {
			c.Files = append(c.Files, path)
		}
	}
	c.pack(turns)
	if store && !c.Foreign {
		if err := s.keep(c, turns); err != nil {
			c.Size = -1
		}
	}
}

// strip takes the texts of prompts out of what is kept of a session that the
// client has no more.
func (s Store) strip(c *card) {
	c.Bare, c.Goal = true, ""
	k, err := s.load(c.ID)
	if err == nil {
		k.turns = slices.DeleteFunc(k.turns, func(t transcript.Turn) bool { return quotes(t) })
		err = s.keep(c, k.turns)
	}
	if err != nil {
		c.Kept = 0
	}
	c.pack(k.turns)
}

// quotes reports whether a turn holds the text of a prompt: the client's summary
// quotes them.
func quotes(t transcript.Turn) bool {
	return t.Who == transcript.ToldUser || t.Who == transcript.ToldSummary
}

// name gives a session its goal: a title, else what its prompts ask for.
func (c *card) name(title string, turns []transcript.Turn) {
	switch {
	case c.Bare:
		c.Goal = ""
	case title != "":
		c.Goal, _ = redact.Text(title)
		c.Titled = true
	case !c.Titled:
		c.Goal = prompt.Goal(func(yield func(string) bool) {
			for _, t := range turns {
				if t.Who == transcript.ToldUser && !yield(t.Text) {
					return
				}
			}
		})
	}
}

// A file is a transcript as it is on disk.
type file struct {
	path           string
	size, modified int64
}

var errNoConfig = errors.New("no configuration folder of the client is known")

// transcripts lists the transcripts of sessions that were started in the root
// or a folder below it, those that were forgotten left out.
func (s Store) transcripts() ([]file, error) {
	if len(s.Configs) == 0 {
		return nil, fmt.Errorf("looking for earlier sessions: %w", errNoConfig)
	}
	forgotten := s.forgotten()
	var files []file
	for _, config := range s.Configs {
		projects := filepath.Join(config, "projects")
		for _, name := range s.folderNames(projects) {
			entries, err := os.ReadDir(filepath.Join(projects, name))
			if err != nil {
				continue
			}
			for _, e := range entries {
				if filepath.Ext(e.Name()) != ".jsonl" || strings.HasPrefix(e.Name(), "agent-") || !e.Type().IsRegular() || forgotten[mark(key(e.Name()))] {
					continue
				}
				if info, err := e.Info(); err == nil {
					files = append(files, file{filepath.Join(projects, name, e.Name()), info.Size(), info.ModTime().UnixNano()})
				}
			}
		}
	}
	// Of a session that is in two places, as after a copy of a home, the longer one.
	slices.SortFunc(files, func(a, b file) int {
		return cmp.Or(strings.Compare(key(a.path), key(b.path)), cmp.Compare(b.size, a.size), strings.Compare(a.path, b.path))
	})
	return slices.CompactFunc(files, func(a, b file) bool { return key(a.path) == key(b.path) }), nil
}

// folderNames are the folders below projects that may hold sessions of the root:
// the client names them for the folder that it was started in, with everything
// but letters and digits turned to "-".
func (s Store) folderNames(projects string) []string {
	entries, err := os.ReadDir(projects)
	if err != nil {
		return nil
	}
	var slugs, names []string
	for _, root := range s.roots() {
		slugs = append(slugs, folderName(root))
	}
	for _, e := range entries {
		if e.IsDir() && slices.ContainsFunc(slugs, func(slug string) bool {
			return e.Name() == slug || strings.HasPrefix(e.Name(), slug+"-")
		}) {
			names = append(names, e.Name())
		}
	}
	return names
}

// Folders are the folders in which sessions were started, by their transcripts, as
// far as they exist.
func Folders(configs []string) []string {
	var dirs []string
	for _, config := range configs {
		files, _ := filepath.Glob(filepath.Join(config, "projects", "*", "*.jsonl"))
		asked := map[string]bool{} // folders of transcripts that told
		for _, f := range files {
			if asked[filepath.Dir(f)] {
				continue
			}
			dir := transcript.StartedIn(f)
			asked[filepath.Dir(f)] = dir != ""
			if info, err := os.Stat(dir); err == nil && info.IsDir() && filepath.IsAbs(dir) && !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// roots are the paths that the project has and had, and where links lead.
func (s Store) roots() []string {
	roots := append([]string{s.Root}, moved.Roots(s.Machine, s.Root)...)
	if resolved, err := filepath.EvalSymlinks(s.Root); err == nil && resolved != s.Root {
		roots = append(roots, resolved)
	}
	return roots
}

// folderName is the client's name for the folder of a project's transcripts.
func folderName(path string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, path)
}

// IDs are the names of the transcripts of sessions that were started in the root
// itself, without reading one: those of a folder below it may be another
// project's of a similar name.
func (s Store) IDs() []string {
	files, _ := s.transcripts()
	var ids []string
	for _, f := range files {
		in := filepath.Base(filepath.Dir(f.path))
		if f.size > 0 && slices.ContainsFunc(s.roots(), func(root string) bool { return in == folderName(root) }) {
			ids = append(ids, key(f.path))
		}
	}
	return ids
}

// Matching are the ids of known sessions that begin with id.
func (s Store) Matching(id string) []string {
	files, _ := s.transcripts()
	for known := range s.read() {
		files = append(files, file{path: known})
	}
	var ids []string
	for _, f := range files {
		if k := key(f.path); strings.HasPrefix(k, id) {
			ids = append(ids, k)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Transcripts are where the client has the transcripts of sessions.
func (s Store) Transcripts(ids []string) []string {
	files, _ := s.transcripts()
	var paths []string
	for _, f := range files {
		if slices.Contains(ids, key(f.path)) {
			paths = append(paths, f.path)
		}
	}
	return paths
}

func (s Store) dir() string {
	return filepath.Join(s.Machine.Project(project.Hash(s.Root)), "past")
}

func (s Store) at(name string) durable.Place { return durable.File(filepath.Join(s.dir(), name)) }
