package prompt

import (
	"strings"
	"testing"
)

func TestALabelInMoreWordsLeadsToWhatIsLeft(t *testing.T) {
	for _, label := range []string{
		"**Still outstanding from the first 13 failures (no bugs)**", "What I'd do right now, in order:", "Recommended order:",
		"It is in. What only you can do:", "Two decisions are yours to make:", "Empfohlene Reihenfolge:", "Das kannst nur du machen, nur du hast die Rechte:",
		"Offene Entscheidungen:", "Ordre recommandé :", "Décisions encore ouvertes :", "Orden recomendado:", "Decisiones pendientes:",
		"O que só você pode escrever:", "Ordem recomendada:", "Fatto. Riepilogo di quello che serve fare quando hai tempo:", "Restano da decidere:",
		"Рекомендуемый порядок:", "Предстоит решить:", "建议的实施顺序：", "待你决定的事项：", "推奨する実装順序：", "未決定の事項：",
	} {
		steps, says := Left(label + "\n\n1. the cache of `rows.go`\n2. the docs")
		if got := strings.Join(steps, "|"); !says || got != "the cache of `rows.go`|the docs" {
			t.Errorf("%q leads to %q", label, got)
		}
	}
	for _, label := range []string{
		"To run it, you need to do this:", "If you want to decide it later:", "Loaded in this order:", "Decisions made:", "Getroffene Entscheidungen:",
		"Before I start, please confirm two points, then I continue:\n\n1. is the left corner round?",
	} {
		if steps, _ := Left(label + "\n\n1. the cache of `rows.go`?\n2. the docs"); len(steps) > 0 {
			t.Errorf("%q leads to %q", label, steps)
		}
	}
}

func TestChangesThatStayAreNotLeft(t *testing.T) {
	for _, answer := range []string{
		"**Remaining changes:**\n- removed `x` from index.html\n- added a test", "Verbleibende Änderungen:\n- Cache entfernt",
		"**残っている修正**：\n- `a.html` から `x` を削除\n\n**削除した修正**：\n- `b.html`",
	} {
		if steps, _ := Left(answer); len(steps) > 0 {
			t.Errorf("left of %q is %q", answer, steps)
		}
	}
	steps, _ := Left("残っている修正：\n- 時計の表示\n- 文書")
	if got := strings.Join(steps, "|"); got != "時計の表示|文書" {
		t.Errorf("left is %q", got)
	}
}

func TestWhatWaitsForTheUserIsLeft(t *testing.T) {
	for _, c := range [][2]string{
		{"Batch 1 is in. Once you confirm, I continue with batch 2.", "Once you confirm, I continue with batch 2"},
		{"I need you to create the token. Let me know once it's there and I'll release it.", "I need you to create the token. Let me know once it's there and I'll release it"},
		{"Du musst das Zertifikat selbst einspielen.", "Du musst das Zertifikat selbst einspielen"},
		{"Il faut que tu crées la clé.", "Il faut que tu crées la clé"},
		{"Cuando lo confirmes, continúo con el lote 2.", "Cuando lo confirmes, continúo con el lote 2"},
		{"Depois que você exportar, eu commito.", "Depois que você exportar, eu commito"},
		{"Quando confermi, passo al lotto 2.", "Quando confermi, passo al lotto 2"},
		{"После твоего подтверждения перейду ко второй части.", "После твоего подтверждения перейду ко второй части"},
		{"确认无误后，我继续第 2 批。", "确认无误后，我继续第 2 批"}, {"確認いただけたら、バッチ2に進みます。", "確認いただけたら、バッチ2に進みます"},
		{"| task | when |\n|---|---|\n| SLNX | now |\n| Validation | Wait until phase 1 |", "Validation: Wait until phase 1"},
		{"## Next step\n\nRestart the host:\n\n```\ndotnet run\n```\n\nIf it still fails, reset the volume.", "Restart the host: `dotnet run`"},
		{"Let me know if you want anything else.", ""}, {"Sag Bescheid, wenn du noch etwas brauchst.", ""}, {"如果还有其他需要，随时告诉我。", ""},
		{"If you see a 403, you have to log in yourself.", ""}, {"When you're ready, I'll go on.", ""}, {"他に必要なことがあれば教えてください。", ""},
		{"Next step: if it still fails, reset the volume.", ""}, {"Si el error persiste, borra la caché.", ""},
	} {
		if steps, _ := Left(c[0]); strings.Join(steps, "|") != c[1] {
			t.Errorf("left of %q is %q, want %q", c[0], steps, c[1])
		}
	}
}
