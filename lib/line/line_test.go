package line

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
)

// a scene is a project with its machine folder.
type scene struct {
	t *testing.T
	Project
}

func newScene(t *testing.T) scene {
	t.Helper()
	dir := t.TempDir()
	root := filepath.Join(dir, "app")
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	p := In(artifact.Of(root, machine.Folder{Path: filepath.Join(dir, "holdfast")}), now)
	return scene{t, p}
}

// put writes an artifact of a line as somebody left it, own or foreign.
func (s scene) put(kind, name string, minute int, session string, own bool, more string) string {
	s.t.Helper()
	title, mode := "t", kind
	if kind == "auto" {
		title, mode = "auto", artifact.Checkpoint
	}
	when := at(minute)
	rel := fmt.Sprintf("%s/%s/%s_%s_%s.yaml", artifact.Dir, name, when.Format("2006-01-02_15-04"), title, mode)
	text := fmt.Sprintf("---\nschema_version: \"1.0.0\"\nmode: %s\ndate: %q\nsession: %s\noutcome: PARTIAL_PLUS\nprimary_bead: none\nsession_id: %s\n---\n\n%s",
		mode, when.Format(time.RFC3339), name, session, more)
	file := filepath.Join(s.Store.Root, filepath.FromSlash(rel))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
	if own {
		if err := s.Store.Machine.Own([]byte(text)); err != nil {
			s.t.Fatal(err)
		}
	}
	return rel
}

func (s scene) lines() *Lines {
	s.t.Helper()
	all, err := s.Lines(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func namesOf(lines []*Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.Name)
	}
	return strings.Join(out, "|")
}

const body = "goal: g\nnow: n\n"

func TestLinesAreToldApartByWhoWroteThem(t *testing.T) {
	s := newScene(t)
	s.put("auto", "own-old", 1, "a", true, body+"metadata: {branches: [main]}\n")
	s.put("handoff", "own-new", 5, "b", true, "goal: the written one\nnow: n\nnext: [x]\n")
	s.put("auto", "own-new", 7, "b", true, body)
	s.put("finalize", "own-new", 8, "z", false, "goal: theirs\nnow: n\nnext: []\n")
	s.put("finalize", "closed", 3, "c", true, body)
	s.put("handoff", "theirs", 9, "d", false, "goal: hers\nnow: n\n")
	all := s.lines()
	want(t, "own", namesOf(all.Own), "own-new|closed|own-old")
	want(t, "foreign", namesOf(all.Foreign), "theirs")
	l := all.Own[0]
	if !l.Open() || !l.Written || l.Goal != "the written one" || !strings.HasSuffix(l.Foreign, "_finalize.yaml") || !l.Saved.Equal(at(7)) {
		t.Errorf("%+v", l)
	}
	if st := l.State(); st.Closed || st.Goal != "the written one" || texts(st.Next) != "x" || st.Artifacts != 2 {
		t.Errorf("%+v", st)
	}
	if got := l.Artifacts(false); len(got) != 1 || got[0].Goal() != "theirs" {
		t.Errorf("%+v", got)
	}
	if !all.Own[1].Closed || all.Foreign[0].Own || all.Foreign[0].Open() {
		t.Error("closed or foreign lines are open")
	}
	if l, err := s.Named(context.Background(), "own-old"); err != nil || l == nil || !slices.Equal(l.Branches, []string{"main"}) {
		t.Errorf("%+v %v", l, err)
	}
	if l, _ := s.Named(context.Background(), "nothing"); l != nil {
		t.Error("a line that is not there is found")
	}
}

func TestAFolderIsALineAndWhatIsBesideThemOneForEachSession(t *testing.T) {
	s := newScene(t)
	s.put("auto", "today", 5, "eeeeeeee-1", true, body)
	s.put("auto", "today", 6, "ffffffff-1", true, body)
	for i, name := range []string{"loose-a", "loose-b"} {
		file := filepath.Join(s.Store.Root, filepath.FromSlash(s.put("auto", name, i, name, true, body)))
		dir := filepath.Dir(file)
		if err := os.Rename(file, filepath.Join(filepath.Dir(dir), filepath.Base(file))); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
	}
	want(t, "lines", namesOf(s.lines().Own), "today|loose-b|loose-a")
	if l, err := s.Named(context.Background(), "loose-a"); err != nil || l == nil || l.State().Artifacts != 1 {
		t.Errorf("%+v %v", l, err)
	}
}

func TestTheBranchOfALine(t *testing.T) {
	dir := t.TempDir()
	write := func(rel, text string) {
		t.Helper()
		file := filepath.Join(dir, ".git", filepath.FromSlash(rel))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	id := strings.Repeat("a", 40) + "\n"
	write("objects/x", "")
	write("HEAD", "ref: refs/heads/main\n")
	write("refs/heads/main", id)
	write("refs/heads/other", id)
	repo, ok := gitrepo.At(dir)
	if !ok {
		t.Fatal("it is no repository")
	}
	p := In(artifact.Of(repo.Top, machine.Folder{}), at(0))
	for branches, fits := range map[string]bool{"": true, "main": true, "other": false, "gone": true, "other main": true, "gone other": false} {
		l := Line{Head: Head{Branches: strings.Fields(branches)}, among: &Lines{Project: p}}
		if l.Here(nil) != fits {
			t.Errorf("%q: %t", branches, !fits)
		}
	}
	write("HEAD", id)
	detached, holds := &Lines{Project: In(p.Store, at(0))}, func(commit string) bool { return commit == "abc" }
	if l := (&Line{Head: Head{Branches: []string{"x"}, Commit: "abc"}, among: detached}); !l.Here(holds) {
		t.Error("an ancestor's line is not here")
	}
	if l := (&Line{Head: Head{Branches: []string{"x"}, Commit: "def"}, among: detached}); l.Here(holds) {
		t.Error("the line of an unrelated commit is here")
	}
	outside := &Lines{Project: In(artifact.Of(t.TempDir(), machine.Folder{}), at(0))}
	if l := (&Line{Head: Head{Branches: []string{"x"}}, among: outside}); !l.Here(nil) {
		t.Error("without git a line is not here")
	}
}

func TestWhatIsKeptStandsInForAFileThatIsGone(t *testing.T) {
	s := newScene(t)
	s.register = filepath.Join(s.Store.Kept(), "copies")
	s.put("auto", "l", 5, "a", true, "goal: kept\nnow: n\nnext: [step]\nmetadata: {branches: [main]}\n")
	if st := s.lines().Own[0].State(); st.Artifacts != 1 {
		t.Errorf("the file folds to %+v", st)
	}
	if err := os.RemoveAll(filepath.Join(s.Store.Root, "thoughts")); err != nil {
		t.Fatal(err)
	}
	all := s.lines()
	if namesOf(all.Own) != "l" || all.Own[0].State().Goal != "kept" || texts(all.Own[0].State().Next) != "step" || !all.Own[0].Outside {
		t.Errorf("%+v", all)
	}
	if b, err := os.ReadFile(all.Own[0].File()); err != nil || !strings.Contains(string(b), "goal: kept") {
		t.Errorf("%s %v", b, err)
	}

	// Another worktree of the repository sees it as elsewhere; where this one is gone
	// it is that one's.
	other := scene{t, s.Project}
	other.Store = artifact.Of(filepath.Join(filepath.Dir(s.Store.Root), "side"), s.Store.Machine)
	if err := os.MkdirAll(other.Store.Root, 0o755); err != nil {
		t.Fatal(err)
	}
	if seen := other.lines(); len(seen.Own) != 0 || len(seen.Elsewhere) != 1 || seen.Elsewhere[0].Name != "l" || seen.Elsewhere[0].Worktree != s.Store.Root {
		t.Errorf("%+v", seen)
	}
	if err := os.RemoveAll(s.Store.Root); err != nil {
		t.Fatal(err)
	}
	if seen := other.lines(); namesOf(seen.Own) != "l" || len(seen.Elsewhere) != 0 || texts(seen.Own[0].State().Next) != "step" {
		t.Errorf("%+v", seen)
	}
	// Also where it has a file of the same name, of the same minute.
	third := scene{t, s.Project}
	third.Store = artifact.Of(filepath.Join(filepath.Dir(s.Store.Root), "third"), s.Store.Machine)
	third.put("auto", "l", 5, "b", true, "goal: kept\nnow: n\nnext: [own]\nmetadata: {branches: [main]}\n")
	if seen := third.lines(); namesOf(seen.Own) != "l" || seen.Own[0].State().Artifacts != 2 {
		t.Errorf("%+v", seen)
	}
}

// settle makes the folder of a line older than the time in which it is not
// trusted.
func (s scene) settle(name string) {
	s.t.Helper()
	dir, err := s.Store.Folder()
	if err != nil {
		s.t.Fatal(err)
	}
	long := now.Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(dir, name), long, long); err != nil {
		s.t.Fatal(err)
	}
}

func TestAForeignLineIsKnownByItsNamesUntilItIsRead(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "hers", 3, "a", false, "goal: earlier\nnow: n\n")
	newest := s.put("handoff", "hers", 9, "b", false, "goal: hers\nnow: n\nmetadata: {branches: [side]}\n")
	s.settle("hers")
	for range 2 {
		l := s.lines().Foreign[0]
		if l.Own || l.Path != newest || !l.Saved.Equal(at(9)) || l.Goal != "" {
			t.Errorf("%+v", l)
		}
		if a, ok := l.NewestForeign(); !ok || a.Goal() != "hers" || l.Goal != "hers" || l.Branches[0] != "side" {
			t.Errorf("%+v, %t", l, ok)
		}
		if got := l.Artifacts(false); len(got) != 2 || got[0].Goal() != "hers" {
			t.Errorf("%+v", got)
		}
	}
}

func TestOneOwnFileMakesTheWholeFolderAnOwnLine(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "mixed", 9, "a", false, "goal: theirs\nnow: n\n")
	s.settle("mixed")
	want(t, "foreign", namesOf(s.lines().Foreign), "mixed")
	s.put("handoff", "mixed", 5, "b", true, "goal: ours\nnow: n\n")
	all := s.lines()
	want(t, "foreign", namesOf(all.Foreign), "")
	if l := all.Own[0]; l.Goal != "ours" || l.Foreign == "" || l.State().Goal != "ours" {
		t.Errorf("%+v", l)
	}
	if l, err := s.Named(context.Background(), "mixed"); err != nil || l == nil || !l.Own {
		t.Errorf("%+v, %v", l, err)
	}
}

// What others committed to a file of a step, or of its line, ends the step on the same evidence as a commit of a session:
// it does all that the step is about, and does not only share a word with it.
func TestOnlyACommitThatDoesAStepTakesItUp(t *testing.T) {
	for _, c := range []struct {
		step, subject string
		want          bool
	}{
		{"test the retry in pay.py", "format pay.py, no change to the retry", false},
		{"document the retry in README.md", "README: a typo before the retry section", false},
		{"delete the old retry code in old.py", "old: keep the retry code for one more release", false},
		{"delete the old retry code in old.py", "remove the old retry code", true},
		{"test the retry in pay.py", "pay: tests of the retry", true},
		{"test the retry in pay.py", "test the retry", true},
		{"document the retry in README.md", "README: document the retry", true},
		{"retry in api.py", "rename retry to attempts", false},
		{"retry in api.py", "revert the retry", false},
		{"retry in api.py", "log when the retry gives up", false},
		{"refunds", "fix a typo in refunds", false},
		{"mails to the customer", "mails: a template", false},
		{"refunds for v1.2", "refunds and mails to the customer for v1.2", true},
		{"refunds for v1.2", "bump the version to v1.2", false},
		{"compare the bodies in keys.go", "bodies, too", false},
		{"compare the bodies in keys.go", "keys: compare the bodies", true},
		{"compare the bodies in keys.go", "bump keys.go to the new licence header", false},
		{"parse the dates in import.ts", "import: parse dates", true},
		{"parse the dates in import.ts", "import: skip rows without dates", false},
		{"make the menu collapsible", "menu: wider on phones", false},
		{"make the menu collapsible", "make the menu collapsible", true},
		{"die Summen in der Kopfzeile", "Summen in der Kopfzeile", true},
		{"die Summen in der Kopfzeile", "Kopfzeile: Abstand kleiner", false},
		{"die Summen in der Kopfzeile", "Summen: Kommentar berichtigt", false},
		{"Rückerstattung testen", "Rückerstattung umbenannt", false},
		{"les totaux des factures", "ajoute les totaux des factures", true},
		{"les totaux des factures", "les factures en paysage", false},
		{"tester le paiement", "renomme le paiement", false},
		{"los totales de las facturas", "totales de las facturas", true},
		{"los totales de las facturas", "facturas: corrige una errata", false},
		{"documentar el reintento", "formato del reintento", false},
		{"os totais das faturas", "totais das faturas", true},
		{"os totais das faturas", "faturas: nova cor", false},
		{"i totali delle fatture", "fatture: corregge un refuso", false},
		{"итоги по счетам", "итоги по счетам", true},
		{"итоги по счетам", "счета: исправить опечатку", false},
		{"удалить старый код повтора", "оставить код повтора ещё на релиз", false},
		{"发票的合计", "发票: 修正错别字", false},
		{"請求書の合計", "請求書: 誤字を直す", false},
		{"docs of the harbour", "harbour: docs", true},
		{"docs of the harbour", "harbour: a lighter blue", false},
		{"opening hours of the harbour", "add the opening hours of the harbour", true},
		{"opening hours of the harbour", "harbour: move the map up", false},
		{"backoff between the payments", "payments: drop the unused import", false},
		{"retry in api.py", "fix a typo in a comment", false},
		{"retry in api.py", "gofmt", false},
		{"retry in api.py", "api: fix the spelling of customer", false},
		{"refunds for v1.2", "bump the version", false},
		{"taxes for Spain", "tabs instead of spaces", false},
		{"die Summen in der Kopfzeile", "Tippfehler in einem Kommentar", false},
		{"les totaux des factures", "corrige une faute de frappe", false},
		{"los totales de las facturas", "corrige una errata", false},
		{"os totais das faturas", "corrige um erro de digitação", false},
		{"i totali delle fatture", "corregge un refuso", false},
		{"итоги по счетам", "исправить опечатку", false},
		{"发票的合计", "修正错别字", false},
		{"請求書の合計", "誤字を直す", false},
	} {
		if got := takes(c.subject, c.step); got != c.want {
			t.Errorf("%q takes up %q: %t", c.subject, c.step, got)
		}
	}
}

// What waits for a run, a day or somebody is neither told nor counted after some days, as the register keeps it too.
func TestWhatWaitedTooLongIsNotCounted(t *testing.T) {
	s := newScene(t)
	s.put("auto", "feat-a", 0, "a1", true, "goal: x\nnow: y\nnext:\n- the docs\n- pr 12 is open, jonas reviews\n"+
		"- start all six over night\n- rerun it tomorrow\n")
	for days, want := range map[int]int{2: 4, 3: 3, 6: 3, 7: 2, 9: 2, 11: 1} {
		for range 2 { // folded, then read from the register
			s.Project = In(s.Store, now.AddDate(0, 0, days))
			l := s.lines().Own[0]
			if steps, told := l.Steps(), len(l.State().Next); steps != want || told != want {
				t.Errorf("after %d days %d steps are counted and %d told, want %d", days, steps, told, want)
			}
		}
	}
	s = newScene(t) // what a person or model wrote stays, not what hooks saved since
	s.put("checkpoint", "feat-a", 0, "a1", true, "goal: x\nnow: y\nnext:\n- start all six over night\n- rerun it tomorrow\n")
	s.put("auto", "feat-a", 5, "a1", true, "goal: x\nsince: y\nnext:\n- start all six over night\n- the docs tomorrow\n")
	for range 2 {
		s.Project = In(s.Store, now.AddDate(0, 0, 20))
		if l := s.lines().Own[0]; l.Steps() != 2 || len(l.State().Next) != 2 {
			t.Errorf("of what was written %d are counted, and told %q", l.Steps(), l.State().Next)
		}
	}
}
