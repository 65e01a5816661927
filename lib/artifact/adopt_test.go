package artifact

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"holdfast/lib/machine"
	"holdfast/testscripts/disk"
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
	put(t, s, "work/2026-01-01_12-00_c_handoff.yaml", strings.Repeat("x: all work and no play\n", MaxFile/24+1))
	put(t, s, "work/notes.yaml", "x: y\n")
	put(t, s, "2026-01-01_12-00_c_handoff.yaml", "x: y\n")
	var got []string
	for _, r := range heads(t, s) {
		if !r.Fits(s.Root) {
			t.Errorf("%+v", r)
		}
		got = append(got, r.Mode+"|"+r.Session+"|"+r.Goal+"|"+r.Generation+"|"+r.Broken)
	}
	slices.Sort(got)
	want := "handoff|odd|old|3|\nhandoff|work|g||parsing YAML: line 3: did not find expected ',' or ']': \"x: [a\"\nhandoff|work||3|"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
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
	text := "---\nmode: handoff\nsession: work\n---\ngoal: g\nnext:\n" + strings.Repeat("  - a\n", maxParts+1)
	rel := put(t, s, "work/2026-01-01_10-00_a_handoff.yaml", text)
	a, err := s.Load(rel)
	if err != nil || a.Broken == nil || a.Mode() != "handoff" || a.Goal() != "g" || a.Sum == "" {
		t.Errorf("read as %v, %q, %q, %v", a.Broken, a.Mode(), a.Goal(), err)
	}
	if err := s.Machine.Own([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if a, err := s.Load(rel); err != nil || a.Broken != nil || len(a.Lines("next")) != maxParts+1 {
		t.Errorf("the own one is %v, %v", a.Broken, err)
	}
}

func TestClaimNamesTheSessionAndKeepsEveryOtherByte(t *testing.T) {
	valid := "---\nschema_version: '1.0.0'   # ours\nmode: checkpoint\ndate: '2026-01-01'\nsession: work\noutcome: FAILED\n"
	for name, c := range map[string]struct{ before, after string }{
		"line feeds":         {valid + "---\n\ngoal: g\nnow: n\n", valid + "session_id: " + plainID + "\n---\n\ngoal: g\nnow: n\n"},
		"no last line end":   {valid + "---\ngoal: g\nnow: n", valid + "session_id: " + plainID + "\n---\ngoal: g\nnow: n"},
		"blanks after rules": {"--- \n" + valid[4:] + "---  \ngoal: g\n", "--- \n" + valid[4:] + "session_id: " + plainID + "\n---  \ngoal: g\n"},
		"CRLF": {
			strings.ReplaceAll(valid+"---\ngoal: g\n", "\n", "\r\n"),
			strings.ReplaceAll(valid+"session_id: "+plainID+"\n---\ngoal: g\n", "\n", "\r\n"),
		},
		"a text that looks like a rule": {
			valid + "agent_id: |\n  ---\n  x\n---\ngoal: g\n", valid + "agent_id: |\n  ---\n  x\nsession_id: " + plainID + "\n---\ngoal: g\n",
		},
		"faults": {"---\nmode: 7\n---\ngoal: g\n", "---\nmode: 7\nsession_id: " + plainID + "\n---\ngoal: g\n"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			rel := put(t, s, "work/2026-01-01_00-00_x_checkpoint.yaml", c.before)
			full := filepath.Join(s.Root, filepath.FromSlash(rel))
			got, err := s.Claim(rel, []byte(c.before), plainID)
			if err != nil || string(got) != c.after {
				t.Errorf("got %q, %v\nwant %q", got, err, c.after)
			}
			if b, err := os.ReadFile(full); err != nil || string(b) != c.after {
				t.Errorf("the file holds %q, %v", b, err)
			}
			if !s.Wrote([]byte(c.after)) || s.Wrote([]byte(c.before)) {
				t.Error("the ledger does not hold what stands in the file, and that alone")
			}
			if Parse(rel, got).SessionID() != plainID {
				t.Error("it does not name the session")
			}
		})
	}
}

func TestClaimLeavesTheBytesWhereNoLineCanBeAdded(t *testing.T) {
	for name, text := range map[string]string{
		"one document":           "goal: g\nnow: n\n",
		"one with a rule":        "---\ngoal: g\nnow: n\n",
		"a session already":      "---\nsession_id: other\n---\ngoal: g\n",
		"not YAML":               "---\nmode: x\n---\ngoal: [a\n",
		"not plain YAML":         "---\nmode: x\n---\ngoal: a: b\n",
		"front matter in braces": "---\n{mode: x}\n---\ngoal: g\n",
		"three documents":        "---\nmode: x\n---\ngoal: g\n---\nx: y\n",
		"empty":                  "",
		"a rule alone":           "---",
	} {
		s := newStore(t)
		rel := put(t, s, "work/2026-01-01_00-00_x_checkpoint.yaml", text)
		got, err := s.Claim(rel, []byte(text), plainID)
		b, _ := os.ReadFile(filepath.Join(s.Root, filepath.FromSlash(rel)))
		if err != nil || string(got) != text || string(b) != text || !s.Wrote([]byte(text)) {
			t.Errorf("%s: got %q, the file holds %q, %v", name, got, b, err)
		}
	}
	valid := "---\nmode: x\n---\ngoal: g\n"
	for _, id := range []string{"", "-a-b", "a: b-c", "a\"b", "a-b\nmode: y", strings.Repeat("a-", 40)} {
		if got := withSession([]byte(valid), id); string(got) != valid {
			t.Errorf("the session %q gives %q", id, got)
		}
	}
}

func TestClaimLeavesAFileThatChangedMeanwhile(t *testing.T) {
	s := newStore(t)
	rel := put(t, s, "work/2026-01-01_00-00_x_checkpoint.yaml", "---\nmode: y\n---\ngoal: changed\n")
	got, err := s.Claim(rel, []byte("---\nmode: x\n---\ngoal: g\n"), plainID)
	b, _ := os.ReadFile(filepath.Join(s.Root, filepath.FromSlash(rel)))
	if err != nil || !bytes.Equal(got, b) || !strings.Contains(string(b), "changed") || s.Wrote(b) {
		t.Errorf("got %q, the file holds %q, %v", got, b, err)
	}
}

func TestClaimWithoutALedgerChangesNothing(t *testing.T) {
	s := newStore(t)
	disk.Write(t, s.Machine.Path, "")
	const text = "---\nmode: x\n---\ngoal: g\n"
	rel := put(t, s, "work/2026-01-01_00-00_x_checkpoint.yaml", text)
	if _, err := s.Claim(rel, []byte(text), plainID); err == nil {
		t.Error("no error")
	}
	if b, _ := os.ReadFile(filepath.Join(s.Root, filepath.FromSlash(rel))); string(b) != text {
		t.Errorf("the file holds %q", b)
	}
}

func FuzzClaimedBytesKeepEveryOtherByte(f *testing.F) {
	for _, s := range []string{"---\nmode: x\n---\ngoal: g\n", "---\r\nmode: x\r\n---\r\ngoal: g", "--- \na: |\n ---\n---\nb: c\n", "---\n---\na: b\n", "---\n# c\n---\na: b\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		before := bytes.Clone(b)
		got := withSession(b, plainID)
		if !bytes.Equal(b, before) {
			t.Fatal("the bytes given were changed")
		}
		if bytes.Equal(got, b) {
			return
		}
		at := bytes.Index(got, []byte("session_id: "+plainID))
		if at < 0 {
			t.Fatalf("%q became %q", b, got)
		}
		end := at + bytes.IndexByte(got[at:], '\n') + 1
		if rest := append(bytes.Clone(got[:at]), got[end:]...); !bytes.Equal(rest, b) {
			t.Errorf("%q became %q", b, got)
		}
		was, is := Parse("", b), Parse("", got)
		if is.Broken != nil || is.SessionID() != plainID || was.Goal() != is.Goal() || len(was.Front.Content)+2 != len(is.Front.Content) {
			t.Errorf("%q became %q, which reads otherwise", b, got)
		}
		if machine.Sum(b) == is.Sum {
			t.Error("the sum is that of the bytes before")
		}
	})
}
