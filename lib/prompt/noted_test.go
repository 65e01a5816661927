package prompt

import (
	"strings"
	"testing"
)

func TestWhatIsNotedBehindAColonIsPutOff(t *testing.T) {
	const none = ""
	for text, want := range map[string]string{
		"sweet. oh n one last thing, todo for mon: drop node16 from the matrix. have a good wknd": "todo for mon: drop node16 from the matrix",
		"todo for mon: drop node16 from ci":                    "todo for mon: drop node16 from ci",
		"TODO monday: drop node16 from ci":                     "TODO monday: drop node16 from ci",
		"todo: drop node16 from ci":                            "todo: drop node16 from ci",
		"nice, todo for tomorrow: rename the loader":           "todo for tomorrow: rename the loader",
		"one last thing for tmrw: rename the loader":           "one last thing for tmrw: rename the loader",
		"next wk pls: rename the loader":                       "next wk pls: rename the loader",
		"mon: rename the loader":                               "mon: rename the loader",
		"Mo: den Lader umbenennen":                             "Mo: den Lader umbenennen",
		"remind me on monday to rename the loader":             "remind me on monday to rename the loader",
		"dont forget to rename the loader":                     "dont forget to rename the loader",
		"we still need to rename the loader":                   "we still need to rename the loader",
		"Aufgabe für Montag: den Lader umbenennen":             "Aufgabe für Montag: den Lader umbenennen",
		"erinner mich am Montag daran, den Lader umzubenennen": "erinner mich am Montag daran, den Lader umzubenennen",
		"wir müssen noch den Lader umbenennen":                 "wir müssen noch den Lader umbenennen",
		"à faire lundi : renommer le chargeur":                 "à faire lundi : renommer le chargeur",
		"rappelle-moi lundi de renommer le chargeur":           "rappelle-moi lundi de renommer le chargeur",
		"n'oublie pas de renommer le chargeur":                 "n'oublie pas de renommer le chargeur",
		"tarea para el lunes: renombrar el cargador":           "tarea para el lunes: renombrar el cargador",
		"recuérdame el lunes renombrar el cargador":            "recuérdame el lunes renombrar el cargador",
		"tarefa para amanhã: renomear o carregador":            "tarefa para amanhã: renomear o carregador",
		"ainda precisamos renomear o carregador":               "ainda precisamos renomear o carregador",
		"da fare lunedì: rinominare il caricatore":             "da fare lunedì: rinominare il caricatore",
		"ricordami lunedì di rinominare il caricatore":         "ricordami lunedì di rinominare il caricatore",
		"задача на понедельник: переименовать загрузчик":       "задача на понедельник: переименовать загрузчик",
		"не забудь переименовать загрузчик":                    "не забудь переименовать загрузчик",
		"周一待办：重命名加载器":                                          "周一待办：重命名加载器",
		"やること：ローダーの名前を変更":                                      "やること：ローダーの名前を変更",

		"the todo list is broken": none, "fix the comment TODO: check the zone": none, "add a comment, TODO: check the zone": none,
		"grep for todo: there are many": none, "todo: always use tabs": none, "mon: 12 orders, tue: 9 orders": none, "monday: closed": none,
		"Friday: the total is wrong": none, "fr: the labels are too long": none, "DI: use constructors": none,
		"todo: ?": none, "what is the todo: the loader or the parser?": none, "remind me what we did": none,
		"the client still needs to send its token": none, "do we still need to rename the loader?": none, "one last thing: rename the loader": none,
		"dont forget to always run the linter": none, "monday: fixed the loader": none, "on monday: who was it?": none,
		"so: rename the loader": none, "mi: renombrar": none,
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
	for step, want := range map[string]bool{"todo: rename it": true, "todo for monday: rename it": false, "oh, we still need to rename it": true, "docs tomorrow": false} {
		if Owes(step) != want {
			t.Errorf("%q owes something: %v", step, !want)
		}
	}
	for answer, want := range map[string]string{
		"Noted for Monday: drop Node 16 from the CI matrix. Have a good weekend! 🎉": "drop Node 16 from the CI matrix",
		"Vorgemerkt für morgen: den Lader umbenennen.":                              "den Lader umbenennen.",
		"Noté pour lundi : renommer le chargeur.":                                   "renommer le chargeur.",
		"Noted: I use tabs from now on.":                                            "", "Noted. See you on Monday!": "",
	} {
		steps, _ := Left(answer)
		if got := strings.Join(steps, "|"); got != want {
			t.Errorf("%q leaves %q, want %q", answer, got, want)
		}
	}
}

// What an answer found is put off where the reply praises it, gives it another commit, or has it noted for later; one
// that only gives it another commit has it made now.
func TestWhatWasFoundIsNotedForLater(t *testing.T) {
	const found = "The header is read in `internal/api.go` now. "
	offers := []string{
		"I noticed that `PostOrder` does not limit the body. Shall I fix it?",
		"Además, `PostOrder` no limita el cuerpo. ¿Lo añado?",
		"Au passage, `PostOrder` ne limite pas le corps. Je l'ajoute ?",
		"Inoltre `PostOrder` non limita il corpo. Lo aggiungo?",
		"Кстати, `PostOrder` не ограничивает тело. Исправить?",
	}
	for _, reply := range []string{
		"good catch, but that goes in another commit, note it for later. commit what we have",
		"well spotted. note that down for later, not now",
		"guter Hinweis, aber das kommt in einen eigenen Commit, merk es dir für später",
		"gut gesehen, schreib das auf für später",
		"bien vu, mais dans un autre commit, note-le pour plus tard",
		"uf, buena, pero va en otro commit, apuntalo para luego. commitea lo q hay",
		"boa, mas vai em outro commit, anota pra depois",
		"good catch, note it for later. commit what we have. for Tom: the header is mandatory, without it the answer is " +
			"400, we decided that with product, and the error of a key that was used with another body is 409, not 422",
		"ottimo, ma va in un altro commit, segnalo per dopo",
		"хорошее замечание, но в отдельный коммит, запиши на потом",
		"いい指摘ですが、別のコミットで。後でやるのでメモしておいて",
	} {
		for _, offer := range offers {
			if got := PutOff(found+offer, reply); !strings.Contains(got, "`PostOrder`") || !strings.Contains(got, putOffMark) {
				t.Errorf("%q to %q puts off %q", reply, offer, got)
			}
		}
	}
	for _, reply := range []string{
		"good catch, do it", "good catch, fix it in a separate commit", "gut gesehen, mach das in einem eigenen commit",
		"bien vu, dans un autre commit stp", "boa, faz em outro commit", "buena, en otro commit", "好眼力，另外提交",
	} {
		if got := PutOff(found+offers[0], reply); got != "" {
			t.Errorf("%q puts off %q", reply, got)
		}
	}
}
