package guard

import (
	"testing"
	"unicode/utf8"

	"holdfast/lib/hook"
)

func FuzzEarlierBytes(f *testing.F) {
	f.Add("one\ntwo\n", []byte("one\n2\n"), 2, 1, 2, 1, "-two", "+2")
	f.Add("a\n", []byte("\xff\xfea\x00"), 1, 1, 1, 0, "-a", "")
	f.Add("", []byte("\xef\xbb\xbfx\r\n"), 0, 0, 1, 1, "+x", `\ No newline`)
	f.Fuzz(func(t *testing.T, before string, present []byte, a, b, c, d int, x, y string) {
		e := hook.Edit{Hunks: []hook.Hunk{{OldStart: a, OldLines: b, NewStart: c, NewLines: d, Lines: []string{x, y}}}}
		earlier, ok := earlierBytes(before, present, e)
		if !ok {
			return
		}
		text, form, ok := decode(earlier)
		_, present2, _ := decode(present)
		if !ok || !utf8.ValidString(text) || text != "" && (form.order != present2.order || form.mark != present2.mark) {
			t.Errorf("%q of %q is %q", before, present, earlier)
		}
	})
}
