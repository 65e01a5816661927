package index

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/testscripts/disk"
)

func TestAViewHoldsWhatItsSourceHolds(t *testing.T) {
	x, s := newIndex(t), three()
	stored(t, x, s)
	if len(s.read) != 3 {
		t.Errorf("read %q", s.read)
	}
	if info, err := os.Stat(x.Dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has mode %v, %v", info.Mode(), err)
	}
	s.forget()
	for range 3 {
		stored(t, x, s)
	}
	if len(s.listed)+len(s.read) != 0 {
		t.Errorf("nothing changed, but it listed %q and read %q", s.listed, s.read)
	}
}

func TestAnIndexOfEmptyFoldersIsNotWrittenAgain(t *testing.T) {
	x, s := newIndex(t), newFake()
	s.folders["h/a"] = old
	check(t, x, s)
	before, err := os.Stat(x.file())
	if err != nil {
		t.Fatal(err)
	}
	check(t, x, s)
	if after, err := os.Stat(x.file()); err != nil || !os.SameFile(before, after) {
		t.Errorf("nothing changed, but it was written again, %v", err)
	}
}

func TestASourceWithoutAFolderMakesNoIndex(t *testing.T) {
	x := newIndex(t)
	check(t, x, newFake())
	if _, err := os.Lstat(filepath.Dir(x.Dir)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was made: %v", err)
	}
}

func TestCatchUpReadsOnlyWhatChanged(t *testing.T) {
	for name, c := range map[string]struct {
		change       func(*fake)
		listed, read string
	}{
		"a file more":          {func(s *fake) { s.put("h/b/4.yaml", "new", old+9) }, "h/b", "h/b/4.yaml"},
		"a file less":          {func(s *fake) { s.remove("h/a/1.yaml", old+9) }, "h/a", ""},
		"a file replaced":      {func(s *fake) { s.put("h/a/2.yaml", "other", old+9) }, "h/a", "h/a/2.yaml"},
		"of the same size":     {func(s *fake) { s.put("h/b/3.yaml", "y", old+9) }, "h/b", "h/b/3.yaml"},
		"a folder more":        {func(s *fake) { s.put("h/c/5.yaml", "new", old+9) }, "h/c", "h/c/5.yaml"},
		"a folder less":        {func(s *fake) { s.remove("h/b/3.yaml", 0); delete(s.folders, "h/b") }, "", ""},
		"an empty folder more": {func(s *fake) { s.folders["h/e"] = old }, "h/e", ""},
		"a folder's time back": {func(s *fake) { s.folders["h/a"] = old - 1e9 }, "h/a", ""},
		"a file moved": {func(s *fake) {
			s.put("h/b/1.yaml", "Redis sessions", old+9)
			s.remove("h/a/1.yaml", old+9)
		}, "h/a h/b", "h/b/1.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			x, s := newIndex(t), three()
			check(t, x, s)
			s.forget()
			c.change(s)
			stored(t, x, s)
			slices.Sort(s.listed)
			if got := strings.Join(s.listed, " "); got != c.listed {
				t.Errorf("listed %q, want %q", got, c.listed)
			}
			if got := strings.Join(s.read, " "); got != c.read {
				t.Errorf("read %q, want %q", got, c.read)
			}
			s.forget()
			stored(t, x, s)
			if len(s.listed)+len(s.read) != 0 {
				t.Errorf("the second time it listed %q and read %q", s.listed, s.read)
			}
		})
	}
}

func TestAFolderThatChangedWithinTwoSecondsIsReadAgain(t *testing.T) {
	for name, c := range map[string]struct {
		age   time.Duration
		again bool
	}{
		"at the same moment": {0, true}, "just within": {2*time.Second - 1, true}, "at two seconds": {2 * time.Second, false},
		"ahead of the clock": {-time.Hour, true},
	} {
		for _, first := range []string{"at first sight", "when caught up"} {
			t.Run(name+", "+first, func(t *testing.T) {
				x, s := newIndex(t), three()
				if first == "when caught up" {
					check(t, x, s)
				}
				at := now.Add(-c.age).UnixNano()
				s.put("h/a/1.yaml", "changed", at)
				check(t, x, s)
				s.forget()
				// A change within the same tick of the clock leaves the folder's time.
				s.put("h/a/9.yaml", "unseen", at)
				if c.again {
					stored(t, x, s)
				}
				if got := strings.Join(s.listed, " "); c.again && got != "h/a" || !c.again && got != "" {
					t.Errorf("listed %q", got)
				}
				s.forget()
				later := now.Add(time.Hour + time.Minute)
				if _, err := x.Open(context.Background(), s, later, nil); err != nil {
					t.Fatal(err)
				}
				s.forget()
				if _, err := x.Open(context.Background(), s, later, nil); err != nil {
					t.Fatal(err)
				}
				if len(s.listed) != 0 {
					t.Errorf("later it still lists %q", s.listed)
				}
			})
		}
	}
}

func TestAFolderIsReadAgainWhileTheClockIsSetBack(t *testing.T) {
	x, s := newIndex(t), three()
	check(t, x, s)
	s.forget()
	// A change in place, of which a touch tells nothing that is before the folder's time.
	s.put("h/a/1.yaml", "changed", s.folders["h/a"])
	v, err := x.Open(context.Background(), s, time.Unix(0, s.folders["h/a"]), nil)
	if got, want := holds(t, v), s.want(); err != nil || got != want {
		t.Errorf("it holds %q, want %q: %v", got, want, err)
	}
}

func TestAFolderThatCameAndWentIsForgotten(t *testing.T) {
	x, s := newIndex(t), three()
	check(t, x, s)
	s.put("h/new/1.yaml", "soon gone", now.UnixNano())
	check(t, x, s)
	s.remove("h/new/1.yaml", 0)
	delete(s.folders, "h/new")
	stored(t, x, s)
}

func TestAFileThatCannotBeReadIsLeftOut(t *testing.T) {
	x, s := newIndex(t), three()
	check(t, x, s)
	s.put("h/a/1.yaml", "unreadable", old+9)
	stored(t, x, s)
	s.put("h/a/1.yaml", "readable", old+10)
	stored(t, x, s)
}

func TestTheErrorOfASourceIsTold(t *testing.T) {
	x, s := newIndex(t), three()
	s.fail = errors.New("no folders")
	if _, err := x.Open(context.Background(), s, now, nil); !errors.Is(err, s.fail) {
		t.Errorf("Open: %v", err)
	}
	if _, err := rebuilt(context.Background(), x, s, nil); !errors.Is(err, s.fail) {
		t.Errorf("Rebuild: %v", err)
	}
	s.fail = nil
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := x.Open(ctx, s, now, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestWhatChangesWhileAQueryReadsIsNotLost(t *testing.T) {
	x, s := newIndex(t), three()
	check(t, x, s)
	s.put("h/a/1.yaml", "seen", old+9)
	s.onRead = func() { // the folder was listed
		s.onRead = nil
		s.files["h/a/2.yaml"], s.text["h/a/2.yaml"] = File{"h/a/2.yaml", 8, old + 9}, "in place"
		s.folders["h/a"] = old + 10
	}
	if v, err := x.Open(context.Background(), s, now, nil); err != nil || v.Unstored != nil {
		t.Fatal(err, v.Unstored)
	}
	stored(t, x, s)
}

func TestFitsTellsAFileThatWasChangedInPlace(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "a", "1.yaml")
	disk.Folder(t, filepath.Dir(file))
	at := now.Add(-time.Hour)
	write := func(text string, at time.Time) {
		t.Helper()
		disk.Write(t, file, text)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	r := Row{Path: "a/1.yaml", Size: 3, Modified: at.UnixNano()}
	write("one", at)
	if !r.Fits(root) {
		t.Error("it does not fit its own file")
	}
	write("four", at)
	if r.Fits(root) {
		t.Error("it fits a file of another size")
	}
	write("two", at.Add(time.Second))
	if r.Fits(root) {
		t.Error("it fits a file of another time")
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if r.Fits(root) {
		t.Error("it fits no file")
	}
	disk.Folder(t, file)
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if (Row{Path: "a/1.yaml", Size: info.Size(), Modified: info.ModTime().UnixNano()}).Fits(root) {
		t.Error("it fits a folder")
	}
}
