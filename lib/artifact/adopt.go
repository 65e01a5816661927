package artifact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
)

// InStore reports whether a project-relative path is one where artifacts are stored:
// YAML in a session folder, or beside them. Automatic handoffs of an earlier
// generation do not count.
func InStore(rel string) bool {
	below, ok := strings.CutPrefix(rel, Dir+"/")
	return ok && strings.Count(below, "/") <= 1 && isFile(path.Base(rel))
}

// isFile reports whether a file's name is one that counts where artifacts are stored.
func isFile(name string) bool {
	isYAML := strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
	return isYAML && name[0] != '.' && !strings.HasPrefix(name, "auto-handoff-")
}

// Bytes reads the file at rel, a project-relative path below Dir.
func (s Store) Bytes(rel string) ([]byte, error) {
	dir, below, err := s.below(rel)
	if err != nil {
		return nil, err
	}
	return readIn(dir, below)
}

// Wrote reports whether this machine wrote a file of these bytes.
func (s Store) Wrote(b []byte) bool { return s.Machine.Wrote(machine.Sum(b)) }

// Record enters bytes in the ledger: a model of this machine wrote them.
func (s Store) Record(b []byte) error { return s.Machine.Record(machine.Sum(b)) }

// Enter puts the file of an artifact, which a session may have written, into the index.
func (s Store) Enter(ctx context.Context, a Artifact, sessionID string) error {
	dir, below, err := s.below(a.Path)
	if err != nil {
		return err
	}
	info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(below)))
	if err != nil {
		return fmt.Errorf("indexing %q: %w", a.Path, err)
	}
	if s.Machine.Wrote(a.Sum) {
		session := cmp.Or(a.SessionID(), sessionID)
		s.distrust(a.Path)
		s.remember(ctx, session, a.Path, "")
		_ = s.NoteSaved(ctx, session, a.Path, info.ModTime())
	}
	return s.Index().Put(ctx, RowOf(a, info))
}

// RemoveUnchanged removes the file at rel, where its bytes still have the sum
// and this machine wrote them. It reports whether it did, and does not wait for the
// disk: one that comes back after a power failure is removed again.
func (s Store) RemoveUnchanged(rel, sum string) (bool, error) {
	dir, below, err := s.below(rel)
	if err != nil {
		return false, err
	}
	if b, err := readIn(dir, below); err != nil || machine.Sum(b) != sum || !s.Machine.Wrote(sum) {
		return false, nil
	}
	return true, s.at(dir, below).RemoveDerived()
}

// Swap puts data in the place of the file at rel, where its bytes are still those
// before.
func (s Store) Swap(rel string, before, data []byte) error {
	dir, below, err := s.below(rel)
	if err != nil {
		return err
	}
	return s.at(dir, below).Swap(before, data, durable.Shared)
}

// NameFault says what is wrong with a file's name, nil for nothing.
func NameFault(rel string) []fault.Fault {
	if isName(path.Base(rel)) {
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
	return Document{Front: plain(a.Front, field{shape: anything}), Body: plain(a.Body, field{shape: anything})}.redact()
}

// Folder is the folder of the session folders, absolute, links followed.
func (s Store) Folder() (string, error) { return s.dir() }

// Follow remembers, in the machine folder, where the handoffs folder is linked
// out of the project to: from now on that place is read and written.
func (s Store) Follow() error {
	target, err := filepath.EvalSymlinks(filepath.Join(s.Root, filepath.FromSlash(Dir)))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("following %q: the folder does not exist: %w", Dir, err)
	}
	if err != nil {
		return fmt.Errorf("following %q: %w", Dir, err)
	}
	if err := s.Machine.Ensure(s.Kept()); err != nil {
		return err
	}
	return durable.File(s.followed()).Replace([]byte(target+"\n"), 0o600)
}

// followed is the file that holds the remembered target.
func (s Store) followed() string { return filepath.Join(s.Kept(), "handoffs-target") }

// mayFollow reports whether a handoffs folder at target was said to be meant.
func (s Store) mayFollow(target string) bool {
	b, err := durable.Read(s.followed(), 64<<10)
	if err != nil {
		return false
	}
	if resolved, err := filepath.EvalSymlinks(target); err == nil {
		target = resolved
	}
	return target == strings.TrimSuffix(string(b), "\n")
}
