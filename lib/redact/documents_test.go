package redact

import (
	"strings"
	"testing"
)

// What documents a password in the cell of a table stays; a password beside it goes.
func TestTheDocumentationOfAPasswordInATableStays(t *testing.T) {
	for v, stays := range map[string]bool{
		"varchar255": true, "nvarchar64": true, "bcrypt12": true, "argon2id": true, "SHA512": true, "utf8mb4": true, "min8chars": true, "72bytes": true, "min12Zeichen": true,
		"1Password": true, "VaultKV2": true, "AzureKV2": true, "SignUp2.tsx:17": true, "SignUp2.tsx": true, "login2.py:8:2": true, "ana@example.org": true, "ana2@mail.example.org": true,

		"Password123": false, "hunter2x9": false, "max2024x": false, "bcrypt!9x": false, "P@ss.w0rd2": false, "Sommer.2024": false, "p4ss:word": false, "Ana@2024": false, "vaultX92k": false, "argon.9Xk2": false,
	} {
		for _, head := range []string{"| password | %s | x |", "| Passwort | %s | nein |", "| mot de passe | `%s` | x |", "| contraseña | %s | no |"} {
			in := strings.Replace(head, "%s", v, 1)
			if got, kinds := found(in + "\n"); (got == in+"\n") != stays {
				t.Errorf("%q became %q %q", in, got, kinds)
			}
		}
	}
}
