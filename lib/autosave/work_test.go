package autosave

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

func TestChangedFilesAreThoseOfTheProjectEachOnce(t *testing.T) {
	s := newScene(t)
	in := func(rel string) string { return filepath.Join(s.store.Root, filepath.FromSlash(rel)) }
	c := transcript.Conversation{Files: []string{
		in("b.go"), in("sub/new/a.go"), in("b.go"), in("sub/../b.go"), "relative.go", "/etc/passwd", filepath.Dir(s.store.Root), s.store.Root,
		s.store.Root + "-sibling/x", in("../outside"), "", in("thoughts/shared/handoffs/s/f.yaml"), in(".claude/checkpoints/chk-1-1/x"), in("thoughts/notes.md"), in("ü \n\xff"),
	}}
	w := s.session("", "").work(context.Background(), c)
	want(t, "the files", strings.Join(w.Changed, "|"), "b.go|sub/new/a.go|thoughts/notes.md|ü \n\uFFFD")
	if w.Known || len(w.dirty) > 0 || w.Branch != "" || w.Commit != "" {
		t.Errorf("without git it knows %+v", w)
	}
	var many []string
	for i := range 500 {
		many = append(many, in(fmt.Sprintf("f%d", i)))
	}
	if n := len(s.session("", "").work(context.Background(), transcript.Conversation{Files: many}).Changed); n != maxFiles {
		t.Errorf("%d files", n)
	}
}

func TestWhatChangedInTheSecondBeforeASessionBeganIsNotItsWork(t *testing.T) {
	since := now.Add(600 * time.Millisecond)
	for at, is := range map[time.Time]bool{
		since: true, since.Add(-10 * time.Millisecond): true, since.Add(-300 * time.Millisecond): false, since.Add(time.Hour): true,
		since.Truncate(time.Second): true, since.Truncate(time.Second).Add(-time.Second): false, // in whole seconds
	} {
		if timeWithin(at, since, time.Time{}) != is {
			t.Errorf("%v after it began: %t", at.Sub(since), !is)
		}
	}
	if timeWithin(since, time.Time{}, time.Time{}) || timeWithin(since, since, since.Add(-1)) {
		t.Error("a bound does not hold")
	}
}

func TestASessionAndItsPartsLookAtTheTreeOnce(t *testing.T) {
	s, ctx := newScene(t), context.Background()
	looked := s.session("one", "").once(ctx)
	before := len(looked.files())
	s.file("late.go", now)
	if n := len(looked.once(ctx).files()); n != before {
		t.Errorf("%d files, and %d at another look", before, n)
	}
	if n := len(s.session("one", "").once(ctx).files()); n != before+1 {
		t.Errorf("%d files, and one more of another save are %d", before, n)
	}
}

func TestTheWalkFindsWhatTheShellChangedAndPassesOverTheRest(t *testing.T) {
	s := newScene(t)
	start := ago(30 * minute)
	for _, rel := range []string{"a.go", "sub/deep/b.go", "node_modules/x.js", "sub/vendor/y.go", ".cache/z", ".hidden", "dist/o", "thoughts/shared/handoffs/s/f.yaml", "thoughts/t.md"} {
		s.file(rel, ago(10*minute))
	}
	s.file("old.go", ago(40*minute))
	if err := os.Symlink("a.go", filepath.Join(s.store.Root, "link.go")); err != nil {
		t.Skip(err)
	}
	c := transcript.Conversation{UsedShell: true, First: start}
	want(t, "the files", strings.Join(s.session("", "").work(context.Background(), c).Changed, "|"), ".hidden|a.go|sub/deep/b.go|thoughts/t.md")
	c.UsedShell = false
	want(t, "without a shell", strings.Join(s.session("", "").work(context.Background(), c).Changed, "|"), "")
	c.UsedShell, c.First = true, time.Time{}
	want(t, "without a start", strings.Join(s.session("", "").work(context.Background(), c).Changed, "|"), "")
}

func TestTheWalkEndsWithItsContext(t *testing.T) {
	s := newScene(t)
	s.file("a/b.go", ago(minute))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := transcript.Conversation{UsedShell: true, First: ago(time.Hour)}
	if w := s.session("", "").work(ctx, c); len(w.Changed) != 0 {
		t.Errorf("after its context ended it found %q", w.Changed)
	}
	want(t, "found", strings.Join(s.session("", "").work(context.Background(), c).Changed, "|"), "a/b.go")
}

// repository is a scene in a repository with two commits, git in it, and a session of a work tree.
func repository(t *testing.T) (s scene, git func(args ...string) string, at func(root string) Session) {
	t.Helper()
	program, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git program")
	}
	s = newScene(t)
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.logs, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@b.c", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@b.c",
		"GIT_COMMITTER_DATE=" + ago(2*time.Hour).Format(time.RFC3339)}
	git = func(args ...string) string {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Dir, cmd.Env = s.store.Root, env
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q", "-b", "feat/auth")
	for _, rel := range []string{"kept.go", "edited.go", "deleted.go", "stale.go"} {
		s.file(rel, ago(2*time.Hour))
	}
	git("add", ".")
	git("commit", "-qm", "first")
	git("commit", "-qm", "second", "--allow-empty")
	g, ok := gitrepo.New(os.Getenv("PATH"), env)
	if !ok {
		t.Fatal("git is not found")
	}
	return s, git, func(root string) Session {
		p := line.In(artifact.Of(root, s.store.Machine), now)
		p.Git = func() (gitrepo.Git, bool) { return g, true }
		return Session{Project: p}
	}
}

func TestWithGitTheBranchTheCommitAndWhatTheShellDidAreKnown(t *testing.T) {
	s, git, at := repository(t)
	head := git("rev-parse", "HEAD")
	session := at(s.store.Root)
	clean := session.work(context.Background(), transcript.Conversation{})
	if clean.Branch != "feat/auth" || clean.Commit != head || len(clean.dirty) > 0 || !clean.Known || len(clean.Changed) != 0 || clean.Worktree != "" {
		t.Errorf("a clean tree is %+v", clean)
	}
	s.file("edited.go", ago(10*minute))
	if err := os.WriteFile(filepath.Join(s.store.Root, "edited.go"), []byte("more bytes than before"), 0o644); err != nil {
		t.Fatal(err)
	}
	for rel, at := range map[string]time.Time{"edited.go": ago(10 * minute), "new dir/neu.go": ago(10 * minute), "thoughts/shared/handoffs/s/f.yaml": ago(minute), "stale-new.go": ago(90 * minute)} {
		if rel != "edited.go" {
			s.file(rel, at)
		} else if err := os.Chtimes(filepath.Join(s.store.Root, rel), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(s.store.Root, "deleted.go")); err != nil {
		t.Fatal(err)
	}
	w := session.work(context.Background(), transcript.Conversation{UsedShell: true, First: ago(30 * minute)})
	if got := strings.Join(w.Changed, "|"); len(w.dirty) == 0 || !strings.Contains(got, "edited.go") || !strings.Contains(got, "deleted.go") ||
		!strings.Contains(got, "new dir") || strings.Contains(got, "stale") || strings.Contains(got, "kept") || strings.Contains(got, "handoffs") {
		t.Errorf("changed %q, dirty %q", got, w.dirty)
	}
	session.unread = true
	unread := session.work(context.Background(), transcript.Conversation{})
	if got := strings.Join(unread.Changed, "|"); !strings.Contains(got, "stale-new.go") || !strings.Contains(got, "edited.go") || strings.Contains(got, "handoffs") {
		t.Errorf("with an unreadable transcript, changed %q", got)
	}
	git("worktree", "add", "-q", "-b", "other", filepath.Join(filepath.Dir(s.store.Root), "side"))
	side := at(filepath.Join(filepath.Dir(s.store.Root), "side")).work(context.Background(), transcript.Conversation{})
	if side.Branch != "other" || side.Worktree != "side" || side.Commit != head {
		t.Errorf("a linked worktree is %+v", side)
	}
}

// What failed before git put back all that was changed since a commit is none.
func TestWhatGitPutBackFailsNoMore(t *testing.T) {
	s, _, at := repository(t)
	s.file("edited.go", ago(10*minute))
	talk := transcript.Conversation{UsedShell: true, First: ago(30 * minute), Files: []string{filepath.Join(s.store.Root, "edited.go")}}
	talk.Failures = []transcript.Failure{{Command: "go test ./...", Time: ago(15 * minute)}}
	talk.Moved = []transcript.Span{{From: ago(11 * minute), To: ago(10 * minute)}}
	for edited, want := range map[time.Duration]int{20 * minute: 0, 3 * time.Hour: 1} { // before the commit: it may be red as well
		talk.Changes = []transcript.Change{{Span: transcript.Span{From: ago(edited), To: ago(edited)}}}
		f := Facts{Session: at(s.store.Root), Conversation: talk, Work: at(s.store.Root).work(context.Background(), talk)}
		if blockers := f.adds().Lines("blockers"); len(blockers) != want {
			t.Errorf("edited %v ago, the blockers are %q", edited, blockers)
		}
	}
}

func TestOnlyWhatChangedInItsOwnTimeIsASessionsWork(t *testing.T) {
	s := newScene(t)
	s.file("during.go", ago(20*minute))
	s.file("written-late.go", ago(10*minute))
	s.file("next-session.go", ago(minute))
	s.file("copied-today.go", now)
	c := transcript.Conversation{UsedShell: true, First: ago(30 * minute), Last: ago(15 * minute)}
	want(t, "the files", strings.Join(s.session("", "").work(context.Background(), c).Changed, "|"), "during.go|written-late.go")
	c.Calling = true // the command may still run
	want(t, "while a tool is at work", strings.Join(s.session("", "").work(context.Background(), c).Changed, "|"), "copied-today.go|during.go|next-session.go|written-late.go")
	moved := []transcript.Span{{From: ago(21 * minute), To: ago(20 * minute)}}
	c.Moved = moved // as a session that was killed checked out a branch and merged
	want(t, "beside what a merge brought", strings.Join(s.session("", "").work(context.Background(), c).Changed, "|"),
		"copied-today.go|next-session.go|written-late.go")
	if !brought(ago(20*minute), moved) || brought(ago(10*minute), moved) {
		t.Error("what a pull brought is not told by its time")
	}
}

func TestChangesAreOfTheBranchThatWasCheckedOut(t *testing.T) {
	at := func(seconds float64) time.Time { return time.UnixMilli(int64(seconds * 1000)) }
	step := func(seconds float64, branch string, commit bool) gitrepo.Step {
		return gitrepo.Step{At: at(seconds), Branch: branch, Commit: commit}
	}
	squash := func(from, to float64, branch, squashed string) transcript.Change {
		return transcript.Change{Span: transcript.Span{From: at(from), To: at(to)}, Branch: branch, Squashed: squashed}
	}
	change := func(from, to float64, branch string) transcript.Change {
		return squash(from, to, branch, "")
	}
	isTopic := func(branch string) bool { return branch != "main" }
	steps := []gitrepo.Step{
		step(100, "main", true), step(200, "feat", false), step(300, "feat", true), step(400, "main", false), step(400, "main", false),
		step(440, "feat", false), step(480, "main", false), step(480, "main", true),
	}
	for _, c := range []struct {
		what    string
		changes []transcript.Change
		want    string
	}{
		{"the record lags", []transcript.Change{change(250, 251, "main")}, "feat true"},
		{"a branch that is left again", []transcript.Change{change(150, 151, "main"), change(250, 251, "feat")}, "main feat true"},
		{"a commit, and a switch by the same command", []transcript.Change{change(299, 401, "main")}, "feat true"},
		{"a switch that may be of after it", []transcript.Change{change(400.2, 400.9, "feat")}, "feat true"},
		{"a switch just before, which the client does not know yet", []transcript.Change{change(400.2, 400.9, "")}, "main true"},
		{"a switch just before, which the client knows already", []transcript.Change{change(200.2, 200.9, "feat")}, "feat true"},
		{"a switch just before, in the second before", []transcript.Change{change(200.9, 201.1, "feat")}, "feat true"},
		{"a switch just after", []transcript.Change{change(200.2, 200.4, "main")}, "main true"},
		{"before all that is recorded", []transcript.Change{change(50, 51, "old"), change(250, 251, "main")}, "old feat false"},
		{"before a commit in the same second", []transcript.Change{change(450, 480.4, "feat")}, "feat true"},
		{"nothing", nil, "true"},
		{"squashed into main", []transcript.Change{change(250, 251, "feat"), squash(399, 402, "feat", "feat")}, "feat true"},
		{"squashed later", []transcript.Change{squash(410, 411, "main", "feat")}, "feat true"},
		{"squashed into another branch", []transcript.Change{squash(250, 251, "feat", "side")}, "feat true"},
		{"a branch that never was here", []transcript.Change{squash(410, 411, "main", "theirs")}, "main true"},
	} {
		made, exact := branchesOf(steps, transcript.Conversation{First: at(50), Last: at(500), Changes: c.changes}, isTopic)
		on := each.LastOf(each.Of(made, func(c transcript.Change) string { return c.Branch }), each.Itself)
		want(t, c.what, strings.Join(append(on, fmt.Sprint(exact)), " "), c.want)
	}
	for _, talk := range []transcript.Conversation{{First: at(1), Last: at(2)}, {First: at(250), Last: at(300)}} {
		talk.Changes = []transcript.Change{{Branch: "side"}}
		made, exact := branchesOf(steps, talk, isTopic)
		want(t, "no switch meanwhile", fmt.Sprint(each.Of(made, func(c transcript.Change) string { return c.Branch }), exact), "[side] false")
	}
}

func TestALineIsLeftBeforeThePromptInWhoseTurnItsBranchIs(t *testing.T) {
	at := func(minute int) time.Time { return now.Add(time.Duration(minute) * time.Minute) }
	never, before := time.Time{}, func(minute int) time.Time { return at(minute).Add(-1) }
	for name, c := range map[string]struct {
		branches []string // of a change each, a minute after its prompt
		last     string   // the line it was saved to last
		until    int      // and the minute of that
		want     time.Time
	}{
		"it left it":                     {[]string{"a", "a", "b", "b"}, "a", 0, before(30)},
		"after its last save":            {[]string{"b", "b"}, "a", 5, before(10)},
		"for two":                        {[]string{"a", "b", "c"}, "a", 0, before(20)},
		"it was the second":              {[]string{"b", "a", "c"}, "a", 0, before(30)},
		"it is there":                    {[]string{"a", "a"}, "a", 0, never},
		"it came back":                   {[]string{"a", "b", "a"}, "b", 25, never},
		"it only talked":                 {nil, "a", 5, never},
		"it only talked since elsewhere": {nil, "b", 5, at(5)},
		"it was saved elsewhere":         {[]string{"b"}, "b", 5, at(5)},
		"it was saved elsewhere since":   {[]string{"a", "b", "b"}, "b", 25, at(25)},
		"nothing is known of its saves":  {nil, "", 0, never},
	} {
		l := line.Line{Name: "a", Head: line.Head{Branches: []string{"a"}}}
		f := Facts{Line: Choice{Line: &l}}
		if f.last.Until = at(c.until); c.last != "" {
			f.last.Newest = artifact.Dir + "/" + c.last + "/x.yaml"
			f.last.Notes.Saved = []string{f.last.Newest}
		}
		for i, branch := range c.branches {
			minute := 10 * (i + 1)
			f.Conversation.Prompts = append(f.Conversation.Prompts, transcript.Prompt{Time: at(minute)})
			span := transcript.Span{From: at(minute + 1), To: at(minute + 2)}
			f.Work.made = append(f.Work.made, transcript.Change{Span: span, Branch: branch})
		}
		if got := f.Left(); !got.Equal(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
