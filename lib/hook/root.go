package hook

import "holdfast/lib/project"

// Root is the project root that the call is about.
func (c *Call) Root() (string, error) {
	dir := ""
	if c.ProjectDir() == "" && c.Cwd == "" {
		var err error
		if dir, err = c.WorkingDir(); err != nil {
			return "", err
		}
	}
	return project.Root(project.Start{
		ProjectDir: c.ProjectDir(),
		Cwd:        c.Cwd,
		WorkingDir: dir,
		Home:       c.Home(),
	})
}
