// Package beads asks the issue tracker beads which issue is in progress. A project without it, and a
// tracker that fails, hangs or prints rubbish, have none in progress.
package beads

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/platform"
	"holdfast/lib/record"
)

var errNoID = errors.New("not the id of an issue")

// Closed is the status of an issue that is done; Working that of one in progress.
const (
	Closed  = "closed"
	Working = "in_progress"
)

// An Issue is one issue of the tracker.
type Issue struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Status  string    `json:"status"`
	Updated time.Time `json:"updated_at,omitzero"`
	Parent  string    `json:"parent,omitempty"` // "" where it has none, or the tracker does not say
}

// Exported reads the issues in progress from the tracker's own export, .beads/issues.jsonl, without
// starting a program: for a hook, which must not wait. It may have come with a clone: its titles are told nobody.
func Exported(root string) []Issue {
	b, _ := durable.In(root, ".beads/issues.jsonl").Read(16 << 20) // nothing where it cannot be read
	return inProgress(each.If(slices.Collect(strings.Lines(string(b))), func(line string) (i Issue, is bool) {
		is = strings.Contains(line, Working) && json.Unmarshal([]byte(line), &i) == nil
		i.Title = ""
		return i, is
	}))
}

// Latest is the issue that was updated last, the zero Issue of none.
func Latest(issues []Issue) Issue {
	if len(issues) == 0 {
		return Issue{}
	}
	return slices.MaxFunc(issues, func(a, b Issue) int { return a.Updated.Compare(b.Updated) })
}

// inProgress leaves out what has another id than the tracker makes: it came from
// somewhere else, and would end up in paths and prompts.
func inProgress(issues []Issue) []Issue {
	return slices.DeleteFunc(issues, func(i Issue) bool { return !record.IsID(i.ID) || i.Status != Working })
}

// A Tracker is the program bd of a project. The zero Tracker has none.
type Tracker struct {
	Root string   // the project root, absolute: where bd runs
	Path string   // the folders in which bd is looked for, as PATH has them
	Env  []string // bd's whole environment, KEY=value
}

// InProgress asks for the issues in progress, within 2 seconds.
func (t Tracker) InProgress(ctx context.Context) []Issue {
	all, _ := t.list(ctx, "list", "--status", Working, "--json")
	return inProgress(all)
}

// Children asks for all issues of an epic, the closed ones too, within 2 seconds. Those that
// say that they belong to another are left out: a tracker that ignores --parent prints the
// issues of all. exec.ErrNotFound is wrapped where bd is not installed.
func (t Tracker) Children(ctx context.Context, epic string) ([]Issue, error) {
	all, err := t.list(ctx, "list", "--parent", epic, "--all", "--limit", "0", "--json")
	return slices.DeleteFunc(all, func(i Issue) bool {
		below := strings.HasPrefix(i.Parent, epic+".") || strings.HasPrefix(i.ID, epic+".")
		return i.Parent != "" && i.Parent != epic && !below
	}), err
}

// Ready asks for the issues of an epic that nothing keeps from being begun, within 2 seconds.
func (t Tracker) Ready(ctx context.Context, epic string) ([]Issue, error) {
	return t.list(ctx, "ready", "--parent", epic, "--json")
}

// Reopen sets an issue open.
func (t Tracker) Reopen(ctx context.Context, id string) error {
	if !record.IsID(id) {
		return errNoID
	}
	_, err := t.run(ctx, 5*time.Second, "update", "--status=open", id)
	return err
}

// list runs bd for a list of issues: of an epic, or of a status. Issues without a proper id
// are left out: they came from somewhere else.
func (t Tracker) list(ctx context.Context, verb, flag, of string, more ...string) ([]Issue, error) {
	if !record.IsID(of) {
		return nil, errNoID
	}
	out, err := t.run(ctx, 2*time.Second, append([]string{verb, flag, of}, more...)...)
	if err != nil {
		return nil, err
	}
	var all []Issue
	if err := json.Unmarshal(out, &all); err != nil || all == nil {
		return nil, fmt.Errorf("asking bd: bd %s printed no list of issues", verb)
	}
	named := slices.DeleteFunc(all, func(i Issue) bool { return !record.IsID(i.ID) })
	if len(named) < len(all) {
		return named, fmt.Errorf("asking bd: bd %s printed issues without an id", verb)
	}
	return named, nil
}

func (t Tracker) run(ctx context.Context, most time.Duration, args ...string) ([]byte, error) {
	program, err := platform.LookPath("bd", t.Path)
	if err != nil {
		return nil, err
	}
	return platform.Run(ctx, platform.Command{
		Path: program, Args: args, Dir: t.Root, Env: t.Env, Time: most, MaxOutput: 4 << 20,
	})
}
