package rollback

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/snapshot"
)

// A Kind is what is at a path.
type Kind string

// The kinds of a state.
const (
	Absent Kind = "absent" // nothing, or nothing that can be reached without following a link
	File   Kind = "file"
	Link   Kind = "link"
	Folder Kind = "folder"
	Other  Kind = "other" // a pipe, a socket, a device
)

// A State is what is at a path, as far as a rollback cares.
type State struct {
	Kind   Kind   `json:"kind"`
	Mode   string `json:"mode,omitempty"`   // of a file: its permissions, such as 0644
	Sum    string `json:"sha256,omitempty"` // of a file: its bytes, in lower-case hex
	Target string `json:"target,omitempty"` // of a link
}

// bare reports whether no file is there: a folder can be at a path
// whose file was removed, because a file below it was restored.
func (s State) bare() bool { return s.Kind == Absent || s.Kind == Folder }

// matches reports whether what is found is what was seen before.
func (s State) matches(found State) bool { return s == found || s.bare() && found.bare() }

// A content is what is at a path of the project, or what a checkpoint says of it by
// its list or its snapshot. A checkpoint may not know all of its State.
type content struct {
	State
	blob    string   // git's id of a file's bytes or a link's target, "" where it is not known
	source  source   // of the bytes, nil where none are kept
	gone    string   // why they are not there, "" where they are
	without []string // what a new file in its place has not
}

// A source opens the bytes of a file or a link's target. That of a checkpoint fails
// at its end where they are damaged.
type source func(ctx context.Context) (io.ReadCloser, error)

// look reads what is at a path, until ctx ends.
func look(ctx context.Context, tree *durable.Tree, path string) (content, error) {
	found, err := glance(tree, path)
	if err != nil || found.Kind != File {
		return found, err
	}
	f, info, err := tree.Open(path)
	if err != nil {
		return content{}, err
	}
	defer f.Close()
	sum, blob := sha256.New(), snapshot.BlobHash(info.Size())
	if _, err := io.Copy(io.MultiWriter(sum, blob), checkpoint.Until(ctx, f)); err != nil {
		return content{}, fmt.Errorf("reading %q: %w", path, err)
	}
	found.Mode, found.Sum, found.blob = octal(info.Mode()), hexOf(sum), hexOf(blob)
	found.without = checkpoint.Lost(f, info)
	return found, nil
}

// glance is look without the bytes of a file.
func glance(tree *durable.Tree, path string) (content, error) {
	info, err := tree.Lstat(path)
	switch {
	case unreachable(err):
		return content{State: State{Kind: Absent}}, nil
	case err != nil:
		return content{}, err
	case info.IsDir():
		return content{State: State{Kind: Folder}}, nil
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := tree.Readlink(path)
		blob := snapshot.BlobHash(int64(len(target)))
		io.WriteString(blob, target)
		return content{State: State{Kind: Link, Target: target}, blob: hexOf(blob)}, err
	case !info.Mode().IsRegular():
		return content{State: State{Kind: Other}}, nil
	}
	return content{State: State{Kind: File, Mode: octal(info.Mode())},
		source: func(context.Context) (io.ReadCloser, error) {
			f, _, err := tree.Open(path)
			return f, err
		}}, nil
}

// unreachable reports whether an error says that no file can be at a path:
// nothing is there, or a folder above it is not a folder.
func unreachable(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, durable.ErrLink) ||
		errors.Is(err, durable.ErrNotRegular) || errors.Is(err, syscall.ENOTDIR)
}

// listed is what the checkpoint's own list says of a path.
func (e Engine) listed(c checkpoint.Checkpoint, f checkpoint.File) content {
	w := content{State: State{Kind: File, Sum: strings.ToLower(f.Hash)}, without: f.Without}
	if mode, ok := permissions(f.Mode); ok {
		w.Mode = octal(mode)
	}
	switch {
	case !f.Existed:
		w.State = State{Kind: Absent}
	case f.Symlink != "":
		w.State = State{Kind: Link, Target: f.Symlink}
	case f.BackupPath == "":
		w.gone = "the checkpoint has only its checksum"
	default:
		w.source = func(context.Context) (io.ReadCloser, error) {
			from, err := e.Checkpoints.Backup(c, f)
			return &checking{from, sha256.New(), w.Sum}, err
		}
	}
	return w
}

// held is what a snapshot says of a path.
func (e Engine) held(entry snapshot.Entry) content {
	w := content{State: State{Kind: File, Mode: octal(entry.Mode)}, blob: entry.Blob}
	switch {
	case entry.Submodule:
		return content{State: State{Kind: Folder}, gone: "a repository of its own"}
	case entry.Link:
		w.State = State{Kind: Link}
	}
	w.source = func(ctx context.Context) (io.ReadCloser, error) {
		from, err := e.Snapshots.Open(ctx, entry.Blob)
		return &checking{from, snapshot.BlobHash(entry.Size), entry.Blob}, err
	}
	return w
}

// is reports whether a path of the project is as a checkpoint says.
func (w content) is(now content) bool {
	switch {
	case w.Kind == Absent:
		return now.bare()
	case w.Kind != now.Kind:
		return false
	case w.Kind == Link:
		return w.blob != "" && w.blob == now.blob || w.blob == "" && w.Target == now.Target
	case w.modeFor(now) != now.Mode:
		return false
	}
	return w.blob != "" && w.blob == now.blob || w.Sum != "" && w.Sum == now.Sum
}

// equals is [content.is] for what another checkpoint says.
func (w content) equals(o content) bool {
	return w.Kind == o.Kind && w.Mode == o.Mode && (w.Kind == Absent || w.Sum != "" && w.Sum == o.Sum ||
		w.blob != "" && w.blob == o.blob || w.Target != "" && w.Target == o.Target)
}

// modeFor is the mode to restore: the one recorded, else that of the file that is
// there, else an ordinary file's. A snapshot knows only whether a file is a
// program: one that is as much of one keeps its mode.
func (w content) modeFor(now content) string {
	saved, recorded := permissions(w.Mode)
	present, there := permissions(now.Mode)
	if now.Kind == File && there && (!recorded || w.blob != "" && present&0o100 == saved&0o100) {
		return now.Mode
	}
	if !recorded {
		return "0644"
	}
	return octal(saved)
}

// permissions reads a mode as checkpoints write it. What is not one gives false.
func permissions(mode string) (fs.FileMode, bool) {
	n, err := strconv.ParseUint(mode, 8, 32)
	return fs.FileMode(n) & fs.ModePerm, err == nil
}

func octal(mode fs.FileMode) string { return fmt.Sprintf("%04o", mode.Perm()) }

func hexOf(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// maxTarget is what a link's target can have, in bytes.
const maxTarget = 64 << 10

// after is what a path will be with what a checkpoint says. Of a snapshot's entry
// all bytes are read.
func (w content) after(ctx context.Context, now content) (State, error) {
	after := w.State
	if w.Kind == File {
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
	if w.Kind == Link {
		b, err := io.ReadAll(io.LimitReader(from, maxTarget+1))
		if err == nil && len(b) > maxTarget {
			err = fmt.Errorf("a link's target: %w", durable.ErrTooLarge)
		}
		after.Target = string(b)
		return after, err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, from)
	after.Sum = hexOf(sum)
	return after, err
}

// A checking reader fails at its end where the bytes are not those of sum, so
// that a damaged source never takes a file's place.
type checking struct {
	io.ReadCloser
	hash hash.Hash
	sum  string
}

func (c *checking) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.hash.Write(p[:n])
	if errors.Is(err, io.EOF) && hexOf(c.hash) != c.sum {
		return n, errDamaged
	}
	return n, err
}

var errDamaged = errors.New("damaged: its bytes are not those that were saved")

// isAs reports whether a file is in the project as an entry of a checkpoint says.
func (e Engine) isAs(f checkpoint.File, look func(path string) (content, error)) bool {
	if checkpoint.Allowed(f.Path) != nil {
		return false
	}
	now, err := look(f.Path)
	return err == nil && e.listed(checkpoint.Checkpoint{}, f).is(now)
}

// Current says of each checkpoint, by its id, whether all its files are in the
// project as it holds them: a rollback would change nothing.
func (e Engine) Current(ctx context.Context, all []checkpoint.Checkpoint) map[string]bool {
	current, known := map[string]bool{}, map[string]content{}
	tree, err := durable.OpenTree(e.Root)
	if err != nil {
		return current
	}
	defer tree.Close()
	once := func(path string) (now content, err error) {
		now, ok := known[path]
		if !ok {
			if now, err = look(ctx, tree, path); err == nil {
				known[path] = now
			}
		}
		return now, err
	}
	for _, c := range all {
		current[c.ID] = len(c.Files) > 0 && !slices.ContainsFunc(c.Files, func(f checkpoint.File) bool {
			return ctx.Err() != nil || !e.isAs(f, once)
		})
	}
	return current
}
