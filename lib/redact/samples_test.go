package redact

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// form is what the secrets of one vendor look like: in braces an alphabet and
// how many signs of it; all else as it is. Group is forge, cloud, model or rest.
type form struct{ group, name, pattern string }

// knownForms are recognised wherever they are, keyedForms by the name of their
// key alone. Prefixes, alphabets and lengths are those of the public rule lists
// of gitleaks (config/gitleaks.toml) and betterleaks (config/betterleaks.toml).
var knownForms = fields(`
forge github ghp_{w36}
forge github gho_{w36}
forge github ghu_{w36}
forge github ghs_{w36}
forge github ghr_{w36}
forge github github_pat_{w22}_{w59}
forge gitlab glpat-{b20}
forge gitlab glpat-{b27}.01.{l9}
forge gitlab gldt-{b20}
forge gitlab glrt-{b20}
forge gitlab glrt-t1_{b27}.01{l7}
forge gitlab glcbt-{w2}_{b20}
forge gitlab glptt-{h40}
forge gitlab glft-{b20}
forge gitlab glsoat-{b20}
forge gitlab glimt-{b25}
forge gitlab glagent-{b50}
forge gitlab gloas-{b64}
forge gitlab glffct-{b20}
forge gitlab GR1348941{b20}
forge gitlab _gitlab_session={l32}
forge bitbucket ATBB{w32}
forge bitbucket ATCTT3xFfG{b180}={H8}
forge atlassian ATATT3xFfG{b180}={H8}
forge sourcegraph sgp_{h40}
forge sourcegraph sgp_{h16}_{h40}
forge sourcegraph sgp_local_{h40}
forge sourcegraph sgd_{h64}
forge bitbucket BBDC-{B44}
forge gitlab gloas-{h64}
forge gitlab glwt-{b20}
forge nuget oy2{l43}
forge sonar squ_{h40}
forge sonar sqp_{h40}
cloud aws AKIA{u16}
cloud aws ASIA{u16}
cloud aws ABIA{u16}
cloud aws ACCA{u16}
cloud aws ABSK{w128}=
cloud aws bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t{w40}
cloud azure {w3}8Q~{w34}
cloud azure {w3}8Q~{w10}.{w10}~{w12}
cloud tencent AKID{w32}
cloud google AIza{b35}
cloud google AQ.Ab8RN6{b44}
cloud google GOCSPX-{b28}
cloud google ya29.{b80}
cloud digitalocean dop_v1_{h64}
cloud digitalocean doo_v1_{h64}
cloud digitalocean dor_v1_{h64}
cloud alibaba LTAI{w20}
cloud yandex AQVN{b36}
cloud upcloud ucat_{w28}
cloud exoscale EXO{w26}
cloud heroku HRKU-AA{b58}
cloud heroku HRKU-{h8}-{h4}-{h4}-{h4}-{h12}
cloud fly fo1_{b43}
cloud fly fm2_{B120}
cloud cloudflare v1.0-{h24}-{h146}
cloud vercel vcp_{b56}
cloud vercel vci_{b56}
cloud vercel vca_{b56}
cloud vercel vcr_{b56}
cloud vercel vck_{b56}
cloud supabase sbp_{h40}
cloud supabase sb_secret_{b31}
cloud databricks dapi{h32}
cloud databricks dapi{h32}-2
cloud databricks dkea{h32}
cloud planetscale pscale_tkn_{b40}
cloud planetscale pscale_pw_{b43}
cloud planetscale pscale_oauth_{b40}
cloud mongodb mdb_sa_sk_{b40}
cloud cockroach CCDB1_{w22}_{w40}
cloud clickhouse 4b1d{w38}
cloud elastic essu_{b80}
cloud openshift sha256~{b43}
cloud docker dckr_pat_{b27}
cloud docker dckr_oat_{b32}
cloud docker SWMKEY-1-{B43}
cloud terraform {w14}.atlasv1.{b64}
cloud vault hvs.{b95}
cloud vault hvs.{w24}
cloud vault hvb.{b150}
cloud pulumi pul-{h40}
cloud doppler dp.pt.{l43}
cloud doppler dp.sa.{w43}
cloud doppler dp.st.prd.{w43}
cloud scalingo tk-us-{b48}
cloud tailscale tskey-auth-{w12}-{w32}
model anthropic sk-ant-api03-{b93}AA
model anthropic sk-ant-admin01-{b93}AA
model openai sk-{w20}T3BlbkFJ{w20}
model openai sk-proj-{b74}T3BlbkFJ{b74}
model openai sk-svcacct-{b58}T3BlbkFJ{b58}
model openrouter sk-or-v1-{h64}
model minimax sk-api-{b119}
model deepseek sk-{h32}
model huggingface hf_{a34}
model huggingface api_org_{a34}
model groq gsk_{w52}
model xai xai-{w80}
model perplexity pplx-{w48}
model replicate r8_{w37}
model together tgp_v1_{b43}
model cerebras csk-{l48}
model nvidia nvapi-{b64}
model wandb wandb_v1_{w77}
model elevenlabs sk_{h48}
model devin apk_user_{w140}
model devin cog_{l52}
model cursor key_{h64}
model langsmith lsv2_pt_{h32}_{h10}
model firecrawl fc-{h32}
model langfuse sk-lf-{h8}-{h4}-{h4}-{h4}-{h12}
model e2b e2b_{h40}
rest age AGE-SECRET-KEY-1{u58}
rest onepassword A3-{u6}-{u11}-{u5}-{u5}-{u5}
rest onepassword A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5}
rest onepassword ops_eyJ{B260}
rest artifactory AKCp{w69}
rest artifactory cmVmd{w59}
rest adobe p8e-{l32}
rest clojars CLOJARS_{l60}
rest defined dnkey-{l26}-{l52}
rest deno ddp_{w36}
rest discord M{b25}.{b6}.{b38}
rest discord O{w23}.{w6}.{b27}
rest duffel duffel_live_{l43}
rest dynatrace dt0c01.{u24}.{u64}
rest easypost EZAK{w54}
rest easypost EZTK{w54}
rest facebook EAAM{w120}
rest facebook 1234567890123456|{b27}
rest figma figd_{b40}
rest flutterwave FLWSECK_TEST-{h32}-X
rest frameio fio-u-{l64}
rest grafana glc_{w60}
rest grafana glsa_{w32}_{h8}
rest grafana eyJrIjoi{w70}
rest harness pat.{b22}.{h24}.{w20}
rest infracost ico-{w32}
rest intra42 s-s4t2ud-{h64}
rest linear lin_api_{w40}
rest linear lin_oauth_{h64}
rest hubspot pat-na1-{h8}-{h4}-{h4}-{h4}-{h12}
rest mailgun key-{h32}
rest newrelic NRAK-{u27}
rest newrelic NRII-{l32}
rest notion ntn_12345678901{w35}
rest npm npm_{w36}
rest octopus API-{u26}
rest plaid access-production-{h8}-{h4}-{h4}-{h4}-{h12}
rest posthog phx_{b47}
rest postman PMAK-{h24}-{h34}
rest prefect pnu_{w36}
rest pypi pypi-AgEIcHlwaS5vcmc{b80}
rest readme rdme_{l70}
rest rubygems rubygems_{h48}
rest sendgrid SG.{b22}.{b43}
rest sendinblue xkeysib-{h64}-{l16}
rest sentry sntrys_{w120}
rest sentry sntryu_{h64}
rest sentry sntrys_eyJ{w100}_{B43}
rest settlemint sm_aat_{w16}
rest shippo shippo_live_{h40}
rest shopify shpat_{h32}
rest shopify shpss_{h32}
rest slack xoxb-123456789012-123456789012-{w24}
rest slack xoxp-123456789012-123456789012-123456789012-{h32}
rest slack xoxe.xoxp-1-{u164}
rest slack xapp-1-{u11}-1234567890123-{h64}
rest square sq0atp-{b22}
rest square EAAA{b60}
rest stripe sk_live_{w24}
rest stripe sk_prod_{w24}
rest stripe rk_test_{w24}
rest stripe rk_prod_{w99}
rest telegram 1234567890:A{b34}
rest twilio SK{h32}
rest typeform tfp_{b59}
rest jwt eyJ{w30}.eyJ{w60}.{b43}
rest jwt ZXlKaGJHY2lPaU{w120}
`)

var keyedForms = fields(`
forge gitea {h40}
forge gitee {h32}
forge github {h40}
forge atlassian {l24}
forge codeberg {h40}
forge bitbucket {l64}
cloud aws {B40}
cloud alibaba {w30}
cloud azure {B86}==
cloud cloudflare {b40}
cloud cloudflare {h37}
cloud heroku {h8}-{h4}-{h4}-{h4}-{h12}
cloud scaleway {h8}-{h4}-{h4}-{h4}-{h12}
cloud hetzner {w64}
cloud linode {h64}
cloud vultr {u36}
cloud civo {w50}
cloud ovh {w32}
cloud ibm {b44}
cloud netlify {b43}
cloud vercel {w24}
cloud yandex YC{b38}
cloud okta 00{b40}
model mistral {w32}
model cohere {w40}
model deepgram {h40}
model assemblyai {h32}
model zai {h32}.{l16}
model ollama {h32}.{b24}
model upstage {w45}
model wandb {h40}
rest adafruit {b32}
rest airtable {w17}
rest algolia {l32}
rest asana {l32}
rest coinbase {b64}
rest confluent {w64}
rest contentful {b43}
rest datadog {h32}
rest dropbox {l15}
rest etsy {l24}
rest fastly {b32}
rest finnhub {l20}
rest hubspot {h8}-{h4}-{h4}-{h4}-{h12}
rest intercom {b60}
rest kraken {B86}
rest launchdarkly {b40}
rest linkedin {w16}
rest mailchimp {h32}-us12
rest mapbox pk.{w60}.{w22}
rest mattermost {l26}
rest rapidapi {b50}
rest sentry {h64}
rest snyk {h8}-{h4}-{h4}-{h4}-{h12}
rest sonar sqp_{h40}
rest sonar {h40}
rest sumologic {w64}
rest travis {b22}
rest twitch {l30}
rest twitter {w50}
rest zendesk {w40}
rest own +4+{w13}/{w20}==
`)

// joins put a name {i} and a secret {s} together, as languages, files and
// commands do.
var joins = []string{
	`{i}Token="{s}"`, `{i}Token = "{s}"`, `{i}Token={s}`, `{i}Token = {s}`, "{\n    \"{i}_token\": \"{s}\"\n}",
	`{"config.ini": "{I}_TOKEN={s}\nBACKUP_ENABLED=true"}`, "{\"{i}_api_key\":\"{s}\",\"x\":1}", `"{\"{i}_secret\": \"{s}\"}"`,
	"<{i}Token>\n    {s}\n</{i}Token>", "<{i}Token>{s}</{i}Token>", `<add key="{i}Token" value="{s}" />`, `<entry name="{i}Token" value="{s}"/>`,
	"{i}_token: {s}", "{i}_token: '{s}'", `{i}_token: "{s}"`, "{i}_token: |\n  {s}\nnext: x", "{i}_token: >-\n  {s}\n",
	"- name: {I}_TOKEN\n  value: \"{s}\"", `{"name": "{I}_API_KEY", "value": "{s}"}`,
	`string {i}Token = "{s}";`, `var {i}Token string = "{s}"`, `var {i}Token: string = "{s}"`, `{i}Token := "{s}"`, "{i}Token := `{s}`",
	`String {i}Token = "{s}";`, `private static final String {I}_TOKEN = "{s}";`, `let {i}Token: &str = "{s}";`, `const {i}ApiKey = '{s}'`,
	`${i}Token = "{s}";`, `${i}Token .= "{s}"`, `${i}Token ??= "{s}";`, `{i}Token ||= "{s}"`, `{i}_token += "{s}"`,
	`System.setProperty("{I}_TOKEN", "{s}")`, `os.Setenv("{I}_TOKEN", "{s}")`, `putenv('{I}_SECRET', '{s}');`, `define('{I}_API_KEY', '{s}');`,
	`"{i}Token" => "{s}"`, `:{i}_token => '{s}'`, `os.environ["{I}_TOKEN"] = "{s}"`, `process.env.{I}_TOKEN = '{s}'`,
	`{i}_TOKEN = "{s}"`, `{i}_TOKEN := "{s}"`, `{i}_TOKEN ::= "{s}"`, `{I}_TOKEN :::= "{s}"`, `{i}_TOKEN ?= "{s}"`,
	"export {I}_TOKEN={s}", "{I}_TOKEN='{s}' ./deploy", "setx {I}_TOKEN \"{s}\"\n{I}_TOKEN={s}", "ENV {I}_TOKEN={s}", "set -x {I}_TOKEN={s}",
	"tool --{i}-token {s} -v", "tool --{i}-token={s}", `["--{i}-token", "{s}"]`, "https://h/p?{i}_token={s}&x=1",
	"curl -H 'Authorization: Bearer {s}' https://h", `curl -H "Authorization: Api-Token {s}" https://h`, `curl -H "X-{i}-Token: {s}" https://h`,
	"X-{i}-Api-Key: {s}\r\n", `headers = {"Authorization": "token {s}"}`, `"Authorization": f"Bearer {s}"`,
	`curl -u "user:{s}" https://h`, `curl --user "user":"{s}" https://h`, "curl --user user:{s} https://h",
	"docker login -u user -p {s} h", "machine h login user password {s}", "machine h\n  login user\n  password {s}\n",
	"//registry.h/:_authToken={s}", "creds = {s}", "{i}_password = {s}", "{I}_PASSWORD={s}",
}

// serviceJoins hold no word for a secret: the service's name says it.
var serviceJoins = []string{`const {I}_KEY = "{s}"`, `{i}Key: "{s}"`, "export {I}_KEY={s}", "{I}_LOGIN={s}", `"{i}_key": "{s}"`}

func fields(table string) []form {
	var all []form
	for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		f := strings.Fields(line)
		all = append(all, form{f[0], f[1], f[2]})
	}
	return all
}

const (
	lowers  = "abcdefghijklmnopqrstuvwxyz"
	capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
)

var alphabets = map[byte]string{
	'w': lowers + capital + digits, 'l': lowers + digits, 'u': capital + "234567", 'h': "0123456789abcdef", 'H': "0123456789ABCDEF",
	'a': lowers + capital, 'b': lowers + capital + digits + "-_", 'B': lowers + capital + digits + "+/",
}

// random draws the same for a form in each run, whatever forms stand beside it: a row more shall not change what is
// drawn for the others.
func (f form) random() *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(f.pattern))
	return rand.New(rand.NewPCG(h.Sum64(), 8))
}

// make draws a secret of the form. It ends in a letter or digit, as what follows
// the last of them cannot be told from the text around.
func (f form) make(r *rand.Rand) string {
	var b strings.Builder
	b.Grow(256)
	rest := f.pattern
	for {
		before, spec, found := strings.Cut(rest, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		spec, rest, _ = strings.Cut(spec, "}")
		set := alphabets[spec[0]]
		n, _ := strconv.Atoi(spec[1:])
		for i := range n {
			c := set[r.IntN(len(set))]
			if (i == 0 || i == n-1) && !isAlnum(c) {
				c = '7'
			}
			b.WriteByte(c)
		}
	}
}

// tally counts samples and those that leak, by group.
type tally struct {
	t              *testing.T
	samples, leaks map[string]int
}

func (c *tally) look(f form, text, secret string) {
	c.samples[f.group]++
	got := Text(text)
	if strings.Contains(got, secret) || len(secret) > 20 && strings.Contains(got, secret[4:len(secret)-4]) {
		c.leaks[f.group]++
		c.t.Logf("%s of %s leaks: %q", f.pattern, f.name, text)
	}
}

// maybeWords are forms of which chance makes what words or checksums are, behind what is no vendor's own name: of
// them at most one in a hundred leaks.
const maybeWords = "API-{u26} M{b25}.{b6}.{b38} O{w23}.{w6}.{b27} ico-{w32}"

// Chance makes words of a few bodies: each form is drawn so often that a leak of one in a thousand shows.
func TestNoBodyOfAKnownFormLeaks(t *testing.T) {
	const draws, and = 5000, " and "
	for _, f := range knownForms {
		t.Run(f.pattern, func(t *testing.T) {
			t.Parallel()
			r, leaks, secrets := f.random(), 0, make([]string, draws)
			for n := range secrets {
				secrets[n] = f.make(r)
			}
			got := strings.Split(Text(strings.Join(secrets, and)), and)
			if len(got) != draws {
				t.Fatalf("%d of %d are left", len(got), draws)
			}
			for n, secret := range secrets {
				half := len(secret) / 2
				if strings.Contains(got[n], secret[:half]) || strings.Contains(got[n], secret[half:]) {
					leaks++
					t.Logf("leaks: %q", secret)
				}
			}
			if leaks > 0 && !strings.Contains(maybeWords, f.pattern) || leaks*100 > draws {
				t.Errorf("%d of %d leak", leaks, draws)
			}
		})
	}
}

// The bar: nothing of forges, clouds and model vendors leaks, but where only the name of
// a service says that it is a key, and of all forms in all joins at most one in two hundred.
func TestRealFormsDoNotLeak(t *testing.T) {
	c := &tally{t, map[string]int{}, map[string]int{}}
	fill := func(join string, f form, secret string) string {
		return strings.NewReplacer("{i}", f.name, "{I}", strings.ToUpper(f.name), "{s}", secret).Replace(join)
	}
	for _, f := range knownForms {
		r := f.random()
		for _, place := range places {
			secret := f.make(r)
			c.look(f, strings.Replace(place, "%", secret, 1), strings.TrimPrefix(secret, "_gitlab_session="))
		}
	}
	for _, f := range slices.Concat(keyedForms, knownForms) {
		r := f.random()
		for _, join := range joins {
			secret := f.make(r)
			c.look(f, fill(join, f, secret), secret)
		}
	}
	for _, f := range keyedForms {
		r := f.random()
		f.group = "rest"
		for range 20 {
			for _, join := range serviceJoins {
				if secret := f.make(r); !isSum(secret) && len(secret) >= 20 && !strings.Contains(join, "_LOGIN") {
					c.look(f, fill(join, f, secret), secret)
				}
			}
		}
	}
	samples, leaks := 0, 0
	for group, n := range c.samples {
		samples, leaks = samples+n, leaks+c.leaks[group]
		if !slices.Contains([]string{"forge", "cloud", "model", "rest"}, group) {
			t.Errorf("%q is no group", group)
		}
		if group != "rest" && c.leaks[group] > 0 {
			t.Errorf("%d of %d samples of group %s leak", c.leaks[group], n, group)
		}
	}
	if samples < 15_000 || leaks*200 > samples {
		t.Errorf("%d of %d samples leak", leaks, samples)
	}
}

// What was redacted and then cut, wherever, and redacted again, shows no more of
// the secret than before, and is stable.
func TestACutOfRedactedTextShowsNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n, f := range knownForms {
		secret := f.make(r)
		text := strings.NewReplacer("{i}", f.name, "{I}", strings.ToUpper(f.name), "{s}", secret).Replace(joins[n%len(joins)]) + "\nthe end"
		once := Text(text)
		for cut := range len(once) {
			again := Text(once[:cut])
			if twice := Text(again); twice != again {
				t.Fatalf("cut at %d of %q is not stable: %q, then %q", cut, once, again, twice)
			}
			if len(secret) > 20 && strings.Contains(again, secret[4:16]) {
				t.Fatalf("cut at %d of %q shows the secret", cut, once)
			}
		}
	}
}

// Ids, checksums, UUIDs and prose stay in every way of writing them.
func TestIdsAndChecksumsStay(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	ids := fields(`
id commit {h40}
id commit {h7}
id checksum {h64}
id checksum {h32}
id checksum sha256:{h64}
id integrity sha512-{B86}==
id uuid {h8}-{h4}-{h4}-{h4}-{h12}
id build {w12}
id trace {h32}
id version 1.2.3-{h8}
`)
	for _, f := range ids {
		for _, join := range []string{
			"{i}={s}", "{i}: {s}", `{i} = "{s}"`, `"{i}": "{s}"`, "{i}_id={s}", "x.{i}Id = '{s}'", "{I}_ID: {s}", `setProperty("{i}", "{s}")`,
			"<{i}>{s}</{i}>", "- name: {i}\n  value: {s}", "the {i} {s} is good", "tool --{i} {s}", "/{i}/{s}/x", "kind: ConfigMap\ndata:\n  {i}: {s}\n",
			"primary_key: {s}", "cache_key={s}", "foreign_key = '{s}'", "public_key: {s}",
		} {
			secret := f.make(r)
			text := strings.NewReplacer("{i}", f.name, "{I}", strings.ToUpper(f.name), "{s}", secret).Replace(join)
			if got, kinds := found(text); got != text {
				t.Errorf("%q became %q %q", text, got, kinds)
			}
		}
	}
}
