//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// A row is one bar: a command, what it is given, and what it may take.
type row struct {
	what    string
	program string // a file in the folder of the binaries
	// absolute, where it is set, is the program to run instead.
	absolute string
	args     []string
	stdin    []byte
	dir      string
	env      []string
	ratio    float64 // the bar: the median, in times the floor's
	memory   int64   // bytes of resident memory at most, 0 for no bar
	// base, where it is set, is what the ratio is to, in place of the empty
	// program; runs, where it is set, is how often the row is measured.
	base *row
	runs int
	// reset brings the fixture back before each run, outside the time.
	reset func() error
	// check, where it is set, looks after each run at what the run left.
	check func() error
	// expect is what standard output must hold, so that a row cannot win by
	// doing nothing.
	expect string
}

type result struct {
	times  []time.Duration
	memory int64
}

func (r result) at(percent int) time.Duration {
	sorted := slices.Clone(r.times)
	slices.Sort(sorted)
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)]
}

// measure runs the floor and the row's command in turn.
func measure(floor, bin string, r row, runs int) (base, own result, err error) {
	warmUp := min(3, runs)
	for i := range runs + warmUp {
		if r.reset != nil {
			if err := r.reset(); err != nil {
				return base, own, err
			}
		}
		b, err := runBase(floor, bin, r)
		if err != nil {
			return base, own, err
		}
		o, err := run(filepath.Join(bin, r.program), r)
		if err != nil {
			return base, own, err
		}
		if r.check != nil {
			if err := r.check(); err != nil {
				return base, own, fmt.Errorf("after %q: %w", r.what, err)
			}
		}
		if i < warmUp {
			continue
		}
		base.times = append(base.times, b.times[0])
		own.times = append(own.times, o.times[0])
		own.memory = max(own.memory, o.memory)
	}
	return base, own, nil
}

func runBase(floor, bin string, r row) (result, error) {
	if r.base != nil {
		if r.base.reset != nil {
			if err := r.base.reset(); err != nil {
				return result{}, err
			}
		}
		if r.base.absolute != "" {
			return run(r.base.absolute, *r.base)
		}
		return run(filepath.Join(bin, r.base.program), *r.base)
	}
	return run(floor, row{stdin: r.stdin, dir: r.dir, env: r.env})
}

func run(program string, r row) (result, error) {
	cmd := exec.Command(program, r.args...)
	cmd.Stdin = bytes.NewReader(r.stdin)
	cmd.Dir = r.dir
	cmd.Env = r.env
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	if err != nil {
		return result{}, fmt.Errorf("running %q: %w: %s", program, err, errs.Bytes())
	}
	if errs.Len() > 0 {
		return result{}, fmt.Errorf("running %q: it says: %s", program, errs.Bytes())
	}
	if !bytes.Contains(out.Bytes(), []byte(r.expect)) {
		return result{}, fmt.Errorf("running %q for %q: standard output lacks %q: %s", program, r.what, r.expect, out.Bytes())
	}
	res := result{times: []time.Duration{took}}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		res.memory = usage.Maxrss * 1024
	}
	return res, nil
}

// buildFloor builds an empty static program: what any Go process costs.
func buildFloor(dir string) (string, error) {
	if err := os.WriteFile(dir+"/main.go", []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		return "", err
	}
	if err := os.WriteFile(dir+"/go.mod", []byte("module floor\n\ngo 1.26\n"), 0o644); err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", "floor", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the floor: %w: %s", err, out)
	}
	bin, err := installed(mustFolder(dir, "bin"), dir+"/floor")
	return bin + "/floor", err
}
