// Package snapshot keeps whole work trees as commits of a private git
// repository in the machine folder: the bytes of the files as they lie on the
// disk, their executable bit, links as links. Nothing below the project's own
// .git is written, and nothing runs that is configured there.
//
// The repository holds one commit without a parent for each snapshot, under
// refs/checkpoints/<id>, and an index that makes the next snapshot cheap. Its
// objects are loose files; Compact removes those that no snapshot holds.
package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/platform"
	"holdfast/lib/project"
)

const (
	// MaxFile is the size of a file in bytes above which a snapshot passes over
	// it, unless all are asked for.
	MaxFile = 10 << 20
	// MaxPlainFiles and MaxPlainBytes bound a tree that is not a git work tree.
	MaxPlainFiles = 10_000
	MaxPlainBytes = 500 << 20

	indexName = "index"
	refs      = "refs/checkpoints/"
	maxOutput = 256 << 20
	// maxTime bounds one git process: none waits for ever.
	maxTime = 10 * time.Minute
)

var (
	// ErrTooLarge means that a tree that is not a git work tree is larger than a
	// snapshot takes.
	ErrTooLarge = errors.New("too large for a snapshot: over 10,000 files or 500 MB, and no git work tree")
	// ErrBusy means that another process holds the repository for too long.
	ErrBusy = errors.New("another snapshot is being taken")
)

// A Repo is the private repository of one project.
type Repo struct {
	Root    string // the project, which is the work tree
	Dir     string // the private repository; it need not exist
	Git     gitrepo.Git
	Private Private

	index string // another index than the repository's own, absolute
}

// Of is the private repository of the project at root; it touches nothing.
func Of(folder machine.Folder, root string, git gitrepo.Git) Repo {
	return Repo{Root: root, Dir: filepath.Join(folder.Project(project.Hash(root)), "snapshots.git"), Git: git,
		Private: PrivateIn(root, folder)}
}

// indexFile is the index that git works on.
func (r Repo) indexFile() string {
	if r.index != "" {
		return r.index
	}
	return filepath.Join(r.Dir, indexName)
}

// A Snapshot is one saved work tree.
type Snapshot struct {
	Commit  string
	Tree    string   // git's id of what it holds: two of one tree are equal
	Ignored string   // stands for what git ignored then
	Skipped []string // files over MaxFile and unreadable ones, sorted
}

// A Taking says how a snapshot is taken.
type Taking struct {
	ID, Message string
	Time        time.Time
	// Earlier are snapshots of which one of the same tree, before which git ignored
	// the same, serves instead, as long as the repository holds it.
	Earlier []Snapshot
	// Enter records the snapshot before another process can change the repository;
	// it may be nil.
	Enter    func(Snapshot) error
	Progress func(done, of int) // files; it may be nil
}

// Take saves the work tree and keeps it under the id of its checkpoint. It ends
// with ctx; what was written by then is not written again.
func (r Repo) Take(ctx context.Context, t Taking) (s Snapshot, err error) {
	err = r.withTree(ctx, t.Progress, func(r Repo, tree string, held *files) error {
		s = Snapshot{Tree: tree, Ignored: held.ignoredSum(), Skipped: held.skipped}
		at := slices.IndexFunc(t.Earlier, func(e Snapshot) bool { return e.Tree == tree && e.Ignored == s.Ignored })
		if at >= 0 && r.Has(ctx, t.Earlier[at].Commit) {
			s.Commit = t.Earlier[at].Commit
		} else if s.Commit, err = r.commit(ctx, t, held, tree); err != nil {
			return err
		}
		if t.Enter == nil {
			return nil
		}
		return t.Enter(s)
	})
	if err != nil {
		return Snapshot{}, fmt.Errorf("taking a snapshot: %w", err)
	}
	return s, nil
}

// Tree is git's id of the tree that a snapshot of now would hold.
func (r Repo) Tree(ctx context.Context) (tree string, err error) {
	err = r.withTree(ctx, nil, func(_ Repo, now string, _ *files) error {
		tree = now
		return nil
	})
	return tree, err
}

// withTree runs do on the repository with an index that holds the work tree as
// it is.
func (r Repo) withTree(ctx context.Context, progress func(done, of int),
	do func(r Repo, tree string, held *files) error) error {
	ctx, stop := gitrepo.WithoutTraps(ctx, r.Root)
	defer stop()
	return r.locked(ctx, func() error {
		found := r.find(ctx)
		err := r.withIndex(ctx, func(r Repo) error {
			in, err := r.indexed(ctx) // while the project's own files are listed
			if err != nil {
				return err
			}
			held, err := found(in.same)
			if err != nil {
				return &listError{err}
			}
			if err := r.enter(ctx, held, in, progress); err != nil {
				return err
			}
			tree, err := r.run(ctx, nil, "write-tree")
			if err != nil {
				return err
			}
			return do(r, strings.TrimSpace(string(tree)), held)
		})
		if err != nil {
			return errors.Join(err, r.sweep())
		}
		return nil
	})
}

// locked runs do while no other process changes the repository, which is there
// and clean by then.
func (r Repo) locked(ctx context.Context, do func() error) error {
	if err := durable.Make(filepath.Dir(r.Dir), 0o700); err != nil {
		return err
	}
	began := false
	err := durable.File(r.Dir+".lock").Locked(ctx, func() error {
		began = true
		if err := r.prepare(); err != nil {
			return err
		}
		return do()
	})
	if !began && ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}

// command is git on the private repository. Only what is listed here configures
// it.
func (r Repo) command(stdin string, args ...string) platform.Command {
	all := []string{"--no-pager", "--literal-pathspecs", "--git-dir=" + r.Dir, "--work-tree=" + r.Root}
	for _, setting := range []string{
		"core.bare=false", "core.fileMode=true", "core.symlinks=true", "core.ignoreCase=false", "core.autocrlf=false",
		"core.safecrlf=false", "core.precomposeUnicode=false", "core.protectNTFS=false", "core.protectHFS=false",
		"core.fsmonitor=false", "core.hooksPath=" + platform.NullDevice, "core.attributesFile=" + platform.NullDevice,
		"core.excludesFile=" + platform.NullDevice, "core.compression=0", "core.looseCompression=0",
		"core.logAllRefUpdates=false",
		"core.fsync=objects,reference", "core.fsyncMethod=batch", "gc.auto=0", "maintenance.auto=false",
		// All of it in files of its own: what prune frees. Larger ones go into packs.
		"core.bigFileThreshold=1024g", "index.threads=true", "core.untrackedCache=false", "core.splitIndex=false",
	} {
		all = append(all, "-c", setting)
	}
	return platform.Command{Path: r.Git.Program, Args: append(all, args...), Dir: r.Root, Env: r.env(),
		Stdin: strings.NewReader(stdin), MaxOutput: maxOutput, Time: maxTime}
}

func (r Repo) env() []string {
	env := slices.DeleteFunc(slices.Clone(r.Git.Env), func(pair string) bool {
		return strings.HasPrefix(pair, "GIT_") && !strings.HasPrefix(pair, "GIT_EXEC_PATH=")
	})
	return append(env, "GIT_INDEX_FILE="+r.indexFile(), "GIT_CONFIG_GLOBAL="+platform.NullDevice,
		"GIT_CONFIG_SYSTEM="+platform.NullDevice, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_ATTR_NOSYSTEM=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
		"GIT_ALLOW_PROTOCOL=", "LC_ALL=C")
}

func (r Repo) run(ctx context.Context, stdin []byte, args ...string) ([]byte, error) {
	return platform.Run(ctx, r.command(string(stdin), args...))
}

// commit makes a commit of a tree and keeps it under the id. Its message ends in
// what git ignored.
func (r Repo) commit(ctx context.Context, t Taking, held *files, tree string) (string, error) {
	c := r.command(t.Message+"\n"+held.ignoredText(), "commit-tree", tree)
	when := strconv.FormatInt(t.Time.Unix(), 10) + " +0000"
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		c.Env = append(c.Env, "GIT_"+who+"_NAME=Holdfast", "GIT_"+who+"_EMAIL=holdfast", "GIT_"+who+"_DATE="+when)
	}
	out, err := platform.Run(ctx, c)
	if err != nil {
		return "", err
	}
	commit := strings.TrimSpace(string(out))
	_, err = r.run(ctx, nil, "update-ref", refOf(t.ID), commit)
	return commit, err
}

// refOf is the name under which a checkpoint's snapshot is kept. Ids are
// letters, digits and "._-"; two dots are not possible in a ref.
func refOf(id string) string { return refs + strings.ReplaceAll(id, "..", "%2e%2e") }

// Has reports whether the repository holds the commit, with its tree.
func (r Repo) Has(ctx context.Context, commit string) bool {
	if !objectID(commit) {
		return false
	}
	if _, err := os.Stat(r.Dir); err != nil {
		return false
	}
	_, err := r.run(ctx, nil, "cat-file", "-e", commit+"^{tree}")
	return err == nil
}

func objectID(id string) bool {
	if len(id) != 40 && len(id) != 64 {
		return false
	}
	return !strings.ContainsFunc(id, func(c rune) bool { return !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') })
}

// Size is how many bytes the repository takes on the disk.
func (r Repo) Size() int64 { return sizeOf(r.Dir) }

func sizeOf(dir string) (size int64) {
	filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			if info, err := entry.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil
	})
	return size
}
