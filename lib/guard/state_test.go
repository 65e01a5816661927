package guard

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"holdfast/lib/hook"
)

func TestAStateWithoutTheFoldersOwnLineFirstIsNone(t *testing.T) {
	const folder, one, two = ". 1 2 3 4 false resting 0 \n", "1 1 2 3 4 false covered 0 chk-1-1\n", "2 1 2 3 4 true claimed 9 \n"
	for name, text := range map[string]string{
		"empty":             "",
		"a task first":      one + folder,
		"the folder twice":  folder + folder,
		"a lost file first": "! \"x\"\n",
		"tasks unsorted":    folder + two + one,
		"another phase":     folder + "1 1 2 3 4 false done 0 \n",
	} {
		text = "tasks 2\n" + text
		if s, err := parseState(text); err == nil {
			t.Errorf("%s: read as %+v", name, s)
		}
	}
	if _, err := parseState("tasks 2\n" + folder + one + two + "! \"x\"\n"); err != nil {
		t.Error(err)
	}
}

func FuzzParseState(f *testing.F) {
	s := state{known: true, dir: stamp{1, 2, 3, 4}, loose: true, missed: []string{"chk-1-1 a\nb"}, tasks: []seen{
		{id: "1", stamp: stamp{5, 6, 7, 8}, phase: covered, checkpoint: "chk-1-1"}, {id: "2", loose: true, phase: claimed, since: 9},
	}}
	f.Add(string(s.text()))
	f.Add("tasks 2\n. 0 0 0 0 true resting 0 \n")
	f.Add("tasks 2\n")
	f.Add("tasks 2\n! x\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parseState(text)
		if err != nil {
			return
		}
		again, err := parseState(string(s.text()))
		if err != nil || !bytes.Equal(again.text(), s.text()) {
			t.Errorf("%q was written as %q: %v", text, s.text(), err)
		}
	})
}

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
