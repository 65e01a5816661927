package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
)

func read(t *testing.T, file string) string {
	t.Helper()
	b := disk.Read(t, file)
	return string(b)
}

// built is an index that was caught up once, and its source.
func built(t *testing.T) (Index, *fake) {
	t.Helper()
	x, s := newIndex(t), three()
	check(t, x, s)
	s.put("h/b/4.yaml", "added later", old+9)
	check(t, x, s)
	s.forget()
	return x, s
}

func TestADamagedIndexIsMadeAnew(t *testing.T) {
	rows := func(change func(string) string) func(*testing.T, Index) {
		return func(t *testing.T, x Index) { disk.Write(t, x.file(), change(read(t, x.file()))) }
	}
	for name, damage := range map[string]func(*testing.T, Index){
		"no rows file":        func(t *testing.T, x Index) { os.Remove(x.file()) },
		"an empty rows file":  rows(func(string) string { return "" }),
		"zeros":               rows(func(s string) string { return strings.Repeat("\x00", len(s)) }),
		"zeros in the middle": rows(func(s string) string { return s[:len(format)] + strings.Repeat("\x00", len(s)-len(format)) }),
		"another header":      rows(func(s string) string { return strings.Replace(s, format, "holdfast-index-0\n", 1) }),
		"no header":           rows(func(s string) string { _, rest, _ := strings.Cut(s, "\n"); return rest }),
		"a header alone":      rows(func(s string) string { head, _, _ := strings.Cut(s, "\n"); return head }),
		"a row less":          rows(func(s string) string { return s[:strings.LastIndexByte(s[:len(s)-1], '\n')+1] }),
		"a changed row":       rows(func(s string) string { return strings.Replace(s, "Redis", "Retis", 1) }),
		"a row less a field":  rows(func(s string) string { return strings.Replace(s, "\tRedis sessions\t", "\t", 1) }),
		"lines that are none": rows(func(s string) string { return s + "\n\nF\nF\t\t\t\t\n-1\t0\tx\n" }),
		"blocks that are none": rows(func(s string) string {
			_, blocks, _ := strings.Cut(s, "\n")
			return whole(blocks + "1\th/c\nshort")
		}),
		"rows that are none": rows(func(s string) string {
			_, blocks, _ := strings.Cut(s, "\n")
			return whole(blocks + fmt.Sprintf("%d\th/c\nh/a/1.yaml\n\n", old))
		}),
	} {
		t.Run(name, func(t *testing.T) {
			x, s := built(t)
			damage(t, x)
			check(t, x, s)
			stored(t, x, s)
			s.forget()
			stored(t, x, s)
			if len(s.listed)+len(s.read) != 0 {
				t.Errorf("it was not stored: then it listed %q and read %q", s.listed, s.read)
			}
		})
	}
}

// whole is the file of such blocks.
func whole(blocks string) string { return head([]byte(blocks)) + "\n" + blocks }

func TestATornFileCostsACatchUpAtMost(t *testing.T) {
	x, s := built(t)
	text := read(t, x.file())
	for cut := range len(text) {
		disk.Write(t, x.file(), text[:cut])
		check(t, x, s)
	}
}

func TestWhereNothingCanBeStoredTheViewIsRight(t *testing.T) {
	t.Run("a file where the folder should be", func(t *testing.T) {
		x, s := newIndex(t), three()
		disk.Write(t, filepath.Dir(x.Dir), "")
		if v := check(t, x, s); v.Unstored == nil {
			t.Error("nothing says that it is not stored")
		}
	})
	t.Run("a folder where the rows should be", func(t *testing.T) {
		x, s := newIndex(t), three()
		disk.Folder(t, x.file())
		if v := check(t, x, s); v.Unstored == nil {
			t.Error("nothing says that it is not stored")
		}
	})
}

func TestRebuildReadsEverythingAnew(t *testing.T) {
	x, s := built(t)
	s.text["h/a/1.yaml"] = "Redis sissions" // in place, of the same size and time
	v, err := rebuilt(context.Background(), x, s, nil)
	if err != nil || v.Unstored != nil {
		t.Fatal(err, v.Unstored)
	}
	if got, want := holds(t, v), s.want(); got != want {
		t.Errorf("it holds\n%s\nwant\n%s", got, want)
	}
	stored(t, x, s)
	if len(s.read) != 4 {
		t.Errorf("read %q", s.read)
	}
}

func FuzzAnyRowsFileEndsInARightView(f *testing.F) {
	// The seeds are of another time than the source: a row that matches a file in
	// everything is believed, as it must be.
	folder := fmt.Sprintf("%d\th/a\n%s\n", old-7, Row{Path: "h/a/1.yaml", Size: 14, Modified: old - 7, Goal: "wrong"}.line())
	const empty = "0\th/a\n\n"
	for _, s := range []string{
		"", "\n", "\n\n", "1\th/b\n", "1\n\n", folder, empty, folder + "torn", folder + folder, folder + empty + "1\th/b\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, blocks []byte) {
		x, s := newIndex(t), three()
		disk.Folder(t, x.Dir)
		disk.Write(t, x.file(), string(blocks))
		check(t, x, s)
		disk.Write(t, x.file(), whole(string(blocks)))
		check(t, x, s)
		s.put("h/a/1.yaml", "changed", old+9)
		stored(t, x, s)
		s.forget()
		stored(t, x, s)
		if len(s.listed)+len(s.read) != 0 {
			t.Errorf("at rest it listed %q and read %q", s.listed, s.read)
		}
	})
}
