package redact

import (
	"strings"
	"testing"
)

// What is written over two lines, or in part, goes as what is written in one place does.
func TestSecretsInUnusualPlacesGo(t *testing.T) {
	const pw, m = "hunter2Kx9vLq", "[redacted:password]"
	key := "Zx8KqP2mW9vTnB4sLdYhJ7cFgR3uE6aQ1oXi"
	line := body(mixed, 64)
	end := "-----END RSA " + "PRIVATE KEY-----"
	const block = "[redacted:private-key]"
	for in, want := range map[string]string{
		"PuTTY-User-Key-File-2: ssh-rsa\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 2\n" + line + "\n" + line[:10] + "==\nPrivate-MAC: 0a": "PuTTY-User-Key-File-2: ssh-rsa\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 2\n" + block + "Private-MAC: 0a",
		"> Private-Lines: 1\n> " + line + "\nb":                           "> Private-Lines: 1\n" + block + "b",
		"a\n" + line + "\n" + line + "\n" + line[:9] + "\n" + end + "\nb": "a\n" + block + "\nb",
		"> " + line + "\n> " + end + "\nb":                                "> " + block + "\nb",
		`"` + line + `\n` + line[:8] + `\n` + end + `\n"`:                 `"` + block + `\n"`,
		"password:\n  " + pw + "\nuser: x":                                "password:\n  " + m + "\nuser: x", "db:\n  password:\n    '" + pw + "'\n": "db:\n  password:\n    '" + m + "'\n",
		"export TOKEN=\\\n" + key: "export TOKEN=\\\n[redacted:token]",
	} {
		if got, kinds := found("so\n" + in + "\nand"); got != "so\n"+want+"\nand" || len(kinds) != 1 {
			t.Errorf("%q became %q %q, want %q", in, got, kinds, want)
		}
	}
}

func TestWhatLooksLikeAnUnusualPlaceStays(t *testing.T) {
	sum, id := body(hexes, 64), "3f2504e0-4f89-11d3-9a0c-0305e82c3301"
	for _, in := range []string{
		"Private-Lines: the lines of the key", "the line before " + "-----END RSA " + "PRIVATE KEY-----", `Contains(s, "-----END RSA ` + `PRIVATE KEY-----")`,
		"somewhere_else_2024\n-----END CERTIFICATE-----", "password:\n  type: string\n  minLength: 8", "password:\n  required2024: x", "secrets:\n  - NPM_TOKEN2\n",
		"PASSWORD=\nUser2026Report", "commit " + body(hexes, 40) + "\n-----END RSA " + "PRIVATE KEY-----",
		"password:\n\n  hunter2Kx9vLq is not one", "TOKEN=\nNODE_ENV=prod2\n", "TOKEN=\n./build2.sh\n", "token:\n  $TOKEN_2\n", "the token:\nv2.1.0-rc1 is out", "TOKEN=\\\n$X",
		`echo "$PW" | sudo -S apt update`, "echo hello | sudo tee f", "echo $USER:$PW | chpasswd", "see chpasswd(8)", "htpasswd -b adds a user to the file", "htpasswd -c f me", "openssl req -key server.key -x509",
		"use <b>gh" + "p_</b> as a prefix", "https://x.io/?t=gh" + "p%5Fabc", "100%5F0 of 10", "a %5F b <b>sk-</b> c", "sha256 " + sum, "id " + id,
	} {
		if got, kinds := found("so\n" + in + "\nand"); got != "so\n"+in+"\nand" || kinds != nil {
			t.Errorf("%q became %q %q", strings.TrimSpace(in), got, kinds)
		}
	}
}
