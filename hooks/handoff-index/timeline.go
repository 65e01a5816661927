package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/history"
	"holdfast/lib/line"
	"holdfast/lib/platform"
	"holdfast/lib/project"
)

const timelineHelp = `Writes one HTML page that shows the project over time: each line of work as a
lane, with sessions, saves, compactions, file checkpoints, rollbacks and
commits. A click shows the state of a line and the command that continues it.
The page needs no network.

Options:
  --output FILE  where to write it (default: in the machine folder); another
                 file than an earlier page is not replaced
  --open         open it in the browser
  --since D      only since a date, an RFC 3339 time, or a number of days: 30d
  --json         {"path","lanes","sessions","saves","commits"}

Examples:
  holdfast timeline --open
  holdfast timeline --since 30d --output timeline.html
`

const (
	maxCommits = 2000
	logTime    = 3 * time.Second // for git's log
)

func runTimeline(inv *cli.Invocation) error {
	f, err := filterOf(inv)
	if err != nil {
		return err
	}
	ctx := inv.Ctx
	t, err := gatherTimeline(ctx, inv, f.Since)
	if err != nil {
		return err
	}
	page, err := t.page.Render()
	if err != nil {
		return err
	}
	path, err := t.write(inv, inv.Flag("output"), page)
	if err != nil {
		return err
	}
	lines := 0
	for _, l := range t.page.Lanes {
		if l.Kind == "line" {
			lines++
		}
	}
	inv.Printf("wrote %s: %s of work, %s, %s\n", path, fence.Count(lines, "line"), fence.Count(t.page.Sessions, "session"), fence.Count(len(t.page.Commits), "commit"))
	switch {
	case inv.On("open"):
		openPage(inv, path)
	case inv.OnTerminal():
		inv.Printf("to look at it: holdfast timeline --open\n")
	}
	return inv.PrintJSON(map[string]any{
		"path": path, "lanes": len(t.page.Lanes), "sessions": t.page.Sessions, "saves": t.page.Saves, "commits": len(t.page.Commits),
	})
}

// openPage asks the system to show a page; that it cannot changes nothing. The
// browser outlives this command.
func openPage(inv *cli.Invocation, path string) {
	words := append(platform.Opener(), path)
	command := exec.Command(words[0], words[1:]...)
	command.Env = inv.Environ()
	if err := command.Start(); err != nil {
		inv.Warnf("%v; open the file by hand", err)
	}
}

// A timelineSource gathers what the page shows.
type timelineSource struct {
	store artifact.Store
	since time.Time
	typed func(form fence.Words, values ...string) string // a command as it is typed here
	page  history.Page
}

func gatherTimeline(ctx context.Context, inv *cli.Invocation, since time.Time) (*timelineSource, error) {
	root, folder := inv.Project, inv.Machine
	typing := inv.Typing()
	t := &timelineSource{
		store: artifact.Of(root, folder), since: since, typed: func(form fence.Words, values ...string) string { return typing(fence.Typed(form, values...)) },
		page: history.Page{Project: filepath.Base(root), Version: cli.Version(), Made: inv.Now().Unix(), Lanes: []history.Lane{}, Commits: []history.Commit{}},
	}
	sessions, err := openHistory(inv)
	if err != nil {
		return nil, err
	}
	all, err := sessions.Sessions(ctx, inv.Progress("reading", "sessions"))
	if err := warned(inv, err); err != nil {
		return nil, err
	}
	if err := t.addLines(ctx, inv.Now(), all); err != nil {
		return nil, err
	}
	files := checkpoint.Store{Root: root, Machine: folder, Now: inv.Now}
	checkpoints, _, err := files.List("")
	if err != nil {
		inv.Warnf("%v", err)
	}
	t.addCheckpoints(checkpoints)
	if repo, ok := gitrepo.Find(root); ok {
		t.addCommits(ctx, inv, repo)
	}
	return t, nil
}

// addLines adds a lane for each line of work, with the sessions that worked on
// it, and one for each session that saved nothing.
func (t *timelineSource) addLines(ctx context.Context, now time.Time, sessions []history.Session) error {
	lines, err := line.In(t.store, now).Lines(ctx)
	if err != nil {
		return err
	}
	byID := map[string]history.Session{}
	for _, s := range sessions {
		byID[s.ID] = s
	}
	seated := map[string]bool{}
	for _, l := range append(lines.Own, lines.Foreign...) {
		if !l.Own {
			l.NewestForeign() // what it is told by
		}
		lane := t.lane(l, now)
		for _, id := range l.Sittings.All() {
			if s, ok := byID[id]; ok {
				seated[id] = true
				t.sit(&lane, s)
			}
		}
		t.add(lane)
	}
	for _, s := range sessions {
		if seated[s.ID] {
			continue
		}
		lane := history.Lane{
			Name: s.ID, Kind: history.Unsaved, State: history.Unsaved, Goal: cmp.Or(s.Goal, "session "+shortID(s.ID)),
			Branches: s.Branches, Files: s.Files, Commands: []string{t.typed("holdfast show %s", s.ID)},
		}
		if !s.Gone {
			lane.Commands = append(lane.Commands, fence.Typed("claude --resume %s", s.ID))
		}
		t.sit(&lane, s)
		t.add(lane)
	}
	t.page.Sessions = len(sessions)
	slices.SortStableFunc(t.page.Lanes, func(a, b history.Lane) int { return cmp.Compare(lastOf(b), lastOf(a)) })
	return nil
}

// add adds a lane unless nothing of it is recent enough.
func (t *timelineSource) add(lane history.Lane) {
	if last := lastOf(lane); last >= t.since.Unix() && last > 0 {
		t.page.Lanes = append(t.page.Lanes, lane)
	}
}

// lastOf is when something happened in a lane last, in seconds since 1970.
func lastOf(lane history.Lane) (last int64) {
	for _, e := range lane.Events {
		last = max(last, e.At)
	}
	for _, s := range lane.Sittings {
		last = max(last, s.To)
	}
	return last
}

func (t *timelineSource) sit(lane *history.Lane, s history.Session) {
	lane.Sittings = append(lane.Sittings, history.Sitting{ID: s.ID, From: s.Started.Unix(), To: s.Ended.Unix(), Prompts: s.Prompts})
	for _, at := range s.Compactions {
		lane.Events = append(lane.Events, history.Event{At: at.Unix(), Kind: history.Compaction, Label: "compaction"})
	}
}

func (t *timelineSource) lane(l *line.Line, now time.Time) history.Lane {
	var s line.State
	saved := l.Artifacts(false)
	if l.Own {
		s, saved = l.State(), append(l.Artifacts(true), saved...)
	}
	lane := history.Lane{
		Name: l.Name, Kind: "line", State: stateOf(l, now), Goal: cmp.Or(s.Goal, l.Goal), Now: s.Now, Since: s.Since, Bead: strings.Join(l.Beads, ", "),
		Branches: s.Branches, Files: s.Files, Prompts: slices.Clone(line.Texts(s.Prompts)),
		Commands: []string{t.typed("holdfast show %s", l.Name)},
	}
	slices.Reverse(lane.Prompts)
	if lane.State == history.Open && fence.IsName(l.Name) {
		lane.Commands = append([]string{"/recover " + l.Name}, lane.Commands...)
	}
	lists := map[string][]string{
		"Next": line.Texts(s.Next), "Blockers": line.Texts(s.Blockers), "Questions": line.Texts(s.Questions), "Rules": line.Texts(s.Rules),
		"Decisions": line.Texts(s.Decisions), "Failed": line.Texts(s.Failed), "Worked": line.Texts(s.Worked),
	}
	for name, texts := range lists {
		if len(texts) == 0 {
			delete(lists, name)
		}
	}
	lane.Lists = lists
	for _, a := range saved {
		if a.Date.IsZero() || a.Date.After(now.AddDate(0, 0, 1)) {
			continue
		}
		t.page.Saves++
		lane.Events = append(lane.Events, history.Event{At: a.Date.Unix(), Kind: kindOf(a), Label: cmp.Or(a.Mode(), "artifact") + ": " + cmp.Or(a.Now(), a.Goal())})
	}
	slices.SortFunc(lane.Events, func(a, b history.Event) int { return cmp.Compare(a.At, b.At) })
	return lane
}

func stateOf(l *line.Line, now time.Time) string {
	switch {
	case !l.Own:
		return history.Foreign
	case l.Closed:
		return history.Closed
	case l.Stale(now):
		return history.Stale
	}
	return history.Open
}

func kindOf(a artifact.Artifact) string {
	switch {
	case a.Mode() == artifact.Handoff:
		return history.Handoff
	case a.Mode() == artifact.Finalize:
		return history.Finalize
	case a.Title == "auto" || strings.HasPrefix(a.Title, "auto-"):
		return history.Auto
	}
	return history.Checkpoint
}

// addCheckpoints adds one lane of file checkpoints and rollbacks.
func (t *timelineSource) addCheckpoints(all []checkpoint.Checkpoint) {
	lane := history.Lane{
		Name: ".claude/checkpoints", Kind: history.Files, State: history.Files, Goal: "File checkpoints and rollbacks",
		Commands: []string{t.typed("holdfast files list")},
	}
	for _, c := range slices.Backward(all) {
		kind, what := history.FileSave, c.ID
		if c.Type == checkpoint.PreRollback {
			kind, what = history.Rollback, "rollback; undo it with "+t.typed("holdfast rollback %s", c.ID)
		}
		lane.Events = append(lane.Events, history.Event{At: c.Time.Unix(), Kind: kind, Label: what + ", " + fence.Count(len(c.Files), "file")})
	}
	t.add(lane)
}

func (t *timelineSource) addCommits(ctx context.Context, inv *cli.Invocation, repo gitrepo.Repo) {
	git, ok := gitrepo.New(inv.Getenv("PATH"), inv.Environ())
	if !ok || repo.Head().Commit == "" {
		return
	}
	since := t.since
	for _, l := range t.page.Lanes {
		for _, e := range l.Events {
			if at := time.Unix(e.At, 0); t.since.IsZero() && (since.IsZero() || at.Before(since)) {
				since = at
			}
		}
		for _, s := range l.Sittings {
			if at := time.Unix(s.From, 0); t.since.IsZero() && (since.IsZero() || at.Before(since)) {
				since = at
			}
		}
	}
	if since.IsZero() {
		since = inv.Now().AddDate(0, -1, 0)
	}
	ctx, cancel := context.WithTimeout(ctx, logTime)
	defer cancel()
	commits, err := git.Log(ctx, repo.Top, since, maxCommits)
	if err != nil {
		inv.Warnf("the commits are left out: %v", err)
	}
	for _, c := range commits {
		t.page.Commits = append(t.page.Commits, history.Commit{At: c.Time.Unix(), ID: c.ID, Subject: c.Subject})
	}
}

// mayReplace reports whether nothing is lost where a page takes a file's place.
func mayReplace(path string) bool {
	f, _, err := platform.OpenRegular(path)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, 4<<10))
	return err == nil && (len(b) == 0 || history.IsPage(b))
}

// write puts the page where it was asked for, else beside the project's state.
func (t *timelineSource) write(inv *cli.Invocation, output string, page []byte) (string, error) {
	if output == "" {
		dir := t.store.Machine.Project(project.Hash(t.store.Root))
		if err := t.store.Machine.Ensure(dir); err != nil {
			return "", err
		}
		output = filepath.Join(dir, "timeline.html")
	}
	if !filepath.IsAbs(output) {
		dir, err := inv.WorkingDir()
		if err != nil {
			return "", err
		}
		output = filepath.Join(dir, output)
	}
	if !mayReplace(output) {
		return "", &cli.Error{Code: cli.Refused, Message: fmt.Sprintf("%q exists and is not a timeline", output), Hint: "holdfast timeline --output FILE writes it elsewhere"}
	}
	if err := durable.File(output).Replace(page, 0o600); err != nil {
		return "", &cli.Error{Code: cli.Failed, Message: "writing the page", Cause: err, Hint: "holdfast timeline --output FILE writes it elsewhere"}
	}
	return output, nil
}
