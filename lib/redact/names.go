package redact

import (
	"bytes"
	"strings"
	"sync"
)

// name is what a key's name says about its value; kind is empty for a key that
// names no secret.
type name struct {
	kind   string
	weak   bool // only if the value is more than a word
	random bool // only if the value looks like a service's key
	phrase bool // the value may be several words
	line   bool // the value is the rest of the line
}

// maxKey is how much of a key's name counts, in bytes from its end.
const maxKey = 64

var (
	password = name{kind: kindPassword, phrase: true}
	secret   = name{kind: "secret", phrase: true}
)

// names are the words that a key's name ends in, by what they say. A word with a
// - before it must be whole; the others may be the end of a longer one.
var names = []struct {
	name  name
	words string
}{
	{password, "password passwort passwd passcode pwd dbpass userpass rootpass"},
	{password, "-convert_to_secure -pass -pw -psk -contribsys_com"},
	{name{kind: kindPassword, phrase: true, line: true}, "passphrase -mnemonic -seed_phrase"},
	{password, "kennwort -contraseña -contrasena -passe -senha -palavra_passe wachtwoord lösenord"},
	{password, "adgangskode -salasana -hasło -haslo -heslo -şifre -parola -sandi"},
	{password, "пароль 密码 密碼 口令 パスワード 暗証番号 비밀번호 암호 المرور السر סיסמה סיסמא khẩu รหัสผ่าน पासवर्ड κωδικός"},
	{secret, "secret 密钥 密鑰 シークレット -geheimnis -secreto -segredo секрет"},
	{name{kind: kindToken}, "token -pat 令牌 トークン 토큰 токен -jeton"},
	{name{kind: "api-key"}, "apikey -api_key -subscription_key -app_key -application_key ключ clé llave schlüssel"},
	{name{kind: "aws-secret-key"}, "-secret_access_key"},
	{name{kind: "azure-key"}, "-account_key accountkey"},
	{name{kind: kindPrivateKey}, "-private_key privatekey"},
	{name{kind: kindPrivateKey, weak: true}, "-ssh_key -deploy_key"},
	{name{kind: "secret-key"}, "accesskey secretkey -access_key -secret_key -secret_key_base"},
	{name{kind: "secret-key"}, " -encryption_key -signing_key -shared_key -master_key"},
	{name{kind: "secret-key"}, "-auth_key -service_key -service_role_key"},
	{name{kind: "secret-key"}, "-session_key -storage_key -license_key -hmac_key"},
	{name{kind: "secret", weak: true}, "-credential -credentials -creds -cred"},
	{name{kind: "auth", weak: true}, "-auth"},
	{name{kind: kindSignature, weak: true}, "-sig"},
	{name{kind: kindJWT, weak: true}, "-jwt"},
	{name{kind: "session", weak: true, random: true}, "-session -sessionid -sessid -sid phpsessid jsessionid -csrf"},
	{name{kind: kindAuthorization}, "authorization"},
	{name{kind: "secret-key", weak: true, random: true}, "-key -login"},
}

// publicKeys are the words before _key in names of what is not a secret.
const publicKeys = " public primary foreign cache sort partition hash range " +
	"object row unique index map group order idempotency host "

// rule is one word of names.
type rule struct {
	word  string
	whole bool
	name  name
}

// rules are the words by their last byte.
var rules = sync.OnceValue(func() *[256][]rule {
	var by [256][]rule
	for _, n := range names {
		for word := range strings.FieldsSeq(n.words) {
			w := strings.TrimPrefix(word, "-")
			last := w[len(w)-1]
			by[last] = append(by[last], rule{w, w != word, n.name})
		}
	}
	return &by
})

// endings are the words that may follow the noun without changing what it names.
const endings = " prod production dev staging test live new old value plain base64 b64 default " +
	"root admin local string str env commit "

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
	for _, r := range rules()[b[len(b)-1]] {
		rest := len(b) - len(r.word)
		if rest < 0 || string(b[rest:]) != r.word || r.whole && rest > 0 && b[rest-1] != '_' {
			continue
		}
		found := r.name
		switch r.word {
		case "pat":
			if rest == 0 {
				continue
			}
		case "key":
			if rest == 0 || isOf(publicKeys, string(b[bytes.LastIndexByte(b[:rest-1], '_')+1:rest-1])) {
				continue
			}
		case "pass", "pw":
			if rest == 0 && strings.HasSuffix(key, "PASS") {
				continue // PASS: TestName
			}
			found.weak = rest == 0
		}
		return found
	}
	return name{}
}

// normalise appends key to b as lower-case words with one _ between them.
func normalise(b []byte, key string) []byte {
	for i := 0; i < len(key); i++ {
		if key[i] >= 0x80 {
			return append(b, strings.ToLower(key[i:])...)
		}
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

// trimEnding drops trailing digits, separators, and one word that is an ending.
func trimEnding(b []byte) []byte {
	for len(b) > 0 && (b[len(b)-1] == '_' || isDigit(b[len(b)-1])) && !endsIn(b, "base64") && !endsIn(b, "b64") {
		b = b[:len(b)-1]
	}
	if isCopula(b) {
		return b[:len(b)-len("是")]
	}
	if n := bytes.LastIndexByte(b, '_'); n > 0 && isOf(endings, string(b[n+1:])) {
		return bytes.TrimSuffix(b[:n], []byte("_do_not"))
	}
	return b
}

func endsIn[T string | []byte](b T, suffix string) bool {
	return len(b) >= len(suffix) && string(b[len(b)-len(suffix):]) == suffix
}
