package redact

import (
	"slices"
	"strings"
	"sync"
)

// vendor is one row of the table of keys that are known by how they begin: what
// follows one of the prefixes is a run of set of at least min bytes and, where
// max is not 0, at most max; a longer run is something else. A prefix that ends
// in a slash or an equals sign stays in the text.
type vendor struct {
	kind     string
	prefixes string // separated by spaces
	set      charset
	min, max int
	needs    certainty
}

// certainty is what a prefix needs besides its body.
type certainty uint8

const (
	sure  certainty = iota // nothing: nobody else writes it
	dense                  // a body that no words make
	lone                   // no base64 around it, of which it could be a part
	both                   // dense and lone
)

const (
	kindPrivateKey    = "private-key"
	kindPassword      = "password"
	kindURLPassword   = "url-password"
	kindAuthorization = "authorization"
	kindJWT           = "jwt"
	kindToken         = "token"
	kindSignature     = "signature"
)

// vendors are the keys of clouds, forges and model vendors, as they document
// them. A key of another vendor needs a row only if it is not a name, a sign and
// letters and digits in a wild mix: that is found by isOpaque.
var vendors = []vendor{
	// Clouds.
	{"aws-key-id", "AKIA ASIA ABIA ACCA", setUpper, 16, 16, lone},
	{"aws-bedrock-key", "ABSK", setBase64, 60, 0, lone},
	{"aws-bedrock-key", "bedrock-api-key-", setBase64, 20, 0, sure},
	{"google-api-key", "AIza", setURL, 30, 0, lone},
	{"google-api-key", "AQ.", setURL, 40, 0, sure},
	{"google-oauth-secret", "GOCSPX-", setURL, 20, 0, sure},
	{"google-oauth-token", "ya29.", setURL, 20, 0, sure},
	{"digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", setHex, 40, 0, sure},
	{"alibaba-key-id", "LTAI", setAlnum, 12, 26, lone},
	{"tencent-key-id", "AKID", setAlnum, 32, 32, lone},
	{"yandex-key", "AQVN", setURL, 35, 38, lone},
	{"exoscale-key", "EXO", setAlnum, 24, 30, both},
	{"clickhouse-key", "4b1d", setAlnum, 38, 38, lone},
	{"heroku-key", "HRKU-", setURL, 30, 0, sure},
	{"cloudflare-token", "cfut_ cfat_ cfk_", setURL, 30, 0, sure},
	{"cloudflare-token", "v1.0-", setURL, 150, 0, sure},
	{"databricks-token", "dapi dkea dose", setHexDash, 32, 34, lone},
	{"docker-token", "dckr_pat_ dckr_oat_", setURL, 20, 0, sure},
	{"docker-swarm-key", "SWMKEY-1- SWMTKN-1-", setBase64, 40, 0, sure},
	{"openshift-token", "sha256~", setURL, 43, 43, sure},
	{"vault-token", "hvs. hvb. hvr.", setURL, 20, 0, sure},
	{"doppler-token", "dp.pt. dp.ct. dp.sa. dp.st. dp.scim. dp.audit.", setDotted, 30, 0, dense},
	{"cloud-token", "fo1_ ucat_ tk-us- tk-eu- nfp_ sb_secret_ mdb_sa_sk_ CCDB1_", setURL, 28, 0, sure},
	{"cloud-token", "vcp_ vci_ vca_ vcr_ vck_", setURL, 28, 0, sure},
	{"cloud-token", "pscale_tkn_ pscale_pw_ pscale_oauth_ pscale_app_secret_", setDotted, 28, 0, dense},
	{"cloud-token", "sbp_ napi_ rnd_ tskey- pul-", setDotted, 28, 0, dense},
	{"cloud-token", "fm1a_ fm1r_ fm2_ essu_ ops_", setBase64, 40, 0, dense},
	{"age-key", "AGE-SECRET-KEY-", setUpper, 40, 0, sure},
	{"onepassword-key", "A3-", setURL, 34, 37, sure},

	// Forges, and what builds and publishes.
	{"github-token", "ghp_ gho_ ghu_ ghr_", setAlnum, 20, 0, sure},
	{"github-token", "ghs_", setDotted, 20, 0, sure},
	{"github-token", "github_pat_", setURL, 22, 0, sure},
	{"gitlab-token", "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- glimt-", setDotted, 16, 0, sure},
	{"gitlab-token", "glagent- glwt- gloas- glffct-", setDotted, 16, 0, sure},
	{"gitlab-token", "GR1348941", setURL, 20, 0, sure},
	{"gitlab-session", "gitlab_session=", setAlnum, 20, 0, sure},
	{"bitbucket-token", "ATBB", setAlnum, 24, 40, lone},
	{"bitbucket-token", "BBDC-", setBase64, 30, 0, dense},
	{"atlassian-token", "ATATT3 ATCTT3 ATSTT3", setBase64, 40, 0, sure},
	{"sourcegraph-token", "sgp_ sgd_ slk_", setURL, 40, 64, sure},
	{"npm-token", "npm_", setAlnum, 30, 0, sure},
	{"pypi-token", "pypi-", setURL, 40, 0, sure},
	{"rubygems-key", "rubygems_", setHex, 40, 0, sure},
	{"crates-token", "cio", setAlnum, 32, 32, both},
	{"nuget-key", "oy2", setAlnum, 43, 43, both},
	{"sonar-token", "squ_ sqp_ sqa_", setAlnum, 40, 0, sure},
	{"artifactory-token", "AKCp cmVmd", setAlnum, 50, 0, both},
	{"linear-key", "lin_api_ lin_oauth_", setAlnum, 20, 0, sure},
	{"notion-token", "ntn_ secret_", setAlnum, 40, 0, dense},

	// Model vendors.
	{"anthropic-key", "sk-ant-", setURL, 20, 0, sure},
	{"openrouter-key", "sk-or-", setURL, 20, 0, dense},
	{"openai-key", "sk-", setURL, 20, 0, dense},
	{"elevenlabs-key", "sk_", setHex, 48, 48, sure},
	{"huggingface-token", "hf_ api_org_", setAlnum, 34, 34, sure},
	{"groq-key", "gsk_", setAlnum, 20, 0, sure},
	{"xai-key", "xai-", setURL, 30, 0, dense},
	{"perplexity-key", "pplx-", setAlnum, 30, 0, sure},
	{"replicate-token", "r8_", setAlnum, 30, 0, sure},
	{"nvidia-key", "nvapi-", setURL, 30, 0, sure},
	{"cursor-key", "key_", setHex, 64, 64, sure},
	{"devin-key", "apk_user_ apk_", setBase64, 80, 0, sure},
	{"model-key", "tgp_v1_ jina_ pcsk_ lsv2_pt_ lsv2_sk_ wandb_v1_", setURL, 30, 0, sure},
	{"model-key", "csk- fw_ tvly- pa- al- llx- rpa_ cog_", setURL, 22, 0, dense},

	// Messages, money and the rest.
	{"slack-token", "xoxa- xoxb- xoxp- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe. xapp-", setOpaque, 10, 0, sure},
	{"slack-webhook", "hooks.slack.com/services/ hooks.slack.com/workflows/", setPath, 20, 0, sure},
	{"webhook", "webhook.office.com/webhookb2/ outlook.office.com/webhook/", setPath, 30, 0, sure},
	{"webhook", "hooks.zapier.com/hooks/catch/", setPath, 12, 0, sure},
	{"webhook", "discord.com/api/webhooks/ discordapp.com/api/webhooks/", setPath, 12, 0, sure},
	{"webhook-secret", "whsec_", setBase64, 20, 0, sure},
	{"stripe-key", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", setAlnum, 10, 0, sure},
	{"twilio-key", "SK", setHex, 32, 32, lone},
	{"sendgrid-key", "SG.", setDotted, 49, 75, dense},
	{"mailgun-key", "key- pubkey-", setHex, 32, 32, sure},
	{"shopify-token", "shpat_ shpca_ shppa_ shpss_", setAlnum, 32, 0, sure},
	{"facebook-token", "EAAM EAAC EAAA", setURL, 60, 0, both},
	{"easypost-key", "EZAK EZTK", setAlnum, 54, 54, lone},
	{"grafana-token", "glsa_", setURL, 30, 0, sure},
	{"grafana-token", "glc_", setBase64, 30, 0, sure},
	{"grafana-token", "eyJrIjoi", setBase64, 40, 0, both},
	{"sentry-token", "sntrys_ sntryu_", setBase64, 40, 0, sure},
	{"dynatrace-token", "dt0c01. dt0s01. dt0s16.", setDotted, 60, 0, sure},
	{"plaid-token", "access-production- access-development- access-sandbox-", setURL, 36, 36, sure},
	{"service-token", "xkeysib- xsmtpsib- shippo_live_ shippo_test_ s-s4t2ud- s-s4t2af- mlsn. PMAK-", setURL, 40, 0, sure},
	{"service-token", "p8e- ico- fio-u- rdme_ duffel_live_ duffel_test_ dnkey- FLWSECK_TEST- bkua_", setURL, 30, 0, dense},
	{"service-token", "NRAK- NRII- sq0atp- sq0csp- sq0idp-", setURL, 19, 0, sure},
	{"service-token", "sm_aat_ sm_pat_ sm_sat_ rzp_live_ API-", setURL, 14, 80, dense},
	{"service-token", "pat. sat.", setDotted, 60, 75, dense},
	{kindJWT, "ZXlK", setBase64, 60, 0, both}, // base64 of a JSON web token
}

// prefix is one prefix of a vendor.
type prefix struct {
	text string
	*vendor
}

// prefixes are by what their first two bytes hash to; of two that both fit, the
// longer comes first.
var prefixes = sync.OnceValue(func() *[256][]prefix {
	var by [256][]prefix
	for n := range vendors {
		for text := range strings.FieldsSeq(vendors[n].prefixes) {
			at := hash(text[0], text[1])
			by[at] = append(by[at], prefix{text, &vendors[n]})
		}
	}
	for _, list := range by {
		slices.SortStableFunc(list, func(a, b prefix) int { return len(b.text) - len(a.text) })
	}
	return &by
})

func hash(a, b byte) uint8 { return a*31 + b }
