package rollback

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/snapshot"
)

// A want is what a checkpoint says of one path: its own list, or its snapshot.
type want struct {
	path   string
	kind   Kind // Absent, File or Link
	mode   string
	sum    string // SHA-256 of a file, "" where only its blob is known
	target string // of a link of the list
	blob   string // of an entry of the snapshot
	source source // of the bytes, nil where nothing is kept
	gone   string // why its bytes are not there, "" where they are

	without []string // what the file had that does not come back
}

// A source opens the bytes of a file or a link's target, as they are kept. Its
// reader fails at its end where they are damaged.
type source func(ctx context.Context) (io.ReadCloser, error)

// listed is a want of an entry of the checkpoint's own list.
func (e Engine) listed(c checkpoint.Checkpoint, f checkpoint.File) want {
	w := want{path: f.Path, kind: File, sum: strings.ToLower(f.Hash), target: f.Symlink, without: f.Without}
	if mode, ok := permissions(f.Mode); ok {
		w.mode = octal(mode)
	}
	switch {
	case !f.Existed:
		w.kind = Absent
	case f.Symlink != "":
		w.kind = Link
	case f.BackupPath == "":
		w.gone = "the checkpoint has only its checksum"
	default:
		w.source = func(context.Context) (io.ReadCloser, error) {
			from, err := e.Checkpoints.Backup(c, f)
			return checked(from, sha256.New(), w.sum), err
		}
	}
	return w
}

// held is a want of an entry of a snapshot.
func (e Engine) held(entry snapshot.Entry) want {
	w := want{path: entry.Path, kind: File, mode: octal(entry.Mode), blob: entry.Blob}
	switch {
	case entry.Submodule:
		return want{path: entry.Path, kind: Folder, gone: "a repository of its own"}
	case entry.Link:
		w.kind, w.mode = Link, ""
	}
	w.source = func(ctx context.Context) (io.ReadCloser, error) {
		from, err := e.Snapshots.Open(ctx, entry.Blob)
		return checked(from, snapshot.BlobHash(entry.Size), entry.Blob), err
	}
	return w
}

// matches reports whether a path is as the checkpoint says.
func (w want) matches(now seen) bool {
	switch {
	case w.kind == Absent:
		return now.bare()
	case w.kind != now.Kind:
		return false
	case w.blob != "":
		return w.blob == now.blob && (w.kind == Link || w.modeFor(now) == now.Mode)
	case w.kind == Link:
		return w.target == now.Target
	}
	return w.sum != "" && w.sum == now.Sum && w.modeFor(now) == now.Mode
}

// equals is matches for what another checkpoint says.
func (w want) equals(o want) bool {
	return w.kind == o.kind && w.mode == o.mode && (w.kind == Absent || w.sum != "" && w.sum == o.sum ||
		w.blob != "" && w.blob == o.blob)
}

// modeFor is the mode to restore: the one recorded, else that of the file that is
// there, else an ordinary file's. A snapshot knows only whether a file is a
// program: one that is as much of one keeps its mode.
func (w want) modeFor(now seen) string {
	saved, recorded := permissions(w.mode)
	present, there := permissions(now.Mode)
	if now.Kind == File && there && (!recorded || w.blob != "" && present&0o100 == saved&0o100) {
		return now.Mode
	}
	if !recorded {
		return "0644"
	}
	return octal(saved)
}

// state reads what is kept to its end, and returns what a path will be with it.
func (w want) state(ctx context.Context, now seen) (State, error) {
	after := State{Kind: w.kind, Target: w.target, Sum: w.sum}
	if w.kind == File {
		after.Mode = w.modeFor(now)
	}
	if w.blob == "" {
		return after, nil // its list says it; its backup is verified with the others
	}
	from, err := w.source(ctx)
	if err != nil {
		return after, err
	}
	defer from.Close()
	if w.kind == Link {
		b, err := io.ReadAll(io.LimitReader(from, maxTarget+1))
		if err == nil && len(b) > maxTarget {
			err = fmt.Errorf("a link's target: %w", durable.ErrTooLarge)
		}
		after.Target = string(b)
		return after, err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, from)
	after.Sum = hex.EncodeToString(sum.Sum(nil))
	return after, err
}

// maxTarget is what a link's target can have, in bytes.
const maxTarget = 64 << 10

// A checking reader fails at its end where the bytes are not those of sum, so
// that a damaged source never takes a file's place.
type checking struct {
	io.ReadCloser
	hash hash.Hash
	sum  string
}

func checked(from io.ReadCloser, hash hash.Hash, sum string) io.ReadCloser {
	return &checking{from, hash, sum}
}

func (c *checking) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.hash.Write(p[:n])
	if errors.Is(err, io.EOF) && hex.EncodeToString(c.hash.Sum(nil)) != c.sum {
		return n, errDamaged
	}
	return n, err
}

var errDamaged = errors.New("damaged: its bytes are not those that were saved")

// isAs reports whether a file is in the project as an entry of a checkpoint says.
// known, which may be nil, keeps what was read.
func (e Engine) isAs(ctx context.Context, tree *durable.Tree, f checkpoint.File, known map[string]seen) bool {
	now, err := glance(tree, f.Path)
	if err != nil || checkpoint.Allowed(f.Path) != nil {
		return false
	}
	if now.Kind == File && f.Existed {
		if f.Size != nil && now.size != *f.Size {
			return false
		}
		read, ok := known[f.Path]
		if !ok {
			if read, err = look(ctx, tree, f.Path); err == nil && known != nil {
				known[f.Path] = read
			}
		}
		now = read
	}
	return err == nil && e.listed(checkpoint.Checkpoint{}, f).matches(now)
}

// Current says of each checkpoint, by its id, whether all its files are in the
// project as it holds them: a rollback would change nothing.
func (e Engine) Current(ctx context.Context, all []checkpoint.Checkpoint) map[string]bool {
	current, known := map[string]bool{}, map[string]seen{}
	tree, err := durable.OpenTree(e.Root)
	if err != nil {
		return current
	}
	defer tree.Close()
	for _, c := range all {
		current[c.ID] = len(c.Files) > 0 && !slices.ContainsFunc(c.Files, func(f checkpoint.File) bool {
			return ctx.Err() != nil || !e.isAs(ctx, tree, f, known)
		})
	}
	return current
}
