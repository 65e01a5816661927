package workflow

import (
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/record"
)

// Change is the verb that saves what runs have done.
func Change(inv *cli.Invocation) error {
	s, c := In(inv.Project, inv.Machine), command{Invocation: inv}
	if err := c.read(); err != nil {
		return err
	}
	if inv.Rest[0] == "prune" {
		done, err := s.prune(c)
		if err != nil && len(done.Runs) > 0 {
			done.Print(inv)
		}
		return inv.Report(done, err)
	}
	return inv.Report(s.do(c))
}

// do does what is asked for. A start and a close archive what is due.
func (s Store) do(c command) (Saved, error) {
	verb := c.Rest[0]
	do := s.change
	if verb == "start" {
		do = s.start
	}
	saved, err := do(c)
	saved.Archived = []Pruned{}
	if err == nil && (verb == "start" || verb == "close") {
		done, failed := s.prune(c)
		c.Warn(failed)
		saved.Archived = done.Runs
	}
	return saved, err
}

// A command is one call of a verb that changes runs. With --force it goes out of order,
// or over another content.
type command struct {
	*cli.Invocation
	step      int          // that begins or is done
	variables record.Value // that are set
	from      Run          // the run that is changed, or its checkpoint
	files     []file       // that the step brought
}

func (c *command) read() (err error) {
	if err := c.Filled("note", "summary", "issue", "unset"); err != nil {
		return err
	}
	if c.Rest[0] == "begin" || c.Rest[0] == "step" {
		if c.step, err = parseStep(c.Rest[2]); err != nil {
			return c.UsageError("step %q: %v", c.Rest[2], err)
		}
	}
	for _, text := range c.All("var") {
		name, says, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return c.BadValue("var", text, "want NAME=VALUE")
		}
		c.variables = c.variables.Merged(record.Object(name, says))
	}
	for _, text := range c.All("vars") {
		more, _ := record.ParseGiven(text)
		if !more.IsObject() {
			return c.BadValue("vars", text, "want a JSON object")
		}
		c.variables = c.variables.Merged(more)
	}
	return nil
}

// Saved is a run as a change left it.
type Saved struct {
	Run
	Changed  bool     `json:"changed"`  // false where all of it was there already
	Archived []Pruned `json:"archived"` // runs that were archived on the way
}

// Print prints what changed.
func (s Saved) Print(inv *cli.Invocation) {
	id, last := cli.OneLine(s.ID), inv.Rest[len(inv.Rest)-1]
	did := map[string]string{
		"start": "started", "begin": "began step " + last + " of", "step": "recorded step " + last + " of",
		"close": "closed as " + last,
	}
	if s.Changed {
		inv.Printf("%s run %s\n", did[inv.Rest[0]], id)
	} else {
		inv.Printf("nothing changed in run %s: all of it is saved already\n", id)
	}
	inv.Printf("  status: %s\n  checkpoint: %s\n", s.Status, s.Checkpoint)
	if s.Next > 0 {
		inv.Printf("  next step: %s\n", stepOf(s.Next, s.Total))
	} else if s.Status != Completed {
		inv.Printf("  %s: %s\n", s.ended(), inv.Typable("holdfast run close %s completed", s.ID))
	}
	if open := s.closedOpen(); open != "" {
		inv.Warnf("run %q is completed, but %s", id, open)
	}
	inv.Printf("  location: %s\n", s.Path)
	if len(s.Archived) > 0 {
		Pruning{Runs: s.Archived}.Print(inv)
	}
}
