package artifact

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/redact"
	"holdfast/lib/yamldoc"
)

// gitignore keeps the hook's own artifacts, and itself, out of git.
const gitignore = `*_auto_checkpoint.yaml
*_auto-[0-9]_checkpoint.yaml
*_auto-[0-9][0-9]_checkpoint.yaml
.gitignore
`

// maxSuffix is how many files one minute, title and mode may have.
const maxSuffix = 10000

// Options say how a document is saved.
type Options struct {
	Title  string // of the file; the session's name where empty
	Auto   bool   // the hook's own: the title is auto
	DryRun bool   // everything but the writing
	Now    time.Time
}

// Saved is what Save did.
type Saved struct {
	Path     string // relative to the project root
	Document Document
	Bytes    []byte
	Redacted []Redaction
	// Unrecorded is why the machine folder could not be written: the artifact
	// is saved, but this machine will not know it as its own.
	Unrecorded error
}

// Save is the one writer of artifacts. It fills in schema_version, date (now)
// and a checkpoint's outcome where they are missing, redacts, validates and
// writes; nothing is ever overwritten. Faults are a *fault.Invalid that names
// all of them, and then nothing is written.
func (s Store) Save(d Document, o Options) (Saved, error) {
	d = withDefaults(d, o.Now).normalise()
	saved := Saved{Redacted: d.redact(), Document: d}
	if n := yamldoc.Get(d.Front, "session"); n != nil && redactedAt(saved.Redacted, "session") {
		n.Value = FolderName(n.Value) // a marker's brackets and colon are no part of a folder's name
	}
	if faults := append(d.Validate(), tooLong(d)...); len(faults) > 0 {
		return saved, &fault.Invalid{What: "the artifact", Faults: faults}
	}
	var err error
	if saved.Bytes, err = d.Render(); err != nil {
		return saved, err
	}
	if len(saved.Bytes) > maxFile {
		return saved, invalid(fault.Fault{Field: "body", Found: "more than 1 MiB", Allowed: "at most 1 MiB"})
	}
	title := AutoTitle
	if !o.Auto {
		given, _ := redact.Text(o.Title)
		title = shortTitle(given, d.Text("session"), d.Text("primary_bead"))
	}
	dir, err := s.dir()
	if err != nil {
		return saved, err
	}
	if err := checkFolder(dir, d.Text("session")); err != nil {
		return saved, err
	}
	if o.DryRun {
		saved.Path, err = firstFree(dir, d, title, nil)
		return saved, err
	}
	if err := prepare(dir, d.Text("session")); err != nil {
		return saved, err
	}
	// The ledger comes first: a sum without a file harms nobody, a file without
	// its sum would count as a stranger's.
	saved.Unrecorded = s.Machine.Record(machine.Sum(saved.Bytes))
	if saved.Path, err = create(dir, d, title, saved.Bytes); err == nil {
		s.enter(dir, saved)
	}
	return saved, err
}

// enter puts a file just written into the index. Where that fails the next
// query finds the file by its folder's time.
func (s Store) enter(dir string, saved Saved) {
	info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(saved.Path, Dir+"/"))))
	if err != nil {
		return
	}
	a := Artifact{
		Path: saved.Path, Sum: machine.Sum(saved.Bytes), Document: saved.Document,
		Date: dateOf(saved.Path, saved.Document.Text("date")),
	}
	_ = s.Index().Put(context.Background(), RowOf(a, info))
	s.remember(context.Background(), a)
}

func redactedAt(redacted []Redaction, field string) bool {
	return slices.ContainsFunc(redacted, func(r Redaction) bool { return r.Field == field })
}

// tooLong is the one fault that the schema cannot express: file systems count a
// name in bytes.
func tooLong(d Document) []fault.Fault {
	const most = 255
	if s := d.Text("session"); len(s) > most && SafeName(s) {
		return []fault.Fault{{Field: "session", Found: fmt.Sprintf("%d bytes", len(s)), Allowed: "at most 255 bytes"}}
	}
	return nil
}

func withDefaults(d Document, now time.Time) Document {
	out := Document{Front: yamldoc.Map(), Body: d.Body}
	out.Front.Content = append(out.Front.Content, d.Front.Content...)
	set := func(key, value string) {
		if n := yamldoc.Get(out.Front, key); n == nil || n.ShortTag() == "!!null" {
			yamldoc.Set(out.Front, key, yamldoc.String(value))
		}
	}
	set("schema_version", SchemaVersion)
	set("date", now.UTC().Format(time.RFC3339))
	if d.Text("mode") == Checkpoint {
		set("outcome", "PARTIAL_PLUS")
	}
	return out
}

// prepare makes the session folder and the folder's .gitignore.
func prepare(dir, session string) error {
	if err := durable.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	ignore := filepath.Join(dir, ".gitignore")
	if _, err := os.Lstat(ignore); errors.Is(err, fs.ErrNotExist) {
		if err := durable.Create(ignore, []byte(gitignore), 0o644); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	} else {
		durable.Sweep(dir) // nothing else is ever written here
	}
	return durable.MkdirAll(filepath.Join(dir, session), 0o755)
}

// checkFolder refuses a session folder that is a link: it may lead anywhere.
func checkFolder(dir, session string) error {
	if info, err := os.Lstat(filepath.Join(dir, session)); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("opening %q: %w", path.Join(Dir, session), ErrLinkedOut)
	}
	return nil
}

// create writes b under the first name that is free.
func create(dir string, d Document, title string, b []byte) (string, error) {
	return firstFree(dir, d, title, func(full string) error { return durable.Create(full, b, 0o644) })
}

// firstFree returns the first name of the document that nothing has and that
// take, where it is not nil, can take: fs.ErrExist says that somebody was faster.
func firstFree(dir string, d Document, title string, take func(full string) error) (string, error) {
	session := d.Text("session")
	date := dateOf("", d.Text("date"))
	for n := 1; n <= maxSuffix; n++ {
		file := fileName(date, title, n, d.Text("mode"))
		full := filepath.Join(dir, session, file)
		if _, err := os.Lstat(full); err == nil {
			continue // this spares the writing of a temp file
		}
		var err error
		if take != nil {
			err = take(full)
		}
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		return path.Join(Dir, session, file), err
	}
	return "", fmt.Errorf("writing in %q: no free name", path.Join(Dir, session))
}
