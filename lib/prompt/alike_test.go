package prompt

import "testing"

func TestWhatIsToBeTheSameInAllOfAKindIsARule(t *testing.T) {
	for _, rule := range []string{
		"keep the default port in all clients", "keep the same timeout in every client", "the seeds must be identical in all runs",
		"i want the seeds identical across all runs", "behalte den timeout in allen clients gleich", "die seeds müssen in allen läufen gleich sein",
		"garde le meme timeout dans tous les clients", "les graines doivent être identiques dans toutes les variantes",
		"mantén el mismo puerto en todos los clientes", "mantenha a porta padrao em todos os clientes", "quero que as sementes sejam iguais em todas as rodadas",
		"mantieni lo stesso timeout in tutti i client", "сохраняй одинаковый таймаут во всех клиентах",
	} {
		if got := Rules("ok. " + rule); len(got) != 1 || got[0] != rule {
			t.Errorf("%q: %q", rule, got)
		}
	}
	for _, said := range []string{
		"keep going in all files", "rename it in all files", "the same error comes in all clients", "the timeout was the same in all clients",
		"why is the default the same in all clients?", "i want to see the same chart in all reports", "fix the same bug in all clients",
		"add the same button in every view", "i want the default port changed in all clients", "keep the same port in all clients for now",
		"the color should be blue in all views", "der gleiche fehler kommt in allen clients", "la même erreur arrive dans tous les clients",
		"sale el mismo error en todos los clientes", "o mesmo erro aparece em todas as telas", "lo stesso errore esce in tutti i client",
		"та же ошибка во всех клиентах", "所有客户端都有同样的错误", "すべてのクライアントで同じエラーが出る",
	} {
		if got := Rules(said); len(got) > 0 {
			t.Errorf("%q: %q", said, got)
		}
	}
}
