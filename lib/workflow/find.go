package workflow

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// List returns the runs of a branch, or for "" those of every branch and of the archive:
// unfinished ones first, then by last checkpoint, newest first, and broken ones last.
func (s Store) List(branch string, now time.Time) ([]Run, error) {
	places, err := s.places(branch == "")
	runs := append([]Run{}, each.If(places, func(at place) (Run, bool) {
		r, _ := s.read(at)
		return r, branch == "" || r.on(branch)
	})...)
	sortRuns(runs, now)
	return runs, err
}

func sortRuns(runs []Run, now time.Time) {
	class := func(r Run) int {
		switch {
		case r.broken != nil, r.Last.After(now.Add(day)):
			return 2
		case r.Status == Completed || r.Archived:
			return 1
		}
		return 0
	}
	slices.SortFunc(runs, func(a, b Run) int {
		return cmp.Or(cmp.Compare(class(a), class(b)), b.Last.Compare(a.Last), strings.Compare(b.Path, a.Path))
	})
}

func (r Run) name() string {
	if !r.point.Exists() {
		return fmt.Sprintf("run %q", r.ID)
	}
	return fmt.Sprintf("checkpoint %q of run %q", r.Checkpoint, r.ID)
}

func (s Store) latest(branch string, now time.Time) (Run, error) {
	runs, err := s.List(branch, now)
	if i := slices.IndexFunc(runs, func(r Run) bool { return r.broken == nil && r.Status != Completed }); i >= 0 {
		return runs[i], nil
	}
	return Run{}, cmp.Or(err, error(cli.Missing("holdfast run --all", "no unfinished run on branch %q", branch)))
}

// find finds the run of an id, folder or path, else the checkpoint of that id, else what it is the
// beginning of; RUN/ID is a checkpoint of that run. Where the begin and the end of a step have one id,
// that is meant which goes on with next, else the last.
func (s Store) find(id string, next int) (Run, error) {
	runs, err := s.List("", time.Time{})
	if err != nil {
		return Run{}, err
	}
	in, checkpoint := path.Split(id)
	var points []Run
	for _, r := range runs {
		if checkpoint == "" || in != "" && !r.named(in) {
			continue
		}
		of := map[string]Run{}
		for _, m := range s.checkpoints(r) {
			if was, ok := of[m.Checkpoint]; !ok || was.Next != next && m.Next == next {
				of[m.Checkpoint] = m
			}
		}
		points = slices.AppendSeq(points, maps.Values(of))
	}
	found := each.First([][]Run{
		each.Without(runs, func(r Run) bool { return !r.named(id) }),
		each.Without(points, func(m Run) bool { return m.Checkpoint != checkpoint }),
		append(each.Without(runs, func(r Run) bool { return id == "" || !strings.HasPrefix(r.ID, id) }),
			each.Without(points, func(m Run) bool { return !strings.HasPrefix(m.Checkpoint, checkpoint) })...),
	}, func(fit []Run) bool { return len(fit) > 0 })
	switch len(found) {
	case 0:
		meant := cli.Meant(id, each.Of(runs, func(r Run) string { return r.ID }))
		return Run{}, cli.Missing("holdfast run --all", "%q: no run or checkpoint of that name%s", id, meant)
	case 1:
		return found[0], nil
	}
	candidates := each.Of(found, func(m Run) string {
		if m.point.Exists() {
			return fmt.Sprintf("%s/%s: step %d", m.Path, m.Checkpoint, m.Current)
		}
		return m.Path
	})
	slices.Sort(candidates) // file systems list folders in any order
	return Run{}, cli.Ambiguous(id, "runs or checkpoints", candidates)
}

func (r Run) named(id string) bool {
	id = strings.TrimSuffix(id, "/")
	return id != "" && slices.Contains([]string{r.ID, path.Base(r.Path), r.Path}, id)
}

// IDs are the names of all runs, and with points those of their checkpoints.
func (s Store) IDs(now time.Time, points bool) (ids []string) {
	runs, _ := s.List("", now) // a shell has no place for an error
	for _, r := range runs {
		ids = append(ids, r.ID)
		if points {
			ids = append(ids, each.Of(s.checkpoints(r), func(m Run) string { return m.Checkpoint })...)
		}
	}
	return ids
}

const (
	maxFolder     = 100    // how long a branch's folder may be, in bytes
	defaultBranch = "main" // the branch of runs without git or on no branch
)

func branchOf(root string) string {
	repo, _ := gitrepo.Find(root)
	return cmp.Or(repo.Branch(), defaultBranch)
}

type place struct {
	Path     string `json:"path"` // the run's folder, relative to the project root
	Archived bool   `json:"archived"`
	runs     string // the folder of runs above it
	folder   string // the branch's, "" where there is no such level
}

func (s Store) file(at place, name string) durable.Place {
	return durable.In(s.Root, path.Join(at.Path, name))
}

func (s Store) places(archive bool) (all []place, err error) {
	for _, runs := range Folders() {
		if _, err := s.Entries(runs); err != nil {
			return all, fmt.Errorf("opening %q: %w", runs, err)
		}
		all = append(all, s.level(place{Path: runs, runs: runs})...)
		if archive {
			all = append(all, s.level(place{Path: path.Join(runs, archiveName), runs: runs, Archived: true})...)
		}
	}
	return all, nil
}

// level are the runs in a folder, or in the folders of branches in it.
func (s Store) level(in place) (all []place) {
	names, _ := s.Names(in.Path, true)
	for _, name := range names {
		at := in
		at.Path = path.Join(in.Path, name)
		if _, err := os.Lstat(s.file(at, stateFile).Path()); err == nil {
			all = append(all, at)
		} else if in.folder == "" && (in.Archived || name != archiveName) {
			at.folder = name
			all = append(all, s.level(at)...)
		}
	}
	return all
}

func (s Store) read(at place) (Run, record.File) {
	state, file, err := s.Read(path.Join(at.Path, stateFile), record.MaxOwn, 1<<20)
	r := runAt(at, state)
	if r.Ours, r.broken = file.Own, err; err != nil {
		r.Fault = err.Error()
	}
	return r, file
}

// fold is the folder of a branch, without regard to others.
func fold(branch string) string {
	name := strings.ReplaceAll(branch, "/", "-")
	if len(name) > maxFolder || name == archiveName {
		return strings.ToValidUTF8(name[:min(len(name), maxFolder)], "") + suffix(branch)
	}
	return name
}

func suffix(branch string) string { return "-" + machine.Sum([]byte(branch))[:4] }

// on reports whether a run is of a branch, as it or its folder says, or of every one.
func (r Run) on(branch string) bool {
	if r.Branch != "" || r.folder == "" {
		return r.Branch == branch || r.Branch == ""
	}
	return r.folder == fold(branch) || r.folder == fold(branch)+suffix(branch)
}
