package prompt

import (
	"slices"
	"testing"
)

// TestLeftOfWhat checks that what is left is read behind the words that say of what, and in Russian without an article.
func TestLeftOfWhat(t *testing.T) {
	list := "\n- the parser\n- the timeout"
	for answer, want := range map[string][]string{
		"Done.\n\nOn this branch remain:" + list:       {"the parser", "the timeout"},
		"Done.\n\nIn diesem Branch bleibt:" + list:     {"the parser", "the timeout"},
		"Done.\n\nSur cette branche il reste :" + list: {"the parser", "the timeout"},
		"Done.\n\nEn esta rama queda:" + list:          {"the parser", "the timeout"},
		"Done.\n\nПо драйверу осталось:" + list:        {"the parser", "the timeout"},
		"Done.\n\nOn the left:" + list:                 nil,
		"Done.\n\nIn the panel open:" + list:           nil,
		"Keepalive включён. Остаётся тест на стенде.":  {"тест на стенде"},
		"Keepalive включён. Итого по мосту остался только тест на стенде.":       {"тест на стенде"},
		"The keepalive is on. Pour le pont il ne reste que le test sur le banc.": {"le test sur le banc"},
		"The keepalive is on. Para el puente solo queda la prueba real.":         {"la prueba real"},
		"Keepalive включён. Остаётся прежний таймаут 10 с.":                      nil,
		"Keepalive включён. Таймаут остаётся прежним.":                           nil,
		"Keepalive включён. Осталось место под логи.":                            nil,
		"Keepalive включён. Осталось 40 мкА до цели.":                            nil,
		"Keepalive включён. В базе остались только старые записи.":               nil,
	} {
		if got, _ := Left(answer); !slices.Equal(got, want) {
			t.Errorf("Left(%q) = %q, want %q", answer, got, want)
		}
	}
}
