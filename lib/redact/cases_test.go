package redact

import "strings"

// The secrets are built at run time, so that no scanner flags this file.
const (
	mixed = "a1B2c3D4e5F6g7H8"
	hexes = "0123456789abcdef"
	upper = "ABCDEFGH23456789"
)

func body(alphabet string, n int) string {
	return strings.Repeat(alphabet, n/len(alphabet)+1)[:n]
}

// keyCases are keys that are found wherever they stand.
func keyCases() map[string]string {
	az := func(n int) string { return body(mixed, n) }
	jwt := "eyJ" + az(20) + "." + "eyJ" + az(30) + "." + az(43)
	return map[string]string{
		"AKIA" + body(upper, 16):                           "aws-key-id",
		"ASIA" + body(upper, 16):                           "aws-key-id",
		"AI" + "za" + az(35):                               "google-key",
		"GOC" + "SPX-" + az(28):                            "google-key",
		"ya" + "29." + az(60):                              "google-key",
		"dop" + "_v1_" + body(hexes, 64):                   "cloud-token",
		"LT" + "AI" + az(20):                               "cloud-token",
		"HRKU" + "-" + az(40):                              "cloud-token",
		"cfut" + "_" + az(40):                              "cloud-token",
		"gh" + "p_" + az(36):                               "github-token",
		"gh" + "o_" + az(36):                               "github-token",
		"gh" + "u_" + az(36):                               "github-token",
		"gh" + "s_" + az(36):                               "github-token",
		"gh" + "r_" + az(36):                               "github-token",
		"github" + "_pat_" + az(22) + "_" + az(59):         "github-token",
		"gl" + "pat-" + az(20):                             "gitlab-token",
		"gl" + "dt-" + az(20):                              "gitlab-token",
		"gl" + "rt-" + az(20):                              "gitlab-token",
		"gl" + "cbt-" + az(20):                             "gitlab-token",
		"gl" + "ptt-" + az(40):                             "gitlab-token",
		"gl" + "ft-" + az(20):                              "gitlab-token",
		"gl" + "soat-" + az(20):                            "gitlab-token",
		"gl" + "imt-" + az(25):                             "gitlab-token",
		"gl" + "agent-" + az(50):                           "gitlab-token",
		"AT" + "BB" + az(32):                               "forge-token",
		"np" + "m_" + az(36):                               "npm-token",
		"py" + "pi-" + az(120):                             "forge-token",
		"c" + "io" + az(32):                                "forge-token",
		"dckr" + "_pat_" + az(27):                          "cloud-token",
		"h" + "f_" + az(34):                                "model-key",
		"sk" + "-ant-api03-" + az(90) + "-" + az(8) + "AA": "model-key",
		"sk" + "-" + az(48):                                "model-key",
		"sk" + "-proj-" + az(60) + "_" + az(40):            "model-key",
		"sk" + "-or-v1-" + body(hexes, 64):                 "model-key",
		"gs" + "k_" + az(52):                               "model-key",
		"xa" + "i-" + az(80):                               "model-key",
		"pp" + "lx-" + az(48):                              "model-key",
		"r" + "8_" + az(37):                                "model-key",
		"xox" + "b-123456789012-" + az(24):                 "slack-token",
		"xox" + "p-123456789012-" + az(24):                 "slack-token",
		"sk" + "_live_" + az(24):                           "stripe-key",
		"rk" + "_live_" + az(24):                           "stripe-key",
		"wh" + "sec_" + az(32):                             "service-token",
		"S" + "G." + az(22) + "." + az(43):                 "service-token",
		"S" + "K" + body(hexes, 32):                        "service-token",
		"1234567890" + ":" + az(35):                        "token",
		"hv" + "s." + az(90):                               "cloud-token",
		"AGE-SECRET" + "-KEY-1" + body(upper, 58):          "age-key",
		"sn" + "trys_" + az(100):                           "service-token",
		"da" + "pi" + body(hexes, 32):                      "cloud-token",
		"sh" + "pat_" + body(hexes, 32):                    "service-token",
		"lin" + "_api_" + az(40):                           "service-token",
		"nt" + "n_" + az(46):                               "forge-token",
		"secret" + "_" + az(43):                            "forge-token",
		"M" + az(25) + "." + az(6) + "." + az(38):          "token",
		"abc" + "8Q~" + az(34):                             "token",
		az(14) + ".atlasv1." + az(64):                      "token",
		jwt:                                                "jwt",
		"glc" + "_" + az(60):                               "token",
		"nvapi" + "-" + az(64):                             "model-key",
	}
}

type phrase struct{ in, want string }

// assignmentCases are whole texts in which one value goes.
func assignmentCases() []phrase {
	hex40 := body(hexes, 40)
	return append([]phrase{
		{"password=hunter2", "password=[redacted:password]"},
		{"PASSWORD=correcthorse", "PASSWORD=[redacted:password]"},
		{"password: hunter2", "password: [redacted:password]"},
		{"password: correcthorse", "password: [redacted:password]"},
		{"password:hunter2", "password:[redacted:password]"},
		{"Password: hunter2.", "Password: [redacted:password]."},
		{"passwd = hunter2", "passwd = [redacted:password]"},
		{"pwd=s3cr3t", "pwd=[redacted:password]"},
		{"passphrase: correct horse battery staple", "passphrase: [redacted:password]"},
		{`password="two words"`, `password="[redacted:password]"`},
		{`password="with \" quote"`, `password="[redacted:password]"`},
		{`password='it'\''s me'`, `password='[redacted:password]'`},
		{`password: 'it''s me'`, `password: '[redacted:password]'`},
		{`{"password": "hunter2", "user": "bob"}`, `{"password": "[redacted:password]", "user": "bob"}`},
		{`{"password":"hunter2"}`, `{"password":"[redacted:password]"}`},
		{`{"password":` + "\n  " + `"hunter2"}`, `{"password":` + "\n  " + `"[redacted:password]"}`},
		{`"{\"password\": \"hunter2\", \"a\": 1}"`, `"{\"password\": \"[redacted:password]\", \"a\": 1}"`},
		{`{password: hunter2, user: bob}`, `{password: [redacted:password], user: bob}`},
		{"export DB_PASSWORD='a b'", "export DB_PASSWORD='[redacted:password]'"},
		{"PGPASSWORD=abc psql", "PGPASSWORD=[redacted:password] psql"},
		{`"FOO=1\nPASSWORD=abc\nBAR=2"`, `"FOO=1\nPASSWORD=[redacted:password]\nBAR=2"`},
		{"token=" + hex40, "token=[redacted:token]"},
		{"curl https://h/x?token=abcdef&x=1", "curl https://h/x?token=[redacted:token]&x=1"},
		{"api_key: abc123def", "api_key: [redacted:api-key]"},
		{"apiKey = \"abc\"", "apiKey = \"[redacted:api-key]\""},
		{"HEROKU_API_KEY=01234567-89ab-cdef-0123-456789abcdef", "HEROKU_API_KEY=[redacted:api-key]"},
		{"X-Api-Key: abc123def", "X-Api-Key: [redacted:api-key]"},
		{"client_secret=abc", "client_secret=[redacted:secret]"},
		{"clientSecret: 'abc'", "clientSecret: '[redacted:secret]'"},
		{"aws_secret_access_key = " + body(mixed, 19) + "/" + body(mixed, 20), "aws_secret_access_key = [redacted:aws-secret-key]"},
		{"AccountName=a;AccountKey=" + body(mixed, 86) + "==;EndpointSuffix=core", "AccountName=a;AccountKey=[redacted:azure-key];EndpointSuffix=core"},
		{"https://a.blob/x?sv=1&sig=" + body(mixed, 40) + "%3D&se=2", "https://a.blob/x?sv=1&sig=[redacted:signature]&se=2"},
		{"//registry/:_authToken=abc-def", "//registry/:_authToken=[redacted:token]"},
		{"_auth=" + body(mixed, 20) + "==", "_auth=[redacted:auth]"},
		{"GITEA_TOKEN=" + hex40, "GITEA_TOKEN=[redacted:token]"},
		{"MISTRAL_API_KEY=" + body(mixed, 32), "MISTRAL_API_KEY=[redacted:api-key]"},
		{"login --password hunter2 --user bob", "login --password [redacted:password] --user bob"},
		{"login --token=abc -v", "login --token=[redacted:token] -v"},
		{`["--password", "hunter2", "-v"]`, `["--password", "[redacted:password]", "-v"]`},
		{"mysql -u root -phunter2 db", "mysql -u root -p[redacted:password] db"},
		{"mysqldump -p'a b' db", "mysqldump -p'[redacted:password]' db"},
		{"sshpass -p hunter2 ssh h", "sshpass -p [redacted:password] ssh h"},
		{"curl -u bob:hunter2 https://h", "curl -u bob:[redacted:password] https://h"},
		{"curl -s --user 'bob:a b' https://h", "curl -s --user 'bob:[redacted:password]' https://h"},
		{`{"Authorization": "Bearer abc123def"}`, `{"Authorization": "Bearer [redacted:authorization]"}`},
		{"sent Bearer " + body(mixed, 30) + " along", "sent Bearer [redacted:authorization] along"},
		{"postgres://bob:hunter2@db:5432/x", "postgres://bob:[redacted:url-password]@db:5432/x"},
		{"postgres://bob:p@s:s1@db/x", "postgres://bob:[redacted:url-password]@db/x"},
		{"postgres://bob:p/w@db/x", "postgres://bob:[redacted:url-password]@db/x"},
		{"redis://:hunter2@h", "redis://:[redacted:url-password]@h"},
		{"https://" + body(hexes, 40) + "@h/x.git", "https://[redacted:token]@h/x.git"},
		{"https://hooks.slack" + ".com/services/T0000/B0000/" + body(mixed, 24), "https://hooks.slack" + ".com/services/[redacted:slack-webhook]"},
		{"<password>hunter2</password>", "<password>[redacted:password]</password>"},
		{`os.environ["PASSWORD"] = "x1"`, `os.environ["PASSWORD"] = "[redacted:password]"`},
		{`password: str = "hunter2"`, `password: str = "[redacted:password]"`},
		{`var token string = "abc"`, `var token string = "[redacted:token]"`},
		{`if password == "hunter2" {`, `if password == "[redacted:password]" {`},
		{`token := "abc"`, `token := "[redacted:token]"`},
		{`'password' => 'abc'`, `'password' => '[redacted:password]'`},
		{`$env:DB_PASSWORD = "abc"`, `$env:DB_PASSWORD = "[redacted:password]"`},
		{"password=p$ssw0rd!", "password=[redacted:password]"},
		{"PASSWORD_PROD=abc", "PASSWORD_PROD=[redacted:password]"},
		{"password=пароль", "password=[redacted:password]"},
		{"password:hunter2 and so on", "password:[redacted:password] and so on"},
		{"host = db password = correcthorse dbname = shop", "host = db password = [redacted:password] dbname = shop"},
		{`PASSWORD=a)b"x9k,z`, `PASSWORD=[redacted:password]`},
		{`PASSWORD=")x9k,z"`, `PASSWORD="[redacted:password]"`},
		{"密码是：hunter2x", "密码是：[redacted:password]"},
		{"tool --contraseña hunter2x", "tool --contraseña [redacted:password]"},
	}, append(headerCases(), shortCases()...)...)
}

// shortCases are written so that one sign decides.
func shortCases() []phrase {
	return []phrase{
		{"密码：correcthorse", "密码：[redacted:password]"},
		{"TOKEN_DO_NOT_COMMIT=abcdef", "TOKEN_DO_NOT_COMMIT=[redacted:token]"},
		{"PASSWORD=[abc9]", "PASSWORD=[redacted:password]"},
		{`{"password": "]x9k z"}`, `{"password": "[redacted:password]"}`},
		{"the password is:correcthorse", "the password is:[redacted:password]"},
		{"curl --proxyuser ana:correcthorse h", "curl --proxyuser ana:[redacted:password] h"},
		{"password: 4Go;W4bhpHd]5D", "password: [redacted:password];W4bhpHd]5D"},
		{`**API key":** correcthorse`, `**API key":** [redacted:api-key]`},
		{"f('DB_PASSWORD', 'letmein')", "f('DB_PASSWORD', '[redacted:password]')"},
		{"ключ 'password': 'letmein'", "ключ 'password': '[redacted:password]'"},
		{"password=hunter2?* str=$x", "password=[redacted:password] str=$x"},
		{"session=O-nvlEY_8YL6X44LD4Fvt", "session=[redacted:session]"},
		{"token: x.a1B2c3D4e5F6g7H8i.token and", "token: [redacted:token] and"},
		{"M6hOIxUPHjjfFuG8E3R0v4QDXg.QBPa7r.aaaaaaaaaaaaaaaaaaaaaaaaaaaa", "[redacted:token]"},
		{"1234567890:" + "AA" + body("holdfast", 33), "[redacted:token]"},
	}
}

// headerCases are Authorization headers.
func headerCases() []phrase {
	return []phrase{
		{"curl -H 'Authorization: Bearer abcdefgh' https://h", "curl -H 'Authorization: Bearer [redacted:authorization]' https://h"},
		{`curl -H "Authorization: Basic Ym9iOmh1" x`, `curl -H "Authorization: Basic [redacted:authorization]" x`},
		{"Authorization: token abc123def", "Authorization: token [redacted:authorization]"},
		{"Authorization: AWS4-HMAC-SHA256 Credential=ABC123/x/s3, SignedHeaders=host, Signature=fe5f80f77d5fa3be",
			"Authorization: AWS4-HMAC-SHA256 [redacted:authorization]"},
		{"Authorization: Bearer correcthorse and more", "Authorization: Bearer [redacted:authorization] and more"},
		{`-H 'Authorization: Digest username="ana", uri="/a", response="6629fae49393a053"' https://h`,
			`-H 'Authorization: Digest [redacted:authorization]' https://h`},
		{"Authorization: OAuth oauth_token=\"37-GmHx\", oauth_signature=\"tnnArx%3D\"\nnext=\"line\"",
			"Authorization: OAuth [redacted:authorization]\nnext=\"line\""},
	}
}

// cleanCases stay as they are.
func cleanCases() []string {
	return []string{
		"commit=" + body(hexes, 40), body(hexes, 40), "fix in 0a1b2c3", body(hexes, 64),
		"id: 01234567-89ab-cdef-0123-456789abcdef", "01234567-89ab-cdef-0123-456789abcdef",
		"sha256:" + body(hexes, 64), "digest=sha256:" + body(hexes, 64), "md5 = " + body(hexes, 32),
		`"integrity": "sha512-` + body(mixed, 86) + `=="`, "h1:" + body(mixed, 43) + "=",
		`password = os.Getenv("X")`, `token := getToken()`, "token: string", "getToken()", "password=$PASS",
		"token=${TOKEN}", `password="${TOKEN}"`, "password=$(pass show x)", "token=<your-token>", "<your-token>",
		`password: ""`, `"token": null`, `"token": true`, `"token": false`, "max_tokens: 4096", "tokens=1200",
		"secret_name", "password_hash: PasswordHash", "token_count: 12", "token_count=12", "author: bob", "author=bob",
		"authentication: required", "key: value", "key=value", "see secrets/token.go", "secrets/token.go:12: error",
		"the password is wrong", "token: expired", "secret: none", "token: expired, so log in again",
		"password: the one that you set", "risk-assessment-of-the-thing", "task-ant-colony-simulation-2024-results",
		"disk-proj-" + strings.Repeat("word-", 8), "sk-learn-pipeline-with-many-words-here",
		"Authorization: Bearer $TOKEN", "Authorization: required", `-H "Authorization: Bearer ${TOKEN}"`,
		"bearer token authentication is on", "http://localhost:8080/a@b", "https://registry.h:443/@scope/pkg",
		"git@github.com:a/b.git", "https://a.b/c?d=e:f@g", "postgres://bob:$PASS@db/x", "https://bob@h/x",
		"type Token struct{", "token: Token", "password: str", "def f(password: str, token: str = None)",
		"connect(password=self.password, token=cfg.token)", "token=token", `password: ${{ secrets.PASSWORD }}`,
		"password: {{ vault_password }}", "password=%s", "password=****", "token=...", "password = :password", "PWD=/home/bob/x",
		"TOKEN_FILE=/run/secrets/token", "password=/run/secrets/db", "--- PASS: TestX (0.00s)", "PASS: TestParser2",
		"curl -u bob https://h", "grep -u a:b", "ssh -p 2222 h", "mysql -u root -p db", "use --password to log in",
		"--token <token>", "secrets: inherit", `strings.Contains(s, "-----BEGIN ` + `PRIVATE KEY-----")`,
		"-----BEGIN CERTIFICATE-----\nMIIabcdefghijklmnopqrst\n-----END CERTIFICATE-----",
		"-----BEGIN PUBLIC KEY-----\nMIIabcdefghijklmnopqrst\n-----END PUBLIC KEY-----",
		"std::token::Token::new(x)", "nextToken()", "if token == nil {", "token != \"\"", "12:30:45", "eyJ", "a == b",
		`fmt.Println("token:", tok)`, `log("password: ", p)`, `"password": {"type": "string"}`, "secret: {name: x}",
		"--- a/secret.go\n+++ b/secret.go", `add("Authorization", "Bearer "+cli.key)`, "the token is '<<' here", "[redacted:password]", "password: [redacted:password].",
		"API-Schnittstellenbeschreibung", "ico-" + body(hexes, 32), "phx_new_makes_a_live_view_with_tests", "BBDC-1234-read-webhooks-of-the-old-server",
		"sk-ant-colony-optimization-of-the-routes-of-2024", "ops_team/scripts/deploy/all/of/the/services/and/their/databases/in/their/order/one/by/one",
		"1700000000000000|session-of-the-shop-open-27", "1700000000:A-name-of-as-many-signs-as-a-bot-has", "a8Q~and then", "dp.st.the.member.of.a.member.of.a.structure",
	}
}
