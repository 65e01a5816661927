package main

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/design"
	"holdfast/lib/epic"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/recovery"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
	"holdfast/lib/task"
	"holdfast/lib/undo"
	"holdfast/lib/workflow"
)

// A workplace is what the hook and the verbs know of a project.
type workplace struct {
	root      string
	machine   machine.Folder
	artifacts artifact.Store
	designs   design.Store
	repo      gitrepo.Repo
	inGit     bool
	env       cli.Env
	// transcript is the session's, where a hook runs: its folder tells which
	// clients are open.
	transcript string
}

func open(env cli.Env, root string, folder machine.Folder) workplace {
	p := workplace{
		root: root, machine: folder, env: env,
		artifacts: artifact.Of(root, folder),
		designs:   design.Store{Root: root, Machine: folder},
	}
	p.repo, p.inGit = gitrepo.Find(root)
	return p
}

// git is the git program. It is looked for only when it is needed: most starts
// ask it nothing.
func (p workplace) git() (gitrepo.Git, bool) {
	if !p.inGit {
		return gitrepo.Git{}, false
	}
	return gitrepo.New(p.env.Getenv("PATH"), p.env.Environ())
}

// stores are all that have something resumable, most urgent first.
func (p workplace) stores(q resume.Query) []resume.Store {
	return []resume.Store{p.epics(), p.lines(q), p.designs,
		workflow.Store{Root: p.root, Machine: p.machine}, task.Store{Root: p.root, Machine: p.machine}}
}

// collect asks the stores, and has the commands that they name as they can be
// typed here.
func (p workplace) collect(ctx context.Context, stores []resume.Store, q resume.Query) ([]resume.Entry, []error) {
	entries, failed := recovery.Collect(ctx, stores, q)
	typed := p.env.Typing()
	for i := range entries {
		entries[i].Fit = typed(entries[i].Fit)
	}
	return entries, failed
}

// epics are the epics of the project, and the tracker that knows their issues.
func (p workplace) epics() epic.Store {
	var pages []string
	page := filepath.Join("skills", "recover", "checkpoint-recovery.md")
	if config, err := machine.ConfigDir(p.env.Getenv); err == nil {
		pages = append(pages, filepath.Join(config, page))
	}
	if exe, err := p.env.Executable(); err == nil {
		pages = append(pages, filepath.Join(filepath.Dir(exe), "..", page))
	}
	return epic.Store{
		Pages: pages,
		Root:  p.root, Machine: p.machine,
		Beads: beads.Tracker{Root: p.root, Path: p.env.Getenv("PATH"), Env: p.env.Environ()},
	}
}

// lines are the lines of work, as far as they belong to what is checked out.
func (p workplace) lines(q resume.Query) recovery.Lines {
	s := recovery.Lines{Project: line.In(p.artifacts, q.Now), Transcript: p.transcript}
	s.Project.Evidence = line.Evidence{Git: p.git, Trunks: config.Trunks(p.machine, p.artifacts.Hash()), Undone: sync.OnceValue(undo.Store{Root: p.root, Machine: p.machine}.PutBack)}
	if p.inGit {
		s.Checkout = line.CheckoutOf(p.repo, q.History)
	}
	if q.Continues() {
		sitting, _ := p.artifacts.Sitting(q.SessionID)
		s.Mine = sitting.Line()
	}
	return s
}

// settings are what the user set; a broken file is a failure, and the defaults
// hold.
func (p workplace) settings() (config.Values, error) {
	return config.Load(p.machine, p.artifacts.Hash())
}

// failures are those of the project after since, oldest first.
func (p workplace) failures(since time.Time) ([]machine.Failure, error) {
	all, err := p.machine.Failures(since)
	here := map[string]bool{"": false, p.root: true}
	all = slices.DeleteFunc(all, func(f machine.Failure) bool {
		is, known := here[f.Project]
		if !known { // it may be the same folder under another name
			is = project.Hash(f.Project) == p.artifacts.Hash()
			here[f.Project] = is
		}
		return !is
	})
	typed := p.env.Typing()
	for i := range all {
		all[i].Message = typed(all[i].Message)
	}
	return all, err
}

// unseen are those that the user was not shown yet.
func (p workplace) unseen(failures []machine.Failure) []machine.Failure {
	if len(failures) == 0 {
		return nil
	}
	shown := p.machine.Shown(p.artifacts.Hash())
	return slices.DeleteFunc(failures, func(f machine.Failure) bool { return !f.Time.After(shown) })
}

// query is the question to the stores. Its history may ask git for gitTime in
// all, from the first question on.
func (p workplace) query(ctx context.Context, now time.Time, sessionID, source string) (resume.Query, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	begin := sync.OnceValue(func() context.Context {
		limited, stop := context.WithTimeout(ctx, gitTime)
		context.AfterFunc(ctx, stop)
		return limited
	})
	q := resume.Query{Now: now, SessionID: sessionID, Source: source, History: history{begin, ctx, p}}
	if p.inGit {
		q.Branch, _ = redact.Text(p.repo.Branch()) // as artifacts hold it
		q.Commit = p.repo.Head().Commit
	}
	return q, cancel
}
