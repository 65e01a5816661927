package index

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// slowSource has many folders, of which each takes a while to read.
type slowSource struct{ folders int }

func (s slowSource) Folders(context.Context) ([]Folder, error) {
	var all []Folder
	for i := range s.folders {
		all = append(all, Folder{Path: fmt.Sprintf("h/%d", i), Modified: int64(i + 1)})
	}
	return all, nil
}

func (s slowSource) Files(folder string) ([]File, error) {
	return []File{{Path: folder + "/a", Size: 1, Modified: 1}}, nil
}

func (s slowSource) Read(rel string) (Row, error) {
	<-time.After(readTime / 10)
	return Row{Path: rel, Size: 1, Modified: 1, Sum: "x"}, nil
}

func TestAQueryWithADeadlineReadsTheNewestFoldersAndTheNextOneGoesOn(t *testing.T) {
	x := Index{Dir: t.TempDir() + "/index"}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	src := slowSource{folders: 30}
	before := 0
	for round := 0; ; round++ {
		if round > 50 {
			t.Fatal("it never ends")
		}
		v, err := x.Open(ctx, src, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		n, newest := 0, false
		if err := v.Rows(nil, func(r Row) { n++; newest = newest || r.Path == "h/29/a" }); err != nil {
			t.Fatal(err)
		}
		if n <= before || !newest {
			t.Fatalf("round %d: %d rows after %d, the newest among them: %t", round, n, before, newest)
		}
		if before = n; n == src.folders {
			break
		}
		if v.Late == 0 {
			t.Fatalf("%d of %d rows are not partial", n, src.folders)
		}
	}
	v, err := x.Open(ctx, src, time.Now())
	if err != nil || v.Late > 0 {
		t.Errorf("partial once all is read, %v", err)
	}
}

func TestARebuildTellsHowFarItIs(t *testing.T) {
	src := newFake()
	for _, name := range strings.Split("abcdefghi", "") {
		src.folders[name] = old
	}
	last, calls := 0, 0
	v, err := Index{Dir: t.TempDir()}.Rebuild(context.Background(), src, now, func(done, total int) {
		if calls++; done != last+1 || total != 9 {
			t.Errorf("told %d of %d after %d", done, total, last)
		}
		last = done
	})
	if err != nil || v.Unstored != nil || last != 9 || calls != 9 {
		t.Errorf("%v, told %d times, the last %d", err, calls, last)
	}
}
