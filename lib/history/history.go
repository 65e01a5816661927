// Package history is what the client itself remembers of a project: the
// transcripts that it keeps of earlier sessions, made searchable by an index in
// the machine folder; and a page that shows them beside what was saved.
//
// The index is derived: one JSON object a line for each transcript, brought up
// to date by size and time before each query, and rebuilt where it is missing
// or broken. The row of a transcript that the client deleted is kept.
package history

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/index"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
)

const (
	format     = `{"history":1}`
	maxIndex   = 1 << 30
	maxPrompts = 200 // of a session
	maxPrompt  = 300 // characters of each
	workers    = 2
)

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
}

// A row is what the index holds of a transcript.
type row struct {
	Session
	Size     int64 `json:"size"`
	Modified int64 `json:"modified"` // nanoseconds since 1970
	Offset   int64 `json:"offset"`
	Foreign  bool  `json:"foreign"` // of another project
	Bare     bool  `json:"bare"`    // made without texts of prompts
	// Said are the prompts, redacted and cut; Words is what search looks at.
	Said  []string `json:"said"`
	Words string   `json:"words"`
}

// Sessions returns the sessions of the project, the one that ended last first.
// progress, which may be nil, is called with how many transcripts of those to read are
// done. An error beside sessions says why the index could not be kept.
func (s Store) Sessions(ctx context.Context, progress func(done, total int)) ([]Session, error) {
	rows, err := s.current(ctx, progress)
	var sessions []Session
	for _, r := range rows {
		if !r.Foreign && r.Prompts > 0 {
			sessions = append(sessions, r.Session)
		}
	}
	slices.SortFunc(sessions, func(a, b Session) int {
		if c := b.Ended.Compare(a.Ended); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return sessions, err
}

// A Hit is a session that holds every word, and the texts that do.
type Hit struct {
	Session
	Matches []string `json:"matches"`
}

// Search returns the sessions in whose goal, prompts or file names every word
// of query is, the one that ended last first.
func (s Store) Search(ctx context.Context, query string, progress func(done, total int)) ([]Hit, error) {
	rows, err := s.current(ctx, progress)
	words := index.Words(query)
	rows = slices.DeleteFunc(rows, func(r row) bool { return r.Foreign || len(words) == 0 || !holds(r.Words, words) })
	hits := make([]Hit, len(rows))
	atOnce(len(rows), func(i int) {
		r := rows[i]
		h := Hit{Session: r.Session}
		for _, text := range slices.Concat([]string{r.Goal}, r.Said, r.Files) {
			if matches(text, words) && !slices.Contains(h.Matches, text) {
				h.Matches = append(h.Matches, text)
			}
		}
		hits[i] = h
	})
	slices.SortFunc(hits, func(a, b Hit) int { return b.Ended.Compare(a.Ended) })
	return hits, err
}

func holds(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, " "+w+" ") {
			return false
		}
	}
	return true
}

func matches(text string, words []string) bool {
	own := index.Words(text)
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(own, w) })
}

// current brings the index up to date and returns its rows.
func (s Store) current(ctx context.Context, progress func(done, total int)) ([]row, error) {
	files, err := s.transcripts()
	if err != nil {
		return nil, err
	}
	rows, stale, changed := merge(s.read(), files, s.SavePrompts)
	if !changed {
		return rows, nil
	}
	s.refresh(ctx, rows, stale, progress)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return rows, s.write(rows)
}

// merge returns a row for each transcript known or found, which of them must be
// read, and whether the index is not what it was.
func merge(known map[string]row, files []file, withPrompts bool) (rows []row, stale []int, changed bool) {
	for _, f := range files {
		r, ok := known[f.path]
		delete(known, f.path)
		rewritten := f.size < r.Size || f.size == r.Size && f.modified != r.Modified
		if !ok || r.Bare == withPrompts || rewritten {
			r = row{Session: Session{Transcript: f.path}, Size: -1, Bare: !withPrompts}
		}
		if r.Gone || r.Size != f.size {
			changed = true
		}
		r.Gone = false
		if r.Size != f.size || r.Modified != f.modified {
			stale = append(stale, len(rows))
		}
		r.Size, r.Modified = f.size, f.modified
		rows = append(rows, r)
	}
	for _, r := range known {
		changed = changed || !r.Gone
		r.Gone = true
		rows = append(rows, r)
	}
	return rows, stale, changed
}

// refresh reads the stale transcripts, some at a time.
func (s Store) refresh(ctx context.Context, rows []row, stale []int, progress func(done, total int)) {
	var mu sync.Mutex
	done := 0
	atOnce(len(stale), func(i int) {
		if ctx.Err() != nil {
			return
		}
		s.outline(ctx, &rows[stale[i]])
		mu.Lock()
		defer mu.Unlock()
		if done++; progress != nil {
			progress(done, len(stale))
		}
	})
}

// atOnce calls do with each number below n, some at a time.
func atOnce(n int, do func(i int)) {
	var wg sync.WaitGroup
	var next atomic.Int64
	for range min(workers, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}

// outline reads what is new of a transcript. One that cannot be read keeps
// what is known of it: the client may write or delete it at any moment.
func (s Store) outline(ctx context.Context, r *row) {
	o := transcript.Outline{SessionID: r.ID, Branches: r.Branches, First: r.Started, Last: r.Ended, Compactions: r.Compactions, Offset: r.Offset}
	if o.SessionID == "" {
		o.SessionID = strings.TrimSuffix(filepath.Base(r.Transcript), ".jsonl")
	}
	if err := o.Extend(ctx, r.Transcript); err != nil {
		r.Size = -1 // so that the next query tries again
	}
	r.ID, r.Branches, r.Started, r.Ended, r.Compactions, r.Offset = o.SessionID, o.Branches, o.First, o.Last, o.Compactions, o.Offset
	if o.Cwd != "" {
		_, inside := project.Rel(s.Root, o.Cwd)
		r.Foreign = !inside
	}
	var said []string
	for _, p := range o.Prompts {
		said = append(said, p.Text)
	}
	if r.Goal == "" {
		r.Goal, _ = redact.Text(prompt.Goal(slices.Values(said)))
	}
	r.Prompts += len(said)
	for _, text := range said {
		if len(r.Said) >= maxPrompts || r.Bare {
			break
		}
		clean, _ := redact.Text(text)
		r.Said = append(r.Said, fence.Short(strings.Join(strings.Fields(clean), " "), maxPrompt))
	}
	if r.Bare {
		r.Goal = ""
	}
	for _, f := range o.Files {
		if rel, ok := project.Rel(s.Root, f); ok {
			f = rel
		}
		if !slices.Contains(r.Files, f) {
			r.Files = append(r.Files, f)
		}
	}
	r.Words = " " + index.SearchText([]string{"text"}, map[string][]string{"text": slices.Concat([]string{r.Goal}, r.Said, r.Files)})
}

func (s Store) path() string {
	return filepath.Join(s.Machine.Project(project.Hash(s.Root)), "history")
}

// read returns the rows of the index by transcript, none where it is missing or
// broken.
func (s Store) read() map[string]row {
	rows := map[string]row{}
	b, err := durable.Read(s.path(), maxIndex)
	if err != nil {
		return rows
	}
	head, rest, _ := bytes.Cut(b, []byte("\n"))
	if string(head) != format {
		return rows
	}
	lines := slices.Collect(bytes.Lines(rest))
	read := make([]row, len(lines))
	atOnce(len(lines), func(i int) {
		if json.Unmarshal(lines[i], &read[i]) != nil {
			read[i] = row{}
		}
	})
	for _, r := range read {
		if r.Transcript == "" {
			return map[string]row{}
		}
		rows[r.Transcript] = r
	}
	return rows
}

func (s Store) write(rows []row) error {
	var b bytes.Buffer
	b.WriteString(format + "\n")
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, r := range rows {
		if err := enc.Encode(r); err != nil {
			return fmt.Errorf("writing the history index: %w", err)
		}
	}
	if err := s.Machine.Ensure(filepath.Dir(s.path())); err != nil {
		return err
	}
	return durable.File(s.path()).Replace(b.Bytes(), 0o600)
}

// A file is a transcript as it is on disk.
type file struct {
	path           string
	size, modified int64
}

var errNoConfig = errors.New("no configuration folder of the client is known")

// transcripts lists the transcripts of sessions that were started in the root
// or a folder below it.
func (s Store) transcripts() ([]file, error) {
	if len(s.Configs) == 0 {
		return nil, fmt.Errorf("looking for earlier sessions: %w", errNoConfig)
	}
	var files []file
	for _, config := range s.Configs {
		projects := filepath.Join(config, "projects")
		for _, name := range folderNames(projects, s.Root) {
			entries, err := os.ReadDir(filepath.Join(projects, name))
			if err != nil {
				continue
			}
			for _, e := range entries {
				if filepath.Ext(e.Name()) != ".jsonl" || strings.HasPrefix(e.Name(), "agent-") || !e.Type().IsRegular() {
					continue
				}
				if info, err := e.Info(); err == nil {
					files = append(files, file{filepath.Join(projects, name, e.Name()), info.Size(), info.ModTime().UnixNano()})
				}
			}
		}
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return slices.CompactFunc(files, func(a, b file) bool { return a.path == b.path }), nil
}

// folderNames are the folders below projects that may hold sessions of root:
// the client names them for the folder that it was started in, with everything
// but letters and digits turned to "-".
func folderNames(projects, root string) []string {
	entries, err := os.ReadDir(projects)
	if err != nil {
		return nil
	}
	roots := []string{folderName(root)}
	if resolved, err := filepath.EvalSymlinks(root); err == nil {
		roots = append(roots, folderName(resolved))
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && slices.ContainsFunc(roots, func(slug string) bool {
			return e.Name() == slug || strings.HasPrefix(e.Name(), slug+"-")
		}) {
			names = append(names, e.Name())
		}
	}
	return names
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
