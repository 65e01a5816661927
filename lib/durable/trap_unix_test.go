//go:build !windows

package durable_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"holdfast/lib/durable"
	"holdfast/testscripts/disk"
)

func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

func TestALinkIsRefusedAndItsTargetLeftAlone(t *testing.T) {
	for name, writer := range map[string]func(string, []byte, fs.FileMode) error{
		"Replace": writer(durable.Place.Replace), "Append": writer(durable.Place.Append), "Create": writer(durable.Place.Create),
		"Locked": func(path string, _ []byte, _ fs.FileMode) error {
			return durable.File(path).Locked(context.Background(), 0, func() error { return nil })
		},
	} {
		for _, target := range []string{"target", "missing", "folder"} {
			t.Run(name+" over a link to "+target, func(t *testing.T) {
				dir := t.TempDir()
				disk.Write(t, filepath.Join(dir, "target"), "kept")
				disk.Folder(t, filepath.Join(dir, "folder"))
				path := filepath.Join(dir, "link")
				link(t, target, path)
				err := writer(path, []byte("data"), 0o644)
				want := durable.ErrLink
				if name == "Create" {
					want = fs.ErrExist
				}
				if !errors.Is(err, want) {
					t.Errorf("error %v, want %v", err, want)
				}
				wantFile(t, filepath.Join(dir, "target"), "kept")
				wantNames(t, dir, "folder", "link", "target")
				if to, err := os.Readlink(path); err != nil || to != target {
					t.Errorf("the link leads to %q, %v", to, err)
				}
			})
		}
	}
}

func TestSwapRefusesALink(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, filepath.Join(dir, "target"), "old")
	for name, target := range map[string]string{"link": "target", "nowhere": "missing", "circle": "circle"} {
		link(t, target, filepath.Join(dir, name))
		for _, before := range [][]byte{nil, {}, []byte("old")} {
			if err := durable.File(filepath.Join(dir, name)).Swap(before, []byte("x"), 0o600); !errors.Is(err, durable.ErrLink) {
				t.Errorf("%s: %v, want ErrLink", name, err)
			}
		}
	}
	wantFile(t, filepath.Join(dir, "target"), "old")
	wantNames(t, dir, "circle", "link", "nowhere", "target")
}

func TestMkdirAllTakesALinkToAFolderAndRefusesOneThatLeadsNowhere(t *testing.T) {
	dir := t.TempDir()
	link(t, ".", filepath.Join(dir, "self"))
	if err := durable.Make(filepath.Join(dir, "self", "a"), 0o700); err != nil {
		t.Fatal(err)
	}
	link(t, "missing", filepath.Join(dir, "nowhere"))
	if err := durable.Make(filepath.Join(dir, "nowhere"), 0o700); err == nil {
		t.Error("a link that leads nowhere passes for a folder")
	}
	wantNames(t, dir, "a", "nowhere", "self")
}

func TestNothingBlocksOnANamedPipe(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	temp := filepath.Join(dir, ".holdfast-0-aa.tmp")
	if err := syscall.Mkfifo(temp, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := durable.Read(path, 100); err == nil {
		t.Error("Read: no error")
	}
	for name, err := range map[string]error{
		"Replace": durable.File(path).Replace(nil, 0o600),
		"Swap":    durable.File(path).Swap([]byte{}, nil, 0o600),
		"Append":  durable.File(path).Append([]byte("x"), 0o600),
		"Locked":  durable.File(path).Locked(context.Background(), 0, func() error { return nil }),
	} {
		if !errors.Is(err, durable.ErrNotRegular) {
			t.Errorf("%s: %v, want ErrNotRegular", name, err)
		}
	}
	if err := durable.File(path).Create(nil, 0o600); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Create: %v, want fs.ErrExist", err)
	}
	durable.In(dir, ".").Sweep()
	wantNames(t, dir, "pipe")
}

func TestSweepFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, filepath.Join(dir, "target"), "kept")
	link(t, "target", filepath.Join(dir, ".holdfast-0-aa.tmp"))
	durable.In(dir, ".").Sweep()
	wantFile(t, filepath.Join(dir, "target"), "kept")
}

func TestReadFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, filepath.Join(dir, "target"), "data")
	link(t, "target", filepath.Join(dir, "link"))
	if b, err := durable.Read(filepath.Join(dir, "link"), 10); err != nil || string(b) != "data" {
		t.Errorf("%q, %v", b, err)
	}
}

func TestReadBoundsAFileThatSaysItIsEmpty(t *testing.T) {
	const path = "/proc/self/maps"
	if _, err := os.Stat(path); err != nil {
		t.Skip("no such system file")
	}
	if b, err := durable.Read(path, 64); !errors.Is(err, durable.ErrTooLarge) || b != nil {
		t.Errorf("%d bytes, %v, want ErrTooLarge", len(b), err)
	}
	if b, err := durable.Read(path, 16<<20); err != nil || len(b) < 64 {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}

func TestAFolderSwappedForAPipeHoldsNobodyUp(t *testing.T) {
	root := t.TempDir()
	disk.Write(t, filepath.Join(root, "d", "f"), "x")
	at := func(name string) string { return filepath.Join(root, name) }
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	tree := openTree(t, root)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-end:
				return
			default:
			}
			for _, names := range [][2]string{{"d", "aside"}, {"pipe", "d"}, {"d", "pipe"}, {"aside", "d"}} {
				_ = os.Rename(at(names[0]), at(names[1]))
			}
		}
	}()
	for range 100_000 {
		if _, err := tree.At("d/f").Lstat(); err == nil {
			continue
		} else if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, durable.ErrNotRegular) && !errors.Is(err, durable.ErrLink) {
			t.Fatal(err)
		}
	}
	close(end)
	<-ended
}
