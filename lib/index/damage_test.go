package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// built is an index with a base and a tail, and its source.
func built(t *testing.T) (Index, *fake) {
	t.Helper()
	x, s := newIndex(t), three()
	check(t, x, s)
	s.put("h/b/4.yaml", "in the tail", old+9)
	check(t, x, s)
	s.forget()
	return x, s
}

func TestADamagedIndexIsMadeAnew(t *testing.T) {
	rows := func(change func(string) string) func(*testing.T, Index) {
		return func(t *testing.T, x Index) { write(t, x.file(), change(read(t, x.file()))) }
	}
	for name, damage := range map[string]func(*testing.T, Index){
		"no rows file":        func(t *testing.T, x Index) { os.Remove(x.file()) },
		"an empty rows file":  rows(func(string) string { return "" }),
		"zeros":               rows(func(s string) string { return strings.Repeat("\x00", len(s)) }),
		"zeros in the middle": rows(func(s string) string { return s[:len(format)] + strings.Repeat("\x00", len(s)-len(format)) }),
		"another header":      rows(func(s string) string { return strings.Replace(s, format, "holdfast-index-0\n", 1) }),
		"no header":           rows(func(s string) string { _, rest, _ := strings.Cut(s, "\n"); return rest }),
		"a header alone":      rows(func(s string) string { head, _, _ := strings.Cut(s, "\n"); return head }),
		"a changed row":       rows(func(s string) string { return strings.Replace(s, "Redis", "Retis", 1) }),
		"a row less a field":  rows(func(s string) string { return strings.Replace(s, "\tRedis sessions\t", "\t", 1) }),
		"lines that are none": rows(func(s string) string { return s + "\n\nF\nF\t\t\t\t\n00000000\t-1\t0\tx\n" }),
		"rows that are none":  rows(func(s string) string { return s + block{old, "h/a/1.yaml\n"}.text("h/c") }),
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

// A line that was taken out is missed by its block's checksum.
func TestARowThatIsLostIsReadAgain(t *testing.T) {
	x, s := built(t)
	whole := read(t, x.file())
	at := strings.Index(whole, "h/a/1.yaml")
	from, to := strings.LastIndexByte(whole[:at], '\n')+1, at+strings.IndexByte(whole[at:], '\n')+1
	write(t, x.file(), whole[:from]+whole[to:])
	check(t, x, s)
	slices.Sort(s.read)
	if !slices.Equal(s.read, []string{"h/a/1.yaml", "h/a/2.yaml"}) {
		t.Errorf("it read %q", s.read)
	}
}

func TestATornLastLineCostsACatchUpAtMost(t *testing.T) {
	x, s := built(t)
	whole := read(t, x.file())
	tail := strings.Index(whole, "in the tail")
	start := strings.LastIndexByte(whole[:tail], '\n') + 1
	for cut := start; cut < len(whole); cut++ {
		write(t, x.file(), whole[:cut])
		check(t, x, s)
	}
}

func TestABlockAfterATornOneIsNotLost(t *testing.T) {
	whole := block{old, Row{Path: "h/a/1.yaml", Goal: "wrong"}.line()}.text("h/a")
	for cut := range len(whole) {
		x, s := built(t)
		write(t, x.file(), read(t, x.file())+whole[:cut])
		s.text["h/a/1.yaml"] = "by its writer, after a crash"
		s.files["h/a/1.yaml"] = File{"h/a/1.yaml", 7, old + 1} // in place
		if err := x.Distrust(context.Background(), "h/a/1.yaml"); err != nil {
			t.Fatal(err)
		}
		stored(t, x, s)
	}
}

func TestDistrustInADamagedIndexHarmsNothing(t *testing.T) {
	for name, damage := range map[string]func(*testing.T, Index){
		"another header": func(t *testing.T, x Index) { write(t, x.file(), "something else\n") },
		"no file":        func(t *testing.T, x Index) { os.Remove(x.file()) },
	} {
		t.Run(name, func(t *testing.T) {
			x, s := built(t)
			damage(t, x)
			if err := x.Distrust(context.Background(), "h/a/1.yaml"); err != nil {
				t.Error(err)
			}
			stored(t, x, s)
		})
	}
}

func TestWhereNothingCanBeStoredTheViewIsRight(t *testing.T) {
	t.Run("a file where the folder should be", func(t *testing.T) {
		x, s := newIndex(t), three()
		write(t, filepath.Dir(x.Dir), "")
		if v := check(t, x, s); v.Unstored == nil {
			t.Error("nothing says that it is not stored")
		}
	})
	t.Run("a folder where the rows should be", func(t *testing.T) {
		x, s := newIndex(t), three()
		if err := os.MkdirAll(x.file(), 0o700); err != nil {
			t.Fatal(err)
		}
		if v := check(t, x, s); v.Unstored == nil {
			t.Error("nothing says that it is not stored")
		}
	})
	t.Run("another holds the lock for longer than is waited", func(t *testing.T) {
		x, s := built(t)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		held := x.locked(context.Background(), rebuildTime, func() error {
			before := read(t, x.file())
			s.put("h/a/1.yaml", "changed meanwhile", old+20)
			s.onFiles = cancel // the time is up when the lock is asked for
			v, err := x.Open(ctx, s, now)
			s.onFiles = nil
			if err != nil {
				return err
			}
			if got, want := holds(t, v), s.want(); got != want {
				t.Errorf("the view holds\n%s\nwant\n%s", got, want)
			}
			if !errors.Is(v.Unstored, context.Canceled) || read(t, x.file()) != before {
				t.Errorf("Unstored is %v", v.Unstored)
			}
			return nil
		})
		if held != nil {
			t.Fatal(held)
		}
		stored(t, x, s)
	})
}

func TestALongRowsFileIsWrittenAnew(t *testing.T) {
	x, s := newIndex(t), three()
	check(t, x, s)
	most := 0
	for i := range 800 {
		s.put("h/a/1.yaml", fmt.Sprint("words ", i), old+int64(i)+9)
		if i%2 == 0 {
			s.put(fmt.Sprintf("h/c%d/1.yaml", i), "x", old)
		} else {
			delete(s.folders, fmt.Sprintf("h/c%d", i-1))
			delete(s.files, fmt.Sprintf("h/c%d/1.yaml", i-1))
		}
		v, err := x.Open(context.Background(), s, now)
		if err != nil || v.Unstored != nil {
			t.Fatal(err, v.Unstored)
		}
		most = max(most, len(read(t, x.file())))
	}
	stored(t, x, s)
	if most < spareBytes || most > 2*spareBytes {
		t.Errorf("the rows file grew to %d bytes", most)
	}
	if strings.Contains(read(t, x.file()), "h/c0") {
		t.Error("a folder that is gone is kept for ever")
	}
}

func TestRebuildReadsEverythingAnewAndRemoveTakesItAway(t *testing.T) {
	x, s := built(t)
	s.text["h/a/1.yaml"] = "Redis sissions" // in place, of the same size and time
	v, err := x.Rebuild(context.Background(), s, now, nil)
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
	folder := block{old - 7, Row{Path: "h/a/1.yaml", Size: 14, Modified: old - 7, Goal: "wrong"}.line()}.text("h/a")
	for _, s := range []string{
		"", "\n", format[:9], format, format + folder, format + block{}.text("h/a"), format + folder + "torn",
		format + folder + block{}.text("h/a") + "00000000\t9\t1\th/b\n" + folder,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, rows []byte) {
		x, s := newIndex(t), three()
		if err := os.MkdirAll(x.Dir, 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, x.file(), string(rows))
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
