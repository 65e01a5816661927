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

// textFile is the one text file of an index.
func textFile(t *testing.T, x Index) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(x.Dir, "text-*"))
	if err != nil || len(found) != 1 {
		t.Fatalf("text files %q, %v", found, err)
	}
	return found[0]
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
		return func(t *testing.T, x Index) { write(t, x.rows(), change(read(t, x.rows()))) }
	}
	for name, damage := range map[string]func(*testing.T, Index){
		"no rows file":            func(t *testing.T, x Index) { write(t, x.rows(), ""); os.Remove(x.rows()) },
		"an empty rows file":      rows(func(string) string { return "" }),
		"zeros":                   rows(func(s string) string { return strings.Repeat("\x00", len(s)) }),
		"another header":          rows(func(s string) string { return strings.Replace(s, format, "holdfast-index-0", 1) }),
		"no header":               rows(func(s string) string { _, rest, _ := strings.Cut(s, "\n"); return rest }),
		"a header alone":          rows(func(s string) string { head, _, _ := strings.Cut(s, "\n"); return head }),
		"a text file outside":     rows(func(s string) string { return strings.Replace(s, "text-1\n", "text-../../x\n", 1) }),
		"a changed row":           rows(func(s string) string { return strings.Replace(s, "Redis", "Retis", 1) }),
		"a row less a field":      rows(func(s string) string { return strings.Replace(s, "\tRedis sessions\t", "\t", 1) }),
		"a line of another kind":  rows(func(s string) string { return s + line("Z", "x") }),
		"an empty line":           rows(func(s string) string { return s + "\n" }),
		"a whole row less fields": rows(func(s string) string { return s + line(kindRow, "h/a/1.yaml") + line(kindFolder, "h/a", "0") }),
		"a folder without a time": rows(func(s string) string { return s + line(kindFolder, "h/a") }),
		"no text file":            func(t *testing.T, x Index) { os.Remove(textFile(t, x)) },
		"an empty text file":      func(t *testing.T, x Index) { os.Truncate(textFile(t, x), 0) },
		"a text file one byte short": func(t *testing.T, x Index) {
			os.Truncate(textFile(t, x), int64(len(read(t, textFile(t, x))))-1)
		},
		"a folder in its place": func(t *testing.T, x Index) { f := textFile(t, x); os.Remove(f); os.Mkdir(f, 0o700) },
	} {
		t.Run(name, func(t *testing.T) {
			x, s := built(t)
			damage(t, x)
			check(t, x, s)
			if len(s.read) != 4 {
				t.Errorf("it read %q, want all", s.read)
			}
			s.forget()
			if name == "a folder in its place" {
				return // what cannot be removed is left, and a way round it found
			}
			stored(t, x, s)
			if len(s.listed)+len(s.read) != 0 {
				t.Errorf("it was not stored: the second time it listed %q and read %q", s.listed, s.read)
			}
		})
	}
}

func TestATornLastLineCostsACatchUpAtMost(t *testing.T) {
	x, s := built(t)
	whole := read(t, x.rows())
	tail := strings.Index(whole, "in the tail")
	start := strings.LastIndexByte(whole[:tail], '\n') + 1
	for cut := start; cut < len(whole); cut++ {
		write(t, x.rows(), whole[:cut])
		check(t, x, s)
	}
}

func TestALineAfterATornOneIsNotLost(t *testing.T) {
	for _, torn := range []string{"A", "A\th/a/1.ya", "R\th/a/1.yaml", "F\th/b\t1", "F\th/a\t" + fmt.Sprint(old)} {
		x, s := built(t)
		write(t, x.rows(), read(t, x.rows())+torn)
		s.put("h/a/1.yaml", "by its writer, after a crash", old)
		if err := x.Put(context.Background(), s.row(s.files["h/a/1.yaml"])); err != nil {
			t.Fatal(err)
		}
		stored(t, x, s)
	}
	// A row that was cut inside its last number must not pass for a shorter one.
	x, s := built(t)
	r := s.row(s.files["h/a/1.yaml"])
	line := r.line()
	write(t, x.rows(), read(t, x.rows())+line[:len(line)-2])
	if err := x.Put(context.Background(), s.row(s.files["h/b/3.yaml"])); err != nil {
		t.Fatal(err)
	}
	stored(t, x, s)
}

func TestPutIntoADamagedIndexHarmsNothing(t *testing.T) {
	for name, damage := range map[string]func(*testing.T, Index){
		"another header": func(t *testing.T, x Index) { write(t, x.rows(), "something else\n") },
		"no text file":   func(t *testing.T, x Index) { os.Remove(textFile(t, x)) },
	} {
		t.Run(name, func(t *testing.T) {
			x, s := built(t)
			damage(t, x)
			if err := x.Put(context.Background(), s.row(s.files["h/a/1.yaml"])); err != nil {
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
		if err := os.MkdirAll(x.rows(), 0o700); err != nil {
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
			before := read(t, x.rows())
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
			if !errors.Is(v.Unstored, context.Canceled) || read(t, x.rows()) != before {
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
	for i := range 300 {
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
		most = max(most, strings.Count(read(t, x.rows()), "\n"))
	}
	stored(t, x, s)
	if most < spareLines || most > 3*spareLines {
		t.Errorf("the rows file grew to %d lines", most)
	}
	if strings.Contains(read(t, x.rows()), "h/c0") {
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

func TestNoTextFileIsLeftBehind(t *testing.T) {
	x, s := built(t)
	for range 3 {
		if _, err := x.Rebuild(context.Background(), s, now, nil); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(x.Dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "lock rows text-4" {
		t.Errorf("it holds %s", got)
	}
}

func FuzzAnyRowsFileEndsInARightView(f *testing.F) {
	// The seeds are of another time than the source: a row that matches a file in
	// everything is believed, as it must be.
	const head = format + "\ttext-1\n"
	row := Row{Path: "h/a/1.yaml", Size: 14, Modified: old - 7, Goal: "wrong", textLen: 3}.line()
	for _, s := range []string{
		"", "\n", format, head, head + line(kindFolder, "h/a", "1"), head + line(kindGone, "h/a/1.yaml"), head + row,
		head + row + line(kindFolder, "h/a", "-1") + line(kindGone, "h/x") + row + "torn", head + line(kindRow, "h/a/1.yaml"),
	} {
		f.Add([]byte(s), []byte("\x01a redis "))
	}
	f.Fuzz(func(t *testing.T, rows, texts []byte) {
		x, s := newIndex(t), three()
		if err := os.MkdirAll(x.Dir, 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, x.rows(), string(rows))
		write(t, filepath.Join(x.Dir, "text-1"), string(texts))
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
