package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

// programs are the binaries of an archive and their packages.
func programs() map[string]string {
	return map[string]string{
		"session-start": "./hooks/session-start",
		"pre-compact":   "./hooks/pre-compact",
		"handoff-index": "./hooks/handoff-index",
		"post-tool":     "./hooks/post-tool",
		"holdfast":      "./install",
	}
}

// copies are what an archive takes from the checkout as it is: a file, or a
// folder with all below it, and its place in the archive.
func copies() map[string]string {
	return map[string]string{
		".claude-plugin":     ".claude-plugin",
		"skills":             "skills",
		"hooks/hooks.json":   "hooks/hooks.json",
		"docs":               "docs",
		"install/install.sh": "install.sh",
		"LICENSE":            "LICENSE",
		"README.md":          "README.md",
		"CHANGELOG.md":       "CHANGELOG.md",
	}
}

const (
	sumsName = "SHA256SUMS"
	maxFile  = 64 << 20
)

// A content is one file of an archive.
type content struct {
	name string // with "/", below the archive's one folder
	data []byte
	mode fs.FileMode
}

// archive builds the programs for a target and packs them: a zip for Windows, a
// compressed tar otherwise.
func (b *builder) archive(ctx context.Context, t target) (name string, data []byte, err error) {
	files, err := b.build(ctx, t)
	if err != nil {
		return "", nil, err
	}
	for from, to := range copies() {
		taken, err := b.take(from, to)
		if err != nil {
			return "", nil, err
		}
		files = append(files, taken...)
	}
	if t.os == "windows" {
		nameExecutables(files)
	}
	slices.SortFunc(files, func(x, y content) int { return strings.Compare(x.name, y.name) })
	var sums strings.Builder
	for _, f := range files {
		fmt.Fprintf(&sums, "%s  %s\n", machine.Sum(f.data), f.name)
	}
	files = append(files, content{sumsName, []byte(sums.String()), 0o644})
	folder := fmt.Sprintf("holdfast-%s-%s", b.version, t)
	if t.os == "windows" {
		data, err = packZip(folder, files, b.stamp)
		return folder + ".zip", data, err
	}
	data, err = packTar(folder, files, b.stamp)
	return folder + ".tar.gz", data, err
}

// build compiles the programs for a target.
func (b *builder) build(ctx context.Context, t target) ([]content, error) {
	scratch := filepath.Join(b.out, "build-"+t.String())
	if err := durable.Make(scratch, 0o755); err != nil {
		return nil, err
	}
	defer durable.File(scratch).RemoveAll()
	var files []content
	env := []string{"CGO_ENABLED=0", "GOOS=" + t.os, "GOARCH=" + t.arch, "GOFLAGS="}
	for name, pkg := range programs() {
		if t.os == "windows" {
			name += ".exe"
		}
		out := filepath.Join(scratch, name)
		if _, err := b.start(ctx, "go", env, "build", "-trimpath", "-buildvcs=auto", "-ldflags", "-s -w", "-o", out, pkg); err != nil {
			return nil, err
		}
		data, err := durable.Read(out, maxFile)
		if err != nil {
			return nil, err
		}
		files = append(files, content{"bin/" + name, data, 0o755})
	}
	return files, nil
}

// take reads a file, or a folder with all below it.
func (b *builder) take(from, to string) ([]content, error) {
	var files []content
	start := filepath.Join(b.source, filepath.FromSlash(from))
	err := filepath.WalkDir(start, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		rel, err := filepath.Rel(start, at)
		if err != nil {
			return err
		}
		data, err := durable.Read(at, maxFile)
		if err != nil {
			return err
		}
		f := content{path.Join(to, filepath.ToSlash(rel)), data, 0o644}
		if strings.HasSuffix(f.name, ".sh") {
			f.mode = 0o755
		}
		files = append(files, f)
		return nil
	})
	return files, err
}

// nameExecutables gives the programs that the plugin's hooks name the ending
// that they have on Windows.
func nameExecutables(files []content) {
	for i, f := range files {
		if f.name != "hooks/hooks.json" {
			continue
		}
		for name := range programs() {
			f.data = bytes.ReplaceAll(f.data, []byte("/bin/"+name+`"`), []byte("/bin/"+name+`.exe"`))
		}
		files[i] = f
	}
}

func packTar(folder string, files []content, stamp time.Time) ([]byte, error) {
	var out bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(zipped)
	for _, f := range files {
		header := &tar.Header{Typeflag: tar.TypeReg, Name: folder + "/" + f.name, Size: int64(len(f.data)),
			Mode: int64(f.mode), ModTime: stamp, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := zipped.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func packZip(folder string, files []content, stamp time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		header := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: stamp}
		header.SetMode(f.mode)
		to, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
