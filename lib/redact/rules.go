package redact

// rule is one row of the table of keys that are known by how they begin. The
// body after the prefix is a run of set of at least min bytes and, where max is
// not 0, at most max; a longer run is something else.
type rule struct {
	kind   string
	prefix string
	set    charset
	min    int
	max    int
	flags  ruleFlags
}

type ruleFlags uint8

const (
	// keepPrefix replaces only the body.
	keepPrefix ruleFlags = 1 << iota
	// dense asks for a stretch of 16 letters and digits with a digit in it, so
	// that a hyphenated name is no key.
	dense
)

const (
	kindPrivateKey    = "private-key"
	kindPassword      = "password"
	kindURLPassword   = "url-password"
	kindAuthorization = "authorization"
	kindJWT           = "jwt"
	kindTelegram      = "telegram-token"
	kindDiscord       = "discord-token"
	kindSendGrid      = "sendgrid-key"
	kindAzure         = "azure-secret"
	kindTerraform     = "terraform-token"
)

// rules holds the rows by the first byte of their prefix; of two prefixes that
// both fit, the longer stands first. The formats are those that the vendors
// document for their keys.
var rules = [256][]rule{
	'A': {
		{"aws-key-id", "AKIA", setUpper, 16, 16, 0},
		{"aws-key-id", "ASIA", setUpper, 16, 16, 0},
		{"aws-key-id", "ABIA", setUpper, 16, 16, 0},
		{"aws-key-id", "ACCA", setUpper, 16, 16, 0},
		{"aws-bedrock-key", "ABSK", setBase64, 60, 0, 0},
		{"google-api-key", "AIza", setURL, 30, 0, 0},
		{"google-api-key", "AQ.", setURL, 40, 0, 0},
		{"age-key", "AGE-SECRET-KEY-", setUpper, 40, 0, 0},
		{"atlassian-token", "ATATT3", setBase64, 40, 0, 0},
		{"atlassian-token", "ATCTT3", setBase64, 40, 0, 0},
		{"bitbucket-token", "ATBB", setAlnum, 24, 0, dense},
		{"tencent-key-id", "AKID", setAlnum, 32, 32, 0},
	},
	'C': {{"circleci-token", "CCIPAT_", setURL, 30, 0, 0}},
	'G': {
		{"google-oauth-secret", "GOCSPX-", setURL, 20, 0, 0},
		{"gitlab-token", "GR1348941", setURL, 20, 0, 0},
	},
	'H': {{"heroku-key", "HRKU-", setURL, 30, 0, 0}},
	'L': {{"alibaba-key-id", "LTAI", setAlnum, 12, 26, dense}},
	'N': {{"newrelic-key", "NRAK-", setAlnum, 20, 0, 0}},
	'P': {{"postman-key", "PMAK-", setURL, 40, 0, 0}},
	'S': {{"twilio-key", "SK", setHex, 32, 32, 0}},
	'b': {{"buildkite-token", "bkua_", setAlnum, 30, 0, 0}},
	'c': {
		{"crates-token", "cio", setAlnum, 32, 32, dense},
		{"cloudflare-token", "cfut_", setURL, 30, 0, 0},
		{"cloudflare-token", "cfat_", setURL, 30, 0, 0},
		{"cerebras-key", "csk-", setAlnum, 32, 0, dense},
	},
	'd': {
		{"digitalocean-token", "dop_v1_", setHex, 40, 0, 0},
		{"digitalocean-token", "doo_v1_", setHex, 40, 0, 0},
		{"digitalocean-token", "dor_v1_", setHex, 40, 0, 0},
		{"docker-token", "dckr_pat_", setURL, 20, 0, 0},
		{"docker-token", "dckr_oat_", setURL, 20, 0, 0},
		{"databricks-token", "dapi", setHex, 32, 32, 0},
		{"doppler-token", "dp.pt.", setAlnum, 30, 0, 0},
		{"doppler-token", "dp.st.", setDotted, 30, 0, dense},
		{"discord-webhook", "discord.com/api/webhooks/", setPath, 30, 0, keepPrefix},
		{"discord-webhook", "discordapp.com/api/webhooks/", setPath, 30, 0, keepPrefix},
	},
	'f': {
		{"figma-token", "figd_", setURL, 30, 0, 0},
		{"fly-token", "fo1_", setURL, 30, 0, 0},
		{"fly-token", "fm2_", setBase64, 40, 0, 0},
	},
	'g': {
		{"github-token", "ghp_", setAlnum, 20, 0, 0},
		{"github-token", "gho_", setAlnum, 20, 0, 0},
		{"github-token", "ghu_", setAlnum, 20, 0, 0},
		{"github-token", "ghs_", setDotted, 20, 0, 0},
		{"github-token", "ghr_", setAlnum, 20, 0, 0},
		{"github-token", "github_pat_", setURL, 22, 0, 0},
		{"gitlab-token", "glpat-", setDotted, 16, 0, 0},
		{"gitlab-token", "gldt-", setDotted, 16, 0, 0},
		{"gitlab-token", "glrt-", setDotted, 16, 0, 0},
		{"gitlab-token", "glrtr-", setDotted, 16, 0, 0},
		{"gitlab-token", "glcbt-", setDotted, 16, 0, 0},
		{"gitlab-token", "glptt-", setDotted, 16, 0, 0},
		{"gitlab-token", "glft-", setDotted, 16, 0, 0},
		{"gitlab-token", "glsoat-", setDotted, 16, 0, 0},
		{"gitlab-token", "glimt-", setDotted, 16, 0, 0},
		{"gitlab-token", "glagent-", setDotted, 16, 0, 0},
		{"gitlab-token", "glwt-", setDotted, 16, 0, 0},
		{"gitlab-token", "gloas-", setDotted, 16, 0, 0},
		{"gitlab-token", "glffct-", setDotted, 16, 0, 0},
		{"groq-key", "gsk_", setAlnum, 20, 0, 0},
		{"grafana-token", "glsa_", setURL, 30, 0, 0},
		{"grafana-token", "glc_", setBase64, 30, 0, 0},
	},
	'h': {
		{"huggingface-token", "hf_", setAlnum, 30, 0, 0},
		{"vault-token", "hvs.", setURL, 20, 0, 0},
		{"vault-token", "hvb.", setURL, 20, 0, 0},
		{"vault-token", "hvr.", setURL, 20, 0, 0},
		{"slack-webhook", "hooks.slack.com/services/", setPath, 20, 0, keepPrefix},
		{"slack-webhook", "hooks.slack.com/workflows/", setPath, 20, 0, keepPrefix},
		{"slack-webhook", "hooks.slack.com/triggers/", setPath, 20, 0, keepPrefix},
	},
	'j': {{"jina-key", "jina_", setURL, 30, 0, 0}},
	'k': {{"mailgun-key", "key-", setHex, 32, 32, 0}},
	'l': {
		{"linear-key", "lin_api_", setAlnum, 20, 0, 0},
		{"linear-key", "lin_oauth_", setAlnum, 20, 0, 0},
	},
	'n': {
		{"npm-token", "npm_", setAlnum, 30, 0, 0},
		{"netlify-token", "nfp_", setAlnum, 30, 0, 0},
		{"notion-token", "ntn_", setAlnum, 30, 0, 0},
		{"nvidia-key", "nvapi-", setURL, 30, 0, 0},
	},
	'o': {{"onepassword-token", "ops_", setBase64, 60, 0, 0}},
	'p': {
		{"pypi-token", "pypi-", setURL, 40, 0, 0},
		{"perplexity-key", "pplx-", setAlnum, 30, 0, 0},
		{"pulumi-token", "pul-", setHex, 40, 0, 0},
		{"planetscale-token", "pscale_tkn_", setDotted, 20, 0, 0},
		{"planetscale-token", "pscale_pw_", setDotted, 20, 0, 0},
	},
	'r': {
		{"replicate-token", "r8_", setAlnum, 30, 0, 0},
		{"stripe-key", "rk_live_", setAlnum, 16, 0, 0},
		{"stripe-key", "rk_test_", setAlnum, 16, 0, 0},
		{"rubygems-key", "rubygems_", setHex, 40, 0, 0},
	},
	's': {
		{"anthropic-key", "sk-ant-", setURL, 20, 0, 0},
		{"openrouter-key", "sk-or-", setURL, 20, 0, dense},
		{"openai-key", "sk-proj-", setURL, 20, 0, dense},
		{"openai-key", "sk-", setURL, 20, 0, dense},
		{"stripe-key", "sk_live_", setAlnum, 16, 0, 0},
		{"stripe-key", "sk_test_", setAlnum, 16, 0, 0},
		{"sentry-token", "sntrys_", setBase64, 40, 0, 0},
		{"sentry-token", "sntryu_", setAlnum, 40, 0, 0},
		{"shopify-token", "shpat_", setAlnum, 32, 0, 0},
		{"shopify-token", "shpca_", setAlnum, 32, 0, 0},
		{"shopify-token", "shppa_", setAlnum, 32, 0, 0},
		{"shopify-token", "shpss_", setAlnum, 32, 0, 0},
		{"notion-token", "secret_", setAlnum, 40, 0, dense},
		{"supabase-token", "sbp_", setAlnum, 36, 0, 0},
		{"square-token", "sq0atp-", setURL, 20, 0, 0},
		{"square-token", "sq0csp-", setURL, 20, 0, 0},
	},
	't': {
		{"tavily-key", "tvly-", setURL, 24, 0, dense},
		{"together-key", "tgp_v1_", setURL, 30, 0, 0},
	},
	'v': {{"cloudflare-token", "v1.0-", setURL, 150, 0, 0}},
	'w': {{"webhook-secret", "whsec_", setBase64, 20, 0, 0}},
	'x': {
		{"xai-key", "xai-", setAlnum, 30, 0, 0},
		{"slack-token", "xoxa-", setURL, 10, 0, 0},
		{"slack-token", "xoxb-", setURL, 10, 0, 0},
		{"slack-token", "xoxp-", setURL, 10, 0, 0},
		{"slack-token", "xoxr-", setURL, 10, 0, 0},
		{"slack-token", "xoxs-", setURL, 10, 0, 0},
		{"slack-token", "xoxc-", setURL, 10, 0, 0},
		{"slack-token", "xoxd-", setBase64, 10, 0, 0},
		{"slack-token", "xoxe-", setURL, 10, 0, 0},
		{"slack-token", "xoxe.", setDotted, 10, 0, 0},
		{"slack-token", "xapp-", setURL, 10, 0, 0},
	},
	'y': {{"google-oauth-token", "ya29.", setURL, 20, 0, 0}},
}
