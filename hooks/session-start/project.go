package main

import (
	"context"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/design"
	"holdfast/lib/epic"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
	"holdfast/lib/task"
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
}

func open(env cli.Env, root string, folder machine.Folder) workplace {
	p := workplace{
		root: root, machine: folder, env: env,
		artifacts: artifact.Store{Root: root, Machine: folder},
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

// stores are all that can be taken up, most urgent first.
func (p workplace) stores() []resume.Store {
	return []resume.Store{p.epics(), p.artifacts, p.designs,
		workflow.Store{Root: p.root, Machine: p.machine}, task.Store{Root: p.root, Machine: p.machine}}
}

// epics are the epics of the project, and the tracker that knows their issues.
func (p workplace) epics() epic.Store {
	return epic.Store{
		Root: p.root, Machine: p.machine,
		Beads: beads.Tracker{Root: p.root, Path: p.env.Getenv("PATH"), Env: p.env.Environ()},
	}
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
	q := resume.Query{Now: now, SessionID: sessionID, Source: source, History: history{begin, p}}
	if p.inGit {
		head := p.repo.Head()
		q.Branch, _ = redact.Text(head.Branch) // as artifacts hold it
		q.Commit = head.Commit
	}
	return q, cancel
}
