package artifact

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"holdfast/lib/machine"
	"holdfast/lib/yamldoc"
	"holdfast/testscripts/disk"
)

func TestSaveWritesTheDocumentedBytesAtTheDocumentedPath(t *testing.T) {
	s := newStore(t)
	in := disk.Read(t, "testdata/body.yaml")
	want := disk.Read(t, "testdata/golden.yaml")
	d := given(t, string(in))
	yamldoc.Set(d.Front, "mode", yamldoc.String(Handoff))
	saved := mustSave(t, s, d, Options{})
	const path = "thoughts/shared/handoffs/Continuous-Claude-v3-456-auth-refactor/2026-01-13_15-30_auth-refactor_handoff.yaml"
	if saved.Path != path {
		t.Errorf("saved at %q, want %q", saved.Path, path)
	}
	full := filepath.Join(s.Root, filepath.FromSlash(path))
	got := disk.Read(t, full)
	if string(got) != string(want) || string(saved.Bytes) != string(got) {
		t.Errorf("the file holds\n%s\nwant\n%s", got, want)
	}
	if info, err := os.Stat(full); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if !s.Machine.Wrote(machine.Sum(got)) || saved.Unrecorded != nil || len(saved.Redacted) != 0 {
		t.Errorf("unrecorded %v, redacted %v", saved.Unrecorded, saved.Redacted)
	}
	back := Parse(path, got)
	if back.Broken != nil || len(back.Faults) != 0 || back.Title != "auth-refactor" {
		t.Errorf("read back: %v, %v, title %q", back.Broken, back.Faults, back.Title)
	}
	if text := d.Render(); !strings.Contains(string(text), "42") || strings.Contains(string(text), `"42"`) {
		t.Error("the caller's document was changed")
	}
}

func TestSaveFillsInWhatIsMissing(t *testing.T) {
	s := newStore(t)
	saved := mustSave(t, s, given(t, least("schema_version: null", "outcome:", "date: ~")), Options{Now: now.In(time.FixedZone("", -5*3600))})
	for key, want := range map[string]string{"schema_version": "1.0.0", "outcome": "PARTIAL_PLUS", "date": "2026-11-21T09:30:15Z"} {
		if got := saved.Document.Text(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if saved.Path != Dir+"/work/2026-11-21_09-30_work_checkpoint.yaml" {
		t.Errorf("saved at %q", saved.Path)
	}
	for _, mode := range []string{Handoff, Finalize} {
		_, err := s.Save(given(t, "mode: "+mode+"\nsession: work\ngoal: g\nnow: n\n"), Options{Now: now})
		if got := faultsOf(t, err); got != "outcome primary_bead" {
			t.Errorf("%s: faults in %q, want outcome and primary_bead", mode, got)
		}
	}
}

func TestGoalAndNowStandOnALineOfTheirOwn(t *testing.T) {
	for _, text := range []string{"a\nb\r\nc", "x: y", "# x", "- x", "'x", "a \u2028 b", "yes", "[a", strings.Repeat("long ", 300), "é \U0001F680", "{{x}}", "|", "&a"} {
		s := newStore(t)
		d := given(t, least())
		yamldoc.Set(d.Body, "goal", yamldoc.String(text))
		yamldoc.Set(d.Body, "now", yamldoc.String(text))
		saved := mustSave(t, s, d, Options{})
		if n := strings.Count(string(saved.Bytes), "\ngoal: ") + strings.Count(string(saved.Bytes), "\nnow: "); n != 2 {
			t.Errorf("%q: %d of goal and now at column 0:\n%s", text, n, saved.Bytes)
		}
		back := Parse(saved.Path, saved.Bytes)
		if want := strings.Join(strings.Fields(text), " "); back.Goal() != want || back.Now() != want {
			t.Errorf("read back as %q and %q, want %q", back.Goal(), back.Now(), want)
		}
		if Head(saved.Bytes).Text("goal") != back.Goal() {
			t.Errorf("%q: its lines say %q", text, Head(saved.Bytes).Text("goal"))
		}
	}
}

func TestASecondFileOfANameGetsANumberAndNothingIsOverwritten(t *testing.T) {
	s := newStore(t)
	var paths []string
	for range 3 {
		paths = append(paths, filepath.Base(mustSave(t, s, given(t, least()), Options{Title: "My Title!"}).Path))
	}
	want := "2026-11-21_09-30_my-title_checkpoint.yaml 2026-11-21_09-30_my-title-2_checkpoint.yaml 2026-11-21_09-30_my-title-3_checkpoint.yaml"
	if got := strings.Join(paths, " "); got != want {
		t.Errorf("saved as %s", got)
	}
}

func TestManyWritersOfOneNameLoseNothing(t *testing.T) {
	s := newStore(t)
	const many = 64
	var done sync.WaitGroup
	var paths sync.Map
	for i := range many {
		d := given(t, least(fmt.Sprintf("n: %d", i)))
		done.Add(1)
		go func() {
			defer done.Done()
			saved, err := s.Save(d, Options{Now: now})
			if err != nil {
				t.Error(err)
			}
			if _, taken := paths.LoadOrStore(saved.Path, true); taken {
				t.Errorf("%q was given twice", saved.Path)
			}
		}()
	}
	done.Wait()
	seen := map[string]bool{}
	for _, h := range heads(t, s) {
		a, err := s.Load(h.Path)
		if err != nil || a.Broken != nil || len(a.Faults) != 0 || !s.Machine.Wrote(a.Sum) {
			t.Errorf("%s: %v, %v, %v", h.Path, err, a.Broken, a.Faults)
		}
		seen[a.Text("n")] = true
	}
	if len(seen) != many {
		t.Errorf("%d of %d are there", len(seen), many)
	}
}

func TestTheTitleAutoBelongsToTheHook(t *testing.T) {
	s := newStore(t)
	for _, want := range []string{"auto", "auto-2", "auto-3"} {
		saved := mustSave(t, s, given(t, least()), Options{Auto: true, Title: "ignored"})
		if got := Parse(saved.Path, saved.Bytes).Title; got != want {
			t.Errorf("the title is %q, want %q", got, want)
		}
	}
	for asked, want := range map[string]string{"auto": "x-auto", "Auto!": "x-auto", "auto-7": "x-auto-7", "auto-": "x-auto", "auto-x": "auto-x", "automatic": "automatic"} {
		saved := mustSave(t, s, given(t, least()), Options{Title: asked, Now: now.Add(time.Hour)})
		if got := Parse(saved.Path, saved.Bytes).Title; got != want && got != want+"-2" && got != want+"-3" {
			t.Errorf("%q gives the title %q, want %q", asked, got, want)
		}
	}
	saved := mustSave(t, s, given(t, strings.Replace(least(), "session: work", "session: auto", 1)), Options{})
	if got := Parse(saved.Path, saved.Bytes).Title; got != "x-auto" {
		t.Errorf("a session called auto gives the title %q", got)
	}
}

func TestTheGitignoreIsWrittenOnceAndAnotherIsLeftAlone(t *testing.T) {
	s := newStore(t)
	mustSave(t, s, given(t, least()), Options{Auto: true})
	ignore := filepath.Join(s.Root, filepath.FromSlash(Dir), ".gitignore")
	const want = "*_auto_checkpoint.yaml\n*_auto-[0-9]_checkpoint.yaml\n*_auto-[0-9][0-9]_checkpoint.yaml\n.gitignore\n"
	if b, err := os.ReadFile(ignore); err != nil || string(b) != want {
		t.Errorf("it holds %q, %v", b, err)
	}
	disk.Write(t, ignore, "theirs\n")
	mustSave(t, s, given(t, least()), Options{Auto: true})
	if b, err := os.ReadFile(ignore); err != nil || string(b) != "theirs\n" {
		t.Errorf("it holds %q, %v", b, err)
	}
}

func TestATornGitignoreOfASessionFolderIsWrittenAgain(t *testing.T) {
	s := newStore(t)
	saved := mustSave(t, s, given(t, least()), Options{Auto: true})
	ignore := filepath.Join(s.Root, filepath.FromSlash(filepath.Dir(saved.Path)), ".gitignore")
	for text, want := range map[string]string{"": gitignore, gitignore[:30]: gitignore, "theirs\n": "theirs\n"} {
		disk.Write(t, ignore, text)
		mustSave(t, s, given(t, least()), Options{Auto: true})
		if b, err := os.ReadFile(ignore); err != nil || string(b) != want {
			t.Errorf("of %q it holds %q, %v", text, b, err)
		}
	}
}

func TestADryRunSaysWhereAndWritesNothing(t *testing.T) {
	s := newStore(t)
	saved := mustSave(t, s, given(t, least()), Options{DryRun: true})
	if got := tree(t, filepath.Dir(s.Root)); got != filepath.Base(s.Root) {
		t.Errorf("it left %q", got)
	}
	written := mustSave(t, s, given(t, least()), Options{})
	if saved.Path != written.Path || string(saved.Bytes) != string(written.Bytes) {
		t.Errorf("the dry run told %q, the real one %q", saved.Path, written.Path)
	}
	if next := mustSave(t, s, given(t, least()), Options{DryRun: true}); !strings.HasSuffix(next.Path, "_work-2_checkpoint.yaml") {
		t.Errorf("the next dry run tells %q", next.Path)
	}
}

func TestFaultsWriteNothingAndAreNamedAtOnce(t *testing.T) {
	s := newStore(t)
	text := "mode: other\nsession: ../x\noutcome: DONE\ndate: yesterday\nschema_version: '2'\ngoal: ''\nnext: one\nblockers: [[a]]\n" +
		"decisions: [a]\ndone_this_session: [{files: a}, text]\ngit: {pr_ready: 'yes'}\nmetadata: 1\nfindings: {a: [b]}\n"
	_, err := s.Save(given(t, text), Options{Now: now})
	const want = "schema_version mode date session outcome primary_bead goal now done_this_session[0].task done_this_session[0].files " +
		"done_this_session[1] next blockers[0] decisions findings.a git.pr_ready metadata"
	if got := faultsOf(t, err); got != want {
		t.Errorf("faults in\n%s\nwant\n%s", got, want)
	}
	if got := tree(t, filepath.Dir(s.Root)); got != filepath.Base(s.Root) {
		t.Errorf("it left %q", got)
	}
}

func TestAnArtifactThatIsTooLargeIsRefused(t *testing.T) {
	s := newStore(t)
	d := given(t, least())
	yamldoc.Set(d.Body, "findings", yamldoc.String(strings.Repeat("long text ", 120_000)))
	_, err := s.Save(d, Options{Now: now})
	if got := faultsOf(t, err); got != "body" {
		t.Errorf("faults in %q", got)
	}
	if got := tree(t, filepath.Dir(s.Root)); got != filepath.Base(s.Root) {
		t.Errorf("it left %q", got)
	}
}

func TestSecretsAreTakenOutOfKeysAndValuesAtAnyDepth(t *testing.T) {
	const token = "ghp_" + "x7Kq2mV9rT4wY8bN3cJ6hL1pD5sF0gZaQeRu"
	const commit = "770e607624d689265ca6c44884d0807d9b054d23"
	s := newStore(t)
	saved := mustSave(t, s, given(t, least(
		"next: [push with "+token+", 'go on at "+commit+"']",
		"decisions: {"+token+": why}",
		"metadata: {deep: [{deeper: {password: hunter2-Xk9, "+token+": 1}}], git_commit: "+commit+"}",
		"agent_id: "+token,
	)), Options{})
	text := string(saved.Bytes)
	if strings.Contains(text, token) || strings.Contains(text, "hunter2") {
		t.Errorf("a secret is left:\n%s", text)
	}
	if strings.Count(text, commit) != 2 {
		t.Errorf("the commit is gone:\n%s", text)
	}
	var fields []string
	for _, r := range saved.Redacted {
		fields = append(fields, r.Field)
		if r.Kind == "" {
			t.Errorf("%s: no kind", r.Field)
		}
	}
	const want = "agent_id next decisions.(key) metadata.deep.deeper.password metadata.deep.deeper.(key)"
	if got := strings.Join(fields, " "); got != want {
		t.Errorf("redacted %s, want %s", got, want)
	}
	b, err := os.ReadFile(filepath.Join(s.Root, filepath.FromSlash(saved.Path)))
	if err != nil || string(b) != text {
		t.Errorf("the file holds something else, %v", err)
	}
}

func TestWithoutAMachineFolderTheArtifactIsSavedAndSaysSo(t *testing.T) {
	s := newStore(t)
	disk.Write(t, s.Machine.Path, "")
	saved := mustSave(t, s, given(t, least()), Options{})
	if saved.Unrecorded == nil {
		t.Error("nothing says that the sum is not recorded")
	}
	if _, err := os.Stat(filepath.Join(s.Root, filepath.FromSlash(saved.Path))); err != nil {
		t.Error(err)
	}
}

func TestWhatTheLedgerDoesNotHoldIsSavedAgain(t *testing.T) {
	s := newStore(t)
	ledger := filepath.Join(s.Machine.Path, "state", "ledger")
	disk.Write(t, ledger, "")
	d := given(t, least("session_id: s"))
	if saved := mustSave(t, s, d, Options{Added: "x"}); saved.Unrecorded == nil {
		t.Error("nothing says that the sum is not recorded")
	}
	if last, err := s.LastBySession("s", time.Now()); err != nil || last.Newest != "" || !last.Until.IsZero() {
		t.Errorf("it counts as saved up to %v in %q: %v", last.Until, last.Newest, err)
	}
}

func TestTheLedgerComesBeforeTheFile(t *testing.T) {
	s := newStore(t)
	full := filepath.Join(s.Root, filepath.FromSlash(Dir), "work")
	disk.Write(t, full, "a file in the way")
	saved, err := s.Save(given(t, least()), Options{Now: now})
	if err == nil {
		t.Fatal("no error")
	}
	var at *os.PathError
	if errors.As(err, &at) && strings.Contains(at.Path, ".tmp") {
		t.Errorf("the error names a temp file: %v", err)
	}
	if b, err := os.ReadFile(full); err != nil || string(b) != "a file in the way" || saved.Unrecorded != nil {
		t.Errorf("the file in the way holds %q, %v", b, err)
	}
}
