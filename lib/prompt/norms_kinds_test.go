package prompt

import (
	"slices"
	"testing"
)

func TestHowAllOfAKindIsMadeIsARule(t *testing.T) {
	for _, s := range []string{
		"signals always past tense", "i segnali vanno sempre al passato", "Migrationen immer umkehrbar", "les dates toujours au format ISO",
		"las constantes siempre en mayúsculas", "даты всегда в формате ISO", "表名始终用单数", "日付は常に ISO 形式",
		"components PascalCase, hooks camelCase", "компоненты PascalCase, хуки camelCase", "组件用 PascalCase，hooks 用 camelCase",
		"every sprite is 16x16", "gli audio sempre prefisso sfx_", "las imágenes deben tener el prefijo img_", "每个接口都以 /api/v2 开头",
		"icons go into public/icons/", "os ícones vão em public/icons/", "アイコンは public/icons/ に置く",
		"the game stays all in GDScript", "le backend reste entièrement en Go", "only TypeScript, no plain JS", "niente C# nel gioco",
		"keine externen Plugins", "项目里不要用 jQuery", "avoid global state", "избегай глобальных переменных", "un composant par fichier, jamais deux",
		"commits in English from now", "commit corti da adesso", "o bundle tem que ficar abaixo de 200 kb, os clientes têm internet lenta",
		"il salto deve restare sempre 40 px, i livelli sono fatti per quello",
	} {
		if got := Rules(s); !slices.Equal(got, []string{s}) {
			t.Errorf("rules of %q are %q", s, got)
		}
	}
	for _, s := range []string{
		"every model has a prefix_id", "all rows are 40px high, make them 48", "every sprite is 16x16, make them 32x32",
		"les tests toujours en échec", "i suoni sempre con un errore", "接口总是带空的token", "every level ends with a boss",
		"rename components to PascalCase, hooks to camelCase", "function names in snake_case in the old code", "i png vanno spostati in public/icons/",
		"il menu resta tutto in inglese", "the game is all in English", "avoid the flicker", "avoid any changes", "one row per user",
		"from now the button is small", "the popup must remain open for 5 seconds, then fade", "the upload must finish in under 2 seconds",
		"only the parser today", "no C# developer answered", "los iconos tienen que moverse a public/icons/",
	} {
		if got := Rules(s); got != nil {
			t.Errorf("%q is no rule, got %q", s, got)
		}
	}
}

func TestWhatIsRunWithAnyWorkIsARule(t *testing.T) {
	for _, s := range []string{
		"whenever you touch player.gd run the tests", "before you commit run npm test", "run gut before every commit",
		"bevor du pushst, lass den Linter laufen", "vor jedem Commit die Tests laufen lassen", "chaque fois que tu changes le schéma, relance make gen",
		"antes de hacer push pasa el linter", "quando mexer no parser rode também os testes de fuzz", "dopo ogni modifica al proto rigenera gli stub",
		"если меняешь миграцию, прогони смоук-тесты", "改了迁移就重新跑冒烟测试", "プッシュする前に lint を実行すること",
	} {
		if got := Rules(s); !slices.Equal(got, []string{s}) {
			t.Errorf("rules of %q are %q", s, got)
		}
	}
	for _, s := range []string{
		"when you are done with the parser run the tests", "before you commit run the linter once", "before you start, run git status", "after committing run the tests",
		"when you push the red button, run the animation", "quando tocchi il nemico lancia l'animazione", "every time I push I have to run the tests",
		"prima di ogni commit git lancia i test", "if you change it, run the tests", "改完以后跑一下测试", "修正したらテストを実行して",
	} {
		if got := Rules(s); got != nil {
			t.Errorf("%q is no rule, got %q", s, got)
		}
	}
}

func TestAFileThatIsNotChangedByHandIsARule(t *testing.T) {
	for _, s := range []string{
		"don't touch export_presets.cfg by hand", "export_presets.cfg non si tocca", "non toccare piu export_presets.cfg",
		"export_presets.cfg lo modifico solo io", "package-lock.json nicht von Hand ändern", "on ne touche pas à config/prod.yml",
		"prod.env solo lo cambio yo", "não edite package-lock.json na mão", "больше не трогай schema.sql", "不要手动改 package-lock.json",
		"prod.env を変更するのは私だけ",
	} {
		if got := Rules(s); !slices.Equal(got, []string{s}) {
			t.Errorf("rules of %q are %q", s, got)
		}
	}
	for _, s := range []string{
		"config.yml is not touched by the script", "non ho toccato main.gd a mano", "users don't edit settings.json by hand",
		"you don't have to edit config.json manually", "only I edit the profile, others get 403", "ich habe config.yml nicht von Hand geändert",
	} {
		if got := Rules(s); got != nil {
			t.Errorf("%q is no rule, got %q", s, got)
		}
	}
}

func TestWhatABanIsAboutStaysBeforeIt(t *testing.T) {
	for _, s := range []string{
		"gli sprite sono 16x16, il player 16x24. mai scalarli", "il branch jam resta li, non mergiarlo mai in main",
	} {
		if got := Rules(s); !slices.Equal(got, []string{s}) {
			t.Errorf("rules of %q are %q", s, got)
		}
	}
}
