package rollback

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
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

// matches reports whether what is found is this state. No file is at an absent path, nor
// where a folder is, such as one that was made for a file below it. A file without a
// mode may have any.
func (s State) matches(found State) bool {
	if s.Kind == File && s.Mode == "" {
		found.Mode = ""
	}
	return s == found || s.free() && found.free()
}

func (s State) free() bool { return s.Kind == Absent || s.Kind == Folder }

// A content is what is at a path, of the project or of a checkpoint, which may
// not know all of its State.
type content struct {
	State
	source  snapshot.Source // of a file's bytes, nil where none are kept
	key     [2]string       // tells the sources of a checkpoint apart
	gone    string          // why they are not there, "" where they are
	without []string        // what a new file in its place has not
	listed  bool            // in the list of the checkpoint
}

// look reads what is at a path, until ctx ends.
func look(ctx context.Context, tree durable.Place, path string) (content, error) {
	found, err := glance(tree, path)
	if err != nil || found.Kind != File {
		return found, err
	}
	f, info, err := tree.At(path).Open()
	if unreachable(err) { // it went, or something else took its place, since the glance
		if found, err = glance(tree, path); err == nil && found.Kind == File {
			err = fmt.Errorf("%q: %w", path, ErrChanged)
		}
		return found, err
	}
	if err != nil {
		return content{}, err
	}
	defer f.Close()
	from := snapshot.NewReader(ctx, f)
	if err := from.Drain(); err != nil {
		return content{}, fmt.Errorf("reading %q: %w", path, err)
	}
	found.Mode, found.Sum, found.without = octal(info.Mode()), from.Sum(), checkpoint.Lost(f, info)
	return found, nil
}

// glance is look without the bytes of a file.
func glance(tree durable.Place, path string) (content, error) {
	info, err := tree.At(path).Lstat()
	switch {
	case unreachable(err):
		return content{State: State{Kind: Absent}}, nil
	case err != nil:
		return content{}, err
	case info.IsDir():
		return content{State: State{Kind: Folder}}, nil
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := tree.At(path).Readlink()
		return content{State: State{Kind: Link, Target: target}}, err
	case !info.Mode().IsRegular():
		return content{State: State{Kind: Other}}, nil
	}
	return content{State: State{Kind: File, Mode: octal(info.Mode())},
		source: func(context.Context) (io.ReadCloser, error) {
			f, _, err := tree.At(path).Open()
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
	w := content{State: State{Kind: File, Sum: strings.ToLower(f.Hash)}, without: f.Without, listed: true}
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
		w.source, w.key = e.Source(c, f), f.Backup()
	}
	return w
}

// maxTarget is what a link's target can have, in bytes.
const maxTarget = 64 << 10

// held is what a snapshot says of a path.
func (e Engine) held(entry snapshot.Entry) content {
	w := content{State: State{Kind: File, Mode: octal(entry.Mode), Sum: entry.Sum}}
	w.source, w.key = e.Snapshots.Source(entry.Sum), [2]string{entry.Sum}
	switch entry.Kind {
	case 0:
		return content{State: State{Kind: Absent}}
	case snapshot.Repository:
		return content{State: State{Kind: Folder}, gone: "a repository of its own: its files are not in the " +
			"snapshot, only that it was at commit " + entry.Sum}
	case snapshot.Link:
		target, err := w.source.Bytes(context.Background(), maxTarget)
		if w = (content{State: State{Kind: Link, Target: string(target)}}); err != nil {
			w.gone = err.Error()
		}
	}
	return w
}

// permissions reads a mode as checkpoints write it. What is not one gives false.
func permissions(mode string) (fs.FileMode, bool) {
	n, err := strconv.ParseUint(mode, 8, 32)
	return fs.FileMode(n) & fs.ModePerm, err == nil
}

func octal(mode fs.FileMode) string { return fmt.Sprintf("%04o", mode.Perm()) }

// of makes a source of bytes.
func of(b []byte) content {
	return content{State: State{Kind: File, Sum: machine.Sum(b)},
		source: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }}
}

// isAs reports whether a file is in the project as an entry of a checkpoint says.
func (e Engine) isAs(ctx context.Context, tree durable.Place, f checkpoint.File, path string) bool {
	if checkpoint.Allowed(f.Path) != nil {
		return false
	}
	now, err := look(ctx, tree, path)
	return err == nil && e.listed(checkpoint.Checkpoint{}, f).matches(now.State)
}

// Current reports of each of the checkpoints whether all its files are in the project as
// it holds them: a rollback would change nothing. A file is read once, however many hold
// it; one that is not read before ctx ends counts as changed.
func (e Engine) Current(ctx context.Context, all []checkpoint.Checkpoint) []bool {
	current := make([]bool, len(all))
	tree, err := durable.Open(e.Root)
	if err != nil {
		return current
	}
	defer tree.Close()
	found := map[string]State{} // by path
	differs := func(f checkpoint.File) bool {
		if checkpoint.Allowed(f.Path) != nil {
			return true
		}
		now, known := found[f.Path]
		if !known && ctx.Err() == nil {
			if c, err := look(ctx, tree, f.Path); err == nil {
				now = c.State
			}
			found[f.Path] = now
		}
		return !e.listed(checkpoint.Checkpoint{}, f).matches(now)
	}
	for i, c := range all {
		current[i] = len(c.Files) > 0 && !slices.ContainsFunc(c.Files, differs)
	}
	return current
}
