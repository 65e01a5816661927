package artifact

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"holdfast/lib/durable"
)

const plainID = "ee5843bb-54f8-4624-add3-fb5f1b861eb0"

func TestInStoreTakesYAMLWhereArtifactsStand(t *testing.T) {
	for below, want := range map[string]bool{
		"a/2026-01-01_10-00_a_handoff.yaml": true, "a b/x.yaml": true, "x.yaml": true, "a/b/x.yaml": false, "a/x.md": false,
		"a/.x.yaml": false, "a/x.yml": true, "a/auto-handoff-2026-01-01T10-00-00.yaml": false, "": false, "a/.yaml": false,
	} {
		if got := InStore(Dir + "/" + below); got != want {
			t.Errorf("%q: %t", below, got)
		}
	}
	for _, rel := range []string{"x.yaml", "other/" + Dir + "/a/x.yaml", Dir + "-2/a/x.yaml", "/" + Dir + "/a/x.yaml"} {
		if InStore(rel) {
			t.Errorf("%q is taken for one", rel)
		}
	}
}

func TestSecretsAreNamedByTheirField(t *testing.T) {
	const token = "ghp_" + "x7Kq2mV9rT4wY8bN3cJ6hL1pD5sF0gZaQeRu"
	a := Parse("", []byte("---\nagent_id: "+token+"\n---\ngoal: g\nnext: ["+token+"]\n"))
	var fields []string
	for _, r := range a.Secrets() {
		fields = append(fields, r.Field)
	}
	if got := strings.Join(fields, " "); got != "agent_id next" {
		t.Errorf("found in %q", got)
	}
	if !strings.Contains(a.Text("agent_id"), token) {
		t.Error("looking for secrets changed the artifact")
	}
	if got := Parse("", []byte("a: [b: "+token)).Secrets(); got != nil {
		t.Errorf("of a broken one: %v", got)
	}
}

func TestABrokenOrForeignFileHasARow(t *testing.T) {
	s := newStore(t)
	put(t, s, "work/2026-01-01_10-00_a_handoff.yaml", "mode: handoff\ngoal: g\nx: [a\n")
	put(t, s, "work/2026-01-01_11-00_b.yaml", "---\nsession: odd\n---\ngoal: old\n")
	put(t, s, "work/2026-01-01_12-00_c_handoff.yaml", strings.Repeat("x: all work and no play\n", maxFile/24+1))
	put(t, s, "work/notes.yaml", "x: y\n")
	put(t, s, "2026-01-01_12-00_c_handoff.yaml", "x: y\n")
	src, err := s.Source()
	if err != nil {
		t.Fatal(err)
	}
	folders, err := src.Folders(context.Background())
	if err != nil || len(folders) != 2 || folders[0].Path != Dir || folders[1].Path != Dir+"/work" {
		t.Fatalf("folders %v, %v", folders, err)
	}
	files, err := indexed{src}.Files(Dir + "/work")
	if err != nil || len(files) != 4 {
		t.Fatalf("files %v, %v", files, err)
	}
	var got []string
	for _, f := range files {
		r, err := src.Read(f.Path)
		if err != nil || r.Size != f.Size || r.Modified != f.Modified || !r.Fits(s.Root) {
			t.Errorf("%s: %+v, %v", f.Path, r, err)
		}
		got = append(got, r.Mode+"|"+r.Session+"|"+r.Goal+"|"+r.Generation+"|"+r.Broken)
	}
	want := "handoff|work|g||parsing YAML: line 3: did not find expected ',' or ']': \"x: [a\"\n" +
		"handoff|odd|old|3|\n|work|||the file cannot be read: too large\nhandoff|work||3|"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	if _, err := src.Read(Dir + "/work/gone.yaml"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is gone: %v", err)
	}
	if _, ok := Unreadable("x", ErrLinkedOut); !ok {
		t.Error("a link is hidden")
	}
	if a, ok := Unreadable("x", durable.ErrTooLarge); !ok || a.Broken == nil || a.Sum != "" {
		t.Errorf("%+v", a)
	}
}

func TestEnterIndexesWhatHasAnArtifactsName(t *testing.T) {
	s := newStore(t)
	heads(t, s)
	mustSave(t, s, given(t, least()), Options{})
	if n := len(heads(t, s)); n != 1 {
		t.Fatalf("%d heads", n)
	}
	rel := put(t, s, "work/2026-01-01_10-00_a_handoff.yaml", file("2026-01-01"))
	b, err := s.Bytes(rel)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Enter(context.Background(), Parse(rel, b), ""); err != nil {
		t.Error(err)
	}
	if n := len(heads(t, s)); n != 2 {
		t.Errorf("%d heads", n)
	}
	if err := s.Enter(context.Background(), Parse(put(t, s, "work/notes.yaml", "x: y"), nil), ""); err != nil || NameFault(Dir+"/work/notes.yaml") == nil || NameFault(rel) != nil {
		t.Errorf("a name that no artifact has: %v", err)
	}
	if err := s.Enter(context.Background(), Artifact{Path: Dir + "/work/2026-01-01_10-00_gone_handoff.yaml"}, ""); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is gone: %v", err)
	}
	for _, rel := range []string{"README.md", Dir, Dir + "/../../../x", "../" + rel} {
		if b, err := s.Bytes(rel); err == nil {
			t.Errorf("%s: read %q", rel, b)
		}
	}
}

func TestAForeignBombIsNotRead(t *testing.T) {
	s := newStore(t)
	text := "---\nmode: handoff\nsession: work\n---\ngoal: g\nnext:\n" + strings.Repeat("  - a\n", maxRead+1)
	rel := put(t, s, "work/2026-01-01_10-00_a_handoff.yaml", text)
	a, err := s.Load(rel)
	if err != nil || a.Broken == nil || a.Mode() != "handoff" || a.Goal() != "g" || a.Sum == "" {
		t.Errorf("read as %v, %q, %q, %v", a.Broken, a.Mode(), a.Goal(), err)
	}
	if err := s.Machine.Own([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if a, err := s.Load(rel); err != nil || a.Broken != nil || len(a.Lines("next")) != maxRead+1 {
		t.Errorf("the own one is %v, %v", a.Broken, err)
	}
}
