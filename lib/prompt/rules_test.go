package prompt

import (
	"cmp"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestRulesAreStandingInstructions(t *testing.T) {
	rules := []string{
		"never use float64 for money", "Always run the linter before you say done.", "From now on, answer in German.", "please always write a test first",
		"you must never push to main", "I always want small commits", "For money, never use floats.", "Run the tests after every change.", "Don't ever commit generated files.",
		"I want you to always ask before deleting files", "No emojis in commit messages, ever", "before every commit, run make lint", "could you always squash before you merge?",
		"Use tabs here, never spaces.", "Benutze immer Tabs.", "Nie ohne Tests committen", "ab jetzt bitte auf Deutsch antworten", "Du sollst nie auf main pushen",
		"Ne commite jamais sur main.", "Toujours lancer les tests avant de finir", "désormais, réponds en français", "Nunca uses float para dinero", "siempre ejecuta las pruebas antes de terminar", "a partir de ahora responde en español",
		"nunca use float para dinheiro", "De agora em diante, responda em português", "Non usare mai float per i soldi", "d'ora in poi rispondi in italiano", "esegui sempre i test prima di finire",
		"никогда не используй float для денег", "всегда запускай тесты", "с этого момента отвечай по-русски", "永远不要使用float表示金额", "每次提交前请运行测试", "从现在开始用中文回答", "必ずテストを書いてください", "今後は日本語で答えて",
	}
	rules = append(rules, "dates are always UTC in this repo", "in diesem Repo sind Beträge immer in Cent", "dans ce repo les montants sont toujours en centimes",
		"dont touch pkg/legacy.ts the mobile app still uses it", "don't touch pkg/legacy.ts, ops depends on it", "не трогай legacy.ts, от него зависит касса")
	for _, s := range rules {
		if got := Rules("Please fix the export\n" + s); len(got) != 1 || got[0] != s {
			t.Errorf("rules of %q are %q", s, got)
		}
	}
	for _, s := range []string{
		"don't touch pkg/legacy.ts", "don't touch pkg/legacy.ts for now, ops depends on it", "the build is always slow in this repo", "CI is always red in this repo", "why is it always in cents in this repo?",
		"don't run the tests now", "why does it always fail?", "it also always seems to be this same hash, I think?", "this should never happen", "it never worked", "The test always fails on CI.",
		"never mind", "always the same error", "I've never seen this", "for now always skip the tests", "use the API that always returns JSON", "the button never appears", "have you ever tried it", "as always, run the tests",
		"change the label to \"Always run the linter\"", "> never use this", "```\nnever do this\n```", "fix it", "it seems to always return nil", "and it never finishes",
		"Implement the following plan:\n# A\nAlways call close.", "das Programm hängt immer noch", "der Test schlägt immer fehl", "ça ne marche jamais", "siempre falla el test", "não funciona nunca", "non funziona mai",
		"тест всегда падает", "为什么总是失败", "いつも失敗する", "never", "instead of X, use Y", "only if there is an easy fix", "we always get two rows here",
	} {
		if got := Rules(s); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", s, got)
		}
	}
}

func TestRulesAreVerbatimAndBounded(t *testing.T) {
	text := "- never use   `eval`\n- never use   `eval`\nAlways " + strings.Repeat("check the input of every handler ", 30)
	got := Rules(text)
	if len(got) != 2 || got[0] != "never use `eval`" {
		t.Fatalf("rules are %q", got)
	}
	if utf8.RuneCountInString(got[1]) > maxRule || !strings.Contains(row(text), got[1]) {
		t.Errorf("a long rule is %q", got[1])
	}
}

func TestARuleBeginsWithTheClauseThatLasts(t *testing.T) {
	for text, want := range map[string]string{
		"change tax.py, and always add a test for it":                            "always add a test for it",
		"fix the login and never use floats for money":                           "never use floats for money",
		"Rename the column; from now on, all columns are in snake case":          "from now on, all columns are in snake case",
		"no, sql always stays inside internal/store please.":                     "no, sql always stays inside internal/store please.",
		"n, csv aqui é sempre com ponto e virgula, o excel n abre com virgula":   "n, csv aqui é sempre com ponto e virgula, o excel n abre com virgula",
		"split the routes. branch r, named exports only pls, no default exports": "named exports only pls, no default exports",
		"i ask jens tomorrow. btw no default exports pls, only named ones":       "no default exports pls, only named ones",
		"Nur benannte Exporte, keine Default-Exporte":                            "Nur benannte Exporte, keine Default-Exporte",
		"seulement des exports nommés, pas d'exports par défaut":                 "seulement des exports nommés, pas d'exports par défaut",
		"on y va. toujours des centimes en entier, jamais de f64 ici":            "toujours des centimes en entier, jamais de f64 ici",
		"sqlite then. and never send an sms before 8 or after 20":                "never send an sms before 8 or after 20",
		"sin malloc! nunca, la placa tiene 8 KB":                                 "sin malloc! nunca, la placa tiene 8 KB",
		"For money, never use floats.":                                           "For money, never use floats.",
		"when you commit, always run the linter":                                 "when you commit, always run the linter",
		"No emojis in commit messages, ever":                                     "No emojis in commit messages, ever",
		"remember: error texts only in redeem.py, never in the templates":        "remember: error texts only in redeem.py, never in the templates",
		"No floats for money: count in cents":                                    "No floats for money: count in cents",
		"Texts of errors only in src/errors.js, never in the pages.":             "Texts of errors only in src/errors.js, never in the pages.",
		"Fehlertexte nur in errors.js, nie in den Seiten":                        "Fehlertexte nur in errors.js, nie in den Seiten",
		"Notes: we move in May; Ana has the key; remember: dates are ISO":        "remember: dates are ISO",
		"the tax office wants it as 'Service', 19 % always":                      "the tax office wants it as 'Service', 19 % always",
		"Keep in mind that the API is rate limited":                              "Keep in mind that the API is rate limited",
		"Merk dir: Fehlertexte nur in redeem.py":                                 "Merk dir: Fehlertexte nur in redeem.py",
		"Benenne die Spalte um, und benutze immer Tabs":                          "benutze immer Tabs",
		"Keine Floats für Geld":                                                  "Keine Floats für Geld",
		"Retiens : les textes sont dans redeem.py":                               "Retiens : les textes sont dans redeem.py",
		"Pas de float pour l'argent":                                             "Pas de float pour l'argent",
		"cambia el archivo, y nunca uses float para dinero":                      "nunca uses float para dinero",
		"Recuerda que los textos van en redeem.py":                               "Recuerda que los textos van en redeem.py",
		"lembre-se: os textos ficam em redeem.py":                                "lembre-se: os textos ficam em redeem.py",
		"Ricordati che i testi stanno in redeem.py":                              "Ricordati che i testi stanno in redeem.py",
		"запомни: тексты ошибок только в redeem.py":                              "запомни: тексты ошибок только в redeem.py",
		"请记住：错误信息只写在redeem.py里":                                                  "请记住：错误信息只写在redeem.py里",
		"覚えておいて：エラー文はredeem.pyだけに書く":                                             "覚えておいて：エラー文はredeem.pyだけに書く",
	} {
		if got := Rules(text); len(got) != 1 || got[0] != want {
			t.Errorf("rules of %q are %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"no, it always stays open after that", "no, the test always fails on main", "only the header changed, no other files", "it only fails on CI, no idea why", "only unit tests fail, no other tests", "do the header only, no footer", "only the header for now, no other header",
		"run unit tests only, no e2e tests", "I only see one error, no other errors", "only two files are there, no other files", "no need for tests here", "no reason for that", "No errors in the log", "remember to push after this", "do you remember that test?", "no, use the other one for now",
		"there are no tests for this", "No tests for the export exist, add some", "19 tests failed", "it fails always", "remember that time?",
		"Keep in mind that stations report at different intervals", "Denk daran, dass Stationen verschieden melden",
		"change tax.py, and add a test", "the cache is only read in main.go, never in the pages", "keine Zeit für Tests", "no changes for main",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

func TestARuleBeginsBehindWhatJoinsIt(t *testing.T) {
	for text, want := range map[string]string{
		"n pls dont ever commit the key": "pls dont ever commit the key", "oh n from now on dates in iso": "from now on dates in iso", "n btw never push to main": "never push to main",
		"oh yeah and always run the linter": "always run the linter", "ach und nie auf main pushen": "nie auf main pushen", "y nunca uses float": "nunca uses float",
		"ah et jamais de float pour l'argent": "jamais de float pour l'argent", "а ещё всегда используй целые": "всегда используй целые",
		"n use sempre centavos": "n use sempre centavos", "n usa nunca float": "n usa nunca float", // "não"
	} {
		if got := Rules(text); len(got) != 1 || got[0] != want {
			t.Errorf("rules of %q are %q, want %q", text, got, want)
		}
	}
}

func TestAnOrderForAllWorkOfAKindIsARule(t *testing.T) {
	for _, text := range []string{
		"keep commit subjects under 50 chars", "commit subjects under 50 chars please", "plain ascii in comments please",
		"small commits, one per topic", "I merge my branches myself", "no emojis in commit messages", "please use conventional commits",
		"prefix commit subjects with the package name", "name branches after the ticket", "mention the ticket in commit messages",
		"keep error texts short", "one commit per topic",
		"Commit-Betreffs unter 50 Zeichen halten", "kleine Commits, einer pro Thema", "meine Branches merge ich selbst",
		"keine Umlaute in Kommentaren", "des petits commits, un par sujet", "garde les sujets de commit sous 50 caractères",
		"mes branches, je les fusionne moi-même", "commits pequeños, uno por tema", "sin emojis en los mensajes de commit",
		"mis ramas las fusiono yo mismo", "mensagens de commit em inglês por favor", "commit piccoli, uno per argomento",
		"маленькие коммиты, один на тему", "пиши комментарии на английском", "свои ветки я сливаю сам",
		"提交信息用英文", "提交标题不要超过50个字符", "分支我自己合并", "コミットは小さく", "コミットの件名は50文字以内で",
		"we dont want new deps", "no new packages pls", "don't add dependencies", "we don't want emojis in commit messages", "keine neuen Abhängigkeiten",
		"on ne veut pas de nouvelles dépendances", "no queremos dependencias nuevas", "não queremos novas dependências",
		"non vogliamo nuove dipendenze", "не добавляй новые зависимости", "不要加新的依赖", "新しい依存は追加しないで",
	} {
		for _, before := range []string{"", "Add a note to main.go. "} {
			if got := Rules(before + text); len(got) != 1 || got[0] != text {
				t.Errorf("rules of %q are %q", text, got)
			}
		}
	}
	for _, text := range []string{
		"keep the header short", "put the comments into English in tax.go", "rename the commits of this branch", "keep the tests green",
		"comments in tax.go in English please", "small tests for the export", "squash the commits before you push", "error messages in German",
		"commits under 50 lines in the list view", "comments under the post", "customer comments in English get a flag", "tests with a real database",
		"a small commit please", "one commit per file please", "separate commits", "small commits make it slow", "no errors in tests",
		"I merge this one myself", "I'll do the review myself", "in small commits please", "small commits, add the export", "comments in English for now",
		"are small commits ok?", "die Kommentare auf Englisch", "die Commits auf diesem Branch sind zu groß", "Fehlertexte auf Deutsch",
		"les commits sont petits", "affiche les commits sans auteur", "añade tests pequeños para el parser", "commit di questo branch in inglese",
		"no new deps for now", "no new deps for this pr", "no new deps were added", "there are no new deps", "use new deps", "no deps found",
		"we dont want the new deps from that branch", "add a retry, no new deps", "we dont need new deps for that", "we dont want the export",
		"es gibt keine neuen Abhängigkeiten", "no hay dependencias nuevas", "没有新的依赖", "note for later: remove the flag",
		"добавь короткие комментарии в парсер", "这个分支的提交太小", "提交信息为空时报错", "コミットが小さく表示される", "コメントを英語に直して",
	} {
		if got := Rules("Add a note to main.go. " + text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

func TestWhatToBuildIsNoRule(t *testing.T) {
	for _, text := range []string{
		"round the report per project and day, always up, in internal/report only", "branch topic, round the report per day, always up",
		"add a flag --since, always inclusive, to report", "build the export with one row per day, never more",
		"new one, rounding: per project and day, always up, in internal/report only, `a report --round`",
		"make the button blue, always on the right, and only on mobile", "runde den Bericht pro Tag, immer auf, nur in internal/report",
		"arrondis le rapport par projet, toujours vers le haut", "redondea el informe por proyecto, siempre hacia arriba",
		"arredonda o relatório por projeto, sempre para cima", "arrotonda il report per progetto, sempre per eccesso",
		"show the total in the footer, only on the last page, never in the header", "cache the result, only in memory, never on disk",
		"always show the total in the footer", "never show deleted users in the list", "immer nach Datum sortieren in der Tabelle",
		"muestra siempre el total en el pie de página", "всегда показывай сумму внизу страницы", "常にフッターに合計を表示して",
		"one branch per shop in the tree view", "ein Branch pro Filiale in der Ansicht", "une branche par magasin dans la liste",
		"max 3 comments per page", "one commit per topic is too much here",
		"按项目和天对报告取整，总是向上", "レポートをプロジェクトごとに丸めて、常に切り上げ、internal/reportだけで",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
	for _, text := range []string{
		"no, in go files, always tabs, no spaces", "use tabs in the code, never spaces", "write errors to the log, never to stdout", "change the tax, always add a test",
		"always show me the list before you commit", "show the total in the footer, always run the linter", "one branch per ticket",
		"always run the linter, show the result in the table", "always sort imports at the top of the file",
		"commit in small steps, never everything at once", "benutze Tabs, nie Leerzeichen", "push 前记得跑一下 pnpm lint，每次都要",
	} {
		if len(Rules(text)) != 1 {
			t.Errorf("%q is no rule", text)
		}
	}
}

func TestARuleOfTwoClausesIsToldWhole(t *testing.T) {
	for _, text := range []string{
		"les montants toujours en centimes en base, jamais de float", "les montants tjs en centimes, jamais de float",
		"amounts always in cents, never floats", "valores sempre em centavos no banco, nunca float",
	} {
		if got := Rules("Write the bill. " + text); len(got) != 1 || got[0] != text {
			t.Errorf("%q is the rule %q", text, got)
		}
	}
}

func TestARuleNeedsNoVerb(t *testing.T) {
	for text, want := range map[string]string{
		"Kommentare im Code immer auf Englisch, auch wenn ich deutsch schreibe.": "",
		"Kommentare immer auf Englisch.":                                         "",
		"Kommentare im Code schreibst du immer auf Englisch.":                    "",
		"Commit-Nachrichten nie auf Deutsch.":                                    "",
		"Code comments always in English, even if I write German.":               "",
		"Tests always with -race.":                                               "",
		"Handlers always with a timer":                                           "",
		"Dates always as ISO 8601":                                               "",
		"function names always lowercase":                                        "",
		"Error messages always in French.":                                       "",
		"fais le choix du lecteur, les messages d'erreur toujours en français":   "les messages d'erreur toujours en français",
		"Fehlertexte immer auf Deutsch":                                          "",
		"los mensajes de error siempre en español":                               "",
		"Сообщения об ошибках всегда на русском":                                 "",
		"Bau --format json ein, Kommentare immer auf Englisch":                   "Kommentare immer auf Englisch",
		"add the export, and passwords never in logs":                            "passwords never in logs",
		"Les commentaires du code toujours en anglais":                           "",
		"Los comentarios siempre en inglés":                                      "",
		"Comentários no código sempre em inglês":                                 "",
		"I commenti sempre in inglese":                                           "",
		"Комментарии в коде всегда на английском":                                "",
		"代码注释一律用英文":                                                              "",
		"测试一律带-race":                                                             "",
		"コメントは常に英語で":                                                             "",
	} {
		if got := Rules(text); len(got) != 1 || got[0] != cmp.Or(want, text) {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	for _, text := range []string{
		"the tests always fail on CI", "der Server ist immer langsam", "it always returns 0", "The page always in a loop, please look", "errors always in Safari", "same result always with Chrome",
		"Requests always with a timeout", "it fails, requests always with the old token", "Der Server antwortet immer mit 500", "Anfragen antworten immer mit 500", "Server immer langsam", "works never in Chrome",
		"errors always in Japanese locales", "it fails, the errors always in French", "le serveur plante, les erreurs toujours en français", "the error is always in English", "wrong output always in German, why?",
		"are comments always in English?", "prints almost never in production code", "Fehler fast nie in den Tests", "Kommentare fast immer auf Englisch", "was du immer mit den Tests machst", "files always in the cache are stale", "tests always red on CI", "diesmal Kommentare immer auf Englisch",
		"das machst du immer in main.go", "les tests tournent toujours en boucle", "los datos están siempre en caché", "i dati sono sempre in cache", "o servidor responde sempre com 500", "сервер отвечает всегда с кодом 500",
		"ошибка всегда на той же странице", "接口总是带空的token", "いつもぎりぎりで", "サーバーは常に遅いので", "customers always in Europe pay VAT", "temp files always in /tmp fill the disk",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

func TestAStatementOfHowThingsAreIsARule(t *testing.T) {
	for _, text := range []string{
		"we always use tabs in templates", "We never commit generated files.",
		"wir benutzen immer Tabs", "on utilise toujours des tabulations", "siempre usamos tabuladores",
		"nós sempre usamos tabs", "usiamo sempre le tabulazioni", "мы всегда используем табы",
		"我们总是用制表符", "价格在任何地方都用分", "価格はどこでもセントで表します",
	} {
		if got := Rules(text); len(got) != 1 || got[0] != text {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	for _, text := range []string{
		"we always get two rows here", "the test always fails", "the tests are red everywhere", "tests are failing everywhere", "there are typos everywhere", "the button is blue everywhere", "it is in cents everywhere",
		"rename it everywhere", "replace foo with bar everywhere", "sessions are never closed", "events are always sent twice", "builds are always slow", "are prices in cents everywhere?", "prices are still in euros everywhere",
		"we always run into this", "we never saw this", "die Tests sind überall rot", "les tests sont toujours rouges", "los precios siempre están mal", "тесты везде падают", "到处都报错", "どこでもエラーになります",
		"2026-11-26 10:00:00 prices are in cents everywhere", "> prices are in cents everywhere", "```\nprices are in cents everywhere\n```",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

func TestAnOrderForAllOfTheProjectIsARule(t *testing.T) {
	for _, text := range []string{
		"pls dont use external libs in this repo", "dont ever log passwords", "use tabs everywhere in this repo, not spaces",
		"in this repo we only use stdlib", "stdlib only pls", "comments in english only", "no comments in the code pls",
		"keep functions short in this project", "Schreib Kommentare in diesem Repo auf Englisch",
		"in diesem Projekt benutzen wir nur die Standardbibliothek", "n'utilise pas de dépendances dans ce projet",
		"no uses librerías externas en este proyecto", "aquí solo se usa la biblioteca estándar", "neste projeto usamos tabs",
		"non usare librerie esterne in questo progetto", "в этом проекте мы используем табы", "这个项目里不要用外部库",
		"los textos siempre en plantillas, nunca dentro del código", "textos en plantillas, nunca dentro del código",
	} {
		if got := Rules(text); len(got) != 1 || got[0] != text {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	for _, text := range []string{
		"rename it everywhere in the code", "add a test in this project", "fix the typos in this repo", "use it everywhere in the code",
		"write a readme for this project", "use the new parser in this project", "no tests in this project yet", "main.go only",
		"dont know what is in this repo", "no errors in the code", "is there a license in this repo?", "unit tests only", "header only pls",
		"the page is english only", "english only for now", "keep the old parser in this repo for now", "no hay tests en este proyecto",
		"in diesem Projekt gibt es keine Tests", "dans ce projet il n'y a pas de tests", "não há testes neste projeto",
		"non trovo il readme in questo progetto", "не работает в этом проекте", "这个项目里没有测试", "このプロジェクトでテストが失敗します",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

func TestWhatIsSomebodyElsesIsLeftAlone(t *testing.T) {
	for _, text := range []string{
		"Please don't touch docs/api.yaml, that's Priya's file.", "that file is Ana's, so don't touch docs slash api dot yaml",
		"infra/prod.tf is the ops team's, hands off", "hands off infra/prod.tf please", "leave vendor/ alone, that's not ours",
		"The migrations folder belongs to the data team, so please don't touch it", "Don't touch other.rb. That's Sam's.",
		"don't edit api.pb.go, it's generated", "Finger weg von schema.sql, das gehört Jonas",
		"Bitte fass die billing.py nicht an, die ist von Mara.", "Lass die ci.yml in Ruhe, die gehört dem Plattform-Team.",
		"touche pas à config/prod.yml, c'est à Inès", "ne touche pas à seeds.rb, c'est le fichier d'Inès",
		"no toques api/legacy.py, es de Marcos", "não mexe no schema.rb, é da Bia", "non toccare schema.prisma, è di Giulia",
		"giù le mani da auth.go", "не трогай config.yaml, это файл Ани", "руки прочь от schema.sql",
		"不要动 deploy.sh，那是小王的", "api.yaml は触らないで、田中さんのファイルです",
		"An der routes.rb bitte nichts ändern, die gehört Lena.", "Le fichier fr.yml, c'est celui d'Inès, tu n'y touches pas.",
		"El archivo pricing.ts es del equipo de finanzas, no lo toques.", "il file tariffe.csv è di Chiara, lascialo stare",
	} {
		for _, before := range []string{"", "Add a note to the readme. "} {
			if got := Rules(before + text); len(got) != 1 || got[0] != text {
				t.Errorf("rules of %q are %q", before+text, got)
			}
		}
	}
	for _, text := range []string{
		"don't touch docs/api.yaml for now, that's Priya's", "don't touch app.rb yet, it's Ana's", "don't touch app.rb",
		"don't touch a.go in this PR, that's Sam's part", "the bug is Priya's, she'll fix it", "don't touch that, it's Priya's",
		"if app.rb is Priya's then don't touch it", "leave the css as it is, that's Tom's idea", "it's Safari's bug, leave it alone",
		"a locked row is another user's, the import must leave it alone", "don't touch the header, it's fine",
		"fass die billing.py heute nicht an, die ist von Mara", "pour l'instant touche pas à prod.yml, c'est à Inès",
		"no toques todavía api/legacy.py, es de Marcos", "не трогай пока config.yaml, это файл Ани", "先别动 deploy.sh，那是小王的",
		"the row belongs to a customer, so don't change it without his consent", "das gehört in utils.py, nicht ändern",
		"don't change the signature, it's used by the CLI", "don't touch my changes in a.go, they're mine",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

func TestWhatHoldsForLaterIsARuleAndNoStep(t *testing.T) {
	for _, s := range []string{
		"以后 commit message 都用英文", "以后注释都写中文", "以后别动 db.go", "以后代码里不要写中文注释", "以后提交前先跑一下 lint", "以后日志用英文写", "往后提交信息都写英文", "下次别再直接 push main",
		"次からコミットメッセージは英語でお願いします", "以降、コメントは日本語で書いてください", "In future, write the commit messages in English", "In Zukunft Kommentare auf Englisch schreiben",
		"in zukunft nicht direkt auf main pushen", "À l'avenir, écris les commits en anglais", "En el futuro escribe los commits en inglés", "No futuro, escreva os commits em inglês",
		"In futuro scrivi i commit in inglese", "В будущем пиши коммиты на английском",
	} {
		if rules, off := Rules("ok. "+s), PutsOff("ok. "+s); len(rules) != 1 || rules[0] != s || len(off) > 0 {
			t.Errorf("the rules of %q are %q, put off is %q", s, rules, off)
		}
	}
	for _, s := range []string{
		"压测以后再说", "以后再做压测", "以后可能要支持多仓库", "以后有空写一下文档", "登录以后要跳转到首页", "以后都不用管了", "以后用户可以改密码", "以后还要支持 excel 导出", "in future we support German",
		"in the future users can change it", "in Zukunft soll der Export auch PDF können", "no futuro vamos precisar de um cache", "次からの注文に適用してください", "3月以降のデータを使って",
	} {
		if rules := Rules("ok. " + s); len(rules) > 0 {
			t.Errorf("%q is no rule, got %q", s, rules)
		}
	}
}

func TestAProhibitionIsARule(t *testing.T) {
	for _, s := range []string{
		"あと、画面の文言は必ず i18n/ のファイルに置いてください。直書きは禁止で", "文言の直書きは禁止です", "文案必须放 i18n/。禁止硬编码", "文案必须放 i18n/ 里，禁止硬编码", "另外，所有文案都要放到 i18n 文件里，不许写死", "float は使用禁止です", "金额不准用 float",
		"严禁使用 any", "禁止硬编码", "ハードコードは禁止です", "hardcoded strings are forbidden", "hardcoding is not allowed", "Hartcodierte Texte sind verboten", "les textes en dur sont interdits",
		"prohibido hardcodear textos", "nada de textos hardcodeados, está prohibido", "é proibido usar float para dinheiro", "vietato usare any", "запрещено использовать any",
		"ok pero los mensajes de error de la api siempre en ingles, el front los parsea", "los mensajes de error de la api siempre en ingles, el front los parsea",
		"ah y los mensajes de error siempre en ingles", "ok, pero los errores siempre en ingles", "as mensagens de erro sempre em ingles", "ok but api error messages always in english, the front parses them",
		"error messages must go into messages.go",
	} {
		if len(Rules(s)) == 0 {
			t.Errorf("%q is a rule", s)
		}
	}
	for _, s := range []string{
		"禁止未登录用户访问", "这个接口要禁止重复提交", "用户被禁止登录了，查一下", "不许重复下单，加个校验", "403 forbidden, fix it", "the export is forbidden for guests", "el usuario tiene prohibido exportar",
		"l'accès est interdit aux invités", "未ログインは禁止です", "ボタンは使用禁止の表示にしてください", "这个按钮必须居中", "所有页面都要支持暗色模式", "所有接口都要加鉴权", "the tests must pass in CI", "今天不许提交，先看看",
		"el test siempre falla en ingles", "把写死的 URL 改成配置", "why is any forbidden here?", "hardcoded url in api.go, fix it", "los errores siempre salen en ingles, arreglalo",
		"los tests van en rojo desde ayer", "i test vanno in errore sulla CI", "os testes ficam em loop infinito", "les tests vont dans le mur",
		"these tests belong in b_test.go, move them", "the tests belong in a new folder, move them", "your lines belong into the header, please fix",
		"it says using this email is not allowed", "the login form shows that using this name is not allowed",
		"eval is prohibited by the CSP so using it fails", "dice que está prohibido usar este correo",
		"deprecated: using var is prohibited by the linter, fix a.go",
	} {
		if got := Rules(s); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", s, got)
		}
	}
}

func TestAGermanRuleMayEndInItsVerb(t *testing.T) {
	for text, want := range map[string]string{
		"ok bereinig das. aber rohdaten niemals anfassen!!": "rohdaten niemals anfassen!!",
		"data/raw nie ändern":                               "data/raw nie ändern",
		"Migrationen nie ändern, lieber eine neue":          "Migrationen nie ändern, lieber eine neue",
		"die Tests immer laufen lassen":                     "die Tests immer laufen lassen",
		"die Stationen melden nie Daten":                    "", "die stationen melden nie daten": "",
		"wenn die Zeilen nie enden, brich ab": "", "den Button immer anzeigen": "", "der Nutzer kann das nie sehen": "",
	} {
		if got := strings.Join(Rules(text), "|"); got != want {
			t.Errorf("rules of %q are %q, want %q", text, got, want)
		}
	}
}

func TestAnIdentifierIsNoWordOfTime(t *testing.T) {
	for _, text := range []string{
		"never use Time.now or Date.today, always Time.current and Date.current", "never use Date.today anywhere in this repo",
		"never call datetime.now() in the models", "never use std::chrono::now in the engine", "we never use Date.today",
		"always inject the clock, never call Instant.now", "never import src/today/index", "never read the now_ts column",
		"niemals Date.today verwenden, immer Date.current", "nie DateTime.now benutzen", "n'utilise jamais Date.today",
		"nunca uses Date.today, siempre Date.current", "nunca use Date.today, sempre Date.current",
		"non usare mai Date.today", "никогда не используй Date.today", "永远不要用Date.today", "Date.todayは絶対に使わないで",
	} {
		if got := Rules(text); len(got) != 1 || got[0] != text {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	for _, text := range []string{
		"never push today", "never merge it now, just once today", "don't touch a.go today", "never push it today.",
		"heute nie pushen", "aujourd'hui ne pousse jamais", "hoy nunca hagas push", "сегодня никогда не пушь",
		"always use utc today/tomorrow", "never use Date.current today", "never call a.go right now",
		"never use it for now/atm", "use Date.today there", "replace Date.today by Date.current",
		"Date.today fails on CI always",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

// A row of a table has more commas than a sentence that lays down a rule: its clauses are not tried one by one.
func TestTheRulesOfATableAreReadInNoTime(t *testing.T) {
	for _, cell := range []string{"no, ", "yes, no, ", "always, ", "never, not ", "nie, no ", "jamais, non, ", "以后，不要，"} {
		few := func() { Rules(repeated(cell)(60) + "a") }
		many := func() { Rules(repeated(cell)(600) + "a") }
		if few, many := bytesFor(few), bytesFor(many); many > 12*few {
			t.Errorf("%q: %d bytes of work became %d for 10 times the cells", cell, few, many)
		}
	}
	const rule = "Never use pie charts from now on."
	row := strings.Repeat("yes, no, ", 50) + "no\n"
	if got := Rules("Draw a chart. " + rule + "\n" + strings.Repeat(row, 20)); len(got) != 1 || got[0] != rule {
		t.Errorf("rules are %q", got)
	}
	if got := Rules("add to README.md: " + strings.Repeat("no, ", 3000)); got != nil {
		t.Errorf("rules are %q", got)
	}
}
