package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"holdfast/lib/rank"
	"time"
)

// now is long after every time in a fake, but for those that a test makes racy.
var now = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// old is a modification time that can be trusted.
var old = now.Add(-time.Hour).UnixNano()

// fake is a source in memory that counts what is asked of it.
type fake struct {
	mu      sync.Mutex
	folders map[string]int64
	files   map[string]File
	text    map[string]string // what Read tells of a file
	listed  []string          // the folders that Files was asked for
	read    []string          // the files that Read was asked for
	fail    error             // of Folders
	onFiles func()
	onRead  func()
}

func newFake() *fake {
	return &fake{folders: map[string]int64{}, files: map[string]File{}, text: map[string]string{}}
}

// put writes a file whose folder then has the time modified too.
func (s *fake) put(rel, text string, modified int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[rel] = File{Path: rel, Size: int64(len(text)), Modified: modified}
	s.text[rel] = text
	s.folders[path.Dir(rel)] = modified
}

// remove takes a file away.
func (s *fake) remove(rel string, modified int64) {
	delete(s.files, rel)
	delete(s.text, rel)
	s.folders[path.Dir(rel)] = modified
}

// forget empties the counters.
func (s *fake) forget() { s.listed, s.read = nil, nil }

func (s *fake) Folders(context.Context) ([]File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []File
	for p, at := range s.folders {
		all = append(all, File{Path: p, Modified: at})
	}
	return all, s.fail
}

func (s *fake) Files(folder string) ([]File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listed = append(s.listed, folder)
	if s.onFiles != nil {
		s.onFiles()
	}
	var all []File
	for _, f := range s.files {
		if path.Dir(f.Path) == folder {
			all = append(all, f)
		}
	}
	return all, nil
}

func (s *fake) Read(rel string) (Row, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read = append(s.read, rel)
	if s.onRead != nil {
		s.onRead()
	}
	f, ok := s.files[rel]
	if !ok {
		return Row{}, fs.ErrNotExist
	}
	if s.text[rel] == "unreadable" {
		return Row{}, errors.New("unreadable")
	}
	return s.row(f), nil
}

// row is the row of a file: everything in it follows from path, time and text.
func (s *fake) row(f File) Row {
	text := s.text[f.Path]
	return Row{
		Path: f.Path, Size: f.Size, Modified: f.Modified, Sum: fmt.Sprintf("%064x", len(text)), Date: f.Modified / 1e9,
		Mode: "checkpoint", Session: path.Base(path.Dir(f.Path)), Goal: text, Faults: int64(len(text) % 3),
		Words: rank.Pack([]rank.Passage{{Text: text}}),
	}
}

// want is what a right view of the source holds.
func (s *fake) want() string {
	var all []string
	for _, f := range s.files {
		if s.text[f.Path] != "unreadable" {
			r := s.row(f)
			all = append(all, fmt.Sprintf("%q %d %d %q %q", r.Path, r.Size, r.Modified, r.Goal, r.Words))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// holds is what a view holds, in the same form.
func holds(t *testing.T, v *View) string {
	t.Helper()
	var all []string
	v.Rows(func(r Row) {
		all = append(all, fmt.Sprintf("%q %d %d %q %q", r.Path, r.Size, r.Modified, r.Goal, r.Words))
	})
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// check opens the index and compares it with the source.
func check(t *testing.T, x Index, s *fake) *View {
	t.Helper()
	v, err := x.Open(context.Background(), s, now, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := holds(t, v), s.want(); got != want {
		t.Errorf("the view holds\n%s\nwant\n%s", got, want)
	}
	return v
}

// stored is check, and says that nothing kept the index from being stored.
func stored(t *testing.T, x Index, s *fake) {
	t.Helper()
	if v := check(t, x, s); v.Unstored != nil {
		t.Error(v.Unstored)
	}
}

// rebuilt is the index, removed and opened.
func rebuilt(ctx context.Context, x Index, s *fake, progress func(done, total int)) (*View, error) {
	if err := x.Remove(); err != nil {
		return nil, err
	}
	return x.Open(ctx, s, now, progress)
}

func newIndex(t *testing.T) Index {
	t.Helper()
	return Index{Dir: filepath.Join(t.TempDir(), "machine", "index")}
}

// three is a source of three files in two folders.
func three() *fake {
	s := newFake()
	s.put("h/a/1.yaml", "Redis sessions", old)
	s.put("h/a/2.yaml", "tab\there, a line\nand a back\\slash\\n", old)
	s.put("h/b/3.yaml", "x", old+5)
	return s
}
