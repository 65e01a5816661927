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

// vendors are the keys of clouds, forges, model vendors and services, as they document
// them. A key needs no row where it is a name, a sign and letters and digits in a wild
// mix, which opaque finds, unless its body is so short that chance makes words of it.
var vendors = []vendor{
	{"aws-key-id", "AKIA ASIA ABIA ACCA", setAlnum, 16, 16, lone},
	{"aws-bedrock-key", "ABSK", setBase64, 60, 0, lone},
	{"google-key", "AIza", setURL, 30, 0, lone},
	{"google-key", "AQ. GOCSPX- ya29.", setURL, 20, 0, sure},
	{"cloud-token", "dop_v1_ doo_v1_ dor_v1_ dckr_pat_ dckr_oat_ hvs. hvb. hvr. sha256~ ucat_", setURL, 24, 0, sure},
	{"cloud-token", "fo1_ tk-us- tk-eu- sb_secret_ mdb_sa_sk_ vca_ vck_ HRKU- cfut_ cfat_ cfk_", setURL, 28, 0, sure},
	{"cloud-token", "pscale_tkn_ pscale_pw_ pscale_oauth_ sbp_ tskey- pul-", setDotted, 28, 0, dense},
	{"cloud-token", "dp.pt. dp.ct. dp.st. dp.sa. dp.scim. dp.audit.", setDotted, 30, 0, dense},
	{"cloud-token", "SWMKEY-1- SWMTKN-1- fm1a_ fm1r_ fm2_ ops_ BBDC- essu_", setBase64, 30, 0, dense},
	{"cloud-token", "v1.0-", setURL, 150, 0, sure},
	{"cloud-token", "dapi dkea dose", setURL, 32, 34, both},
	{"cloud-token", "4b1d", setAlnum, 38, 38, lone},
	{"cloud-token", "LTAI", setAlnum, 12, 26, lone},
	{"cloud-token", "AKID", setAlnum, 32, 32, lone},
	{"cloud-token", "A3-", setURL, 34, 37, sure},
	{"cloud-token", "EXO", setAlnum, 24, 30, both},
	{"cloud-token", "AQVN", setURL, 35, 38, lone},
	{"age-key", "AGE-SECRET-KEY-", setAlnum, 40, 0, sure},

	{"github-token", "ghp_ gho_ ghu_ ghr_ ghs_ github_pat_", setDotted, 20, 0, sure},
	{"gitlab-token", "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent-", setDotted, 16, 0, sure},
	{"gitlab-token", "glffct- glrtr- glwt- gloas-", setDotted, 16, 0, sure},
	{"gitlab-token", "GR1348941 gitlab_session=", setURL, 20, 0, sure},
	{"forge-token", "ATBB", setAlnum, 24, 40, lone},
	{"forge-token", "ATATT3 ATCTT3 ATSTT3", setBase64, 40, 0, sure},
	{"forge-token", "npm_ pypi- rubygems_ sgp_ ntn_ secret_", setURL, 40, 0, dense},
	{"npm-token", "npm_", setAlnum, 30, 0, sure},
	{"forge-token", "AKCp cmVmd cio oy2", setAlnum, 32, 80, both},

	{"model-key", "sk-ant- sk- sk_ key_ fw_ tvly- fc- e2b_", setURL, 20, 0, dense},
	{"model-key", "hf_ api_org_ r8_ gsk_ pplx-", setAlnum, 30, 0, sure},
	{"model-key", "tgp_v1_ lsv2_pt_ lsv2_sk_ nvapi- sk-lf-", setURL, 30, 0, sure},
	{"model-key", "csk- xai- cog_ pa- al- llx- rpa_", setURL, 30, 0, dense},
	{"model-key", "apk_user_ apk_", setBase64, 80, 0, sure},

	{"slack-token", "xoxa- xoxb- xoxp- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe. xapp-", setOpaque, 10, 0, sure},
	{"slack-webhook", "hooks.slack.com/services/ hooks.slack.com/workflows/", setPath, 20, 0, sure},
	{"webhook", "webhook.office.com/webhookb2/ outlook.office.com/webhook/", setPath, 12, 0, sure},
	{"webhook", "hooks.zapier.com/hooks/catch/ discord.com/api/webhooks/ " +
		"discordapp.com/api/webhooks/", setPath, 12, 0, sure},
	{"stripe-key", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", setAlnum, 10, 0, sure},
	{"service-token", "SK", setAlnum, 32, 32, both},
	{"service-token", "EZAK EZTK", setAlnum, 54, 54, lone},
	{"service-token", "EAAM EAAC EAAA", setURL, 60, 0, both},
	{"service-token", "SG. dt0c01. dt0s01. dt0s16. pat. sat.", setDotted, 49, 0, dense},
	{"service-token", "key- pubkey- shpat_ shpca_ shppa_ shpss_ NRAK- NRII- mlsn.", setURL, 27, 0, dense},
	{"service-token", "xkeysib- xsmtpsib- shippo_live_ shippo_test_ s-s4t2ud- s-s4t2af- PMAK-", setURL, 27, 0, dense},
	{"service-token", "squ_ sqp_ sqa_ sgd_ slk_ lin_api_ lin_oauth_ " +
		"bkua_ glsa_ p8e- duffel_live_", setURL, 27, 0, dense},
	{"service-token", "sntrys_ sntryu_ whsec_", setBase64, 20, 0, sure},
	{"service-token", "access-production- access-development- access-sandbox- " +
		"pat-na1- pat-eu1-", setURL, 36, 36, sure},
	{"service-token", "sq0atp- sq0csp- sq0idp-", setURL, 19, 0, sure},
	{"service-token", "sm_aat_ sm_pat_ sm_sat_ rzp_live_ API-", setURL, 14, 80, dense},
	// Base64 of a private key in armour, as Kubernetes and CI systems hold it.
	{kindPrivateKey, "LS0tLS1CRUdJTiBQUklWQVRF LS0tLS1CRUdJTiBSU0Eg LS0tLS1CRUdJTiBFQyBQUklW " +
		"LS0tLS1CRUdJTiBEU0Eg LS0tLS1CRUdJTiBPUEVOU1NI LS0tLS1CRUdJTiBFTkNSWVBURUQg " +
		"LS0tLS1CRUdJTiBQR1AgUFJJ", setBase64, 16, 0, sure},
	{kindJWT, "ZXlK eyJrIjoi", setBase64, 40, 0, both}, // base64 of a JSON web token, and of an object
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
