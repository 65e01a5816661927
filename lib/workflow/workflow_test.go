package workflow

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
	"holdfast/lib/resume"
	"holdfast/testscripts/disk"
)

var at = time.Date(2026, 1, 13, 15, 30, 0, 0, time.UTC)

func store(t *testing.T) Store {
	t.Helper()
	return In(t.TempDir(), machine.Folder{Path: t.TempDir()})
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func put(t *testing.T, s Store, rel, text string) {
	t.Helper()
	file := filepath.Join(s.Root, filepath.FromSlash(rel))
	disk.Write(t, file, text)
}

func (s Store) isFolder(rel string) bool {
	info, err := os.Lstat(s.full(rel))
	return err == nil && info.IsDir()
}

func newRun(t *testing.T, s Store, branch string) Run {
	t.Helper()
	return must(s.Start(context.Background(), StartOptions{Workflow: "prd", Branch: branch, Steps: 5, Now: at}))(t).Run
}

func TestManyWritersOfOneRunLoseNothing(t *testing.T) {
	s := store(t)
	r := newRun(t, s, "main")
	var all sync.WaitGroup
	for n := 1; n <= 64; n++ {
		all.Add(1)
		go func() {
			defer all.Done()
			c := given{Force: true, Now: at, Notes: []string{fmt.Sprint("note ", n)}}
			c.Set("var", fmt.Sprintf("v%d=x", n))
			if _, err := s.Step(context.Background(), r.ID, n, c); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
	got, _ := s.read(r.place)
	if len(got.done) != 64 || len(maps.Collect(got.state.Get("session_variables").Members())) != 64 || len(got.notes()) != 64 {
		t.Errorf("%d steps, %d variables", len(got.done), len(maps.Collect(got.state.Get("session_variables").Members())))
	}
	if h := s.checkpoints(got); len(h) != 65 {
		t.Errorf("%d checkpoints, want 65", len(h))
	}
}

func TestOtherWritersStatesAreReadAndKept(t *testing.T) {
	s := store(t)
	const odd = "\ufeff" + `{"status":"paused","x":{"n":1.10,"big":123456789012345678901},"current_step":3,"steps_completed":["1","step-02-x"],
 "session_variables":{"lone":"\ud800"},"checkpoint_id":"CHK-other-1","agent_notes":["one"],"artefacts_produced":["../../etc/passwd"]}`
	put(t, s, "_grimoire-output/.runs/flat-1/state.json", odd)
	put(t, s, "_bmad-output/.runs/main/broken-1/state.json", `{"run_id":`)
	runs := must(s.List("feature", at))(t)
	if len(runs) != 1 || runs[0].ID != "flat-1" || runs[0].Next != 3 || runs[0].Ours {
		t.Fatalf("%+v", runs)
	}
	_, m, err := s.Find("CHK-other-1")
	if err != nil || s.looked(m)[0].State != "unreadable" || m.variables().String() != `{"lone": "\ud800"}` {
		t.Fatalf("%+v %v", m, err)
	}
	saved := must(s.Step(context.Background(), "flat-1", 3, given{Now: at, Notes: []string{"two"}}))(t)
	b := must(os.ReadFile(s.full(saved.Run.Path, stateFile)))(t)
	for _, kept := range []string{`"n": 1.10`, `123456789012345678901`, `"lone": "\ud800"`, `"step-02-x",` + "\n    3", `"one",` + "\n    \"two\""} {
		if !strings.Contains(string(b), kept) {
			t.Errorf("lost %s in %s", kept, b)
		}
	}
	if s.Machine.Wrote(machine.Sum(b)) {
		t.Error("a stranger's run became this machine's own")
	}
	if _, _, err := s.Find("CHK-other-1"); err != nil {
		t.Errorf("the checkpoint of before is lost: %v", err)
	}
	var invalid *fault.Error
	if _, err := s.Step(context.Background(), "broken-1", 1, given{Now: at}); !errors.As(err, &invalid) {
		t.Errorf("a corrupt state gives %v", err)
	}
}

func TestBranchesThatFoldToOneNameStayApart(t *testing.T) {
	s := store(t)
	one, two, third := newRun(t, s, "feat/a"), newRun(t, s, "feat-a"), newRun(t, s, "archive")
	if one.Path != Dir+"/feat-a/prd-20260113-153000" || two.Path != Dir+"/feat-a"+suffix("feat-a")+"/prd-20260113-153000-2" {
		t.Errorf("%s, %s", one.Path, two.Path)
	}
	if strings.HasPrefix(third.Path, Dir+"/archive/") {
		t.Errorf("a branch lies in the archive: %s", third.Path)
	}
	for branch, want := range map[string]string{"feat/a": one.ID, "feat-a": two.ID, "archive": third.ID} {
		runs := must(s.List(branch, at))(t)
		if len(runs) != 1 || runs[0].ID != want {
			t.Errorf("%s: %+v", branch, runs)
		}
	}
	if runs := must(s.List("", at))(t); len(runs) != 3 {
		t.Errorf("%d of all branches", len(runs))
	}
}

func TestATornHistoryIsRepairedByTheNextWriter(t *testing.T) {
	s := store(t)
	r := newRun(t, s, "main")
	file := s.full(r.Path, historyFile)
	disk.Write(t, file, `{"checkpoint_id":"aaaaaa","step":0}`+"\n"+`{"checkpoint_id":"bb`)
	must(s.Begin(context.Background(), r.ID, 1, given{Now: at}))(t)
	b := must(os.ReadFile(file))(t)
	if strings.Contains(string(b), `"bb`) || strings.Count(string(b), "\n") != 3 || !strings.Contains(string(b), r.Checkpoint) {
		t.Errorf("%s", b)
	}
}

func TestAmbiguousIDsNameTheirCandidates(t *testing.T) {
	s := store(t)
	for _, name := range []string{"a-1", "b-1"} {
		put(t, s, Dir+"/main/"+name+"/state.json", `{"run_id":"same","checkpoint_id":"abc123"}`)
	}
	for _, id := range []string{"same", "abc123"} {
		var several *cli.Error
		if _, _, err := s.Find(id); !errors.As(err, &several) || len(several.Candidates) != 2 {
			t.Errorf("%s: %v", id, err)
		}
	}
	if r, _, err := s.Find(Dir + "/main/a-1"); err != nil || r.Path != Dir+"/main/a-1" {
		t.Errorf("a path is not enough: %v", err)
	}
	if _, _, err := s.Find("zzz"); fault.CodeOf(err) != fault.CodeMissing {
		t.Errorf("%v", err)
	}
}

func TestOnlyWhatIsDueIsArchivedAndNothingDeletedUnasked(t *testing.T) {
	s := store(t)
	ctx := context.Background()
	old := func(status string, days int) string {
		name := fmt.Sprintf("%s-%d", status, days)
		put(t, s, Dir+"/main/"+name+"/state.json", fmt.Sprintf(`{"run_id":%q,"status":%q,"last_checkpoint":%q}`,
			name, status, at.Add(-time.Duration(days)*24*time.Hour).Format(time.RFC3339)))
		return name
	}
	for _, status := range []string{Running, Paused, Completed, Failed} {
		for _, days := range []int{6, 8, 31} {
			old(status, days)
		}
	}
	dry := must(s.Prune(ctx, PruneOptions{Now: at, DryRun: true}))(t).Runs
	done := must(s.Prune(ctx, PruneOptions{Now: at}))(t).Runs
	if len(dry) != 3 || len(done) != 3 || len(must(s.Prune(ctx, PruneOptions{Now: at}))(t).Runs) != 0 {
		t.Errorf("%+v, %+v", dry, done)
	}
	for _, name := range []string{"completed-8", "completed-31", "failed-31"} {
		if r, _, err := s.Find(name); err != nil || r.Path != Dir+"/archive/main/"+name || !r.Archived {
			t.Errorf("%s: %s %v", name, r.Path, err)
		}
	}
	if _, err := s.Begin(ctx, "failed-31", 1, given{Now: at}); fault.CodeOf(err) != fault.CodeInvalid {
		t.Errorf("%v", err)
	}
	must(s.Prune(ctx, PruneOptions{Now: at, Delete: true}))(t)
	if runs := must(s.List("", at))(t); len(runs) != 9 {
		t.Errorf("%d are left", len(runs))
	}
}

func TestArtefactsAreTakenThroughNoLinkAndFromNoOtherPlace(t *testing.T) {
	s := store(t)
	put(t, s, "docs/a.md", "a")
	put(t, s, ".git/config", "secret")
	if err := os.Symlink("/etc", filepath.Join(s.Root, "out")); err != nil {
		t.Skip("no links here")
	}
	for _, p := range []string{"../x", "/etc/passwd", "out/passwd", ".git/config", "docs", "none", "docs/../docs/a.md", ""} {
		if _, err := s.take(p); err == nil {
			t.Errorf("%q was taken: %v", p, err)
		}
	}
	r := newRun(t, s, "main")
	saved := must(s.Step(context.Background(), r.ID, 1, given{Now: at, Artefacts: []string{"docs/a.md", "docs/a.md"}}))(t)
	put(t, s, "docs/b.md", "b")
	saved = must(s.Step(context.Background(), r.ID, 1, given{Now: at, Force: true, Artefacts: []string{"docs/b.md"}}))(t)
	made := s.looked(saved.Run)
	if len(made) != 2 || made[0].Copy != "step-01-output.md" || made[1].Copy != "step-01-output-2.md" {
		t.Fatalf("%+v", made)
	}
	put(t, s, "docs/a.md", "changed")
	os.Remove(filepath.Join(s.Root, "docs", "b.md"))
	if made = s.looked(saved.Run); made[0].State != "changed" || made[1].State != "missing" {
		t.Errorf("%+v", made)
	}
	if err := os.Rename(s.full(r.Path, ""), filepath.Join(s.Root, "moved")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(s.Root, "moved"), s.full(r.Path, "")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Begin(context.Background(), r.ID, 2, given{Now: at}); fault.CodeOf(err) != fault.CodeMissing {
		t.Errorf("a run behind a link: %v", err)
	}
}

func TestTheBriefTellsOfStrangersRunsOnlyPlainNamesAndNumbers(t *testing.T) {
	s := store(t)
	put(t, s, Dir+"/main/evil-1/state.json", `{"run_id":"do <b>this</b> now","status":"running","current_step":2,"checkpoint_id":"run rm","agent_notes":"obey","issues":["obey"],"session_variables":{"obey":1}}`)
	put(t, s, Dir+"/main/done-1/state.json", `{"status":"completed"}`)
	put(t, s, Dir+"/main/odd-1/state.json", `{"status":"obey me"}`)
	put(t, s, Dir+"/other/other-1/state.json", `{"status":"running"}`)
	entries := must(s.Resume(context.Background(), resume.Query{Now: at}))(t)
	if len(entries) != 1 || entries[0].Ours || len(entries[0].Details) != 1 {
		t.Fatalf("%+v", entries)
	}
	for range 5 {
		newRun(t, s, "main")
	}
	entries = must(s.Resume(context.Background(), resume.Query{Now: at, Branch: "main"}))(t)
	if len(entries) != maxOffered || !entries[0].Ours {
		t.Errorf("%+v", entries)
	}
}

func TestStepsGoOnInOrder(t *testing.T) {
	s := store(t)
	ctx := context.Background()
	r := newRun(t, s, "main")
	step := func(n int, force bool, vars string) (Saved, error) {
		c := given{Now: at, Force: force}
		if err := c.Set("vars", vars); err != nil {
			t.Fatal(err)
		}
		return s.Step(ctx, r.ID, n, c)
	}
	must(step(1, false, `{"a":1.10}`))(t)
	must(step(2, false, `{"a":2}`))(t)
	var refusal *fault.Error
	for n, vars := range map[int]string{1: `{"a":1.1}`, 2: `{"a":3}`, 4: `{}`, 9: `{}`} {
		if _, err := step(n, false, vars); !errors.As(err, &refusal) {
			t.Errorf("step %d %s: %v", n, vars, err)
		}
	}
	for n, vars := range map[int]string{1: `{"a":1.10}`, 2: `{"a":2}`} {
		if saved := must(step(n, false, vars))(t); saved.Changed {
			t.Errorf("step %d again changed something", n)
		}
	}
	if saved := must(step(5, true, `{}`))(t); saved.Run.Next != 0 {
		t.Errorf("after the last step: %d", saved.Run.Next)
	}
	must(s.Begin(ctx, r.ID, 2, given{Now: at, Force: true}))(t)
	if saved := must(step(2, false, `{"a":2}`))(t); saved.Run.Next != 3 || !saved.Changed {
		t.Errorf("gone back to 2: next is %d", saved.Run.Next)
	}
	must(s.Close(ctx, r.ID, Completed, given{Now: at}))(t)
	if _, err := step(3, false, `{}`); !errors.As(err, &refusal) {
		t.Errorf("a completed run: %v", err)
	}
}

func FuzzState(f *testing.F) {
	for _, seed := range append([]string{`{"a":1,"\u0061":2}`, `{"session_variables":{"z":1,"\ud800":7,"f":[1e16,-0,1E400]}}`}, `{"run_id":1,"steps_completed":[1,"2",null],"total_steps":1e99,"artefacts_produced":[{}]}`, `[`, `{"a":NaN}`) {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		state, err := record.ParseObject(b)
		if err != nil {
			return
		}
		r := runAt(place{Path: "x/y"}, state)
		_, _ = r.page(), r.entry()
		again, err := record.ParseObject(r.state.Bytes())
		if err != nil || string(again.Bytes()) != string(r.state.Bytes()) {
			t.Fatalf("%q is not read as it was written: %v", b, err)
		}
	})
}

func FuzzHistory(f *testing.F) {
	f.Add([]byte(`{"checkpoint_id":"a","step":1}` + "\n{\"che"))
	f.Add([]byte("\n\n[]\nnull\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, m := range runAt(place{Path: "x/y"}, record.Object("total_steps", 3)).moments(b) {
			if m.Checkpoint == "" || m.Next > 3 {
				t.Fatalf("%+v", m)
			}
		}
	})
}

// A kill leaves what a step wrote until then, in the order of its writes; the
// same command again completes it and doubles nothing.
func TestAStepThatWasKilledIsCompletedByItsRepetition(t *testing.T) {
	s := store(t)
	put(t, s, "docs/a.md", "a")
	r := newRun(t, s, "main")
	c := given{Now: at, Artefacts: []string{"docs/a.md"}, Notes: []string{"said"}}
	c.Set("var", "k=v")
	files := map[string][]byte{}
	for _, name := range []string{stateFile, historyFile, pageFile} {
		files[name] = must(os.ReadFile(s.full(r.Path, name)))(t)
	}
	want := must(s.Step(context.Background(), r.ID, 1, c))(t).Run
	whole := map[string]string{}
	for name := range files {
		whole[name] = string(must(os.ReadFile(s.full(r.Path, name)))(t))
	}
	for _, undone := range [][]string{{stateFile, historyFile, pageFile}, {historyFile, pageFile}, {pageFile}} {
		for _, name := range undone {
			disk.Write(t, s.full(r.Path, name), files[name])
		}
		if _, c, err := s.Find(want.Checkpoint); undone[0] != stateFile && (err != nil || c.Next != 2) {
			t.Errorf("without %q the checkpoint is not found: %v", undone, err)
		}
		must(s.Step(context.Background(), r.ID, 1, c))(t)
		for name, text := range whole {
			if got := string(must(os.ReadFile(s.full(r.Path, name)))(t)); got != text {
				t.Errorf("after a kill before %q, %s is\n%s\nwant\n%s", undone, name, got, text)
			}
		}
		copies, err := os.ReadDir(s.full(r.Path, "artefacts"))
		if err != nil || len(copies) != 1 {
			t.Errorf("%d copies, %v", len(copies), err)
		}
	}
}

func TestTheLocaleOfMessagesSaysWhichLine(t *testing.T) {
	for _, c := range []struct {
		env    map[string]string
		french bool
	}{
		{map[string]string{"LC_ALL": "fr_FR.UTF-8"}, true},
		{map[string]string{"LC_ALL": "C", "LANG": "fr_FR"}, false},
		{map[string]string{"LC_MESSAGES": "fr", "LANG": "en_US"}, true},
		{map[string]string{"LANG": "frr_DE"}, false},
		{nil, false},
	} {
		got := (Run{ID: "x"}).headline(Run{Next: 2}, func(k string) string { return c.env[k] })
		if french := "▶️ Reprise du run x au step 2/?"; (got == french) != c.french {
			t.Errorf("%v: %v", c.env, got)
		}
	}
}

func TestHistoryAndStateThatAreNoFilesAreNamed(t *testing.T) {
	s := store(t)
	r := newRun(t, s, "main")
	before := must(os.ReadFile(s.full(r.Path, stateFile)))(t)
	os.Remove(s.full(r.Path, historyFile))
	disk.Folder(t, s.full(r.Path, historyFile))
	if _, err := s.Begin(context.Background(), r.ID, 1, given{Now: at}); err == nil {
		t.Error("a folder for a history was written")
	}
	if after := must(os.ReadFile(s.full(r.Path, stateFile)))(t); string(after) != string(before) {
		t.Error("the state changed all the same")
	}
	if err := os.Remove(s.full(r.Path, stateFile)); err != nil {
		t.Fatal(err)
	}
	disk.Folder(t, s.full(r.Path, stateFile))
	if runs := must(s.List("main", at))(t); len(runs) != 1 || runs[0].broken == nil {
		t.Errorf("%+v", runs)
	}
}

// Find is what an id means: a run, and its moment at its last checkpoint or at the
// one meant.
func (s Store) Find(id string) (Run, Run, error) {
	m, err := s.find(id, 0)
	r, _ := s.read(m.place)
	return r, m, err
}
