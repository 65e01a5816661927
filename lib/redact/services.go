package redact

import "bytes"

// services are those whose keys have no form of their own: their name in a
// key's name (HUBSPOT_KEY, sonarLogin, "cloudflare") says what the value is.
// Names as the public rule lists of gitleaks and betterleaks state them.
var services = []string{
	"abuseipdb", "adafruit", "adobe", "airtable", "algolia", "alibaba", "aliyun", "amplitude", "artifactory", "asana",
	"assemblyai", "atlassian", "auth0", "aws", "azure", "beamer", "bintray", "bitbucket", "bitly", "bittrex",
	"browserstack", "bugsnag", "civo", "clerk", "clickhouse", "clickup", "cloudflare", "cloudinary", "cloudsmith", "codecov",
	"cohere", "coinbase", "configcat", "confluence", "confluent", "contentful", "couchbase", "coveralls", "cursor", "datadog",
	"deepgram", "deepseek", "digitalocean", "discord", "disqus", "droneci", "dropbox", "ebay", "elevenlabs", "etsy",
	"exoscale", "facebook", "fastly", "figma", "finicity", "finnhub", "flickr", "freshbooks", "gitea", "gitee",
	"gitter", "gocardless", "gumroad", "hcloud", "heroku", "hetzner", "honeycomb", "hubspot", "ibm", "infomaniak",
	"intercom", "jfrog", "jira", "jumpcloud", "kagi", "kraken", "kucoin", "launchdarkly", "linear", "linkedin",
	"linode", "lob", "looker", "mailchimp", "mailchimpe", "mailgun", "mapbox", "mattermost", "meraki", "messagebird",
	"mistral", "moonshot", "netlify", "newrelic", "nytimes", "okta", "ollama", "opsgenie", "ovh", "pagerduty",
	"paypal", "plaid", "polymarket", "postmark", "rapidapi", "scaleway", "segment", "sendbird", "sentry", "snyk",
	"sonar", "sourcegraph", "squarespace", "stability", "sumo", "sumologic", "telegram", "travis", "travisci", "trello",
	"twilio", "twitch", "twitter", "typeform", "upstage", "vercel", "vultr", "wandb", "xray", "yandex",
	"zai", "zendesk", "zoho",
}

// isService reports whether a normalised name names the key of a service: it is
// the service's, or begins with it and ends in key or login.
func isService(b []byte) bool {
	if cut, ok := bytes.CutSuffix(b, []byte("_key")); ok {
		b = cut
	} else if cut, ok := bytes.CutSuffix(b, []byte("_login")); ok {
		b = cut
	} else {
		return isOf(services, b)
	}
	first, _, _ := bytes.Cut(b, []byte("_"))
	return isOf(services, first)
}

// isOf reports whether a sorted list has a word. It keeps no hold of the word, so
// that its buffer costs no allocation.
func isOf(list []string, word []byte) bool {
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := (lo + hi) / 2; list[mid] < string(word) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < len(list) && list[lo] == string(word)
}
