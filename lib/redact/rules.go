package redact

import (
	"slices"
	"strings"
	"sync"
)

// rule is one row of the table of keys that are known by how they begin. The
// body after one of the prefixes is a run of set of at least min bytes and,
// where max is not 0, at most max; a longer run is something else.
type rule struct {
	kind     string
	prefixes string // separated by spaces
	set      charset
	min      int
	max      int
	flags    ruleFlags
}

type ruleFlags uint8

const (
	// keepPrefix replaces only the body.
	keepPrefix ruleFlags = 1 << iota
	// dense asks for a stretch of 16 letters and digits with a digit in it, or
	// for scrambled letters, so that a name of several words is not a key.
	dense
	// lone is for a prefix that could be in the middle of base64: nothing of
	// that may join the key.
	lone
)

const (
	kindPrivateKey    = "private-key"
	kindPassword      = "password"
	kindURLPassword   = "url-password"
	kindAuthorization = "authorization"
	kindCookie        = "cookie"
	kindJWT           = "jwt"
	kindTelegram      = "telegram-token"
	kindDiscord       = "discord-token"
	kindAzure         = "azure-secret"
	kindTerraform     = "terraform-token"
	kindFacebook      = "facebook-token"
)

// rules are the keys' prefixes, sets and lengths as the vendors document them,
// and as the public rule lists of gitleaks (config/gitleaks.toml, v8.30) and
// betterleaks (config/betterleaks.toml, v1.6) state them.
var rules = []rule{
	// Clouds.
	{"aws-key-id", "AKIA ASIA ABIA ACCA", setUpper, 16, 16, lone},
	{"aws-key-id", "A3T", setUpper, 17, 17, dense | lone},
	{"aws-bedrock-key", "ABSK", setBase64, 60, 0, lone},
	{"aws-bedrock-key", "bedrock-api-key-", setBase64, 20, 0, 0},
	{"google-api-key", "AIza", setURL, 30, 0, lone},
	{"google-api-key", "AQ.", setURL, 40, 0, 0},
	{"google-oauth-secret", "GOCSPX-", setURL, 20, 0, 0},
	{"google-oauth-token", "ya29.", setURL, 20, 0, 0},
	{"digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", setHex, 40, 0, 0},
	{"alibaba-key-id", "LTAI", setAlnum, 12, 26, lone},
	{"alibaba-key-id", "STS.", setAlnum, 16, 64, dense},
	{"alibaba-token", "CAIS", setBase64, 60, 0, dense | lone},
	{"tencent-key-id", "AKID", setAlnum, 32, 32, lone},
	{"yandex-key", "AQVN", setURL, 35, 38, lone},
	{"yandex-key", "YC", setURL, 38, 38, dense | lone},
	{"yandex-token", "t1.", setOpaque, 80, 0, dense},
	{"exoscale-key", "EXO", setAlnum, 24, 30, dense | lone},
	{"upcloud-token", "ucat_", setAlnum, 24, 0, 0},
	{"scaleway-key", "SCW", setUpper, 17, 17, dense | lone},
	{"scalingo-token", "tk-us- tk-eu-", setURL, 40, 0, 0},
	{"heroku-key", "HRKU-", setURL, 30, 0, 0},
	{"fly-token", "fo1_", setURL, 30, 0, 0},
	{"fly-token", "fm1a_ fm1r_ fm2_", setBase64, 40, 0, 0},
	{"cloudflare-token", "cfut_ cfat_ cfk_", setURL, 30, 0, 0},
	{"cloudflare-token", "v1.0-", setURL, 150, 0, 0},
	{"netlify-token", "nfp_ nfc_ nfo_ nfu_", setAlnum, 30, 0, 0},
	{"vercel-token", "vcp_ vci_ vca_ vcr_ vck_", setURL, 50, 0, 0},
	{"supabase-token", "sbp_", setAlnum, 36, 0, 0},
	{"supabase-token", "sb_secret_", setURL, 31, 0, 0},
	{"neon-key", "napi_", setAlnum, 40, 0, 0},
	{"render-key", "rnd_", setAlnum, 28, 0, dense},
	{"databricks-token", "dapi dkea dose", setHexDash, 32, 34, lone},
	{"planetscale-token", "pscale_tkn_ pscale_pw_ pscale_oauth_ pscale_app_secret_", setOpaque, 20, 0, 0},
	{"mongodb-secret", "mdb_sa_sk_", setURL, 40, 0, 0},
	{"cockroach-key", "CCDB1_", setURL, 40, 0, 0},
	{"clickhouse-key", "4b1d", setAlnum, 38, 38, lone},
	{"elastic-key", "essu_", setBase64, 60, 0, 0},
	{"openshift-token", "sha256~", setURL, 43, 43, 0},
	{"docker-token", "dckr_pat_ dckr_oat_", setURL, 20, 0, 0},
	{"docker-swarm-key", "SWMKEY-1-", setBase64, 40, 0, 0},
	{"docker-swarm-key", "SWMTKN-1-", setURL, 60, 0, 0},
	{"terraform-token", "tfe_", setAlnum, 40, 0, dense},
	{"vault-token", "hvs. hvb. hvr.", setURL, 20, 0, 0},
	{"pulumi-token", "pul-", setHex, 40, 0, 0},
	{"doppler-token", "dp.pt. dp.ct. dp.sa. dp.scim. dp.audit. dp.said.", setAlnum, 30, 0, 0},
	{"doppler-token", "dp.st.", setDotted, 30, 0, dense},
	{"age-key", "AGE-SECRET-KEY-", setUpper, 40, 0, 0},
	{"onepassword-token", "ops_", setBase64, 60, 0, 0},
	{"onepassword-key", "A3-", setUpperDash, 34, 37, 0},
	{"tailscale-key", "tskey-", setURL, 20, 0, dense},
	{"ngrok-key", "ak_ cr_", setAlnum, 30, 0, dense},

	// Forges, and what builds and deploys.
	{"github-token", "ghp_ gho_ ghu_ ghr_", setAlnum, 20, 0, 0},
	{"github-token", "ghs_", setDotted, 20, 0, 0},
	{"github-token", "github_pat_", setURL, 22, 0, 0},
	{"gitlab-token", "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- glimt- glagent- glwt- gloas- glffct-", setDotted, 16, 0, 0},
	{"gitlab-token", "GR1348941", setURL, 20, 0, 0},
	{"gitlab-session", "gitlab_session=", setAlnum, 20, 0, keepPrefix},
	{"bitbucket-token", "ATBB", setAlnum, 24, 40, lone},
	{"bitbucket-token", "BBDC-", setBase64, 30, 0, dense},
	{"atlassian-token", "ATATT3 ATCTT3 ATSTT3", setBase64, 40, 0, 0},
	{"sourcegraph-token", "sgp_ sgd_ slk_", setURL, 40, 64, 0},
	{"artifactory-key", "AKCp", setAlnum, 60, 0, lone},
	{"artifactory-token", "cmVmd cmVmdGtu", setAlnum, 50, 0, dense | lone},
	{"circleci-token", "CCIPAT_ CCIPRJ_", setURL, 30, 0, 0},
	{"buildkite-token", "bkua_ bkct_", setAlnum, 30, 0, 0},
	{"npm-token", "npm_", setAlnum, 30, 0, 0},
	{"pypi-token", "pypi-", setURL, 40, 0, 0},
	{"crates-token", "cio", setAlnum, 32, 32, dense | lone},
	{"rubygems-key", "rubygems_", setHex, 40, 0, 0},
	{"clojars-token", "CLOJARS_", setAlnum, 50, 0, 0},
	{"nuget-key", "oy2", setAlnum, 43, 43, dense | lone},
	{"snyk-token", "snyk_uat. snyk_sat.", setDotted, 20, 0, 0},
	{"sonar-token", "squ_ sqp_ sqa_", setAlnum, 40, 0, 0},
	{"harness-token", "pat. sat.", setDotted, 60, 75, dense},
	{"octopus-key", "API-", setUpper, 25, 30, dense},
	{"prefect-token", "pnu_ pnb_", setAlnum, 36, 0, 0},
	{"infracost-token", "ico-", setAlnum, 32, 32, 0},
	{"deno-token", "ddp_ ddw_", setAlnum, 36, 0, 0},
	{"linear-key", "lin_api_ lin_oauth_", setAlnum, 20, 0, 0},
	{"notion-token", "ntn_", setAlnum, 30, 0, 0},
	{"notion-token", "secret_", setAlnum, 40, 0, dense},
	{"figma-token", "figd_ figo_", setURL, 30, 0, 0},
	{"postman-key", "PMAK- PMAT-", setURL, 24, 0, 0},
	{"readme-key", "rdme_", setAlnum, 60, 0, 0},

	// Model vendors.
	{"anthropic-key", "sk-ant-", setURL, 20, 0, 0},
	{"openrouter-key", "sk-or-", setURL, 20, 0, dense},
	{"openai-key", "sk-proj- sk-svcacct- sk-admin- sk-", setURL, 20, 0, dense},
	{"elevenlabs-key", "sk_", setHex, 48, 48, 0},
	{"huggingface-token", "hf_ api_org_", setAlnum, 34, 34, 0},
	{"groq-key", "gsk_", setAlnum, 20, 0, 0},
	{"xai-key", "xai-", setURL, 30, 0, dense},
	{"perplexity-key", "pplx-", setAlnum, 30, 0, 0},
	{"replicate-token", "r8_", setAlnum, 30, 0, 0},
	{"together-key", "tgp_v1_", setURL, 30, 0, 0},
	{"cerebras-key", "csk-", setAlnum, 32, 0, dense},
	{"fireworks-key", "fw_", setAlnum, 22, 30, dense},
	{"nvidia-key", "nvapi-", setURL, 30, 0, 0},
	{"jina-key", "jina_", setURL, 30, 0, 0},
	{"tavily-key", "tvly-", setURL, 24, 0, dense},
	{"brave-key", "BSA", setURL, 24, 40, dense | lone},
	{"voyage-key", "pa- al-", setURL, 43, 43, dense},
	{"pinecone-key", "pcsk_", setURL, 40, 0, 0},
	{"langsmith-key", "lsv2_pt_ lsv2_sk_", setURL, 30, 0, 0},
	{"llamacloud-key", "llx-", setURL, 40, 0, dense},
	{"runpod-key", "rpa_", setAlnum, 40, 0, dense},
	{"wandb-key", "wandb_v1_", setURL, 60, 0, 0},
	{"cursor-key", "key_", setHex, 64, 64, 0},
	{"devin-key", "apk_user_ apk_", setBase64, 80, 0, 0},
	{"devin-key", "cog_", setAlnum, 52, 52, 0},
	{"minimax-key", "sk-api-", setURL, 60, 0, dense},

	// Messages, money and the rest.
	{"slack-token", "xoxa- xoxb- xoxp- xoxr- xoxs- xoxo- xoxc- xoxe- xapp-", setURL, 10, 0, 0},
	{"slack-token", "xoxd-", setBase64, 10, 0, 0},
	{"slack-token", "xoxe.", setDotted, 10, 0, 0},
	{"slack-webhook", "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/", setPath, 20, 0, keepPrefix},
	{"teams-webhook", "webhook.office.com/webhookb2/ outlook.office.com/webhook/", setPath, 30, 0, keepPrefix},
	{"discord-webhook", "discord.com/api/webhooks/ discordapp.com/api/webhooks/", setPath, 30, 0, keepPrefix},
	{"webhook", "hooks.zapier.com/hooks/catch/", setPath, 10, 0, keepPrefix},
	{"webhook-secret", "whsec_", setBase64, 20, 0, 0},
	{"stripe-key", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", setAlnum, 10, 0, 0},
	{"twilio-key", "SK", setHex, 32, 32, lone},
	{"sendgrid-key", "SG.", setOpaque, 49, 75, dense},
	{"sendinblue-key", "xkeysib- xsmtpsib-", setURL, 60, 0, 0},
	{"mailgun-key", "key- pubkey-", setHex, 32, 32, 0},
	{"mailersend-key", "mlsn.", setHex, 64, 64, 0},
	{"resend-key", "re_", setURL, 30, 40, dense},
	{"shopify-token", "shpat_ shpca_ shppa_ shpss_", setAlnum, 32, 0, 0},
	{"square-token", "sq0atp- sq0csp- sq0idp-", setURL, 20, 0, 0},
	{"square-token", "EAAA", setURL, 22, 60, dense | lone},
	{"facebook-token", "EAAM EAAC", setAlnum, 80, 0, lone},
	{"easypost-key", "EZAK EZTK", setAlnum, 54, 54, lone},
	{"shippo-token", "shippo_live_ shippo_test_", setHex, 40, 0, 0},
	{"duffel-token", "duffel_live_ duffel_test_", setBase64, 30, 0, 0},
	{"flutterwave-key", "FLWSECK_TEST- FLWSECK- FLWPUBK_TEST-", setURL, 12, 0, 0},
	{"razorpay-key", "rzp_live_ rzp_test_", setAlnum, 14, 0, 0},
	{"paddle-key", "pdl_live_apikey_ pdl_sdbx_apikey_", setURL, 40, 0, 0},
	{"polar-token", "polar_oat_ polar_pat_", setURL, 30, 0, 0},
	{"plaid-token", "access-production- access-development- access-sandbox-", setURL, 36, 36, 0},
	{"posthog-key", "phx_", setURL, 40, 0, dense},
	{"newrelic-key", "NRAK- NRII- NRJS-", setURL, 19, 0, 0},
	{"grafana-token", "glsa_", setURL, 30, 0, 0},
	{"grafana-token", "glc_", setBase64, 30, 0, 0},
	{"grafana-token", "eyJrIjoi", setBase64, 40, 0, dense | lone},
	{"dynatrace-token", "dt0c01. dt0s01. dt0s16.", setDotted, 60, 0, 0},
	{"sentry-token", "sntrys_", setBase64, 40, 0, 0},
	{"sentry-token", "sntryu_", setAlnum, 40, 0, 0},
	{"airtable-token", "pat", setDotted, 79, 79, dense | lone},
	{"adobe-secret", "p8e-", setAlnum, 32, 32, 0},
	{"intra42-secret", "s-s4t2ud- s-s4t2af-", setHex, 64, 64, 0},
	{"frameio-token", "fio-u-", setBase64, 40, 0, 0},
	{"typeform-token", "tfp_", setOpaque, 40, 0, dense},
	{"settlemint-token", "sm_aat_ sm_pat_ sm_sat_", setAlnum, 16, 0, 0},
	{"dnkey", "dnkey-", setBase64, 60, 0, 0},
	{"canva-secret", "cnvca", setURL, 51, 51, dense | lone},
	{"klaviyo-key", "pk_", setHex, 34, 34, 0},
	{"wakatime-key", "waka_", setURL, 36, 36, 0},
	{"xendit-key", "xnd_production_ xnd_development_", setAlnum, 30, 0, 0},
	{"aikido-secret", "AIK_SECRET_ AIK_CI_", setAlnum, 20, 0, 0},
	{"dropbox-token", "sl.", setURL, 130, 0, dense},
	{"jwt", "ZXlK", setBase64, 60, 0, dense | lone}, // base64 of a JSON web token
}

// prefix is one prefix of a rule.
type prefix struct {
	text string
	*rule
}

// heads are the prefixes by what their first two bytes hash to; of two that
// both fit, the longer comes first.
type heads [1 << headBits][]prefix

const headBits = 8

func headOf(a, b byte) uint8 { return a*31 + b }

var prefixes = sync.OnceValue(func() *heads {
	var h heads
	for n := range rules {
		for text := range strings.FieldsSeq(rules[n].prefixes) {
			at := headOf(text[0], text[1])
			h[at] = append(h[at], prefix{text, &rules[n]})
		}
	}
	for _, list := range h {
		slices.SortStableFunc(list, func(a, b prefix) int { return len(b.text) - len(a.text) })
	}
	return &h
})

// fewSigns reports whether a body is made of three different signs at most, as
// a placeholder is: ghp_xxxx….
func fewSigns(body string) bool {
	body = body[:min(len(body), maxDense)]
	var seen [3]byte
	n := 0
	for i := 0; i < len(body); i++ {
		if c := body[i]; n == 0 || c != seen[0] && (n < 2 || c != seen[1]) && (n < 3 || c != seen[2]) {
			if n == 3 {
				return false
			}
			seen[n] = c
			n++
		}
	}
	return true
}
