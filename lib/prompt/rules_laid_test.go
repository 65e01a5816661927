package prompt

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// One rule is laid down as several are, where its lead says no more than that it is one: "rule for good: no tabs".
func TestOneRuleIsLaidDown(t *testing.T) {
	for _, text := range []string{
		"rule for good: keep lines under 100", "rule for good: no floats for water amounts, tenths of mm as int", "oh and rule for good: no tabs in yaml", "rule forever: dates in iso", "a rule: every page has a title", "new rule: the api answers in snake case", "house rule: one migration per change",
		"rule from now on: prices are cents", "one rule for everything: ids are uuids", "another rule: csv has a header",
		"regla para siempre: commits en inglés", "regla para siempre: mensajes de commit en inglés, y nunca squash", "ah, y regla para siempre: fechas en UTC", "una regla: los importes en céntimos", "y una regla más: nada de floats", "regla de la casa: los textos en i18n",
		"Regel für immer: Beträge in Cent", "ach und eine Regel: Zeiten in UTC", "neue Regel: ein Test pro Fehler", "Regel ab jetzt: CSV mit Semikolon", "und noch eine Regel: Fehlertexte auf Deutsch",
		"règle pour toujours : montants en centimes", "ah et une règle : dates en UTC", "nouvelle règle : un test par bug", "règle de la maison : les textes dans i18n",
		"regra para sempre: datas em UTC", "ah, e uma regra: valores em centavos", "nova regra: um teste por bug", "regra da casa: textos em i18n",
		"regola per sempre: date in UTC", "ah, e una regola: importi in centesimi", "nuova regola: un test per bug",
		"правило навсегда: даты в UTC", "и ещё правило: суммы в копейках", "новое правило: тест на каждый баг",
		"永久规则：日期用UTC", "新规则：金额用分", "还有一条规则：每个bug一个测试",
		"ずっとのルール：日付はUTC", "あと、ルール：金額は整数", "新しいルール：バグごとにテスト", "もう一つルール：IDはUUID",
		"two rules for good: ids are uuids, dates are iso",
	} {
		_, want, is := strings.Cut(text, ": ")
		if !is {
			_, want, _ = strings.Cut(text, "：")
		}
		for _, before := range []string{"", "commit y push. ", "new thing. branch feat/rain. need 1 a reader 2 a flag. "} {
			if got := Rules(before + text); len(got) != 1 || got[0] != want {
				t.Errorf("rules of %q are %q", before+text, got)
			}
		}
		if got := Rules(text + ". split the report"); len(got) != 1 && !dense(text) && !strings.Contains(text, "rules") {
			t.Errorf("rules of %q and an order are %q", text, got)
		}
	}
	for _, text := range []string{
		"rule in the config: change it to 5", "the rule is wrong: it skips at 5", "skip rule: 5 mm, not 8", "add a rule: if the mail bounces, retry", "add a rule to eslint: no-console", "the new rule fails: look at it", "rename the rule: SkipRule", "rules.go: split it", "2 skip rule in plan: next day > 5mm",
		"what does the rule say: 5 or 8?", "the firewall rule: open 443", "new rule in nginx: redirect to https", "rule engine: start with the parser", "write a rule: minutes >= 0", "css rule: set margin to 0", "the lint rule: turn it off", "is there a rule: tabs or spaces?", "delete the rule: it is old",
		"rule 3: raise to 10", "rule of the skip: 5 mm", "validation rule: email is required", "the first rule: drop it",
		"la regla está mal: salta a 5", "añade una regla: si llueve, no riega", "la regla de salto: 5 mm", "regla de salto: 5 mm", "quita la regla: es vieja", "nueva regla en nginx: redirige",
		"die Regel ist falsch: sie greift bei 5", "füge eine Regel hinzu: wenn es regnet, nichts", "die Regel im Plan: ab 8 mm", "Regel löschen: sie ist alt", "neue Regel in der Firewall: Port 443",
		"la règle est fausse : elle saute", "ajoute une règle : s'il pleut, rien", "règle de saut : 5 mm", "a regra está errada: pula em 5", "adiciona uma regra: se chover, nada", "regra de pulo: 5 mm",
		"la regola è sbagliata: salta a 5", "aggiungi una regola: se piove, niente", "правило не работает: пропускает", "добавь правило: если дождь, не поливать", "правило пропуска: 5 мм",
	} {
		for _, before := range []string{"", "commit y push. "} {
			if got := Rules(before + text); len(got) > 0 {
				t.Errorf("%q is no rule, got %q", before+text, got)
			}
		}
	}
}

func TestWhatIsLaidDownAsARuleIsOne(t *testing.T) {
	if got := Rules("house rules:\n" + strings.Repeat("- a widget has a frame of its own\n", 3) + func() (list string) {
		for i := range 200 {
			list += fmt.Sprintf("- widget %d has a frame\n", i)
		}
		return list
	}()); len(got) > maxSteps+1 {
		t.Errorf("%d rules of a pasted document", len(got))
	}
	for said, want := range map[string][]string{
		"two rules for good: money is always in int cents, never float. and function names in Portuguese, ok? then build the list": {"money is always in int cents, never float.", "function names in Portuguese"},
		"duas regras pra sempre: dinheiro em centavos. e nome de função em portugues, blz?":                                        {"dinheiro em centavos.", "nome de função em portugues"},
		"zwei Regeln für immer: Geld nur in Cent als int. Und Namen auf Deutsch, ok?":                                              {"Geld nur in Cent als int.", "Namen auf Deutsch"},
		"deux règles : l'argent en centimes. Et les noms en français.":                                                             {"l'argent en centimes.", "les noms en français."},
		"dos reglas: dinero en centavos. y nombres en español, vale?":                                                              {"dinero en centavos.", "nombres en español"},
		"due regole: i soldi in centesimi. e i nomi in italiano.":                                                                  {"i soldi in centesimi.", "i nomi in italiano."},
		"два правила: деньги в копейках. и имена на русском.":                                                                      {"деньги в копейках.", "имена на русском."},
		"两条规则：金额用分。变量名用英文。":                                                                                                        {"金额用分。", "变量名用英文。"}, "ルールは二つ：金額はセント。名前は英語。": {"金額はセント。", "名前は英語。"},
		"ground rules:\n- money in int cents\n- one class per file\n\nnow build the list": {"money in int cents", "one class per file"},
		"msg de commit em pt e curtinha sempre":                                           {"msg de commit em pt e curtinha sempre"}, "use plain JS, no framework at all": {"use plain JS, no framework at all"}, "make the page for the list of orders, no framework at all": {"no framework at all"},
		"faz a página: web/index.html com um botao. js puro, sem framework nenhum": {"js puro, sem framework nenhum"}, "new rule: fix the login": nil, "new rule: fix the login, it is broken": nil, "nueva regla: arregla el login": nil, "new rule: remove the old cart": nil,
		"new rule: tests before commits": {"tests before commits"}, "new rule: run the linter before each commit": {"run the linter before each commit"},
		"no framework needed": nil, "the eslint rules: they fail in ci": nil,
		"fix the rules: the second one never matches": nil, "the firewall rules: add port 80. then restart it": nil, "what are the rules: can I push?": nil,
		"the rules are in docs/rules.md: read them": nil,
	} {
		if got := Rules(said); !slices.Equal(got, want) {
			t.Errorf("%q: %q", said, got)
		}
	}
}

// A label may say what its rules are for; behind it come those that say how a thing is to be, or begin with "and".
func TestALabelLaysDownRulesForAPart(t *testing.T) {
	for text, want := range map[string]string{
		"rule for the whole lib: no floats in amounts": "no floats in amounts", "rule: no floats.": "no floats.",
		"Regel für das ganze Repo: keine Floats, alles in Cent.":   "keine Floats, alles in Cent.",
		"règle pour toute la lib: pas de float.":                   "pas de float.",
		"règle du projet: les prix en centimes":                    "les prix en centimes",
		"regla para todo el proyecto: nada de floats en importes":  "nada de floats en importes",
		"regra pra todo o projeto: valores em centavos":            "valores em centavos",
		"regola per tutto il progetto: niente float negli importi": "niente float negli importi",
		"правило для всего проекта: суммы в копейках":              "суммы в копейках", "项目规则：金额用分，不用浮点数": "金额用分，不用浮点数",
		"プロジェクト全体のルール：金額は整数で":                                                                                 "金額は整数で",
		"rule for the api: ids are strings. and timestamps in utc, names in snake case":                       "ids are strings.|timestamps in utc, names in snake case",
		"rule for all scripts: no sudo. Errors go to stderr, exit code 2":                                     "no sudo.|Errors go to stderr, exit code 2",
		"Regel fürs ganze Projekt: keine Floats. und Fehlermeldungen auf Englisch, Docstrings auf Deutsch":    "keine Floats.|Fehlermeldungen auf Englisch, Docstrings auf Deutsch",
		"Regeln hier: Preise in Cent. Datumsangaben als ISO. Fehlertexte auf Deutsch":                         "Preise in Cent.|Datumsangaben als ISO.|Fehlertexte auf Deutsch",
		"règle pour tout le site: pas de js. et les textes en français, les noms de fichiers en anglais":      "pas de js.|les textes en français, les noms de fichiers en anglais",
		"regla para la app: sin librerías nuevas. y los textos en español, el código en inglés":               "sin librerías nuevas.|los textos en español, el código en inglés",
		"regra pro repo todo: sem float. e mensagens de erro em inglês, docs em português":                    "sem float.|mensagens de erro em inglês, docs em português",
		"regola per la lib: niente float. e i messaggi di errore in inglese, i docstring in italiano":         "niente float.|i messaggi di errore in inglese, i docstring in italiano",
		"правило для всей библиотеки: без float. и сообщения об ошибках на английском, докстринги на русском": "без float.|сообщения об ошибках на английском, докстринги на русском",
		"整个库的规则：不用浮点数。错误信息用英文，文档字符串用中文":                                                                       "不用浮点数。|错误信息用英文，文档字符串用中文",
		"ライブラリ全体のルール：floatは使わない。エラーメッセージは英語、docstringは日本語":                                                    "floatは使わない。|エラーメッセージは英語、docstringは日本語",
		"rule for all modules: dates in iso. now add the export":                                              "dates in iso.",
		"règle: pas de float. commence par prix.py":                                                           "pas de float.",
		"Regel: Preise in Cent. bau jetzt den Export":                                                         "Preise in Cent.",
		"regla: importes en céntimos. ahora haz el informe":                                                   "importes en céntimos.",
		"rule: ids are strings. fix the parser first":                                                         "ids are strings.",
		"start with the tax module. rule for the lib: no floats, all Decimal. and errors in english":          "no floats, all Decimal.|errors in english",
		"the rule for discounts: 10% first, then the fixed amount":                                            "", "add a rule for eslint: no-console": "",
		"rule 3 is broken: it matches all": "", "firewall rule: allow 443 from the office": "",
		"die Regel greift nicht: sie matcht alles": "", "la règle est simple: 10 % puis fixe": "",
		"css rule: nav is hidden under 800px": "", "new validation rule: email must contain @": "",
		"la regla del firewall: abrir 443": "", "ajoute une règle de validation: le mail doit contenir @": "",
		"правило в nginx: редирект на https": "", "règle de calcul: % d'abord puis fixe": "",
		"rule for this repo: ints only, no bools in the db. and names in english, comments in german": "ints only, no bools in the db.|names in english, comments in german",
		"one more rule for the frontend: no inline styles":                                            "no inline styles",
		"rule for the backend: every endpoint logs the user. and the tests sit next to the file":      "every endpoint logs the user.|the tests sit next to the file",
		"house rule for all scripts: set -e at the top":                                               "set -e at the top",
		"Regel für die ganze App: Texte nur in i18n. und Datumswerte als ISO":                         "Texte nur in i18n.|Datumswerte als ISO",
		"Regel für alle Skripte: keine absoluten Pfade":                                               "keine absoluten Pfade",
		"règle pour tous les scripts: pas de chemin absolu. et les logs en anglais":                   "pas de chemin absolu.|les logs en anglais",
		"règle pour le backend: chaque route a un test":                                               "chaque route a un test",
		"regla para todo el código: nombres en inglés. y los logs en español":                         "nombres en inglés.|los logs en español",
		"regra para o site: sem jquery. e as imagens em webp":                                         "sem jquery.|as imagens em webp",
		"regola per tutto il sito: niente jquery. e le immagini in webp":                              "niente jquery.|le immagini in webp",
		"правило для всего кода: без глобальных переменных. и логи на английском":                     "без глобальных переменных.|логи на английском",
		"rule for the lib: no asserts. and run the tests now":                                         "no asserts.",
		"rule for the app: no redux. and then fix the login":                                          "no redux.",
		"rule for the site: no jquery. the slider is broken, look at it":                              "no jquery.",
		"règle pour le site: pas de jquery. et regarde le bug du slider":                              "pas de jquery.",
		"regla para la app: sin redux. y arregla el login":                                            "sin redux.",
		"règle pour le site: pas de jquery. et on part sur vue":                                       "pas de jquery.",
		"rule for the lib: no asserts. and where is the config?":                                      "no asserts.", "rule for admins: they see all orders": "",
		"the rule for the site is in nginx.conf: look there": "", "make a rule for the api: 100 requests per minute": "",
		"write a rule for the scripts: if it fails, mail me": "", "la règle pour le site est fausse: corrige la": "",
		"Regel für Rabatte: erst Prozent, dann Betrag": "",
	} {
		if got := strings.Join(Rules(text), "|"); got != want {
			t.Errorf("%q has the rules %q, want %q", text, got, want)
		}
	}
}

// A ban of guessing, one that ends in "ever", and in which styles texts are, are rules in few words.
func TestBansAndStylesOfAllWorkAreRules(t *testing.T) {
	for text, want := range map[string]string{
		"and above all don't invent rates":             "above all don't invent rates",
		"whatever you do, don't make up numbers":       "whatever you do, don't make up numbers",
		"et surtout n'invente pas de taux":             "surtout n'invente pas de taux",
		"surtout ne devine pas les montants manquants": "surtout ne devine pas les montants manquants",
		"y sobre todo no inventes tasas":               "sobre todo no inventes tasas",
		"e principalmente não invente valores":         "principalmente não invente valores",
		"e soprattutto non inventare aliquote":         "soprattutto non inventare aliquote",
		"и главное не выдумывай ставки":                "главное не выдумывай ставки", "千万不要编造税率": "千万不要编造税率",
		"絶対に税率を作らないで": "絶対に税率を作らないで", "surtout ne lance pas la migration ce soir": "",
		"above all don't restart the server now": "", "surtout ne supprime pas cette branche": "",
		"vor allem nicht heute deployen": "", "above all the header is wrong": "", "c'est surtout pas urgent": "",
		"no network call in the lib ever":                               "no network call in the lib ever",
		"no print in the lib ever":                                      "no print in the lib ever",
		"fixed table passed by caller, no network call in the lib ever": "no network call in the lib ever",
		"no mutable defaults ever":                                      "no mutable defaults ever",
		"keine Netzwerkaufrufe in der Lib, nie":                         "keine Netzwerkaufrufe in der Lib, nie",
		"pas d'appel réseau dans la lib, jamais":                        "pas d'appel réseau dans la lib, jamais",
		"sin llamadas de red en la lib, nunca":                          "sin llamadas de red en la lib, nunca",
		"sem chamada de rede na lib, nunca":                             "sem chamada de rede na lib, nunca",
		"niente chiamate di rete nella lib, mai":                        "niente chiamate di rete nella lib, mai",
		"никаких сетевых вызовов в библиотеке, никогда":                 "никаких сетевых вызовов в библиотеке, никогда",
		"库里绝不能有网络请求":                                                    "库里绝不能有网络请求", "no tests ran ever": "", "no idea if it ever worked": "", "best release ever": "",
		"no error shown ever, why?":                                            "",
		"commit messages in english here, conventional commits":                "commit messages in english here, conventional commits",
		"Commit-Nachrichten hier auf Englisch, conventional commits":           "Commit-Nachrichten hier auf Englisch, conventional commits",
		"messages de commit en anglais ici, conventional commits":              "messages de commit en anglais ici, conventional commits",
		"messages de commit en anglais ici, conventional commits (feat: fix:)": "messages de commit en anglais ici, conventional commits (feat: fix:)",
		"mensajes de commit en inglés aquí, conventional commits":              "mensajes de commit en inglés aquí, conventional commits",
		"mensagens de commit em inglês aqui, conventional commits":             "mensagens de commit em inglês aqui, conventional commits",
		"messaggi di commit in inglese qui, conventional commits":              "messaggi di commit in inglese qui, conventional commits",
		"сообщения коммитов на английском, conventional commits":               "сообщения коммитов на английском, conventional commits",
		"提交信息用英文，conventional commits":                                         "提交信息用英文，conventional commits",
		"コミットメッセージは英語で、conventional commits":                                   "コミットメッセージは英語で、conventional commits",
		"branch names in english here, kebab case":                             "branch names in english here, kebab case",
		"docstrings en français, commentaires en anglais":                      "docstrings en français, commentaires en anglais",
		"error messages in english, docstrings in french pls":                  "error messages in english, docstrings in french pls",
		"Fehlermeldungen auf Englisch, Docstrings auf Deutsch bitte":           "Fehlermeldungen auf Englisch, Docstrings auf Deutsch bitte",
		"les messages d'erreur en anglais, les docstrings en français":         "les messages d'erreur en anglais, les docstrings en français",
		"mensajes de error en inglés, docstrings en español":                   "mensajes de error en inglés, docstrings en español",
		"mensagens de erro em inglês, docstrings em português":                 "mensagens de erro em inglês, docstrings em português",
		"messaggi di errore in inglese, docstring in italiano":                 "messaggi di errore in inglese, docstring in italiano",
		"сообщения об ошибках на английском, докстринги на русском":            "сообщения об ошибках на английском, докстринги на русском",
		"错误信息用英文，文档字符串用中文":                                                     "错误信息用英文，文档字符串用中文", "le changelog en anglais, keep a changelog format": "",
		"the commit message in english please": "", "ce message de commit en anglais, il est pour le client": "",
		"error messages in german": "", "the button in english, the title in french": "",
		"commentaires en anglais dans prix.py": "", "titres en rouge, boutons en vert": "",
		"above all don't make up test data": "above all don't make up test data",
		"vor allem keine Werte erfinden":    "vor allem keine Werte erfinden", "surtout pas de données inventées": "",
		"surtout n'invente rien":                 "surtout n'invente rien",
		"sobre todo no adivines los importes":    "sobre todo no adivines los importes",
		"most importantly don't guess the units": "most importantly don't guess the units",
		"guess the type from the header":         "", "surtout ne pousse pas": "", "vor allem nicht vergessen zu pushen": "",
		"above all don't forget the docs": "", "please don't push": "", "sobre todo no toques el servidor hoy": "",
		"no sleep in the tests ever":          "no sleep in the tests ever",
		"no business logic in the views ever": "no business logic in the views ever",
		"no row in the table ever had that":   "", "no error in the log ever": "",
		"branch names in english, commits in german":       "branch names in english, commits in german",
		"Fehlertexte auf Deutsch, Kommentare auf Englisch": "Fehlertexte auf Deutsch, Kommentare auf Englisch",
		"commentaires en français ici":                     "commentaires en français ici",
		"comentarios en inglés aquí":                       "comentarios en inglés aquí",
		"short commits here please":                        "short commits here please",
		"комментарии тут на русском":                       "комментарии тут на русском", "error messages in german, the button in english": "",
		"log messages in english, add a timestamp": "", "short comment here please": "",
		"put a comment here in english": "", "commits here are in english?": "", "the commits here are in german": "",
	} {
		if got := strings.Join(Rules(text), "|"); got != want {
			t.Errorf("%q has the rules %q, want %q", text, got, want)
		}
	}
}

// A clause without an object goes with the one before it, and where output goes with what is not to be touched.
func TestARuleIsToldWithWhatItIsAbout(t *testing.T) {
	for text, want := range map[string]string{
		"commit straight to main, always, no branches here":                             "commit straight to main, always, no branches here",
		"commit direkt auf main, immer, keine Branches hier":                            "commit direkt auf main, immer, keine Branches hier",
		"commit direct sur main, toujours, pas de branches ici":                         "commit direct sur main, toujours, pas de branches ici",
		"commitea directo a main, siempre, sin ramas aquí":                              "commitea directo a main, siempre, sin ramas aquí",
		"commita direto na main, sempre, sem branches aqui":                             "commita direto na main, sempre, sem branches aqui",
		"commit diretto su main, sempre, niente branch qui":                             "commit diretto su main, sempre, niente branch qui",
		"коммить прямо в main, всегда, без веток":                                       "коммить прямо в main, всегда, без веток",
		"直接提交到main，一直这样，不要分支":                                                           "直接提交到main，一直这样，不要分支",
		"keep the ?v=, and bump it at every css change":                                 "keep the ?v=, and bump it at every css change",
		"behalt das ?v=, und erhöhe es bei jeder css-Änderung":                          "behalt das ?v=, und erhöhe es bei jeder css-Änderung",
		"garde le ?v=, et incremente a chaque changement de css":                        "garde le ?v=, et incremente a chaque changement de css",
		"garde le ?v=, et incremente a chaque changement de css à partir de maintenant": "garde le ?v=, et incremente a chaque changement de css à partir de maintenant",
		"deja el ?v=, y súbelo en cada cambio de css":                                   "deja el ?v=, y súbelo en cada cambio de css",
		"mantém o ?v=, e incrementa a cada mudança de css":                              "mantém o ?v=, e incrementa a cada mudança de css",
		"tieni il ?v=, e incrementalo a ogni modifica del css":                          "tieni il ?v=, e incrementalo a ogni modifica del css",
		"оставь ?v=, и увеличивай при каждом изменении css":                             "оставь ?v=, и увеличивай при каждом изменении css",
		"keep the changelog, and update it after every fix":                             "keep the changelog, and update it after every fix",
		"add a counter, and always run the linter":                                      "always run the linter",
		"change tax.py, and run the tests after every change":                           "run the tests after every change",
		"corrige le css, et lance les tests après chaque changement":                    "lance les tests après chaque changement",
		"never touch the csv in raw/, outputs go to out/":                               "never touch the csv in raw/, outputs go to out/",
		"fass NIE die csv in raw/ an, Ausgaben nach out/":                               "fass NIE die csv in raw/ an, Ausgaben nach out/",
		"ne touche JAMAIS aux csv dans raw/, les sorties dans out/":                     "ne touche JAMAIS aux csv dans raw/, les sorties dans out/",
		"ne touche JAMAIS aux csv dans raw/. sorties dans out/":                         "ne touche JAMAIS aux csv dans raw/.|sorties dans out/",
		"never touch the csv in raw/. outputs go to out/":                               "never touch the csv in raw/.|outputs go to out/",
		"no toques NUNCA los csv de raw/, las salidas en out/":                          "no toques NUNCA los csv de raw/, las salidas en out/",
		"não mexa NUNCA nos csv de raw/, saídas em out/":                                "não mexa NUNCA nos csv de raw/, saídas em out/",
		"non toccare MAI i csv in raw/, gli output in out/":                             "non toccare MAI i csv in raw/, gli output in out/",
		"НИКОГДА не трогай csv в raw/, вывод в out/":                                    "НИКОГДА не трогай csv в raw/, вывод в out/",
		"绝不要动raw/里的csv，输出放到out/":                                                        "绝不要动raw/里的csv，输出放到out/", "raw/のcsvは絶対に触らないで、出力はout/に": "raw/のcsvは絶対に触らないで、出力はout/に",
		"ne modifie rien, question seulement": "", "skip le, c'est flaky": "", "HALF_UP, non pas half even": "",
		"police des titres: Playfair. non il aime pas. Lora": "", "bandeau en vert. non rouge.": "",
		"don't change the public api pls, just round at the end":        "",
		"pas de changement d'api publique stp, juste arrondir à la fin": "", "sorties dans out/": "",
		"take via EUR always": "", "on a un client en 3.9": "",
		"push straight to main, always, no PRs":                     "push straight to main, always, no PRs",
		"rebase, always, no merge commits":                          "rebase, always, no merge commits",
		"keep the version file, and bump it on every release":       "keep the version file, and bump it on every release",
		"garde le fichier VERSION, et augmente le à chaque release": "garde le fichier VERSION, et augmente le à chaque release",
		"add a footer, and run the linter at every commit":          "run the linter at every commit",
		"à chaque commit lance les tests":                           "à chaque commit lance les tests",
		"em cada commit roda os testes":                             "em cada commit roda os testes",
		"при каждом коммите запускай тесты":                         "при каждом коммите запускай тесты", "log a line at every retry": "",
		"show a toast at every change": "", "affiche un message à chaque erreur": "",
		"the counter goes up at every change": "", "bei jeder Anfrage kommt ein Fehler": "",
		"increment the counter at each request": "", "à chaque fois que je clique ça plante": "",
		"el botón parpadea en cada cambio": "", "il pulsante lampeggia a ogni modifica": "",
		"при каждом изменении падает сборка": "", "keep the button, it flashes at every change": "",
		"never touch the dumps in data/. plots go to fig/": "never touch the dumps in data/.|plots go to fig/",
		"never edit files in gen/. there is a bug in gen/": "never edit files in gen/.", "plots go to fig/": "",
		"fass das nicht an, ich bin dran":                           "",
		"- logins are shown (6 dots)\n- always log the failures":    "always log the failures",
		"- der Login ist sichtbar (6 Punkte)\n- benutze immer Tabs": "benutze immer Tabs",
		"- data/raw is a snapshot\n- dont ever touch it":            "data/raw is a snapshot dont ever touch it",
	} {
		if got := strings.Join(Rules(text), "|"); got != want {
			t.Errorf("%q has the rules %q, want %q", text, got, want)
		}
	}
}

func TestALastingClauseBeginsAtTheLastThatLasts(t *testing.T) {
	for text, want := range map[string]string{
		"So move the export into its own package, run the tests, and open a draft PR, actually for every PR from now on I want a screenshot in the description": "actually for every PR from now on I want a screenshot in the description",
		"take the old build off the server, log in as me, clear the cache, and write the steps down, and from now on always run the smoke test after a deploy":  "from now on always run the smoke test after a deploy",
		"Also räum den Branch auf, wechsle auf main, bau den Fix dort ein, und schreib zuerst einen Test, ach und ab jetzt immer zuerst einen Test schreiben":   "ab jetzt immer zuerst einen Test schreiben",
		"alors range la branche, va sur main, corrige là-bas, et écris un test d'abord, et à partir de maintenant toujours un test d'abord":                     "à partir de maintenant toujours un test d'abord",
		"pues guarda lo de la rama, ve a main, arréglalo allí, y escribe una prueba primero, y a partir de ahora siempre escribe una prueba primero":            "a partir de ahora siempre escribe una prueba primero",
		"fix it in api.go, and never use floats for money, I don't care how small it is":                                                                        "never use floats for money, I don't care how small it is",
		"rename it, use tabs everywhere, never spaces":               "use tabs everywhere, never spaces",
		"fix the login, always use tabs, never spaces":               "always use tabs, never spaces",
		"From now on write a test, and never push without asking me": "From now on write a test, and never push without asking me",
		"change a.go, and always add a test, and never mock the db":  "always add a test, and never mock the db",
		"no, never mind the changelog, but never push to main":       "never push to main",
		"remember that dates are in UTC":                             "remember that dates are in UTC",
		"merk dir, dass Beträge in Cent sind":                        "merk dir, dass Beträge in Cent sind",
		"recuerda que los importes van en céntimos":                  "recuerda que los importes van en céntimos",
		"no, the tests always stay beside their file":                "no, the tests always stay beside their file",
	} {
		if got := Rules(text); len(got) != 1 || got[0] != want {
			t.Errorf("rules of %q are %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"no, never mind the changelog", "um no, never mind", "no, nevermind the css", "nah, never mind that, we ship without",
		"And a changelog entry, no, never mind the changelog", "no never mind, always happens on main",
		"remember that one for later", "that's a real bug, remember that one for later.", "keep in mind this one for later",
		"remember this one for tomorrow", "remember that bug for next week", "nein, vergiss das mit dem Changelog",
		"merk dir das für später", "retiens ça pour plus tard", "recuerda eso para después", "lembra disso pra depois",
		"ricordati questo per dopo", "запомни это на потом", "记住这个，以后再说", "これ覚えておいて、後で",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

func TestARuleNamesWhatItsPronounStandsFor(t *testing.T) {
	for text, want := range map[string]string{
		"everything goes through a pr. and data/raw is a snapshot, dont ever touch it": "data/raw is a snapshot, dont ever touch it",
		"the vendored parser is patched by hand, never reformat it":                    "",
		"the golden files come from the customer, never regenerate them":               "",
		"ok. the contracts dir is generated. don't ever edit it by hand":               "the contracts dir is generated. don't ever edit it by hand",
		"btw the gpu box is shared, don't run migrations there without asking me":      "the gpu box is shared, don't run migrations there without asking me",
		"schema.sql ist ein abzug aus prod, fass sie niemals an":                       "",
		"data/raw est une copie figée, n'y touche jamais":                              "",
		"la base de staging est celle de la qa, ne la vide jamais":                     "",
		"data/raw es una foto fija, no lo toques nunca":                                "",
		"data/raw é um snapshot, nunca mexe nele":                                      "",
		"data/raw è uno snapshot, non toccarlo mai":                                    "",
		"data/raw это снимок, никогда его не трогай":                                   "",
		"data/raw 是快照，永远不要动它":                                                          "",
		"data/raw はスナップショットです、絶対にそれを触らないで":                                             "",
		"write the flow to ARCHITECTURE.md, also make sure to update this from now on": "", // the file
		"save the schema in docs/schema.md and always update it when a table changes":  "",
		// It stands for nothing that was told before.
		"change tax.py, and always add a test for it":                    "always add a test for it",
		"Rename the column; from now on, all columns are in snake case":  "from now on, all columns are in snake case",
		"arréglalo allí, y a partir de ahora siempre escribe una prueba": "a partir de ahora siempre escribe una prueba",
	} {
		if want == "" {
			want = text
		}
		if got := Rules(text); len(got) != 1 || got[0] != want {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	none(t, "the cache is stale, it never gets cleared", "dont touch the config while it runs",
		"the db is locked, dont touch it now", "das script ist kaputt, es läuft nie durch", "воркер упал, он никогда не отвечает",
		"the pr is open, dont merge it yet", "the build is red, i never touched it", "it always dies at step 900 with 1e-3")
}

// Sentences as people type them every day, a line each, and near misses.
const (
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
)

// A habit that is to end, a rule that was broken again, what goes with any work of a kind and what somebody likes are
// rules; what a program does, this one thing and this time are none.
func TestEverydayWordsLayRules(t *testing.T) {
	everyday(t, "lays down", everydayRules, noRules, Rules)
}

func TestWhatAProgramDoesWithoutTheUserIsNoRule(t *testing.T) {
	for _, s := range []string{
		"senza la mia conferma il popup non si chiude, sistemalo", "sem minha confirmação nada é apagado no app, corrige",
	} {
		if got := Rules(s); len(got) > 0 {
			t.Errorf("%q lays down %q", s, got)
		}
	}
}
