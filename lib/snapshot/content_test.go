package snapshot_test

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"testing"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/snapshot"
	"holdfast/testscripts/disk"
)

// saved is the source of a file of that text, with the sum of hello.
func saved(t *testing.T, text string) snapshot.Source {
	t.Helper()
	file := filepath.Join(t.TempDir(), "file")
	disk.Write(t, file, text)
	return snapshot.Source{At: durable.File(file), Sum: machine.Sum([]byte("hello"))}
}

func read(ctx context.Context, s snapshot.Source) (string, error) {
	from, err := s.Open(ctx)
	if err != nil {
		return "", err
	}
	defer from.Close()
	b, err := io.ReadAll(from)
	return string(b), err
}

func TestAReadThatIsNotWhatWasSavedFailsAtItsEnd(t *testing.T) {
	hello, gone := saved(t, "hello"), saved(t, "")
	gone.At = durable.File(filepath.Join(t.TempDir(), "gone"))
	all := []snapshot.Source{hello, saved(t, "hello "), saved(t, ""), gone, {Text: "any"}}
	set := map[snapshot.Source]bool{}
	for _, s := range all {
		set[s] = true
	}
	wrong := snapshot.Verify(context.Background(), set)
	if len(wrong) != 3 {
		t.Errorf("%d are damaged: %v", len(wrong), wrong)
	}
	for i, s := range all {
		good := s == hello || s.Text != ""
		if _, err := read(context.Background(), s); (err == nil) != good || (wrong[s] == nil) != good {
			t.Errorf("%d: %v, %v", i, err, wrong[s])
		}
	}
}

func TestAReadEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := read(ctx, saved(t, "hello")); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end: %v", err)
	}
}

func TestOneStateMatchesWhatIsFound(t *testing.T) {
	file := snapshot.State{Kind: snapshot.File, Mode: 0o644, Sum: "a"}
	open := file
	open.Mode = snapshot.AnyMode
	absent, folder := snapshot.State{}, snapshot.State{Kind: snapshot.Folder}
	for _, c := range []struct {
		want, found snapshot.State
		is          bool
	}{
		{file, file, true},
		{open, file, true},
		{file, snapshot.State{Kind: snapshot.File, Mode: 0o600, Sum: "a"}, false},
		{open, snapshot.State{Kind: snapshot.File, Mode: 0o644, Sum: "b"}, false},
		{absent, folder, true},
		{absent, file, false},
		{absent, snapshot.State{Kind: snapshot.Other}, false},
	} {
		if c.want.Matches(c.found) != c.is {
			t.Errorf("%v and %v", c.want, c.found)
		}
	}
}
