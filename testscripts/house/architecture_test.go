package house

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
)

// The table of ARCHITECTURE.md says which package of lib imports which; it is
// the truth, or it is of no use. It is also the order of the layers: a package
// imports only those above it.
func TestTheArchitectureTableIsTrue(t *testing.T) {
	text := disk.Read(t, filepath.Join(top, "ARCHITECTURE.md"))
	told := map[string][]string{}
	row := regexp.MustCompile("(?m)^\\| `lib/([a-z]+)` \\| .* \\| ([^|]*) \\|$")
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		told[m[1]] = nil
		if m[2] != "nothing of ours" {
			told[m[1]] = strings.Split(m[2], ", ")
		}
		for _, name := range told[m[1]] {
			if _, above := told[name]; !above {
				t.Errorf("lib/%s imports %q, which is not above it", m[1], name)
			}
		}
	}
	imports := map[string][]string{}
	for _, s := range sources(t) {
		rest, ok := strings.CutPrefix(s.path, "lib/")
		if !ok || s.test {
			continue
		}
		own, _, _ := strings.Cut(rest, "/")
		imports[own] = slices.Grow(imports[own], 1)
		for _, i := range s.file.Imports {
			p, _ := strconv.Unquote(i.Path.Value)
			if name, ok := strings.CutPrefix(p, "holdfast/lib/"); ok && !slices.Contains(imports[own], name) {
				imports[own] = append(imports[own], name)
			}
		}
	}
	for own, is := range imports {
		says, ok := told[own]
		slices.Sort(is)
		slices.Sort(says)
		if !ok || !slices.Equal(says, is) {
			t.Errorf("lib/%s imports %q, the table says %q", own, strings.Join(is, ", "), strings.Join(says, ", "))
		}
	}
	for own := range told {
		if _, ok := imports[own]; !ok {
			t.Errorf("the table names lib/%s, which is not there", own)
		}
	}
}

// A file that ARCHITECTURE.md names is there: by its path, or by its name in a
// folder that the document names; and where it tells what is in a room, each file of that has its word.
func TestTheArchitectureNamesFilesThatAreThere(t *testing.T) {
	text := disk.Read(t, filepath.Join(top, "ARCHITECTURE.md"))
	paths := map[string]bool{}
	for _, s := range sources(t) {
		paths[s.path], paths[filepath.Base(s.path)] = true, true
	}
	named := 0
	for _, m := range regexp.MustCompile("`([a-z/_-]+\\.go)`").FindAllStringSubmatch(string(text), -1) {
		if named++; !paths[m[1]] {
			t.Errorf("there is no %q", m[1])
		}
	}
	if named < 20 {
		t.Errorf("only %d files are named", named)
	}
	rooms := 0
	for _, m := range regexp.MustCompile("(?m)^- `(lib/[a-z]+)`: (.*)$").FindAllStringSubmatch(string(text), -1) {
		rooms++
		for _, s := range sources(t) {
			base := filepath.Base(s.path)
			if filepath.Dir(s.path) == m[1] && !strings.HasSuffix(base, "_test.go") && !strings.Contains(m[2], "`"+base+"`") {
				t.Errorf("what %q is for is not told of %q", base, m[1])
			}
		}
	}
	if rooms != 4 {
		t.Errorf("what is in %d rooms is told", rooms)
	}
}
