package snapshot_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"holdfast/lib/durable"
	"holdfast/lib/snapshot"
)

// of makes sources of files of those texts, each with the sum of hello.
func of(t *testing.T, texts ...string) map[string]snapshot.Source {
	t.Helper()
	sources := map[string]snapshot.Source{}
	for _, text := range texts {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		sources[text] = snapshot.Saved("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
			func() (*os.File, error) { return os.Open(file) })
	}
	return sources
}

func TestAReadThatIsNotWhatWasSavedFailsAtItsEnd(t *testing.T) {
	sources := of(t, "hello", "hello ", "")
	sources["gone"] = snapshot.Saved("", func() (*os.File, error) { return nil, fs.ErrNotExist })
	wrong := snapshot.Verify(context.Background(), sources)
	for text := range sources {
		_, err := sources[text].Bytes(context.Background(), 100)
		if (err == nil) != (text == "hello") || (wrong[text] == nil) != (text == "hello") {
			t.Errorf("%q: %v, %v", text, err, wrong[text])
		}
	}
}

func TestASourceGivesNoMoreThanIsAskedForAndEndsWithItsContext(t *testing.T) {
	hello := of(t, "hello")["hello"]
	if _, err := hello.Bytes(context.Background(), 4); !errors.Is(err, durable.ErrTooLarge) {
		t.Errorf("more than the limit: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := hello.Bytes(ctx, 100); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end: %v", err)
	}
}
