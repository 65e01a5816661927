package prompt

import (
	"slices"
	"testing"
)

func TestAGoalIsToldWithoutAChattyLead(t *testing.T) {
	for text, want := range map[string]string{
		"fecha a semana pra mim: o que ficou pendente?":             "o que ficou pendente?",
		"quick one: can you add a retry to the client?":             "add a retry to the client?",
		"hey, quick one: add a retry to the client":                 "add a retry to the client",
		"kurze Frage: kannst du den Export sortieren?":              "den Export sortieren?",
		"petite question : tu peux trier l'export ?":                "trier l'export ?",
		"una pregunta rapida: puedes ordenar la exportacion?":       "ordenar la exportacion?",
		"rapidinha: por que o export perde a última linha?":         "por que o export perde a última linha?",
		"una cosa veloce: perché l'export perde l'ultima riga?":     "perché l'export perde l'ultima riga?",
		"быстрый вопрос: почему экспорт теряет строку?":             "почему экспорт теряет строку?",
		"顺便问一下：能不能给导出排序？":                                           "给导出排序？",
		"ちょっと質問：エクスポートをソートできますか？":                                   "エクスポートをソートできますか？",
		"kleine Sache: warum verliert der Export die letzte Zeile?": "warum verliert der Export die letzte Zeile?",
		// Near misses.
		"parser: can you add a retry?":                "parser: can you add a retry?",
		"README: what is missing in it?":              "README: what is missing in it?",
		"Fehler im Export: kannst du ihn sortieren?":  "Fehler im Export: kannst du ihn sortieren?",
		"question form: add a field for the mail":     "question form: add a field for the mail",
		"exportación: puedes ordenar las filas?":      "exportación: puedes ordenar las filas?",
		"two things: add a retry and sort the export": "two things: add a retry and sort the export",
	} {
		if got := Goal(slices.Values([]string{text})); got != want {
			t.Errorf("the goal of %q is %q", text, got)
		}
	}
}
