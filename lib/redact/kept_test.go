package redact

import (
	"strings"
	"testing"
)

// Keys, built here so that no scanner flags this file.
const (
	tokenOf  = "gh" + "p_Q7rT2vXk9LmB4nHsW7rT2vXk9LmB4nHsZ7rT"
	modelKey = "sk" + "-ant-api03-Q7rT2vXk9LmB4nHsW7rT2vXk9LmB4nHsZ7rTq8WzR5tYu3PaS6dFgJ1hKlXcV0bN2mQ4wE6rT8yU0iO-X5cAA"
)

// hidden are texts with one secret each, between « and »: in the cell of a table, on standard input, as the last word
// of a command, in a JSON web key, in armour in small letters, in the call of a setter, and on two rows.
var hidden = []string{
	"| DB_PASSWORD | «hunter2secret» |", "| DB_PASSWORD | `«hunter2secret»` |", "|DB_PASSWORD|«hunter2secret»|",
	"| name | value |\n|---|---|\n| host | db |\n| API key | «abc123def456ghi789» |", "| Passwort | «sommer2024x» | Server |",
	"| prod | DB_PASSWORD | «hunter2secret» |", "| **Admin password** | «S0nnenschein!» |", "| mot de passe | **«été2024!»** |",
	"| contraseña | «Verano_2024» |", "| 密码 | «xiatian2024» |", "| パスワード | «natsu2024x» |", "| пароль | «leto2024x» |",
	"| user | password |\n|---|---|\n| bob | «hunter2x9» |", "| Benutzer | Passwort | Rolle |\n| :--- | :---: | --- |\n| ana | `«sommer2024x»` | admin |",
	"| usuario | contraseña |\n|---|---|\n| ana | «Verano_2024» |", "| 用户 | 密码 |\n| --- | --- |\n| bob | «xiatian2024» |",
	"+------+-----------+\n| user | password  |\n+------+-----------+\n| bob  | «hunter2x9» |",
	"echo 'root:«hunter2x9»' | chpasswd", "echo \"bob:«letmein»\" | sudo chpasswd", "echo bob:«hunter2» | chpasswd -e", "printf 'bob:«hunter2»' |chpasswd",
	"echo «hunter2x9» | sudo -S apt update", "echo '«letmein»' | sudo -S -k ls", "echo \"«pass word»\" | sudo -kS ls", "echo -n «hunter2x9» | docker login -u bob --password-stdin x.io",
	"echo «letmein» | passwd --stdin bob", "run: echo «hunter2x9»|sudo -S reboot", "echo «hunter2x9» | sudo --stdin ls",
	"htpasswd -b .htpasswd ana «hunter2x9»", "htpasswd -cb f ana «letmein»", "htpasswd -nbB ana '«pass word»'", "docker run httpd htpasswd -Bbn ana «letmein» > f", "htpasswd -b -c f ana «letmein»",
	"openssl enc -aes-256-cbc -k «letmein» -in a -out b", "openssl enc -d -k '«pass word»' -in a", "openssl rsa -in k.pem -passin pass:«letmein»", "openssl enc -pass pass:«hunter2x9» -in a",
	"openssl pkcs12 -passout \"pass:«letmein»\" -export", "openssl genrsa -passout 'pass:«letmein»' 2048",
	`{"kty": "EC", "crv": "P-256", "x": "pub", "d": "«870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE»"}`, `{"kty":"oct","k":"«AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow»"}`,
	`{"d":"«nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A»","kty":"OKP","crv":"Ed25519"}`, "\"kty\": \"RSA\",\n  \"dp\": \"«G4sPXkc6Ya9y8oJW9_ILj4xuppu0lzi_H7VTkS8xj5SdX3coE0oimYwxIi2emTAue0UOa5dpgFGyBJ4c8tQ2VF402XRugKDTP8akYhFo5tAA77Qe»\"",
	"openssl s_client -connect https://ana:«letmein»@h -passin pass:$PW",
	"-----begin rsa private key-----\n«" + "Q7rT2vXk9LmB4nHsQ7rT2vXk9LmB4nHsQ7rT2vXk9LmB4nHs" + "»\n-----end rsa private key-----", "----begin openssh private key----\n«b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ»\n----end openssh private key----",
	"-----Begin Private Key-----\n«MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw»\n", "«Q7rT2vXk9LmB4nHsQ7rT2vXk9LmB4nHsQ7rT2vXk9LmB4nHs»\n-----end rsa private key-----",
	`user.setPassword("«letmein1»");`, `ds.setPassword('«hunter2»')`, `setPasswd("«k9»")`, `config.SetPassword("«hunter2»")`, `conn.set_password("«hunter2»")`,
	"the key " + tokenOf[:14] + "\n  «" + tokenOf[14:] + "»", "the key\r\n" + tokenOf[:16] + "\r\n  «" + tokenOf[16:] + "»",
	modelKey[:40] + "\n«" + modelKey[40:] + "»", "use " + modelKey[:30] + "\n    " + modelKey[30:60] + "\n    «" + modelKey[60:] + "»",
}

func TestSecretsInTablesPipesAndCallsGo(t *testing.T) {
	for _, text := range hidden {
		before, rest, _ := strings.Cut(text, "«")
		secret, after, _ := strings.Cut(rest, "»")
		got, kinds := found("so\n" + before + secret + after + "\nand")
		if strings.Contains(got, secret) && len(secret) > 1 || len(kinds) != 1 {
			t.Errorf("%q became %q %q", before+secret+after, got, kinds)
		}
	}
}

func TestWhatIsLikeATablePipeOrCallStays(t *testing.T) {
	for _, in := range []string{
		"| DB_PASSWORD | required |", "| DB_PASSWORD | `required` |", "| password | hidden |", "| DB_PASSWORD | see vault |", "| Passwort | siehe Tresor |",
		"| mot de passe | obligatoire |", "| contraseña | oculta |", "| 密码 | 见保险库 |", "| пароль | скрыт |", "| password | string | the password of the user |",
		"| token | `Lexer` | one word of the source |", "| Token | `GITHUB_TOKEN` | The token of CI2 |", "| password | `--password` | x |", "| DB_PASSWORD | $DB_PASSWORD2 |",
		"| api_key | ${API_KEY_2} | x |", "| token | <your-token> |", "| token | the v2 token |", "| password | VARCHAR(255) | no |", "| Setting | Default |\n|---|---|\n| password | — |",
		"| user | password |\n|---|---|\n| bob | required |", "| user | password | note |\n|---|---|---|\n| bob | hidden | login2024x |", "| field | password2024x |\n|---|---|\n| a | b |",
		"get_password | base64 -d", "pass show password | sha256sum", "type T = token | Ident2024", "password: string | undefined2", "a | b\npassword | x", "| user | name |\n|---|---|\n| bob | hunter2x9 |",
		"| Token | Usage |\n| --- | --- |\n| gpt-4o-mini | 1200 |\n| claude-3-5-sonnet | 800 |", "| Secret | File |\n|---|---|\n| db-cred-2024 | k8s/db-2.yaml |",
		"| env | secret |\n|---|---|\n| API_KEY | vault/path/api-key1 |\n| X | <your-key-1> |", "| option | password |\n|---|---|\n| min-length | 12-chars |\n| default | none_set1 |",
		"| password | string_16 |", "| token | count_4711 |", "| Password | min-8-chars |", "| Auth token | Bearer-JWT2 |", "| secret | secret-store-1 | prod |", "| AUTH-12 | login_ok1 |",
		`setPassword("Enter your 2 passwords")`, `setPassword("password.placeholder")`, "openssl with -k option", "openssl rand -hex 16 -k file", `{"q":"AbCdEf0123GhIjKlMnOpQrStUv456789"}`,
		"use sudo -S to read the password from standard input", "sudo -S apt update", "echo hello2024x | sudo tee f", "echo done2024x | tee log", "echo $PW | sudo -S ls", "echo \"$USER:$PW\" | chpasswd", "cat pw.txt | chpasswd",
		"echo user2024:x | cut -d: -f1", "the output of echo hello2024 goes to chpasswd", "echo ${PW} | docker login --password-stdin", "run `sudo -S`, not `echo x2024x`",
		"htpasswd -c f ana", "htpasswd -b adds a user to a file", "htpasswd -D f ana2024", "htpasswd -n ana2024", "htpasswd -b f ana \"$PW\"",
		"curl -k https://h/x2024", "curl -k -o out2024x.txt h", "openssl req -new -key server2024.key -x509", "openssl req -keyout key2024.pem", "openssl enc -kfile pass2024.txt", "openssl rsa -passin env:PW2024", "openssl enc -pass file:pw2024.txt", "ssh-keygen -k x2024",
		"openssl s_client -connect h:443 -passin pass:$PW", `{"d": "2024-11-28T10:00:00Z", "k": "shop.title"}`, `{"d": "M19.35 10.04C18.67 6.59 15.64 4 12 4"}`, `{"p": "5c05faba1e52bf7a4820a21f823103f5ef076665"}`, `{"k": "userProfilePictureUrlOfTheAccount"}`,
		`{"kty": "EC", "x": "` + "WKn-ZIGevcwGIyyrzFoZNBdaq9_TsqzGl96oc0CWuis" + `"}`, "docker run -d myimage20241109abcdefghijk", "k=shop2024title",
		"-----begin certificate-----\nQ7rT2vXk9LmB4nHsQ7rT2vXk9LmB4nHs\n-----end certificate-----", "---- begin of the list ----\nQ7rT2vXk9LmB4nHs", "the block -----begin rsa private key----- is not found",
		"the prefix is " + tokenOf[:8] + "\n  and further words follow here", "gh" + "p_token_of\n  the_repository_of_the_team_of_them",
		`form.password("confirm")`, `resetPassword("bob@x.io")`, `setPassword("")`, `setPassword(pw)`, `setPasswordHint("letmein")`, `setToken("identifier")`, `getPassword("db")`, `input.setPassword("${PW}")`,
	} {
		if got, kinds := found("so\n" + in + "\nand"); got != "so\n"+in+"\nand" || kinds != nil {
			t.Errorf("%q became %q %q", in, got, kinds)
		}
	}
}
