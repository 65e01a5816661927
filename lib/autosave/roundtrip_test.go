package autosave

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

// What people say is read back from the file as it was saved, whatever YAML makes of
// its characters.
func TestSavedWordsAreReadBackToTheSameText(t *testing.T) {
	pieces := []string{
		"a", "word", " ", "  ", "\n", "\n\n", "\t", "---", "...", "- ", "? ", ": ", " #", "#", "'", `"`, "|", ">", "|-\n  ", "{", "}", "[", "]", "&x", "*x", "!t", "%", "@", "`",
		"null", "~", "true", "0x1f", "1e3", "2026-01-01", "\\", `\n`, "\r\n", "\r", "é", "语。", "🧹", "\u202e", "\u2028", "\u0085", "\ufeff", "\x00", "\x1b[31m", "\x07", "\ufffd", "<b>", "```\n", "key: value\n",
		strings.Repeat("long ", 60), strings.Repeat("x", 300),
	}
	random := rand.New(rand.NewPCG(7, 11))
	for range 400 {
		var f Facts
		var want []string
		for range 1 + random.IntN(4) {
			var b strings.Builder
			for range 1 + random.IntN(30) {
				b.WriteString(pieces[random.IntN(len(pieces))])
			}
			f.Conversation.Prompts = append(f.Conversation.Prompts, transcript.Prompt{Text: b.String()})
			if text := prompt.Whole(clean(b.String())); text != "" {
				want = append(slices.DeleteFunc(want, func(w string) bool { return w == text }), text)
			}
		}
		f.Conversation.LastAnswer = pieces[random.IntN(len(pieces))]
		f.ID, f.Line.Name = "s", "line"
		d := f.Document()
		b := d.Render()
		read := artifact.Parse("thoughts/shared/handoffs/line/2026-01-01_00-00_auto_checkpoint.yaml", b)
		if read.Broken != nil {
			t.Fatalf("%v in\n%s", read.Broken, b)
		}
		if got := line.Texts(fold([]artifact.Artifact{read}, now).Prompts); !slices.Equal(got, want) {
			t.Fatalf("read %q\nwant %q\nin\n%s", got, want, b)
		}
		if again := read.Text("now"); again != d.Text("now") {
			t.Fatalf("now is %q, was %q", again, d.Text("now"))
		}
	}
}
