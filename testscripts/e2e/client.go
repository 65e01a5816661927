// Package e2e runs the real client, a pinned release of Claude Code, against
// the stand-in Messages API of package api, after a real installation in a
// fresh home folder. Its scenarios are the scripts in scripts/; the commands
// that they use beside testscript's own are listed in scripts/README.md.
//
// The tests carry the build tag e2e, because they need the client, which npm
// fetches once into a cache folder, and a minute or two. Nothing here touches
// the user's own home folder or needs an account.
package e2e

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// ClientVersion is the release of the client that the scenarios run, and the
// one place that says so.
const ClientVersion = "2.1.330"

// clientPackage is the client's package at npm. Its native program is in a
// package of its own for each platform.
const clientPackage = "@anthropic-ai/claude-code"

// FetchClient returns the path of the client's native program, below
// cache/claude-code-<version>/. Where it is not there yet, or is another
// release than ClientVersion, npm fetches it, with its output on log. No
// package script runs. An error says in one sentence why the client cannot be
// had.
func FetchClient(ctx context.Context, cache string, log io.Writer) (string, error) {
	prefix := filepath.Join(cache, "claude-code-"+ClientVersion)
	program := filepath.Join(prefix, "node_modules", filepath.FromSlash(platformPackage()), programName())
	if checkVersion(ctx, program) == nil {
		return program, nil
	}
	if err := install(ctx, prefix, log); err != nil {
		return "", fmt.Errorf("cannot fetch the client: %w", err)
	}
	if err := checkVersion(ctx, program); err != nil {
		return "", fmt.Errorf("cannot use the client that npm fetched: %w", err)
	}
	return program, nil
}

// install lets npm put the client below prefix.
func install(ctx context.Context, prefix string, log io.Writer) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("npm is needed and not on the PATH: %w", err)
	}
	if err := os.MkdirAll(prefix, 0o755); err != nil {
		return fmt.Errorf("making its cache folder: %w", err)
	}
	const release = clientPackage + "@" + ClientVersion
	command := exec.CommandContext(ctx, npm, "install", "--no-save", "--no-audit", "--no-fund",
		"--ignore-scripts", "--fetch-retries", "1", "--fetch-retry-mintimeout", "1000",
		"--prefix", prefix, release)
	command.Stdout, command.Stderr = log, log
	if err := command.Run(); err != nil {
		return fmt.Errorf("npm install %s: %w", release, err)
	}
	return nil
}

// checkVersion runs program and compares what it calls itself.
func checkVersion(ctx context.Context, program string) error {
	if _, err := os.Stat(program); err != nil {
		return fmt.Errorf("npm brought no program for %s/%s: %w", runtime.GOOS, runtime.GOARCH, err)
	}
	out, err := exec.CommandContext(ctx, program, "--version").Output()
	if err != nil {
		return fmt.Errorf("running %q: %w", program, err)
	}
	if version, _, _ := strings.Cut(string(out), " "); version != ClientVersion {
		return fmt.Errorf("%q is release %q, wanted %q", program, version, ClientVersion)
	}
	return nil
}

// platformPackage names the package that holds the program for this machine.
func platformPackage() string {
	goos := map[string]string{"windows": "win32"}[runtime.GOOS]
	if goos == "" {
		goos = runtime.GOOS
	}
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	name := clientPackage + "-" + goos + "-" + arch
	if runtime.GOOS == "linux" && usesMusl() {
		name += "-musl"
	}
	return name
}

// programName is the file's name inside the platform's package.
func programName() string {
	if runtime.GOOS == "windows" {
		return "claude.exe"
	}
	return "claude"
}

// usesMusl tells whether the system's C library is musl, by its loader.
func usesMusl() bool {
	loaders, err := filepath.Glob("/lib/ld-musl-*.so.1")
	return err == nil && len(loaders) > 0
}
