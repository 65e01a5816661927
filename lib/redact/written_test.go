package redact

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// written are ways in which people and tools write a secret {s} of a service
// {i}, a row each kind; none is taken from a rule list.
var written = map[string]string{
	"setters": `setProperty("STRIPE_TOKEN", "{s}")|props.setProperty('{i}.token', '{s}');|req.setRequestHeader("X-Api-Key", "{s}")|.addHeader("Authorization", "Bearer {s}")|[Environment]::SetEnvironmentVariable("{I}_TOKEN","{s}")`,
	"joins":   `$xToken .= "{s}"|X_TOKEN :::= "{s}"|name_token: "+4+w{s}"|creds = "{s}"|creds: {s}|"creds": "{s}"|$env:{I}_TOKEN = "{s}"|api key = {s}`,
	"logins":  `sonar.login={s}|sonar-scanner -Dsonar.login={s}|SONAR_LOGIN={s}|heroku config:set {I}_TOKEN={s}`,
	"headers": `Authorization: Api-Token {s}|authorization: ApiKey {s}|Authorization: OAuth {s}|Authorization: SSWS {s}|Authorization: GenieKey {s}|Proxy-Authorization: Basic {s}|PRIVATE-TOKEN: {s}`,
	"curl":    `curl --user "u":"{s}" h|curl --user 'u:{s}' h|curl -uuser:{s} h|curl --user=user:{s} h|curl -su user:{s} h`,
	"options": `docker run -e {I}_TOKEN={s} img|kubectl create secret generic x --from-literal={i}-token={s}|helm install x --set auth.password={s}|terraform apply -var="{i}_token={s}"|sshpass -p '{s}' ssh h|mysql -u root -p{s} db|redis-cli -a {s} ping|twine upload -u u -p {s}`,
	"set":     `aws configure set aws_secret_access_key {s}|npm config set //registry.npmjs.org/:_authToken {s}|gh secret set {I}_TOKEN --body {s}`,
	"code":    `ConvertTo-SecureString "{s}" -AsPlainText|#define {I}_TOKEN "{s}"|{:token "{s}"}|(setq api-key "{s}")|withToken("{s}")|setPassword("{s}")|.token("{s}")|ALTER ROLE x PASSWORD '{s}'|variable "db_password" { default = "{s}" }`,
	"strings": `Server=h;User Id=sa;Password={s};|AccountName=a;AccountKey={s};|ClearTextPassword={s}|<property name="password" value="{s}"/>|PGPASSWORD={s} psql`,
	"urls":    `postgres://u:{s}@h/db|redis://:{s}@h:6379|jdbc:postgresql://h/db?user=u&password={s}|https://h/x?access_token={s}|https://oauth2:{s}@gitlab.com/a/b.git|https://x.webhook.office.com/webhookb2/{s}@{s}/IncomingWebhook/{s}`,
	"prose":   "The API key is `{s}`.|the password is \"{s}\"|**API key:** {s}|**Token**: `{s}`",
}

// Of each kind of writing at most one secret in two hundred is missed.
func TestSecretsAsTheyAreWrittenDoNotLeak(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, kind := range slices.Sorted(maps.Keys(written)) { // the same samples in every run
		row := written[kind]
		samples, leaks := 0, 0
		for join := range strings.SplitSeq(row, "|") {
			for n := range 200 {
				f := form{name: []string{"acme", "shop", "payments"}[n%3], pattern: []string{"{w24}", "{b40}", "{l32}", "{w40}7"}[n%4]}
				secret := f.make(r)
				text := "so\n" + strings.NewReplacer("{i}", f.name, "{I}", strings.ToUpper(f.name), "{s}", secret).Replace(join) + "\nand"
				samples++
				if got := Text(text); strings.Contains(got, secret[3:len(secret)-3]) {
					leaks++
					t.Logf("%q leaks", text)
				}
			}
		}
		if leaks*200 > samples {
			t.Errorf("%s: %d of %d leak", kind, leaks, samples)
		}
	}
}

// What stands beside the words of a secret and does not count stays as it is.
func TestProseBesideTheWordsStays(t *testing.T) {
	for _, text := range []string{
		`the token is "expired"`, `the password is required`, "the API key is read from `ACME_API_KEY`", `password is base64-encoded`,
		`t.token("identifier")`, `form.password("confirm")`, `expectToken("string literal")`, `#define TOKEN "EOF"`, `the token "foo-bar" is unexpected`,
		"the secret `da39a3ee5e6b4b0d3255bfef95601890afd80709` of the build", `the token "3f2504e0-4f89-11d3-9a0c-0305e82c3301" is an id`,
		`variable "region" { default = "eu-central-1" }`, `variable "token" { description = "the token of the service" }`,
		`Authorization: see the docs`, `Authorization: required for all calls`, `set token to 5`, `gh secret list --env prod`,
		`primary key = customer_id2`, `**Key:** value of the map`, `api key = process.env.API_KEY`, `curl --user-agent=holdfast2 h`, `sonar.login=${SONAR_TOKEN}`,
		"`git commit 5f3a9c1`", `checksum("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")`, `token: "+ prefix2 +"`,
	} {
		if got, kinds := found(text); got != text {
			t.Errorf("%q became %q %q", text, got, kinds)
		}
	}
}
