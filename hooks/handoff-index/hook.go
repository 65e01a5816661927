package main

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"

	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/hook"
	"holdfast/lib/project"
)

// maxFaults is how many faults the model is told at once.
const maxFaults = 20

func runHook(env cli.Env) int { return hook.Main(env, "handoff-index", "PostToolUse", lookAfter) }

// lookAfter indexes an artifact that the model wrote by hand, takes it into the
// ledger where the model created it whole, and tells the model what is wrong
// with it.
func lookAfter(ctx context.Context, c *hook.Call) (hook.Output, error) {
	if c.Tool != "Write" && c.Tool != "Edit" {
		return hook.Output{}, nil
	}
	response := gjson.GetBytes(c.Raw, "tool_response")
	file := response.Get("filePath").String()
	if file == "" {
		file = gjson.GetBytes(c.Raw, "tool_input.file_path").String()
	}
	// Nearly every call ends here, before anything is looked for.
	if !strings.Contains(filepath.ToSlash(file), artifact.Dir+"/") || response.Get("staged").Bool() {
		return hook.Output{}, nil
	}
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	store := artifact.Store{Root: root, Machine: c.Machine}
	rel, ok := placeOf(store, file)
	if !ok || !artifact.InStore(rel) || path.Dir(rel) == artifact.Dir {
		return hook.Output{}, nil
	}
	w := written{tool: c.Tool, session: c.SessionID, response: response, input: gjson.GetBytes(c.Raw, "tool_input")}
	w.content = w.input.Get("content").String()
	a, err := adopt(ctx, store, rel, w)
	if err != nil {
		return hook.Output{}, err
	}
	return hook.Output{Context: advice(a)}, nil
}

// placeOf is the project-relative path of a file, also in a handoffs folder that
// is linked out of the project and followed.
func placeOf(store artifact.Store, file string) (string, bool) {
	if rel, ok := project.Rel(store.Root, file); ok {
		return rel, true
	}
	folder, err := store.Folder()
	if err != nil {
		return "", false
	}
	rel, ok := project.Rel(folder, file)
	return artifact.Dir + "/" + rel, ok
}

// written is what the client says of the file.
type written struct {
	tool, session, content string
	input, response        gjson.Result
}

// gives reports whether what the client says it did to the text before gives
// the text now: else somebody else changed the file as well.
func (w written) gives(before, now string) bool {
	if w.tool == "Write" {
		return now == w.content
	}
	from, to := w.input.Get("old_string").String(), w.input.Get("new_string").String()
	if from == "" || before == "" {
		return false
	}
	if w.input.Get("replace_all").Bool() {
		return now == strings.ReplaceAll(before, from, to)
	}
	return strings.Count(before, from) == 1 && now == strings.Replace(before, from, to, 1)
}

// adopt enters the file in the index and, where it is this machine's, in the
// ledger: a file that the model created whole, or changed while it was this
// machine's.
func adopt(ctx context.Context, store artifact.Store, rel string, w written) (artifact.Artifact, error) {
	b, err := store.Bytes(rel)
	if err != nil {
		return artifact.Artifact{}, err
	}
	whole := w.tool == "Write" && w.response.Get("type").String() == "create" && bytes.Equal(b, []byte(w.content))
	before := w.response.Get("originalFile")
	switch {
	case whole:
		if b, err = store.Claim(rel, b, w.session); err != nil {
			return artifact.Artifact{}, err
		}
	case store.Wrote([]byte(before.String())) && w.gives(before.String(), string(b)):
		if err := store.Record(b); err != nil {
			return artifact.Artifact{}, err
		}
	}
	a := artifact.Parse(rel, b)
	a.Faults = append(artifact.NameFault(rel), a.Faults...)
	return a, store.Enter(ctx, a)
}

// advice tells the model what is wrong with its artifact, "" for nothing.
func advice(a artifact.Artifact) string {
	var lines []string
	if a.Broken != nil {
		lines = append(lines, fence.Line(a.Broken.Error(), 300))
	}
	for _, f := range a.Faults {
		lines = append(lines, fence.Line(f.String(), 300))
	}
	for _, r := range a.Secrets() {
		lines = append(lines, fence.Line(fmt.Sprintf("%s: found a secret (%s); allowed: none, the file may be shared", r.Field, r.Kind), 300))
	}
	if len(lines) == 0 {
		return ""
	}
	if more := len(lines) - maxFaults; more > 0 {
		lines = append(lines[:maxFaults], fmt.Sprintf("and %d more", more))
	}
	return fmt.Sprintf("Holdfast indexed %s. It is not a valid artifact yet:\n- %s\n`handoff-index schema` prints what is allowed.",
		fence.Line(a.Path, 300), strings.Join(lines, "\n- "))
}
