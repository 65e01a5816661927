package legacy_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/legacy"
	"holdfast/lib/yamldoc"
	"holdfast/testscripts/disk"
)

// east is a zone five and a half hours ahead, without summer time.
var east = time.FixedZone("Asia/Test", 5*3600+1800)

// read reads a text as the file at rel; what comes out must be valid and hold
// every word.
func read(t *testing.T, rel, text string) legacy.Legacy {
	t.Helper()
	l := legacy.Read(rel, []byte(text), east)
	for _, f := range l.Document.Validate() {
		if f.Field != "date" {
			t.Errorf("%s: %s", rel, f)
		}
	}
	if lost := missing(t, text, l.Document); len(lost) > 0 {
		t.Errorf("%s: lost %q", rel, lost)
	}
	return l
}

// fixture reads testdata/name as the file at rel.
func fixture(t *testing.T, name, rel string) legacy.Legacy {
	t.Helper()
	b := disk.Read(t, filepath.Join("testdata", name))
	return read(t, rel, string(b))
}

// expect says what is at keys of the document: a text, or the lines of a
// list with " | " between them.
func expect(t *testing.T, l legacy.Legacy, want map[string]string) {
	t.Helper()
	for key, text := range want {
		got := l.Document.Text(key)
		if got == "" {
			got = strings.Join(at(l, key), " | ")
		}
		if got != text {
			t.Errorf("%s: %s is\n  %q, want\n  %q", l.Path, key, got, text)
		}
	}
}

// at is the list at a dotted path of the body: its texts, tasks, or pairs.
func at(l legacy.Legacy, path string) []string {
	n := l.Document.Body
	for key := range strings.SplitSeq(path, ".") {
		n = yamldoc.Get(n, key)
	}
	if n == nil {
		return nil
	}
	var out []string
	if n.Kind == yamldoc.Mapping {
		for i := 0; i+1 < len(n.Content); i += 2 {
			out = append(out, n.Content[i].Value+" => "+n.Content[i+1].Value)
		}
		return out
	}
	for _, item := range n.Content {
		if item.Kind != yamldoc.Mapping {
			out = append(out, item.Value)
			continue
		}
		task := yamldoc.Text(item, "task")
		if files := yamldoc.Get(item, "files"); files != nil && len(files.Content) > 0 {
			task += " [" + files.Content[0].Value + "]"
		}
		out = append(out, task)
	}
	return out
}

// sections are the headings of what has no key of its own.
func sections(l legacy.Legacy) []string {
	var out []string
	list := yamldoc.Get(yamldoc.Get(l.Document.Body, "metadata"), "legacy_sections")
	if list == nil {
		return nil
	}
	for _, n := range list.Content {
		out = append(out, yamldoc.Text(n, "heading"))
	}
	return out
}

func section(t *testing.T, l legacy.Legacy, heading string) string {
	t.Helper()
	if list := yamldoc.Get(yamldoc.Get(l.Document.Body, "metadata"), "legacy_sections"); list != nil {
		for _, n := range list.Content {
			if yamldoc.Text(n, "heading") == heading {
				return yamldoc.Text(n, "text")
			}
		}
	}
	t.Errorf("%s: no section %q among %q", l.Path, heading, sections(l))
	return ""
}
