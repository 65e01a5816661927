package prompt

import (
	"slices"
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
