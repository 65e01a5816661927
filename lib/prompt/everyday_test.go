package prompt

import (
	"strings"
	"testing"
)

// Sentences as people type them every day, a line each, and near misses.
const (
	everydayPutOff = `
the export is slow on big orders but don't fix that now, just put it on the list
the search is slow, put it on the list
login fails for admins, add it to the backlog
die Suche ist langsam, setz das auf die Liste
die Suche ist kaputt, aber nicht jetzt fixen, schreib es auf die Liste
la recherche plante, mets-le sur la liste
la búsqueda falla, ponlo en la lista
a busca trava, põe na lista
la ricerca si blocca, mettilo in lista
поиск не работает, добавь в список
搜索报错，先记到待办里
検索が落ちています、リストに入れておいて
we'll need pagination eventually, skip it for now
we need rate limits, leave it for now
wir brauchen Paging, lass das erstmal
on a besoin de la pagination, laisse ça pour l'instant
necesitamos paginación, déjalo por ahora
precisamos de paginação, deixa por enquanto
abbiamo bisogno della paginazione, lascialo per ora
let's not do the emails yet. first get the queue working
don't do the emails yet
mach die Mails noch nicht, erst die Queue
ne fais pas encore les mails
não faz os emails ainda
i'd rather do the retry logic tomorrow when bob is around
let's do the docs tomorrow because I have no time
die Doku machen wir morgen, weil Bob dann da ist
die Doku machen wir morgen wenn Bob da ist
ok that works. remaining for next time: the docs and the changelog
left for tomorrow: the docs
bleibt für morgen: die Doku
reste pour demain : la doc
queda para mañana: la documentación
resta per domani: la documentazione
can you also make a note that we need to handle timezones at some point?
please make a note that the timezones are wrong in the report
mach dir eine Notiz, dass wir die Zeitzonen noch brauchen
let's stop here, continue tomorrow with the parser tests
el borrado de claves viejas lo dejamos pa mas adelante, cuando haya cron
hören wir hier auf, morgen weiter mit den Parser-Tests
on s'arrête là, on continue demain avec les tests du parser
paramos aquí, mañana seguimos con los tests del parser
vamos parar aqui, amanhã continuamos com os testes do parser
fermiamoci qui, domani continuiamo con i test del parser
put the csv import on the backlog
add the csv import to the todo list
setz den CSV-Import auf die Todo-Liste`

	notPutOff = `
don't show the emails yet
make a note of the request id in the log
put the new user on the list and save it
add the item to the list in cart.go
don't push yet
don't commit yet, I want to look at it first
don't write any code yet, just make a plan
don't implement anything yet
noch nichts ändern, erst planen
don't show the emails yet when the order is a draft
the button is missing, add it to the toolbar
is the backlog on the list?
show the price on the list
why don't we do the emails yet?
continue with the parser tests
the tests fail tomorrow when the clock changes
add a note that we need to handle timezones to README.md
remaining: 3 items
skip it for now if the file is empty
die Mails noch nicht senden, wenn der Auftrag ein Entwurf ist`

	everydayRules = `
please stop adding comments to every function
stop apologizing
stop explaining what you did every time
you keep forgetting: run npm run typecheck before you say you're done
you keep forgetting to run the linter
how often do I have to tell you, no default exports
commit messages should follow conventional commits
PR titles must have the ticket number
I don't like long functions, keep them under 30 lines
I prefer small commits
when you finish a task, update TODO.md
hör auf, Kommentare in jede Funktion zu schreiben
du vergisst ständig den Linter
Commit-Messages sollen dem Conventional-Commits-Format folgen
ich mag keine langen Funktionen, halte sie unter 30 Zeilen
wenn du mit einer Aufgabe fertig bist, aktualisiere TODO.md
arrête de mettre des commentaires partout
tu oublies toujours de lancer le linter
les messages de commit doivent suivre conventional commits
quand tu finis une tâche, mets à jour TODO.md
deja de poner comentarios en cada función
siempre se te olvida pasar el linter
los mensajes de commit deben seguir conventional commits
cuando termines una tarea, actualiza TODO.md
para de colocar comentários em cada função
você sempre esquece de rodar o linter
as mensagens de commit devem seguir conventional commits
quando terminar uma tarefa, atualize o TODO.md
smettila di mettere commenti ovunque
dimentichi sempre il linter
i messaggi di commit devono seguire conventional commits
quando finisci un compito, aggiorna TODO.md
хватит писать комментарии к каждой функции
ты всё время забываешь запускать линтер
сообщения коммитов должны следовать conventional commits
когда закончишь задачу, обнови TODO.md
别再给每个函数加注释了
你老是忘记跑 linter
提交信息要遵循 conventional commits
完成一个任务后，更新 TODO.md
タスクが終わったら、TODO.md を更新して`

	noRules = `
when you create a file in uploads/, set its mode to 0600
when you fix a bug in the tracker, it should close the card
I hate comments like this one in the file, remove it
stop the server
stop adding the item twice in cart.go
stop printing the token in the log
stop after the first error
the tests should pass now
commit messages should be shown in the sidebar
the commit message should say why
comments should be stored in the database
comments should be sorted by date
branches should be loaded lazily
when you finish, run the tests
when you finish the parser, start on the lexer
when the user finishes a task, update the list
I don't like the red button, make it blue
I don't like this function, rename it
I prefer the second option
you forgot the migration
you forgot to run the linter
users keep forgetting their password: add a reset link
you don't need to explain this one
stop here
stop the comments from overlapping
stop loading comments in the sidebar
hör auf zu laden wenn die Liste leer ist
когда закончишь, запусти тесты
别再显示这个按钮
我不喜欢这个函数`

	everydayDecisions = `
actually let's go with postgres LISTEN/NOTIFY instead of polling
no, the tax is computed per line, not per order
the limit should be 50, not 100
make it 50 instead of 100
use 410 rather than 404
let's take sqlite instead of postgres here
customer wants csv not excel
the customer wants CSV, not Excel
we decided yesterday to use uuid v7 for ids
ok, the team agreed on feature flags via unleash
nein, pro Zeile, nicht pro Bestellung
der Kunde will CSV statt Excel
wir haben uns für UUIDs entschieden
on prend sqlite plutôt que postgres
le client veut du CSV, pas d'Excel
on a décidé de garder les logs 90 jours
usa sqlite en vez de postgres
el cliente quiere CSV, no Excel
a gente decidiu usar uuid v7
o cliente quer CSV, não Excel
abbiamo deciso di usare uuid v7
usa sqlite invece di postgres
возьмём sqlite вместо postgres
мы решили хранить логи 90 дней
用 sqlite 而不是 postgres
客户要 CSV，不要 Excel
我们决定用 uuid v7`

	everydayLeft = `
Done. All tests pass. I didn't touch the CLI yet — that's the next step.
All unit tests pass. Note: I haven't run the integration tests because docker isn't available.
Alles gebaut. Hinweis: die Integrationstests konnte ich nicht ausführen, Docker fehlt.
Tout compile. Je n'ai pas pu lancer les tests d'intégration parce que docker manque.
Todo compila. No pude ejecutar los tests de integración porque falta docker.
Tudo compila. Não consegui rodar os testes de integração porque falta o docker.
Compila tutto. Non sono riuscito a eseguire i test di integrazione perché manca docker.
Всё собирается. Не смог запустить интеграционные тесты, потому что нет докера.
Everything compiles. Before merging, you'll want to run the migration on staging.
The API part is complete; the frontend part is not started.
I've fixed the crash. The root cause in "pool.go" is not addressed yet.
The build is green. The lint warnings in "old.js" are still there.`

	nothingLeft = `
The socket is still open.
It fell back to a mode without tools, so the weather tool couldn't run properly.
The old code could not run two jobs at once, so I added a queue.
I didn't touch the CLI.
Everything is committed; I could run all tests.`

	noDecisions = `
the customer wants to cancel orders from the list
the client wants a dark mode, please add it
show me the diff instead of explaining
use the other function instead of this one
run the tests instead of guessing
no, it works, not a problem
no, leave it, not now
did we decide to use uuid?
the customer wants a discount when he orders ten
the button should be red, not sure why it is blue
the test should pass, not fail
fix the parser
I decided: the following:
no, do it
wir haben entschieden:`
)

func everyday(t *testing.T, what, are, none string, read func(string) []string) {
	t.Helper()
	for text := range strings.SplitSeq(strings.TrimSpace(are), "\n") {
		if got := read(text); len(got) != 1 {
			t.Errorf("%q %s %q", text, what, got)
		}
	}
	for text := range strings.SplitSeq(strings.TrimSpace(none), "\n") {
		if got := read(text); len(got) > 0 {
			t.Errorf("%q %s %q", text, what, got)
		}
	}
}

// What is not done now is put off in the words of every day: it goes on a list or the backlog, is left for now, is not
// to be done yet, comes tomorrow when somebody is there, or is what remains for a later time.
func TestEverydayWordsPutOff(t *testing.T) {
	everyday(t, "puts off", everydayPutOff, notPutOff, PutsOff)
}

// A habit that is to end, a rule that was broken again, what goes with any work of a kind and what somebody likes are
// rules; what a program does, this one thing and this time are none.
func TestEverydayWordsLayRules(t *testing.T) {
	everyday(t, "lays down", everydayRules, noRules, Rules)
}

// A reply decides where it takes one thing instead of another, or says what was decided by whom.
func TestEverydayWordsDecide(t *testing.T) {
	everyday(t, "decides", everydayDecisions, noDecisions, func(text string) []string {
		if so, _ := Corrected(text); so != "" {
			return []string{so}
		}
		return Settled(text)
	})
}

// What an answer could not check, did not start or leaves as it is is left.
func TestEverydayAnswersLeave(t *testing.T) {
	everyday(t, "leaves", everydayLeft, nothingLeft, func(text string) []string {
		steps, _ := Left(text)
		return steps
	})
}

// What was put off or left in such words ends when it is done.
func TestEverydayStepsEnd(t *testing.T) {
	for step, answer := range map[string]string{
		"Note: I haven't run the integration tests because docker isn't available": "The integration tests pass now.",
		"the frontend part is not started":                                         "I've built the frontend part.",
		"we'll need pagination eventually, skip it for now":                        "Added pagination to the list.",
		"remaining for next time: the docs and the changelog":                      "I've written the docs and the changelog.",
		"i'd rather do the retry logic tomorrow when bob is around":                "The retry logic is in.",
		"can you also make a note that we need to handle timezones at some point?": "Timezones are handled now.",
		"Hinweis: die Integrationstests konnte ich nicht ausführen":                "Die Integrationstests laufen jetzt durch.",
		"die Suche ist kaputt, schreib es auf die Liste":                           "Die Suche war kaputt, jetzt repariert.",
	} {
		turn := TurnOf("go on", []string{answer}, nil)
		if turn.Changes = true; !turn.Done(StepOf(step)) {
			t.Errorf("%q does not end %q", answer, step)
		}
		if other := TurnOf("go on", []string{"I've renamed the export."}, nil); other.Done(StepOf(step)) {
			t.Errorf("another work ends %q", step)
		}
	}
}
