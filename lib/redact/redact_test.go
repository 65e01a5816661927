package redact

import (
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// places are texts in which a secret may stand at the %.
var places = []string{
	"%", "% after", "before %", "run tool '%' now", `{"text": "%"}`, `{"text": "a\n%\nb"}`, "name: %\nother: x\n",
	"https://h/p?t=%&x=1", "first\n%\nlast\n", "\x1b[32m%\x1b[0m", "a,%,b", "(%)", "<a>%</a>", "`%`", "x=%; y",
	`"{\"a\": \"%\"}"`, "see %.", "é%é", "value:%",
}

// found is what Text finds, with the kind of each secret in their order.
func found(s string) (string, []string) { return seen(s, text) }

func TestKeysGoWhereverTheyStand(t *testing.T) {
	for secret, kind := range keyCases() {
		for _, place := range places {
			in := strings.Replace(place, "%", secret, 1)
			want := strings.Replace(place, "%", marker(kind), 1)
			got, kinds := found(in)
			if got != want || !slices.Equal(kinds, []string{kind}) {
				t.Errorf("Text(%q) = %q %q, want %q", in, got, kinds, want)
			}
		}
	}
}

func TestAKeyIsNamedByItsOwnKindInAnAssignment(t *testing.T) {
	for secret, kind := range keyCases() {
		for _, place := range []string{"TOKEN=%", `export TOKEN="%"`, "token: %", `{"api_key": "%"}`, "?token=%&x=1", "Authorization: Bearer %", "--token %"} {
			if kind == kindToken || strings.HasPrefix(secret, "secret") {
				continue // the name of the key tells more
			}
			in := strings.Replace(place, "%", secret, 1)
			want := strings.Replace(place, "%", marker(kind), 1)
			if got := Text(in); got != want {
				t.Errorf("Text(%q) = %q, want %q", in, got, want)
			}
		}
	}
}

func TestValuesOfSecretKeysGo(t *testing.T) {
	for _, tt := range assignmentCases() {
		got, kinds := found(tt.in)
		if got != tt.want || len(kinds) != 1 {
			t.Errorf("Text(%q) = %q %q, want %q", tt.in, got, kinds, tt.want)
		}
		in, want := "first\n"+tt.in+"\nlast", "first\n"+tt.want+"\nlast"
		if got := Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWhatIsNoSecretStays(t *testing.T) {
	for _, in := range cleanCases() {
		for _, place := range []string{"%", "first\n%\nlast", "- %", "// %"} {
			in := strings.Replace(place, "%", in, 1)
			if got, kinds := found(in); got != in || kinds != nil {
				t.Errorf("Text(%q) = %q %q, want it untouched", in, got, kinds)
			}
		}
	}
}

func TestKeyBlocks(t *testing.T) {
	head, tail := "-----BEGIN RSA "+"PRIVATE KEY-----", "-----END RSA "+"PRIVATE KEY-----"
	lines := body(mixed, 64) + "\n" + body(mixed, 64) + "\n" + body(mixed, 10) + "==\n"
	pgpHead, pgpTail := "-----BEGIN PGP "+"PRIVATE KEY BLOCK-----", "-----END PGP "+"PRIVATE KEY BLOCK-----"
	one := strings.ReplaceAll(lines, "\n", `\n`)
	const m = "[redacted:private-key]"
	tests := []struct{ name, in, want string }{
		{"a block goes whole", "a\n" + head + "\n" + lines + tail + "\nb", "a\n" + m + "\nb"},
		{"a block in one line of JSON goes", `{"x": "` + head + `\n` + one + tail + `\n", "y": 1}`, `{"x": "` + m + `\n", "y": 1}`},
		{"a block under its key in JSON goes", `{"private_key": "` + head + `\n` + one + tail + `\n", "y": 1}`, `{"private_key": "` + m + `\n", "y": 1}`},
		{"a block without an end goes to the end of the text", "a\n" + head + "\n" + lines, "a\n" + m},
		{"an encrypted block goes", head + "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES\n\n" + lines + tail, m},
		{"an armoured key goes", pgpHead + "\nVersion: X\n\n" + lines + pgpTail + "\n", m + "\n"},
		{"a block in a diff goes", "+" + head + "\n+" + strings.ReplaceAll(lines, "\n", "\n+") + tail, "+" + m},
		{"a block in a quoted value of several lines goes", "KEY=\"" + head + "\n" + lines + tail + "\"", "KEY=\"" + m + "\""},
		{"a block as a secret's value goes", "private_key=\"" + head + "\n" + lines + tail + "\"", "private_key=\"" + m + "\""},
		{"an OpenSSH block goes", strings.ReplaceAll(head+"\n"+lines+tail, "RSA", "OPENSSH"), m},
		{"two blocks go one by one", head + "\n" + lines + tail + "\nx\n" + head + "\n" + lines + tail, m + "\nx\n" + m},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, kinds := found(tt.in)
			if got != tt.want || len(kinds) != strings.Count(tt.want, m) {
				t.Errorf("Text(%q) = %q %q, want %q", tt.in, got, kinds, tt.want)
			}
		})
	}
}

func TestValue(t *testing.T) {
	tests := []struct{ key, value, want string }{
		{"password", "hunter2", "[redacted:password]"},
		{"db.password", "two words", "[redacted:password]"},
		{"api_key", "gh" + "p_" + body(mixed, 36), "[redacted:github-token]"},
		{"Authorization", "Bearer abcdef12", "[redacted:authorization]"},
		{"token", "expired", "expired"},
		{"token", "the old one had to go", "the old one had to go"},
		{"token", "$TOKEN", "$TOKEN"},
		{"password", "", ""},
		{"password", "[redacted:password]", "[redacted:password]"},
		{"goal", "set password=hunter2 there", "set password=[redacted:password] there"},
		{"commit", body(hexes, 40), body(hexes, 40)},
		{"token", body(hexes, 40), "[redacted:token]"},
	}
	for _, tt := range tests {
		got, kinds := Value(tt.key, tt.value)
		if got != tt.want || (len(kinds) > 0) != (got != tt.value) {
			t.Errorf("Value(%q, %q) = %q %q, want %q", tt.key, tt.value, got, kinds, tt.want)
		}
	}
}

func TestKindsStandInTheirOrder(t *testing.T) {
	_, kinds := found("gh" + "p_" + body(mixed, 36) + " password=x1 postgres://a:b@c")
	if want := []string{"github-token", "password", "url-password"}; !slices.Equal(kinds, want) {
		t.Errorf("kinds = %q, want %q", kinds, want)
	}
}

func TestTextWithoutASecretCostsNoAllocation(t *testing.T) {
	text := strings.Join(cleanCases(), "\n")
	info, _ := debug.ReadBuildInfo()
	if slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("the race detector drops what expressions keep between their uses")
	}
	if n := testing.AllocsPerRun(10, func() { Text(text) }); n != 0 {
		t.Errorf("Text allocates %v times", n)
	}
}

// hostile are the pieces that a quadratic scanner would choke on, repeated.
var hostile = []string{
	"a", ":", "=", "-", "'", "\\", "{", "$", "${", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----",
	"-----BEGIN PRIVATE KEY-----\nabcdefghijklmnopqrst\n", "eyJ", "eyJ-", "eyJ.", "eyJaaaaaaaaaaaa.", "://", "a://", "a://b:c/", "password=", "password:", "password: ",
	"password=\"", "password='$", "password=\\\"$", "token: $", "token:a,", "Authorization: ", "Authorization:", "Bearer ", "sk-", "sk-a-", "gh" + "p_", "AKIA",
	"<password>", "--token ", "curl -u ", "8Q~", "abc8Q~", "1234567890:", "[redacted:", "\n", "password=\n", "http://a@", "token[", "%22",
	"set token ", "set -x token ", "data:\n", "name: token\nvalue: ", "name=", "value=", "<password>\n", "password: |\n ", "token: >\n",
	"machine a login b password ", "machine ", "machine machine login ", "\"token\",", "(\"token\",\"", "cookie: ", "cookie: a=b;", "Cookie: \"", "curl -b ", "curl -u \"a\":", "eyJrIjoi", "ZXlK", "AKIA+",
	"bot1234567890:A", "1234567890123456|", "docker login -p ", "token .= \"", "token: &str = ",
}

// A scanner that is not linear needs minutes here and runs into the time limit
// of the test run.
func TestHostileTextIsReadInOnePass(t *testing.T) {
	for _, piece := range hostile {
		text := strings.Repeat(piece, 100_000/len(piece)+1)
		once, kinds := found(text)
		if twice, more := found(once); twice != once || more != nil {
			t.Errorf("Text is not idempotent on repeated %q", piece)
		}
		if (once == text) != (kinds == nil) {
			t.Errorf("repeated %q gives %d kinds", piece, len(kinds))
		}
	}
}

func FuzzText(f *testing.F) {
	for _, tt := range assignmentCases() {
		f.Add(tt.in)
	}
	for _, in := range cleanCases() {
		f.Add(in)
	}
	for secret := range keyCases() {
		f.Add("x=" + secret + "\n")
	}
	for _, piece := range hostile {
		f.Add(piece + piece + piece)
	}
	f.Add(":/$token=0A")
	f.Fuzz(func(t *testing.T, s string) {
		once, kinds := found(s)
		if twice, more := found(once); twice != once || more != nil {
			t.Errorf("Text is not idempotent on %q: %q, then %q %q", s, once, twice, more)
		}
		if utf8.ValidString(s) && !utf8.ValidString(once) {
			t.Errorf("Text(%q) = %q is not valid UTF-8", s, once)
		}
		if !slices.Contains(kinds, kindPrivateKey) && strings.Count(s, "\n") != strings.Count(once, "\n") {
			t.Errorf("Text(%q) = %q has other line breaks", s, once)
		}
		grown := 40 * len(kinds)
		if !utf8.ValidString(s) {
			grown += 2 * len(s) // a byte that is not text becomes a sign of three bytes
		}
		if (once == s) != (len(kinds) == 0) || len(once) > len(s)+grown {
			t.Errorf("Text(%q) = %q for %q", s, once, kinds)
		}
		value, kinds := Value("password", s)
		if again, more := Value("password", value); again != value || more != nil {
			t.Errorf("Value is not idempotent on %q: %q, then %q (%q)", s, value, again, kinds)
		}
	})
}

func TestAKeyBlockEndsAtItsLastDashWhateverFollows(t *testing.T) {
	line := strings.Repeat("Q7rT2vXk9LmB4nHs", 3)
	const dashes = "-----"
	block := dashes + "BEGIN RSA PRIVATE " + "KEY" + dashes + "\n" + line + "\n" + line + "\n" + dashes + "END RSA PRIVATE " + "KEY" + dashes
	for _, text := range []string{
		"my key " + block + " what now",
		"my key " + strings.ReplaceAll(block, "\n", " ") + " what now",
		"my key " + strings.ReplaceAll(block, "\n", "\\n") + " what now",
	} {
		if got := Text(text); got != "my key [redacted:private-key] what now" {
			t.Errorf("got %q", got)
		}
	}
}

func TestWhatCannotBeSeenHidesNoSecret(t *testing.T) {
	key := "gh" + "p_" + strings.Repeat("a1B2", 9)
	for name, s := range map[string]string{
		"a zero-width space":        "key " + key[:9] + "\u200b" + key[9:] + " end",
		"colours of a grep":         "key \x1b[01;31m\x1b[Kghp_\x1b[m\x1b[K" + key[4:] + " end",
		"a soft hyphen and a bidi":  "key " + key[:6] + "\u00ad" + key[6:20] + "\u202e" + key[20:] + " end",
		"a colour round the prefix": "key \x1b[31m" + key[:4] + "\x1b[0m" + key[4:] + " end",
	} {
		if got, kinds := found(s); got != "key [redacted:github-token] end" || len(kinds) != 1 {
			t.Errorf("%s: got %q %q", name, got, kinds)
		}
	}
	for _, s := range []string{"caf\u00e9 \u200b ok", "plain \x1b[31mred\x1b[0m"} {
		if got, kinds := found(s); got != s || kinds != nil {
			t.Errorf("without a secret %q became %q", s, got)
		}
	}
}

func TestADollarSignMakesNoReference(t *testing.T) {
	for value, secret := range map[string]bool{
		"Pa$$w0rd!pRhc": true, "$ecretPass99": true, "'Pa$$w0rd!pRhc'": true, "<9fj3k2l1>": true,
		"$PASSWORD": false, "${TOKEN}": false, "$TOKEN_2": false, "$pass": false, "<your-password>": false, "$(pass show x)": false,
	} {
		if _, kinds := found("PASSWORD=" + value + " ./deploy"); (len(kinds) > 0) != secret {
			t.Errorf("%s: found %q", value, kinds)
		}
	}
}

func TestAKeyIsSeenThatIsJoinedToAnOption(t *testing.T) {
	key := "gh" + "p_x7Kq2mV9rT4wY8bN3cJ6hL1pD5sF0gZaQeRu"
	for text, want := range map[string]string{
		"curl --token" + key:         "curl --[redacted:token]",
		`["curl", "--token` + key:    `["curl", "--[redacted:token]`,
		"see the-old-build_" + "day": "see the-old-build_day",
	} {
		if got := Text(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
