package prompt

import "testing"

// TestDecidedByAnAdvice checks that a pick decides between options of which an answer advises one without a question,
// and that a reply which picks none, or of what are no options, decides nothing.
func TestDecidedByAnAdvice(t *testing.T) {
	update := "The build is in.\n\nFor the update there is a choice:\n\n- **A. swap** — with rollback\n" +
		"- **B. overwrite** — no rollback\n\nI'd take A for this chip."
	ways := "Два разумных пути:\n\n**Вариант 1: COBS** — самосинхронизация\n**Вариант 2: длина** — проще\n\nЯ бы взял 2."
	set := "The tool has these options:\n\n1. --fast skips the checks\n2. --slow runs them\n\nBoth are documented."
	did := "Done:\n\n1. the parser\n2. the tests\n\nAll pass."
	for _, c := range []struct{ answer, reply, want string }{
		{update, "B", "b: overwrite — no rollback"},
		{update, "ok take B", "b: overwrite — no rollback"},
		{update, "overwrite, we have no room", "b: overwrite — no rollback; we have no room"},
		{ways, "cobs", "1: COBS — самосинхронизация"},
		{ways, "давай 2", "2: длина — проще"},
		{update, "why is there no rollback?", ""},
		{update, "the build fails on my machine", ""},
		{update, "commit that", ""},
		{update, "later", ""},
		{set, "1 test fails", ""},
		{set, "now write the readme", ""},
		{did, "2", ""},
		{update, "1) swap 2) throw", ""},
		{did, "commit the tests", ""},
	} {
		if _, said, _ := Decided(c.answer, c.reply); said != c.want {
			t.Errorf("Decided(%.20q…, %q) = %q, want %q", c.answer, c.reply, said, c.want)
		}
	}
}
