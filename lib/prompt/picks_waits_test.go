package prompt

import "testing"

// Who asks what is under review, or was put off, asks what is left; not who names what a program is to show.
func TestAskingWhatIsUnderReviewAsksWhatIsLeft(t *testing.T) {
	for _, s := range []string{"which PRs are still open?", "what's waiting for review?", "anything still in review?",
		"What did we put off?", "Welche PRs sind noch offen?", "Was liegt noch im Review?", "¿Qué PRs están abiertos?",
		"Quelles PR sont encore ouvertes ?", "qu'est-ce qui reste ouvert ?", "¿qué queda pendiente?",
		"O que está em revisão?", "Quali PR sono aperte?", "какие PR ещё открыты?", "哪些 PR 还开着？", "レビュー待ちは何ですか？"} {
		if !AsksLeft(s) {
			t.Errorf("%q asks for other things", s)
		}
	}
	for _, s := range []string{"what is in review.go?", "add a filter for what's waiting for review",
		"what did we put off the list page for?", "was ist im Review-Ordner?", "list what is in review in the table",
		"show which PRs are open and close the old ones"} {
		if AsksLeft(s) {
			t.Errorf("%q asks what is left", s)
		}
	}
}

// Who asks which workers failed, or what is not merged, is told of what waits to be merged.
func TestAskingWhatIsNotMergedAsksWhatIsLeft(t *testing.T) {
	for _, s := range []string{"which branches aren't merged yet?", "so which workers failed?",
		"which worker failed last night?", "morning. how did the workers do?", "welche Worker sind gescheitert?",
		"was haben die Agenten gestern gemacht?", "was muss noch gemergt werden?", "quels workers ont échoué ?",
		"quelles branches ne sont pas encore mergées ?", "¿qué falta por mergear?", "quais workers falharam?",
		"quali branch non sono mergiati?", "какие воркеры упали?", "哪些分支还没合并？",
		"どのワーカーが失敗しましたか？"} {
		if !AsksLeft(s) {
			t.Errorf("%q asks for other things", s)
		}
	}
	for _, s := range []string{"which worker class is used for uploads?", "why did the worker fail?",
		"add a list of which workers failed to the page", "merge the open branches",
		"what is not merged into the table by the join?", "welche Worker-Threads laufen?", "kill the workers",
		"which branches of the if are dead?", "почему воркер упал?", "失败的 worker 要重试"} {
		if AsksLeft(s) {
			t.Errorf("%q asks what is left", s)
		}
	}
}
