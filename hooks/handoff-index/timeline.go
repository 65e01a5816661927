package main

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/autosave"
	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/history"
	"holdfast/lib/line"
	"holdfast/lib/platform"
	"holdfast/lib/project"
)

func runTimeline(inv *cli.Invocation) error {
	f, sessions, err := earlier(inv)
	if err != nil {
		return err
	}
	t := &timelineSource{Invocation: inv, page: history.Page{
		Project: filepath.Base(inv.Project), Version: cli.Version(), Made: inv.Now().Unix(),
		Lanes: []history.Lane{}, Commits: []history.Commit{},
	}}
	if err := t.addLines(sessions); err != nil {
		return err
	}
	t.addCheckpoints()
	t.addCommits(f.Since)
	old := func(l history.Lane) bool { return lastOf(l) < max(f.Since.Unix(), 1) }
	t.page.Lanes = slices.DeleteFunc(t.page.Lanes, old)
	slices.SortStableFunc(t.page.Lanes, func(a, b history.Lane) int { return cmp.Compare(lastOf(b), lastOf(a)) })
	path, err := writePage(inv, t.page)
	if err != nil {
		return err
	}
	lines := each.If(t.page.Lanes, func(l history.Lane) (string, bool) { return l.Name, l.Kind == "line" })
	inv.Printf("wrote %s: %s of work, %s, %s\n", path, fence.Count(len(lines), "line"),
		fence.Count(t.page.Sessions, "session"), fence.Count(len(t.page.Commits), "commit"))
	if inv.On("open") {
		words := append(platform.Opener(), path)
		command := exec.Command(words[0], words[1:]...) // of a browser, which outlives this one
		command.Env = inv.Environ()
		if err := command.Start(); err != nil {
			inv.Warnf("%v; open the file by hand", err)
		}
	} else if inv.OnTerminal() {
		inv.Printf("to look at it: holdfast timeline --open\n")
	}
	return inv.PrintJSON(map[string]any{
		"path": path, "lanes": len(t.page.Lanes), "sessions": t.page.Sessions, "saves": t.page.Saves,
		"commits": len(t.page.Commits),
	})
}

type timelineSource struct {
	*cli.Invocation
	lines []*line.Line
	page  history.Page
}

func (t *timelineSource) addLines(sessions []history.Session) error {
	lines, err := autosave.ProjectOf(t.Invocation).Lines(t.Ctx)
	if err != nil {
		return err
	}
	t.lines, t.page.Sessions = append(lines.Own, lines.Foreign...), len(sessions)
	saved := map[string]bool{}
	for _, l := range t.lines {
		lane := t.lane(l)
		for _, s := range sessions {
			if slices.Contains(l.Sessions, s.ID) {
				saved[s.ID] = true
				sit(&lane, s)
			}
		}
		t.page.Lanes = append(t.page.Lanes, lane)
	}
	for _, s := range sessions {
		if saved[s.ID] {
			continue
		}
		lane := history.Lane{
			Name: s.ID, Kind: "session", State: "session", Goal: cmp.Or(s.Goal, "session "+line.ShortID(s.ID)),
			Branches: s.Branches, Files: s.Files, Commands: []string{t.Typable("holdfast show %s", s.ID)},
		}
		if !s.Gone {
			lane.Commands = append(lane.Commands, fence.Typed("claude --resume %s", s.ID))
		}
		sit(&lane, s)
		t.page.Lanes = append(t.page.Lanes, lane)
	}
	return nil
}

func lastOf(lane history.Lane) int64 {
	events := each.Of(lane.Events, func(e history.Event) int64 { return e.At })
	ends := each.Of(lane.Sittings, func(s history.Sitting) int64 { return s.To })
	return slices.Max(append(slices.Concat(events, ends), 0))
}

func sit(lane *history.Lane, s history.Session) {
	lane.Sittings = append(lane.Sittings,
		history.Sitting{ID: s.ID, From: s.Started.Unix(), To: s.Ended.Unix(), Prompts: s.Prompts})
	lane.Events = append(lane.Events, each.Of(s.Compactions, func(at time.Time) history.Event {
		return history.Event{At: at.Unix(), Kind: "compaction", Label: "compaction"}
	})...)
}

func (t *timelineSource) lane(l *line.Line) history.Lane {
	var s line.State
	state, saved := foreign, l.Artifacts(false)
	if l.Own {
		state, s, saved = string(l.Status()), l.State(), append(l.Artifacts(true), saved...)
	} else {
		l.NewestForeign() // what it is told by
	}
	lane := history.Lane{
		Name: l.Name, Kind: "line", State: state, Goal: cmp.Or(s.Goal, l.Goal), Now: s.Now,
		Bead: strings.Join(l.Beads, ", "), Branches: s.Branches, Files: s.Files,
		Prompts: each.Reversed(line.Texts(s.Prompts)), Lists: map[string][]string{},
	}
	if state == string(line.Open) && fence.IsName(l.Name) {
		lane.Commands = []string{"/recover " + l.Name}
	}
	lane.Commands = append(lane.Commands, t.Typable("holdfast show %s", l.Name))
	for name, entries := range map[string][]line.Item{
		"Next": s.Next, "Blockers": s.Blockers, "Questions": s.Questions, "Rules": s.Rules,
		"Decisions": s.Decisions, "Failed": s.Failed, "Worked": s.Worked,
	} {
		if len(entries) > 0 {
			lane.Lists[name] = line.Texts(entries)
		}
	}
	for _, a := range saved {
		if a.Date.IsZero() || a.Date.After(t.Now().AddDate(0, 0, 1)) {
			continue
		}
		kind := a.Mode()
		if kind != "handoff" && kind != "finalize" {
			kind = "checkpoint"
		}
		if a.Auto() {
			kind = "auto"
		}
		t.page.Saves++
		label := cmp.Or(a.Mode(), "artifact") + ": " + cmp.Or(a.Now(), a.Goal())
		lane.Events = append(lane.Events, history.Event{At: a.Date.Unix(), Kind: kind, Label: label})
	}
	return lane
}

// addCheckpoints adds a lane of file checkpoints. A rollback is on the lane of its line.
func (t *timelineSource) addCheckpoints() {
	all, _, err := checkpoint.Store{Root: t.Project, Machine: t.Machine, Now: t.Now}.List("")
	t.Warn(err)
	lane := history.Lane{
		Name: ".claude/checkpoints", Kind: "files", State: "files", Goal: "File checkpoints and rollbacks",
		Commands: []string{t.Typed("holdfast files list")},
	}
	for _, c := range all {
		kind, what, on := "files", c.ID, &lane
		if c.Type == checkpoint.PreRollback {
			kind, what = "rollback", "rollback; undo it with "+t.Typable("holdfast rollback %s", c.ID)
			if i := t.undone(c); i >= 0 {
				on = &t.page.Lanes[i]
			}
		}
		label := what + ", " + fence.Count(len(c.Files), "file")
		on.Events = append(on.Events, history.Event{At: c.Time.Unix(), Kind: kind, Label: label})
	}
	t.page.Lanes = append(t.page.Lanes, lane)
}

func (t *timelineSource) undone(c checkpoint.Checkpoint) int {
	found, newest := -1, time.Time{}
	for i, l := range t.lines {
		for _, f := range l.Files() {
			in := slices.ContainsFunc(c.Files, func(of checkpoint.File) bool { return of.Path == f.Path })
			if in && f.At.After(newest) && !f.At.After(c.Time) {
				found, newest = i, f.At
			}
		}
	}
	return found
}

func (t *timelineSource) addCommits(since time.Time) {
	repo, ok := gitrepo.Find(t.Project)
	git, found := t.Git()
	if !ok || !found || repo.Head().Commit == "" {
		return
	}
	ctx, cancel := context.WithTimeout(t.Ctx, 3*time.Second)
	defer cancel()
	commits, err := git.Log(ctx, repo.Top, since, 2000)
	if err != nil {
		t.Warnf("the commits are left out: %v", err)
	}
	for _, c := range commits {
		t.page.Commits = append(t.page.Commits, history.Commit{At: c.Time.Unix(), ID: c.ID, Subject: c.Subject})
	}
}

func writePage(inv *cli.Invocation, page history.Page) (string, error) {
	dir := inv.Machine.Project(project.Hash(inv.Project))
	output, err := inv.Absolute(cmp.Or(inv.Flag("output"), filepath.Join(dir, "timeline.html")))
	if err == nil && inv.Flag("output") == "" {
		err = durable.Make(dir, 0o700)
	}
	if err != nil {
		return "", err
	}
	const elsewhere = "holdfast timeline --output FILE writes it elsewhere"
	before, err := durable.Read(output, 16<<20)
	isPage := err == nil && (len(before) == 0 || history.IsPage(before))
	if !isPage && !errors.Is(err, fs.ErrNotExist) {
		return "", cli.Fail(cli.Refused, elsewhere, "%q exists and is not a timeline", output)
	}
	if err := durable.File(output).Replace(page.Render(), 0o600); err != nil {
		return "", cli.Fail(cli.Failed, elsewhere, "writing the page: %w", err)
	}
	return output, nil
}
