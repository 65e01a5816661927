package prompt

import (
	"slices"
	"testing"
)

// What an answer calls the last or the next thing is left, and no thing in the work itself.
func TestTheLastOrNextThingIsLeft(t *testing.T) {
	for answer, want := range map[string][]string{
		"confirm() is in, committed. The unsubscribe link is the last thing.": {"The unsubscribe link is the last thing"},
		"Noted. DMARC with p=none is the next one there.":                     {"DMARC with p=none is the next one there"},
		"Der Export läuft. Der Import kommt als nächstes.":                    {"Der Import kommt als nächstes"},
		"Le menu est fait. Le pied de page est la prochaine étape.":           {"Le pied de page est la prochaine étape"},
		"Listo el login. El registro es lo siguiente.":                        {"El registro es lo siguiente"},
		"O login está pronto. O cadastro é o próximo passo.":                  {"O cadastro é o próximo passo"},
		"Il login è fatto. La registrazione è il prossimo passo.":             {"La registrazione è il prossimo passo"},
		"Логин готов. Регистрация на очереди.":                                {"Регистрация на очереди"},
		"登录做好了。注册是下一步。":                                                       {"注册是下一步"},
		"ログインは完了しました。登録が次のステップです。":                                            {"登録が次のステップです"},
		"Done, all 12 tests pass. That is the last one.":                      nil,
		"Committed. This was the last thing.":                                 nil,
		"It is the next one in the list.":                                     nil,
		"The button is now the next one in the row.":                          nil,
		"The newest entry is the last one.":                                   nil,
	} {
		if got, says := Left(answer); !slices.Equal(got, want) || says {
			t.Errorf("%q leaves %q", answer, got)
		}
	}
	if got := StepOf("The unsubscribe link is the last thing").counted; !slices.Equal(got, []string{"unsubscribe", "link"}) {
		t.Errorf("the step is about %q", got)
	}
}

// What is next for a reason, or still left among other things, is told with the sentence before it or the list.
func TestWhatIsNextForAReasonIsLeft(t *testing.T) {
	for answer, want := range map[string][]string{
		"Tests pass. I did not run the full jobs, so the next real step is the pretrain command from `results/README.md`.": {
			"the pretrain command from `results/README.md`"},
		"The split is set up, so the next step is the full run with `--align`.": {"the full run with `--align`"},
		"The main planned gaps still left are early stopping for the pretraining and the learning curve.": {
			"early stopping for the pretraining and the learning curve"},
		"Die Lücken, die noch offen sind, sind der Cache und die Doku.": {"der Cache und die Doku"},
		"The sockets still open are closed now.":                        nil,
		"The loop ends, so the next item is never read.":                nil,
		"The index is kept, so the next one is found at once.":          nil,
	} {
		if got, _ := Left(answer); !slices.Equal(got, want) {
			t.Errorf("%q leaves %q", answer, got)
		}
	}
}
