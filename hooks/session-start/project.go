package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/design"
	"holdfast/lib/epic"
	"holdfast/lib/gitrepo"
	"holdfast/lib/history"
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
	project   line.Project
	head      func() gitrepo.Head                   // read once
	settings  func() (set config.Values, err error) // likewise; a broken file is a failure, and the defaults hold
	env       cli.Env
	// transcript is the session's, where a hook runs: its folder tells which
	// clients are open.
	transcript string
}

func open(env cli.Env, root string, folder machine.Folder) workplace {
	p := workplace{
		root: root, machine: folder, env: env,
		artifacts: artifact.Of(root, folder),
		designs:   design.In(root, folder),
	}
	p.project = line.In(p.artifacts, env.Now())
	p.head = sync.OnceValue(p.project.Repo.Head)
	p.settings = sync.OnceValues(func() (config.Values, error) { return config.Load(folder, p.artifacts.Hash()) })
	return p
}

// show are the commands that show more.
func (p workplace) show() recovery.Commands {
	return recovery.Commands{Holdfast: p.env.Command(), Root: p.root}
}

// git is the git program. It is looked for only when it is needed: most starts
// ask it nothing.
func (p workplace) git() (gitrepo.Git, bool) {
	if !p.project.InGit() {
		return gitrepo.Git{}, false
	}
	return gitrepo.New(p.env.Getenv("PATH"), p.env.Environ())
}

// stores are all that may have something resumable, most urgent first: those that
// have a folder.
func (p workplace) stores(q resume.Query) []resume.Store {
	var stores []resume.Store
	add := func(s func() resume.Store, folders ...string) {
		if slices.ContainsFunc(folders, func(f string) bool {
			_, err := os.Lstat(filepath.Join(p.root, f))
			return err == nil
		}) {
			stores = append(stores, s())
		}
	}
	add(func() resume.Store { return p.epics(q) }, epic.Dir)
	if !p.project.Empty() {
		stores = append(stores, p.lines(q))
	}
	add(func() resume.Store { return p.designs }, design.Dir)
	add(func() resume.Store { return workflow.In(p.root, p.machine) }, workflow.Folders()...)
	add(func() resume.Store { return task.Store{Root: p.root, Machine: p.machine} }, task.Dir)
	return stores
}

// collect asks the stores, and has the commands that they name as they can be
// typed here.
func (p workplace) collect(ctx context.Context, stores []resume.Store, q resume.Query) ([]resume.Entry, []error) {
	entries, failed := recovery.Collect(ctx, stores, q)
	typed := p.env.Typed
	for i := range entries {
		entries[i].Fit = typed(entries[i].Fit)
	}
	return entries, failed
}

// epics are the epics of the project, and the tracker that knows their issues.
func (p workplace) epics(q resume.Query) epic.Store {
	var pages []string
	page := filepath.Join("skills", "recover", "checkpoint-recovery.md")
	if config, err := machine.ConfigDir(p.env.Getenv); err == nil {
		pages = append(pages, filepath.Join(config, page))
	}
	if exe, err := p.env.Executable(); err == nil {
		pages = append(pages, filepath.Join(filepath.Dir(exe), "..", page))
	}
	epics := epic.In(p.root, p.machine)
	epics.Pages, epics.Untracked = pages, q.Past.Untracked
	epics.Beads = beads.Tracker{Root: p.root, Path: p.env.Getenv("PATH"), Env: p.env.Environ()}
	return epics
}

// lines are the lines of work, as far as they belong to what is checked out.
func (p workplace) lines(q resume.Query) recovery.Lines {
	s := recovery.Lines{Project: p.project, Transcript: p.transcript}
	if q.Source != "" { // a hook: the brief tells no older one whole
		s.Project.Looked = line.Recent
	}
	set, _ := p.settings()
	s.Project.Evidence = line.Evidence{
		Git: p.git, Trunks: strings.Fields(set.Trunk),
		Undone: sync.OnceValue(undo.Store{Root: p.root, Machine: p.machine}.PutBack),
	}
	s.Checkout = p.project.Checkout(p.head(), q.Past)
	if q.Continues() {
		sitting, _ := p.artifacts.Sitting(q.SessionID)
		s.Mine = sitting.Line()
	}
	return s
}

// nothingKnown reports whether no earlier work of the project is known.
func (p workplace) nothingKnown() bool { return p.project.Empty() && p.history().Empty() }

// history is what is kept of the client's own record. A hook reads of it what is there.
func (p workplace) history() history.Store { return history.Store{Root: p.root, Machine: p.machine} }

// past are the sessions of the history, the one that ended last first.
func (p workplace) past() (sessions []line.Sitting) {
	if set, _ := p.settings(); !set.History {
		return nil
	}
	abstracts := p.history().Abstracts()
	sessions = make([]line.Sitting, 0, len(abstracts))
	for _, a := range abstracts {
		sessions = append(sessions, line.Sitting{
			Session: a.ID, Date: a.Ended, Title: a.Goal, Branch: a.Branch, Files: a.Files, Words: a.Words,
		})
	}
	return sessions
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
	typed := p.env.Typed
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

// gitTime is what git may take for a brief in all; what it does not answer by
// then is unknown.
const gitTime = 300 * time.Millisecond

// query is the question to the stores. Its past may ask git for gitTime in all.
func (p workplace) query(
	ctx context.Context, now time.Time, sessionID, source string,
) (resume.Query, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	q := resume.Query{
		Now: now, SessionID: sessionID, Source: source,
		Past: gitrepo.NewPast(ctx, gitTime, p.project.Repo.Top, p.root, p.git),
	}
	if p.project.InGit() {
		q.Branch, _ = redact.Text(p.head().Work()) // as artifacts hold it
		q.Commit = p.head().Commit
	}
	return q, cancel
}
