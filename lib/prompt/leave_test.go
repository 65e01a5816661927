package prompt

import "testing"

func TestWhatTheUserIsToBeAskedBeforeIsARule(t *testing.T) {
	for _, rule := range []string{
		"don't touch the database without asking me", "don't push without asking me first", "ask me before you add a dependency",
		"fass die datenbank nicht an ohne zu fragen", "frag mich bevor du eine abhängigkeit hinzufügst", "n'ajoute pas de dépendance sans me demander",
		"no toques la base sin preguntarme", "nao mexe no banco sem me perguntar", "me pergunta antes de instalar lib nova",
		"non toccare il database senza chiedermi", "не трогай базу не спросив меня", "没问我不要改数据库", "データベースは確認せずに変更しないで",
		"commit messages in english always", "mensagem de commit em português sempre",
	} {
		if got := Rules("ok. " + rule); len(got) != 1 || got[0] != rule {
			t.Errorf("%q: %q", rule, got)
		}
	}
	for _, said := range []string{
		"you deleted the file without asking me", "don't merge this without asking me", "the form is sent without asking the user",
		"can you do that without asking me", "ask me before that", "du hast das ohne zu fragen gelöscht", "ask the user before deleting a row",
		"show the dialog before asking me for the password", "why did it not save without asking me", "the footer shows the total always",
		"er soll nicht speichern ohne zu fragen, das ist der bug",
	} {
		if got := Rules(said); len(got) > 0 {
			t.Errorf("%q: %q", said, got)
		}
	}
}
