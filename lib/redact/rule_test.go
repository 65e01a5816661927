package redact

import (
	"strings"
	"testing"
)

// Below a rule that closes a table nothing is read as its head: the last row goes as those above it do.
func TestTheLastRowAboveAClosingRuleGoes(t *testing.T) {
	const m = "[redacted:password]"
	for _, head := range []string{"password", "Passwort", "contraseña", "пароль"} {
		for in, stays := range map[string]bool{
			"+---+---+\n| user | % |\n+---+---+\n| bob | Kx29vLm1 |\n+---+---+\n":                                                   false,
			"+---+---+\n| user | % |\n+---+---+\n| bob | x |\n| ann | Kx29vLm1 |\n+---+---+\n2 rows":                                false,
			"| user | % |\n|---|---|\n| bob | Kx29vLm1 |\n---\nnext":                                                                false,
			"| user | % |\n|---|---|\n| bob | Kx29vLm1 |\n|---|---|\n":                                                              false,
			"+---+---+\n| user | % |\n+---+---+\n| bob | x |\n+---+---+\n\n+---+---+\n| id | name |\n+---+---+\n| 1 | Kx29vLm1 |\n": true,
			"| user | % |\n|---|---|\n| bob | x |\n\n| id | name |\n|---|---|\n| 1 | Kx29vLm1 |\n":                                  true,
			"+---+---+\n| id | name |\n+---+---+\n| 1 | Kx29vLm1 |\n+---+---+\n":                                                    true,
		} {
			in = strings.Replace(in, "%", head, 1)
			want := in
			if !stays {
				want = strings.Replace(in, "Kx29vLm1", m, 1)
			}
			if got, _ := found(in); got != want {
				t.Errorf("%q became %q", in, got)
			}
		}
	}
}
