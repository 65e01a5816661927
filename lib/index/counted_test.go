package index

import (
	"context"
	"testing"
	"time"
)

func TestARebuildTellsHowFarItIs(t *testing.T) {
	src := manyFolders{}
	var last, calls int
	x := Index{Dir: t.TempDir()}
	v, err := x.Rebuild(context.Background(), Counted(src, func(done, total int) {
		if calls++; done != last+1 || total != 9 {
			t.Errorf("told %d of %d after %d", done, total, last)
		}
		last = done
	}), time.Now())
	if err != nil || v.Unstored != nil || last != 9 || calls != 9 {
		t.Errorf("%v, told %d times, the last %d", err, calls, last)
	}
	if got := Counted(src, nil); got != Source(src) {
		t.Error("without anybody to tell it is another source")
	}
}

// manyFolders is nine folders without a file.
type manyFolders struct{}

func (manyFolders) Folders(context.Context) ([]Folder, error) {
	folders := make([]Folder, 9)
	for i := range folders {
		folders[i] = Folder{Path: string(rune('a' + i)), Modified: 1}
	}
	return folders, nil
}

func (manyFolders) Files(string) ([]File, error) { return nil, nil }

func (manyFolders) Read(string) (Row, error) { return Row{}, nil }
