package prompt

import (
	"cmp"
	"strings"
	"testing"
)

func TestARuleIsTakenBack(t *testing.T) {
	const conventional = "From now on please use conventional commits, so feat:, fix: and so on."
	for _, c := range []struct{ text, old, rule string }{
		{"forget what I said about the templates: error texts may be in the templates from now on", "remember: error texts only in redeem.py, never in the templates", ""},
		{"error texts may be in the templates from now on", "remember: error texts only in redeem.py, never in the templates", "error texts may be in the templates from now on"},
		{"you can use floats for money again", "never use floats for money", ""},
		{"we no longer need to run the linter before a commit", "always run the linter before a commit", ""},
		{"tabs in templates are fine again", "never use tabs in templates", ""},
		{"forget what I said about tabs", "always use tabs in templates", ""},
		{"Fehlertexte dürfen ab jetzt in den Vorlagen stehen", "Fehlertexte nur in errors.js, nie in den Vorlagen", "Fehlertexte dürfen ab jetzt in den Vorlagen stehen"},
		{"oublie ce que j'ai dit des modèles", "les textes ne vont jamais dans les modèles", ""},
		{"los textos pueden estar en las plantillas de nuevo", "los textos nunca van en las plantillas", ""},
		{"os textos podem ficar nos modelos de novo", "os textos nunca ficam nos modelos", ""},
		{"i testi possono stare nei modelli di nuovo", "i testi mai nei modelli", ""},
		{"забудь, что я говорил про шаблоны", "никогда не пиши тексты в шаблоны", ""},
		{"从现在开始错误信息可以写在模板里", "错误信息不要写在模板里", "从现在开始错误信息可以写在模板里"},
		{"テンプレートのルールは忘れて、エラー文は今後テンプレートに書いてもいい", "エラー文はテンプレートに書かないこと", "テンプレートのルールは忘れて、エラー文は今後テンプレートに書いてもいい"},
		{"And you can drop the conventional commit prefixes again, only the squash titles end up in the history anyway.", conventional, ""},
		{"You can drop the conventional commits again.", conventional, ""},
		{"No more conventional commits please.", conventional, ""},
		{"No more conventional commit prefixes", conventional, ""},
		{"You don't need to use conventional commits any more.", conventional, ""},
		{"Forget about the conventional commits.", conventional, ""},
		{"We no longer use conventional commits.", conventional, ""},
		{"we no longer use tabs", "use tabs everywhere, not spaces", ""},
		{"stop using tabs in this repo", "always use tabs", ""},
		{"Die Präfixe im Betreff kannst du wieder weglassen.", "ab jetzt immer Präfixe im Betreff", ""},
		{"Keine Präfixe im Betreff mehr.", "ab jetzt immer Präfixe im Betreff", ""},
		{"Du musst die Präfixe im Betreff nicht mehr verwenden", "ab jetzt immer Präfixe im Betreff", ""},
		{"Plus besoin de préfixes dans les titres.", "toujours des préfixes dans les titres", ""},
		{"On n'utilise plus les préfixes dans les titres", "toujours des préfixes dans les titres", ""},
		{"Puedes dejar los prefijos en los títulos de nuevo", "siempre prefijos en los títulos", ""},
		{"Ya no usamos prefijos en los títulos", "siempre prefijos en los títulos", ""},
		{"Não usamos mais prefixos nos títulos", "sempre prefixos nos títulos", ""},
		{"Você não precisa usar prefixos nos títulos mais", "sempre prefixos nos títulos", ""},
		{"Non usiamo più i prefissi nei titoli", "sempre prefissi nei titoli", ""},
		{"Basta con i prefissi nei titoli", "sempre prefissi nei titoli", ""},
		{"Больше никаких префиксов в заголовках", "всегда пиши префиксы в заголовках", ""},
		{"Мы больше не используем префиксы в заголовках", "всегда пиши префиксы в заголовках", ""},
		{"我们不再使用标题前缀", "标题前缀必须使用", ""},
		{"タイトルの接頭辞はもう使わない", "タイトルの接頭辞を必ず使う", ""},
	} {
		others := []string{"always sign commits", "answer in German from now on", c.old, "每次提交前请运行测试", c.text}
		sentences := TakesBack(c.text)
		if len(sentences) != 1 {
			t.Errorf("%q takes back: %q", c.text, sentences)
			continue
		}
		if gone, rule := revokes(sentences[0], others); len(gone) != 1 || gone[0] != c.old || rule != c.rule {
			t.Errorf("%q takes back %q, and is the rule %q", c.text, gone, rule)
		}
	}
	for _, text := range []string{
		"can I use floats again?", "there are no more errors in the linter", "the tests don't fail any more", "you can commit the generated files now", "the server no longer starts", "error texts are in the templates", "try it again",
		"never use floats for money", "> you can use floats for money again", "the templates can be cached", "no more than 5 retries", "plus de 10 essais",
	} {
		for _, s := range TakesBack(text) {
			t.Errorf("%q takes back something: %q", text, s)
		}
	}
	if got := TakesBack(strings.Repeat("you can use tabs again. ", 500)); len(got) != maxTakenBack {
		t.Errorf("%d sentences of one prompt take back something", len(got))
	}
	for said, rule := range map[string]string{
		"forget about the login of guests":       "always check the session of guests",
		"No more default exports please":         "no default exports in this repo",
		"We don't use floats for money any more": "never use floats for money",
	} {
		if gone, _ := revokes(said, []string{rule}); gone != nil {
			t.Errorf("%q takes back %q", said, gone)
		}
	}
	two := []string{"always use tabs in templates", "never use tabs in python"}
	if gone, _ := revokes("forget what I said about tabs", two); gone != nil {
		t.Errorf("one of two is guessed: %q", gone)
	}
	if gone, _ := revokes("the tests can run again", two); gone != nil {
		t.Errorf("nothing of it: %q", gone)
	}
}

// What only says that a rule is over ends it, and is none itself.
func TestARuleThatEndsLeavesNone(t *testing.T) {
	for _, c := range [][2]string{
		{"no dependency bumps until the release", "the release is out, so dependency bumps are allowed again"},
		{"No version bumps until 2.4 is out.", "v2.4 is out, version bumps are fine again"},
		{"No merges into release branches until the freeze is over.", "the freeze is over, you can merge into release branches again"},
		{"No schema changes until 3.0 is out", "we shipped 3.0, so schema changes are ok again"},
		{"no prints in lib until the audit is done", "the audit is done, so prints in lib are allowed again"},
		{"no direct pushes to main until the migration is through", "the migration is through, direct pushes to main are allowed again"},
		{"no upgrades until v2 is out", "v2 is out now, upgrades welcome again"},
		{"No deploys until the customer has signed.", "they signed, deploys are fine again"},
		{"Keine Updates der Treiber bis 3.0 draußen ist.", "release ist raus, updates der treiber sind wieder erlaubt"},
		{"Keine Merges bis der Freeze vorbei ist.", "der freeze ist vorbei, merges sind wieder ok"},
		{"Pas de mise à jour avant la sortie de la 2.0.", "la 2.0 est sortie, les mises à jour sont de nouveau permises"},
		{"No se suben dependencias hasta la versión 2", "la versión 2 ya salió, así que se pueden subir dependencias otra vez"},
		{"Nada de merges hasta que termine el freeze", "el freeze terminó, los merges están permitidos de nuevo"},
		{"Nada de atualizar dependências até a versão 2 sair", "a versão 2 saiu, então pode atualizar dependências de novo"},
		{"Niente aggiornamenti fino alla release", "la release è uscita, gli aggiornamenti sono di nuovo permessi"},
		{"Никаких обновлений до релиза", "релиз вышел, обновления снова разрешены"},
		{"发布之前不要升级依赖", "版本已经发布了，依赖又可以升级了"},
		{"never use floats for money", "you can use floats for money again"},
	} {
		all := TakesBack(c[1])
		gone, rule := revokes(strings.Join(all, " "), []string{"always sign commits", c[0]})
		if len(all) != 1 || len(gone) != 1 || gone[0] != c[0] || rule != "" || len(Rules(c[1])) > 0 {
			t.Errorf("%q ends %q, and leaves %q, %q", c[1], gone, rule, Rules(c[1]))
		}
	}
	for _, said := range []string{
		"the release is out, the tests can run again", "the release is out, write the notes", "the freeze is over on friday, so no merges until then",
	} {
		for _, s := range TakesBack(said) {
			if gone, _ := revokes(s, []string{"no dependency bumps until the release", "No merges until the freeze is over"}); gone != nil {
				t.Errorf("%q ends %q", said, gone)
			}
		}
	}
}

func TestANumberOfARuleIsReplaced(t *testing.T) {
	for _, c := range []struct{ text, old, rule string }{
		{"forget the 50 chars for subjects, 72 is fine", "always keep commit subjects under 50 chars", ""},
		{"ok, commit subjects may be 72 chars", "keep commit subjects under 50 chars", ""},
		{"no tabs any more", "always use tabs in templates", "-"},
		{"72 is fine for commit subjects", "keep commit subjects under 50 chars", ""},
		{"vergiss die 50 Zeichen, 72 sind ok", "Betreffzeilen immer unter 50 Zeichen", ""},
		{"oublie les 50 caractères, 72 est permis", "toujours des sujets de commit sous 50 caractères", ""},
		{"olvida los 50 caracteres, 72 está permitido", "siempre asuntos de menos de 50 caracteres", ""},
		{"забудь про 50 символов, 72 можно", "заголовки коммитов всегда до 50 символов", ""},
		{"忘掉50个字符，72个也可以", "提交标题一律不超过50个字符", ""},
	} {
		others := []string{"always sign commits", "answer in German from now on", c.old, "always run the tests with -race"}
		for _, s := range TakesBack(c.text) {
			if gone, rule := revokes(s, others); len(gone) != 1 || gone[0] != c.old || cmp.Or(rule, "-") != cmp.Or(c.rule, c.text) {
				t.Errorf("%q takes back %q, and is the rule %q", c.text, gone, rule)
			}
		}
		if len(TakesBack(c.text)) != 1 {
			t.Errorf("%q takes back nothing", c.text)
		}
	}
	for _, text := range []string{
		"comments in german are fine", "72 rows is fine for the table", "the limit of 50 is fine", "80 is fine", "skip the 50 lines of header",
		"forget the vet this time", "forget the css", "forget the tests", "72 Zeilen sind ok", "oublie le css", "3 tests can fail from now on",
	} {
		for _, s := range TakesBack(text) {
			old := []string{"keep commit subjects under 50 chars", "always run go vet before every commit", "always write tests in jest"}
			if gone, _ := revokes(s, old); gone != nil {
				t.Errorf("%q takes back %q", text, gone)
			}
		}
	}
}

func TestARuleIsCancelled(t *testing.T) {
	for text, old := range map[string]string{
		"commit 用英文那条取消，中文也行":                               "以后 commit message 都用英文",
		"la règle ne vaut plus pour les commits en anglais": "les commits toujours en anglais",
		"esa regla ya no vale para los commits en inglés":   "los commits siempre en inglés",
		"правило отменяется для коммитов на английском":     "коммиты всегда на английском",
	} {
		all := TakesBack(text)
		if gone, _ := revokes(text, []string{old, "always sign commits"}); len(all) != 1 || len(gone) != 1 || gone[0] != old {
			t.Errorf("%q takes back %q by %q", text, gone, all)
		}
	}
	for _, text := range []string{
		"le serveur ne tient plus la charge", "die Spalte Kunde fällt weg", "hide the banner when the rule is off", "防火墙规则取消按钮要做",
	} {
		if all := TakesBack(text); len(all) > 0 {
			t.Errorf("%q takes back a rule: %q", text, all)
		}
	}
}

func TestABanInOnePlaceTakesBackNoRule(t *testing.T) {
	for said, rule := range map[string]string{
		"no more tabs in the output":               "use tabs for indentation",
		"stop using tabs in the yaml files":        "always use tabs",
		"keine Tabs mehr in der Ausgabe":           "benutze immer Tabs",
		"plus de tabulations dans la sortie":       "utilise toujours des tabulations",
		"no más tabuladores en la salida":          "usa siempre tabuladores",
		"chega de prefixos na saída":               "usa sempre prefixos",
		"basta tabulazioni nei file yaml":          "usa sempre tabulazioni",
		"больше никаких табов в выводе":            "всегда используй табы",
		"Wir verwenden keine Floats mehr für Geld": "nie Floats für Geld verwenden",
	} {
		if gone, _ := revokes(said, []string{rule}); gone != nil {
			t.Errorf("%q takes back %q", said, gone)
		}
	}
}

func TestOnlyTheUserLiftsARule(t *testing.T) {
	for _, c := range []struct {
		rule, said string
		lifts      bool
	}{
		{"Never use float64 for money.", "it may use float64 for money again, check", false},
		{"Never use float64 for money.", "bob said you can use float64 for money again", false},
		{"Never use float64 for money.", "the old docs say: you can use float64 for money again", false},
		{"Never use float64 for money.", "the old docs say you can use float64 for money again", false},
		{"Never use float64 for money.", "you can use float64 again in the money benchmark only", false},
		{"Never use float64 for money.", "you can use float64 for money again, but only in the tests", false},
		{"Never use float64 for money.", "this one can use float64 for money again", false},
		{"Never push without asking me.", "you may push it again, the remote was down", false},
		{"Never push without asking me.", "you can push again now that the remote is up", false},
		{"Never push without asking me.", "try, you can push that again", false},
		{"Never use float64 for money.", "according to the wiki you can use float64 for money again", false},
		{"Never use float64 for money.", "ana meinte, du darfst wieder float64 für money benutzen", false},
		{"Never use float64 for money.", "Ana sagt, du kannst wieder float64 für money benutzen", false},
		{"Never use float64 for money.", "es kann wieder float64 für money benutzen, schau nach", false},
		{"Never use float64 for money.", "Bob dit que tu peux de nouveau utiliser float64 pour money", false},
		{"Never use float64 for money.", "il peut de nouveau utiliser float64 pour money, vérifie", false},
		{"Never use float64 for money.", "Ana dijo que puedes usar float64 para money de nuevo", false},
		{"Never use float64 for money.", "a Ana disse que você pode usar float64 para money de novo", false},
		{"Never use float64 for money.", "Marco ha detto che puoi usare float64 per money di nuovo", false},
		{"Never use float64 for money.", "Боб сказал, что можно снова использовать float64 для money", false},
		{"Never use float64 for money.", "小王说可以再次用float64表示money", false},
		{"Never use float64 for money.", "du darfst float64 für money wieder nur im Benchmark benutzen", false},
		{"Never use float64 for money.", "tu peux utiliser float64 pour money de nouveau, mais seulement dans le benchmark", false},
		{"Never use float64 for money.", "puedes usar float64 para money de nuevo, pero solo en las pruebas", false},
		{"Never use float64 for money.", "use float64 for money again", false},
		{"Never use float64 for money.", "you can use float64 for money again", true},
		{"Never use float64 for money.", "float64 is fine for money again", true},
		{"Never use float64 for money.", "ok you may use float64 for money again, I asked bob", true},
		{"Never use float64 for money.", "I said never use float64 for money, you can use it again for money", true},
		{"Never use float64 for money.", "float64 for money is allowed again", true},
		{"Never use float64 for money.", "we can use float64 for money again", true},
		{"Never use float64 for money.", "du darfst wieder float64 für money benutzen", true},
		{"Never use float64 for money.", "tu peux de nouveau utiliser float64 pour money", true},
		{"Never use float64 for money.", "puedes usar float64 para money de nuevo", true},
		{"Never use float64 for money.", "você pode usar float64 para money de novo", true},
		{"Never use float64 for money.", "puoi usare di nuovo float64 per money", true},
		{"Never use float64 for money.", "снова можно использовать float64 для money", true},
		{"Never use float64 for money.", "又可以用float64表示money了", true},
		{"Never push without asking me.", "from now on you can push without asking me", true},
		{"Never push without asking me.", "you may push without asking me again", true},
		{"Always run the linter before you say done.", "you no longer need to run the linter before you say done", true},
		{"Never use float64 for money.", "we can use float64 for money again, they said so", true},
		{"Never use float64 for money.", "from now on float64 is ok for money, that's what legal said", true},
		{"Never use float64 for money.", "I told Ana you can use float64 for money again", true},
		{"Never use float64 for money.", "laut Ana darfst du wieder float64 für money benutzen", false},
		{"Never use float64 for money.", "我说可以再次用float64表示money", true},
	} {
		var gone []string
		for _, s := range TakesBack(c.said) {
			taken, _ := Ruled{}.Revokes(s, []string{c.rule})
			gone = append(gone, taken...)
		}
		if (len(gone) > 0) != c.lifts {
			t.Errorf("%q takes back %q of %q", c.said, gone, c.rule)
		}
	}
}

func TestARuleThatOnlyAllowsLessReplacesTheOlderOne(t *testing.T) {
	revokes := func(rule, said string) (gone bool) {
		for _, s := range TakesBack(said) {
			taken, _ := Ruled{}.Revokes(s, []string{rule})
			gone = gone || len(taken) > 0
		}
		return gone
	}
	for _, c := range [][2]string{
		{"always run npm test before you commit", "npm test takes ages with all of it. from now only run the tests of the file you touched, all of them before a push"},
		{"always run npm test before you commit", "ab jetzt nur die tests der datei die du angefasst hast, alle erst vor dem push"},
		{"immer pytest laufen lassen vor dem commit", "ab jetzt nur noch pytest der datei laufen lassen, die du änderst"},
		{"always run the whole test suite before a commit", "from now on only run the test suite of the package you changed"},
		{"lance toujours npm test avant de commiter", "à partir de maintenant lance seulement npm test du fichier modifié"},
		{"corre siempre npm test antes de commitear", "a partir de ahora corre solo npm test del archivo que tocaste"},
		{"roda sempre npm test antes do commit", "a partir de agora só roda npm test do arquivo que mudou"},
		{"lancia sempre npm test prima del commit", "d'ora in poi lancia solo npm test del file toccato"},
		{"всегда запускай npm test перед коммитом", "отныне запускай только npm test изменённого файла"},
	} {
		if !revokes(c[0], c[1]) {
			t.Errorf("%q does not replace %q", c[1], c[0])
		}
	}
	for _, c := range [][2]string{
		{"always write a test for each endpoint", "from now on only commit when the tests pass"},
		{"always run npm test before you commit", "from now on only english commit messages"},
		{"always run npm test before you commit", "from now on only use pnpm"},
		{"immer npm test vor dem commit", "ab jetzt nur kleine commits"},
		{"never use floats for money", "from now on only integers in the export"},
		{"always run npm test before you commit", "only run the tests of a.ts"},
		{"error texts only in redeem.py", "from now on only german error pages"},
		{"keep commit subjects under 50 chars", "ab jetzt nur noch ein Commit pro Thema"},
		{"no new deps without asking me", "from now on only ask me about big things"},
	} {
		if revokes(c[0], c[1]) {
			t.Errorf("%q replaces %q", c[1], c[0])
		}
	}
}

func TestWhatElseAReplacedRuleOrdersStays(t *testing.T) {
	said := TakesBack("npm test takes ages with all of it. from now only run the tests of the file you touched, all of them before a push")
	for rule, want := range map[string]string{
		"always run npm test before you commit, and commit msgs english, lowercase, one line": "commit msgs english, lowercase, one line",
		"always run npm test before you commit, all of it":                                    "",
	} {
		if gone, rest := (Ruled{}).Revokes(said[0], []string{rule}); len(gone) != 1 || rest != want {
			t.Errorf("%q is gone, %q stays, want %q", gone, rest, want)
		}
	}
}

func TestWhatIsAllowedNowLiftsADecision(t *testing.T) {
	for text, want := range map[string]bool{
		"red is allowed now. redo the figure in #c8102e": true, "no more red": false, "check the red figure again": false,
		"the red figure is allowed now": false, "blue is allowed now": false,
	} {
		if got := Lifts(text, "no red please, it looks bad on the beamer"); got != want {
			t.Errorf("%q lifts it: %v", text, got)
		}
	}
}

// A color or a way to write that was banned may be allowed by no more than that it is allowed now.
func TestWhatIsAllowedNowWasBanned(t *testing.T) {
	for _, c := range []struct {
		rule, said string
		gone       bool
	}{
		{"never use red in figures", "the client has new colours, red is allowed now, they even want it", true},
		{"no red please, the client hates red", "red is now allowed", true},
		{"dont use bullet points in the report", "bullet points are allowed now", true},
		{"never use sleep in tests", "sleep is fine now, the laptop wakes up again", false},
		{"keine Fußnoten im Bericht", "die Fußnoten sind jetzt ok", false},
		{"kein Gelb bitte, die Chefin hasst Gelb", "Gelb ist jetzt erlaubt", true},
		{"pas de rouge dans les figures", "le rouge est permis maintenant", true},
		{"pas de rouge dans les figures", "maintenant le rouge est permis", true},
		{"nada de rojo en los gráficos", "ahora el rojo está permitido", true},
		{"sem vermelho nas figuras", "agora vermelho é permitido", true},
		{"niente rosso nelle figure", "adesso il rosso è permesso", true},
		{"никогда не используй курсив", "теперь курсив разрешён", true},
		{"不要用红色，客户讨厌红色", "现在可以用红色了", true},
		{"never use red in figures", "the red figure is fine now", false},
		{"never use red in figures", "the figures are fine now", false},
		{"never use red in figures", "figures are fine now", false},
		{"never use red in figures", "red is too dark now", false},
		{"never use red in figures", "is red fine now?", false},
		{"always run the linter", "the linter is fine now", false},
		{"never push without the linter", "linter is fine now", false},
		{"always use red in figures", "red is fine now", false},
		{"one decimal place in tables", "tables are fine now", false},
	} {
		var gone []string
		for _, s := range TakesBack(c.said) {
			taken, _ := Ruled{}.Revokes(s, []string{c.rule})
			gone = append(gone, taken...)
		}
		if (len(gone) > 0) != c.gone {
			t.Errorf("%q takes back %q of %q", c.said, gone, c.rule)
		}
	}
}

// It took as long for each of its sentences as all rules have words.
func TestARuleIsParsedOnceForAllThatTakesOneBack(t *testing.T) {
	var rules []string
	for i := range 200 {
		rules = append(rules, "never use thing"+strings.Repeat("x", i)+" for money")
	}
	known := Ruled{}
	first := bytesFor(func() { clear(known); known.Revokes("you may use things again", rules) })
	again := bytesFor(func() { known.Revokes("you may use things again", rules) })
	if again*4 > first {
		t.Errorf("the first sentence takes %d bytes of work, each one more %d", first, again)
	}
}

// A rule is the same where only how long or where it holds is said in other words.
func TestARuleToldAgainIsKnownByItsWords(t *testing.T) {
	for _, x := range []struct {
		said, again string
		same        bool
	}{
		{"so never use Time.now or Date.today, always Time.current, that goes for everything you write here.", "never use Time.now or Date.today, always Time.current", true},
		{"From now on squash every merge, please.", "squash every merge please", true},
		{"in this repo we never mock the database", "we never mock the database", true},
		{"ab jetzt immer Tabs, das gilt für alles", "immer Tabs", true},
		{"jamais de console.log, ça vaut pour tout", "jamais de `console.log`", true},
		{"a partir de ahora siempre con pnpm, nunca npm", "siempre con pnpm, nunca npm", true},
		{"daqui em diante, sempre em inglês os commits", "sempre em inglês os commits", true},
		{"d'ora in poi mai usare moment", "mai usare moment", true},
		{"впредь всегда запускай линтер", "всегда запускай линтер", true},
		{"今后 commit message 一律用英文", "commit message 一律用英文", true},
		{"今後はコミットは英語で", "コミットは英語で", true},
		// Near misses.
		{"always squash", "never squash", false},
		{"use tabs in the Makefile", "use tabs", false},
		{"never push on Fridays", "never push", false},
		{"never use Time.now", "never use Time.now in specs", false},
		{"immer Tabs", "nie Tabs", false},
		{"toujours pnpm", "jamais pnpm", false},
		{"siempre con pnpm", "nunca con pnpm", false},
		{"всегда запускай линтер", "никогда не запускай линтер", false},
		{"commit 一律用英文", "commit 一律用中文", false},
	} {
		if got := Core(x.said) == Core(x.again); got != x.same {
			t.Errorf("%q and %q are the same: %v (%q, %q)", x.said, x.again, got, Core(x.said), Core(x.again))
		}
	}
}

func TestWhatLandsIsOverWithItsBranch(t *testing.T) {
	for step, lands := range map[string]bool{
		"push pas encore, je relis": true, "je squash demain": true, "don't push yet, I read it first": true, "noch nicht mergen": true,
		"не пушить пока": true, "先别推": true, "don't tag yet, I tag after the client's ok": false, "the mails come later": false,
		"write the release notes": false, "review par thomas, il est là que lundi": true, "reviewed by tom on monday": true,
		"add a review of the shop": false,
	} {
		if Lands(step) != lands {
			t.Errorf("%q: %v", step, !lands)
		}
	}
	for step, done := range map[string]bool{
		"don't tag yet, I tag after the client's ok": true, "push the button's color to blue": false, "tag the old posts": false,
	} {
		if Publishes("git tag v0.2.1", StepOf(step)) != done {
			t.Errorf("%q is tagged: %v", step, !done)
		}
	}
}

func TestACommandDoesTheStepThatItNames(t *testing.T) {
	for step, want := range map[string]bool{
		"Tag `v2.1.0` on Monday, once the customer has signed off": true, "the tag `v2.1.0`": true, "`v2.1.0` taggen: Tag setzen": true,
		"Push the tag `v2.1.0`": false, "Tag `v2.2.0`": false, "Update `CHANGELOG.md` and tag `v2.1.0`": false, "tag it": false,
		"Document `v2.1.0`": false,
	} {
		if got := Publishes("git tag -m 'Release' v2.1.0", StepOf(step)); got != want {
			t.Errorf("%q is done: %v", step, got)
		}
	}
}

func TestACommandOpensThePullRequestThatAStepWaitsWith(t *testing.T) {
	for step, want := range map[string]bool{
		"open the PR": true, "PR tomorrow": true, "push and open a PR": true, "release 2.0": false, "review the PR of Ana": false,
		"the docs": false,
	} {
		if got := Publishes("gh pr create --title 'Release 2.0' --body docs", StepOf(step)); got != want {
			t.Errorf("%q is done: %v", step, got)
		}
	}
}

func revokes(sentence string, rules []string) (gone []string, rule string) {
	return Ruled{}.Revokes(sentence, rules)
}

func TestARequestOrADoubtTakesNothingBack(t *testing.T) {
	readRows(t, `
yes you can push to main again
yes du kannst wieder auf main pushen
yes the client says red is allowed
no Can you write out App.js again from scratch
no the edits didn't go through, can you make the changes again
no kannst du das nochmal machen
no can we deploy again
yes on peut pousser sur main à nouveau
yes можно снова пушить в main
no I think the client said red is allowed, not sure
no the moment the source goes to HIGH, the output goes to HIGH (0 ticks)`, func(s string) bool { return len(TakesBack(s)) > 0 })
}
