package autosave

import (
	"context"
	"errors"
	"strings"

	"github.com/tidwall/gjson"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/config"
	"holdfast/lib/epic"
	"holdfast/lib/gitrepo"
	"holdfast/lib/hook"
	"holdfast/lib/line"
	"holdfast/lib/redact"
)

// Hooked saves the session that a hook is called for, with what the stores and the
// settings of its project say, where the user did not turn saving off. What cannot
// be read is a failure of the call and stops nothing.
func Hooked(ctx context.Context, c *hook.Call, save Way) (Result, error) {
	root, err := c.Root()
	if err != nil {
		return Result{}, err
	}
	if gjson.GetBytes(c.Raw, "transcript_path").Type != gjson.String {
		c.Failed(errors.New("the payload names no transcript"))
	}
	store := artifact.Of(root, c.Machine)
	set, err := config.Load(c.Machine, store.Hash())
	if err != nil {
		c.Failed(err)
	}
	if !set.Autosave {
		return Result{}, nil
	}
	s := Session{
		ID: c.SessionID, Transcript: c.TranscriptPath, Trigger: c.Trigger, Instructions: c.Instructions,
		Working: beads.Exported(root), Now: c.Now(), NoPrompts: !set.SavePrompts,
		Bounds: line.Bounds{Autos: set.KeepAutos, Days: set.KeepDays},
	}
	for i := range s.Working {
		s.Working[i].Title = "" // the export may have come with a clone: its titles are told nobody
	}
	if s.Waves, err = epic.In(root, c.Machine).Waves(c.Now()); err != nil {
		c.Failed(err)
	}
	p := line.In(store, c.Now())
	p.Looked = line.Recent
	p.Evidence = line.Evidence{Git: gitrepo.Finder(c.Getenv, c.Environ), Trunks: strings.Fields(set.Trunk)}
	git, hasGit := gitrepo.New(c.Getenv("PATH"), c.Environ())
	r, err := save(ctx, p, Survey{Root: root, Git: git, HasGit: hasGit, Machine: c.Machine}, s)
	if r.Warning != nil {
		c.Failed(r.Warning)
	}
	return r, err
}

// KeepSummary keeps the client's own summary of a session with its line, without
// secrets and without the notes that the client made for it.
func KeepSummary(p line.Project, session, summary string) error {
	summary = strings.TrimSpace(summary)
	if _, rest, ok := strings.Cut(summary, "</analysis>"); ok && strings.HasPrefix(summary, "<analysis>") {
		summary = strings.TrimSpace(rest)
	}
	summary = strings.TrimSuffix(strings.TrimPrefix(summary, "<summary>"), "</summary>")
	clean, _ := redact.Text(strings.ToValidUTF8(strings.TrimSpace(summary), "\uFFFD"))
	return p.KeepSummary(session, clean)
}
