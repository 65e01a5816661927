package prompt

import (
	"slices"
	"strings"
	"testing"
)

// A rule is one also where a task goes on behind it, or is before it and behind it; it is told without that.
func TestARuleAmidATaskIsOne(t *testing.T) {
	for text, want := range map[string]string{
		"create the page with the table, don't use any external packages, and add it to the menu": "don't use any external packages",
		"don't use any external packages, then add the page":                                      "don't use any external packages",
		"no uses librerías externas, crea el importador":                                          "no uses librerías externas",
		"n'utilise aucune librairie externe, crée l'importeur":                                    "n'utilise aucune librairie externe",
		"non usare librerie esterne, crea l'importatore":                                          "non usare librerie esterne",
		"не используй внешние библиотеки, напиши импорт":                                          "не используй внешние библиотеки",
		"不要使用任何第三方库，写一个导入器":                                                                       "不要使用任何第三方库",
		"所有注释都用中文，修复登录页":                                                                          "所有注释都用中文",
		"please use english for all commit messages, then add the table":                          "please use english for all commit messages",
		"use uv instead of pip for everything, then set up the project":                           "use uv instead of pip for everything",
		"no new deps (not even zod), then add the form":                                           "no new deps (not even zod)",
		"can you add the page, and please remember that we use pnpm and not npm here":             "please remember that we use pnpm and not npm here",

		"fix the parser, no new endpoints": "", "do not push, tests are red": "", "no columns at the top, drop the index": "",
		"do not use the cache, restart the server": "", "don't use redux for this form, use local state": "",
		"use axios instead of fetch here": "", "use postgres instead of sqlite in this migration": "",
		"the comments in english are wrong, then fix them": "", "remember we use the old api there, that is why it fails": "",
		"remember we need to fix the login tomorrow": "", "please keep in mind that we need to build metrics from the files": "",
	} {
		if got := Rules(text); want == "" && len(got) > 0 || want != "" && !slices.Equal(got, []string{want}) {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
}

// In which language to talk is said with "only", with whom, and before more, too.
func TestOnlyInWhichLanguageToTalkIsARule(t *testing.T) {
	for _, text := range []string{
		"speak only German with me", "bitte sprich nur Deutsch mit mir und behebe den Fehler", "Говори только по-русски",
		"Говори со мной по русски, рассказывай о шагах", "Говори только по-русски и объясняй шаги", "отвечай только на русском",
		"je veux que tu répondes toujours en français", "quero que você sempre responda em português", "回答請用繁體中文",
	} {
		if got := Rules("Fix the login page. " + text); !slices.Equal(got, []string{text}) {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	for _, text := range []string{
		"talk to me in the chat and fix the bug", "speak to Anna and fix the bug", "let the bot speak only german with the customer",
		"the page should only speak german and french", "говори пользователю только по-русски, если он выбрал ru",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

// What an agent is not to do unasked, or with git at all, is a rule; so is what nobody wants in all of the code.
func TestWhatIsNotToBeDoneUnaskedIsARule(t *testing.T) {
	for _, text := range []string{
		"do not run heavy operations without asking", "you must not change the public api without telling me",
		"don't create documentation files unless I ask for it", "do not execute any git commands", "don't run git commands",
		"no ejecutes ningún comando git", "не запускай git команды",
		"I don't want any comments in the code", "don't add co-authored-by lines to commits",
		"every commit message has to start with an emoji", "commit messages in English, no emojis in them",
		"git コミット文は日本語で記載してください", "コミットメッセージや、コメントは日本語でお願いします", "作業ごとに git に日本語でコミットしてください", "註解都用英文",
		"不要新增依賴", "端口统一用.env",
	} {
		if got := Rules(text); !slices.Equal(got, []string{text}) {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	for _, text := range []string{
		"does the app run without asking for permission?", "the user must not delete a post without asking",
		"you see the button without telling me why", "please don't run git", "git status shows a change, no git commands work",
		"I don't want any comments in the code you paste below", "every commit message should be shown in the list",
		"作業ごとに時間を記録する画面を作って", "端口统一用环境变量后报错了",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

// A heading that says that guidelines follow lays down the list below it, and no more.
func TestGuidelinesLayDownTheListBelowThem(t *testing.T) {
	for _, head := range []string{
		"Coding guidelines:", "## Coding guidelines", "## Coding standards\n", "Richtlinien:", "Conventions:", "代码规范：", "コーディング規約:",
	} {
		text := "Fix the parser.\n\n" + head + "\n- named exports\n- early returns\n\n- fix the lexer\n\nThen tidy up."
		if got := Rules(text); !slices.Equal(got, []string{"named exports", "early returns"}) {
			t.Errorf("rules of %q are %q", strings.Split(text, "\n")[2], got)
		}
	}
	for _, text := range []string{
		"## Guidelines page\n- a title\n- a footer", "Custom directives:\n- v-focus\n- v-tooltip",
		"nobody uses the dependency, so remove it",
		"コミットをお願いします", "统一用一个函数处理这两种情况", "Update the conventions section:\n- naming\n- tests",
		"Coding guidelines: where are they?", "Read the coding guidelines: they are in docs/style.md",
		"Here are the guidelines from the client:\n- logo top left\n- blue header",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q has no rules, got %q", text, got)
		}
	}
}
