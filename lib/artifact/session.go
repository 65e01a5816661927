package artifact

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/durable"
)

// maxSessions bounds the file of sessions; past it the older half goes.
const maxSessions = 256 << 10

// LastBySession returns the newest artifact that this machine wrote for a
// Claude Code session, as LastOf does, without asking the index: a small file
// in the machine folder names what each session saved. Only where that is
// missing the index is asked.
func (s Store) LastBySession(ctx context.Context, sessionID string, now time.Time) (Artifact, bool, error) {
	if sessionID == "" {
		return Artifact{}, false, nil
	}
	b, err := durable.Read(s.sessions(), 2*maxSessions)
	if errors.Is(err, fs.ErrNotExist) {
		heads, err := s.Heads(ctx, now)
		if err != nil {
			return Artifact{}, false, err
		}
		a, ok := s.LastOf(heads, sessionID)
		return a, ok, nil
	}
	if err != nil {
		return Artifact{}, false, err
	}
	var heads []Head
	for line := range strings.Lines(string(b)) {
		id, rel, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok || id != sessionID {
			continue
		}
		if a, err := s.Load(rel); err == nil {
			heads = append(heads, headOfArtifact(a))
		}
	}
	SortNewest(heads, now)
	a, ok := s.LastOf(heads, sessionID)
	return a, ok, nil
}

// remember notes what a session saved. It is derived: a line that is lost costs
// a default and nothing else.
func (s Store) remember(ctx context.Context, a Artifact) {
	id := a.SessionID()
	if id == "" || strings.ContainsAny(id, "\t\r\n") || strings.ContainsAny(a.Path, "\r\n") || s.Machine.Ensure(s.project()) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	_ = durable.Locked(ctx, s.sessions()+".lock", func() error {
		b, err := durable.Read(s.sessions(), 2*maxSessions)
		if err == nil && len(b) > maxSessions {
			half := b[len(b)/2:]
			half = half[bytes.IndexByte(half, '\n')+1:]
			if err := durable.Replace(s.sessions(), half, 0o600); err != nil {
				return err
			}
		}
		return durable.AppendDerived(s.sessions(), []byte(id+"\t"+a.Path+"\n"), 0o600)
	})
}

func (s Store) sessions() string { return filepath.Join(s.project(), "sessions") }
