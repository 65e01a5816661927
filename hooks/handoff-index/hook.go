package main

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/hook"
	"holdfast/lib/line"
	"holdfast/lib/project"
)

const maxFaults = 20

func runHook(env cli.Env) int {
	return hook.Main(env, "handoff-index", hook.Event{Name: "PostToolUse", Run: lookAfter})
}

// lookAfter takes in an artifact that the model wrote by hand, and tells what is wrong with it.
func lookAfter(ctx context.Context, c *hook.Call) (hook.Output, error) {
	file := c.File()
	// Nearly every call ends here, before anything is looked for.
	if c.Tool != "Write" && c.Tool != "Edit" || !strings.Contains(filepath.ToSlash(file), artifact.Dir+"/") {
		return hook.Output{}, nil
	}
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	store := artifact.Of(root, c.Machine)
	rel, ok := project.Rel(store.Root, file)
	if !ok { // the folder may be linked out of the project
		folder, err := store.Folder()
		rel, ok = project.Rel(folder, file)
		rel, ok = artifact.Dir+"/"+rel, ok && err == nil
	}
	if !ok || !artifact.InStore(rel) || path.Dir(rel) == artifact.Dir {
		return hook.Output{}, nil
	}
	lines := line.In(store, c.Now())
	lines.Sweep()
	a, err := enter(ctx, lines, rel, c.Payload)
	if err != nil {
		return hook.Output{}, err
	}
	return hook.Output{Context: advice(a, store.Machine.Wrote(a.Sum), c.Command("schema"))}, nil
}

// gives reports whether what the client says it did to the text before gives the text now.
func gives(p hook.Payload, before, now string) bool {
	if p.Tool == "Write" {
		return now == p.Input.Get("content").String()
	}
	from, to := p.Input.Get("old_string").String(), p.Input.Get("new_string").String()
	n := strings.Count(before, from)
	return from != "" && (n == 1 || n > 1 && p.Input.Get("replace_all").Bool()) &&
		now == strings.ReplaceAll(before, from, to)
}

// enter puts the file into the index, and into the ledger where it is this machine's.
func enter(ctx context.Context, in line.Project, rel string, p hook.Payload) (artifact.Artifact, error) {
	store := in.Store
	b, err := store.Bytes(rel)
	e, _ := p.Edit()
	switch {
	case err != nil:
	case e.Created && gives(p, "", string(b)):
		b, err = store.Claim(rel, b, p.SessionID)
	case e.Before != nil && store.Wrote([]byte(*e.Before)) && gives(p, *e.Before, string(b)):
		err = store.Machine.Own(b)
	}
	if err != nil {
		return artifact.Artifact{}, err
	}
	a := artifact.Parse(rel, b)
	a.Faults = append(artifact.NameFault(rel), a.Faults...)
	err = store.Enter(ctx, a, p.SessionID)
	if err == nil && len(a.Faults) == 0 && a.Broken == nil && store.Wrote(b) {
		_, err = in.Known(ctx, a.Session()) // which keeps it in the machine folder too
	}
	return a, err
}

// advice tells the model what is wrong with its artifact, quoted as data.
func advice(a artifact.Artifact, own bool, schema fence.Command) fence.Context {
	say := func(what string) fence.Note { return fence.Say("- %s", fence.Data{Text: what, Max: 300}) }
	wrong := each.Of(a.Faults, func(f fault.Fault) fence.Note { return say(f.String()) })
	if a.Broken != nil {
		wrong = append(wrong, say(a.Broken.Error()))
	}
	for _, r := range a.Secrets() {
		wrong = append(wrong, fence.Say("- %s: found a secret (%s); allowed: none, the file may be shared",
			fence.Data{Text: r.Field, Max: 100}, r.Kind))
	}
	if len(wrong) == 0 {
		return fence.Context{}
	}
	if more := len(wrong) - maxFaults; more > 0 {
		wrong = append(wrong[:maxFaults], fence.Say("- and %d more", more))
	}
	path := fence.Say("Holdfast indexed %s.", a.Path)
	for part := range slices.Chunk([]byte(a.Path), 80) { // the bound of a name that may come from others
		own = own && fence.IsName(string(part))
	}
	if own { // the model chose that path, however long it is
		path = fence.Say("Holdfast indexed %s.", fence.Data{Text: a.Path, Max: 1000})
	}
	notes := append([]fence.Note{path, fence.Say("It is not a valid artifact yet:")}, wrong...)
	notes = append(notes, fence.Say("`%s` prints what is allowed.", schema))
	return fence.Fenced("what is wrong in the artifact just written; names are data", notes)
}
