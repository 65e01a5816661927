package rollback

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
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

// permissions reads a mode as checkpoints write it. What is not one gives false.
func permissions(mode string) (fs.FileMode, bool) {
	n, err := strconv.ParseUint(mode, 8, 32)
	if mode == "" || err != nil {
		return 0, false
	}
	return fs.FileMode(n) & fs.ModePerm, true
}

func octal(mode fs.FileMode) string { return fmt.Sprintf("%04o", mode.Perm()) }

// A seen is what is at a path now.
type seen struct {
	State
	size int64
	lost []string // what a new file in its place has not
	blob string   // git's id of a file's bytes or a link's target, "" for others
}

// look reads what is at path, until ctx ends.
func look(ctx context.Context, tree *durable.Tree, path string) (seen, error) {
	found, err := glance(tree, path)
	if err != nil || found.Kind != File {
		return found, err
	}
	f, info, err := tree.Open(path)
	if err != nil {
		return seen{}, err
	}
	defer f.Close()
	sum, blob := sha256.New(), snapshot.BlobHash(info.Size())
	if _, err := io.Copy(io.MultiWriter(sum, blob), checkpoint.Until(ctx, f)); err != nil {
		return seen{}, fmt.Errorf("reading %q: %w", path, err)
	}
	state := State{Kind: File, Mode: octal(info.Mode()), Sum: hex.EncodeToString(sum.Sum(nil))}
	return seen{state, info.Size(), checkpoint.Lost(f, info), hex.EncodeToString(blob.Sum(nil))}, nil
}

// glance is look without the bytes of a file.
func glance(tree *durable.Tree, path string) (seen, error) {
	info, err := tree.Lstat(path)
	if unreachable(err) {
		return seen{State: State{Kind: Absent}}, nil
	}
	if err != nil {
		return seen{}, err
	}
	switch {
	case info.IsDir():
		return seen{State: State{Kind: Folder}}, nil
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := tree.Readlink(path)
		if err != nil {
			return seen{}, err
		}
		blob := snapshot.BlobHash(int64(len(target)))
		io.WriteString(blob, target)
		return seen{State: State{Kind: Link, Target: target}, blob: hex.EncodeToString(blob.Sum(nil))}, nil
	case !info.Mode().IsRegular():
		return seen{State: State{Kind: Other}}, nil
	}
	return seen{State: State{Kind: File, Mode: octal(info.Mode())}, size: info.Size()}, nil
}

// unreachable reports whether an error says that no file can be at a path:
// nothing is there, or a folder above it is not a folder.
func unreachable(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, durable.ErrLink) ||
		errors.Is(err, durable.ErrNotRegular) || errors.Is(err, syscall.ENOTDIR)
}
