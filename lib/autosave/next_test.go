package autosave

import (
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

const importLeft = "+The import is in.\n\nStill open:\n1. a limit for the rows\n2. the docs of the import\n3. a test with quotes"

// What an answer listed is the model's word, until the user puts it off himself or a task says so.
func TestWhatOnlyAnAnswerListedIsToldApart(t *testing.T) {
	const all = "a limit for the rows|the docs of the import|a test with quotes"
	for reply, wanted := range map[string]string{
		"thanks!": all, "commit it": all, "why is the limit needed?": all, "bye, see you tomorrow": all, "bis morgen": all,
		"yes, do 2 and 3 tomorrow": "", "good. the rest tomorrow": "", "the rest can wait until monday": "", "not today": "",
		"ja, 2 und 3 machen wir morgen": "", "den Rest morgen": "", "oui, 2 et 3 demain": "", "le reste demain": "",
		"el resto mañana": "", "2 e 3 domani": "", "il resto domani": "", "o resto amanhã": "", "2 и 3 завтра": "",
		"остальное завтра": "", "2和3明天做": "", "剩下的明天": "", "the docs tomorrow": "a limit for the rows|a test with quotes",
	} {
		f := toldTurns(SessionEnd, line.State{}, [2]string{"import the csv of orders", importLeft}, [2]string{reply, "OK."})
		talk := f.talk()
		_, _, listed := f.next(nil, f.left(talk), talk)
		want(t, reply, strings.Join(listed, "|"), wanted)
	}
	f := toldTurns(SessionEnd, line.State{}, [2]string{"import the csv of orders", importLeft})
	talk, task := f.talk(), transcript.Task{ID: "1", Subject: "the docs of the import", Status: "pending"}
	_, _, listed := f.next([]transcript.Task{task}, f.left(talk), talk)
	want(t, "of a task", strings.Join(listed, "|"), "a limit for the rows|a test with quotes")
}

// Work that takes up nothing of a list makes it history: a turn what earlier sessions listed, two what this one did.
func TestWorkThatTakesUpNothingEndsWhatAnAnswerListed(t *testing.T) {
	first, other := [2]string{"import the csv of orders", importLeft}, [2]string{"rename the parser to reader", "+It is renamed."}
	third := [2]string{"make the stage blue", "+The stage is blue."}
	const all = "a limit for the rows|the docs of the import|a test with quotes"
	for name, c := range map[string]struct {
		want  string
		turns [][2]string
	}{
		"two":       {"", [][2]string{first, other, third}},
		"one":       {all, [][2]string{first, other}},
		"asks":      {all, [][2]string{first, other, {"make the stage blue", "+It is blue. Which blue do you want?"}}},
		"a part":    {"the docs of the import|a test with quotes", [][2]string{first, other, {"now the limit", "+The limit for the rows is in."}}},
		"changes":   {all, [][2]string{first, other, {"how blue is the stage?", "As the sky."}}},
		"commits":   {all, [][2]string{first, other, {"commit it as wip", "+Committed."}}},
		"lists":     {"the curtain", [][2]string{first, other, {"make the stage blue", "+It is blue.\n\nStill open:\n- the curtain"}}},
		"put off":   {all, [][2]string{first, {"the rest tomorrow", "OK."}, other}},
		"deutsch":   {"", [][2]string{first, {"benenne den Parser um", "+Er heißt Reader."}, {"mach die Bühne blau", "+Sie ist blau."}}},
		"français":  {"", [][2]string{first, {"renomme le lecteur", "+C'est fait."}, {"peins la scène en bleu", "+Elle est bleue."}}},
		"español":   {"", [][2]string{first, {"renombra el lector", "+Listo."}, {"pinta la escena de azul", "+Está azul."}}},
		"português": {"", [][2]string{first, {"renomeie o leitor", "+Feito."}, {"pinte o palco de azul", "+Está azul."}}},
		"italiano":  {"", [][2]string{first, {"rinomina il lettore", "+Fatto."}, {"dipingi il palco di blu", "+È blu."}}},
		"русский":   {"", [][2]string{first, {"переименуй парсер", "+Готово."}, {"сделай сцену синей", "+Она синяя."}}},
		"中文":        {"", [][2]string{first, {"把解析器改名", "+改好了。"}, {"把舞台涂成蓝色", "+已经是蓝色。"}}},
		"日本語":       {"", [][2]string{first, {"パーサーの名前を変えて", "+変えました。"}, {"舞台を青くして", "+青くしました。"}}},
	} {
		f := toldTurns(SessionEnd, line.State{}, c.turns...)
		talk := f.talk()
		next, _, _ := f.next(nil, f.left(talk), talk)
		want(t, name, strings.Join(next, "|"), c.want)
	}
	for name, c := range map[string]struct {
		listed bool
		turn   [2]string
		want   string
	}{
		"listed": {true, other, "the docs of the import"}, "the user's": {false, other, ""},
		"asks": {true, [2]string{other[0], "+Renamed. In the tests, too?"}, ""}, "nothing changed": {true, [2]string{"why csv?", "They send it."}, ""},
	} {
		yesterday := line.Item{Text: "the docs of the import", At: now.Add(-24 * time.Hour), Listed: c.listed}
		f := toldTurns(SessionEnd, line.State{Next: []line.Item{yesterday}}, c.turn)
		talk := f.talk()
		_, settled, listed := f.next(nil, f.left(talk), talk)
		want(t, name, strings.Join(settled, "|"), c.want)
		if slices.Contains(listed, yesterday.Text) != c.listed {
			t.Errorf("%s: listed %q", name, listed)
		}
	}
}
