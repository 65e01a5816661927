package redact

import (
	"strings"
	"sync"
)

// name is what a key's name says about its value; kind is empty for a key that
// names no secret.
type name struct {
	kind   string
	weak   bool // names a secret only if the value looks like one
	phrase bool // the value may be several words
	dense  bool // and only if it has 16 letters and digits, and is not a checksum
}

// maxKey is how much of a key's name counts, in bytes from its end.
const maxKey = 64

// nameRule is one row: what a normalised name ends in. A part ends anywhere in
// a word, otherwise the suffix is whole words.
type nameRule struct {
	suffix string
	part   bool
	name   name
}

var (
	password = name{kind: kindPassword, phrase: true}
	token    = name{kind: "token"}
	secret   = name{kind: "secret", phrase: true}
	apiKey   = name{kind: "api-key"}
	anyKey   = name{kind: "secret-key"}
)

var nameRules = []nameRule{
	{"password", true, password},
	{"passwort", true, password},
	{"passwd", true, password},
	{"passphrase", true, password},
	{"passcode", true, password},
	{"pwd", true, password},
	{"dbpass", true, password},
	{"userpass", true, password},
	{"rootpass", true, password},
	{"pass", false, password},
	{"pw", false, password},
	{"mnemonic", false, password},
	{"seed_phrase", false, password},
	{"secret_access_key", false, name{kind: "aws-secret-key"}},
	{"secret", true, secret},
	{"token", true, token},
	{"pat", false, token},
	{"apikey", true, apiKey},
	{"api_key", false, apiKey},
	{"subscription_key", false, apiKey},
	{"app_key", false, apiKey},
	{"application_key", false, apiKey},
	{"private_key", false, name{kind: kindPrivateKey}},
	{"privatekey", true, name{kind: kindPrivateKey}},
	{"account_key", false, name{kind: "azure-key"}},
	{"accountkey", true, name{kind: "azure-key"}},
	{"access_key", false, anyKey},
	{"accesskey", true, anyKey},
	{"secret_key", false, anyKey},
	{"secretkey", true, anyKey},
	{"secret_key_base", false, anyKey},
	{"encryption_key", false, anyKey},
	{"signing_key", false, anyKey},
	{"shared_key", false, anyKey},
	{"master_key", false, anyKey},
	{"auth_key", false, anyKey},
	{"service_key", false, anyKey},
	{"service_role_key", false, anyKey},
	{"session_key", false, anyKey},
	{"storage_key", false, anyKey},
	{"license_key", false, anyKey},
	{"hmac_key", false, anyKey},
	{"ssh_key", false, name{kind: kindPrivateKey, weak: true}},
	{"deploy_key", false, name{kind: kindPrivateKey, weak: true}},
	{"auth", false, name{kind: "auth", weak: true}},
	{"credential", false, name{kind: "secret", weak: true}},
	{"credentials", false, name{kind: "secret", weak: true}},
	{"creds", false, name{kind: "secret", weak: true}},
	{"cred", false, name{kind: "secret", weak: true}},
	{"jwt", false, name{kind: kindJWT, weak: true}},
	{"phpsessid", false, name{kind: kindCookie + "-session", weak: true}},
	{"jsessionid", false, name{kind: kindCookie + "-session", weak: true}},
	{"contribsys_com", false, password},
	{"cookie", false, name{kind: kindCookie}},
	{"sig", false, name{kind: "signature", weak: true}},
	{"authorization", true, name{kind: kindAuthorization}},
}

// nameEnds are the rules by their last byte.
var nameEnds = sync.OnceValue(func() *[256][]nameRule {
	var by [256][]nameRule
	for _, r := range nameRules {
		last := r.suffix[len(r.suffix)-1]
		by[last] = append(by[last], r)
	}
	return &by
})

// endings are words that may follow the noun without changing what it names.
var endings = []string{
	"prod", "production", "dev", "staging", "test", "live", "new", "old",
	"value", "plain", "base64", "b64", "default", "root", "admin", "local", "string", "str", "env", "do_not_commit",
}

// classify says what a key's name names. The name may be in any case and style:
// DB_PASSWORD, dbPassword, db.password, db-password, PGPASSWORD, password2.
func classify(key string) name {
	var buf [2 * maxKey]byte
	if len(key) > maxKey {
		key = key[len(key)-maxKey:]
	}
	b := normalise(buf[:0], key)
	for range 2 {
		b = trimEnding(b)
	}
	if len(b) == 0 {
		return name{}
	}
	for _, r := range nameEnds()[b[len(b)-1]] {
		rest := len(b) - len(r.suffix)
		if rest < 0 || string(b[rest:]) != r.suffix || !r.part && rest > 0 && b[rest-1] != '_' {
			continue
		}
		found := r.name
		switch {
		case r.suffix == "pat" && rest == 0:
			continue
		case r.suffix == "pass" && rest == 0:
			if strings.HasSuffix(key, "PASS") {
				continue // PASS: TestName
			}
			found.weak = true
		case r.suffix == "pw" && rest == 0:
			found.weak = true
		}
		return found
	}
	if isService(b) {
		return name{kind: "api-key", weak: true, dense: !endsIn(b, "_login")}
	}
	return name{}
}

// normalise appends key to b as lower-case words with one _ between them.
func normalise(b []byte, key string) []byte {
	for i := 0; i < len(key); i++ {
		c := key[i]
		if !isAlnum(c) {
			if len(b) > 0 && b[len(b)-1] != '_' {
				b = append(b, '_')
			}
			continue
		}
		if isUpper(c) {
			inner := i > 0 && isLower(key[i-1])
			acronym := i > 0 && isUpper(key[i-1]) && i+1 < len(key) && isLower(key[i+1])
			if inner || acronym {
				b = append(b, '_')
			}
			c |= 0x20
		}
		b = append(b, c)
	}
	return b
}

// trimEnding drops trailing digits, separators, and one word of endings.
func trimEnding(b []byte) []byte {
	for len(b) > 0 && (b[len(b)-1] == '_' || isDigit(b[len(b)-1])) && !endsIn(b, "base64") && !endsIn(b, "b64") {
		b = b[:len(b)-1]
	}
	for _, w := range endings {
		if endsIn(b, w) && len(b) > len(w)+1 && b[len(b)-len(w)-1] == '_' {
			return b[:len(b)-len(w)-1]
		}
	}
	return b
}

func endsIn(b []byte, suffix string) bool {
	return len(b) >= len(suffix) && string(b[len(b)-len(suffix):]) == suffix
}
