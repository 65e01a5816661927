package rollback

import (
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"holdfast/lib/checkpoint"
)

func FuzzParseJournal(f *testing.F) {
	f.Add([]byte(`{"version":1,"checkpoint":"chk-1-1","safety":"chk-1-2","time":"2026-01-01T00:00:00Z","steps":[{"path":"a","before":{"kind":"absent"},"after":{"kind":"file","mode":"0644","sha256":"00"},"source":{"blob":"ff"}}],"task_before":{"kind":""}}`))
	f.Add([]byte(`{"version":1,"steps":[{"path":"a/.GIT/b","after":{"kind":"link","target":"x"}}]}`))
	f.Add([]byte(`[]`))
	f.Add([]byte(`{"version":1,"steps":[{"path":"a","after":{"kind":"file","mode":"99999999999"}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		j, err := parseJournal(text)
		if err != nil {
			return
		}
		for _, s := range j.Steps {
			if checkpoint.Allowed(s.Path) != nil {
				t.Errorf("%q may not be written", s.Path)
			}
		}
		again, err := json.Marshal(j)
		if err != nil {
			return // a year that JSON times cannot hold
		}
		k, err := parseJournal(again)
		if err != nil {
			t.Fatalf("%s: %v", again, err)
		}
		if len(k.Steps) != len(j.Steps) || len(j.Steps) > 0 && !reflect.DeepEqual(k.Steps, j.Steps) {
			t.Errorf("%+v became %+v", j, k)
		}
	})
}

func TestModesAreOctalAndNothingElse(t *testing.T) {
	for text, want := range map[string]string{"0644": "0644", "644": "0644", "4755": "0755", "0000": "0000"} {
		if mode, ok := permissions(text); !ok || octal(mode) != want {
			t.Errorf("%q is %v, %t", text, mode, ok)
		}
	}
	for _, text := range []string{"", "0x1ff", "0o644", "-1", "899", "rw-r--r--", "77777777777777"} {
		if _, ok := permissions(text); ok {
			t.Errorf("%q is a mode", text)
		}
	}
}

func TestAReadThatIsNotWhatWasSavedFailsAtItsEnd(t *testing.T) {
	sum := "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824" // of hello
	var got strings.Builder
	for text, want := range map[string]error{"hello": nil, "hello ": errDamaged, "": errDamaged} {
		_, err := io.Copy(&got, newChecking(strings.NewReader(text), sum))
		if err != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestWhatIsFreedIsTakenAfterwards(t *testing.T) {
	j := journal{Steps: []step{
		{Path: "b", After: State{Kind: File}}, {Path: "d", After: State{Kind: Absent}}, {Path: "a/b/c", After: State{Kind: Absent}},
		{Path: "a", After: State{Kind: File}}, {Path: "a/b", After: State{Kind: Absent}}, {Path: "d/x", After: State{Kind: Link}},
	}}
	j.order()
	var order []string
	for _, s := range j.Steps {
		order = append(order, s.Path)
	}
	if got := strings.Join(order, " "); got != "d a/b/c a/b a b d/x" {
		t.Errorf("the order is %s", got)
	}
}
