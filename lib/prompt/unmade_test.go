package prompt

import "testing"

// What is half done, or was removed, ends no step of making.
func TestWhatIsHalfDoneOrRemovedEndsNoStepOfMaking(t *testing.T) {
	for _, c := range []struct {
		step, answer string
		done         bool
	}{
		{"Write the manual", "The manual is half written.", false}, {"Write the manual", "The manual is half done.", false},
		{"Write the manual", "I deleted the manual.", false}, {"Write the manual", "The manual is deleted.", false},
		{"Write the manual", "The manual was dropped.", false}, {"Write the manual", "I removed the manual.", false},
		{"Write the manual", "The manual is partially written.", false}, {"Write the manual", "Halfway through: the manual is written up to chapter 2.", false},
		{"Add the sidebar to the page", "I reverted the sidebar of the page.", false}, {"Create the index of names", "The index of names is removed.", false},
		{"Handbuch schreiben", "Das Handbuch ist halb fertig.", false}, {"Handbuch schreiben", "Das Handbuch ist gelöscht.", false},
		{"Schreibe das Handbuch", "Das Handbuch ist zur Hälfte geschrieben.", false}, {"Schreibe das Handbuch", "Ich habe das Handbuch entfernt.", false},
		{"Écrire le manuel", "Le manuel est à moitié écrit.", false}, {"Écrire le manuel", "Le manuel est supprimé.", false}, {"Écrire le manuel", "J'ai supprimé le manuel.", false},
		{"Escribir el manual", "El manual está escrito a medias.", false}, {"Escribir el manual", "El manual está borrado.", false}, {"Escribir el manual", "He eliminado el manual.", false},
		{"Escrever o manual", "O manual está escrito pela metade.", false}, {"Escrever o manual", "O manual foi removido.", false},
		{"Scrivere il manuale", "Il manuale è scritto a metà.", false}, {"Scrivere il manuale", "Il manuale è rimosso.", false},
		{"Написать руководство", "Руководство написано наполовину.", false}, {"Написать руководство", "Руководство удалено.", false}, {"Написать руководство", "Я удалил руководство.", false},
		{"写手册", "手册写了一半。", false}, {"写手册", "手册删除了。", false}, {"写手册", "手册已删除。", false}, {"写用户手册", "用户手册删除了", false},
		{"マニュアルを書く", "マニュアルは半分書きました。", false}, {"マニュアルを書く", "マニュアルは削除しました。", false},

		{"Write the manual", "The manual is written.", true}, {"Write the manual", "The manual is written, the old one is deleted.", true},
		{"Write the manual", "I removed the draft and wrote the manual.", true}, {"Add the sidebar to the page", "The sidebar is added to the page.", true},
		{"Delete the manual", "The manual is deleted.", true}, {"Remove the write lock", "The write lock is removed.", true}, {"Drop the create button", "I dropped the create button.", true},
		{"Add a half-width layout", "The half-width layout is added.", true}, {"Write the half-even rounding", "The half-even rounding is written.", true},
		{"Add a delete button to the row", "I added a delete button to the row.", true}, {"Halve the page size", "The page size is halved.", true},
		{"Handbuch schreiben", "Das Handbuch ist geschrieben.", true}, {"Den Löschknopf ergänzen", "Der Löschknopf ist ergänzt.", true},
		{"Écrire le manuel", "Le manuel est écrit.", true},
		{"Escribir el manual", "El manual está escrito.", true},
		{"Escrever o manual", "O manual está escrito.", true}, {"Scrivere il manuale", "Il manuale è scritto.", true},
		{"Написать руководство", "Руководство написано.", true},
		{"写手册", "手册写好了。", true}, {"删除手册", "手册删除了。", true}, {"添加删除按钮", "删除按钮添加了。", true}, {"マニュアルを書く", "マニュアルを書きました。", true}, {"マニュアルを削除", "マニュアルを削除しました。", true},
	} {
		turn := TurnOf("go on", []string{c.answer}, nil)
		turn.Changes = true
		if got := turn.Done(StepOf(c.step)); got != c.done {
			t.Errorf("%q, answered %q: done is %t", c.step, c.answer, got)
		}
	}
}
