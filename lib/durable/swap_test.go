package durable_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"holdfast/lib/durable"
	"holdfast/testscripts/disk"
)

// swapMissing is Swap where no file stands, as one of several writers.
func swapMissing(path string, data []byte, mode fs.FileMode) error {
	return durable.File(path).Swap(nil, data, mode)
}

func TestSwapReplacesNothingButWhatItWasTold(t *testing.T) {
	const absent = "absent"
	for _, test := range []struct {
		name, stands string
		before       []byte
		want         string // "" is ErrChanged
	}{
		{"the bytes are those", "old", []byte("old"), "new"},
		{"an empty file is no missing one", "", []byte{}, "new"},
		{"other bytes of that length", "odd", []byte("old"), ""},
		{"more bytes", "old and more", []byte("old"), ""},
		{"fewer bytes", "ol", []byte("old"), ""},
		{"the file is gone", absent, []byte("old"), ""},
		{"the empty file is gone", absent, []byte{}, ""},
		{"none stands there, and none shall", absent, nil, "new"},
		{"one was made meanwhile", "theirs", nil, ""},
		{"an empty one was made meanwhile", "", nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "f")
			if test.stands != absent {
				disk.Write(t, path, test.stands)
			}
			err := durable.File(path).Swap(test.before, []byte("new"), 0o640)
			if test.want != "" {
				if err != nil {
					t.Fatal(err)
				}
				wantFile(t, path, test.want)
				wantMode(t, path, 0o640)
				wantNames(t, dir, "f")
				return
			}
			if !errors.Is(err, durable.ErrChanged) {
				t.Errorf("error %v, want ErrChanged", err)
			}
			if test.stands == absent {
				wantNames(t, dir)
				return
			}
			wantFile(t, path, test.stands)
			wantNames(t, dir, "f")
		})
	}
}

// The other program writes as soon as it sees the temp file, which is large:
// while that is written and synced. Whichever is last, its bytes must stay.
func TestSwapKeepsWhatIsWrittenWhileItSyncs(t *testing.T) {
	large := bytes.Repeat([]byte("x"), 8<<20)
	met, lost := 0, 0 // what is written in the moment between the last look and the rename is
	for range 8 {
		dir := t.TempDir()
		path, theirs := filepath.Join(dir, "f"), filepath.Join(t.TempDir(), "theirs")
		disk.Write(t, path, "old")
		disk.Write(t, theirs, "theirs")
		over, written := make(chan struct{}), make(chan error)
		go func() {
			waitForTemp(dir, over)
			written <- os.Rename(theirs, path)
		}()
		err := durable.File(path).Swap([]byte("old"), large, 0o600)
		close(over)
		if err := <-written; err != nil {
			t.Fatal(err)
		}
		if errors.Is(err, durable.ErrChanged) {
			met++
		} else if err != nil {
			t.Fatal(err)
		}
		wantNames(t, dir, "f")
		if b, err := os.ReadFile(path); err != nil || string(b) != "theirs" {
			lost++
		}
	}
	if lost > 1 {
		t.Errorf("the other program's text is lost %d times", lost)
	}
	t.Logf("%d of 8 swaps met the other program", met)
}

// waitForTemp returns when a temp file is in dir, or over is closed.
func waitForTemp(dir string, over <-chan struct{}) {
	for {
		select {
		case <-over:
			return
		default:
		}
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if durable.Temp(e.Name()) {
				return
			}
		}
	}
}
