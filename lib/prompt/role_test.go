package prompt

import (
	"strings"
	"testing"
)

func TestTaskIsWhatAPromptThatGivesARoleHasDone(t *testing.T) {
	for text, want := range map[string]string{
		"You are builder b7, one of 5. Never rebase. Do not ask.\n\nTask: sort the invoices by due date":        "sort the invoices by due date",
		"You are an expert Go reviewer. Never edit files.\n\n## Task\nReview lib/pay for data races":            "Review lib/pay for data races",
		"# Worker 3\n\nYou are worker 3 of 8. Always sign off commits.\n\n# Your task\n\nDrop the v1 API":       "Drop the v1 API",
		"You are the docs agent of this run. Your task is to describe every flag of the importer.":              "describe every flag of the importer.",
		"From now on work as a senior web developer. Analyse the repository and say how to move it to Next.js.": "Analyse the repository and say how to move it to Next.js.",
		"Da ora lavora, analizza e agisci come un web developer senior. Analizza la repository e dimmi i passi": "Analizza la repository e dimmi i passi",
		"You're Fixer-2. Stay in your worktree. Your job is to make the nightly job idempotent":                 "make the nightly job idempotent",
		"You are agent 4. Always commit with -s. Never touch vendor/. Port the mailer to SES":                   "Port the mailer to SES",
		"You are a senior Rust developer, port the mailer to SES":                                               "You are a senior Rust developer, port the mailer to SES",
		"You are working in the worktree t9. Never push. TASK: rename the tenants table\nkeep the view":         "rename the tenants table\nkeep the view",
		"Act as a release engineer. Never force-push. Assignment: cut 2.4 from the release branch":              "cut 2.4 from the release branch",
		"Hello. You are one of three parallel coders. Never merge.\n**Task:** cache the exchange rates":         "cache the exchange rates",
		"You are now the tester. No new files. Your task: cover the retry of the webhook":                       "cover the retry of the webhook",
		"Du bist Arbeiter 2 von 4. Nie pushen. Aufgabe: die Rechnungen nach Datum sortieren":                    "die Rechnungen nach Datum sortieren",
		"Du bist ein erfahrener Prüfer. Ändere nie Dateien. Deine Aufgabe ist es, lib/pay zu prüfen":            "lib/pay zu prüfen",
		"Sie sind Agent 7. Committen Sie immer mit [7]. Ihr Auftrag: den Export auf CSV umstellen":              "den Export auf CSV umstellen",
		"Tu es l'agent 3. Ne pousse jamais. Tâche : trier les factures par date":                                "trier les factures par date",
		"Vous êtes un relecteur. Ne modifiez jamais rien. Votre tâche est de relire lib/pay":                    "relire lib/pay",
		"Eres el agente 5. Nunca hagas push. Tarea: ordenar las facturas por fecha":                             "ordenar las facturas por fecha",
		"Eres un revisor experto. Nunca edites. Tu tarea es revisar lib/pay":                                    "revisar lib/pay",
		"Você é o agente 2. Nunca faça push. Tarefa: ordenar as faturas por data":                               "ordenar as faturas por data",
		"Você é um revisor. Nunca edite. Sua tarefa é revisar lib/pay":                                          "revisar lib/pay",
		"Sei l'agente 3 di 4. Non fare mai push. Compito: ordinare le fatture per data":                         "ordinare le fatture per data",
		"Sei un revisore. Non modificare mai i file. Il tuo compito è rivedere lib/pay":                         "rivedere lib/pay",
		"Ты воркер 3 из 5. Никогда не пушь. Задача: отсортировать счета по дате":                                "отсортировать счета по дате",
		"Ты — опытный ревьюер. Никогда не меняй файлы. Твоя задача — проверить lib/pay":                         "проверить lib/pay",
		"你是第三个工作者。永远不要推送。任务：把发票按日期排序":                                                                           "把发票按日期排序",
		"你是代码审查员。不要修改文件。你的任务是检查 lib/pay":                                                                        "检查 lib/pay",
		"あなたは作業者3です。絶対にプッシュしないでください。タスク：請求書を日付順に並べる":                                                            "請求書を日付順に並べる",
		"あなたはレビュー担当です。ファイルは変更しないこと。あなたのタスクは lib/pay の確認です":                                                      "lib/pay の確認です",
	} {
		if got, is := Task(text); !is || got != want {
			t.Errorf("%q: task %q, %t, want %q", text, got, is, want)
		}
	}
	for text := range strings.SplitSeq(strings.TrimSpace(ordinary), "\n") {
		if got, is := Task(text); is {
			t.Errorf("%q has the task %q", text, got)
		}
	}
}

// ordinary prompts give no role.
const ordinary = `
fix the mailer. never touch vendor/ in this repo
You are right, never use floats for money here. Fix it
you're still missing the tests. always add tests
You are not allowed to push from here, only CI does that. Rename the table
You are using tabs again! Always use spaces in this repo
you are only to look, never edit on main
Your last commit broke the build. Always run make check
Are you a worker? Then never push
Task: sort the invoices. Never touch vendor/
we are in the worktree t9, never push from it
add a page that says "You are logged in". texts always in English
Is it true that you are a worker of run 7?
work as fast as you can. never touch vendor/
behave like before when it is empty. never crash
arbeite als nächstes am Parser. nie pushen
Du hast recht, nie Floats für Geld. Ändere es
du bist dran. Tests immer neben die Datei
Tu es sûr ? Toujours lancer les tests avant
tu as raison, jamais de float ici
Eres increíble, gracias. Nunca uses floats
Você tem razão. Nunca use floats aqui
Sei sicuro? Mai usare float qui
ты забыл тесты. всегда добавляй тесты
ты прав, никогда не используй float
你说得对，以后不要用浮点数
你是不是忘了测试？以后都要加测试
おっしゃる通り。以後コメントは日本語で
`

func TestTaskTakesTimeInProportion(t *testing.T) {
	read := func(s string) { Task(s) }
	for _, piece := range []string{"You are a. Never b. ", "Task: Task: ", "You are a\n", "# # # ", "Your task is "} {
		grows(t, piece, repeated(piece), read)
		grows(t, "role and "+piece, func(n int) string { return "You are a coder. " + repeated(piece)(n) }, read)
	}
}
