package autosave

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/epic"
	"holdfast/lib/line"
	"holdfast/lib/project"
	"holdfast/lib/transcript"
)

const minute = time.Minute

func ago(d time.Duration) time.Time { return now.Add(-d) }

// starts is a session that starts, where the client does not tell which are open.
func (s scene) starts() Recovery {
	return Recovery{
		Env:     cli.Env{Now: func() time.Time { return now }, Getenv: func(string) string { return "" }},
		Start:   project.Start{ProjectDir: s.store.Root},
		Session: s.session("new", filepath.Join(s.logs, "new.jsonl")),
	}
}

// recovers runs Recover for a session that starts.
func (s scene) recovers() (Crash, bool) {
	s.t.Helper()
	crashes, err := s.starts().Recover(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	i := slices.IndexFunc(crashes, func(c Crash) bool { return c.Open || c.Wrote })
	if i < 0 {
		return Crash{}, false
	}
	return crashes[i], true
}

func TestWhatACrashedSessionLeftIsSavedOnce(t *testing.T) {
	s := newScene(t)
	s.file("src/a.go", ago(20*minute))
	s.log("old", ago(60*time.Hour), ago(50*time.Hour), "older work", "w:"+s.file("old.go", ago(55*time.Hour)))
	path := s.log("dead", ago(30*minute), ago(10*minute), "add the store", "w:"+filepath.Join(s.store.Root, "src/a.go"))
	crash, ok := s.recovers()
	if !ok || !crash.Wrote || crash.Open || crash.SessionID != "dead" || crash.Age != 10*minute {
		t.Fatalf("%t %+v", ok, crash.SessionID)
	}
	a := s.load(crash.Saved.Path)
	for key, w := range map[string]string{
		"goal": "add the store", "mode": artifact.Checkpoint, "session_id": "dead", "metadata.trigger": "recovered",
		"metadata.transcript_path": path, "date": "2026-11-21T09:02:15Z", "metadata.git_branch": "main",
	} {
		want(t, key, a.Text(key), w)
	}
	if a.Title != "auto" {
		t.Errorf("title %q", a.Title)
	}
	if crash, ok := s.recovers(); ok {
		t.Errorf("it is recovered twice: %+v", crash.Saved.Path)
	}
	if n := len(s.heads()); n != 1 {
		t.Errorf("%d artifacts", n)
	}
	// The session goes on and dies again: only what is newer counts.
	s.log("dead", ago(8*minute), ago(2*minute), "go on", "w:"+s.file("src/b.go", ago(3*minute)))
	crash, ok = s.recovers()
	if !ok || !crash.Wrote {
		t.Fatal("the second death is not recovered")
	}
	a = s.load(crash.Saved.Path)
	want(t, "the goal", a.Goal(), "add the store")
	want(t, "the files of the line", strings.Join(list(a.Document, "metadata", "files_changed"), " "), "src/a.go src/b.go")
	want(t, "what was done", strings.Join(a.Lines("done_this_session"), "|"), "changed 1 file: src/b.go")
}

func TestASessionTouchedInTheLastMinuteIsNamedAndNotSaved(t *testing.T) {
	for _, since := range []time.Duration{0, 59 * time.Second, -30 * time.Second} {
		s := newScene(t)
		s.log("open", ago(5*minute), ago(since), "work", "w:"+s.file("a.go", ago(2*minute)))
		crash, ok := s.recovers()
		if !ok || !crash.Open || crash.Wrote || crash.SessionID != "open" || crash.Age < 0 {
			t.Errorf("touched %v ago: %t %+v", since, ok, crash.Open)
		}
		if n := len(s.heads()); n != 0 {
			t.Errorf("touched %v ago: %d artifacts", since, n)
		}
	}
}

// Of sessions in the other work trees of the repository, main or linked, what was left is saved where it was, and an
// open one is passed over.
func TestWhatASessionLeftInAnotherWorkTreeIsSavedThere(t *testing.T) {
	for name, fromLinked := range map[string]bool{"from the main one": false, "from a linked one": true} {
		s := newScene(t)
		projects := s.logs
		main, linked := s, s
		linked.store = artifact.Of(filepath.Join(filepath.Dir(s.store.Root), "side"), s.store.Machine)
		data := filepath.Join(main.store.Root, ".git", "worktrees", "side")
		for file, text := range map[string]string{
			filepath.Join(main.store.Root, ".git", "HEAD"):         "ref: refs/heads/main\n",
			filepath.Join(main.store.Root, ".git", "objects", "x"): "",
			filepath.Join(data, "HEAD"):                            "ref: refs/heads/side\n",
			filepath.Join(data, "commondir"):                       "../..\n",
			filepath.Join(data, "gitdir"):                          filepath.Join(linked.store.Root, ".git") + "\n",
			filepath.Join(linked.store.Root, ".git"):               "gitdir: " + data + "\n",
		} {
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		here, there := main, linked
		if fromLinked {
			here, there = linked, main
		}
		for _, x := range []*scene{&here, &there} {
			x.logs = filepath.Join(projects, transcript.FolderName(x.store.Root))
			if err := os.MkdirAll(x.logs, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		there.log("dead", ago(30*minute), ago(10*minute), "add the store", "w:"+there.file("a.go", ago(20*minute)))
		there.log("open", ago(30*minute), ago(30*time.Second), "add the page", "w:"+there.file("b.go", ago(20*minute)))
		crashes, err := here.starts().Recover(context.Background())
		if err != nil || len(crashes) != 1 || !crashes[0].Wrote || crashes[0].Left != "" || crashes[0].Open {
			t.Errorf("%s: %v %+v", name, err, crashes)
		}
		if a, b := len(here.heads()), len(there.heads()); a != 0 || b != 1 {
			t.Errorf("%s: %d artifacts here, %d there", name, a, b)
		}
		if crashes, _ = here.starts().Recover(context.Background()); len(crashes) != 0 {
			t.Errorf("%s: recovered twice", name)
		}
	}
}

func TestASessionThatLeftNothingIsNotRecovered(t *testing.T) {
	for name, prepare := range map[string]func(s scene){
		"no other transcript": func(s scene) { s.log("new", ago(30*minute), ago(10*minute), "x", "w:"+s.file("a", ago(20*minute))) },
		"no prompt":           func(s scene) { s.log("dead", ago(30*minute), ago(10*minute), "w:"+s.file("a", ago(20*minute))) },
		"no change":           func(s scene) { s.log("dead", ago(30*minute), ago(10*minute), "just a question") },
		"changes outside":     func(s scene) { s.log("dead", ago(30*minute), ago(10*minute), "x", "w:/etc/hosts") },
		"an empty transcript": func(s scene) { s.log("dead", ago(30*minute), ago(10*minute)) },
		"other files beside": func(s scene) {
			s.log("dead.jsonl.bak", ago(30*minute), ago(10*minute), "x", "w:"+s.file("a", ago(20*minute)))
			if err := os.Rename(filepath.Join(s.logs, "dead.jsonl.bak.jsonl"), filepath.Join(s.logs, "notes.txt")); err != nil {
				s.t.Fatal(err)
			}
			if err := os.Mkdir(filepath.Join(s.logs, "folder.jsonl"), 0o755); err != nil {
				s.t.Fatal(err)
			}
		},
		"one saved by itself": func(s scene) {
			s.log("dead", ago(30*minute), ago(10*minute), "x", "w:"+s.file("a", ago(20*minute)))
			f := Facts{Session: Session{ID: "dead", Date: ago(10 * minute).Add(-time.Second)}, Line: Choice{Name: "work-dead"}}
			if _, err := s.store.Save(f.Document(), artifact.Options{Now: now}); err != nil {
				s.t.Fatal(err)
			}
		},
		"a newer one with nothing, and one of days ago": func(s scene) {
			s.log("older", ago(60*time.Hour), ago(50*time.Hour), "x", "w:"+s.file("a", ago(55*time.Hour)))
			s.log("newer", ago(30*minute), ago(10*minute), "just a question")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			prepare(s)
			before := len(s.heads())
			if crash, ok := s.recovers(); ok {
				t.Errorf("recovered %q", crash.SessionID)
			}
			if n := len(s.heads()); n != before {
				t.Errorf("%d artifacts, %d before", n, before)
			}
		})
	}
}

func TestWithoutATranscriptPathNothingIsLookedFor(t *testing.T) {
	s := newScene(t)
	s.log("dead", ago(30*minute), ago(10*minute), "x", "w:"+s.file("a", ago(20*minute)))
	for _, path := range []string{"", "relative/new.jsonl", filepath.Join(s.logs, "missing", "new.jsonl")} {
		r := s.starts()
		r.Transcript = path
		if found, err := r.Recover(context.Background()); len(found) > 0 || err != nil {
			t.Errorf("%q: %d, %v", path, len(found), err)
		}
	}
}

func TestFilesChangedAfterTheSessionDiedAreNotItsWork(t *testing.T) {
	s := newScene(t)
	s.file("by-shell.go", ago(28*minute))
	s.file("by-hand-later.go", ago(5*minute))
	s.file("before.go", ago(90*minute))
	s.log("dead", ago(30*minute), ago(10*minute), "x", "sh")
	crash, ok := s.recovers()
	if !ok || !crash.Wrote {
		t.Fatal("not recovered")
	}
	want(t, "the files", strings.Join(crash.Facts.Work.Changed, " "), "by-shell.go")
}

func TestRunSavesUnderTheTitleAutoAndCarriesOn(t *testing.T) {
	s := newScene(t)
	session := s.session("live", "")
	session.Trigger = "manual"
	session.Transcript = s.log("live", ago(30*minute), ago(minute), "add the store", "w:"+s.file("a.go", ago(20*minute)))
	r, err := session.BeforeCompaction(context.Background())
	if err != nil || !r.Wrote || r.Warning != nil {
		t.Fatal(err, r.Wrote, r.Warning)
	}
	a := s.load(r.Saved.Path)
	want(t, "the date", a.Text("date"), "2026-11-21T09:30:15Z")
	want(t, "the path", r.Saved.Path, artifact.Dir+"/add-the-store-2476/2026-11-21_09-30_auto_checkpoint.yaml")
	if !s.store.Machine.Wrote(a.Sum) {
		t.Error("the ledger does not hold it")
	}
	session.Transcript = s.log("live", ago(30*minute), ago(minute), "something else")
	session.Project.Now = now.Add(minute)
	r, err = session.BeforeCompaction(context.Background())
	if err != nil || !r.Wrote || len(s.heads()) != 2 {
		t.Fatal(err, r.Wrote, s.heads())
	}
	want(t, "the carried goal", s.load(r.Saved.Path).Goal(), "add the store")
}

func TestRunSavesWhatItCanWithoutATranscript(t *testing.T) {
	s := newScene(t)
	folder := filepath.Join(s.logs, "folder.jsonl")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if r, err := s.session("s", "").BeforeCompaction(context.Background()); err != nil || r.Wrote || r.Warning != nil {
		t.Errorf("a client that knows of no transcript: %v, wrote %t, warning %v", err, r.Wrote, r.Warning)
	}
	for _, path := range []string{filepath.Join(s.logs, "missing.jsonl"), folder} {
		r, err := s.session("s", path).BeforeCompaction(context.Background())
		if err != nil || r.Wrote || r.Warning == nil {
			t.Errorf("%q: %v, wrote %t, warning %v", path, err, r.Wrote, r.Warning)
		}
	}
	if n := len(s.heads()); n != 0 {
		t.Errorf("%d artifacts of nothing", n)
	}
}

func TestRunSavesInTheMachineFolderWhatTheProjectCannotTake(t *testing.T) {
	s := newScene(t)
	path := s.log("live", ago(30*minute), ago(minute), "work")
	if err := os.WriteFile(filepath.Join(s.store.Root, "thoughts"), []byte("a file"), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := s.session("live", path).BeforeCompaction(context.Background())
	if err != nil || !r.Wrote || r.File == "" || r.Warning == nil {
		t.Errorf("wrote %t to %q, %v, warning %v", r.Wrote, r.File, err, r.Warning)
	}
	if err := os.WriteFile(filepath.Join(s.logs, "machine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.store.Machine.Path = filepath.Join(s.logs, "machine", "x") // below a file
	if r, err := s.session("live", path).BeforeCompaction(context.Background()); err == nil {
		t.Errorf("wrote %t where nothing can be written", r.Wrote)
	}
}

func TestRunWarnsWhereTheLedgerCannotBeWritten(t *testing.T) {
	s := newScene(t)
	path := s.log("live", ago(30*minute), ago(minute), "work")
	if err := os.WriteFile(s.store.Machine.Path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := s.session("live", path).BeforeCompaction(context.Background())
	if err != nil || !r.Wrote || r.Warning == nil {
		t.Errorf("wrote %t, %v, warning %v", r.Wrote, err, r.Warning)
	}
}

func TestOfManySessionsThatStartAtOnceOneRecovers(t *testing.T) {
	s := newScene(t)
	s.log("dead", ago(30*minute), ago(10*minute), "x", "w:"+s.file("a", ago(20*minute)))
	var done sync.WaitGroup
	for range 16 {
		done.Add(1)
		go func() {
			defer done.Done()
			if _, err := s.starts().Recover(context.Background()); err != nil {
				t.Error(err)
			}
		}()
	}
	done.Wait()
	if n := len(s.heads()); n != 1 {
		t.Errorf("%d artifacts", n)
	}
}

func TestSessionsThatDiedTogetherAreAllSaved(t *testing.T) {
	s := newScene(t)
	s.log("long-ago", ago(80*time.Hour), ago(70*time.Hour), "long ago", "w:"+s.file("old.go", ago(75*time.Hour)))
	s.log("first", ago(40*minute), ago(12*minute), "mend the gate", "w:"+s.file("gate.go", ago(20*minute)))
	s.log("second", ago(30*minute), ago(11*minute), "paint the fence", "w:"+s.file("fence.go", ago(20*minute)))
	s.log("idle", ago(20*minute), ago(10*minute), "hi")
	crashes, err := s.starts().Recover(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var saved, left []string
	for _, c := range crashes {
		left = append(left, filepath.Base(c.Left))
		if c.Wrote {
			saved = append(saved, c.SessionID)
		}
	}
	if strings.Join(saved, " ") != "second first" || strings.Join(left, " ") != "idle.jsonl second.jsonl first.jsonl" {
		t.Errorf("saved %q of %q", saved, left)
	}
	if c, again := s.recovers(); again {
		t.Errorf("again: %q", c.SessionID)
	}
}

func TestAfterAClockWasSetBackASessionIsSavedAgain(t *testing.T) {
	for name, killed := range map[string]bool{"it ended": false, "it was killed": true} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			const wrong = 5 * time.Hour
			early := Session{Project: line.In(s.store, now.Add(wrong)), ID: "dead", Trigger: "auto"}
			early.Transcript = s.log("dead", ago(30*minute).Add(wrong), ago(20*minute).Add(wrong), "fix the gate", "w:"+s.file("gate.go", ago(25*minute)))
			first, err := early.BeforeCompaction(context.Background())
			if err != nil || !first.Wrote {
				t.Fatal(first, err)
			}
			late := s.session("dead", "")
			late.Transcript = s.log("dead", ago(10*minute), ago(2*minute), "now the latch", "w:"+s.file("latch.go", ago(5*minute)))
			var r Result
			if killed {
				crash, _ := s.recovers()
				r = crash.Result
			} else if r, err = late.AtEnd(context.Background()); err != nil {
				t.Fatal(err)
			}
			if !r.Wrote {
				t.Fatal("what it did after the clock was set back is not saved")
			}
			lines, err := s.project().Lines(context.Background())
			if err != nil || len(lines.Own) != 1 {
				t.Fatal(lines, err)
			}
			state := lines.Own[0].State()
			want(t, "the newest", state.Path, r.Saved.Path)
			want(t, "now", state.Now, "asked: now the latch; answered: [so far edited latch.go; no check ran since]")
			if crash, ok := s.recovers(); ok {
				t.Errorf("it is saved once more: %v", crash.Saved.Path)
			}
			if again, err := late.AtEnd(context.Background()); err != nil || again.Wrote {
				t.Errorf("it is saved once more: %v %v", again.Saved.Path, err)
			}
		})
	}
}

func TestWhatIsNotInTheLedgerIsNotKeptAsThisMachines(t *testing.T) {
	s := newScene(t)
	ledger := filepath.Join(s.store.Machine.State(), "ledger")
	if err := os.MkdirAll(filepath.Dir(ledger), 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(id string) Result {
		t.Helper()
		path := s.log(id, now.Add(-time.Hour), now, "fix the gate", "w:"+filepath.Join(s.store.Root, "gate.go"))
		r, err := s.session(id, path).BeforeCompaction(t.Context())
		if err != nil || !r.Wrote {
			t.Fatal(r, err)
		}
		return r
	}
	own := func(r Result) bool {
		t.Helper()
		l, err := s.project().Named(t.Context(), r.Saved.Artifact().Session())
		if err != nil || l == nil {
			t.Fatal(l, err)
		}
		return l.Own && l.Path == r.Saved.Path
	}
	if r := run("recorded"); r.Warning != nil || !own(r) {
		t.Errorf("a save: %v, own %t", r.Warning, own(r))
	}
	if err := os.RemoveAll(ledger); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(ledger, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := run("unrecorded"); r.Warning == nil || own(r) {
		t.Errorf("a save without a ledger: %v, own %t", r.Warning, own(r))
	}
}

func TestAFullDiskIsNoPlaceToWriteTo(t *testing.T) {
	for _, err := range []error{syscall.ENOSPC, syscall.EROFS, fs.ErrPermission} {
		if !unwritable(fmt.Errorf("writing %q: %w", "f", err)) {
			t.Errorf("%v leaves the state to the project", err)
		}
	}
}

func TestStaleFlagsAloneAreNothingToSave(t *testing.T) {
	s := newScene(t)
	r, err := Session{Project: s.project(), ID: "lone", Waves: []epic.Wave{{Epic: "e-1", Stale: true}}}.BeforeCompaction(context.Background())
	if err != nil || r.Wrote {
		t.Fatal(r.Wrote, err)
	}
}
