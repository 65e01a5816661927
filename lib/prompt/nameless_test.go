package prompt

import (
	"slices"
	"testing"
)

func TestAReplyThatNamesNothingIsNoGoal(t *testing.T) {
	for _, said := range []string{
		"that would be perfect, cheers", "yes that'd be nice, thank you", "never mind, carry on please", "nvm, go on", "ok try once more please",
		"disregard that, my fault", "ignore my last message", "option 3 of course", "option b please", "wrong window",
		"das wäre super, danke", "versuchs nochmal bitte", "mach das für mich", "option 2 natürlich", "falsches fenster",
		"ce serait bien merci", "reessaie", "réessaie stp", "fais le pour moi", "mauvaise fenêtre",
		"estaria genial gracias", "inténtalo de nuevo porfa", "hazlo por mi", "seria ótimo obrigado", "tenta de novo por favor", "faz pra mim",
		"sarebbe ottimo grazie", "riprova", "было бы здорово, спасибо", "попробуй ещё раз", "сделай это за меня", "那太好了", "再试一次", "もう一度試して",
	} {
		if g := Goal(slices.Values([]string{said})); Names(g) {
			t.Errorf("%q names %q", said, g)
		}
	}
	for _, said := range []string{
		"try again with a smaller batch size", "ignore the last row of the table", "never mind the cache, fix the loader", "option 1 needs a page of its own",
		"that would be great as a nightly job", "versuch es nochmal mit weniger zeilen", "mach das menü für mich breiter", "fais le graphique pour moi",
		"prueba otra vez el envío con tls", "riprova il calcolo con i decimali", "попробуй ещё раз собрать пакет", "再试一次上传大文件", "もう一度試して失敗する理由を調べて",
	} {
		if g := Goal(slices.Values([]string{said})); !Names(g) {
			t.Errorf("%q names nothing", said)
		}
	}
}

func TestTheNextTaskOrTheListOfThemIsNoGoal(t *testing.T) {
	for _, said := range []string{
		"ok lets tackle the next task", "on to the next one please", "do the tasks", "commit and finish the tasks", "check the todo list", "check the todolist",
		"weiter mit der nächsten aufgabe", "mach die nächste aufgabe", "schau in die todo liste", "passons a la tache suivante", "on passe à la suivante",
		"regarde la todolist stp", "vamos con la siguiente tarea", "mira la lista de tareas", "vamos pra proxima tarefa", "passiamo al prossimo compito",
		"перейдём к следующей задаче", "做下一个任务", "次のタスクに進んで",
	} {
		if g := Goal(slices.Values([]string{said})); Names(g) {
			t.Errorf("%q names %q", said, g)
		}
	}
	for _, said := range []string{
		"check the todo list component for the empty state", "do the tasks page first", "the next task fails", "add the next task to the list",
		"die nächste aufgabe hängt im worker", "la tâche suivante plante au démarrage", "la siguiente tarea falla al guardar",
		"a próxima tarefa trava no envio", "следующая задача падает при запуске", "下一个任务的按钮点不动",
	} {
		if g := Goal(slices.Values([]string{said})); !Names(g) {
			t.Errorf("%q names nothing", said)
		}
	}
}
