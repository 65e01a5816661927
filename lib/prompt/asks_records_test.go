package prompt

import "testing"

// Prompts at which a commit was made, and near misses that ask for work beside it.
func TestAPromptThatAsksOnlyForACommitAndWhatTellsOfIt(t *testing.T) {
	for text, want := range map[string]bool{
		"commit and update changelog.":                        true,
		"commit this and update the changelog":                true,
		"Commit, and add a changelog entry please":            true,
		"great! update changelog.md and commit":               true,
		"I allow you to commit with \"--no-verify\"":          true,
		"you may commit with --no-verify":                     true,
		"feel free to commit and push":                        true,
		"ok commit it without the hook":                       true,
		"perfect, commit with a short message":                true,
		"committe es und aktualisiere das Changelog":          true,
		"du darfst committen":                                 true,
		"commite et mets à jour le changelog":                 true,
		"tu peux commiter":                                    true,
		"haz commit y actualiza el changelog":                 true,
		"puedes hacer commit":                                 true,
		"faz commit e atualiza o changelog":                   true,
		"podes fazer commit":                                  true,
		"fai commit e aggiorna il changelog":                  true,
		"puoi committare":                                     true,
		"закоммить и обнови чейнджлог":                        true,
		"можешь закоммитить":                                  true,
		"提交并更新日志":                                             true,
		"你可以提交":                                               true,
		"コミットして、changelogも更新して":                               true,
		"コミットしていいよ":                                           true,
		"commit and update the parser":                        false,
		"fix the typo and commit":                             false,
		"commit this and then refactor the reader":            false,
		"update the changelog":                                false,
		"write a commit message":                              false,
		"you may drop the old table and commit":               false,
		"commit und benenne die Spalte um":                    false,
		"commite et supprime la vieille table":                false,
		"haz commit y arregla el login":                       false,
		"закоммить и почини парсер":                           false,
		"提交并修复登录":                                             false,
		"コミットしてからログインを直して":                                    false,
		"why does the commit hook fail?":                      false,
		"with the new message the test fails, can you look":   false,
		"add release notes to the page of the app and commit": false,
	} {
		if got := Records(text); got != want {
			t.Errorf("%q only records: %v", text, got)
		}
	}
}

func TestAnOrderToCommitThatFailed(t *testing.T) {
	for _, c := range []struct {
		text, answer string
		want         bool
	}{
		{"commit", "The hook is red for cloned repos only. Should I commit with `--no-verify`?", true},
		{"commit and push", "The commit failed: the pre-commit hook found 3 problems.", true},
		{"push it", "The push failed, the remote has newer commits.", true},
		{"committe es", "Der Commit ist fehlgeschlagen, der Hook findet drei Probleme.", true},
		{"commite", "Le commit a échoué à cause du hook.", true},
		{"haz commit", "El commit falló por el hook.", true},
		{"faz commit", "O commit falhou por causa do hook.", true},
		{"fai commit", "Il commit è fallito. Vuoi che usi --no-verify?", true},
		{"закоммить", "Коммит не прошёл: хук упал.", true},
		{"提交", "提交失败，要跳过钩子吗？", true},
		{"コミットして", "フックでコミットに失敗しました。スキップしますか？", true},
		{"commit", "Committed as `b220ccc`.", false},
		{"great", "Should I also add a test?", false},
		{"fix the parser", "It fails at the last row.", false},
		{"thanks, looks good", "Glad it works. Anything else?", false},
	} {
		if got := Blocked(c.text, c.answer); got != c.want {
			t.Errorf("%q, %q: blocked is %v", c.text, c.answer, got)
		}
	}
}
