package main

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/design"
	"holdfast/lib/durable"
	"holdfast/lib/epic"
	"holdfast/lib/gitrepo"
	"holdfast/lib/history"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/recovery"
	"holdfast/lib/resume"
	"holdfast/lib/task"
	"holdfast/lib/workflow"
)

// A workplace is what the hook and the verbs know of a project.
type workplace struct {
	recovery.Lines // alone, where one is named
	env            cli.Env
	set            config.Values
	broken         error // a file of the settings, whose defaults hold
}

func open(env cli.Env, root string, folder machine.Folder) workplace {
	p, set, err := autosave.ProjectAt(env, root, folder)
	return workplace{Lines: recovery.Lines{Project: p}, env: env, set: set, broken: err}
}

// show are the commands that show more.
func (p workplace) show() recovery.Commands {
	return recovery.Commands{Holdfast: p.env.Command(), Root: p.Store.Root}
}

// stores are those that have a folder, most urgent first.
func (p workplace) stores(q resume.Query) (stores []resume.Store) {
	root, folder := p.Store.Root, p.Store.Machine
	has := func(folders ...string) bool {
		return slices.ContainsFunc(folders, func(f string) bool { return durable.Exists(filepath.Join(root, f)) })
	}
	if p.Named != "" {
		return []resume.Store{p.lines(q)}
	}
	if has(epic.Dir) {
		stores = append(stores, p.epics(q))
	}
	if !p.Empty() {
		stores = append(stores, p.lines(q))
	}
	if has(design.Dir) {
		stores = append(stores, design.In(root, folder))
	}
	if has(workflow.Folders()...) {
		stores = append(stores, workflow.In(root, folder))
	}
	if has(task.Dir) {
		stores = append(stores, task.Store{Root: root, Machine: folder})
	}
	return stores
}

// collect asks the stores. The commands that they name are as they can be typed here.
func (p workplace) collect(ctx context.Context, q resume.Query) ([]resume.Entry, []error) {
	entries, failed := recovery.Collect(ctx, p.stores(q), q)
	for i := range entries {
		entries[i].Fit = p.env.Typed(entries[i].Fit)
	}
	return entries, failed
}

// epics are the epics of the project, and the tracker that knows their issues.
func (p workplace) epics(q resume.Query) epic.Store {
	epics := epic.In(p.Store.Root, p.Store.Machine)
	page := filepath.Join("skills", "recover", "checkpoint-recovery.md")
	if config, err := machine.ConfigDir(p.env.Getenv); err == nil {
		epics.Pages = append(epics.Pages, filepath.Join(config, page))
	}
	if exe, err := p.env.Executable(); err == nil {
		epics.Pages = append(epics.Pages, filepath.Join(filepath.Dir(exe), "..", page))
	}
	epics.Untracked = q.Past.Untracked
	epics.Beads = beads.Tracker{Root: p.Store.Root, Path: p.env.Getenv("PATH"), Env: p.env.Environ()}
	return epics
}

// lines are the lines of work, as far as they belong to what is checked out.
func (p workplace) lines(q resume.Query) recovery.Lines {
	s := p.Lines
	if q.Source != "" { // a hook: the brief tells no older one whole
		s.Project.Looked = 8 // more than it tells
	}
	if q.Continues() {
		s.Mine = p.Store.Notes(q.SessionID).Line()
	} else if q.Source == "clear" {
		was := p.Store.Notes(artifact.Cleared)
		if at, _ := time.Parse(time.RFC3339Nano, was.Source); q.Now.Sub(at) < clearTime {
			s.Mine = was.Told
		}
	}
	return s
}

// nothingKnown reports whether no earlier work of the project is known.
func (p workplace) nothingKnown() bool { return p.Empty() && p.history().Empty() }

// history is what is kept of the client's own record. A hook reads of it what is there.
func (p workplace) history() history.Store {
	return history.Store{Root: p.Store.Root, Machine: p.Store.Machine}
}

// past are the sessions of the history, the one that ended last first.
func (p workplace) past() []history.Abstract {
	if !p.set.History {
		return nil
	}
	return p.history().Abstracts()
}

// failures are those of the project after since, oldest first.
func (p workplace) failures(since time.Time) ([]machine.Failure, error) {
	all, err := p.Store.Machine.Failures(since)
	here := map[string]bool{"": false, p.Store.Root: true}
	all = slices.DeleteFunc(all, func(f machine.Failure) bool {
		is, known := here[f.Project]
		if !known { // it may be the same folder under another name
			is = project.Hash(f.Project) == p.Store.Hash
			here[f.Project] = is
		}
		return !is
	})
	for i := range all {
		all[i].Message = p.env.Typed(all[i].Message)
	}
	return all, err
}

// query is the question to the stores. What git does not answer of its past in 300 ms in all is unknown.
func (p workplace) query(ctx context.Context, sessionID, source string) resume.Query {
	return resume.Query{
		Now: p.env.Now(), SessionID: sessionID, Source: source,
		Branch: p.CheckedOut().Branch, Commit: p.CheckedOut().Commit,
		Past: gitrepo.NewPast(ctx, 300*time.Millisecond, p.Repo, p.Store.Root, p.Git),
	}
}
