//go:build unix

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"
)

// settle is past the time for which a file that was just written is not
// trusted to stay as it is: no working day begins like that.
const settle = 3 * time.Second

// bench measures the rows of the named groups, all where none is named, and
// prints the table. It returns how many bars were missed.
func bench(bin string, runs int, only []string, w io.Writer) (missed int, err error) {
	scratch, err := os.MkdirTemp("", "holdfast-bench-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(scratch)
	floor, err := buildFloor(mustFolder(scratch, "floor"))
	if err != nil {
		return 0, err
	}
	programs, err := filepath.Glob(filepath.Join(bin, "*"))
	if err != nil {
		return 0, err
	}
	if bin, err = installed(mustFolder(scratch, "bin"), programs...); err != nil {
		return 0, err
	}
	fmt.Fprintf(w, "On %s/%s, %d cores, %s; medians of %d runs, each in turn with an empty Go program.\n\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), runs)
	fmt.Fprintln(w, "| what | median | p95 | ratio | bar | |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- |")
	first := true
	for _, g := range groups() {
		if len(only) > 0 && !slices.Contains(only, g.name) {
			continue
		}
		rows, err := g.rows(bin, scratch)
		if err != nil {
			return missed, err
		}
		time.Sleep(settle)
		for _, r := range rows {
			base, own, err := measure(floor, bin, r, r.times(runs))
			if err != nil {
				return missed, err
			}
			if first {
				fmt.Fprintf(w, "| an empty Go program | %s | %s | 1.00 | | |\n", ms(base.at(50)), ms(base.at(95)))
				first = false
			}
			ratio := float64(own.at(50)) / float64(base.at(50))
			verdict := "met"
			if !r.met(ratio, own) {
				verdict = "MISSED"
				missed++
			}
			fmt.Fprintf(w, "| %s | %s | %s | %.2f | %s | %s |\n", r.what, ms(own.at(50)), ms(own.at(95)), ratio, r.bar(own), verdict)
		}
	}
	return missed, nil
}

// installed copies programs to a folder, as an install does. What a linker wrote lies page by
// page in memory until it is read from the disk again, and starts half a millisecond later.
func installed(to string, programs ...string) (string, error) {
	for _, program := range programs {
		if info, err := os.Stat(program); err == nil && info.IsDir() { // a release, which is built beside them
			continue
		}
		b, err := os.ReadFile(program)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(to, filepath.Base(program)), b, 0o755); err != nil {
			return "", err
		}
	}
	return to, nil
}

// times is how often the row is measured where an ordinary one is measured runs
// times.
func (r row) times(runs int) int {
	if r.runs > 0 {
		return min(r.runs, runs)
	}
	return runs
}

func (r row) met(ratio float64, own result) bool {
	return ratio <= r.ratio && (r.memory == 0 || own.memory <= r.memory)
}

func (r row) bar(own result) string {
	bar := fmt.Sprintf("%g times", r.ratio)
	if r.base != nil {
		bar += " " + r.base.what
	}
	if r.memory > 0 {
		bar += fmt.Sprintf(", %d MB (took %d)", r.memory>>20, own.memory>>20)
	}
	return bar
}

func ms(d time.Duration) string {
	return fmt.Sprintf("%.2f ms", float64(d)/float64(time.Millisecond))
}

func mustFolder(parts ...string) string {
	dir := filepath.Join(parts...)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		panic(err)
	}
	return dir
}
