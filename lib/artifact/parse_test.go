package artifact

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"holdfast/lib/machine"
	"holdfast/lib/yamldoc"
	"holdfast/testscripts/disk"
)

func TestParseReadsBothDocumentsOfAFile(t *testing.T) {
	b := disk.Read(t, "testdata/golden.yaml")
	a := Parse(Dir+"/folder/2026-01-13_15-30_auth-refactor_handoff.yaml", b)
	for got, want := range map[string]string{
		a.Mode(): Handoff, a.Goal(): "Complete auth: refactor", a.Now(): "Implemented Redis sessions; needs tests",
		a.Session(): "Continuous-Claude-v3-456-auth-refactor", a.SessionID(): "0c90d71c-1111-4222-8333-444455556666",
		a.Branch(): "feat/auth", a.Title: "auth-refactor", a.Sum: machine.Sum(b), a.Text("git.pr_ready"): "false",
		a.Text("metadata.nested"): "", strings.Join(a.Lines("next"), "|"): "Add unit tests for session store|42",
		strings.Join(a.Lines("decisions"), "|"):         "redis: sessions must outlive a restart|ttl: 30",
		strings.Join(a.Lines("done_this_session"), "|"): "Added Redis session store: src/auth/session.ts: further keys stay",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if a.Broken != nil || len(a.Faults) != 0 || a.Commit() != "" || !a.Date.Equal(time.Date(2026, 1, 13, 15, 30, 0, 0, time.UTC)) {
		t.Errorf("%v %v %q %v", a.Broken, a.Faults, a.Commit(), a.Date)
	}
}

func TestParseTakesWhatRealFilesLookLike(t *testing.T) {
	for name, c := range map[string]struct{ text, goal, faults string }{
		"no version and mode":         {"---\nsession: general\ndate: 2026-01-13\nstatus: complete\noutcome: SUCCEEDED\n---\n\ngoal: g\nnow: n\n", "g", "schema_version mode date primary_bead"},
		"decisions as one-key maps":   {file("2026-01-13", "decisions: [{a: b}, {c: d}]"), "g", "decisions"},
		"decisions as strings":        {file("2026-01-13", "decisions: [a, b]"), "g", "decisions"},
		"strings for objects":         {file("2026-01-13", "final_solutions: [text]"), "g", "final_solutions[0]"},
		"a short version":             {strings.Replace(file("2026-01-13"), "1.0.0", "1.0", 1), "g", "schema_version"},
		"one document":                {strings.Replace(file("2026-01-13"), "---\n\n", "", 1), "g", ""},
		"carriage returns":            {strings.ReplaceAll(file("2026-01-13"), "\n", "\r\n"), "g", ""},
		"a byte-order mark":           {"\ufeff" + file("2026-01-13"), "g", ""},
		"goal and now as a list":      {"---\nmode: checkpoint\n---\ngoal: [a, b]\n", "", "schema_version date session outcome goal now"},
		"nothing but an empty object": {"{}", "", "schema_version mode date session outcome primary_bead goal now"},
	} {
		a := Parse(Dir+"/s/2026-01-13_15-30_x_handoff.yaml", []byte(c.text))
		var fields []string
		for _, f := range a.Faults {
			fields = append(fields, f.Field)
		}
		if a.Broken != nil || a.Goal() != c.goal || strings.Join(fields, " ") != c.faults {
			t.Errorf("%s: broken %v, goal %q, faults in %q, want %q", name, a.Broken, a.Goal(), strings.Join(fields, " "), c.faults)
		}
	}
}

func TestABrokenFileStillSaysWhatItsLinesSay(t *testing.T) {
	text := file("2026-01-13T15:30:00Z", "session_id: s-1", "metadata:", "  git_branch: 'it''s'", "  git_commit: abc # now", "next:", "  - run: this: that", "worked: [a")
	a := Parse(Dir+"/s/2026-01-13_09-00_x_handoff.yaml", []byte(strings.Replace(text, "goal: g", `goal: "a \"b\" é \U0001F680"`, 1)))
	if a.Broken == nil || !strings.Contains(a.Broken.Error(), "line") {
		t.Fatalf("broken is %v", a.Broken)
	}
	for got, want := range map[string]string{
		a.Goal(): `a "b" é 🚀`, a.SessionID(): "s-1", a.Branch(): "it's", a.Commit(): "abc # now", a.Mode(): Checkpoint, a.Now(): "n",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if !a.Date.Equal(time.Date(2026, 1, 13, 15, 30, 0, 0, time.UTC)) {
		t.Errorf("date %v", a.Date)
	}
	for name, text := range map[string]string{
		"empty": "", "a list": "- a\n", "three documents": "a: 1\n---\nb: 2\n---\nc: 3\n", "a text": "hello", "invalid UTF-8": "goal: \xff\n", "Markdown": "# Title\n\n**Goal:** x\n",
	} {
		if a := Parse("x", []byte(text)); a.Broken == nil || a.Front == nil || a.Body == nil {
			t.Errorf("%s: broken is %v", name, a.Broken)
		}
	}
}

func TestABareDateTakesTheMinuteOfTheFileName(t *testing.T) {
	for _, c := range []struct{ name, date, want string }{
		{"2026-01-14_15-31_x_handoff.yaml", "2026-01-13", "2026-01-13T15:31:00Z"},
		{"2026-01-14_15-31_x_handoff.yaml", "2026-01-13T08:00:00Z", "2026-01-13T08:00:00Z"},
		{"2026-01-14_15-31_x_handoff.yaml", "rubbish", "2026-01-14T15:31:00Z"},
		{"2026-01-14_15-31_x_handoff.yaml", "", "2026-01-14T15:31:00Z"},
		{"other.yaml", "2026-01-13", "2026-01-13T00:00:00Z"},
		{"other.yaml", "rubbish", "0001-01-01T00:00:00Z"},
	} {
		a := Parse(Dir+"/s/"+c.name, []byte("date: \""+c.date+"\"\n"))
		if got := a.Date.Format(time.RFC3339); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestLinesAreReadableWhateverTheShape(t *testing.T) {
	m := mustParseYAML(t, "s: a\nn: null\nl: [a, {task: t, files: [f]}, {path: p}, {decision: d}, {problem: p, solution: s}, {x: y}, [deep, er], '', null, 3]\nm: {a: b, c: [d, e], f: {g: h}}\n")
	d := Document{Front: yamldoc.Map(), Body: m}
	for key, want := range map[string]string{
		"s": "a", "n": "", "missing": "", "l": "a|t: f|p|d|p: s|x: y|deep|er|3", "m": "a: b|c: d; e|f: g: h",
	} {
		if got := strings.Join(d.Lines(key), "|"); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	a := Artifact{Path: Dir + "/folder/x.yaml", Document: d}
	if a.Session() != "folder" || a.Branch() != "" || len(a.MetadataList("prompts")) != 0 {
		t.Errorf("%q %q %q", a.Session(), a.Branch(), a.MetadataList("prompts"))
	}
}

func TestTheBranchIsTheOneOfTheMetadataHoweverItIsQuoted(t *testing.T) {
	for _, value := range []string{"main", "it's", `say "x"`, "a: b", "a #b", "#b", "é", "🚀 x", "yes", "12", "a\\b", "'", `"`, " a ", "x,y", "@x", "tab\there"} {
		s := newStore(t)
		d := given(t, least())
		meta := yamldoc.Map()
		yamldoc.Set(meta, "git_branch", yamldoc.String(value))
		yamldoc.Set(meta, "prompts", yamldoc.Strings([]string{"a paste:\ngit_branch: other\n  git_branch: third"}))
		yamldoc.Set(d.Body, "findings", yamldoc.String("a\ngit_branch: fourth\nmetadata:\n  git_branch: fifth"))
		yamldoc.Set(d.Body, "metadata", meta)
		yamldoc.Set(d.Front, "session_id", yamldoc.String(value))
		saved := mustSave(t, s, d, Options{})
		if a := Parse(saved.Path, saved.Bytes); a.Branch() != value || a.SessionID() != value {
			t.Errorf("%q was saved as the branch %q and the session %q", value, a.Branch(), a.SessionID())
		}
	}
}

func TestAFileByHandMayHaveCommentsAndAnyIndent(t *testing.T) {
	a := Parse("x", []byte("---\nmode: handoff        # checkpoint | handoff\ndate: \"2026-01-13T15:30:00Z\"   # quoted\nsession: s # x\nsession: second\n"+
		"metadata: # facts\n    git_branch: 'feat/a' # b\ngit:\n  branch: other\n"))
	if !a.Date.Equal(time.Date(2026, 1, 13, 15, 30, 0, 0, time.UTC)) || a.Mode() != Handoff || a.Session() != "s" || a.Branch() != "feat/a" {
		t.Errorf("of %v, mode %q, session %q, branch %q", a.Date, a.Mode(), a.Session(), a.Branch())
	}
	if a := Parse("x", []byte("goal: g\ngit:\n  commit: abc\n  branch: \"b\"\n")); a.Branch() != "b" {
		t.Errorf("without metadata the branch is %q", a.Branch())
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"golden.yaml", "body.yaml"} {
		if b, err := os.ReadFile(filepath.Join("testdata", name)); err == nil {
			f.Add(b)
		}
	}
	for _, s := range []string{
		"", "---\n---\n", whole, file("2026-01-13", "decisions: [{a: b}]"), "goal: \"a\\", "{a: b}\n---\n[c]\n", "# c\na: 1 # d\n\n# e\nb:\n# f\n- g\n# h\n",
		"mode: &x a\n", "0: 0\n#0\n", "a: |\n  b\n\n\n# c\nd: e\n", "? \n", "a:\n  # x\n  b: c\n# y\nd: {e: f} # z\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		a := Parse(Dir+"/s/2026-01-13_15-30_x_handoff.yaml", b)
		a.Lines("next")
		a.MetadataList("prompts")
		if a.Front == nil || a.Body == nil {
			t.Fatal("no document")
		}
		if a.Broken != nil {
			return
		}
		once := a.Render()
		again := Parse(a.Path, once)
		if again.Broken != nil {
			t.Fatalf("what was written does not parse: %v\n%s", again.Broken, once)
		}
		twice := again.Render()
		if !bytes.Equal(once, twice) {
			t.Fatalf("written again it is\n%q, not\n%q", twice, once)
		}
		if fmt.Sprint(again.Faults) != fmt.Sprint(a.Faults) {
			t.Fatalf("the faults were %v and are %v", a.Faults, again.Faults)
		}
	})
}

func TestTheSampleFilesParse(t *testing.T) {
	root := "../../../shared/samples/continuous-claude"
	if _, err := os.Stat(root); err != nil {
		t.Skip("no sample files here")
	}
	n := 0
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		n++
		a := Parse(filepath.ToSlash(path), b)
		if filepath.Ext(path) != ".yaml" {
			return nil
		}
		if a.Goal() == "" {
			t.Errorf("%s: no goal; broken: %v", path, a.Broken)
		}
		if a.Broken != nil {
			t.Logf("%s: %v", path, a.Broken)
			return nil
		}
		if back := Parse(a.Path, a.Render()); back.Broken != nil || !reflect.DeepEqual(values(back), values(a)) {
			t.Errorf("%s: reads back as something else", path)
		}
		return nil
	})
	if err != nil || n == 0 {
		t.Fatal(n, err)
	}
}

// What a line of an artifact costs does not grow with the schema: a repository
// can ship files of a hundred thousand lines.
func TestALineCostsLittleMemory(t *testing.T) {
	const lines, most = 20_000, 3_000 // bytes a line
	text := []byte("---\nmode: handoff\n---\ngoal: g\nnow: n\nnext:\n" + strings.Repeat("  - x\n", lines))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	a := Parse("x.yaml", text)
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) / lines; got > most || a.Goal() != "g" {
		t.Errorf("a line costs %d bytes, goal %q", got, a.Goal())
	}
}

func values(a Artifact) []any { return []any{yamldoc.Value(a.Front), yamldoc.Value(a.Body)} }
