package artifact

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestSafeNameRefusesWhatIsNoFolderOfOurs(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "feat-auth-0c90d71c": true, "Continuous-Claude-v3-d6v - Oracle review (x)": true, "été": true, "a.b_c": true, "a..b": true,
		strings.Repeat("x", 100): true, strings.Repeat("x", 101): false,
		"": false, ".": false, "..": false, ".git": false, "-x": false, "a/b": false, "a\\b": false, "a\x00b": false, "a\nb": false,
		"a\x7f": false, "a\u202eb": false, "a\u0085": false, "\xff": false, "a/..": false,
	} {
		if SafeName(name) != want {
			t.Errorf("SafeName(%q) is %t", name, !want)
		}
	}
}

func TestFolderNameMakesASafeNameOfAnything(t *testing.T) {
	long := strings.Repeat("x", 150)
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{[]string{"feat/auth", "0c90d71c"}, "feat-auth-0c90d71c"},
		{[]string{"a b  c", "é"}, "a-b-c"},
		{[]string{"", ""}, "work"},
		{nil, "work"},
		{[]string{"con"}, "line-con"},
		{[]string{"Aux.md"}, "line-Aux.md"},
		{[]string{"LPT1"}, "line-LPT1"},
		{[]string{"aux", "0c90"}, "aux-0c90"},
		{[]string{"console"}, "console"},
		{[]string{"com10"}, "com10"},
		{[]string{"../../etc", "x"}, "etc-x"},
		{[]string{".git"}, "git"},
		{[]string{"--x", "-y-"}, "x-y"},
		{[]string{"hf-1", "a-title"}, "hf-1-a-title"},
		{[]string{"v1.2_x", "A"}, "v1.2_x-A"},
		{[]string{long, "0c90d71c"}, long[:91] + "-0c90d71c"},
		{[]string{"a", long}, long[:100]},
		{[]string{strings.Repeat("ab/", 60), "0c90d71c"}, strings.Repeat("ab-", 30) + "a-0c90d71c"},
	} {
		got := FolderName(c.parts...)
		if got != c.want || !SafeName(got) || len(got) > 100 {
			t.Errorf("FolderName(%q) is %q, want %q", c.parts, got, c.want)
		}
	}
}

func TestSlugIsLowerCaseLettersAndDigits(t *testing.T) {
	for in, want := range map[string]string{
		"Auth Refactor!": "auth-refactor", "--a--b--": "a-b", "": "work", "éü": "work", "a/b\\c": "a-b-c", "../x": "x", "AUTO": "auto", "x_y.z": "x-y-z",
		strings.Repeat("a", 80):        strings.Repeat("a", 60),
		strings.Repeat("a", 59) + " b": strings.Repeat("a", 59),
		"\x00\xff":                     "work",
	} {
		if got := Slug(in); got != want {
			t.Errorf("Slug(%q) is %q, want %q", in, got, want)
		}
	}
}

func TestTheShortTitleIsTheSessionWithoutItsBead(t *testing.T) {
	for _, c := range []struct{ given, session, bead, want string }{
		{"", "Continuous-Claude-v3-456-auth-refactor", "Continuous-Claude-v3-456", "auth-refactor"},
		{"", "hf-1 - Oracle review", "hf-1", "oracle-review"},
		{"", "hf-1", "hf-1", "hf-1"},
		{"", "work", "none", "work"},
		{"", "work", "", "work"},
		{"My Title", "hf-1-x", "hf-1", "my-title"},
		{"", "hf-1-auto", "hf-1", "x-auto"},
		{"auto-12", "s", "", "x-auto-12"},
		{"auto" + strings.Repeat("x", 80), "s", "", "auto" + strings.Repeat("x", 56)},
	} {
		if got := shortTitle(c.given, c.session, c.bead); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestSplitNameTakesTheNameOfAFileApart(t *testing.T) {
	for _, title := range []string{"auto", "a-b", "x-auto-2", "a_b"} {
		for _, n := range []string{"", "-2", "-10"} {
			name := "2026-01-13_14-30_" + title + n + "_finalize.yaml"
			minute, got, mode, ok := NameOf(name)
			if !ok || got != title+n || mode != Finalize || !minute.Equal(time.Date(2026, 1, 13, 14, 30, 0, 0, time.UTC)) {
				t.Errorf("%q: %v %q %q %t", name, minute, got, mode, ok)
			}
		}
	}
	for name, want := range map[string]bool{
		"2026-01-13_15-30_x_handoff.yaml": true, "2026-01-13_15-30_description.yaml": true, "2026-01-13_15-30_.yaml": true,
		"2026-01-13_15-30.yaml": false, "2026-01-13_15-30_x_handoff.yml": false, "2026-13-13_15-30_x_handoff.yaml": false,
		"2026-01-13_25-30_x_handoff.yaml": false, "x_handoff.yaml": false, ".yaml": false, "": false, "2026-01-13_15-30-x_handoff.yaml": false,
		".holdfast-1-ab.tmp": false, "2026-01-13_15-30_x_handoff.yaml.set-aside-20260101T000000Z": false, ".2026-01-13_15-30_x.yaml": false,
	} {
		if _, _, _, ok := NameOf(name); ok != want {
			t.Errorf("NameOf(%q) is %t", name, ok)
		}
	}
}

func FuzzNames(f *testing.F) {
	for _, s := range []string{"", "feat/auth", "../..", "é", "auto-2", "2026-01-13_15-30_x_handoff.yaml", "\x00", strings.Repeat("-.", 99)} {
		f.Add(s, s, s)
	}
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if name := FolderName(a, b); !SafeName(name) || len(name) > 100 {
			t.Errorf("FolderName gives %q", name)
		}
		title := shortTitle(a, b, c)
		if title == "" || len(title) > 60 || isAuto(title) || Slug(title) != title {
			t.Errorf("the title is %q", title)
		}
		name := "2026-01-13_14-30_" + title + "_handoff.yaml"
		if _, got, mode, ok := NameOf(name); !ok || got != title || mode != Handoff {
			t.Errorf("%q is taken apart as %q, %q", name, got, mode)
		}
		if _, title, mode, ok := NameOf(a); ok && !strings.HasSuffix(a, ".yaml") || utf8.ValidString(a) && !utf8.ValidString(title+mode) {
			t.Errorf("NameOf(%q) is %q, %q, %t", a, title, mode, ok)
		}
	})
}
