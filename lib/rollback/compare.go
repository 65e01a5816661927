package rollback

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
)

// maxText is how many bytes of a file a comparison reads, on each side.
const maxText = 10 << 20

// A Side is a file on one side of a comparison.
type Side struct {
	Kind   Kind
	Mode   string // of a file, such as 0644
	Target string // of a link
	Size   int64
	Bytes  []byte // of a file of at most maxText bytes, nil for others
}

// A Difference is one file that is not as the checkpoint holds it.
type Difference struct {
	Path     string
	Was, Now Side
	// Unknown says why the bytes before cannot be shown, "" where they can.
	Unknown string
}

// Compare finds the files of a checkpoint that are not as it holds them; paths
// are project-relative files or folders, none means all of the checkpoint's
// own list, and calls visit with each, by path. A path that only the snapshot
// holds is taken from there. It changes nothing.
func (e Engine) Compare(ctx context.Context, c checkpoint.Checkpoint, paths []string, visit func(Difference)) error {
	tree, err := durable.OpenTree(e.Root)
	if err != nil {
		return err
	}
	defer tree.Close()
	p := &planner{Engine: e, tree: tree, checkpoint: c, options: Options{Files: paths, TaskState: true},
		wants: map[string]want{}, items: map[string]Item{}, blocked: map[string]string{}}
	if err := p.collect(ctx); err != nil {
		return err
	}
	for path := range p.items {
		// What a rollback keeps is compared all the same, where it is held.
		if i := slices.IndexFunc(c.Files, func(f checkpoint.File) bool { return f.Path == path }); i >= 0 && checkpoint.Allowed(path) == nil {
			p.wants[path] = wantOf(c.Files[i])
		}
	}
	for _, path := range slices.Sorted(maps.Keys(p.wants)) {
		d, same, err := p.difference(ctx, p.wants[path])
		if err != nil {
			return err
		}
		if !same {
			visit(d)
		}
	}
	return ctx.Err()
}

// difference compares one path, and reports whether it is as it was.
func (p *planner) difference(ctx context.Context, w want) (Difference, bool, error) {
	d := Difference{Path: w.path}
	now, err := look(ctx, p.tree, w.path, p.sha256Git)
	if err != nil {
		return d, false, err
	}
	if w.source.Blob != "" {
		w.mode = modeInBlob(w, now)
	}
	d.Was = Side{Kind: w.kind, Mode: w.mode, Target: w.target}
	d.Now = Side{Kind: now.Kind, Mode: now.Mode, Target: now.Target}
	if w.matches(now) {
		return d, true, nil
	}
	if now.Kind == File {
		if d.Now.Bytes, d.Now.Size, err = contents(func() (io.ReadCloser, error) { f, _, err := p.tree.Open(w.path); return f, err }); err != nil {
			return d, false, err
		}
	}
	switch {
	case w.gone != "":
		d.Unknown = w.gone
		return d, false, nil
	case w.source == (source{}):
		return d, false, nil
	}
	var b []byte
	if b, d.Was.Size, err = contents(func() (io.ReadCloser, error) { return p.before(ctx, w) }); err != nil {
		if ctx.Err() != nil {
			return d, false, ctx.Err()
		}
		d.Unknown = err.Error()
		return d, false, nil
	}
	if w.kind == Link {
		d.Was.Target = string(b)
		return d, false, nil
	}
	d.Was.Bytes = b
	return d, false, nil
}

// matches reports whether a path is as a checkpoint says. Where the checkpoint
// does not say a mode, any will do.
func (w want) matches(now seen) bool {
	switch {
	case w.kind == Absent:
		return now.bare()
	case w.kind != now.Kind:
		return false
	case w.source.Blob != "":
		return w.source.Blob == now.blob && (w.kind == Link || w.mode == now.Mode)
	case w.kind == Link:
		return w.target == now.Target
	}
	return w.sum == now.Sum && (w.mode == "" || w.mode == now.Mode)
}

// before opens the bytes that a checkpoint holds of a file.
func (p *planner) before(ctx context.Context, w want) (io.ReadCloser, error) {
	if w.source.Backup != nil {
		f, err := p.Checkpoints.Backup(p.checkpoint, *w.source.Backup)
		if err != nil {
			return nil, err
		}
		return struct {
			io.Reader
			io.Closer
		}{newChecking(f, w.sum), f}, nil
	}
	from, to := io.Pipe()
	go func() { to.CloseWithError(p.Snapshots.Blob(ctx, w.source.Blob, to)) }()
	return from, nil
}

// contents reads a file; one over maxText bytes is counted only.
func contents(open func() (io.ReadCloser, error)) ([]byte, int64, error) {
	f, err := open()
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxText+1))
	if err != nil {
		return nil, 0, fmt.Errorf("reading: %w", err)
	}
	if len(b) <= maxText {
		return b, int64(len(b)), nil
	}
	more, err := io.Copy(io.Discard, f)
	return nil, int64(len(b)) + more, err
}
