package house

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"holdfast/lib/cli"
	"holdfast/lib/line"
	"holdfast/testscripts/disk"
)

// Each flag of lib/cli/verbs.txt is explained on the help page of its command.
func TestEveryFlagHasItsHelp(t *testing.T) {
	flag, found := regexp.MustCompile(`(?:^|[ \[])(--?[a-z][a-z-]*)`), 0
	for _, c := range cli.Front() {
		for program, forms := range map[string]string{c.Program: c.Forms, c.Reader: c.Shows} {
			for _, m := range flag.FindAllStringSubmatch(forms, -1) {
				name := m[1]
				if page := helpPage(t, program, strings.TrimPrefix(c.Name, "files ")); !regexp.MustCompile(`(?m)(^| )` + name + `\b`).MatchString(page) {
					t.Errorf("the help of %s (%q) does not explain %s", c.Name, program, name)
				}
				found++
			}
		}
	}
	if found < 80 {
		t.Errorf("only %d flags: the test looks in the wrong place", found)
	}
}

// A status of a line is counted by the brief, explained by the help and has a colour on the timeline.
func TestEveryStatusOfALineIsExplained(t *testing.T) {
	code := disk.Read(t, filepath.Join(top, "lib", "line", "status.go"))
	css := disk.Read(t, filepath.Join(top, "lib", "history", "page.css"))
	all := regexp.MustCompile(`\bStatus = "([a-z]+)"`).FindAllStringSubmatch(string(code), -1)
	if len(all) != len(line.Statuses) {
		t.Errorf("line.Statuses has %d of %d", len(line.Statuses), len(all))
	}
	for _, m := range all {
		if !strings.Contains(helpPage(t, "handoff-index", "lines"), "\n  "+m[1]+" ") {
			t.Errorf("the help of lines does not explain %q", m[1])
		}
		if !strings.Contains(string(css), "."+m[1]) {
			t.Errorf("page.css of lib/history has no colour for %q", m[1])
		}
	}
}

// helpPage is the page of a program's command; the three that save an artifact share one.
func helpPage(t *testing.T, program, command string) string {
	t.Helper()
	dir := filepath.Join(top, "install")
	if program != "" {
		dir = filepath.Join(top, "hooks", program)
	}
	text := disk.Read(t, filepath.Join(dir, "help.txt"))
	_, page, ok := strings.Cut(string(text), "-- "+command+" --\n")
	if !ok {
		return string(disk.Read(t, filepath.Join(dir, "save.txt")))
	}
	page, _, _ = strings.Cut(page, "\n-- ")
	return page
}
