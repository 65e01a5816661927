package prompt

import "testing"

func TestAnIdentifierIsNoWordOfTime(t *testing.T) {
	for _, text := range []string{
		"never use Time.now or Date.today, always Time.current and Date.current", "never use Date.today anywhere in this repo",
		"never call datetime.now() in the models", "never use std::chrono::now in the engine", "we never use Date.today",
		"always inject the clock, never call Instant.now", "never import src/today/index", "never read the now_ts column",
		"niemals Date.today verwenden, immer Date.current", "nie DateTime.now benutzen", "n'utilise jamais Date.today",
		"nunca uses Date.today, siempre Date.current", "nunca use Date.today, sempre Date.current",
		"non usare mai Date.today", "никогда не используй Date.today", "永远不要用Date.today", "Date.todayは絶対に使わないで",
	} {
		if got := Rules(text); len(got) != 1 || got[0] != text {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	for _, text := range []string{
		"never push today", "never merge it now, just once today", "don't touch a.go today", "never push it today.",
		"heute nie pushen", "aujourd'hui ne pousse jamais", "hoy nunca hagas push", "сегодня никогда не пушь",
		"always use utc today/tomorrow", "never use Date.current today", "never call a.go right now",
		"never use it for now/atm", "use Date.today there", "replace Date.today by Date.current",
		"Date.today fails on CI always",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}
