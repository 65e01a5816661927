package artifact

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/fault"
	"holdfast/lib/index"
	"holdfast/lib/machine"
	"holdfast/lib/yamldoc"
	"holdfast/testscripts/disk"
)

var now = time.Date(2026, 11, 21, 9, 30, 15, 0, time.UTC)

// newStore is the store of an empty project, with an empty machine folder.
func newStore(t *testing.T) Store {
	t.Helper()
	dir := disk.Temp(t)
	root := filepath.Join(dir, "a b\nç'\"d")
	disk.Folder(t, root)
	return Of(root, machine.Folder{Path: filepath.Join(dir, "machine")})
}

// given makes a document of YAML text.
func given(t *testing.T, text string) Document {
	t.Helper()
	d, err := FromBody([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return d
}

// least is a checkpoint with nothing but what is required, and further lines.
func least(lines ...string) string {
	return "mode: checkpoint\nsession: work\ngoal: g\nnow: n\n" + strings.Join(lines, "\n") + "\n"
}

func mustSave(t *testing.T, s Store, d Document, o Options) Saved {
	t.Helper()
	if o.Now.IsZero() {
		o.Now = now
	}
	saved, err := s.Save(d, o)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// put writes a file of somebody else's at a path relative to the handoffs
// folder.
func put(t *testing.T, s Store, below, content string) string {
	t.Helper()
	rel := Dir + "/" + below
	full := filepath.Join(s.Root, filepath.FromSlash(rel))
	disk.Write(t, full, content)
	return rel
}

// putOurs is put for a file that this machine wrote.
func putOurs(t *testing.T, s Store, below, content string) string {
	t.Helper()
	if err := s.Machine.Record(machine.Sum([]byte(content))); err != nil {
		t.Fatal(err)
	}
	return put(t, s, below, content)
}

// file is the text of a whole artifact: its date, its keys one a line.
func file(date string, lines ...string) string {
	front, rest := "---\nschema_version: \"1.0.0\"\nmode: checkpoint\ndate: \""+date+"\"\nsession: work\noutcome: PARTIAL_PLUS\n", "goal: g\nnow: n\n"
	for _, l := range lines {
		if key, _, _ := strings.Cut(l, ":"); isFront(key) {
			front += l + "\n"
		} else {
			rest += l + "\n"
		}
	}
	return front + "---\n\n" + rest
}

// heads are the rows of the artifacts that can be read, in the order in which they count.
func heads(t *testing.T, s Store) (rows []index.Row) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.Root, filepath.FromSlash(Dir), "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		rel := Dir + "/" + filepath.Base(filepath.Dir(f)) + "/" + filepath.Base(f)
		info, err := os.Lstat(f)
		if err != nil || info.IsDir() || !InStore(rel) {
			continue
		}
		if a, err := s.Load(rel); err == nil {
			rows = append(rows, RowOf(a, info))
		}
	}
	order := Order(now)
	slices.SortFunc(rows, func(a, b index.Row) int { return order(a.Date, a.Path, b.Date, b.Path) })
	return rows
}

// tree lists all below the project root but folders, sorted.
func tree(t *testing.T, root string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && path != root {
			rel, _ := filepath.Rel(root, path)
			all = append(all, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, "\n")
}

// faultsOf is the fields of the faults of an error, joined by a blank.
func faultsOf(t *testing.T, err error) string {
	t.Helper()
	var invalid *fault.Error
	if !errors.As(err, &invalid) {
		t.Fatalf("error %v, want a [fault.CodeInvalid] error", err)
	}
	var fields []string
	for _, f := range invalid.Faults {
		fields = append(fields, f.Field)
		if f.Found == "" || f.Allowed == "" {
			t.Errorf("the fault %+v does not say what was found or what is allowed", f)
		}
	}
	return strings.Join(fields, " ")
}

func mustParseYAML(t *testing.T, text string) *yamldoc.Node {
	t.Helper()
	documents, _, err := yamldoc.ParseWritten([]byte(text), meant)
	if err != nil || len(documents) != 1 {
		t.Fatal(len(documents), err)
	}
	return documents[0]
}
