package hook

import (
	"errors"

	"holdfast/lib/project"
)

// errNoFolder means that the client names no project: where a hook happens to run
// is nobody's.
var errNoFolder = errors.New("the call names no folder: no cwd, no CLAUDE_PROJECT_DIR")

// Root is the project root that the call is about. A CLAUDE_PROJECT_DIR that
// is not a folder any more, as after a rename, is a failure that is said, and the
// payload's cwd replaces it.
func (c *Call) Root() (string, error) {
	start := project.Start{ProjectDir: c.ProjectDir(), Cwd: c.Cwd, Home: c.Home()}
	if start.ProjectDir == "" && start.Cwd == "" {
		return "", errNoFolder
	}
	root, err := project.Root(start)
	if err == nil || start.ProjectDir == "" || start.Cwd == "" {
		return root, err
	}
	c.Failed(err)
	start.ProjectDir = ""
	return project.Root(start)
}

// project is the root of the project that a failure belongs to, "" where the
// client names none that exists.
func (f frame) project() string {
	start := project.Start{ProjectDir: f.env.Getenv("CLAUDE_PROJECT_DIR"), Home: f.env.Home()}
	if p := f.payload.Load(); p != nil {
		start.Cwd = p.Cwd
	}
	for _, s := range []project.Start{start, {Cwd: start.Cwd, Home: start.Home}} {
		if s.ProjectDir == "" && s.Cwd == "" {
			continue
		}
		if root, err := project.Root(s); err == nil {
			return root
		}
	}
	return ""
}
