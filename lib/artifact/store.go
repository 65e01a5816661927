package artifact

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/index"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/yamldoc"
)

// MaxFile is the size of the largest file that is read as an artifact.
const MaxFile = 1 << 20

// ErrLinkedOut means that the artifacts' folder leads out of the project.
var ErrLinkedOut = errors.New("it is linked out of the project")

// Store is the artifacts of one project. Its root and folder are resolved once.
type Store struct {
	Root    string // the project root, absolute
	Machine machine.Folder
	Hash    string // the project's name in the machine folder

	folder func() (durable.Place, error) // the handoffs folder, which need not exist
	spare  *atomic.Int64                 // keys and items that are still read of large foreign artifacts
}

// Of is the store of the project at root, an absolute path.
func Of(root string, folder machine.Folder) Store {
	s := Store{Root: root, Machine: folder, Hash: project.Hash(root), spare: &atomic.Int64{}}
	s.spare.Store(maxSpare)
	s.folder = sync.OnceValues(s.find)
	return s
}

// Spelled is a session folder by its own spelling, where the file system ignores case.
func (s Store) Spelled(name string) string {
	dir, err := s.Folder()
	if err != nil || !durable.Exists(filepath.Join(dir, name)) {
		return name
	}
	entries, _ := os.ReadDir(dir)
	names := each.Of(entries, fs.DirEntry.Name)
	if slices.Contains(names, name) {
		return name
	}
	return cmp.Or(each.First(names, func(n string) bool { return strings.EqualFold(n, name) }), name)
}

// find looks for the handoffs folder. A link out of the project must be meant: a repository
// must not choose where this machine reads and writes.
func (s Store) find() (durable.Place, error) {
	root, err := filepath.EvalSymlinks(s.Root)
	if err != nil {
		return durable.Place{}, fmt.Errorf("opening the project %q: %w", s.Root, err)
	}
	existing, rest, err := project.Resolve(filepath.Join(root, filepath.FromSlash(Dir)))
	if durable.Missing(err) {
		return durable.Place{}, fmt.Errorf("opening %q: the link leads nowhere: %w", Dir, ErrLinkedOut)
	}
	if err != nil {
		return durable.Place{}, fmt.Errorf("opening %q: %w", Dir, err)
	}
	target := filepath.Join(existing, rest)
	way, err := filepath.Rel(root, target)
	inside := err == nil && filepath.IsLocal(way)
	if !inside {
		way = target
	}
	if slices.Contains(strings.Split(filepath.ToSlash(way), "/"), ".git") {
		return durable.Place{}, fmt.Errorf("opening %q: it leads into a repository's own data: %w", Dir, ErrLinkedOut)
	}
	if inside {
		return durable.In(root, filepath.ToSlash(way)), nil
	}
	if meant, err := durable.Read(s.followed(), 64<<10); err != nil || string(meant) != target+"\n" {
		const hint = "holdfast rebuild --follow, if the link is meant"
		return durable.Place{}, fault.Refuse(hint, "opening %q: %w", Dir, ErrLinkedOut)
	}
	return durable.In(existing, path.Clean(filepath.ToSlash(rest))), nil
}

// Folder is the path of the handoffs folder, absolute, links followed.
func (s Store) Folder() (string, error) {
	folder, err := s.folder()
	return folder.Path(), err
}

// file is the place of the file at rel, a project-relative path below Dir.
func (s Store) file(rel string) (durable.Place, error) {
	below, ok := strings.CutPrefix(rel, Dir+"/")
	if !ok || !filepath.IsLocal(below) {
		return durable.Place{}, fmt.Errorf("reading %q: not below %q", rel, Dir)
	}
	folder, err := s.folder()
	return folder.At(path.Clean(below)), err
}

// Bytes reads the file at rel, a project-relative path below Dir.
func (s Store) Bytes(rel string) ([]byte, error) {
	file, err := s.file(rel)
	if err != nil {
		return nil, err
	}
	return read(file)
}

// Load reads the artifact at rel, a project-relative path below Dir.
func (s Store) Load(rel string) (Artifact, error) {
	b, err := s.Bytes(rel)
	return s.parse(rel, b), err
}

// read reads a file, through no link.
func read(file durable.Place) ([]byte, error) {
	b, err := file.Read(MaxFile)
	if errors.Is(err, durable.ErrLink) {
		err = fmt.Errorf("%w: %w", err, ErrLinkedOut)
	}
	return b, err
}

// MaxAhead is how far ahead of now a date may be and still count as new.
const MaxAhead = 24 * time.Hour

// Order is that in which artifacts count: the newest first, more than a day ahead last, by path.
func Order(now time.Time) func(dateA int64, pathA string, dateB int64, pathB string) int {
	ahead := now.Add(MaxAhead).Unix()
	return func(dateA int64, pathA string, dateB int64, pathB string) int {
		if aheadA, aheadB := dateA > ahead, dateB > ahead; aheadA != aheadB {
			return cmp.Compare(dateA, dateB)
		}
		if dateA != dateB {
			return cmp.Compare(dateB, dateA)
		}
		if len(pathA) != len(pathB) && path.Dir(pathA) == path.Dir(pathB) {
			return len(pathB) - len(pathA) // the one with the greater number
		}
		return strings.Compare(pathB, pathA)
	}
}

const (
	shownGoal = 200 // characters of goal and now that a row holds
	// YAMLGeneration is that of artifacts without schema_version and mode.
	YAMLGeneration = "3"
)

// Index is the index of the project's artifacts.
func (s Store) Index() index.Index { return index.Index{Dir: filepath.Join(s.Kept(), "index")} }

// Kept is the folder of what the machine folder keeps of the project.
func (s Store) Kept() string { return s.Machine.Project(s.Hash) }

// RowOf is the index's row of an artifact, of the file that info describes.
func RowOf(a Artifact, info fs.FileInfo) index.Row {
	r := index.Row{
		Path: a.Path, Size: info.Size(), Modified: info.ModTime().UnixNano(), Sum: a.Sum, Date: a.Date.Unix(),
		Mode: a.Mode(), Session: a.Session(), Bead: a.Text("primary_bead"), Outcome: a.Text("outcome"),
		SessionID: a.SessionID(), Branch: a.Branch(), Faults: int64(len(a.Faults)),
		Goal: fence.Line(a.Goal(), shownGoal), Now: fence.Line(a.Now(), shownGoal),
		Words: a.words(),
	}
	if from, sum := a.Text("metadata."+MigratedFrom), a.Text("metadata."+OriginalSum); from != "" && sum != "" {
		r.Origin = index.OriginOf(from, sum)
	}
	if a.Broken != nil {
		r.Broken = a.Broken.Error()
	} else if a.Text("schema_version") == "" && a.Text("mode") == "" {
		r.Generation, r.Mode = YAMLGeneration, Handoff
	}
	return r
}

// InStore reports whether a project-relative path is that of an artifact: YAML in a session
// folder, or beside them, and no automatic handoff of an earlier generation.
func InStore(rel string) bool {
	below, ok := strings.CutPrefix(rel, Dir+"/")
	return ok && strings.Count(below, "/") <= 1 && isFile(path.Base(rel))
}

// isFile reports whether a file's name is one that counts where artifacts are stored.
func isFile(name string) bool {
	return IsYAML(name) && name[0] != '.' && !strings.HasPrefix(name, "auto-handoff-")
}

// IsYAML reports whether a file's name ends as that of a YAML file.
func IsYAML(name string) bool { return slices.Contains([]string{".yaml", ".yml"}, path.Ext(name)) }

// Wrote reports whether this machine wrote a file of these bytes.
func (s Store) Wrote(b []byte) bool { return s.Machine.Wrote(machine.Sum(b)) }

// Claim takes a file that a model of this machine created whole, with the bytes b, into the
// ledger, names its session in front matter that names none, and returns its bytes now.
func (s Store) Claim(rel string, b []byte, sessionID string) ([]byte, error) {
	named := withSession(b, sessionID)
	if err := s.Machine.Own(named); err != nil {
		return b, err
	}
	if bytes.Equal(named, b) {
		return b, nil
	}
	err := s.Swap(rel, b, named)
	if errors.Is(err, durable.ErrChanged) {
		return s.Bytes(rel) // it was changed again concurrently: leave it
	}
	return named, err
}

// withSession adds session_id as the last line of the front matter, of one document as its
// first. Bytes that would then read otherwise stay as they are.
func withSession(b []byte, sessionID string) []byte {
	a := Parse("", b)
	if _, unusual, err := ParseWritten(b); err != nil || len(unusual) > 0 || a.Broken != nil || a.SessionID() != "" ||
		FolderName(sessionID) != sessionID || len(a.Front.Content) == 0 { // an id as the client makes them
		return b
	}
	end, eol := 0, "\n"
	if rest, marked := bytes.CutPrefix(b, []byte("---")); marked {
		end = len("---\n") + bytes.Index(rest, []byte("\n---"))
	}
	if bytes.Contains(b, []byte("\r\n")) {
		eol = "\r\n"
	}
	added := slices.Concat(b[:end], []byte("session_id: "+sessionID+eol), b[end:])
	now := Parse("", added)
	id := yamldoc.Get(now.Front, "session_id")
	if now.Broken != nil || id == nil || !isString(id) || len(now.Front.Content) != len(a.Front.Content)+2 {
		return b
	}
	return added
}

// Enter has the next query look at a file, which a session may have written in place.
func (s Store) Enter(ctx context.Context, a Artifact, sessionID string) error {
	file, err := s.file(a.Path)
	if err != nil {
		return err
	}
	info, err := file.Lstat()
	if err != nil {
		return fmt.Errorf("indexing %q: %w", a.Path, err)
	}
	if s.Machine.Wrote(a.Sum) {
		session := cmp.Or(a.SessionID(), sessionID)
		s.remember(ctx, session, a.Path, "")
		_ = s.NoteSaved(ctx, session, a.Path, info.ModTime())
	}
	return file.Beside(".").Touch(info.ModTime(), racy) // an earlier time is not trusted yet
}

// RemoveUnchanged removes the file at rel if this machine wrote its bytes and they have the
// sum. It does not wait for the disk: one that a power failure brings back goes again.
func (s Store) RemoveUnchanged(rel, sum string) (bool, error) {
	file, err := s.file(rel)
	if err != nil {
		return false, err
	}
	if b, err := read(file); err != nil || machine.Sum(b) != sum || !s.Machine.Wrote(sum) {
		return false, nil
	}
	return true, file.Derived().Remove()
}

// Swap puts data in the place of the file at rel, while its bytes are those before.
func (s Store) Swap(rel string, before, data []byte) error {
	file, err := s.file(rel)
	if err != nil {
		return err
	}
	file.Beside(".").Sweep()
	return file.Swap(before, data, durable.Shared)
}

// NameFault says what is wrong with a file's name, nil for nothing.
func NameFault(rel string) []fault.Fault {
	if _, _, _, ok := NameOf(rel); ok {
		return nil
	}
	return []fault.Fault{{
		Field: "the file's name", Found: fmt.Sprintf("%q", fault.Shorten(path.Base(rel))),
		Allowed: "YYYY-MM-DD_HH-MM_SHORT-TITLE_MODE.yaml",
	}}
}

// Secrets lists the secrets in the artifact.
func (a Artifact) Secrets() []Redaction {
	if a.Broken != nil {
		return nil
	}
	return Document{Front: plain(a.Front, field{shape: anything}), Body: plain(a.Body, field{shape: anything})}.Redact()
}

// Follow has the place that the handoffs folder is linked to be read and written from now on.
func (s Store) Follow() error {
	target, err := filepath.EvalSymlinks(filepath.Join(s.Root, filepath.FromSlash(Dir)))
	if err != nil {
		return fmt.Errorf("following %q: %w", Dir, err)
	}
	return durable.Own(s.followed()).Replace([]byte(target+"\n"), 0o600)
}

// followed is the file that holds the remembered target.
func (s Store) followed() string { return filepath.Join(s.Kept(), "handoffs-target") }
