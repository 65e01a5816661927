package prompt

import (
	"strings"
	"testing"
)

// The end of an argument is a decision with what is before it; alone it leans on what was asked.
func TestTheEndOfAnArgumentIsToldWithWhatItIsAbout(t *testing.T) {
	for _, c := range strings.Split(strings.TrimSpace(leaningCases), "\n") {
		text, want, _ := strings.Cut(c, " => ")
		got := About(text, "", Settled(text))
		if strings.Join(got, "|") != want {
			t.Errorf("%q decides %q, want %q", text, got, want)
		}
	}
	for _, s := range []string{"So the table it is.", "OK, Redis it is.", "Then two tables.", "Also dann die eigene Tabelle.",
		"Entonces la tabla.", "Então fica a tabela.", "Allora la tabella."} {
		if got := About(s, "", Settled(s)); len(got) > 0 {
			t.Errorf("%q alone says %q", s, got)
		}
		if got := About(s, "Why not two columns?", Settled(s)); strings.Join(got, "|") != "Why not two columns? "+s {
			t.Errorf("%q says %q", s, got)
		}
	}
	for _, s := range []string{"Agreed, no parquet.", "Keyset pagination then, no long cursor: it blocks the workers.",
		"Postgres it is, the licence of the other one is a problem.", "We take Redis, because it runs already.",
		"Timestamps must be UTC, support confirmed that."} {
		if got := About(s, "Which?", Settled(s)); strings.Join(got, "|") != s {
			t.Errorf("%q says %q", s, got)
		}
	}
}

const leaningCases = `
I just asked security, they want to see which key was valid when. So the table it is. => I just asked security, they want to see which key was valid when. So the table it is.
The queue loses messages on restart. Then Postgres it is. => The queue loses messages on restart. Then Postgres it is.
Ops runs no second database. OK, SQLite it is. => Ops runs no second database. OK, SQLite it is.
Der Prüfer will die Historie sehen. Also dann die eigene Tabelle. => Der Prüfer will die Historie sehen. Also dann die eigene Tabelle.
El auditor quiere el historial. Entonces la tabla. => El auditor quiere el historial. Entonces la tabla.
O auditor quer o histórico. Então fica a tabela. => O auditor quer o histórico. Então fica a tabela.
Il revisore vuole lo storico. Allora la tabella. => Il revisore vuole lo storico. Allora la tabella.
Looks fine. Agreed, no parquet. => Agreed, no parquet.
The tests are green. Timestamps must be in UTC, ops confirmed that. => Timestamps must be in UTC, ops confirmed that.
It failed again. Then push it. => 
ok so 1e-3 it is. put it in base.yaml => ok so 1e-3 it is.
add the config for the new run. so m=9 it is => so m=9 it is
add the migration. so the table it is => 
I ran it twice. So it still fails. => 
`
