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

	"holdfast/lib/durable"
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
		"no rows file":         func(t *testing.T, x Index) { write(t, x.rows(), ""); os.Remove(x.rows()) },
		"an empty rows file":   rows(func(string) string { return "" }),
		"zeros":                rows(func(s string) string { return strings.Repeat("\x00", len(s)) }),
		"another header":       rows(func(s string) string { return strings.Replace(s, format, "holdfast-index-0", 1) }),
		"no header":            rows(func(s string) string { _, rest, _ := strings.Cut(s, "\n"); return rest }),
		"a header alone":       rows(func(s string) string { head, _, _ := strings.Cut(s, "\n"); return head }),
		"a text file outside":  rows(func(s string) string { return strings.Replace(s, "text-1\t", "text-../../x\t", 1) }),
		"a base that is short": rows(func(s string) string { return shiftBase(s, -3) }),
		"a base that is long":  rows(func(s string) string { return shiftBase(s, 3) }),
		"a huge base":          rows(func(s string) string { return shiftBase(s, 1<<40) }),
		"a negative base":      rows(func(s string) string { return shiftBase(s, -1<<40) }),
		"a changed base row":   rows(func(s string) string { return strings.Replace(s, "Redis", "Retis", 1) }),
		"a base row less a field": rows(func(s string) string {
			return strings.Replace(s, "\tRedis sessions\t", "\t", 1)
		}),
		"a tail line of another kind": rows(func(s string) string { return s + "Z\tx\n" }),
		"a tail line without a tab":   rows(func(s string) string { return s + "A\n" }),
		"an empty tail line":          rows(func(s string) string { return s + "\n" }),
		"a tail row less a field":     rows(func(s string) string { return strings.Replace(s, "\tin the tail\t", "\t", 1) }),
		"a folder without a time":     rows(func(s string) string { return s + "F\th/a\n" }),
		"the rows cut in the base":    rows(func(s string) string { return s[:strings.Index(s, "Redis")] }),
		"no text file":                func(t *testing.T, x Index) { os.Remove(textFile(t, x)) },
		"an empty text file":          func(t *testing.T, x Index) { os.Truncate(textFile(t, x), 0) },
		"a text file one byte short": func(t *testing.T, x Index) {
			os.Truncate(textFile(t, x), int64(len(read(t, textFile(t, x))))-1)
		},
		"a text file cut in the base": func(t *testing.T, x Index) { os.Truncate(textFile(t, x), 3) },
		"a folder in its place":       func(t *testing.T, x Index) { f := textFile(t, x); os.Remove(f); os.Mkdir(f, 0o700) },
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

// shiftBase changes the size of the base that the header tells.
func shiftBase(s string, by int) string {
	head, rest, _ := strings.Cut(s, "\n")
	parts := strings.Split(head, "\t")
	var base int
	if _, err := fmt.Sscan(parts[2], &base); err != nil {
		panic(err)
	}
	parts[2] = fmt.Sprint(base + by)
	return strings.Join(parts, "\t") + "\n" + rest
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
	line := r.line(0, 120)
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
		held := durable.File(x.lock()).Locked(context.Background(), func() error {
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

func TestALongTailIsWorkedIntoTheBase(t *testing.T) {
	x, s := newIndex(t), three()
	check(t, x, s)
	size := func() int { return len(read(t, x.rows())) }
	long := strings.Repeat("words and words ", 1000)
	most := 0
	for i := range 300 {
		s.put("h/a/1.yaml", fmt.Sprint(long, i), old+int64(i)+9)
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
		most = max(most, size())
	}
	stored(t, x, s)
	if most < maxTail || most > 2*maxTail || size() > maxTail {
		t.Errorf("the rows file grew to %d bytes and is now %d", most, size())
	}
	if n := len(read(t, textFile(t, x))); n > 2*maxTail {
		t.Errorf("the text file has %d bytes", n)
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
	const head = format + "\ttext-1\t"
	base := Row{Path: "h/a/1.yaml", Size: 14, Modified: old - 7, Goal: "wrong"}.line(0, 3)
	for _, s := range []string{
		"", "\n", format, head + "0\t0\n", head + "0\t0\nF\th/a\t1\n", head + "0\t0\nR\th/a/1.yaml\n", head + "0\t0\n" + base,
		fmt.Sprintf("%s%d\t%s\n%sF\th/a\t-1\nR\th/x\n%s", head, len(base), checksum([]byte(base)), base, base),
		head + "0\t0\nA\t" + strings.Repeat("\t", fieldCount) + "\n", head + "0\t0\nF\t\\t\\n\\\\\t0\ntorn", head + "-1\t0\n", head + "9223372036854775807\t0\n",
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
