package autosave

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/design"
	"holdfast/lib/epic"
	"holdfast/lib/gitrepo"
	"holdfast/lib/hook"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/resume"
	"holdfast/lib/undo"
)

// Hooked saves the session of a hook's call in one of a Session's ways, where saving is not off.
// What cannot be read is a failure of the call and stops nothing.
func Hooked(
	ctx context.Context, c *hook.Call, save func(Session, context.Context) (Result, error),
) (Result, error) {
	root, err := c.Root()
	if err != nil {
		return Result{}, err
	}
	if gjson.GetBytes(c.Raw, "transcript_path").Type != gjson.String {
		c.Failed(errors.New("the payload names no transcript"))
	}
	set, err := config.Load(c.Machine, project.Hash(root))
	c.Failed(err)
	if !set.Autosave {
		return Result{}, nil
	}
	p := ProjectAt(c.Env, root, c.Machine, set)
	p.Looked = line.Likely
	s := Session{
		Project: p, ID: c.SessionID, Transcript: c.TranscriptPath, Trigger: c.Trigger, Instructions: c.Instructions,
		Working: beads.Exported(root), NoPrompts: !set.SavePrompts, Died: c.Event == "StopFailure",
	}
	for i := range s.Working {
		s.Working[i].Title = "" // the export may have come with a clone: its titles are told nobody
	}
	s.Waves, err = epic.In(root, c.Machine).Waves(c.Now())
	c.Failed(err)
	s.Designs, err = design.In(root, c.Machine).Resume(ctx, resume.Query{Now: c.Now()})
	c.Failed(err)
	r, err := save(s, ctx)
	c.Failed(r.Warning)
	return r, err
}

// ProjectOf is the project that a command is about, with its lines.
func ProjectOf(inv *cli.Invocation) line.Project {
	set, _ := config.Load(inv.Machine, project.Hash(inv.Project)) // doctor says what is wrong with it
	p := ProjectAt(inv.Env, inv.Project, inv.Machine, set)
	p.Evidence.Time = 2 * time.Second // for a command
	return p
}

// ProjectAt is a project with its lines, and with git and the undos, which tell what of them is open.
func ProjectAt(env cli.Env, root string, folder machine.Folder, set config.Values) line.Project {
	p := line.In(artifact.Of(root, folder), env.Now())
	p.Evidence = line.Evidence{
		Trunks: strings.Fields(set.Trunk),
		Undone: sync.OnceValue(undo.Store{Root: root, Machine: folder}.PutBack),
	}
	p.KeepAutos, p.KeepDays = set.KeepAutos, set.KeepDays
	if p.InGit() {
		p.Evidence.Git = gitrepo.Finder(env.Getenv, env.Environ)
	}
	return p
}
