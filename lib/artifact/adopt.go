package artifact

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/yamldoc"
)

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
