//go:build !windows

package checkpoint_test

import (
	"context"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"holdfast/lib/checkpoint"
	"holdfast/testscripts/disk"
)

func TestPipesSocketsAndDevicesAreNamedAndTheRestGoesOn(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A", "dir/b": "B"})
	for _, at := range []string{"pipe", "dir/pipe"} {
		if err := syscall.Mkfifo(s.path(at), 0o600); err != nil {
			t.Skip(err)
		}
	}
	if l, err := net.Listen("unix", s.path("socket")); err == nil {
		defer l.Close()
	}
	c := s.make(checkpoint.Request{Task: s.of("1", `{"files_affected":["pipe","socket","a","dir/"]}`)})
	if paths(c) != "a dir/b" && paths(c) != "-socket a dir/b" {
		t.Errorf("holds %q", paths(c))
	}
	if !warnedOf(c, `could not back up "pipe", continuing with other files`) {
		t.Errorf("warned %q", c.Notes)
	}
}

func TestAnUnreadableFileIsAWarning(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	s := newSite(t, map[string]string{"a": "A", "b": "B"})
	if err := os.Chmod(s.path("a"), 0); err != nil {
		t.Fatal(err)
	}
	c := s.make(checkpoint.Request{Files: []string{"a", "b"}})
	if paths(c) != "b" || !warnedOf(c, `could not back up "a"`) {
		t.Errorf("holds %q, warned %q", paths(c), c.Notes)
	}
}

func TestOddNamesComeThrough(t *testing.T) {
	long := strings.Repeat("n", 255)
	odd := []string{long, "two\nlines", ` sp ace `, `back\slash`, "ünï\u200bcode", "-dash", "a:b", `"quoted"`, "<&>", ".holdfast-x"}
	s := newSite(t, nil)
	for _, name := range odd {
		s.write("d/"+name, name)
	}
	s.write("d/\xff\xfe", "not UTF-8")
	c := s.make(checkpoint.Request{Files: []string{"d"}})
	if len(c.Files) != len(odd) {
		t.Errorf("%d files of %d: %q", len(c.Files), len(odd), paths(c))
	}
	if wrong := s.Verify(context.Background(), c, c.Files); len(wrong) > 0 {
		t.Error(wrong)
	}
	if !warnedOf(c, "UTF-8") {
		t.Errorf("warned %q", c.Notes)
	}
}

func TestAPipeInPlaceOfTheJSONBlocksNobody(t *testing.T) {
	s := newSite(t, nil)
	disk.Folder(t, s.path(checkpoint.Dir+"/chk-1-1"))
	if err := syscall.Mkfifo(s.path(checkpoint.Dir+"/chk-1-1/checkpoint.json"), 0o600); err != nil {
		t.Skip(err)
	}
	all, broken, err := s.List("")
	if err != nil || len(all) != 0 || len(broken) != 1 {
		t.Errorf("%d, %v, %v", len(all), broken, err)
	}
}
