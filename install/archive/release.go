package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/platform"
)

// A target is a system that an archive is for, in Go's words.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "-" + t.arch }

// targets are all that are released.
func targets() []target {
	return []target{
		{"linux", "amd64"}, {"linux", "arm64"},
		{"darwin", "amd64"}, {"darwin", "arm64"},
		{"windows", "amd64"}, {"windows", "arm64"},
	}
}

// A builder is what every archive of one release shares. The same checkout
// gives the same bytes: every time in an archive is the commit's.
type builder struct {
	source  string // the checkout
	out     string // the folder of the archives
	version string
	stamp   time.Time
	env     []string
	path    string // PATH
}

// run makes the release and returns the exit code.
func run(env cli.Env) int {
	if err := release(env); err != nil {
		fmt.Fprintln(env.Stderr, "archive: error:", err)
		return cli.Failed
	}
	return cli.OK
}

// release builds the archives named by the arguments, and SHA256SUMS.
func release(env cli.Env) error {
	flags := flag.NewFlagSet("archive", flag.ContinueOnError)
	flags.SetOutput(env.Stderr)
	source := flags.String("source", ".", "the checkout")
	out := flags.String("out", "dist", "the folder of the archives")
	only := flags.String("only", "", "one system alone, such as linux-amd64")
	if err := flags.Parse(env.Args); err != nil {
		return err
	}
	b, err := newBuilder(env, *source, *out)
	if err != nil {
		return err
	}
	if err := durable.Make(b.out, 0o755); err != nil {
		return fmt.Errorf("making %q: %w", b.out, err)
	}
	var sums strings.Builder
	for _, t := range targets() {
		if *only != "" && t.String() != *only {
			continue
		}
		name, data, err := b.archive(context.Background(), t)
		if err != nil {
			return fmt.Errorf("building for %q: %w", t, err)
		}
		if err := durable.File(filepath.Join(b.out, name)).Replace(data, 0o644); err != nil {
			return fmt.Errorf("writing %q: %w", name, err)
		}
		fmt.Fprintf(&sums, "%s  %s\n", machine.Sum(data), name)
		fmt.Fprintf(env.Stdout, "%s (%.1f MB)\n", filepath.Join(*out, name), float64(len(data))/1e6)
	}
	if sums.Len() == 0 {
		return fmt.Errorf("no release for %q; want one of %v", *only, targets())
	}
	return durable.File(filepath.Join(b.out, "SHA256SUMS")).Replace([]byte(sums.String()), 0o644)
}

func newBuilder(env cli.Env, source, out string) (*builder, error) {
	dir, err := env.WorkingDir()
	if err != nil {
		return nil, fmt.Errorf("finding the working directory: %w", err)
	}
	b := &builder{source: below(dir, source), out: below(dir, out), path: env.Getenv("PATH"), env: env.Environ()}
	manifest, err := durable.Read(filepath.Join(b.source, ".claude-plugin", "plugin.json"), 1<<20)
	if err != nil {
		return nil, fmt.Errorf("reading the version: %w", err)
	}
	var plugin struct{ Version string }
	if err := json.Unmarshal(manifest, &plugin); err != nil || plugin.Version == "" {
		return nil, fmt.Errorf("reading the version from plugin.json: %q is not a version: %w", plugin.Version, err)
	}
	b.version = plugin.Version
	b.stamp, err = b.time(env.Getenv("SOURCE_DATE_EPOCH"))
	return b, err
}

// time is the one time in the archives: SOURCE_DATE_EPOCH, else the commit's.
// Source: reproducible-builds.org, SOURCE_DATE_EPOCH.
func (b *builder) time(epoch string) (time.Time, error) {
	if epoch == "" {
		printed, err := b.start(context.Background(), "git", nil, "log", "-1", "--format=%ct")
		if err != nil {
			return time.Time{}, fmt.Errorf("asking git for the commit's time: %w", err)
		}
		epoch = strings.TrimSpace(string(printed))
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("reading the release's time %q: %w", epoch, err)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// start runs a program in the checkout and returns what it printed.
func (b *builder) start(ctx context.Context, name string, env []string, args ...string) ([]byte, error) {
	program, err := platform.LookPath(name, b.path)
	if err != nil {
		return nil, err
	}
	return platform.Run(ctx, platform.Command{Path: program, Args: args, Dir: b.source, Env: append(b.env[:len(b.env):len(b.env)], env...)})
}

func below(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
