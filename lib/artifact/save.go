package artifact

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/redact"
	"holdfast/lib/yamldoc"
)

// gitignore keeps the hook's own artifacts, and itself, out of git: in the handoffs folder, and
// in session folders for after a pull that replaces the one above.
const gitignore = `*_auto_checkpoint.yaml
*_auto-[0-9]_checkpoint.yaml
*_auto-[0-9][0-9]_checkpoint.yaml
.gitignore
`

const ignoring = ".gitignore"

// Options say how a document is saved.
type Options struct {
	// Added is a hash of what an automatic save adds, recorded of the session with the path.
	Added  string
	Title  string // of the file; the session's name where empty
	Auto   bool   // the hook's own: the title is auto
	DryRun bool   // everything but the writing
	// Taken are paths, in lower case, that must not be chosen though nothing has them.
	Taken map[string]bool
	// Outside only records the file: the caller keeps the bytes elsewhere.
	Outside bool
	// Recorded writes nothing that the ledger cannot hold.
	Recorded bool
	Now      time.Time
	// Seen is up to when the session's conversation is in it, zero for its date.
	Seen time.Time
	// Folder is what [Store.Ahead] made ready, nil for nothing.
	Folder func() (Prepared, error)
	// Beside does what follows from the file while that waits for the disk; it may be nil. named
	// returns once the file has its name, false where it gets none or is not recorded.
	Beside func(saved Saved, named func() bool)
}

// Saved is what Save did.
type Saved struct {
	Path     string // relative to the project root
	Document Document
	Bytes    []byte
	Redacted []Redaction
	// Unrecorded is why this machine will not know the saved artifact as its own.
	Unrecorded error
}

// Artifact is the file that was written, as it would be read.
func (saved Saved) Artifact() Artifact {
	_, title, _, _ := NameOf(saved.Path)
	return Artifact{
		Path: saved.Path, Sum: machine.Sum(saved.Bytes), Title: title, Document: saved.Document,
		Date: dateOf(saved.Path, saved.Document.Text("date")),
	}
}

// Save is the one writer of artifacts. It fills in what defaults there are, redacts, validates
// and writes; nothing is overwritten. Of faults it returns all at once, and writes nothing.
func (s Store) Save(d Document, o Options) (Saved, error) {
	d = withDefaults(d, o.Now).normalise()
	saved := Saved{Redacted: d.Redact(), Document: d}
	if n := yamldoc.Get(d.Front, "session"); n != nil && strings.Contains(n.Value, "[redacted:") {
		n.Value = FolderName(n.Value) // a marker's brackets and colon are not part of a folder's name
	}
	if faults := d.Validate(); len(faults) > 0 {
		return saved, fault.Of("the artifact", faults...)
	}
	if saved.Bytes = d.Render(); len(saved.Bytes) > MaxFile {
		return saved, notValid("more than 1 MiB", "at most 1 MiB")
	}
	title := AutoTitle
	if !o.Auto {
		title = shortTitle(redact.Text(o.Title), d.Text("session"), d.Text("primary_bead"))
	}
	dir, err := s.Folder()
	if err != nil {
		return saved, err
	}
	session := d.Text("session")
	if info, err := os.Lstat(filepath.Join(dir, session)); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return saved, fmt.Errorf("opening %q: %w", path.Join(Dir, session), ErrLinkedOut) // it may lead anywhere
	}
	if o.DryRun || o.Outside {
		saved.Path, err = firstFree(dir, d, title, func(rel string) error {
			if o.Taken[strings.ToLower(rel)] {
				return fs.ErrExist
			}
			return nil
		})
		if err == nil && o.Outside {
			saved.Unrecorded = s.Machine.Own(saved.Bytes)
			s.remember(context.Background(), d.Text("session_id"), saved.Path, o.Added)
		}
		return saved, err
	}
	if err := s.write(dir, title, &saved, o); err != nil {
		return saved, err
	}
	if at, ok := ParseDate(d.Text("date")); o.Seen.IsZero() && ok && o.Now.Sub(at) > time.Second {
		o.Seen = at.Add(slack) // a date is in seconds
	} else if o.Seen.IsZero() {
		o.Seen = o.Now
	}
	if saved.Unrecorded == nil { // else it is saved again as this machine's
		// Where this fails, the file's own date tells nearly when it was written.
		_ = s.NoteSaved(context.Background(), d.Text("session_id"), saved.Path, o.Seen)
	}
	return saved, nil
}

// write puts the file in its folder. The ledger and the session's record come first: a sum
// without a file harms nobody, and a save that was killed is not made twice.
func (s Store) write(dir, title string, saved *Saved, o Options) (err error) {
	var ledger, beside parallel.Group // the ledger waits for the disk while the folders are made ready
	ledger.Go(func() { saved.Unrecorded = s.Machine.Own(saved.Bytes) })
	defer ledger.Wait()
	defer beside.Wait()
	if o.Folder == nil {
		o.Folder = s.Ahead(saved.Document.Text("session"), o.Auto)
	}
	defer func() { folder, _ := o.Folder(); folder.Close() }()
	saved.Path, err = firstFree(dir, saved.Document, title, func(rel string) (err error) {
		named, to := make(chan bool, 2), Saved{Path: rel, Document: saved.Document, Bytes: saved.Bytes}
		if o.Beside != nil {
			beside.Go(func() { o.Beside(to, func() bool { return <-named }) })
		}
		defer func() {
			if named <- false; err != nil { // unless it had its name; one follows another
				beside.Wait()
			}
		}()
		folder, err := o.Folder()
		if err != nil {
			return err
		}
		s.remember(context.Background(), saved.Document.Text("session_id"), rel, o.Added)
		isNamed := func() { named <- saved.Unrecorded == nil }
		ready := func() error {
			if ledger.Wait(); o.Recorded && saved.Unrecorded != nil {
				return errors.Unwrap(saved.Unrecorded)
			}
			return folder.lasting()
		}
		return folder.At(path.Base(rel)).CreateAfter(ready, isNamed, saved.Bytes, durable.Shared)
	})
	return err
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

// Prepared is an open session folder. What was new of it is on the disk once lasting returns.
type Prepared struct {
	durable.Place
	lasting func() error
}

// Ahead makes the folder of a save, for hooks (auto), ready while its document is made.
func (s Store) Ahead(session string, auto bool) (ready func() (Prepared, error)) {
	var folder Prepared
	made := parallel.Start(func() (err error) { folder, err = s.prepare(session, auto); return err })
	return sync.OnceValues(func() (Prepared, error) { err := <-made; return folder, err })
}

// prepare makes and opens the session folder, and the .gitignore above and, for hooks, in it.
func (s Store) prepare(session string, auto bool) (folder Prepared, err error) {
	handoffs, err := s.folder()
	if err != nil {
		return folder, err
	}
	all, err := handoffs.Make(0o755)
	if err != nil {
		return folder, err
	}
	var fresh []func() error // puts on the disk what is new
	defer func() {
		lasts := parallel.Start(func() error { defer all.Close(); return parallel.All(fresh...) })
		folder.lasting = sync.OnceValue(func() error { return <-lasts })
	}()
	if _, err := ignoreIn(all, false); err != nil {
		return folder, err
	}
	_, missing := all.At(session).Lstat()
	if folder.Place, err = all.At(session).Derived().Make(0o755); err != nil {
		return folder, err
	}
	if missing == nil {
		folder.Sweep()
	} else {
		fresh = append(fresh, all.Sync)
	}
	if auto {
		var made bool
		if made, err = ignoreIn(folder.Derived(), true); made {
			fresh = append(fresh, func() error { return folder.At(ignoring).Append(nil, durable.Shared) }) // its bytes
		}
	}
	return folder, err
}

// ignoreIn makes the .gitignore of a folder that has none, or, where torn says so, of which a power
// failure left no more than a beginning.
func ignoreIn(folder durable.Place, torn bool) (made bool, err error) {
	at := folder.At(ignoring)
	if _, err = at.Lstat(); errors.Is(err, fs.ErrNotExist) {
		folder.Sweep()
		if err = at.Create([]byte(gitignore), durable.Shared); errors.Is(err, fs.ErrExist) {
			return false, nil
		}
		return err == nil, err
	}
	if b, err := at.Read(int64(len(gitignore))); !torn || err != nil || !strings.HasPrefix(gitignore, string(b)) ||
		len(b) == len(gitignore) {
		return false, nil
	}
	return true, at.Replace([]byte(gitignore), durable.Shared)
}

// Ignores reports whether the .gitignore files above a session's artifacts are ours, or will be.
func (s Store) Ignores(session string) bool {
	for _, folder := range []string{".", session} {
		b, err := s.Bytes(path.Join(Dir, folder, ignoring))
		if !errors.Is(err, fs.ErrNotExist) && string(b) != gitignore {
			return false
		}
	}
	return true
}

// firstFree returns the first free path that take can take: fs.ErrExist tries the next.
func firstFree(dir string, d Document, title string, take func(rel string) error) (string, error) {
	session := d.Text("session")
	minute := dateOf("", d.Text("date")).Format(minuteForm)
	ending := "_" + d.Text("mode") + ".yaml"
	name, err := durable.Free(minute+"_"+title, func(name string) error {
		if durable.Exists(filepath.Join(dir, session, name+ending)) {
			return fs.ErrExist // this spares the writing of a temp file
		}
		return take(path.Join(Dir, session, name+ending))
	})
	return path.Join(Dir, session, name+ending), err
}
