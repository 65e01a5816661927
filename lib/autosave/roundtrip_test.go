package autosave

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

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

// filled gives each field of a value something to say.
func filled(v reflect.Value, name string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("a " + strings.ToLower(name))
	case reflect.Int:
		v.SetInt(3)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		filled(v.Index(0), name)
	case reflect.Struct:
		if v.CanAddr() && v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(now))
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				filled(v.Field(i), name+" "+v.Type().Field(i).Name)
			}
		}
	}
}

// Each automatic artifact carries the whole state of its line: what is not written into it is lost with the artifacts before it.
func TestAnAutomaticArtifactCarriesAllFieldsOfAState(t *testing.T) {
	var f Facts
	filled(reflect.ValueOf(&f.State).Elem(), "")
	f.State.More = []line.More{{Name: "findings", Lines: []string{"a: b"}}}
	f.ID, f.Line.Name = "s", "line"
	a := artifact.Parse("thoughts/shared/handoffs/line/2026-01-01_00-00_auto_checkpoint.yaml", f.Document().Render())
	got := reflect.ValueOf(line.State{}.With(a))
	// What a written artifact says, and what is of the newest session alone.
	others := []string{"Closed", "Outcome", "Wrote", "Branch", "Commit", "Clean", "OnlyFor", "Recovered", "Tasks"}
	for _, field := range reflect.VisibleFields(got.Type()) {
		if got.FieldByIndex(field.Index).IsZero() && !slices.Contains(others, field.Name) {
			t.Errorf("State.%s is lost: Document and With are to write and read it", field.Name)
		}
	}
}

// A later save keeps what a file is to be looked at for apart from its path, as the handoff has it.
func TestAPathAndItsNoteStayApart(t *testing.T) {
	files := "files_to_review:\n" +
		"  - path: app/services/x.rb\n    note: \"the mail goes out from here: see deliver\"\n" +
		"  - path: docs/Büro – Pläne.md\n    note: noch nicht gelesen\n" +
		"  - path: tests/a - b.py\n"
	state := fold([]artifact.Artifact{earlier(t, "mode: handoff\nsession: l\nprimary_bead: none\ngoal: g\nnow: n\n"+files)}, now)
	f := Facts{State: state, Line: Choice{Name: "l", Line: &line.Line{}}, Session: Session{ID: "s"}}
	saved := string(rendered(t, f.Document()))
	for _, row := range strings.Split(strings.TrimSpace(files), "\n") {
		if row = strings.ReplaceAll(strings.TrimLeft(row, " -"), `"`, ""); !strings.Contains(strings.ReplaceAll(saved, `"`, ""), row) {
			t.Errorf("no row %q in\n%s", row, saved)
		}
	}
}
